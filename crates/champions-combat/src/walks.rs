//! How a figure may go: the options of a section with a number, and long walks part by part.
//! Rules: CC-MOVE-2 to CC-MOVE-9, CC-DISP-1 to CC-DISP-4, CC-RMOVE-1, CC-R72.

use engine::{Actions, Log};

use crate::action::{Action, Deed, NOTHING, Part};
use crate::event::Event;
use crate::icons::Section;
use crate::moves::{Hexes, Ways};
use crate::setup::{Manner, Rules};
use crate::state::{State, Step};
use crate::{reactions, rounds};

/// The room around a figure. Ends of walks are found once for all cards of a hand.
pub struct Room<'r> {
    ways: &'r Ways,
    from: usize,
    others: Hexes,
    one: Hexes,
    two: Option<Hexes>,
}

/// The ways to use a walk that is not long, counted before they are listed.
#[derive(Clone, Copy)]
pub enum Options {
    /// Exactly one: nothing is said.
    One,
    /// Any facing.
    Facings,
    /// Any of these hexes with any facing.
    Ends(Hexes),
    /// One step that may displace, with any facing.
    Step,
}

impl<'r> Room<'r> {
    /// The room around the figure of a seat.
    #[inline]
    pub fn new(rules: &'r Rules, state: &State, seat: usize) -> Self {
        let (from, others) = (usize::from(state.figures[seat].hex), state.others(seat));
        Self { ways: &rules.ways, from, others, one: rules.ways.walk_ends(from, others, 1), two: None }
    }

    #[inline]
    fn ends(&mut self, steps: u8) -> Hexes {
        match steps {
            1 => self.one,
            2 => *self.two.get_or_insert_with(|| self.ways.walk_ends(self.from, self.others, 2)),
            _ => self.ways.walk_ends(self.from, self.others, steps),
        }
    }

    /// Whether a section can be used, its price apart. Rules: CC-R19, CC-R27, CC-R36.
    #[inline]
    pub fn can_walk(&mut self, section: &Section) -> bool {
        match section.steps {
            None | Some(0) => true,
            Some(steps) if section.displace => self.ways.completes(self.from, self.from, self.others, steps),
            Some(steps) => !self.ends(steps).is_empty(),
        }
    }

    /// The ways to use a section that is not long. Rules: CC-MOVE-2, CC-MOVE-6, CC-MOVE-7, CC-R30 to CC-R34.
    #[inline]
    pub fn options(&mut self, section: &Section) -> Options {
        match section.steps {
            None => Options::One,
            Some(0) => Options::Facings,
            Some(_) if section.displace => Options::Step,
            Some(steps) => Options::Ends(self.ends(steps)),
        }
    }

    /// How many ways there are to take one step that may displace.
    #[inline]
    fn count_steps(&self) -> u32 {
        let moved = self.ways.displacements(self.from, self.others).count() as u32;
        6 * (self.one.len() + moved)
    }

    /// Adds these ways to the list, each on the ground of `base`.
    #[inline]
    pub fn list(&self, options: Options, base: Action, out: &mut Actions<Action>) {
        match options {
            Options::One => out.push(base),
            Options::Facings => out.extend(&base.all_facings()),
            Options::Ends(ends) => {
                for hex in ends.iter() {
                    out.extend(&base.to(hex).all_facings());
                }
            }
            Options::Step => {
                for (hex, relocation) in self.steps() {
                    let there = base.to(hex);
                    let there = relocation.map_or(there, |to| there.relocating(to));
                    out.extend(&there.all_facings());
                }
            }
        }
    }

    /// The `nth` of these ways.
    #[inline]
    pub fn nth(&self, options: Options, base: Action, nth: u32) -> Action {
        let (hex, facing) = (nth as usize / 6, nth % 6 + 1);
        match options {
            Options::One => base,
            Options::Facings => base.facing(facing),
            Options::Ends(ends) => base.to(ends.nth(hex)).facing(facing),
            Options::Step => {
                let (hex, relocation) = self.steps().nth(hex).expect("it was counted");
                let there = base.to(hex);
                relocation.map_or(there, |to| there.relocating(to)).facing(facing)
            }
        }
    }

    /// Every single step, with where it displaces to.
    fn steps(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        self.ways.around(self.from).iter().flat_map(move |hex| {
            let taken = self.others.has(hex);
            let relocations =
                if taken { self.ways.relocations(self.from, hex, self.others) } else { Hexes::default() };
            let plain = (!taken).then_some((hex, None));
            plain.into_iter().chain(relocations.iter().map(move |to| (hex, Some(to))))
        })
    }
}

/// The `nth` card of a set.
#[inline]
pub fn nth_card(cards: u32, nth: u32) -> u8 {
    (0..nth).fold(cards, |bits, _| bits & bits.wrapping_sub(1)).trailing_zeros() as u8
}

/// All ways to use these cards' Move sections (or Reactions), counted sort by sort.
pub struct Menu<'r> {
    /// The room they are walked in.
    pub room: Room<'r>,
    /// How many ways there are.
    pub total: u32,
    cards: [u32; 6],
    each: [u32; 6],
}

