//! How Styles, cards and dice fall. Rules: CC-SETUP-4, CC-DRAW-2, CC-DRAW-3, CC-INIT-2, CC-ATTACK-5, CC-R70.

use engine::{NoLog, Purpose, Rng, Weighted};

use crate::action::{Action, Deed, Roll};
use crate::attacks;
use crate::notation::SEATS;
use crate::phases;
use crate::setup::Rules;
use crate::state::{NO_STYLE, State, Step, seats};

/// Which stream of random numbers the event that is due draws from.
pub fn purpose(state: &State) -> Purpose {
    match state.step {
        Step::Style => Purpose::nth("style", state.current),
        Step::Hand => Purpose::nth("hand", state.current),
        Step::Row => Purpose::nth("row", state.current),
        _ => Purpose::new("dice"),
    }
}

/// One outcome of the event that is due.
#[inline]
pub fn sample(rules: &Rules, state: &State, rng: &mut Rng) -> Action {
    let seat = state.current;
    match state.step {
        Step::Style => {
            let free = free_styles(rules, state);
            let nth = rng.below(free.count_ones()) as usize;
            let style = (0..nth).fold(free, |bits, _| bits & (bits - 1)).trailing_zeros();
            Deed::Style(seat, style as u8).into()
        }
        Step::Hand => Deed::Hand(seat, sample_hand(rules, usize::from(seat), rng)).into(),
        Step::Row => {
            let mut order = [0u8; 4];
            let mut count = 0;
            for seat in seats(state.still_in()) {
                order[count] = seat as u8;
                count += 1;
            }
            rng.shuffle(&mut order[..count]);
            row(&order[..count])
        }
        _ => {
            let (targets, dice) = (state.targets, attacks::section(rules, state).dice);
            let count = targets.count_ones() * u32::from(dice);
            let faces = (0..count).map(|die| u64::from(1 + rng.below(6)) << (3 * die)).sum();
            Deed::Roll(Roll { targets, dice, faces }).into()
        }
    }
}

/// What the event that is due draws from, in the order of the draw: Styles, cards of a deck by id, each with the card
/// whose face it has, seats. Nothing for dice.
pub fn drawn_from(rules: &Rules, state: &State) -> Vec<String> {
    let seat = usize::from(state.current);
    match state.step {
        Step::Style => {
            let free = free_styles(rules, state);
            let styles = rules.styles.iter().enumerate().filter(|(style, _)| free >> style & 1 == 1);
            styles.map(|(_, style)| style.id.clone()).collect()
        }
        Step::Hand => {
            let id = |card: u8| &rules.decks[seat][usize::from(card)].id;
            let lowest = |card: u8| (rules.twins(seat, card) | 1 << card).trailing_zeros() as u8;
            let cards = 0..rules.decks[seat].len() as u8;
            cards.map(|card| format!("{}={}", id(card), id(lowest(card)))).collect()
        }
        Step::Row => seats(state.still_in()).map(|seat| SEATS[seat].to_owned()).collect(),
        _ => Vec::new(),
    }
}

/// The Styles that nobody has, as bits. Rules: CC-SETUP-4, CC-R9.
pub fn free_styles(rules: &Rules, state: &State) -> u32 {
    let dealt =
        state.figures.iter().filter(|figure| figure.style != NO_STYLE).map(|f| 1 << f.style).sum::<u32>();
    ((1 << rules.styles.len()) - 1) & !dealt
}

/// A hand, every set of cards equally likely; of equal faces the lowest ids. Rules: CC-DRAW-3, CC-R12.
#[inline]
fn sample_hand(rules: &Rules, seat: usize, rng: &mut Rng) -> u32 {
    let hands = rules.hands(seat);
    if !hands.is_empty() {
        return *rng.one_of(hands);
    }
    let deck = rules.decks[seat].len() as u32;
    rules.canonical(seat, some_of((1u32 << deck) - 1, u32::from(rules.hand_size), rng))
}

/// So many of these cards, every set equally likely.
pub fn some_of(cards: u32, count: u32, rng: &mut Rng) -> u32 {
    let mut left = cards;
    for _ in 0..count {
        let nth = rng.below(left.count_ones());
        let from = (0..nth).fold(left, |bits, _| bits & (bits - 1));
        left &= !(from & from.wrapping_neg());
    }
    cards & !left
}

