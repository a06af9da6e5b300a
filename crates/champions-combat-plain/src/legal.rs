//! What may be decided: the lists of choices, in canonical order, and the facts they rest on.

use crate::board::{Hex, distance, rotate, step};
use crate::choice::{Choice, Way};
use crate::content::{Card, Style, count, has, is_long, number};
use crate::game::{Game, Step};

/// Where the figures stand, by seat; nothing for a figure that has left.
pub(crate) type Figures = Vec<Option<Hex>>;

impl Game {
    /// Where the figures stand.
    pub(crate) fn figures(&self) -> Figures {
        self.seats.iter().map(|seat| seat.hex).collect()
    }

    /// The card with an id in a seat's deck.
    pub(crate) fn card(&self, seat: usize, id: &str) -> &Card {
        self.setup.decks[seat].iter().find(|card| card.id == id).expect("card is in the deck")
    }

    /// The cards of a hand, of equal faces only the lowest id. Rules: CC-R8.
    fn faces_in_hand(&self, seat: usize) -> Vec<&Card> {
        let mut faces: Vec<&Card> = Vec::new();
        for id in &self.seats[seat].hand {
            let card = self.card(seat, id);
            if !faces.iter().any(|known| known.face() == card.face()) {
                faces.push(card);
            }
        }
        faces
    }

    /// The Style of a seat. Rules: CC-R9.
    fn style(&self, seat: usize) -> &Style {
        let id = self.seats[seat].style.as_ref().expect("Styles are dealt");
        self.setup.style_cards.iter().find(|style| style.id == *id).expect("Style exists")
    }

    /// The hexes a seat's Style covers now and the number needed on each; off the board is void.
    /// Rules: CC-ATTACK-3, CC-ATTACK-6, CC-R40, CC-R41.
    pub fn covered(&self, seat: usize) -> Vec<(Hex, u32)> {
        let Some(hex) = self.seats[seat].hex else { return Vec::new() };
        let mut covered = Vec::new();
        for part in &self.style(seat).hexes {
            let offset = rotate(part.offset, self.seats[seat].facing);
            let place = (hex.0 + offset.0, hex.1 + offset.1);
            if self.setup.board.hexes.contains(&place) {
                covered.push((place, part.need));
            }
        }
        covered
    }

    /// The enemies on a seat's Style hexes and the number needed for each, by seat.
    /// Rules: CC-ATTACK-3, CC-R7, CC-R40, CC-R41.
    pub(crate) fn in_reach(&self, attacker: usize) -> Vec<(usize, u32)> {
        let covered = self.covered(attacker);
        let mut targets = Vec::new();
        for enemy in 0..self.seats.len() {
            if enemy == attacker {
                continue;
            }
            let Some(hex) = self.seats[enemy].hex else { continue };
            if let Some((_, need)) = covered.iter().find(|(place, _)| *place == hex) {
                targets.push((enemy, *need));
            }
        }
        targets
    }

    /// True if the attacker stands on the one hex straight behind the target. Rules: CC-REACT-3, CC-R57.
    pub(crate) fn is_behind(&self, attacker: usize, target: usize) -> bool {
        let back = self.seats[target].hex.map(|hex| step(hex, self.seats[target].facing + 3));
        back.is_some() && back == self.seats[attacker].hex
    }

    /// True if a seat can pay for a section. Rules: CC-POWER-2, CC-POWER-3, CC-R23, CC-R24.
    fn can_pay(&self, seat: usize, section: &str) -> bool {
        self.seats[seat].power >= count(section, '-')
    }

    /// All walks of exactly so many steps over free hexes. The figure's own hex counts as free.
    /// Rules: CC-MOVE-2, CC-MOVE-3, CC-R27, CC-R28, CC-R33.
    fn walks(&self, mover: usize, from: Hex, steps: usize) -> Vec<Vec<Hex>> {
        if steps == 0 {
            return vec![Vec::new()];
        }
        let mut walks = Vec::new();
        for next in self.setup.board.neighbours(from) {
            let blocked =
                (0..self.seats.len()).any(|seat| seat != mover && self.seats[seat].hex == Some(next));
            if blocked {
                continue;
            }
            for rest in self.walks(mover, next, steps - 1) {
                let mut walk = vec![next];
                walk.extend(rest);
                walks.push(walk);
            }
        }
        walks
    }

