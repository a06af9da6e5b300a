//! What a game is set up from: options and files, checked together. Rules: the engine model, 4.1; TR-R13 to TR-R17,
//! TR-R25, TR-R102, TR-R121, TR-R128, TR-R131, TR-R142.

mod features;
mod files;
mod options;
mod seats;

use engine::{Checked, Fault, Faults, Place, Settings, Sources};

use crate::action::{NO_CARD, Steps};
use crate::arena::Arena;
use crate::cards::{self, Card};
use crate::faces::Face;
use crate::rules::{Deck, Mode, Rules};
use crate::state::{POWER_TOKENS, SEATS};
use crate::text::{Ability, Action, CostItem, Plain};

pub use features::Feature;
use features::{field, put_features, room};
use files::Files;
pub(crate) use files::{FIELD_KEYS, LIST_KEYS, shipped_cards, table_faults};
pub use files::{embedded, shipped_sources};
pub use options::{NAMED, OPTIONS};
use seats::{deck_of, seat_chests, seat_decks};

/// The rules, the deck of each seat that has just one, and in a match what is left in the War Chests.
type Compiled = (Rules, Vec<Option<Deck>>, Option<[Vec<u16>; 2]>);

/// Everything about the game.
pub fn compile(settings: &Settings, sources: &Sources) -> Result<Compiled, Faults> {
    let (checked, mut faults) = settings.check(OPTIONS);
    let sound = faults.is_empty();
    let files = Files::read(sources, &mut faults);
    let mode = Mode::ALL[checked.choice("mode")];
    let ready = files.ready();
    let asked = checked.text("decks");
    let named: Vec<&str> = if asked == "ready" { Vec::new() } else { asked.split(',').collect() };
    let players = players(&checked, mode, named.len(), &mut faults);
    let (size, features) = field(&checked, settings, &files, players, &mut faults);
    let mut rules = Rules {
        mode,
        players,
        teams: teams(mode),
        arena: Arena::new(size),
        steps: Box::new(Steps::new(&Arena::new(size))),
        rounds: checked.whole("rounds") as u8,
        slots: if mode.has_loadouts() { checked.whole("slots") as u8 } else { 0 },
        face_center: checked.choice("initial_facing") == 1,
        half_side: checked.choice("tactical_side") == 1,
        solo: (matches!(mode, Mode::OneTwo | Mode::OneThree) && checked.choice("solo_handicap") == 0)
            .then_some(0),
        reattack: checked.choice("reattack_after_recharge") == 1,
        lap_cap: checked.whole("lap_cap") as u8,
        life_cap: checked.whole("life_cap") as u8,
        quick: checked.choice("quick") == 1,
        culture: checked.choice("culture") == 1,
        pure: checked.choice("pure") == 1,
        games: checked.text("match").parse().unwrap_or(1),
        spent: [Vec::new(), Vec::new()],
        faces: Vec::new(),
        candidates: vec![Vec::new(); SEATS],
        packaged: Vec::new(),
        tokens: POWER_TOKENS.map(str::to_owned).to_vec(),
        pits: 0,
        spikes: [0; 32],
        obstacles: 0,
        neutrals: Vec::new(),
        gifts: false,
        symmetric: true,
        named_options: Vec::new(),
    };
    for &key in NAMED {
        let spec = OPTIONS.iter().find(|spec| spec.key == key).expect("an option of this game");
        let value = if key == "arena" { size.to_string() } else { checked.text(key).to_owned() };
        if sound && value != spec.default {
            rules.named_options.push((key, value));
        }
    }
    put_features(&mut rules, &features, &mut faults);
    match_options(settings, &rules, &mut faults);
    for card in files.cards {
        token_names(&card, &mut rules.tokens);
        let champion = matches!(card.kind, cards::Kind::Champion { .. });
        let face = Face::new(card, !(rules.pure && champion));
        rules.gifts |= rules.slots > 0 && face.cost == Some(0);
        rules.faces.push(face);
    }
    if rules.faces.len() >= usize::from(NO_CARD) {
        faults.push(Fault::new("too many cards", "leave some files out"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    rules.symmetric = rules.is_symmetric();
    room(&rules, &mut faults);
    for (name, ids) in &ready {
        if let Some(deck) = deck_of(&rules, ids) {
            rules.packaged.push((name.clone(), deck));
        }
    }
    let (decks, chests) = if rules.games > 1 {
        let (asked, spent) = (checked.text("chests"), checked.text("spent"));
        (vec![None; 2], Some(seat_chests(&mut rules, &files.chests, asked, spent, &mut faults)))
    } else {
        (seat_decks(&mut rules, &ready, &named, &mut faults), None)
    };
    if faults.is_empty() { Ok((rules, decks, chests)) } else { Err(faults) }
}

/// The rules of a game of which nothing is said.
fn usual_rules() -> Rules {
    match compile(&Settings::none(), &Sources::none()) {
        Ok((rules, ..)) => rules,
        Err(faults) => panic!("what is shipped is sound: {faults}"),
    }
}

/// What goes with a match and what does not. Rules: TR-R131.
fn match_options(settings: &Settings, rules: &Rules, faults: &mut Faults) {
    if rules.games == 1 {
        for key in ["chests", "spent"].into_iter().filter(|key| settings.get(key).is_some()) {
            let what = "there are War Chests in a match only (TR-R134)";
            faults.push(option_fault(key, what, format!("leave `{key}` out, or add match=3")));
        }
        return;
    }
    if rules.mode != Mode::Normal {
        let what = format!(
            "a match has two sides of one seat each, mode {} is another (TR-R131)",
            rules.mode.name()
        );
        faults.push(option_fault("match", what, "leave `match` out, or take mode=normal"));
    }
    if rules.quick {
        let what = "Quick Start has packaged decks, a match chooses them from War Chests (TR-QUICK-1)";
        faults.push(option_fault("quick", what, "leave out `quick` or `match`"));
    }
    if settings.get("decks").is_some() {
        let what = "in a match battle decks come from the War Chests (TR-MATCH-2)";
        faults.push(option_fault("decks", what, "leave `decks` out and give `chests`"));
    }
}

fn teams(mode: Mode) -> [u8; SEATS] {
    std::array::from_fn(|seat| match mode.first_team() {
        Some(first) => u8::from(seat as u8 >= first),
        None => seat as u8,
    })
}

fn players(checked: &Checked<'_>, mode: Mode, decks: usize, faults: &mut Faults) -> u8 {
    let (least, most) = mode.seats();
    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let asked = checked.whole("players") as u8;
    if asked != 0 && !(least..=most).contains(&asked) {
        let what = format!("mode {} has {range} seats, not {asked}", mode.name());
        faults.push(option_fault("players", what, "leave `players` out, or choose another mode"));
        return least;
    }
    if decks != 0
        && (decks > usize::from(most)
            || decks < usize::from(least)
            || (asked != 0 && decks != usize::from(asked)))
    {
        let wanted = if asked == 0 { range } else { asked.to_string() };
        let what = format!("{decks} decks for {wanted} seats");
        faults.push(option_fault("decks", what, "give one deck for each seat, with commas between"));
        return least;
    }
    if asked != 0 {
        asked
    } else if decks != 0 {
        decks as u8
    } else {
        least
    }
}

/// Adds the names of tokens that a card's text speaks of.
fn token_names(card: &Card, names: &mut Vec<String>) {
    let mut add = |name: &String| {
        if !names[POWER_TOKENS.len()..].contains(name) {
            names.push(name.clone());
        }
    };
    for ability in &card.program.0 {
        let Ability::Effect { effect } = ability else { continue };
        for item in effect.cost.iter().flat_map(|cost| &cost.items.0) {
            if let CostItem::Remove { name, .. } = item {
                add(&name.0);
            }
        }
        for clause in &effect.body.0 {
            if let Action::Plain { plain: Plain::Put { name, .. } } = &clause.action {
                add(&name.0);
            }
        }
    }
}

fn option_fault(key: &str, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::new(what, remedy).at(Place::Option(key.to_owned()))
}
