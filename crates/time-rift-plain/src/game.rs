//! The position, the calls from outside, and the list of steps.

use std::fmt;
use std::sync::Arc;

use crate::action::{Action, Source};
use crate::arena::{Feature, Point, Square};
use crate::cards::{Card, Champion};
use crate::roll_off::{Member, RollOff};
use crate::setup::{Mode, Setup};

/// Who acts next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Every one of these seats owes a choice, in any order.
    Seats(Vec<usize>),
    /// Dice are awaited.
    Chance,
    /// Nobody: the game has ended.
    Over,
}

/// The dice that are awaited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The event: C1 defense roll, C2 attack roll, C5 tie die, C6 roll-off, C7 roll-off for the
    /// turn order of a Tie Breaker or Tire Fight.
    pub event: &'static str,
    /// Whose dice these are, in the order of the faces; nobody's for a neutral. A team that rolls
    /// for the victory is named by its first seat.
    pub seats: Vec<usize>,
    /// How many dice.
    pub dice: usize,
}

/// The stages of a game. Rules: TR-ROE-1, TR-ROUND-12, TR-R116.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Round Zero or a numbered round.
    Round(usize),
    /// The Tie Breaker.
    Tie,
    /// A lap of a Tire Fight.
    Tire(usize),
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Round(round) => write!(f, "R{round}"),
            Self::Tie => write!(f, "RT"),
            Self::Tire(lap) => write!(f, "RX{lap}"),
        }
    }
}

/// The steps of the engine model. The longer names are parts of G1, G2 and G3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Champions revealed, order of placement.
    Z2,
    /// Sides and placement.
    Z3,
    /// Slots.
    Z4,
    /// Recharge.
    P1,
    /// Flip.
    P2,
    /// Legality.
    P3,
    /// Round Order.
    P4,
    /// W-REVEAL.
    P5,
    /// Round Order again.
    P6,
    /// W-ROUND-START.
    P7,
    /// Final order and list of turns.
    P8,
    /// A turn starts.
    T1,
    /// W-IDLE.
    T2,
    /// An attack is being resolved.
    T3,
    /// A turn ends.
    T4,
    /// Poison.
    E1,
    /// W-ROUND-END.
    E2,
    /// Cleanup.
    E3,
    /// Life is compared after the last round.
    G1,
    /// Part of G1: the order of the Tie Breaker is rolled.
    TieRoll,
    /// Life is compared after the Tie Breaker.
    G2,
    /// Part of G2: who enters the Tire Fight.
    TireEnter,
    /// Part of G2: the order of placement, ties rolled.
    TireRank,
    /// Part of G2: placement on the center.
    TirePlace,
    /// Part of G2: the turn order is rolled.
    TireRoll,
    /// Life is compared after the last lap.
    G3,
    /// Part of G3, and of everybody at zero at once: the victory is rolled for.
    WinnerRoll,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TieRoll => write!(f, "G1"),
            Self::TireEnter | Self::TireRank | Self::TirePlace | Self::TireRoll => write!(f, "G2"),
            Self::WinnerRoll => write!(f, "G3"),
            step => write!(f, "{step:?}"),
        }
    }
}

/// A card lying in a slot. Rules: TR-LOAD-7.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own in the notation")]
pub struct Laid {
    /// The card.
    pub card: Card,
    /// True once it is revealed. Rules: TR-REVL-1.
    pub face_up: bool,
    /// True from its use to the next Recharge. Rules: TR-WATK-2, TR-RECH-1.
    pub depleted: bool,
    /// True if its hands count in this round. Rules: TR-R47.
    pub committed: bool,
    /// True if it has made its attack of this turn. Rules: TR-R42.
    pub attacked: bool,
}

