//! Matches with War Chests: what a chest must hold, how a battle deck is chosen from it, what a game spends. Rules:
//! TR-MATCH-1 to TR-MATCH-4, TR-R131 to TR-R133, TR-R151.

use std::collections::BTreeSet;

use engine::Log;
use smallvec::SmallVec;

use crate::action::NO_CARD;
use crate::decks::{allowance, go_together};
use crate::event::Event;
use crate::losses;
use crate::rules::Rules;
use crate::state::{Reason, SLOTS, Side, Slot, State, Step, flag};

/// The most games of a match, and how many cards a War Chest has for it. Rules: TR-MATCH-1, TR-MATCH-3.
pub const LENGTHS: [(u8, usize); 3] = [(3, 20), (5, 30), (7, 40)];

/// How many cards a War Chest has in a match of so many games. Rules: TR-MATCH-3.
pub fn size(games: u8) -> usize {
    LENGTHS.iter().find(|(length, _)| *length == games).map_or(0, |(_, cards)| *cards)
}

fn is_champion(rules: &Rules, card: u16) -> bool {
    rules.face(card).sort.is_none()
}

/// Cards without those that are taken away; nothing if one of these is not there.
pub fn without(cards: &[u16], gone: impl IntoIterator<Item = u16>) -> Option<Vec<u16>> {
    let mut rest = cards.to_vec();
    for card in gone {
        let place = rest.iter().position(|&known| known == card)?;
        rest.remove(place);
    }
    Some(rest)
}

/// The search for a battle deck among the cards of a chest.
struct Builder<'a> {
    rules: &'a Rules,
    champion: u16,
    /// The most cards of each type that any choice of texts could allow.
    most: [i32; 4],
    /// Whether every slot must be filled.
    whole: bool,
}

impl<'a> Builder<'a> {
    fn new(rules: &'a Rules, champion: u16, chest: &[u16], whole: bool) -> Self {
        let loadout = chest.iter().copied().filter(|&card| !is_champion(rules, card));
        Self { rules, champion, most: allowance(rules, loadout.chain([champion])), whole }
    }

    /// Whether a card may come to these, as far as no further card can mend it.
    fn may_join(&self, deck: &[u16], card: u16) -> bool {
        let face = self.rules.face(card);
        let Some(sort) = &face.sort else { return false };
        let others = || deck.iter().map(|&card| self.rules.face(card));
        let same = others().filter(|other| other.card.chain.is_none() && other.sort.as_ref() == Some(sort));
        let most = self.most[crate::decks::place(sort)];
        let worn = face.body().is_some() && others().any(|other| other.body() == face.body());
        !worn && (face.card.chain.is_some() || (same.count() as i32) < most)
    }

    /// Whether some of the cards that are left, in their order, make a legal deck of these.
    fn completes(&self, deck: &mut SmallVec<[u16; SLOTS]>, rest: &[u16]) -> bool {
        let open = usize::from(self.rules.slots) - deck.len();
        if (open == 0 || !self.whole) && go_together(self.rules, self.champion, deck) {
            return true;
        }
        if open == 0 || (self.whole && rest.len() < open) {
            return false;
        }
        distinct(rest).any(|(nth, card)| {
            self.may_join(deck, card) && {
                deck.push(card);
                let found = self.completes(deck, &rest[nth + 1..]);
                deck.pop();
                found
            }
        })
    }
}

/// The different ones of sorted cards, with their first places.
fn distinct(cards: &[u16]) -> impl Iterator<Item = (usize, u16)> {
    let first = |(nth, card): &(usize, u16)| *nth == 0 || cards[nth - 1] != *card;
    cards.iter().copied().enumerate().filter(first)
}

/// Whether a Champion finds a legal loadout for every slot in a chest.
fn can_fight(rules: &Rules, champion: u16, chest: &[u16]) -> bool {
    Builder::new(rules, champion, chest, true).completes(&mut SmallVec::new(), chest)
}

/// Whether a legal battle deck can be made of a chest. Rules: TR-R133.
pub fn can_field(rules: &Rules, chest: &[u16]) -> bool {
    distinct(chest).any(|(_, card)| is_champion(rules, card) && can_fight(rules, card, chest))
}

