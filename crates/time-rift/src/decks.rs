//! Which cards go together, in a battle deck and in play. Rules: TR-LOAD-2 to TR-LOAD-10, TR-WIELD-6, TR-REVL-2,
//! TR-R25, TR-R26, TR-R48, TR-R105, TR-R128, TR-R133, TR-R142.

use smallvec::SmallVec;

use crate::faces::Face;
use crate::rules::{Deck, Rules};
use crate::state::State;
use crate::text::{Ability, CardType};

/// The place of a type in a count by types.
pub fn place(sort: &CardType) -> usize {
    match sort {
        CardType::Weapon {} => 0,
        CardType::Armor {} => 1,
        CardType::Inspiration {} => 2,
        CardType::Special {} => 3,
    }
}

/// What the construction texts of a card change in the number of cards of each type.
/// Rules: TR-LOAD-3.
pub fn texts(face: &Face) -> impl Iterator<Item = [i32; 4]> {
    face.card.program.0.iter().filter_map(|ability| {
        let Ability::Construction { construction } = ability else { return None };
        let mut change = [0; 4];
        change[place(&construction.sort)] += i32::from(construction.count.0);
        if let Some(instead) = &construction.instead {
            change[place(&instead.sort)] -= 1;
        }
        Some(change)
    })
}

/// The most cards of each type that the construction texts of any of these cards could allow.
pub fn allowance(rules: &Rules, cards: impl IntoIterator<Item = u16>) -> [i32; 4] {
    let mut most = [1; 4];
    for change in cards.into_iter().flat_map(|card| texts(rules.face(card))) {
        (0..4).for_each(|sort| most[sort] += change[sort].max(0));
    }
    most
}

/// Whether loadout cards go together, with each other and with a Champion, however few they are. The same as no
/// [`faults`]. Rules: TR-R25, TR-R128.
/// Rules: TR-LOAD-6.
pub fn go_together(rules: &Rules, champion: u16, loadout: &[u16]) -> bool {
    let cards: SmallVec<[&Face; 4]> = loadout.iter().map(|&card| rules.face(card)).collect();
    let champion = rules.face(champion);
    let deck: SmallVec<[&Face; 8]> = cards.iter().copied().chain([champion]).collect();
    let body = |nth: usize| cards[nth].body();
    let worn_once = (0..cards.len()).all(|a| body(a).is_none() || (0..a).all(|b| body(a) != body(b)));
    let culture = |face: &&Face| face.card.keywords.culture == champion.card.keywords.culture;
    worn_once && (!rules.culture || cards.iter().all(culture)) && types_fit(&cards, &deck)
}

/// Whether so many cards of each type go together, by the construction text of a whole deck; cards of a chain may
/// stand for any type.
/// Rules: TR-CHAIN-2, TR-CHAIN-3.
fn types_fit(cards: &[&Face], deck: &[&Face]) -> bool {
    let texts: SmallVec<[[i32; 4]; 4]> = deck.iter().flat_map(|face| texts(face)).collect();
    // A text that takes something away may be left unused, so every choice of texts is tried.
    (0u32..1 << texts.len().min(8)).any(|used| {
        let mut allowed = [1i32; 4];
        for (nth, change) in texts.iter().enumerate() {
            if used >> nth & 1 == 1 {
                (0..4).for_each(|sort| allowed[sort] += change[sort]);
            }
        }
        let mut free: i32 = 0;
        for (sort, allowed) in allowed.iter().enumerate() {
            let is = |face: &&&Face| {
                face.sort.as_ref().is_some_and(|of| place(of) == sort) && face.card.chain.is_none()
            };
            let count = cards.iter().filter(is).count() as i32;
            if count > (*allowed).max(0) {
                return false;
            }
            free += (*allowed).max(0) - count;
        }
        cards.iter().filter(|face| face.card.chain.is_some()).count() as i32 <= free
    })
}

