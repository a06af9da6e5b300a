//! Turns: their beginning and end, maneuvers and rotations.

use crate::action::{Action, Source};
use crate::arena::{Feature, Point, Square};
use crate::game::{Game, Reason, Stage, Step, Turn, WentOn};

impl Game {
    /// T1: the next turn of the list that is not void. Rules: TR-ROUND-11, TR-R27, TR-R106, TR-R124.
    pub(crate) fn start_next_turn(&mut self) -> WentOn {
        let Some(&turn) = self.turns.get(self.turn_index) else {
            self.step = Step::E1;
            return true;
        };
        let seat = turn.seat();
        let is_due = match turn {
            Turn::Own(_) => true,
            Turn::Before(_, enemy) => self.seats[enemy].living,
            Turn::After(_, enemy) => self.began.contains(&enemy),
        };
        if !is_due || !self.seats[seat].living {
            self.turn_index += 1;
            return true;
        }
        self.clear_turn_marks();
        self.active = Some(seat);
        self.spent = 0;
        // Several turns in a round: from the second on each begins with a full pool. Rules: TR-R124.
        if self.setup.handicapped_solo() == Some(seat) && self.began.contains(&seat) {
            self.seats[seat].actions = self.champion(seat).agility;
        }
        self.began.push(seat);
        self.step = Step::T2;
        true
    }

    /// T2: the seat on turn chooses, unless it is defeated or can do nothing any more.
    /// Rules: TR-R29, TR-R106.
    pub(crate) fn idle(&mut self) -> WentOn {
        let seat = self.active.expect("somebody is on turn");
        let may_go_on = self.seats[seat].living
            && (self.seats[seat].actions > 0 || !self.attack_options(seat).is_empty());
        if may_go_on {
            return false;
        }
        self.step = Step::T4;
        true
    }

    /// T4: the turn is over. Rules: TR-ROUND-8.
    pub(crate) fn end_turn(&mut self) -> WentOn {
        self.clear_turn_marks();
        self.active = None;
        self.spent = 0;
        self.turn_index += 1;
        self.step = Step::T1;
        true
    }

    /// What was done in one turn counts for that turn only.
    fn clear_turn_marks(&mut self) {
        for seat in &mut self.seats {
            seat.moved = false;
            seat.attacked = false;
            for laid in seat.slots.iter_mut().flatten() {
                laid.attacked = false;
            }
        }
    }

    /// D5: maneuvers, rotations, attacks, and the end of the turn unless an Action must be spent first.
    /// Rules: TR-ROUND-5, TR-ROUND-7, TR-ROUND-8, TR-ROUND-10, TR-R28, TR-R30.
    pub(crate) fn turn_options(&self, seat: usize) -> Vec<Action> {
        let actions = self.seats[seat].actions;
        let mut options = Vec::new();
        if actions >= 1 {
            options.extend(self.maneuvers(seat));
            options.extend(self.rotations(seat));
        }
        options.extend(self.attack_options(seat));
        let can_spend = options.iter().any(|option| self.cost(seat, option) >= 1);
        let must_spend = actions >= 1 && self.spent == 0 && can_spend;
        if !must_spend {
            options.push(Action::EndTurn);
        }
        options
    }

    /// The Actions an option of a turn costs. Rules: TR-MOVE-1, TR-MOVE-4, TR-BASE-1, TR-WATK-4, TR-SATK-3.
    fn cost(&self, seat: usize, option: &Action) -> i32 {
        match option {
            Action::Maneuver(..) | Action::Rotate(..) => 1,
            Action::Attack(source, _) => self.attack_cost(seat, *source),
            _ => 0,
        }
    }

    /// One step along a row or column onto a free space, and any facing there.
    /// Rules: TR-MOVE-2, TR-MOVE-3, TR-MOVE-7, TR-MOVE-8, TR-MOVE-9, TR-MOVE-10, TR-R31.
    fn maneuvers(&self, seat: usize) -> Vec<Action> {
        let from = self.square_of(seat);
        let mut maneuvers = Vec::new();
        for direction in Point::ALL {
            let to = from.plus(direction.forward());
            if to.is_inside(self.setup.arena) && !self.is_occupied(to) {
                maneuvers.extend(Point::ALL.map(|facing| Action::Maneuver(from, to, facing)));
            }
        }
        maneuvers
    }

    /// A turn to any other facing. Rules: TR-MOVE-4, TR-MOVE-5, TR-R31.
    fn rotations(&self, seat: usize) -> Vec<Action> {
        let (at, facing) = self.seats[seat].standing.expect("a Champion in the Arena");
        let others = Point::ALL.into_iter().filter(|&other| other != facing);
        others.map(|other| Action::Rotate(at, other)).collect()
    }

    /// Actions are spent.
    pub(crate) fn pay(&mut self, seat: usize, actions: i32) {
        self.seats[seat].actions -= actions;
        self.spent += actions;
    }

    /// The Champion takes a step: perhaps into a pit, perhaps out of the center of a Tire Fight.
    /// Rules: TR-MOVE-1, TR-PATH-2, TR-PATH-3, TR-TIRE-5, TR-R102, TR-R117.
    pub(crate) fn maneuver(&mut self, seat: usize, to: Square, facing: Point) {
        let from = self.square_of(seat);
        self.pay(seat, 1);
        self.seats[seat].standing = Some((to, facing));
        self.seats[seat].moved = true;
        if self.features.contains(&Feature::Pit(to)) {
            self.seats[seat].actions = (self.seats[seat].actions - 1).max(0);
            self.lose_life(&[(seat, 1)]);
        }
        let size = self.setup.arena;
        let leaves_center = from.is_center(size) && !to.is_center(size);
        let is_tire_fight = matches!(self.stage, Stage::Tire(_));
        if is_tire_fight && leaves_center && self.seats[seat].living {
            self.defeat(seat);
            self.check_last_standing(Reason::Ko);
        }
    }

    /// The Champion turns on the spot, which is no movement. Rules: TR-MOVE-4, TR-R32.
    pub(crate) fn rotate(&mut self, seat: usize, facing: Point) {
        self.pay(seat, 1);
        self.seats[seat].standing = Some((self.square_of(seat), facing));
    }

    /// The Actions an attack costs. Rules: TR-BASE-1, TR-WEAP-4, TR-SPEC-4.
    pub(crate) fn attack_cost(&self, seat: usize, source: Source) -> i32 {
        match source {
            Source::Base => 1,
            Source::Slot(slot) => {
                let laid = self.seats[seat].slots[slot - 1].as_ref().expect("a card in the slot");
                laid.card.strike.as_ref().expect("a card to attack with").cost
            }
        }
    }
}