    /// Where a walk without Displace may end, by index. Rules: CC-MOVE-4, CC-MOVE-5, CC-R28, CC-R29.
    fn walk_ends(&self, mover: usize, steps: usize) -> Vec<Hex> {
        let start = self.seats[mover].hex.expect("the mover is on the board");
        let mut ends: Vec<Hex> =
            self.walks(mover, start, steps).iter().filter_map(|walk| walk.last().copied()).collect();
        ends.retain(|&end| end != start);
        self.setup.board.in_order(ends)
    }

    /// All single steps with Displace: the hex entered and where its occupant goes, in canonical order.
    /// Rules: CC-DISP-1, CC-DISP-2, CC-DISP-3, CC-R34, CC-R35, CC-R36, CC-R37.
    fn displace_steps(&self, figures: &Figures, mover: usize) -> Vec<(Hex, Option<Hex>)> {
        let board = &self.setup.board;
        let from = figures[mover].expect("the mover is on the board");
        let mut steps = Vec::new();
        for entered in board.in_order(board.neighbours(from)) {
            if figures.contains(&Some(entered)) {
                for relocation in board.in_order(board.neighbours(entered)) {
                    if relocation != from && !figures.contains(&Some(relocation)) {
                        steps.push((entered, Some(relocation)));
                    }
                }
            } else {
                steps.push((entered, None));
            }
        }
        steps
    }

    /// True if a walk with Displace can be completed. Rules: CC-MOVE-5, CC-R27, CC-R37, CC-R72.
    fn can_complete(&self, figures: &Figures, mover: usize, start: Hex, steps: usize) -> bool {
        if steps == 0 {
            return figures[mover] != Some(start);
        }
        self.displace_steps(figures, mover).iter().any(|&(entered, relocation)| {
            let next = after_step(figures, mover, entered, relocation);
            self.can_complete(&next, mover, start, steps - 1)
        })
    }

    /// The steps of a walk with Displace from which it can be completed. Rules: CC-R72.
    fn completable_steps(&self, mover: usize, start: Hex, steps: usize) -> Vec<(Hex, Option<Hex>)> {
        let figures = self.figures();
        let mut list = self.displace_steps(&figures, mover);
        list.retain(|&(entered, relocation)| {
            let next = after_step(&figures, mover, entered, relocation);
            self.can_complete(&next, mover, start, steps - 1)
        });
        list
    }

    /// The ways in which a section with a number can move a figure. A section without one has none.
    /// Rules: CC-MOVE-2..CC-MOVE-7, CC-DISP-1, CC-R27..CC-R31, CC-R72.
    fn ways_to_move(&self, mover: usize, section: &str) -> Vec<Way> {
        let start = self.seats[mover].hex.expect("the mover is on the board");
        let mut ways = Vec::new();
        match number(section) {
            None => {}
            Some(0) => {
                for facing in 0..6 {
                    ways.push(Way::Turn(facing));
                }
            }
            Some(steps) if is_long(section) => {
                let possible = if has(section, 'z') {
                    self.can_complete(&self.figures(), mover, start, steps)
                } else {
                    !self.walk_ends(mover, steps).is_empty()
                };
                if possible {
                    ways.push(Way::Walk);
                }
            }
            Some(steps) => {
                let ends: Vec<(Hex, Option<Hex>)> = if has(section, 'z') {
                    self.displace_steps(&self.figures(), mover)
                } else {
                    self.walk_ends(mover, steps).into_iter().map(|end| (end, None)).collect()
                };
                for (hex, relocation) in ends {
                    for facing in 0..6 {
                        ways.push(Way::Go(hex, relocation, facing));
                    }
                }
            }
        }
        ways
    }