/// What belongs to one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own in the notation")]
pub struct Seat {
    /// False once the Champion is defeated. Rules: TR-END-1.
    pub living: bool,
    /// The side of the Arena, once it has one. Rules: TR-R10.
    pub side: Option<Point>,
    /// Space and facing of the Champion while it is in the Arena. Rules: TR-R1.
    pub standing: Option<(Square, Point)>,
    /// Life left; 0 for the defeated, however that came. Rules: TR-CHAMP-5, TR-R110.
    pub life: i32,
    /// Unspent Actions. Rules: TR-R19.
    pub actions: i32,
    /// Moved in this turn.
    pub moved: bool,
    /// Attacked in this turn.
    pub attacked: bool,
    /// Has chosen for the slot that is being filled. Rules: TR-R16.
    pub sealed: bool,
    /// The slots, the first being slot 1. Rules: TR-SETUP-15.
    pub slots: Vec<Option<Laid>>,
    /// Cards not yet laid into a slot, in the order of the deck.
    pub loadout: Vec<Card>,
    /// The discard pile, oldest first. Rules: TR-GLOS-4.
    pub discard: Vec<String>,
    /// Cards returned unrevealed after defeat. Rules: TR-END-3.
    pub returned: Vec<String>,
}

impl Seat {
    /// The hands of the cards committed in this round. Rules: TR-WIELD-5, TR-R47.
    pub fn hands_used(&self) -> i32 {
        self.slots.iter().flatten().filter(|laid| laid.committed).map(|laid| laid.card.hands).sum()
    }
}

/// One entry of the list of turns. Rules: TR-ROUND-4, TR-R124.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A turn of this seat at its own place.
    Own(usize),
    /// A turn of the first seat ahead of the second, if that one is undefeated by then. Rules: TR-R124.
    Before(usize, usize),
    /// A turn of the first seat behind the second, if that one's turn began. Rules: TR-R124.
    After(usize, usize),
}

impl Turn {
    /// Whose turn it is.
    pub fn seat(self) -> usize {
        match self {
            Self::Own(seat) | Self::Before(seat, _) | Self::After(seat, _) => seat,
        }
    }
}

/// What an attack is still waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackStep {
    /// The defense dice. Rules: TR-COMBAT-2.
    A5,
    /// The attack dice. Rules: TR-COMBAT-5.
    A8,
    /// The tie die. Rules: TR-COMBAT-10.
    A11,
}

/// Who is attacked. Rules: TR-R39, TR-R40.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The Champion of a seat.
    Champion(usize),
    /// The neutral on the attacked space. Rules: TR-R140.
    Neutral,
}

/// An attack in progress. Rules: TR-R37.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// What it waits for.
    pub step: AttackStep,
    /// Who attacks.
    pub attacker: usize,
    /// With what.
    pub source: Source,
    /// Who is attacked.
    pub target: Target,
    /// The attacked space.
    pub square: Square,
    /// The number of that space in the grid. Rules: TR-GRID-6, TR-R38.
    pub grid_value: i32,
    /// The defense dice, once rolled.
    pub defense_dice: Vec<i32>,
    /// The Defense Total, once fixed. Rules: TR-COMBAT-4.
    pub defense_total: Option<i32>,
    /// The attack dice, once rolled.
    pub attack_dice: Vec<i32>,
    /// The Attack Total, once fixed. Rules: TR-COMBAT-7.
    pub attack_total: Option<i32>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The last enemy was defeated, in whatever stage. Rules: TR-END-4.
    Ko,
    /// Most Life after the last round. Rules: TR-END-5.
    Life,
    /// Most Life after the Tie Breaker. Rules: TR-TIE-5.
    Tie,
    /// Most Life after the last lap of a Tire Fight, or the roll-off after it or instead of it.
    /// Rules: TR-R116, TR-R142.
    Tire,
    /// The last enemy conceded. Rules: TR-R119.
    Concede,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ko => "ko",
            Self::Life => "life",
            Self::Tie => "tie",
            Self::Tire => "tire",
            Self::Concede => "concede",
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// All seats of the winning side, also its defeated ones, ascending. Rules: TR-R123.
    pub winners: Vec<usize>,
    /// Why.
    pub reason: Reason,
}

/// A seat of a position to start from.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its side.
    pub side: Point,
    /// Space and facing such as `b2E`, or `-` if defeated.
    pub standing: String,
    /// Life left.
    pub life: i32,
    /// Unspent Actions.
    pub actions: i32,
}

/// A position to start from: the first seat of the order is in W-IDLE at the start of its turn. The
/// loadout cards lie in the slots in the order of the deck, charged, face up up to the round.
#[derive(Clone, Debug)]
pub struct Position {
    /// The round.
    pub round: usize,
    /// The Round Order.
    pub order: Vec<usize>,
    /// The seats.
    pub seats: Vec<Placed>,
}

