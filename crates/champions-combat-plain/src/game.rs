//! The position, and one function for every step of the state machine.

use std::collections::BTreeMap;

use crate::board::{FACINGS, Hex, facing_by_name};
use crate::choice::{Choice, Way};
use crate::content::{count, has, is_long, number};
use crate::legal::after_step;
use crate::setup::Setup;
use crate::{SEAT_LETTERS, seat_letter, seat_letters};

/// All Power tokens there are. Rules: CC-COMP-7, CC-R25.
pub const POWER_TOKENS: usize = 20;

/// Where the Round counter stops. Rules: CC-R73.
const LAST_ROUND: usize = 65_535;

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A chance action is awaited. Rules: CC-R70.
    Chance,
    /// A seat decides.
    Seat(usize),
    /// Nobody: the game has ended.
    Over,
}

/// The steps at which the game waits. The other steps are functions that never wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Styles are dealt. Rules: CC-SETUP-4.
    Setup,
    /// Hands are dealt. Rules: CC-DRAW-3.
    Draw,
    /// The row is laid out. Rules: CC-INIT-2.
    Init,
    /// The active player chooses a card and a section. Rules: CC-RES-2, CC-RES-5.
    Turn,
    /// A long walk is declared. Rules: CC-R72.
    Walk,
    /// Dice are rolled. Rules: CC-ATTACK-5.
    Roll,
    /// The attacker pushes. Rules: CC-PUSH-1.
    Push,
    /// The attacker names who fumbles next. Rules: CC-R50.
    FumbleOrder,
    /// A target turns the attacker. Rules: CC-FUMB-1.
    Fumble,
    /// The attacker names who reacts next. Rules: CC-BARR-2.
    Order,
    /// A target reacts or declines. Rules: CC-REACT-2.
    React,
    /// The game has ended.
    Over,
}

/// Which section of a card is used. Rules: CC-RES-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The Move section.
    Move,
    /// The Attack section.
    Attack,
    /// The Reaction section.
    Reaction,
}

/// What belongs to one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Where the figure stands; nothing once the player has left. Rules: CC-R69.
    pub hex: Option<Hex>,
    /// Where the figure looks. Rules: CC-R3.
    pub facing: usize,
    /// The Style card, once dealt. Rules: CC-R9.
    pub style: Option<String>,
    /// Power tokens held. Rules: CC-POWER-4.
    pub power: usize,
    /// Score tokens held. Rules: CC-SCORE-1.
    pub score: usize,
    /// Card ids in hand, ascending. Rules: CC-DRAW-3.
    pub hand: Vec<String>,
    /// Card ids played this Round, in the order of play. Rules: CC-RES-3.
    pub discard: Vec<String>,
}

/// The attack that is being worked out. Rules: CC-R42, CC-R43.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    /// The targets, by seat, fixed at declaration. Rules: CC-R43.
    pub targets: Vec<usize>,
    /// The number needed for each target, fixed at declaration. Rules: CC-R43.
    pub need: BTreeMap<usize, u32>,
    /// The targets attacked from straight behind, fixed at declaration. Rules: CC-R43, CC-R57.
    pub behind: Vec<usize>,
    /// The targets done with in this step. Emptied before Pushes, Fumbles and reactions. Rules: CC-R50.
    pub done: Vec<usize>,
    /// Hits left for each target. Rules: CC-ATTACK-9, CC-R49.
    pub hits: BTreeMap<usize, usize>,
    /// Who fumbles or reacts now.
    pub current: Option<usize>,
}

impl Attack {
    /// The targets not done with, by seat.
    pub fn not_done(&self) -> Vec<usize> {
        self.targets.iter().copied().filter(|target| !self.done.contains(target)).collect()
    }
}

/// A long walk under way. Rules: CC-R72.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongWalk {
    /// Who walks.
    pub seat: usize,
    /// Where the walk began; it may not end there. Rules: CC-MOVE-5.
    pub start: Hex,
    /// Steps still to be made.
    pub steps_left: usize,
    /// True if the section has the Displace icon. Rules: CC-R37.
    pub displace: bool,
}

/// A card whose section is being used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlay {
    /// Who played it.
    pub seat: usize,
    /// Its id.
    pub card: String,
    /// The section used.
    pub section: Section,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// One winner, or the players who draw. Rules: CC-R66, CC-R68.
    pub winners: Vec<usize>,
    /// The Score of every seat. Rules: CC-R26.
    pub scores: Vec<usize>,
    /// True if the game ended by the limit of Rounds. Rules: CC-R68.
    pub capped: bool,
}