fn row(order: &[u8]) -> Action {
    let packed = order.iter().enumerate().map(|(i, seat)| seat << (2 * i)).sum();
    Deed::Row(order.len() as u8, packed).into()
}

/// Every outcome of the event that is due with its weight; those that lead to the same position are one.
pub fn list(rules: &Rules, state: &State, out: &mut Weighted<Action>) {
    let seat = state.current;
    match state.step {
        Step::Style => {
            let free = free_styles(rules, state);
            for style in (0..32).filter(|style| free >> style & 1 == 1) {
                out.push(Deed::Style(seat, style).into(), 1);
            }
        }
        Step::Hand => list_hands(rules, usize::from(seat), out),
        Step::Row => {
            let players: Vec<u8> = seats(state.still_in()).map(|seat| seat as u8).collect();
            let mut rows = Vec::new();
            permutations(&players, &mut Vec::new(), &mut rows);
            merge(rules, state, rows, out);
        }
        Step::Roll => merge(rules, state, rolls(rules, state), out),
        _ => {}
    }
}

fn list_hands(rules: &Rules, seat: usize, out: &mut Weighted<Action>) {
    let mut push = |hand: u32, weight| out.push(Deed::Hand(seat as u8, hand).into(), weight);
    let merged = rules.merged_hands(seat);
    if !merged.is_empty() {
        return merged.iter().for_each(|&(hand, weight)| push(hand, weight));
    }
    // A large deck: face by face, how many of its cards are taken.
    let deck = rules.decks[seat].len() as u8;
    let mut families: Vec<u32> = Vec::new();
    for card in 0..deck {
        let family = rules.twins(seat, card) | 1 << card;
        families.retain(|known| known & family == 0);
        families.push(family);
    }
    take(&families, u32::from(rules.hand_size), 0, 1, &mut push);
}

/// Every way to take `left` cards from these families, lowest ids first, with the number of card sets.
fn take(families: &[u32], left: u32, hand: u32, weight: u64, push: &mut impl FnMut(u32, u64)) {
    let Some((&family, rest)) = families.split_first() else {
        if left == 0 {
            push(hand, weight);
        }
        return;
    };
    let size = family.count_ones();
    let (mut taken, mut ways, mut cards) = (0, 1, family);
    for count in 0..=left.min(size) {
        take(rest, left - count, hand | taken, weight * ways, push);
        taken |= cards & cards.wrapping_neg();
        cards &= cards.wrapping_sub(1);
        ways = ways * u64::from(size - count) / u64::from(count + 1);
    }
}

fn permutations(left: &[u8], order: &mut Vec<u8>, out: &mut Vec<(Action, u64)>) {
    if left.is_empty() {
        out.push((row(order), 1));
    }
    for &seat in left {
        let rest: Vec<u8> = left.iter().copied().filter(|&other| other != seat).collect();
        order.push(seat);
        permutations(&rest, order, out);
        order.pop();
    }
}

/// Every number of hits on each target, shown by a roll of sixes and ones. Rules: CC-ATTACK-7, CC-ATTACK-8,
/// CC-R44.
fn rolls(rules: &Rules, state: &State) -> Vec<(Action, u64)> {
    let (targets, dice) = (state.targets, attacks::section(rules, state).dice);
    let mut rolls = vec![(0u64, 1u64)];
    for (nth, target) in seats(targets).enumerate() {
        let ways = hits(dice, attacks::need(rules, state, usize::from(state.active), target));
        let mut longer = Vec::new();
        for &(faces, weight) in &rolls {
            for (hits, &more) in (0..).zip(&ways) {
                let fell =
                    (0..u64::from(dice)).map(|die| if die < hits { 6 } else { 1 } << (3 * die)).sum::<u64>();
                longer.push((faces | fell << (3 * nth * usize::from(dice)), weight * more));
            }
        }
        rolls = longer;
    }
    rolls
        .into_iter()
        .map(|(faces, weight)| (Deed::Roll(Roll { targets, dice, faces }).into(), weight))
        .collect()
}

/// In how many of the 6^`dice` rolls there are 0, 1, 2, ... hits. Rules: CC-ATTACK-7 to CC-ATTACK-9.
pub fn hits(dice: u8, need: u8) -> Vec<u64> {
    let (hit, miss) = (u64::from(7 - need), u64::from(need - 1));
    let mut ways = vec![1];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 1];
        for (hits, &count) in ways.iter().enumerate() {
            next[hits] += count * miss;
            next[hits + 1] += count * hit;
        }
        ways = next;
    }
    ways
}