/// True if a step did something; false if it waits for somebody.
pub(crate) type WentOn = bool;

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) setup: Arc<Setup>,
    pub(crate) stage: Stage,
    pub(crate) step: Step,
    pub(crate) seats: Vec<Seat>,
    /// What lies in the Arena now. Rules: TR-R102, TR-R115.
    pub(crate) features: Vec<Feature>,
    /// The order being made.
    pub(crate) roll_off: Option<RollOff>,
    /// Who places, first to last. Rules: TR-SETUP-7, TR-R115.
    pub(crate) placing: Vec<usize>,
    /// The slot being filled, from 1. Rules: TR-R16.
    pub(crate) filling: usize,
    /// The Round Order, living seats only. Rules: TR-R20.
    pub(crate) order: Vec<usize>,
    /// The list of turns of the round. Rules: TR-R124.
    pub(crate) turns: Vec<Turn>,
    /// Which entry of it is running, or else comes next.
    pub(crate) turn_index: usize,
    /// Whether the one against several precedes every enemy in the order as it was made. Rules: TR-R124.
    pub(crate) solo_is_first: bool,
    /// Whose own turn has begun in this round. Rules: TR-R124.
    pub(crate) began: Vec<usize>,
    /// Whose turn it is.
    pub(crate) active: Option<usize>,
    /// Actions spent in this turn. Rules: TR-R28.
    pub(crate) spent: i32,
    pub(crate) attack: Option<Attack>,
    /// Chosen to enter the Tire Fight. Rules: TR-R118.
    pub(crate) entering: Vec<usize>,
    /// The reason the game will have ended for when the roll-off for the victory is over.
    pub(crate) rolled_for: Option<Reason>,
    pub(crate) result: Option<GameResult>,
}

impl Game {
    /// A new game. The battle decks are chosen, so it begins with Z2, or in the mode tire with the
    /// placement of G2. Rules: TR-SETUP-6, TR-R15, TR-R129.
    pub fn new(setup: Setup) -> Result<Self, String> {
        let mut game = Self::unstarted(setup)?;
        if game.setup.mode == Mode::Tire {
            game.step = Step::TireEnter;
        } else {
            game.roll_off = Some(game.ranking(|game, seat| vec![game.champion(seat).initiative]));
        }
        game.run();
        Ok(game)
    }

    /// A game that begins in the middle of a round.
    pub fn from_position(setup: Setup, position: &Position) -> Result<Self, String> {
        let mut game = Self::unstarted(setup)?;
        if position.seats.len() != game.seats.len() || position.order.is_empty() {
            return Err("the position does not fit the setup".to_string());
        }
        for (number, placed) in position.seats.iter().enumerate() {
            let seat = &mut game.seats[number];
            seat.side = Some(placed.side);
            seat.life = placed.life;
            seat.actions = placed.actions;
            for (index, card) in std::mem::take(&mut seat.loadout).into_iter().enumerate() {
                let face_up = index < position.round;
                let laid = Laid { card, face_up, depleted: false, committed: false, attacked: false };
                seat.slots[index] = Some(laid);
            }
            if placed.standing == "-" {
                game.defeat(number);
                continue;
            }
            let (square, facing) = placed.standing.split_at_checked(2).ok_or("no space and facing")?;
            let square = Square::parse(square).ok_or_else(|| format!("no space {square}"))?;
            let facing = Point::parse(facing).ok_or_else(|| format!("no facing {facing}"))?;
            seat.standing = Some((square, facing));
        }
        game.stage = Stage::Round(position.round);
        game.order.clone_from(&position.order);
        game.make_turn_list();
        game.active = Some(position.order[0]);
        game.began = vec![position.order[0]];
        game.step = Step::T2;
        game.run();
        Ok(game)
    }