/// Calls for every card that may be chosen next for a battle deck: first the Champion, then the loadout in ascending
/// order, each such that a legal deck can be completed; nothing for no more cards, which needs a chest without a
/// legal deck. D1, D17. Rules: TR-R131, TR-R133, TR-R151.
pub fn picks(rules: &Rules, side: &Side, chest: &[u16], nth: u8, each: &mut dyn FnMut(Option<u16>)) {
    let whole = can_field(rules, chest);
    if nth == 1 {
        for (_, card) in distinct(chest) {
            if is_champion(rules, card) && (!whole || can_fight(rules, card, chest)) {
                each(Some(card));
            }
        }
        return;
    }
    let mut deck: SmallVec<[u16; SLOTS]> =
        side.slots.iter().take_while(|slot| slot.is_filled()).map(|slot| slot.card).collect();
    if deck.len() + 2 < usize::from(nth) {
        return each(None);
    }
    let last = deck.last().copied();
    let copies = deck.iter().filter(|&&card| Some(card) == last).count();
    let from = last.map_or(0, |last| chest.partition_point(|&card| card < last) + copies);
    let rest = chest.get(from..).unwrap_or_default();
    let builder = Builder::new(rules, side.champion, chest, whole);
    for (nth, card) in distinct(rest) {
        if builder.may_join(&deck, card) {
            deck.push(card);
            if builder.completes(&mut deck, &rest[nth + 1..]) {
                each(Some(card));
            }
            deck.pop();
        }
    }
    if !whole && go_together(rules, side.champion, &deck) {
        each(None);
    }
}

/// Puts a chosen card into a battle deck.
pub fn put(rules: &Rules, side: &mut Side, seat: u8, nth: u8, card: Option<u16>) {
    let Some(card) = card else { return };
    if nth == 1 {
        side.champion = card;
        side.life = rules.starting_life(seat, card);
    } else {
        side.slots[usize::from(nth) - 2] = Slot::hidden(card);
    }
}

/// The chest of a seat, if there is one.
pub fn of(state: &State, seat: u8) -> &[u16] {
    state.chests.as_ref().and_then(|chests| chests.get(usize::from(seat))).map_or(&[], |chest| chest)
}

/// Whoever has no Champion left is defeated before anything is chosen. Rules: TR-R133, TR-R151.
pub fn forfeit(rules: &Rules, state: &mut State, log: &mut impl Log<Event>) {
    let has = |state: &State, seat: u8| of(state, seat).iter().any(|&card| is_champion(rules, card));
    let poor: SmallVec<[u8; 2]> = (0..rules.players).filter(|&seat| !has(state, seat)).collect();
    if let [seat] = poor[..]
        && state.filling == 1
    {
        losses::defeat(rules, state, seat, log);
        losses::end_if_alone(rules, state, Reason::Ko, log);
    }
}

/// All decks are in: their cards leave the chests.
pub fn take_decks(state: &mut State) {
    let Some(chests) = &mut state.chests else { return };
    for (side, chest) in state.seats.iter().zip(chests.iter_mut()) {
        for card in side.slots.iter().map(|slot| slot.card).chain([side.champion]) {
            if let Some(place) = chest.iter().position(|&known| known == card) {
                chest.remove(place);
            }
        }
    }
}

/// Whether what a position says of chests and battle decks could come about.
pub fn is_sound(rules: &Rules, state: &State) -> bool {
    if state.step == Step::Z1 && !(1..=rules.slots + 1).contains(&state.filling) {
        return false;
    }
    (0..rules.players).all(|seat| {
        let (side, chest) = (&state.seats[usize::from(seat)], of(state, seat));
        let sorted = chest.is_sorted() && chest.len() <= size(rules.games);
        if !sorted || state.step != Step::Z1 || !side.is_alive() {
            return sorted;
        }
        // The deck so far, chosen again card by card.
        let sealed = u8::from(side.flags & flag::SEALED != 0);
        let mut again = Side { flags: side.flags, name: side.name, ..Side::EMPTY };
        let chosen = (1..state.filling + sealed).all(|nth| {
            let card = if nth == 1 { side.champion } else { side.slots[usize::from(nth) - 2].card };
            let card = (card != NO_CARD).then_some(card);
            let mut offered = false;
            picks(rules, &again, chest, nth, &mut |pick| offered |= pick == card);
            put(rules, &mut again, seat, nth, card);
            offered
        });
        chosen && again == *side && chest.iter().any(|&card| is_champion(rules, card))
    })
}

/// What a seat has spent in the match when a game is over: every card that was revealed or discarded, the Champion
/// included once it was shown. All others return. Rules: TR-MATCH-4, TR-END-2, TR-END-3, TR-R132.
pub fn spent(rules: &Rules, end: &State, seat: u8) -> Vec<u16> {
    let mut cards = rules.spent[usize::from(seat)].clone();
    if end.step != Step::Z1 {
        let side = &end.seats[usize::from(seat)];
        cards.push(side.champion);
        cards.extend(side.slots.iter().filter(|slot| slot.is_up()).map(|slot| slot.card));
        cards.extend(end.out.iter().filter(|(of, _)| *of == seat).map(|&(_, card)| card));
    }
    cards.sort_unstable();
    cards
}

/// Cards as a setup names them: `dory*2+aspis`, `-` for none.
pub fn text(rules: &Rules, cards: &[u16]) -> String {
    let copies = |chunk: &[u16]| match chunk.len() {
        1 => rules.id(chunk[0]).to_owned(),
        count => format!("{}*{count}", rules.id(chunk[0])),
    };
    let parts: Vec<String> = cards.chunk_by(|a, b| a == b).map(copies).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join("+") }
}

