//! The position, the calls from outside, and the list of steps.

use std::fmt;
use std::sync::Arc;

use crate::action::Action;
use crate::cards::{Card, shuffle};
use crate::ending::{BoutEnd, GameResult};
use crate::setup::Setup;
use crate::side::Side;

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Every one of these seats owes a choice, in any order.
    Seats(Vec<usize>),
    /// A card or a player is to be drawn by chance.
    Chance,
    /// Nothing: the game has ended.
    Over,
}

/// The steps of the engine model that something happens in, draft and preparation included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// C1: who names the first drafter.
    DraftSelect,
    /// D2: the first drafter is named.
    DraftFirst,
    /// C2: a card of the pool.
    DraftDeal,
    /// D3: one of two cards is kept.
    DraftTake,
    /// D4: a card may be removed.
    DraftCut,
    /// D5: the infirmary may be shuffled in.
    Infirmary,
    /// C3 to C5: cards are drawn.
    Draw,
    /// D6: mulligans.
    Mulligan,
    /// C6 and D7: the prime player is named.
    Prime,
    /// D8: Vassals are placed.
    Place,
    /// D9: leftovers go under the deck.
    Leftovers,
    /// Boosts are set, and the bout starts.
    Boosts,
    /// Start phase.
    Start,
    /// Challenge phase, D10: the compulsory injury.
    ChallengeForced,
    /// Challenge phase, D11: restoring the injured.
    ChallengeRouse,
    /// Challenge phase, D12: Challengers.
    ChallengeSelect,
    /// Rest phase.
    Rest,
    /// Power phase, D13: bets.
    PowerBet,
    /// Combat phase: priority, and everybody abstains.
    Combat,
    /// Combat phase: labels.
    Result,
    /// Resolution phase: injuries.
    ResolutionInjure,
    /// Resolution phase: exhaustion.
    ResolutionExhaust,
    /// Resolution phase, D17: Challengers return.
    ResolutionReturn,
    /// Resolution phase: power and labels are cleared.
    ResolutionReset,
    /// End phase.
    RoundEnd,
    /// The game is over.
    Over,
}

impl Step {
    /// All of them.
    pub const ALL: [Self; 26] = [
        Self::DraftSelect,
        Self::DraftFirst,
        Self::DraftDeal,
        Self::DraftTake,
        Self::DraftCut,
        Self::Infirmary,
        Self::Draw,
        Self::Mulligan,
        Self::Prime,
        Self::Place,
        Self::Leftovers,
        Self::Boosts,
        Self::Start,
        Self::ChallengeForced,
        Self::ChallengeRouse,
        Self::ChallengeSelect,
        Self::Rest,
        Self::PowerBet,
        Self::Combat,
        Self::Result,
        Self::ResolutionInjure,
        Self::ResolutionExhaust,
        Self::ResolutionReturn,
        Self::ResolutionReset,
        Self::RoundEnd,
        Self::Over,
    ];

    /// True from the start of a bout to its end. Rules: WU-R5.
    pub fn is_in_bout(self) -> bool {
        !self.is_before_bout() && self != Self::Over
    }

    fn is_before_bout(self) -> bool {
        matches!(
            self,
            Self::DraftSelect
                | Self::DraftFirst
                | Self::DraftDeal
                | Self::DraftTake
                | Self::DraftCut
                | Self::Infirmary
                | Self::Draw
                | Self::Mulligan
                | Self::Prime
                | Self::Place
                | Self::Leftovers
                | Self::Boosts
        )
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DraftSelect => "draft.select",
            Self::DraftFirst => "draft.first",
            Self::DraftDeal => "draft.deal",
            Self::DraftTake => "draft.take",
            Self::DraftCut => "draft.cut",
            Self::Infirmary => "prep.infirmary",
            Self::Draw => "prep.draw",
            Self::Mulligan => "prep.mulligan",
            Self::Prime => "prep.prime",
            Self::Place => "prep.place",
            Self::Leftovers => "prep.leftovers",
            Self::Boosts => "prep.boosts",
            Self::Start => "start",
            Self::ChallengeForced => "challenge.forced",
            Self::ChallengeRouse => "challenge.rouse",
            Self::ChallengeSelect => "challenge.select",
            Self::Rest => "rest",
            Self::PowerBet => "power.bet",
            Self::Combat => "combat.priority",
            Self::Result => "combat.result",
            Self::ResolutionInjure => "resolution.injure",
            Self::ResolutionExhaust => "resolution.exhaust",
            Self::ResolutionReturn => "resolution.return",
            Self::ResolutionReset => "resolution.reset",
            Self::RoundEnd => "end",
            Self::Over => "over",
        })
    }
}