    pub(crate) fn unstarted(setup: Setup) -> Result<Self, String> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        let slots = if setup.mode.has_loadouts() { setup.slots } else { 0 };
        let seats = (0..setup.decks.len())
            .map(|seat| Seat {
                living: true,
                side: None,
                standing: None,
                life: setup.starting_life(seat),
                actions: 0,
                moved: false,
                attacked: false,
                sealed: false,
                slots: vec![None; slots],
                loadout: setup.decks[seat].loadout.clone(),
                discard: Vec::new(),
                returned: Vec::new(),
            })
            .collect();
        Ok(Self {
            stage: Stage::Round(0),
            step: Step::Z2,
            seats,
            features: setup.features.clone(),
            roll_off: None,
            placing: Vec::new(),
            filling: 1,
            order: Vec::new(),
            turns: Vec::new(),
            turn_index: 0,
            solo_is_first: false,
            began: Vec::new(),
            active: None,
            spent: 0,
            attack: None,
            entering: Vec::new(),
            rolled_for: None,
            result: None,
            setup: Arc::new(setup),
        })
    }

    /// The setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The seats.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// What lies in the Arena now.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The stage the game is in, or ended in.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The step the game is in, or ended in.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The Round Order in force.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Whose turn it is.
    pub fn active(&self) -> Option<usize> {
        self.active
    }

    /// Actions spent in this turn. Rules: TR-R28.
    pub fn spent(&self) -> i32 {
        self.spent
    }

    /// Which entry of the list of turns is running, or else comes next. Rules: TR-R124.
    pub fn turn_index(&self) -> usize {
        self.turn_index
    }

    /// Who places, first to last; the defeated are still named. Rules: TR-SETUP-7, TR-R115.
    pub fn placing(&self) -> &[usize] {
        &self.placing
    }

    /// The slot being filled, from 1. Rules: TR-R16.
    pub fn filling(&self) -> usize {
        self.filling
    }

    /// Who is chosen to enter the Tire Fight. Rules: TR-R118.
    pub fn entering(&self) -> &[usize] {
        &self.entering
    }

    /// The order being made. Where teams roll for the victory its members are teams. Rules: TR-R12.
    pub fn roll_off(&self) -> Option<&RollOff> {
        self.roll_off.as_ref()
    }

    /// The attack in progress.
    pub fn attack(&self) -> Option<&Attack> {
        self.attack.as_ref()
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<GameResult> {
        self.result.clone()
    }

    /// Who acts next.
    pub fn actor(&self) -> Actor {
        if self.result.is_some() {
            Actor::Over
        } else if self.chance_due().is_some() {
            Actor::Chance
        } else {
            Actor::Seats(self.owing())
        }
    }

    /// The seats that owe a choice.
    fn owing(&self) -> Vec<usize> {
        match self.step {
            Step::Z3 | Step::TirePlace => self.placer().into_iter().collect(),
            Step::Z4 => self.living().into_iter().filter(|&seat| !self.seats[seat].sealed).collect(),
            Step::T2 => self.active.into_iter().collect(),
            Step::TireEnter => self.entry_choice().into_iter().map(|(seat, _)| seat).collect(),
            _ => Vec::new(),
        }
    }

    /// The dice that are due, if any. Rules: TR-COMP-2.
    pub fn chance_due(&self) -> Option<Chance> {
        if self.result.is_some() {
            return None;
        }
        if let Some(attack) = &self.attack {
            return Some(Self::attack_dice_due(attack));
        }
        let tied = self.roll_off.as_ref()?.tied();
        if tied.is_empty() {
            return None;
        }
        let event = if matches!(self.step, Step::TieRoll | Step::TireRoll) { "C7" } else { "C6" };
        let dice = tied.len();
        let is_of_teams = self.step == Step::WinnerRoll;
        let seats =
            if is_of_teams { tied.iter().map(|&team| self.setup.members(team)[0]).collect() } else { tied };
        Some(Chance { event, seats, dice })
    }

    /// Everything a seat may choose, sorted as texts; empty for a seat that owes nothing.
    pub fn legal(&self, seat: usize) -> Vec<String> {
        let mut texts: Vec<String> = self.legal_actions(seat).iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    fn legal_actions(&self, seat: usize) -> Vec<Action> {
        let Actor::Seats(owing) = self.actor() else { return Vec::new() };
        if !owing.contains(&seat) {
            return Vec::new();
        }
        match self.step {
            Step::Z3 if self.seats[seat].side.is_none() => {
                self.free_sides(seat).into_iter().map(Action::Side).collect()
            }
            Step::Z3 => self.placements(seat),
            Step::Z4 => self.fillings(seat),
            Step::T2 => self.turn_options(seat),
            Step::TireEnter => {
                let (_, choices) = self.entry_choice().expect("a choice is owed");
                choices.into_iter().map(|choice| Action::Enter(self.square_of(choice))).collect()
            }
            Step::TirePlace => self.tire_placements(),
            _ => Vec::new(),
        }
    }

    /// A seat chooses. What is not legal is refused and changes nothing.
    pub fn apply(&mut self, seat: usize, text: &str) -> Result<(), String> {
        let actions = self.legal_actions(seat);
        let Some(action) = actions.into_iter().find(|action| action.to_string() == text) else {
            return Err(format!("seat {seat} cannot choose `{text}` now"));
        };
        match action {
            Action::Side(side) => self.take_side(seat, side),
            Action::Place(square, facing) => self.seats[seat].standing = Some((square, facing)),
            Action::Fill(slot, card) => self.fill_slot(seat, slot, card.as_deref()),
            Action::Maneuver(_, to, facing) => self.maneuver(seat, to, facing),
            Action::Rotate(_, facing) => self.rotate(seat, facing),
            Action::Attack(source, target) => self.declare_attack(seat, source, target),
            Action::EndTurn => self.step = Step::T4,
            Action::Enter(square) => {
                self.entering.push(self.seat_on(square).expect("a Champion on the space"));
            }
        }
        self.run();
        Ok(())
    }

    /// Dice fall: `dice(43)`. What is not due is refused and changes nothing.
    pub fn apply_chance(&mut self, text: &str) -> Result<(), String> {
        let Some(due) = self.chance_due() else { return Err("no dice are due".to_string()) };
        let faces = text.strip_prefix("dice(").and_then(|rest| rest.strip_suffix(')'));
        let faces = faces.ok_or_else(|| format!("`{text}` is no roll of dice"))?;
        let faces: Vec<i32> =
            faces.chars().filter_map(|face| "123456".find(face)).map(|i| i as i32 + 1).collect();
        if text.len() != "dice()".len() + due.dice || faces.len() != due.dice {
            return Err(format!("`{text}` is not a roll of {} dice", due.dice));
        }
        if self.attack.is_some() {
            self.roll_in_attack(&faces);
        } else {
            self.roll_off.as_mut().expect("a roll-off is due").throw(&faces);
        }
        self.run();
        Ok(())
    }

    /// A seat concedes, which it may at any time: its Champion is defeated at once. Rules: TR-R119.
    pub fn concede(&mut self, seat: usize) -> Result<(), String> {
        if self.result.is_some() {
            return Err("the game is over".to_string());
        }
        if !self.seats.get(seat).is_some_and(|seat| seat.living) {
            return Err(format!("seat {seat} is not in the game"));
        }
        self.defeat(seat);
        self.check_last_standing(Reason::Concede);
        self.run();
        Ok(())
    }

    /// What is done for a seat that lets its time run out; empty for a seat that owes nothing.
    /// End the turn, else rotate clockwise; fill slots in the order of the deck; otherwise, and
    /// where a rotation is not possible, the first option of the list. Rules: TR-R119.
    pub fn default_action(&self, seat: usize) -> String {
        let legal = self.legal(seat);
        let Some(first) = legal.first().cloned() else { return String::new() };
        let wished: Vec<Action> = match self.step {
            Step::T2 => {
                let (at, facing) = self.seats[seat].standing.expect("a Champion in the Arena");
                vec![Action::EndTurn, Action::Rotate(at, facing.right())]
            }
            Step::Z4 => {
                let card = self.seats[seat].loadout.first().map(|card| card.id.clone());
                vec![Action::Fill(self.filling, card)]
            }
            _ => Vec::new(),
        };
        wished.into_iter().map(|action| action.to_string()).find(|text| legal.contains(text)).unwrap_or(first)
    }

    /// Goes on until somebody has to act or the game is over.
    pub(crate) fn run(&mut self) {
        while self.result.is_none() && self.take_step() {}
    }

    /// One step of the machine.
    fn take_step(&mut self) -> WentOn {
        match self.step {
            Step::Z2 => self.order_placement(),
            Step::Z3 => self.place_champions(),
            Step::Z4 => self.arrange(),
            Step::P1 => self.recharge(),
            Step::P2 => self.flip(),
            Step::P3 => self.check_legality(),
            Step::P4 => self.make_round_order(),
            Step::P5 => self.pass_window(Step::P6),
            Step::P6 => self.keep_round_order(Step::P7),
            Step::P7 => self.pass_window(Step::P8),
            Step::P8 => self.freeze_round_order(),
            Step::T1 => self.start_next_turn(),
            Step::T2 => self.idle(),
            Step::T3 => self.resolve(),
            Step::T4 => self.end_turn(),
            Step::E1 => self.pass_window(Step::E2),
            Step::E2 => self.pass_window(Step::E3),
            Step::E3 => self.clean_up(),
            Step::G1 => self.compare_after_rounds(),
            Step::TieRoll => self.roll_tie_breaker_order(),
            Step::G2 => self.compare_after_tie_breaker(),
            Step::TireEnter => self.enter_tire_fight(),
            Step::TireRank => self.rank_for_tire_fight(),
            Step::TirePlace => self.place_in_center(),
            Step::TireRoll => self.roll_tire_order(),
            Step::G3 => self.compare_after_laps(),
            Step::WinnerRoll => self.roll_for_victory(),
        }
    }

    /// A step in which only card text could do something. Rules: TR-R64.
    fn pass_window(&mut self, next: Step) -> WentOn {
        self.step = next;
        true
    }

    /// A roll-off of the living seats by some numbers, faces in seat order.
    pub(crate) fn ranking(&self, numbers: impl Fn(&Self, usize) -> Vec<i32>) -> RollOff {
        let seats = self.in_seat_order(self.living());
        RollOff {
            members: seats.into_iter().map(|who| Member { who, numbers: numbers(self, who) }).collect(),
        }
    }

    /// The order a roll-off has come to; nothing while somebody is still tied. It is put away.
    pub(crate) fn take_order(&mut self) -> Option<Vec<usize>> {
        let roll_off = self.roll_off.as_ref().expect("a roll-off");
        if !roll_off.tied().is_empty() {
            return None;
        }
        let order = roll_off.order();
        self.roll_off = None;
        Some(order)
    }

    /// Seats by side in the order W, S, E, N; within a side, and while there are no sides, by number.
    pub(crate) fn in_seat_order(&self, mut seats: Vec<usize>) -> Vec<usize> {
        seats.sort_by_key(|&seat| (self.seats[seat].side, seat));
        seats
    }

    /// The Champion of a seat.
    pub(crate) fn champion(&self, seat: usize) -> &Champion {
        &self.setup.decks[seat].champion
    }

    /// The seats not defeated.
    pub(crate) fn living(&self) -> Vec<usize> {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].living).collect()
    }

    /// The teams with somebody left, in the order of their seats. Rules: TR-R106.
    pub(crate) fn living_teams(&self) -> Vec<usize> {
        let mut teams = Vec::new();
        for seat in self.in_seat_order(self.living()) {
            let team = self.setup.team(seat);
            if !teams.contains(&team) {
                teams.push(team);
            }
        }
        teams
    }

    /// The members of a team not defeated.
    pub(crate) fn living_members(&self, team: usize) -> Vec<usize> {
        self.living().into_iter().filter(|&seat| self.setup.team(seat) == team).collect()
    }

    /// Where a Champion in the Arena stands.
    pub(crate) fn square_of(&self, seat: usize) -> Square {
        self.seats[seat].standing.expect("a Champion in the Arena").0
    }

    /// The seat whose Champion stands on a space.
    pub(crate) fn seat_on(&self, square: Square) -> Option<usize> {
        (0..self.seats.len()).find(|&seat| self.seats[seat].standing.is_some_and(|(at, _)| at == square))
    }

    /// True if a Champion, an Obstacle or a neutral is on a space. Rules: TR-MOVE-8, TR-R35.
    pub(crate) fn is_occupied(&self, square: Square) -> bool {
        let by_feature = self.features.iter().any(|feature| feature.occupies() && feature.square() == square);
        by_feature || self.seat_on(square).is_some()
    }
}