    /// The choices of the seat that decides now, in canonical order.
    pub fn choices(&self) -> Vec<Choice> {
        match self.step {
            Step::Turn => self.turn_choices(),
            Step::Walk => self.walk_choices(),
            Step::Push => self.push_choices(),
            Step::FumbleOrder => self.still_to_fumble().into_iter().map(Choice::Order).collect(),
            Step::Fumble => self.fumble_choices(),
            Step::Order => self.still_to_react().into_iter().map(Choice::Order).collect(),
            Step::React => self.reaction_choices(),
            Step::Setup | Step::Draw | Step::Init | Step::Roll | Step::Over => Vec::new(),
        }
    }

    /// The choices of a turn. The pass is there only on the Special slot.
    /// Rules: CC-RES-6, CC-R15, CC-R18.
    fn turn_choices(&self) -> Vec<Choice> {
        let active = self.active.expect("somebody is active");
        let mut choices = self.playable(active);
        if self.is_special_slot() {
            choices.push(Choice::Pass);
        }
        choices
    }

    /// Every use of every card on a turn. Rules: CC-RES-5, CC-ATTACK-4, CC-R19, CC-R21, CC-R39.
    pub(crate) fn playable(&self, seat: usize) -> Vec<Choice> {
        let mut choices = Vec::new();
        for card in self.faces_in_hand(seat) {
            if self.can_pay(seat, &card.move_section) {
                if number(&card.move_section).is_none() {
                    choices.push(Choice::Move(card.id.clone(), Way::Stay));
                }
                for way in self.ways_to_move(seat, &card.move_section) {
                    choices.push(Choice::Move(card.id.clone(), way));
                }
            }
            if self.can_pay(seat, &card.attack_section) {
                let targets = self.in_reach(seat);
                if has(&card.attack_section, 'b') {
                    if !targets.is_empty() {
                        choices.push(Choice::Attack(card.id.clone(), None));
                    }
                } else {
                    for (target, _) in targets {
                        choices.push(Choice::Attack(card.id.clone(), Some(target)));
                    }
                }
            }
        }
        choices
    }

    /// The next part of a long walk. Rules: CC-R72.
    fn walk_choices(&self) -> Vec<Choice> {
        let walk = self.walk.as_ref().expect("a walk is under way");
        let mut choices = Vec::new();
        if walk.displace {
            let last = walk.steps_left == 1;
            for (hex, relocation) in self.completable_steps(walk.seat, walk.start, walk.steps_left) {
                if last {
                    for facing in 0..6 {
                        choices.push(Choice::WalkStep(hex, relocation, Some(facing)));
                    }
                } else {
                    choices.push(Choice::WalkStep(hex, relocation, None));
                }
            }
        } else {
            for hex in self.walk_ends(walk.seat, walk.steps_left) {
                for facing in 0..6 {
                    choices.push(Choice::WalkTo(hex, facing));
                }
            }
        }
        choices
    }

    /// The hexes to which a target can be pushed now, clockwise from north.
    /// Rules: CC-PUSH-1, CC-PUSH-3, CC-R53, CC-R54.
    pub(crate) fn push_hexes(&self, target: usize) -> Vec<Hex> {
        let attacker =
            self.active.and_then(|seat| self.seats[seat].hex).expect("the attacker is on the board");
        let from = self.seats[target].hex.expect("the target is on the board");
        let figures = self.figures();
        let mut hexes = self.setup.board.neighbours(from);
        hexes.retain(|&hex| !figures.contains(&Some(hex)));
        if self.setup.push_away {
            hexes.retain(|&hex| distance(attacker, hex) > distance(attacker, from));
        }
        hexes
    }

    /// The targets not yet pushed that have room now. Rules: CC-R50, CC-R54.
    pub(crate) fn still_to_push(&self) -> Vec<usize> {
        let mut targets = self.attack.not_done();
        targets.retain(|&target| !self.push_hexes(target).is_empty());
        targets
    }