/// Whether a card that has just come face up may stay beside the face-up cards of its owner. Rules: TR-R25.
/// Rules: TR-ARMR-5, TR-WIELD-1.
pub fn may_stay(rules: &Rules, state: &State, seat: u8, slot: u8) -> bool {
    let side = &state.seats[usize::from(seat)];
    let new = rules.face(state.slot(seat, slot).card);
    let up = side.slots.iter().filter(|slot| slot.is_up()).map(|slot| rules.face(slot.card));
    let worn_once = new.body().is_none() || up.clone().filter(|face| face.body() == new.body()).count() == 1;
    // One card of each type always goes together.
    let mut types = 0u8;
    let plain = up.clone().all(|face| {
        let bit = face.sort.as_ref().map_or(0, |sort| 1 << place(sort));
        let alike = types & bit != 0;
        types |= bit;
        face.card.chain.is_none() && !alike
    });
    // A card from a War Chest need not share the Culture. Rules: TR-R128, TR-R134.
    let culture = |face: &Face| face.card.keywords.culture == rules.face(side.champion).card.keywords.culture;
    if rules.culture && !culture(new) {
        return false;
    }
    if plain {
        return worn_once;
    }
    let up: SmallVec<[&Face; 4]> = up.collect();
    let mut deck: SmallVec<[&Face; 8]> =
        side.slots.iter().filter_map(|slot| rules.faces.get(usize::from(slot.card))).collect();
    deck.push(rules.face(side.champion));
    deck.extend(state.out.iter().filter(|(of, _)| *of == seat).map(|&(_, card)| rules.face(card)));
    worn_once && types_fit(&up, &deck)
}

/// Everything that is wrong with a battle deck; `whole` if it must fill every slot. Rules: TR-R25, TR-R133.
pub fn faults(rules: &Rules, deck: &Deck, whole: bool) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    let mut fault = |what: String, hint: &str| faults.push((what, hint.to_owned()));
    let champion = rules.face(deck.champion);
    let cards: Vec<&Face> = deck.loadout.iter().map(|&card| rules.face(card)).collect();
    if champion.sort.is_some() {
        fault(format!("`{}` is no Champion (TR-LOAD-4)", champion.card.id), "name the Champion first");
    }
    for face in cards.iter().filter(|face| face.sort.is_none()) {
        fault(format!("`{}` is a second Champion (TR-LOAD-4)", face.card.id), "a deck has one");
    }
    let slots = usize::from(rules.slots);
    if cards.len() > slots || (whole && cards.len() != slots) {
        fault(
            format!("{} loadout cards for {slots} slots (TR-LOAD-2)", cards.len()),
            "give one card for each slot",
        );
    }
    let mut all = cards.clone();
    all.push(champion);
    if !types_fit(&cards, &all) {
        let many = |sort: usize| {
            cards.iter().filter(|face| face.sort.as_ref().is_some_and(|of| place(of) == sort)).count()
        };
        let named = ["Weapon", "Armor", "Inspiration", "Special"];
        let named: Vec<String> = (0..4)
            .filter(|&sort| many(sort) > 1)
            .map(|sort| format!("{} {} cards", many(sort), named[sort]))
            .collect();
        fault(
            format!("{} do not go together (TR-LOAD-2)", named.join(", ")),
            "one Weapon, Armor, Inspiration and Special each, unless a text or a chain allows more",
        );
    }
    for (nth, face) in cards.iter().enumerate() {
        if let Some(other) =
            cards[..nth].iter().find(|other| face.body().is_some() && other.body() == face.body())
        {
            fault(
                format!(
                    "`{}` and `{}` are both worn at the {} (TR-WIELD-6)",
                    other.card.id,
                    face.card.id,
                    face.body().map_or("", crate::cards::Body::name),
                ),
                "replace one of them",
            );
        }
    }
    let culture = &champion.card.keywords.culture;
    if rules.culture && all.iter().any(|face| face.card.keywords.culture != *culture) {
        fault(
            format!("Culture Shock: not every card is {culture} (TR-R128)"),
            "keep to the culture of the Champion",
        );
    }
    faults
}