impl<'r> Menu<'r> {
    /// Counts the ways of these cards; `sorts` tells how each of a deck moves.
    #[inline]
    pub fn new(rules: &'r Rules, state: &State, seat: usize, cards: u32, sorts: &[u32; 6]) -> Self {
        let mut room = Room::new(rules, state, seat);
        let cards = sorts.map(|sort| sort & cards);
        let mut each = [1, 6, 6 * room.one.len(), 0, 0, 1];
        if cards[Manner::Two as usize] != 0 {
            each[Manner::Two as usize] = 6 * room.ends(2).len();
        }
        if cards[Manner::Step as usize] != 0 {
            each[Manner::Step as usize] = room.count_steps();
        }
        let mut menu = Self { room, total: 0, cards, each };
        if cards[Manner::Long as usize] != 0 {
            menu.cards[Manner::Long as usize] = 0;
            for card in (0..32).filter(|card| cards[Manner::Long as usize] >> card & 1 == 1) {
                let face = rules.face(seat, card);
                let section = if state.step == Step::React { &face.reaction } else { &face.walk };
                menu.cards[Manner::Long as usize] |= u32::from(menu.room.can_walk(section)) << card;
            }
        }
        menu.total = menu.cards.iter().zip(&menu.each).map(|(cards, each)| cards.count_ones() * each).sum();
        menu
    }

    /// The `nth` way: its card, and which of the card's ways.
    #[inline]
    pub fn nth(&mut self, nth: u32) -> (u8, Options, u32) {
        let mut left = nth;
        for sort in 0..6 {
            let (cards, each) = (self.cards[sort], self.each[sort]);
            let ways = cards.count_ones() * each;
            if left < ways {
                let options = match sort {
                    1 => Options::Facings,
                    2 => Options::Ends(self.room.one),
                    3 => Options::Ends(self.room.ends(2)),
                    4 => Options::Step,
                    _ => Options::One,
                };
                return (nth_card(cards, left / each), options, left % each);
            }
            left -= ways;
        }
        unreachable!("there are not so many ways")
    }
}

/// The parts of a long walk that can be done now. Rules: CC-R37, CC-R72.
pub fn legal(rules: &Rules, state: &State, out: &mut Actions<Action>) {
    let mut room = Room::new(rules, state, usize::from(state.current));
    let (start, left) = (usize::from(state.walk_from), state.walk_left);
    let whole = !section(rules, state).displace;
    let base = Action::from(Deed::Walk(Part { whole, hex: NOTHING, relocation: NOTHING, facing: NOTHING }));
    if whole {
        let ends = Options::Ends(room.ends(left));
        return room.list(ends, base, out);
    }
    for (hex, relocation) in room.steps() {
        let mut there = base.to(hex);
        let mut others = room.others;
        if let Some(to) = relocation {
            there = there.relocating(to);
            others = Hexes(others.0 & !(1 << hex) | 1 << to);
        }
        if rules.ways.completes(start, hex, others, left - 1) {
            if left == 1 { out.extend(&there.all_facings()) } else { out.push(there) }
        }
    }
}

/// The section that is walked.
pub fn section<'r>(rules: &'r Rules, state: &State) -> &'r Section {
    let face = rules.face(usize::from(state.current), state.card);
    if state.reacting { &face.reaction } else { &face.walk }
}

/// A long section was named: its walk follows at once. Rules: CC-R72.
pub fn begin(state: &mut State, seat: usize, card: u8, reacting: bool, section: &Section) {
    state.step = Step::Walk;
    state.current = seat as u8;
    state.card = card;
    state.reacting = reacting;
    state.walk_from = state.figures[seat].hex;
    state.walk_left = section.steps.unwrap_or(0);
}

/// The next part of a long walk; gains come after the last. Rules: CC-R37, CC-R72.
pub fn go_on(rules: &Rules, state: &mut State, part: &Part, log: &mut impl Log<Event>) {
    let seat = usize::from(state.current);
    go(state, seat, part.hex, part.relocation, part.facing, log);
    state.walk_left -= 1;
    if part.facing == NOTHING {
        return;
    }
    gain(state, seat, section(rules, state), log);
    state.walk_left = 0;
    state.walk_from = 0;
    state.card = 0;
    if state.reacting {
        state.reacting = false;
        reactions::done(rules, state, log);
    } else {
        rounds::end_turn(rules, state, log);
    }
}

/// Moves and turns a figure, and moves whoever stood where it goes. Rules: CC-MOVE-6, CC-MOVE-7, CC-DISP-2,
/// CC-DISP-4, CC-R38.
#[inline]
pub fn go(state: &mut State, seat: usize, hex: u8, relocation: u8, facing: u8, log: &mut impl Log<Event>) {
    if hex != NOTHING {
        if relocation != NOTHING
            && let Some(other) = state.occupant(usize::from(hex) - 1)
        {
            state.figures[other].hex = relocation - 1;
            log.add(Event::Displaced(other as u8, relocation - 1));
        }
        state.figures[seat].hex = hex - 1;
        log.add(Event::Went(seat as u8, hex - 1, state.step == Step::React || state.reacting));
    }
    if facing != NOTHING {
        state.figures[seat].facing = facing - 1;
        log.add(Event::Faced(seat as u8, facing - 1, hex != NOTHING));
    }
}

/// A card leaves the hand and its section is paid for. Rules: CC-RES-3, CC-POWER-2, CC-R22, CC-R23.
#[inline]
pub fn spend(state: &mut State, seat: usize, card: u8, section: &Section, log: &mut impl Log<Event>) {
    let figure = &mut state.figures[seat];
    figure.hand &= !(1 << card);
    figure.discard |= 1 << card;
    figure.power -= section.cost;
    if section.cost > 0 {
        log.add(Event::Spent(seat as u8, section.cost));
    }
}

/// A section's gains, as far as the pile lasts. Rules: CC-COMP-7, CC-POWER-1, CC-POWER-4, CC-MOVE-8, CC-MOVE-9,
/// CC-ATTACK-11, CC-REACT-6, CC-R25, CC-R45.
#[inline]
pub fn gain(state: &mut State, seat: usize, section: &Section, log: &mut impl Log<Event>) {
    if section.gain > 0 {
        let gained = section.gain.min(state.pile());
        state.figures[seat].power += gained;
        log.add(Event::Gained(seat as u8, gained, section.gain - gained));
    }
}
