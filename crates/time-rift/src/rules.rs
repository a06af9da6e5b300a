//! Everything about a game that does not change while it is played.

use crate::action::{NO_CARD, Steps};
use crate::arena::{Arena, Square};
use crate::faces::Face;
use crate::state::{POWER_TOKENS, SEATS, Unit, seat_slot};

/// The ways to play. Culture Shock and Quick Start are options of theirs. Rules: TR-VAR-1 to TR-VAR-10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A duel.
    Normal,
    /// Three or four, each for themselves. Rules: TR-R122.
    Ffa,
    /// Without loadouts. Rules: TR-VAR-6, TR-R120.
    Fist,
    /// One against two. Rules: TR-R124.
    OneTwo,
    /// One against three. Rules: TR-R126.
    OneThree,
    /// Two against two. Rules: TR-R125.
    TwoTwo,
    /// Three against three. Rules: TR-R127.
    ThreeThree,
    /// A Tire Fight and nothing else. Rules: TR-R129.
    Tire,
}

impl Mode {
    /// All of them, in the order of their names.
    pub const ALL: [Self; 8] = [
        Self::Normal,
        Self::Ffa,
        Self::Fist,
        Self::OneTwo,
        Self::OneThree,
        Self::TwoTwo,
        Self::ThreeThree,
        Self::Tire,
    ];
    /// Their names.
    pub const NAMES: &'static [&'static str] = &["normal", "ffa", "fist", "1v2", "1v3", "2v2", "3v3", "tire"];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The least and the most seats.
    pub fn seats(self) -> (u8, u8) {
        match self {
            Self::Normal => (2, 2),
            Self::Ffa => (3, 4),
            Self::Fist | Self::Tire => (2, 4),
            Self::OneTwo => (3, 3),
            Self::OneThree | Self::TwoTwo => (4, 4),
            Self::ThreeThree => (6, 6),
        }
    }

    /// How many seats the first of two teams has; nothing if everybody is alone. Rules: TR-R123.
    pub fn first_team(self) -> Option<u8> {
        match self {
            Self::OneTwo | Self::OneThree => Some(1),
            Self::TwoTwo => Some(2),
            Self::ThreeThree => Some(3),
            Self::Normal | Self::Ffa | Self::Fist | Self::Tire => None,
        }
    }

    /// Whether Champions bring loadouts. Rules: TR-FIST-1, TR-R129.
    pub fn has_loadouts(self) -> bool {
        !matches!(self, Self::Fist | Self::Tire)
    }
}

/// A battle deck: a Champion and its loadout in the order of the deck file.
/// Rules: TR-CHAMP-1, TR-LOAD-1, TR-SETUP-2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The Champion's number.
    pub champion: u16,
    /// The numbers of the loadout cards.
    pub loadout: Vec<u16>,
}

/// Everything about a game that does not change while it is played. All of it is public: battle decks are not
/// here but in the position, unless a seat chooses among several.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Rules {
    /// The mode.
    pub mode: Mode,
    /// How many seats.
    pub players: u8,
    /// The team of each seat.
    pub teams: [u8; SEATS],
    /// The Arena.
    pub arena: Arena,
    /// Steps and turns in it, ready to be offered.
    pub steps: Box<Steps>,
    /// Rounds.
    pub rounds: u8,
    /// Slots; none in modes without loadouts.
    pub slots: u8,
    /// Whether Champions start facing the center. Rules: TR-R9.
    pub face_center: bool,
    /// Whether a side is always two full lines. Rules: TR-R8.
    pub half_side: bool,
    /// The seat that has a handicap for standing alone. Rules: TR-R124.
    pub solo: Option<u8>,
    /// Whether a recharged card may attack again in a turn. Rules: TR-R42.
    pub reattack: bool,
    /// Laps of a Tire Fight. Rules: TR-R116.
    pub lap_cap: u8,
    /// The most Life. Rules: TR-R110.
    pub life_cap: u8,
    /// Whether loadouts are the packaged ones, known to all. Rules: TR-R121.
    pub quick: bool,
    /// Whether decks keep to one culture. Rules: TR-R128.
    pub culture: bool,
    /// Whether the text of Champions is off. Rules: TR-R120.
    pub pure: bool,
    /// How many games the match has; 1 for a single game. Rules: TR-MATCH-1.
    pub games: u8,
    /// What each seat has spent in the games of the match before, in order. Rules: TR-R132.
    pub spent: [Vec<u16>; 2],
    /// Every card there is.
    pub faces: Vec<Face>,
    /// The decks a seat chooses from, if it chooses. Rules: TR-R15.
    pub candidates: Vec<Vec<Deck>>,
    /// The ready decks of the cards, by name.
    pub packaged: Vec<(String, Deck)>,
    /// Names of tokens: the [`POWER_TOKENS`], then those of card texts, which may be the same words.
    pub tokens: Vec<String>,
    /// Pits, as bits of spaces. Rules: TR-R102.
    pub pits: u32,
    /// Spiked sides of each space, as bits of facings.
    pub spikes: [u8; 32],
    /// Obstacles at the start.
    pub obstacles: u32,
    /// Neutrals: space, Life and DEF.
    pub neutrals: Vec<(Square, u8, i8)>,
    /// Whether any card attacks for nothing. Rules: TR-R50.
    pub gifts: bool,
    /// Whether the features come to lie on themselves when the Arena is turned by half. Rules: TR-R10.
    pub symmetric: bool,
    /// Options that differ from their defaults, as a position names them.
    pub named_options: Vec<(&'static str, String)>,
}