    /// The pushes that can be made now. Rules: CC-PUSH-1, CC-R50.
    fn push_choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        for target in self.still_to_push() {
            for hex in self.setup.board.in_order(self.push_hexes(target)) {
                choices.push(if has(&self.section_in_play(), 'b') {
                    Choice::PushOf(target, hex)
                } else {
                    Choice::Push(target, hex)
                });
            }
        }
        choices
    }

    /// The targets that have not fumbled; all take part. Rules: CC-R50, CC-R51.
    pub(crate) fn still_to_fumble(&self) -> Vec<usize> {
        self.attack.not_done()
    }

    /// The facings the target may give the attacker. Rules: CC-FUMB-1, CC-R52.
    fn fumble_choices(&self) -> Vec<Choice> {
        let facing = self.seats[self.active.expect("somebody attacks")].facing;
        (0..6).filter(|&other| other != facing || !self.setup.fumble_must_turn).map(Choice::Fumble).collect()
    }

    /// The targets that may react and have not been asked. Rules: CC-REACT-3, CC-R47, CC-R64.
    pub(crate) fn still_to_react(&self) -> Vec<usize> {
        let mut targets = self.attack.not_done();
        targets.retain(|target| !self.attack.behind.contains(target) && !self.seats[*target].hand.is_empty());
        targets
    }

    /// The reactions of the target that is asked. Rules: CC-REACT-2, CC-ATTACK-13, CC-R58, CC-R60.
    fn reaction_choices(&self) -> Vec<Choice> {
        let seat = self.attack.current.expect("somebody is asked");
        let mut choices = Vec::new();
        for card in self.faces_in_hand(seat) {
            if self.can_pay(seat, &card.reaction_section) {
                choices.push(Choice::React(card.id.clone(), Way::Stay));
                for way in self.ways_to_move(seat, &card.reaction_section) {
                    choices.push(Choice::React(card.id.clone(), way));
                }
            }
        }
        choices.push(Choice::Decline);
        choices
    }

    /// What is chosen for a seat that does not answer. Rules: CC-R69.
    pub(crate) fn default_choice(&self) -> Option<Choice> {
        let choices = self.choices();
        match self.step {
            Step::Turn if self.is_special_slot() => Some(Choice::Pass),
            Step::Turn => self.default_turn(&choices),
            Step::Walk | Step::FumbleOrder | Step::Order => choices.first().cloned(),
            Step::Push => {
                let target = self.still_to_push()[0];
                let hex = self.push_hexes(target)[0];
                choices.into_iter().find(|choice| {
                    *choice == Choice::Push(target, hex) || *choice == Choice::PushOf(target, hex)
                })
            }
            Step::Fumble => {
                let facing = self.seats[self.active.expect("somebody attacks")].facing;
                Some(Choice::Fumble((facing + 1) % 6))
            }
            Step::React => Some(Choice::Decline),
            Step::Setup | Step::Draw | Step::Init | Step::Roll | Step::Over => None,
        }
    }

    /// The default of an ordinary turn: stand still if possible, else move, else attack. Rules: CC-R69.
    fn default_turn(&self, choices: &[Choice]) -> Option<Choice> {
        let facing = self.seats[self.active.expect("somebody is active")].facing;
        let stands_still = |choice: &&Choice| match choice {
            Choice::Move(_, Way::Stay) => true,
            Choice::Move(_, Way::Turn(to)) => *to == facing,
            _ => false,
        };
        let moves = |choice: &&Choice| matches!(choice, Choice::Move(_, _));
        choices
            .iter()
            .find(stands_still)
            .or_else(|| choices.iter().find(moves))
            .or_else(|| choices.first())
            .cloned()
    }
}

/// The figures after one step of the mover. Rules: CC-DISP-2, CC-R34.
pub(crate) fn after_step(figures: &Figures, mover: usize, entered: Hex, relocation: Option<Hex>) -> Figures {
    let mut next = figures.clone();
    if let Some(relocation) = relocation {
        let occupant = next.iter().position(|&hex| hex == Some(entered)).expect("somebody stands there");
        next[occupant] = Some(relocation);
    }
    next[mover] = Some(entered);
    next
}
