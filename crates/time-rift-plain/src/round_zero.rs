//! Round Zero after the choice of decks: order of placement, sides, placement, slots.

use crate::action::Action;
use crate::arena::{Point, center_facings, side_lines, starting_row, trimmed_side};
use crate::game::{Game, Laid, Step, WentOn};
use crate::setup::{InitialFacing, TacticalSide};

impl Game {
    /// Z2: the lowest Champion Initiative places first; of tied ones the lower roll.
    /// Rules: TR-SETUP-7, TR-SETUP-10, TR-R11.
    pub(crate) fn order_placement(&mut self) -> WentOn {
        let Some(highest_first) = self.take_order() else { return false };
        self.placing = highest_first.into_iter().rev().collect();
        self.give_two_sides();
        self.step = Step::Z3;
        true
    }

    /// Where there are only West and East nobody chooses: West places first, or is the team of the
    /// one who places first. Two players do choose if the features make the sides different.
    /// Rules: TR-ARENA-10, TR-R10, TR-R123.
    fn give_two_sides(&mut self) {
        let first = self.placing[0];
        let has_teams = self.setup.mode.team_sizes().is_some();
        if has_teams || (self.seats.len() == 2 && self.setup.is_symmetric()) {
            for seat in 0..self.seats.len() {
                let is_west = self.setup.team(seat) == self.setup.team(first);
                self.seats[seat].side = Some(if is_west { Point::W } else { Point::E });
            }
        }
    }

    /// Z3: everybody in turn takes a side, unless there is no choice, and places.
    /// Rules: TR-SETUP-4, TR-SETUP-7, TR-R10.
    pub(crate) fn place_champions(&mut self) -> WentOn {
        let Some(seat) = self.placer() else {
            self.step = if self.setup.mode.has_loadouts() { Step::Z4 } else { Step::P1 };
            return true;
        };
        if self.seats[seat].side.is_some() {
            return false;
        }
        match self.free_sides(seat)[..] {
            [only] => {
                self.seats[seat].side = Some(only);
                true
            }
            _ => false,
        }
    }

    /// The first living seat in the order of placement that is not in the Arena yet.
    pub(crate) fn placer(&self) -> Option<usize> {
        self.placing
            .iter()
            .copied()
            .find(|&seat| self.seats[seat].living && self.seats[seat].standing.is_none())
    }

    /// True if no living seat places after this one. Rules: TR-SETUP-9.
    fn places_last(&self, seat: usize) -> bool {
        self.placing.iter().rfind(|&&other| self.seats[other].living) == Some(&seat)
    }

    /// The sides a seat may take. Rules: TR-SETUP-13, TR-SETUP-14, TR-R10.
    pub(crate) fn free_sides(&self, seat: usize) -> Vec<Point> {
        if self.seats.len() == 2 {
            return vec![Point::W, Point::E];
        }
        if self.seats.len() == 4 && self.places_last(seat) {
            return vec![Point::N];
        }
        let occupied = self.occupied_sides();
        [Point::W, Point::S, Point::E].into_iter().filter(|side| !occupied.contains(side)).collect()
    }

    /// The sides somebody has taken who is still in the game. Rules: TR-R10, TR-R119.
    fn occupied_sides(&self) -> Vec<Point> {
        let is_taken = |side: Point| self.seats.iter().any(|seat| seat.living && seat.side == Some(side));
        Point::ALL.into_iter().filter(|&side| is_taken(side)).collect()
    }

    /// D2: a seat takes a side; of two players the other gets the side across. Rules: TR-R10.
    pub(crate) fn take_side(&mut self, seat: usize, side: Point) {
        self.seats[seat].side = Some(side);
        if self.seats.len() == 2 {
            self.seats[1 - seat].side = Some(side.opposite());
        }
    }

    /// D3: free spaces of the Starting Row, for the last one of the whole side, with the facings
    /// possible there. Rules: TR-SETUP-8, TR-SETUP-9, TR-SETUP-11, TR-R7, TR-R8, TR-R9, TR-R142.
    pub(crate) fn placements(&self, seat: usize) -> Vec<Action> {
        let size = self.setup.arena;
        let side = self.seats[seat].side.expect("a side before placement");
        let occupied = self.occupied_sides();
        let is_trimmed = occupied.len() >= 3 && self.setup.tactical_side == TacticalSide::Trimmed;
        let spaces = if !self.places_last(seat) {
            starting_row(side, size)
        } else if is_trimmed {
            trimmed_side(side, &occupied, size)
        } else {
            side_lines(side, size)
        };
        let mut placements = Vec::new();
        for square in spaces.into_iter().filter(|&square| !self.is_occupied(square)) {
            let facings = match self.setup.initial_facing {
                InitialFacing::Edge => vec![side.opposite()],
                InitialFacing::Center => center_facings(square, size),
            };
            placements.extend(facings.into_iter().map(|facing| Action::Place(square, facing)));
        }
        placements
    }

    /// Z4: slot by slot, all at the same time and in secret. Rules: TR-SETUP-15, TR-SETUP-16, TR-R16.
    pub(crate) fn arrange(&mut self) -> WentOn {
        if self.living().into_iter().any(|seat| !self.seats[seat].sealed) {
            return false;
        }
        for seat in &mut self.seats {
            seat.sealed = false;
        }
        if self.filling == self.setup.slots {
            self.step = Step::P1;
        } else {
            self.filling += 1;
        }
        true
    }

    /// D4: the cards left; nothing only if there are fewer of them than slots. Rules: TR-R16.
    pub(crate) fn fillings(&self, seat: usize) -> Vec<Action> {
        let cards = &self.seats[seat].loadout;
        let slots_left = self.setup.slots - self.filling + 1;
        let mut choices: Vec<Option<String>> = Vec::new();
        for card in cards {
            let choice = Some(card.id.clone());
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        if cards.len() < slots_left {
            choices.push(None);
        }
        choices.into_iter().map(|choice| Action::Fill(self.filling, choice)).collect()
    }

    /// D4 chosen: the card lies face down in its slot. Rules: TR-SETUP-16.
    pub(crate) fn fill_slot(&mut self, seat: usize, slot: usize, id: Option<&str>) {
        let seat = &mut self.seats[seat];
        seat.sealed = true;
        if let Some(index) = seat.loadout.iter().position(|card| Some(card.id.as_str()) == id) {
            let card = seat.loadout.remove(index);
            let laid = Laid { card, face_up: false, depleted: false, committed: false, attacked: false };
            seat.slots[slot - 1] = Some(laid);
        }
    }
}