/// A seat of a position to start from, in notation.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// The name of its hex.
    pub hex: String,
    /// The name of its facing.
    pub facing: String,
    /// The id of its Style.
    pub style: String,
    /// Power tokens held.
    pub power: usize,
    /// Score tokens held.
    pub score: usize,
    /// Card ids in hand.
    pub hand: Vec<String>,
    /// Card ids played this Round.
    pub discard: Vec<String>,
}

/// A position to start from: a slot that is about to begin.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The seats in order.
    pub seats: Vec<Placed>,
    /// The number of the Round.
    pub round: usize,
    /// The row without the Special card. Rules: CC-R14.
    pub row: Vec<usize>,
    /// The slot that begins; the length of the row is the Special card.
    pub slot: usize,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) setup: Setup,
    pub(crate) step: Step,
    pub(crate) seats: Vec<Seat>,
    round: usize,
    to_deal: Vec<usize>,
    row: Vec<usize>,
    halves: usize,
    slot: usize,
    pub(crate) active: Option<usize>,
    in_play: Option<InPlay>,
    pub(crate) attack: Attack,
    pub(crate) walk: Option<LongWalk>,
    resigning: Vec<usize>,
    result: Option<GameResult>,
}

impl Game {
    /// A new game, waiting for its first chance action. Rules: CC-SETUP-1..CC-SETUP-6, CC-R5, CC-R10.
    pub fn new(setup: Setup) -> Self {
        assert!((2..=4).contains(&setup.players), "two, three or four can play (CC-DATA-6)");
        let starts = setup.board.starts.get(&setup.players).expect("a start set for the players").clone();
        let seats = starts
            .into_iter()
            .map(|(hex, facing)| Seat {
                hex: Some(hex),
                facing,
                style: None,
                power: 0,
                score: 0,
                hand: Vec::new(),
                discard: Vec::new(),
            })
            .collect();
        let mut game = Self {
            setup,
            step: Step::Setup,
            seats,
            round: 0,
            to_deal: Vec::new(),
            row: Vec::new(),
            halves: 0,
            slot: 0,
            active: None,
            in_play: None,
            attack: Attack::default(),
            walk: None,
            resigning: Vec::new(),
            result: None,
        };
        if let Some(styles) = game.setup.styles.clone() {
            for (seat, style) in styles.into_iter().enumerate() {
                game.seats[seat].style = Some(style);
            }
        }
        game.setup_step();
        game
    }

    /// A game that goes on from a given position, at the beginning of a slot.
    pub fn from_position(setup: Setup, position: Position) -> Self {
        let mut game = Self::new(setup);
        assert_eq!(position.seats.len(), game.setup.players, "one place per seat");
        for (seat, placed) in position.seats.into_iter().enumerate() {
            let mut hand = placed.hand;
            hand.sort();
            game.seats[seat] = Seat {
                hex: Some(game.setup.board.by_name(&placed.hex).expect("hex exists")),
                facing: facing_by_name(&placed.facing).expect("facing exists"),
                style: Some(placed.style),
                power: placed.power,
                score: placed.score,
                hand,
                discard: placed.discard,
            };
        }
        game.round = position.round;
        game.to_deal = Vec::new();
        game.row = position.row;
        game.halves = 2;
        game.slot = position.slot;
        game.slot_step();
        game
    }

    // Questions.

    /// Who acts next.
    pub fn actor(&self) -> Actor {
        match self.step {
            Step::Setup | Step::Draw | Step::Init | Step::Roll => Actor::Chance,
            Step::Turn | Step::Push | Step::FumbleOrder | Step::Order => {
                Actor::Seat(self.active.expect("somebody is active"))
            }
            Step::Walk => Actor::Seat(self.walk.as_ref().expect("a walk is under way").seat),
            Step::Fumble | Step::React => Actor::Seat(self.attack.current.expect("somebody is asked")),
            Step::Over => Actor::Over,
        }
    }

    /// What the seat that decides may do, in notation and in canonical order.
    pub fn legal(&self) -> Vec<String> {
        self.choices().iter().map(|choice| choice.text(&self.setup.board)).collect()
    }