/// Cards that are the same to whoever puts decks together, and how many there are.
struct Class {
    /// One of them.
    card: u16,
    count: u8,
}

/// Steps after which the search for disjoint decks gives up.
const MOST_WORK: u32 = 2_000_000;

/// The search for disjoint battle decks.
struct Packing<'a> {
    rules: &'a Rules,
    classes: Vec<Class>,
    /// Every battle deck there can be, by places of classes, the Champion first.
    decks: Vec<SmallVec<[usize; 5]>>,
    /// What was left where it did not work out.
    dead: BTreeSet<Vec<u8>>,
    work: u32,
}

/// Whether so many disjoint legal battle decks are found in a chest; the search is exact but not endless. Rules:
/// TR-MATCH-2, TR-R131.
pub fn holds_decks(rules: &Rules, chest: &[u16], count: u8) -> bool {
    let mut packing =
        Packing { rules, classes: Vec::new(), decks: Vec::new(), dead: BTreeSet::new(), work: 0 };
    for &card in chest {
        match packing.classes.iter_mut().find(|class| are_alike(rules, class.card, card)) {
            Some(class) => class.count += 1,
            None => packing.classes.push(Class { card, count: 1 }),
        }
    }
    for nth in 0..packing.classes.len() {
        let card = packing.classes[nth].card;
        if is_champion(rules, card) {
            let builder = Builder::new(rules, card, chest, true);
            packing.list(&builder, &mut SmallVec::from_slice(&[nth]), 0);
        }
    }
    let mut left: Vec<u8> = packing.classes.iter().map(|class| class.count).collect();
    packing.finds(&mut left, count)
}

/// Whether two cards can stand for each other in every deck.
fn are_alike(rules: &Rules, a: u16, b: u16) -> bool {
    let (a, b) = (rules.face(a), rules.face(b));
    a.sort == b.sort
        && a.card.chain.is_some() == b.card.chain.is_some()
        && a.body() == b.body()
        && crate::decks::texts(a).eq(crate::decks::texts(b))
        && (!rules.culture || a.card.keywords.culture == b.card.keywords.culture)
}

impl Packing<'_> {
    /// Lists every legal deck that begins like this one.
    fn list(&mut self, builder: &Builder<'_>, deck: &mut SmallVec<[usize; 5]>, from: usize) {
        let cards: SmallVec<[u16; SLOTS]> = deck[1..].iter().map(|&nth| self.classes[nth].card).collect();
        if cards.len() == usize::from(self.rules.slots) {
            if go_together(self.rules, builder.champion, &cards) {
                self.decks.push(deck.clone());
            }
            return;
        }
        for nth in from..self.classes.len() {
            let used = deck[1..].iter().filter(|&&other| other == nth).count();
            self.work += 1;
            if used < usize::from(self.classes[nth].count)
                && builder.may_join(&cards, self.classes[nth].card)
                && self.work < MOST_WORK
            {
                deck.push(nth);
                self.list(builder, deck, nth);
                deck.pop();
            }
        }
    }

    /// Whether so many decks can be made of what is left.
    fn finds(&mut self, left: &mut Vec<u8>, count: u8) -> bool {
        if count == 0 {
            return true;
        }
        if !self.may_suffice(left, count) || self.dead.contains(left) {
            return false;
        }
        for nth in 0..self.decks.len() {
            let deck = self.decks[nth].clone();
            self.work += 1;
            if self.work > MOST_WORK {
                return false;
            }
            let before = left.clone();
            if deck.iter().all(|&class| left[class].checked_sub(1).map(|less| left[class] = less).is_some())
                && self.finds(left, count - 1)
            {
                return true;
            }
            *left = before;
        }
        self.dead.insert(left.clone());
        false
    }

    /// Whether there are Champions enough, and cards enough of the types that any choice of texts could allow.
    fn may_suffice(&self, left: &[u8], count: u8) -> bool {
        let cards = || self.classes.iter().zip(left).filter(|(_, count)| **count > 0);
        let all = cards().flat_map(|(class, count)| std::iter::repeat_n(class.card, usize::from(*count)));
        let extra = allowance(self.rules, all).map(|most| most - 1);
        let (mut champions, mut plain, mut usable) = (0, [0; 4], 0);
        for (class, number) in cards() {
            let face = self.rules.face(class.card);
            match &face.sort {
                None => champions += i32::from(*number),
                Some(_) if face.card.chain.is_some() => usable += i32::from(*number),
                Some(sort) => plain[crate::decks::place(sort)] += i32::from(*number),
            }
        }
        let count = i32::from(count);
        usable += (0..4).map(|sort| plain[sort].min(count + extra[sort])).sum::<i32>();
        champions >= count && usable >= count * i32::from(self.rules.slots)
    }
}
