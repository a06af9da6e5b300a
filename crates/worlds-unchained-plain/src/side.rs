//! What belongs to one seat: zones, piles, Boosts, power.

use std::fmt;

use crate::action::{Action, Zone};
use crate::cards::{Card, shuffle};
use crate::format::Format;

/// A Vassal in play. Rules: WU-2.0.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vassal {
    /// Its card.
    pub card: Card,
    /// Stacks of injury. Rules: WU-2.3.3.
    pub injuries: i32,
    /// Stacks of exhaustion. Rules: WU-2.4.3.
    pub exhaustion: i32,
}

impl Vassal {
    /// A Vassal without stacks. Rules: WU-R17.
    pub fn fresh(card: Card) -> Self {
        Self { card, injuries: 0, exhaustion: 0 }
    }

    /// True if it has any stack of exhaustion. Rules: WU-2.4.2.
    pub fn is_exhausted(&self) -> bool {
        self.exhaustion > 0
    }

    /// True if it has reached a limit. Rules: WU-2.3.4, WU-2.4.4.
    pub fn is_spent(&self, format: &Format) -> bool {
        self.injuries >= format.injury_limit || self.exhaustion >= format.exhaustion_limit
    }
}

/// What a combat came to for one player. Rules: WU-8.5.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatResult {
    Win,
    Lose,
    Tie,
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "W",
            Self::Lose => "L",
            Self::Tie => "T",
        })
    }
}

/// A result label on a challenger zone. Rules: WU-8.5.2, WU-R101.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The result.
    pub result: CombatResult,
    /// By how much a winner won; 0 for all others. Rules: WU-R100.
    pub margin: i32,
}

/// Everything of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// False once the player has conceded the game; nothing is left of them then. Rules: WU-R5.
    pub in_game: bool,
    /// Boosts. Rules: WU-1.6.1, WU-4.8.1.
    pub boosts: i32,
    /// Base power of the challenger zone. Rules: WU-9.4.2, WU-R63.
    pub base: i32,
    /// Result label of the challenger zone.
    pub label: Option<Label>,
    /// The last combat result of the bout and how often in a row it has come. Rules: WU-R98.
    pub run: Option<(CombatResult, usize)>,
    /// Mulligans used in the game. Rules: WU-R46.
    pub mulligans: usize,
    /// Has kept the hand for this bout, while mulligans are decided. Rules: WU-R47.
    pub kept: bool,
    /// Places no more Vassals, while Vassals are placed. Rules: WU-R49.
    pub done: bool,
    /// A secret choice that is not opened yet. Rules: WU-R133.
    pub sealed: Option<Action>,
    /// Where the Vassal stands that took the compulsory injury, while restoring it is decided. Rules: WU-R56.
    pub hurt: Option<Zone>,
    /// The challenger zone. Rules: WU-4.4.1.
    pub challenger: Option<Vassal>,
    /// The vassal zones. Rules: WU-4.2.1.
    pub vassal_zones: Vec<Option<Vassal>>,
    /// The extra zones. Rules: WU-4.3.1.
    pub extra_zones: Vec<Option<Vassal>>,
    /// The hand in the order drawn; in a draft the two cards looked at. Rules: WU-R38.
    pub hand: Vec<Card>,
    /// The shuffled part of the deck, by name. Rules: WU-R125.
    pub bag: Vec<Card>,
    /// The known run under it, top first. Rules: WU-R51.
    pub bottom: Vec<Card>,
    /// The infirmary, oldest first. Rules: WU-4.6.1.
    pub infirmary: Vec<Card>,
    /// The collection of a draft, by name. Rules: WU-3.3.1.5.
    pub draft: Vec<Card>,
}

impl Side {
    /// A seat that has nothing yet.
    pub fn empty(format: &Format) -> Self {
        Self {
            in_game: true,
            boosts: 0,
            base: 0,
            label: None,
            run: None,
            mulligans: 0,
            kept: false,
            done: false,
            sealed: None,
            hurt: None,
            challenger: None,
            vassal_zones: vec![None; format.vassal_zones],
            extra_zones: vec![None; format.extra_zones],
            hand: Vec::new(),
            bag: Vec::new(),
            bottom: Vec::new(),
            infirmary: Vec::new(),
            draft: Vec::new(),
        }
    }