    /// What chance must give next, or nothing if chance is not to act. Rules: CC-R70.
    ///
    /// One of `style SEAT`, `hand SEAT COUNT`, `row first SEATS`, `row second SEATS` and
    /// `roll DICE SEATS`.
    pub fn chance_kind(&self) -> String {
        match self.step {
            Step::Setup => format!("style {}", seat_letter(self.next_without_style().expect("a seat waits"))),
            Step::Draw => format!("hand {} {}", seat_letter(self.to_deal[0]), self.setup.hand_size),
            Step::Init => {
                let half = if self.halves == 0 { "first" } else { "second" };
                format!("row {half} {}", seat_letters(&self.still_in()))
            }
            Step::Roll => format!("roll {} {}", self.dice(), seat_letters(&self.attack.targets)),
            _ => String::new(),
        }
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<GameResult> {
        self.result.clone()
    }

    /// What is done for a seat that does not answer; empty if no seat decides. Rules: CC-R69.
    pub fn default_action(&self) -> String {
        self.default_choice().map(|choice| choice.text(&self.setup.board)).unwrap_or_default()
    }

    /// The setup of this game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What belongs to each seat.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Where the game waits.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The attack that is being worked out; empty outside one.
    pub fn attack(&self) -> &Attack {
        &self.attack
    }

    /// The number of the Round, from 1; 0 during Setup.
    pub fn round(&self) -> usize {
        self.round
    }

    /// The row without the Special card. Rules: CC-R14.
    pub fn row(&self) -> &[usize] {
        &self.row
    }

    /// The slot, from 0; the length of the row stands for the Special card.
    pub fn slot(&self) -> usize {
        self.slot
    }

    /// Power tokens nobody holds. Rules: CC-R25.
    pub fn pile(&self) -> usize {
        POWER_TOKENS - self.seats.iter().map(|seat| seat.power).sum::<usize>()
    }

    /// The players still in the game, by seat. Rules: CC-R69.
    pub fn still_in(&self) -> Vec<usize> {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].hex.is_some()).collect()
    }

    /// True on the Special card. Rules: CC-INIT-4.
    pub(crate) fn is_special_slot(&self) -> bool {
        self.slot == self.row.len()
    }

    /// The text of the section in use.
    pub(crate) fn section_in_play(&self) -> String {
        let in_play = self.in_play.as_ref().expect("a card is in play");
        let card = self.card(in_play.seat, &in_play.card);
        match in_play.section {
            Section::Move => card.move_section.clone(),
            Section::Attack => card.attack_section.clone(),
            Section::Reaction => card.reaction_section.clone(),
        }
    }

    /// The dice rolled for every target. Rules: CC-ATTACK-5, CC-R44.
    fn dice(&self) -> usize {
        count(&self.section_in_play(), 'd')
    }

    /// The next seat that waits for a Style. Rules: CC-R70.
    fn next_without_style(&self) -> Option<usize> {
        self.still_in().into_iter().find(|&seat| self.seats[seat].style.is_none())
    }

    /// The sole leader in Power among those still in the game. Rules: CC-INIT-8, CC-INIT-9, CC-R16.
    pub fn special_leader(&self) -> Option<usize> {
        let players = self.still_in();
        players.iter().copied().find(|&seat| {
            players.iter().all(|&other| other == seat || self.seats[seat].power > self.seats[other].power)
        })
    }

    // Actions.

    /// Whether an action would be taken now. Rules: CC-R21, CC-R70.
    pub fn accepts(&self, text: &str) -> Result<(), String> {
        match self.actor() {
            Actor::Over => Err("the game is over".to_string()),
            Actor::Chance => self.read_chance(text).map(|_| ()),
            Actor::Seat(_) => self.read_choice(text).map(|_| ()),
        }
    }

    /// Takes an action of a seat or of chance. A refused one changes nothing. Rules: CC-R21, CC-R70.
    pub fn apply(&mut self, text: &str) -> Result<(), String> {
        match self.actor() {
            Actor::Over => return Err("the game is over".to_string()),
            Actor::Chance => {
                let outcome = self.read_chance(text)?;
                self.take_chance(outcome);
            }
            Actor::Seat(_) => {
                let choice = self.read_choice(text)?;
                self.take(choice);
            }
        }
        self.answer_for_leavers();
        Ok(())
    }

    /// A player leaves: at once between turns, else when the turn ends. Rules: CC-R69.
    pub fn resign(&mut self, seat: usize) -> Result<(), String> {
        if self.step == Step::Over {
            return Err("the game is over".to_string());
        }
        if !self.still_in().contains(&seat) {
            return Err("nobody plays at that seat".to_string());
        }
        if self.resigning.contains(&seat) {
            return Err("that player is leaving already".to_string());
        }
        self.resigning.push(seat);
        self.resigning.sort_unstable();
        match self.step {
            Step::Setup => {
                if !self.apply_resignations() {
                    self.setup_step();
                }
            }
            Step::Draw => {
                if !self.apply_resignations() {
                    self.continue_draw();
                }
            }
            Step::Init => {
                self.apply_resignations();
            }
            _ => self.answer_for_leavers(),
        }
        Ok(())
    }

    /// The decisions of those who are leaving get the defaults. Rules: CC-R69.
    fn answer_for_leavers(&mut self) {
        while let Actor::Seat(seat) = self.actor() {
            if !self.resigning.contains(&seat) {
                break;
            }
            let choice = self.default_choice().expect("a decision has a default");
            self.take(choice);
        }
    }

    /// The listed choice that is written like this.
    /// A card may be named by any of its copies. Rules: CC-R8.
    fn read_choice(&self, text: &str) -> Result<Choice, String> {
        let mut words: Vec<&str> = text.split(' ').collect();
        if let (Actor::Seat(seat), ["M" | "A" | "react", named, ..]) = (self.actor(), &words[..])
            && let Some(copy) = self.copy_in_hand(seat, named)
        {
            words[1] = copy;
        }
        let wanted = words.join(" ");
        self.choices()
            .into_iter()
            .find(|choice| choice.text(&self.setup.board) == wanted)
            .ok_or_else(|| format!("`{text}` is not a legal action"))
    }

    /// The lowest id in a hand whose card has the face of a card of that deck. Rules: CC-R8.
    fn copy_in_hand(&self, seat: usize, named: &str) -> Option<&str> {
        let named = self.setup.decks[seat].iter().find(|card| card.id == named)?;
        let same = |id: &&String| self.card(seat, id).face() == named.face();
        self.seats[seat].hand.iter().find(same).map(String::as_str)
    }

    /// The outcome of chance that is written like this, if it can fall now. Rules: CC-R70.
    fn read_chance(&self, text: &str) -> Result<Outcome, String> {
        let words: Vec<&str> = text.split(' ').collect();
        match self.step {
            Step::Setup => self.read_style(&words),
            Step::Draw => self.read_hand(&words),
            Step::Init => self.read_row(&words),
            Step::Roll => self.read_roll(&words),
            _ => Err("chance is not to act".to_string()),
        }
    }

    /// Reads `style SEAT ID`. Rules: CC-SETUP-4, CC-R9.
    fn read_style(&self, words: &[&str]) -> Result<Outcome, String> {
        let seat = self.next_without_style().expect("a seat waits");
        if words.len() != 3 || words[0] != "style" || words[1] != seat_letter(seat) {
            return Err(format!("a Style for {} is due", seat_letter(seat)));
        }
        let id = words[2].to_string();
        if !self.setup.style_cards.iter().any(|style| style.id == id) {
            return Err(format!("there is no Style {id}"));
        }
        if self.seats.iter().any(|other| other.style.as_ref() == Some(&id)) {
            return Err(format!("Style {id} is taken"));
        }
        Ok(Outcome::Style(seat, id))
    }

    /// Reads `hand SEAT IDS`, the ids ascending. Rules: CC-DRAW-3, CC-R12.
    fn read_hand(&self, words: &[&str]) -> Result<Outcome, String> {
        let seat = self.to_deal[0];
        if words.len() != 2 + self.setup.hand_size || words[0] != "hand" || words[1] != seat_letter(seat) {
            return Err(format!("a hand of {} for {} is due", self.setup.hand_size, seat_letter(seat)));
        }
        let ids: Vec<String> = words[2..].iter().map(|id| (*id).to_string()).collect();
        for id in &ids {
            if !self.setup.decks[seat].iter().any(|card| card.id == *id) {
                return Err(format!("card {id} is not in the deck"));
            }
        }
        if ids.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err("the cards of a hand are listed once each, ascending".to_string());
        }
        Ok(Outcome::Hand(seat, ids))
    }

    /// Reads `row SEATS`, one half. Rules: CC-INIT-1, CC-INIT-2, CC-R14.
    fn read_row(&self, words: &[&str]) -> Result<Outcome, String> {
        if words[0] != "row" {
            return Err("half a row is due".to_string());
        }
        let mut half = Vec::new();
        for word in &words[1..] {
            let seat = SEAT_LETTERS.iter().position(|letter| letter == word);
            half.push(seat.ok_or_else(|| format!("there is no seat {word}"))?);
        }
        let mut sorted = half.clone();
        sorted.sort_unstable();
        if sorted != self.still_in() {
            return Err("half a row names every player once".to_string());
        }
        Ok(Outcome::Row(half))
    }

    /// Reads `roll SEAT FACES ...`, the targets by seat. Rules: CC-ATTACK-5, CC-R44.
    fn read_roll(&self, words: &[&str]) -> Result<Outcome, String> {
        let targets = &self.attack.targets;
        if words[0] != "roll" || words.len() != 1 + 2 * targets.len() {
            return Err("one roll for every target is due".to_string());
        }
        let mut rolls = BTreeMap::new();
        for (place, &target) in targets.iter().enumerate() {
            if words[1 + 2 * place] != seat_letter(target) {
                return Err(format!("a roll for {} is due", seat_letter(target)));
            }
            let mut faces = Vec::new();
            for face in words[2 + 2 * place].split(',') {
                let known = ["1", "2", "3", "4", "5", "6"].iter().position(|known| *known == face);
                faces.push(known.ok_or_else(|| format!("no die shows `{face}`"))? as u32 + 1);
            }
            if faces.len() != self.dice() {
                return Err(format!("{} dice are due", self.dice()));
            }
            rolls.insert(target, faces);
        }
        Ok(Outcome::Roll(rolls))
    }

    /// Lets an outcome of chance happen. Rules: CC-R70.
    fn take_chance(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Style(seat, id) => {
                self.seats[seat].style = Some(id);
                self.setup_step();
            }
            Outcome::Hand(seat, ids) => {
                self.seats[seat].hand = ids;
                self.to_deal.retain(|&waiting| waiting != seat);
                self.continue_draw();
            }
            Outcome::Row(half) => {
                self.row.extend(half);
                self.halves += 1;
                if self.halves == 2 {
                    self.slot = 0;
                    self.slot_step();
                }
            }
            Outcome::Roll(rolls) => self.roll_step(&rolls),
        }
    }

    /// Carries a listed choice out.
    fn take(&mut self, choice: Choice) {
        match choice {
            Choice::Pass => self.slot_end_step(),
            Choice::Move(card, way) => self.turn_move(&card, &way),
            Choice::Attack(card, target) => self.turn_attack(&card, target),
            Choice::WalkTo(hex, facing) => self.walk_to(hex, facing),
            Choice::WalkStep(hex, relocation, facing) => self.walk_step(hex, relocation, facing),
            Choice::Push(target, hex) | Choice::PushOf(target, hex) => self.push(target, hex),
            Choice::Fumble(facing) => self.fumble(facing),
            Choice::Order(target) => self.order(target),
            Choice::React(card, way) => self.react(&card, &way),
            Choice::Decline => self.reaction_done(),
        }
    }

    // Tokens and cards.

    /// A card leaves the hand for the discard pile and its section is paid for.
    /// Rules: CC-RES-3, CC-POWER-2, CC-R22, CC-R23.
    fn play_card(&mut self, seat: usize, card: &str, section: Section) {
        self.seats[seat].hand.retain(|held| held != card);
        self.seats[seat].discard.push(card.to_string());
        self.in_play = Some(InPlay { seat, card: card.to_string(), section });
        self.seats[seat].power -= count(&self.section_in_play(), '-');
    }

    /// The player of the card in play gains its Power, as far as the pile goes; the section is done with.
    /// Rules: CC-POWER-4, CC-R22, CC-R25, CC-R45, CC-R48.
    fn gain_power(&mut self) {
        let gain = count(&self.section_in_play(), '+').min(self.pile());
        let in_play = self.in_play.take().expect("a card is in play");
        self.seats[in_play.seat].power += gain;
    }

    /// A figure goes one way. Rules: CC-MOVE-6, CC-MOVE-7, CC-DISP-2, CC-DISP-4.
    fn go(&mut self, seat: usize, way: &Way) {
        match way {
            Way::Stay | Way::Walk => {}
            Way::Turn(facing) => self.seats[seat].facing = *facing,
            Way::Go(hex, relocation, facing) => {
                self.place_after_step(seat, *hex, *relocation);
                self.seats[seat].facing = *facing;
            }
        }
    }

    /// A figure enters a hex; an occupant is relocated and keeps its facing. Rules: CC-DISP-2, CC-DISP-4.
    fn place_after_step(&mut self, seat: usize, hex: Hex, relocation: Option<Hex>) {
        let figures = after_step(&self.figures(), seat, hex, relocation);
        for (place, figure) in self.seats.iter_mut().zip(figures) {
            place.hex = figure;
        }
    }

    // The steps.

    /// SETUP: waits until every seat has its Style. Rules: CC-SETUP-4, CC-SETUP-6, CC-R70.
    fn setup_step(&mut self) {
        self.step = Step::Setup;
        if self.next_without_style().is_none() {
            self.draw_step();
        }
    }

    /// DRAW: a new Round; hands and discards go back into the decks. Rules: CC-DRAW-1, CC-DRAW-2, CC-R12.
    fn draw_step(&mut self) {
        self.step = Step::Draw;
        self.round = (self.round + 1).min(LAST_ROUND);
        for seat in &mut self.seats {
            seat.hand.clear();
            seat.discard.clear();
        }
        self.row.clear();
        self.halves = 0;
        self.slot = 0;
        self.to_deal = self.still_in();
        self.continue_draw();
    }

    /// DRAW goes on until everybody has a hand. Rules: CC-DRAW-3, CC-R70.
    fn continue_draw(&mut self) {
        if self.to_deal.is_empty() {
            self.init_step();
        }
    }

    /// INIT: waits for the two halves of the row. Rules: CC-INIT-1..CC-INIT-5, CC-R14.
    fn init_step(&mut self) {
        self.step = Step::Init;
    }

    /// SLOT: finds the active player, or passes the slot over.
    /// Rules: CC-INIT-6, CC-INIT-8, CC-RES-1, CC-RES-7, CC-R16, CC-R20, CC-R69.
    fn slot_step(&mut self) {
        let active = if self.is_special_slot() { self.special_leader() } else { Some(self.row[self.slot]) };
        let Some(active) = active else {
            self.slot_end_step();
            return;
        };
        if self.seats[active].hex.is_none() || self.playable(active).is_empty() {
            self.slot_end_step();
            return;
        }
        self.active = Some(active);
        self.step = Step::Turn;
    }

    /// T-TURN, a Move section is used. Rules: CC-RES-5, CC-R21, CC-R72.
    fn turn_move(&mut self, card: &str, way: &Way) {
        let active = self.active.expect("somebody is active");
        self.play_card(active, card, Section::Move);
        if *way == Way::Walk {
            self.begin_walk(active);
        } else {
            self.move_step(active, way);
        }
    }

    /// MOVE: walk, relocate, face, gain. Rules: CC-MOVE-2, CC-MOVE-6, CC-R22.
    fn move_step(&mut self, seat: usize, way: &Way) {
        self.go(seat, way);
        self.gain_power();
        self.slot_end_step();
    }

    /// T-WALK begins. Rules: CC-R72.
    fn begin_walk(&mut self, seat: usize) {
        let section = self.section_in_play();
        assert!(is_long(&section), "only long sections are walked in parts");
        self.walk = Some(LongWalk {
            seat,
            start: self.seats[seat].hex.expect("the walker is on the board"),
            steps_left: number(&section).expect("a long section has a number"),
            displace: has(&section, 'z'),
        });
        self.step = Step::Walk;
    }

    /// T-WALK, the whole walk without Displace. Rules: CC-R29, CC-R72.
    fn walk_to(&mut self, hex: Hex, facing: usize) {
        let seat = self.walk.as_ref().expect("a walk is under way").seat;
        self.go(seat, &Way::Go(hex, None, facing));
        self.end_walk();
    }

    /// T-WALK, one step with Displace. Rules: CC-R37, CC-R72.
    fn walk_step(&mut self, hex: Hex, relocation: Option<Hex>, facing: Option<usize>) {
        let walk = self.walk.as_mut().expect("a walk is under way");
        walk.steps_left -= 1;
        let seat = walk.seat;
        self.place_after_step(seat, hex, relocation);
        if let Some(facing) = facing {
            self.seats[seat].facing = facing;
            self.end_walk();
        }
    }

    /// T-WALK ends: gain, then the turn or the reaction is over. Rules: CC-R22, CC-R72.
    fn end_walk(&mut self) {
        self.walk = None;
        let section = self.in_play.as_ref().expect("a card is in play").section;
        self.gain_power();
        if section == Section::Reaction {
            self.reaction_done();
        } else {
            self.slot_end_step();
        }
    }

    /// T-TURN, an Attack section is used: the snapshot is taken.
    /// Rules: CC-ATTACK-2, CC-BARR-1, CC-R43, CC-R46.
    fn turn_attack(&mut self, card: &str, target: Option<usize>) {
        let active = self.active.expect("somebody is active");
        self.play_card(active, card, Section::Attack);
        let mut attack = Attack::default();
        for (enemy, need) in self.in_reach(active) {
            if target.is_none() || target == Some(enemy) {
                attack.targets.push(enemy);
                attack.need.insert(enemy, need);
                if self.is_behind(active, enemy) {
                    attack.behind.push(enemy);
                }
            }
        }
        self.attack = attack;
        self.step = Step::Roll;
    }

    /// ROLL: counts the hits on every target. Rules: CC-ATTACK-7, CC-ATTACK-8, CC-ATTACK-9, CC-R44.
    fn roll_step(&mut self, rolls: &BTreeMap<usize, Vec<u32>>) {
        for (target, faces) in rolls {
            let need = self.attack.need[target];
            let hits = faces.iter().filter(|&&face| face >= need).count();
            self.attack.hits.insert(*target, hits);
        }
        self.attack.done.clear();
        self.push_step();
    }

    /// T-PUSH: asked while a target not yet pushed has room. Rules: CC-PUSH-1, CC-R50, CC-R54, CC-R55.
    fn push_step(&mut self) {
        if has(&self.section_in_play(), 'p') && !self.still_to_push().is_empty() {
            self.step = Step::Push;
        } else {
            self.attack.done.clear();
            self.fumble_step();
        }
    }

    /// T-PUSH, a target is moved and keeps its facing. Rules: CC-PUSH-1, CC-PUSH-2.
    fn push(&mut self, target: usize, hex: Hex) {
        self.seats[target].hex = Some(hex);
        self.attack.done.push(target);
        self.push_step();
    }

    /// T-FORDER and T-FUMBLE: every target turns the attacker. Rules: CC-FUMB-1, CC-R50, CC-R51, CC-R56.
    fn fumble_step(&mut self) {
        let waiting = self.still_to_fumble();
        if !has(&self.section_in_play(), 'f') || waiting.is_empty() {
            self.attack.done.clear();
            self.gain_step();
        } else if waiting.len() == 1 {
            self.attack.current = Some(waiting[0]);
            self.step = Step::Fumble;
        } else {
            self.step = Step::FumbleOrder;
        }
    }

    /// T-FUMBLE, the attacker is turned. Rules: CC-FUMB-1, CC-R52.
    fn fumble(&mut self, facing: usize) {
        let active = self.active.expect("somebody is active");
        self.seats[active].facing = facing;
        let target = self.attack.current.take().expect("somebody is asked");
        self.attack.done.push(target);
        self.fumble_step();
    }

    /// T-FORDER or T-ORDER, the next target is named. Rules: CC-BARR-2, CC-R47, CC-R50.
    fn order(&mut self, target: usize) {
        self.attack.current = Some(target);
        self.step = if self.step == Step::FumbleOrder { Step::Fumble } else { Step::React };
    }

    /// GAIN: the attacker gains Power, hits or not. Rules: CC-ATTACK-11, CC-R42, CC-R45, CC-R48.
    fn gain_step(&mut self) {
        self.gain_power();
        self.reaction_step();
    }

    /// T-ORDER and T-REACT: every eligible target is asked once. Rules: CC-ATTACK-12, CC-R47, CC-R64.
    fn reaction_step(&mut self) {
        let waiting = self.still_to_react();
        if waiting.is_empty() {
            self.score_step();
        } else if waiting.len() == 1 {
            self.attack.current = Some(waiting[0]);
            self.step = Step::React;
        } else {
            self.step = Step::Order;
        }
    }

    /// T-REACT, a card is played: spend, shields, move and face, gain.
    /// Rules: CC-SHLD-1, CC-RMOVE-1, CC-RMOVE-2, CC-R22, CC-R60, CC-R62, CC-R72.
    fn react(&mut self, card: &str, way: &Way) {
        let seat = self.attack.current.expect("somebody is asked");
        self.play_card(seat, card, Section::Reaction);
        let shields = count(&self.section_in_play(), 'x');
        let hits = self.attack.hits[&seat];
        self.attack.hits.insert(seat, hits.saturating_sub(shields));
        if *way == Way::Walk {
            self.begin_walk(seat);
        } else {
            self.go(seat, way);
            self.gain_power();
            self.reaction_done();
        }
    }

    /// T-REACT is over for this target. Rules: CC-REACT-4, CC-R59.
    fn reaction_done(&mut self) {
        let seat = self.attack.current.take().expect("somebody is asked");
        self.attack.done.push(seat);
        self.reaction_step();
    }

    /// SCORE: the hits left become Score; enough of it wins at once.
    /// Whoever has resigned scores but does not win.
    /// Rules: CC-SCORE-1, CC-SCORE-2, CC-WIN-1, CC-R49, CC-R65, CC-R66, CC-R74.
    fn score_step(&mut self) {
        let active = self.active.expect("somebody is active");
        self.seats[active].score += self.attack.hits.values().sum::<usize>();
        self.attack = Attack::default();
        if self.seats[active].score >= self.setup.win_score && !self.resigning.contains(&active) {
            self.game_over_step(vec![active], false);
        } else {
            self.slot_end_step();
        }
    }

    /// `SLOT_END`: resignations, then the next slot, the next Round or the end.
    /// Rules: CC-RES-9, CC-RES-10, CC-R68, CC-R69.
    fn slot_end_step(&mut self) {
        self.active = None;
        if self.apply_resignations() {
            return;
        }
        if !self.is_special_slot() {
            self.slot += 1;
            self.slot_step();
        } else if self.setup.round_cap > 0 && self.round >= self.setup.round_cap {
            let players = self.still_in();
            let best = players.iter().map(|&seat| self.seats[seat].score).max().expect("somebody plays");
            let leaders = players.into_iter().filter(|&seat| self.seats[seat].score == best).collect();
            self.game_over_step(leaders, true);
        } else {
            self.draw_step();
        }
    }

    /// Those who are leaving leave; true if that ends the game. If all who are left leave in the same
    /// moment, they draw. Rules: CC-R69, CC-R74.
    fn apply_resignations(&mut self) -> bool {
        if self.resigning.is_empty() {
            return false;
        }
        let leavers = std::mem::take(&mut self.resigning);
        for &seat in &leavers {
            self.seats[seat].hex = None;
            self.seats[seat].power = 0;
            self.seats[seat].hand.clear();
            self.to_deal.retain(|&waiting| waiting != seat);
        }
        let left = self.still_in();
        match left.len() {
            0 => self.game_over_step(leavers, false),
            1 => self.game_over_step(left, false),
            _ => return false,
        }
        true
    }

    /// `GAME_OVER`: the result stands. Rules: CC-R66, CC-R68, CC-R69.
    fn game_over_step(&mut self, winners: Vec<usize>, capped: bool) {
        let scores = self.seats.iter().map(|seat| seat.score).collect();
        self.active = None;
        self.resigning.clear();
        self.result = Some(GameResult { winners, scores, capped });
        self.step = Step::Over;
    }

    // The position in words.

    /// Every fact of the position as named text, in a fixed order. `-` stands for nothing.
    ///
    /// A card is in play from the moment it is declared until its section has given its Power.
    /// There is an active seat from the start of a turn to its end. Row, slot and discards are
    /// emptied when a Draw begins.
    pub fn dump(&self) -> Vec<(String, String)> {
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut put = |name: &str, value: String| fields.push((name.to_string(), value));
        put("round", self.round.to_string());
        put("step", self.step_name().to_string());
        put("slot", self.slot.to_string());
        put("active", self.active.map_or("-", seat_letter).to_string());
        put("row", seat_letters(&self.row));
        put("card", self.in_play.as_ref().map_or("-".to_string(), |card| card.card.clone()));
        let section = self.in_play.as_ref().map(|card| match card.section {
            Section::Move => "move",
            Section::Attack => "attack",
            Section::Reaction => "reaction",
        });
        put("section", section.unwrap_or("-").to_string());
        for (seat, state) in self.seats.iter().enumerate() {
            let letter = seat_letter(seat);
            let mut discard = state.discard.clone();
            discard.sort();
            put(&format!("{letter}.hex"), self.hex_text(state.hex));
            put(&format!("{letter}.facing"), FACINGS[state.facing].to_string());
            put(&format!("{letter}.style"), state.style.clone().unwrap_or("-".to_string()));
            put(&format!("{letter}.power"), state.power.to_string());
            put(&format!("{letter}.score"), state.score.to_string());
            put(&format!("{letter}.hand"), words(&state.hand));
            put(&format!("{letter}.discard"), words(&discard));
        }
        let mut done = self.attack.done.clone();
        done.sort_unstable();
        put("attack.targets", seat_letters(&self.attack.targets));
        put("attack.behind", seat_letters(&self.attack.behind));
        put("attack.done", seat_letters(&done));
        let hits: Vec<String> =
            self.attack.hits.iter().map(|(seat, hits)| format!("{} {hits}", seat_letter(*seat))).collect();
        put("attack.hits", words(&hits));
        put("attack.current", self.attack.current.map_or("-", seat_letter).to_string());
        put("walk.start", self.hex_text(self.walk.as_ref().map(|walk| walk.start)));
        put("walk.left", self.walk.as_ref().map_or("-".to_string(), |walk| walk.steps_left.to_string()));
        put("resigning", seat_letters(&self.resigning));
        let result = self.result.as_ref().map(|result| {
            let how = if result.capped { " capped" } else { "" };
            format!("{}{how}", seat_letters(&result.winners))
        });
        put("result", result.unwrap_or("-".to_string()));
        fields
    }

    /// The name of a hex, or `-`.
    fn hex_text(&self, hex: Option<Hex>) -> String {
        hex.map_or("-".to_string(), |hex| self.setup.board.name(hex))
    }

    /// The name of the step in the state machine.
    fn step_name(&self) -> &'static str {
        match self.step {
            Step::Setup => "SETUP",
            Step::Draw => "DRAW",
            Step::Init => "INIT",
            Step::Turn => "T-TURN",
            Step::Walk => "T-WALK",
            Step::Roll => "ROLL",
            Step::Push => "T-PUSH",
            Step::FumbleOrder => "T-FORDER",
            Step::Fumble => "T-FUMBLE",
            Step::Order => "T-ORDER",
            Step::React => "T-REACT",
            Step::Over => "GAME_OVER",
        }
    }
}

/// What chance gave. Rules: CC-R70.
enum Outcome {
    Style(usize, String),
    Hand(usize, Vec<String>),
    Row(Vec<usize>),
    Roll(BTreeMap<usize, Vec<u32>>),
}

/// Words with blanks between, or `-` for none.
fn words(list: &[String]) -> String {
    if list.is_empty() { "-".to_string() } else { list.join(" ") }
}