/// True if a step did something; false if it waits for somebody.
pub(crate) type WentOn = bool;

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) setup: Arc<Setup>,
    pub(crate) step: Step,
    /// The bout, from 1.
    pub(crate) bout: usize,
    /// Bouts won by each seat. Rules: WU-5.3.1.
    pub(crate) wins: Vec<usize>,
    /// Bouts drawn.
    pub(crate) drawn: usize,
    /// The round, from 1; 0 while a bout is prepared. Rules: WU-6.0.1.
    pub(crate) round: usize,
    /// Who named the prime player last, or is about to. Rules: WU-R48.
    pub(crate) selector: Option<usize>,
    /// The prime player of the bout. Rules: WU-R66.
    pub(crate) prime: Option<usize>,
    /// Who owes a decision that one player alone has to make; in a draft, whose cards are dealt.
    pub(crate) to: Option<usize>,
    /// Cards of the draft not dealt yet, by name.
    pub(crate) pool: Vec<Card>,
    pub(crate) sides: Vec<Side>,
    /// How the bouts so far ended.
    pub(crate) ended: Vec<BoutEnd>,
    pub(crate) result: Option<GameResult>,
}

impl Game {
    /// A new game. It begins with the draft, or with the draw of bout 1. Rules: WU-3.0.1, WU-5.2.1.
    pub fn new(setup: Setup) -> Result<Self, String> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        let mut game = Self::unstarted(setup);
        if game.setup.format.has_draft {
            game.step = Step::DraftSelect;
            game.pool.clone_from(&game.setup.pool);
            shuffle(&mut game.pool);
        } else {
            for seat in 0..game.sides.len() {
                let deck = game.setup.decks[seat].clone();
                game.sides[seat].shuffle_in(deck);
            }
        }
        game.run();
        Ok(game)
    }

    pub(crate) fn unstarted(setup: Setup) -> Self {
        let seats = setup.format.seats;
        Self {
            step: Step::Infirmary,
            bout: 1,
            wins: vec![0; seats],
            drawn: 0,
            round: 0,
            selector: None,
            prime: None,
            to: None,
            pool: Vec::new(),
            sides: vec![Side::empty(&setup.format); seats],
            ended: Vec::new(),
            result: None,
            setup: Arc::new(setup),
        }
    }

    /// The setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The step the game is in.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The bout, from 1.
    pub fn bout(&self) -> usize {
        self.bout
    }

    /// Bouts won by each seat.
    pub fn wins(&self) -> &[usize] {
        &self.wins
    }

    /// Bouts drawn.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// The round, from 1; 0 while a bout is prepared.
    pub fn round(&self) -> usize {
        self.round
    }

    /// The prime player of the bout.
    pub fn prime(&self) -> Option<usize> {
        self.prime
    }

    /// Who named the prime player last, or is about to.
    pub fn selector(&self) -> Option<usize> {
        self.selector
    }

    /// Cards of the draft not dealt yet.
    pub fn pool(&self) -> &[Card] {
        &self.pool
    }

    /// What belongs to each seat.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// How the bouts so far ended.
    pub fn ended_bouts(&self) -> &[BoutEnd] {
        &self.ended
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<GameResult> {
        self.result.clone()
    }

    /// What the game waits for.
    pub fn turn(&self) -> Turn {
        if self.result.is_some() {
            Turn::Over
        } else if self.is_chance_due() {
            Turn::Chance
        } else {
            Turn::Seats(self.owing())
        }
    }

    fn is_chance_due(&self) -> bool {
        match self.step {
            Step::DraftSelect | Step::DraftDeal => true,
            Step::Prime => self.selector.is_none(),
            Step::Draw => self.drawing().is_some(),
            _ => false,
        }
    }

    /// The seats that owe a choice.
    pub(crate) fn owing(&self) -> Vec<usize> {
        match self.step {
            Step::DraftFirst
            | Step::DraftTake
            | Step::DraftCut
            | Step::Prime
            | Step::Place
            | Step::Leftovers
            | Step::ResolutionReturn => self.to.into_iter().collect(),
            Step::Infirmary
            | Step::Mulligan
            | Step::ChallengeForced
            | Step::ChallengeRouse
            | Step::ChallengeSelect
            | Step::PowerBet => self.still_to_seal(),
            _ => Vec::new(),
        }
    }

    /// In a step with secret choices: the seats that have one to make and have not made it. Rules: WU-R133.
    fn still_to_seal(&self) -> Vec<usize> {
        self.in_game()
            .into_iter()
            .filter(|&seat| self.sides[seat].sealed.is_none() && self.is_asked(seat))
            .collect()
    }

    /// Whether a seat has a secret choice to make in this step.
    fn is_asked(&self, seat: usize) -> bool {
        match self.step {
            Step::Infirmary => self.is_short(seat),
            Step::Mulligan => !self.sides[seat].kept,
            Step::ChallengeForced => self.is_asked_whom_to_hurt(seat),
            Step::ChallengeRouse => self.sides[seat].hurt.is_some(),
            Step::ChallengeSelect => self.eligible(seat).len() > 1,
            Step::PowerBet => self.sides[seat].has_vassals() && self.sides[seat].boosts > 0,
            _ => false,
        }
    }

    /// Everything a seat may choose, sorted as texts; empty for a seat that owes nothing. Conceding is
    /// not listed.
    pub fn legal(&self, seat: usize) -> Vec<String> {
        let mut texts: Vec<String> = self.options(seat).iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    /// The same in the order of zones, of hands and of seats.
    fn options(&self, seat: usize) -> Vec<Action> {
        if self.result.is_some() || !self.owing().contains(&seat) {
            return Vec::new();
        }
        let yes_or_no = [true, false];
        match self.step {
            Step::DraftFirst => self.in_game().into_iter().map(Action::First).collect(),
            Step::DraftTake => self.cards_to_take(seat),
            Step::DraftCut => self.cards_to_cut(seat),
            Step::Infirmary => yes_or_no.map(Action::Infirmary).to_vec(),
            Step::Mulligan => vec![Action::Mulligan, Action::Keep],
            Step::Prime => self.in_game().into_iter().map(Action::Prime).collect(),
            Step::Place => self.placings(seat),
            Step::Leftovers => self.leftovers(seat),
            Step::ChallengeForced => self.sides[seat].filled_zones().into_iter().map(Action::Hurt).collect(),
            Step::ChallengeRouse => yes_or_no.map(Action::Rouse).to_vec(),
            Step::ChallengeSelect => self.eligible(seat).into_iter().map(Action::Send).collect(),
            Step::PowerBet => (0..=self.sides[seat].boosts).map(Action::Bet).collect(),
            Step::ResolutionReturn => self.return_kinds(seat).into_iter().map(Action::Back).collect(),
            _ => Vec::new(),
        }
    }

    /// A seat chooses, or concedes. What is not legal is refused and changes nothing.
    pub fn apply(&mut self, seat: usize, text: &str) -> Result<(), String> {
        match text {
            "concede bout" => return self.concede_bout(seat),
            "concede game" => return self.concede_game(seat),
            _ => {}
        }
        let Some(action) = self.options(seat).into_iter().find(|action| action.to_string() == text) else {
            return Err(format!("P{} cannot choose `{text}` now", seat + 1));
        };
        match action {
            Action::First(first) => self.start_draft(first),
            Action::Take(card) => self.take(seat, &card),
            Action::Cut(card) => self.cut(seat, card.as_deref()),
            Action::Prime(prime) => self.name_prime(prime),
            Action::Place(card) => self.place(seat, &card),
            Action::Stop => self.stop(seat),
            Action::Under(card) => self.put_under(seat, &card),
            Action::Back(kind) => self.return_challenger(seat, kind),
            secret @ (Action::Infirmary(_)
            | Action::Mulligan
            | Action::Keep
            | Action::Hurt(_)
            | Action::Rouse(_)
            | Action::Send(_)
            | Action::Bet(_)) => self.sides[seat].sealed = Some(secret),
        }
        self.run();
        Ok(())
    }

    /// What may come by chance now, each with its weight, sorted as texts. Nothing if nothing is due.
    /// Rules: WU-R125.
    pub fn chance(&self) -> Vec<(String, u64)> {
        let mut outcomes: Vec<(String, u64)> = Vec::new();
        for text in self.chance_one_by_one() {
            match outcomes.iter_mut().find(|(other, _)| *other == text) {
                Some((_, weight)) => *weight += 1,
                None => outcomes.push((text, 1)),
            }
        }
        outcomes.sort();
        outcomes
    }

    /// Every single card or player that may come.
    fn chance_one_by_one(&self) -> Vec<String> {
        let pick = |seat: usize| format!("pick P{}", seat + 1);
        match self.step {
            Step::DraftSelect => self.in_game().into_iter().map(pick).collect(),
            Step::Prime if self.selector.is_none() => self.in_game().into_iter().map(pick).collect(),
            Step::DraftDeal => self.pool.iter().map(|card| format!("pool {}", card.id)).collect(),
            Step::Draw => {
                let Some(seat) = self.drawing() else { return Vec::new() };
                self.sides[seat].bag.iter().map(|card| format!("draw P{} {}", seat + 1, card.id)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Chance decides: `pick P1`, `pool clerk-ademar`, `draw P2 clerk-ademar`. What is not due is refused
    /// and changes nothing.
    pub fn apply_chance(&mut self, text: &str) -> Result<(), String> {
        if !self.chance().iter().any(|(outcome, _)| outcome == text) {
            return Err(format!("`{text}` cannot come by chance now"));
        }
        let what = text.rsplit(' ').next().expect("an outcome has words");
        match self.step {
            Step::DraftSelect => self.select_drafter(picked(what)),
            Step::Prime => self.select_selector(picked(what)),
            Step::DraftDeal => self.deal(what),
            _ => self.draw(what),
        }
        self.run();
        Ok(())
    }

    /// What is done for a seat that lets its time run out; empty for a seat that owes nothing. Rules: WU-R126.
    pub fn default_action(&self, seat: usize) -> String {
        let options = self.options(seat);
        let Some(first) = options.first().cloned() else { return String::new() };
        let declining =
            [Action::Cut(None), Action::Infirmary(false), Action::Keep, Action::Rouse(false), Action::Bet(0)];
        declining.into_iter().find(|action| options.contains(action)).unwrap_or(first).to_string()
    }

    /// Goes on until somebody has to act or the game is over.
    pub(crate) fn run(&mut self) {
        while self.result.is_none() && self.take_step() {}
    }

    /// One step of the machine.
    fn take_step(&mut self) -> WentOn {
        match self.step {
            Step::DraftSelect
            | Step::DraftFirst
            | Step::DraftDeal
            | Step::DraftTake
            | Step::DraftCut
            | Step::Prime
            | Step::Over => false,
            Step::Infirmary => self.open_infirmaries(),
            Step::Draw => self.draw_known(),
            Step::Mulligan => self.open_mulligans(),
            Step::Place => self.place_on(),
            Step::Leftovers => self.put_leftovers_away(),
            Step::Boosts => self.set_boosts(),
            Step::Start => self.start_round(),
            Step::ChallengeForced => self.open_compulsory_injuries(),
            Step::ChallengeRouse => self.open_restorings(),
            Step::ChallengeSelect => self.open_challengers(),
            Step::Rest => self.rest(),
            Step::PowerBet => self.open_bets(),
            Step::Combat => self.abstain(),
            Step::Result => self.label(),
            Step::ResolutionInjure => self.injure_challengers(),
            Step::ResolutionExhaust => self.exhaust_challengers(),
            Step::ResolutionReturn => self.return_challengers(),
            Step::ResolutionReset => self.reset_power(),
            Step::RoundEnd => self.end_round(),
        }
    }

    /// The choices of a secret step once all are in, by seat; nothing while one is missing. They are put
    /// away. Seats that were not asked have none. Rules: WU-6.2.4, WU-R133.
    pub(crate) fn opened(&mut self) -> Option<Vec<Option<Action>>> {
        if !self.owing().is_empty() {
            return None;
        }
        Some(self.sides.iter_mut().map(|side| side.sealed.take()).collect())
    }

    /// The players who have not conceded the game.
    pub(crate) fn in_game(&self) -> Vec<usize> {
        (0..self.sides.len()).filter(|&seat| self.sides[seat].in_game).collect()
    }

    /// The players with a Vassal in play; during a bout these are the ones still in it. Rules: WU-R106.
    pub(crate) fn in_bout(&self) -> Vec<usize> {
        (0..self.sides.len()).filter(|&seat| self.sides[seat].has_vassals()).collect()
    }

    /// All seats clockwise, beginning with this one. Rules: WU-8.1.2, WU-R4.
    pub(crate) fn clockwise_from(&self, seat: usize) -> Vec<usize> {
        let seats = self.sides.len();
        (0..seats).map(|steps| (seat + steps) % seats).collect()
    }

    /// The next player clockwise of a seat who is still in the game.
    pub(crate) fn next_in_game(&self, seat: usize) -> usize {
        let next = self.clockwise_from(seat + 1).into_iter().find(|&seat| self.sides[seat].in_game);
        next.expect("somebody is left")
    }
}

/// The seat of `P1`.
fn picked(word: &str) -> usize {
    let number: usize = word[1..].parse().expect("a seat of the list");
    number - 1
}