    /// Every zone: challenger, vassal, extra. Rules: WU-R42.
    pub fn zones(&self) -> Vec<Zone> {
        let mut zones = vec![Zone::Challenger];
        zones.extend(self.reinforcer_zones());
        zones
    }

    /// The reinforcer zones. Rules: WU-4.1.1.
    pub fn reinforcer_zones(&self) -> Vec<Zone> {
        let vassal = (1..=self.vassal_zones.len()).map(Zone::Vassal);
        let extra = (1..=self.extra_zones.len()).map(Zone::Extra);
        vassal.chain(extra).collect()
    }

    /// What stands in a zone.
    pub fn at(&self, zone: Zone) -> Option<&Vassal> {
        match zone {
            Zone::Challenger => self.challenger.as_ref(),
            Zone::Vassal(number) => self.vassal_zones[number - 1].as_ref(),
            Zone::Extra(number) => self.extra_zones[number - 1].as_ref(),
        }
    }

    /// A zone, to be changed.
    pub(crate) fn at_mut(&mut self, zone: Zone) -> &mut Option<Vassal> {
        match zone {
            Zone::Challenger => &mut self.challenger,
            Zone::Vassal(number) => &mut self.vassal_zones[number - 1],
            Zone::Extra(number) => &mut self.extra_zones[number - 1],
        }
    }

    /// The zones with a Vassal in them.
    pub fn filled_zones(&self) -> Vec<Zone> {
        self.zones().into_iter().filter(|&zone| self.at(zone).is_some()).collect()
    }

    /// The Vassals in play. Rules: WU-R9.
    pub fn vassals(&self) -> Vec<&Vassal> {
        self.zones().into_iter().filter_map(|zone| self.at(zone)).collect()
    }

    /// True if a Vassal is in play, the Challenger included. Rules: WU-R67.
    pub fn has_vassals(&self) -> bool {
        !self.vassals().is_empty()
    }

    /// True if there are Vassals and all of them are exhausted. Rules: WU-6.2.2.
    pub fn is_all_exhausted(&self) -> bool {
        self.has_vassals() && self.vassals().iter().all(|vassal| vassal.is_exhausted())
    }

    /// The power of the Challenger: 0 without one, and never below 0. Rules: WU-9.4.3, WU-R63.
    pub fn power(&self) -> i32 {
        if self.challenger.is_some() { self.base.max(0) } else { 0 }
    }

    /// The lowest empty vassal zone. Rules: WU-R42.
    pub fn empty_vassal_zone(&self) -> Option<Zone> {
        (1..=self.vassal_zones.len()).map(Zone::Vassal).find(|&zone| self.at(zone).is_none())
    }

    /// The lowest empty extra zone.
    pub fn empty_extra_zone(&self) -> Option<Zone> {
        (1..=self.extra_zones.len()).map(Zone::Extra).find(|&zone| self.at(zone).is_none())
    }

    /// Cards in the deck, shuffled or known.
    pub fn deck_size(&self) -> usize {
        self.bag.len() + self.bottom.len()
    }

    /// Every pile with its name, in the order of the notation.
    pub fn piles(&self) -> [(&'static str, &Vec<Card>); 5] {
        [
            ("hand", &self.hand),
            ("bag", &self.bag),
            ("bottom", &self.bottom),
            ("infirmary", &self.infirmary),
            ("draft", &self.draft),
        ]
    }

    /// Every card of the seat, wherever it is.
    pub fn cards(&self) -> Vec<&Card> {
        let in_play = self.vassals().into_iter().map(|vassal| &vassal.card);
        in_play.chain(self.piles().into_iter().flat_map(|(_, pile)| pile)).collect()
    }

    /// Shuffles cards into the whole deck, known cards and all. Rules: WU-R47, WU-R125.
    pub(crate) fn shuffle_in(&mut self, cards: Vec<Card>) {
        self.bag.append(&mut self.bottom);
        self.bag.extend(cards);
        shuffle(&mut self.bag);
    }

    /// Moves what stands in a zone to the infirmary. Rules: WU-9.1.13, WU-4.6.1, WU-R17.
    pub(crate) fn remove(&mut self, zone: Zone) {
        if let Some(vassal) = self.at_mut(zone).take() {
            self.infirmary.push(vassal.card);
        }
    }

    /// Moves every Vassal in play to the infirmary, in the order of zones. Rules: WU-R70.
    pub(crate) fn remove_all(&mut self) {
        for zone in self.zones() {
            self.remove(zone);
        }
    }
}