impl Rules {
    /// A card.
    #[inline]
    pub fn face(&self, card: u16) -> &Face {
        &self.faces[usize::from(card)]
    }

    /// The number of a card.
    pub fn card(&self, id: &str) -> Option<u16> {
        self.faces.iter().position(|face| face.card.id == id).map(|card| card as u16)
    }

    /// The id of a card; a hyphen for none.
    pub fn id(&self, card: u16) -> &str {
        self.faces
            .get(usize::from(card))
            .map_or(if card == NO_CARD { "-" } else { "?" }, |face| &face.card.id)
    }

    /// The number of the tokens that card texts call so; none of those that powers put. Rules: TR-R77.
    pub fn token(&self, name: &str) -> Option<u8> {
        let named = self.tokens.iter().skip(POWER_TOKENS.len()).position(|known| known == name);
        named.map(|nth| (nth + POWER_TOKENS.len()) as u8)
    }

    /// What people are told of tokens: their name, in quotation marks if those of a power are called so.
    pub fn token_label(&self, token: u8) -> String {
        let name = self.tokens.get(usize::from(token)).map_or("?", String::as_str);
        let doubtful = usize::from(token) >= POWER_TOKENS.len() && POWER_TOKENS.contains(&name);
        if doubtful { format!("\"{name}\"") } else { name.to_owned() }
    }

    /// The same in a sentence: those of powers in words.
    pub fn token_title(&self, token: u8) -> String {
        const WORDS: [&str; POWER_TOKENS.len()] = ["Life-poison", "Action-poison", "Save"];
        WORDS.get(usize::from(token)).map_or_else(|| self.token_label(token), |word| (*word).to_owned())
    }

    /// Whether two seats are on different teams.
    #[inline]
    pub fn hostile(&self, a: u8, b: u8) -> bool {
        self.teams[usize::from(a)] != self.teams[usize::from(b)]
    }

    /// Whether a unit is an enemy's card; neutrals are everybody's enemies. Rules: TR-R102.
    #[inline]
    pub fn is_enemy(&self, seat: u8, unit: Unit) -> bool {
        let (owner, _) = seat_slot(unit);
        usize::from(owner) >= SEATS || self.hostile(seat, owner)
    }

    /// The most Life of a seat's Champion. Rules: TR-R110, TR-R124.
    /// Rules: TR-COMP-5.
    pub fn cap(&self, seat: u8) -> u8 {
        if self.solo == Some(seat) { self.life_cap * (self.players - 1) } else { self.life_cap }
    }

    /// Life of a Champion at the start. Rules: TR-CHAMP-5, TR-R110, TR-R124.
    pub fn starting_life(&self, seat: u8, champion: u16) -> u8 {
        let life = self.face(champion).life.min(self.life_cap);
        if self.solo == Some(seat) { life * (self.players - 1) } else { life }
    }

    /// Whether there are just two sides. Rules: TR-R8, TR-R123.
    /// Rules: TR-ARENA-2, TR-ARENA-10.
    pub fn has_two_sides(&self) -> bool {
        self.players == 2 || self.mode.first_team().is_some()
    }

    /// The seats of a team, as bits.
    pub fn members(&self, team: u8) -> u8 {
        (0..self.players)
            .filter(|&seat| self.teams[usize::from(seat)] == team)
            .fold(0, |set, seat| set | 1 << seat)
    }

    /// Works out [`Rules::symmetric`].
    /// Rules: TR-ARENA-9.
    pub fn is_symmetric(&self) -> bool {
        let turned = |square: Square| {
            let last = self.arena.size - 1;
            (last - square / 5) * 5 + (last - square % 5)
        };
        let turn = |set: u32| crate::arena::bits(set).fold(0u32, |all, square| all | 1 << turned(square));
        let mut neutrals: Vec<_> =
            self.neutrals.iter().map(|&(square, life, def)| (turned(square), life, def)).collect();
        let mut as_is = self.neutrals.clone();
        neutrals.sort_unstable();
        as_is.sort_unstable();
        turn(self.pits) == self.pits
            && turn(self.obstacles) == self.obstacles
            && neutrals == as_is
            && crate::arena::bits(self.arena.all).all(|square| {
                let spikes = self.spikes[usize::from(square)];
                self.spikes[usize::from(turned(square))] == (spikes << 2 | spikes >> 2) & 15
            })
    }
}