/// Lists outcomes, those that lead to the same position as one. Rules: CC-R70.
fn merge(rules: &Rules, state: &State, outcomes: Vec<(Action, u64)>, out: &mut Weighted<Action>) {
    let mut found: Vec<(State, Action, u64)> = Vec::new();
    for (action, weight) in outcomes {
        let mut after = *state;
        phases::apply(rules, &mut after, action, &mut NoLog);
        match found.iter_mut().find(|(known, ..)| *known == after) {
            Some((.., sum)) => *sum += weight,
            None => found.push((after, action, weight)),
        }
    }
    for (_, action, weight) in found {
        out.push(action, weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Settings, Sources};
    use testkit::rules as cites;

    /// The table of hits in the model of the rules.
    #[cites("CC-ATTACK-7", "CC-ATTACK-8", "CC-ATTACK-9")]
    #[test]
    fn hits_of_dice() {
        assert_eq!(hits(2, 3), [4, 16, 16]);
        assert_eq!(hits(2, 4), [9, 18, 9]);
        assert_eq!(hits(3, 3), [8, 48, 96, 64]);
        assert_eq!(hits(4, 4), [81, 324, 486, 324, 81]);
        assert_eq!(hits(1, 4), [3, 3]);
    }

    /// A Barrage with two dice on one at 3 or more and one at 4 or more: every pair of hits while both may react,
    /// and their sums alone where nobody can.
    #[cites("CC-ATTACK-5", "CC-BARR-1")]
    #[test]
    fn rolls_of_a_barrage() {
        let settings = Settings::parse("players=3").unwrap();
        let rules = crate::setup::rules(&settings, &Sources::none()).unwrap();
        let listed = |green: &str, orange: &str, behind: &str| {
            let text = format!(
                "B D4 N S1 pw0 sc0 [] (K10) | G D3 {green} | O C3 {orange} | round 1 row BGO BGO slot 0 | roll B K10 on G0{behind} O0{behind}"
            );
            let state = crate::position::read(&rules, &text).unwrap_or_else(|faults| panic!("{faults}"));
            let mut outcomes = Weighted::new();
            list(&rules, &state, &mut outcomes);
            assert_eq!(outcomes.total(), 1296);
            let texts = outcomes.iter().map(|&(action, weight)| {
                format!("{} {weight}", crate::notation::write(&rules, engine::Actor::Chance, action))
            });
            let mut rng = Rng::from_number(1);
            for _ in 0..50 {
                let Deed::Roll(roll) = sample(&rules, &state, &mut rng).deed() else {
                    panic!("a roll is due")
                };
                assert_eq!((roll.targets, roll.dice, roll.faces >> 12), (0b110, 2, 0), "four dice");
            }
            texts.collect::<Vec<_>>()
        };
        // One target has one roll of two dice.
        let text = "B D4 N S1 pw0 sc0 [] (K07) | G D3 S S2 pw0 sc0 [K05] () | O C1 S S3 pw0 sc0 [] () | round 1 row BGO BGO slot 0 | roll B K07 on G0";
        let state = crate::position::read(&rules, text).unwrap_or_else(|faults| panic!("{faults}"));
        let Deed::Roll(roll) = sample(&rules, &state, &mut Rng::from_number(2)).deed() else {
            panic!("a roll is due")
        };
        assert_eq!((roll.targets, roll.dice, roll.faces >> 6), (0b010, 2, 0), "two dice");
        assert!(roll.faces >> 3 > 0, "both of them");
        let both = listed("S S2 pw0 sc0 [K05] ()", "SE S3 pw0 sc0 [K05] ()", "");
        assert_eq!(both.len(), 9);
        assert_eq!(both[0], "roll G 1,1 O 1,1 36");
        assert_eq!(both[5], "roll G 6,1 O 6,6 144");
        assert_eq!(both[7], "roll G 6,6 O 6,1 288");
        let sums = listed("N S2 pw0 sc0 [] ()", "NW S3 pw0 sc0 [] ()", "b");
        let weights: Vec<&str> = sums.iter().map(|text| text.rsplit(' ').next().unwrap()).collect();
        assert_eq!(weights, ["36", "216", "468", "432", "144"], "{sums:?}");
    }

    /// 848 different hands: 441 of weight 1, 352 of weight 2, 55 of weight 4.
    #[cites("CC-DRAW-3", "CC-DATA-1")]
    #[test]
    fn hands_of_the_shipped_deck() {
        let rules = crate::setup::rules(&Settings::none(), &Sources::none()).unwrap();
        let merged = rules.merged_hands(0);
        let with = |weight| merged.iter().filter(|&&(_, w)| w == weight).count();
        assert_eq!((merged.len(), with(1), with(2), with(4)), (848, 441, 352, 55));
        assert_eq!(rules.hands(0).len(), 1365);
        // The way for large decks gives the same.
        let mut listed = Vec::new();
        let families: Vec<u32> = (0..15u8)
            .map(|card| rules.twins(0, card) | 1 << card)
            .filter(|family: &u32| family.count_ones() == 2)
            .chain((0..15u8).filter(|card| ![0, 3, 11, 13].contains(card)).map(|card| 1 << card))
            .collect();
        take(&families, 4, 0, 1, &mut |hand, weight| listed.push((hand, weight)));
        listed.sort_unstable_by_key(|(hand, _)| std::cmp::Reverse(hand.reverse_bits()));
        assert_eq!(listed, merged);
    }

    /// A deck whose hands are too many for a table: thirty cards, of which the last ten have the face of the ten
    /// before them.
    #[cites("CC-DRAW-2", "CC-DRAW-3")]
    #[test]
    fn hands_of_a_large_deck() {
        let card = |i: usize| {
            let walk = ["0", "1", "2", "+", "0+", "1+", "2+", "++", "0++", "1++"][i % 10];
            let attack = if i < 10 { "d" } else { "dd" };
            format!(
                "[[card]]\nid = \"L{i:02}\"\nmove = \"{walk}\"\nattack = \"{attack}\"\nreaction = \"x\"\n"
            )
        };
        let mut sources = Sources::none();
        sources.push("large.toml", (0..30).map(card).collect::<String>());
        let settings = Settings::parse("styles=S1,S2 hand_size=5").unwrap();
        let rules = crate::setup::rules(&settings, &sources).unwrap_or_else(|faults| panic!("{faults}"));
        let state = crate::rounds::start(&rules);
        assert_eq!((rules.hands(0).len(), state.step), (0, Step::Hand));
        let mut outcomes = Weighted::new();
        list(&rules, &state, &mut outcomes);
        assert_eq!(outcomes.total(), 142_506, "every set of five of thirty");
        let hand = |action: Action| match action.deed() {
            Deed::Hand(0, hand) => hand,
            other => panic!("{other:?}"),
        };
        let listed: std::collections::BTreeMap<u32, u64> =
            outcomes.iter().map(|&(action, weight)| (hand(action), weight)).collect();
        assert_eq!(listed.len(), outcomes.len(), "equal hands are one");
        // L00 to L04 once each; L10 to L12 and one copy of two of them; L10 with its copy.
        let weight = |cards: &[u32]| listed.get(&cards.iter().map(|card| 1 << card).sum()).copied();
        assert_eq!(weight(&[0, 1, 2, 3, 4]), Some(1));
        assert_eq!(weight(&[0, 1, 2, 3, 10]), Some(2));
        assert_eq!(weight(&[0, 1, 2, 10, 20]), Some(1));
        assert_eq!(weight(&[10, 11, 12, 13, 14]), Some(32));
        assert_eq!(weight(&[0, 1, 2, 3, 20]), None, "the lowest ids stand for the face");
        let mut rng = Rng::from_number(3);
        let mut seen = 0u32;
        for _ in 0..3_000 {
            let fell = hand(sample(&rules, &state, &mut rng));
            assert!(listed.contains_key(&fell), "{fell:b}");
            seen |= fell;
        }
        assert_eq!(seen, (1 << 30) - 1, "every card comes");
    }

    #[test]
    fn some_cards_of_many() {
        let mut rng = Rng::from_number(5);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            let some = some_of(0b1011_0110, 3, &mut rng);
            assert_eq!((some.count_ones(), some & !0b1011_0110), (3, 0));
            seen.insert(some);
        }
        assert_eq!(seen.len(), 10, "every set of three of five");
    }
}
