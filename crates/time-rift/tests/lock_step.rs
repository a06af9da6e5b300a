//! The rules and the plain ones, action by action: the same seats asked, the same options, the same dice due, the
//! same positions and results. They share no code and talk in notation only. Cards have no text here; all modes,
//! options and features of the Arena are gone through, with cards made at random.

#![allow(clippy::print_stdout, reason = "the long tier quotes its figures")]

use std::collections::BTreeSet;
use std::fmt::Write;

use engine::{
    Actions, Actor, Game, NoLog, Policy, Rng, Seat, Settings, Sources, Start, Turn, action_text,
    position_text,
};
use time_rift::TimeRift;
use time_rift::action::{Action, Deed};
use time_rift::arena::{NOWHERE, POINTS, bits, square_name};
use time_rift::event::{reason_name, stage_name};
use time_rift::flow::{name_rank, placer, throwers};
use time_rift::position::{features, pending_text, step_name};
use time_rift::rules::{Mode, Rules};
use time_rift::scene::hands_used;
use time_rift::state::{
    Blow, Frame, NEUTRALS, NO_SEAT, OVER, Part, State, Step, TIRE, flag, mark, seat_slot,
};
use time_rift_plain as plain;

/// A list of numbers or words.
fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Adds `name value` to a description.
macro_rules! tell {
    ($out:expr, $($format:tt)*) => { writeln!($out, $($format)*).expect("a text takes everything") };
}

/// Everything that both positions tell, from the rules.
fn describe(rules: &Rules, state: &State, out: &mut String) {
    let over = state.is_over();
    let living = |seat: &u8| state.seats[usize::from(*seat)].is_alive();
    let step = step_name(state);
    tell!(out, "stage {}", if state.stage == OVER { "OVER".to_owned() } else { stage_name(state.stage) });
    tell!(out, "step {step}");
    if !over {
        let turn = if state.turn == NO_SEAT { -1 } else { i32::from(state.turn) };
        tell!(out, "turn {turn} spent {}", state.spent);
        // After the first lap the fallen are still in this list of turns.
        if state.turn != NO_SEAT && state.stage <= TIRE {
            tell!(out, "place {}", state.place);
        }
    }
    let rolls = !over && state.frames.is_empty() && TimeRift::turn(rules, state) == Turn::Chance;
    let places = state.step == Step::Z3 || (state.step == Step::G2 && state.part == Part::Place);
    if rolls {
        let mut groups: Vec<Vec<u8>> = Vec::new();
        for (nth, &seat) in state.order().iter().enumerate() {
            match groups.last_mut() {
                Some(group) if state.ties >> (nth - 1) & 1 == 1 => group.push(seat),
                _ => groups.push(vec![seat]),
            }
        }
        for group in &mut groups {
            group.sort_by_key(|&seat| name_rank(state.seats[usize::from(seat)].name));
            tell!(out, "rolling {}", list(group));
        }
    } else if !over || step.starts_with('T') {
        let order = list(state.order().iter().filter(|seat| living(seat)));
        tell!(out, "{} {order}", if places { "placing" } else { "order" });
    }
    if state.step == Step::Z4 && !state.is_over() {
        tell!(out, "filling {}", state.filling);
    }
    if !over && state.step == Step::G2 {
        tell!(out, "entering {}", list(bits(u32::from(state.entering))));
    }
    let mut lying = features(rules, state);
    lying.sort();
    tell!(out, "features {}", list(lying));
    for seat in 0..rules.players {
        describe_seat(rules, state, seat, out);
    }
    if let Some(fight) = state.fight() {
        let (attacker, _) = seat_slot(fight.attacker);
        let source = if fight.slot == 0 { "B".to_owned() } else { format!("L{}", fight.slot) };
        let target = if fight.target >= NEUTRALS { -1 } else { i32::from(seat_slot(fight.target).0) };
        let square = square_name(fight.square);
        tell!(out, "attack {:?} {attacker} {source} {target} {square} grid {}", fight.step, fight.grid);
        let total = |known: bool, total: i8| if known { total.to_string() } else { String::new() };
        let defense = total(fight.step >= Blow::A8, fight.defense_total);
        tell!(out, "defense {} = {defense}", list(fight.defense.faces()));
        let attack = total(fight.step >= Blow::A11, fight.attack_total);
        tell!(out, "dice {} = {attack}", list(fight.attack.faces()));
    }
    match TimeRift::turn(rules, state) {
        Turn::Over => tell!(out, "over"),
        Turn::Players(seats) => tell!(out, "owing {}", list(seats.iter().map(Seat::index))),
        Turn::Chance => {
            let pending = pending_text(rules, state);
            let event = pending.rsplit("roll ").next().and_then(|text| text.split(' ').next()).unwrap_or("");
            let (seats, dice): (Vec<u8>, usize) = match state.frames.last() {
                Some(Frame::Fight(fight)) => {
                    let who = if fight.step == Blow::A5 { fight.target } else { fight.attacker };
                    let seat = (who < NEUTRALS).then(|| seat_slot(who).0);
                    (seat.into_iter().collect(), if fight.step == Blow::A11 { 1 } else { 2 })
                }
                _ => (throwers(state).to_vec(), throwers(state).len()),
            };
            tell!(out, "chance {event} of {}, {dice} dice", list(seats));
        }
    }
    if over {
        tell!(out, "result {} {}", list(bits(u32::from(state.winners))), reason_name(state.reason));
    }
}

fn describe_seat(rules: &Rules, state: &State, seat: u8, out: &mut String) {
    let side = &state.seats[usize::from(seat)];
    let living = if side.is_alive() { "living" } else { "gone" };
    tell!(out, "seat {seat} {living} L{} A{}", side.life, side.actions);
    if has_side(rules, state, seat) && side.is_alive() && !state.is_over() {
        tell!(out, "side {}", POINTS[usize::from(side.name / 4)]);
    }
    if side.square != NOWHERE {
        tell!(out, "on {}{}", square_name(side.square), POINTS[usize::from(side.facing)]);
    }
    let has = |bit: u8| u8::from(side.flags & bit != 0);
    tell!(out, "moved {} attacked {} sealed {}", has(flag::MOVED), has(flag::ATTACKED), has(flag::SEALED));
    tell!(out, "hands {}", hands_used(rules, state, seat));
    // Cards that are not laid yet are kept in the slots they would come to lie in.
    let slots = &side.slots[..usize::from(rules.slots)];
    let laid = match state.step {
        Step::Z1 | Step::Z2 | Step::Z3 => 0,
        // Which slot was being filled is forgotten when the game ends.
        Step::Z4 if state.is_over() => 0,
        Step::Z4 => usize::from(state.filling - 1 + has(flag::SEALED)),
        _ => slots.len(),
    };
    for slot in slots.iter().take(laid) {
        let has = |bit: u8| u8::from(slot.has(bit));
        let marks = [mark::UP, mark::DEPLETED, mark::HANDS, mark::ATTACKED].map(has);
        tell!(out, "slot {} {marks:?}", rules.id(slot.card));
    }
    let rest = slots[laid..].iter().filter(|slot| slot.is_filled());
    tell!(out, "loadout {}", list(rest.map(|slot| rules.id(slot.card))));
    let discarded = state.out.iter().filter(|(of, _)| *of == seat);
    tell!(out, "discard {}", list(discarded.map(|&(_, card)| rules.id(card))));
}

/// Whether the name of a seat is that of the side it has taken or was given.
fn has_side(rules: &Rules, state: &State, seat: u8) -> bool {
    let placed = |seat: u8| state.seats[usize::from(seat)].square != NOWHERE;
    let chosen = |seat: u8| placed(seat) || (state.part == Part::Place && placer(state) == Some(seat));
    match state.step {
        _ if rules.mode == Mode::Tire => false,
        Step::Z1 | Step::Z2 => false,
        Step::Z3 if rules.mode.first_team().is_some() => true,
        Step::Z3 if rules.players == 2 => rules.is_symmetric() || chosen(0) || chosen(1),
        Step::Z3 => chosen(seat),
        _ => true,
    }
}

/// The same from the plain ones.
fn describe_plain(game: &plain::Game, out: &mut String) {
    let result = game.result();
    let over = result.is_some();
    tell!(out, "stage {}", if over { "OVER".to_owned() } else { game.stage().to_string() });
    // What is under way when the game ends is dropped.
    let step = if over && game.step() == plain::Step::T3 { plain::Step::T2 } else { game.step() };
    let step_text = step.to_string();
    tell!(out, "step {step_text}");
    if !over {
        tell!(out, "turn {} spent {}", game.active().map_or(-1, |seat| seat as i32), game.spent());
        let first_lap = !matches!(game.stage(), plain::Stage::Tire(lap) if lap > 1);
        if game.active().is_some() && first_lap {
            tell!(out, "place {}", game.turn_index());
        }
    }
    let of_teams = step == plain::Step::WinnerRoll;
    let seat_of = |who: usize| if of_teams { game.setup().members(who)[0] } else { who };
    if let Some(roll_off) = game.roll_off() {
        let all: BTreeSet<&Vec<i32>> = roll_off.members.iter().map(|member| &member.numbers).collect();
        for numbers in all.into_iter().rev() {
            let group = roll_off.members.iter().filter(|member| member.numbers == *numbers);
            tell!(out, "rolling {}", list(group.map(|member| seat_of(member.who))));
        }
    } else if !over || step_text.starts_with('T') {
        match step {
            plain::Step::Z3 | plain::Step::TirePlace => {
                let living = game.placing().iter().filter(|&&seat| game.seats()[seat].living);
                tell!(out, "placing {}", list(living));
            }
            _ => tell!(out, "order {}", list(game.order())),
        }
    }
    if step == plain::Step::Z4 && game.result().is_none() {
        tell!(out, "filling {}", game.filling());
    }
    if !over && step_text == "G2" {
        let entering: BTreeSet<&usize> = game.entering().iter().collect();
        tell!(out, "entering {}", list(entering));
    }
    let mut lying: Vec<String> = game.features().iter().map(ToString::to_string).collect();
    lying.sort();
    tell!(out, "features {}", list(lying));
    for (number, seat) in game.seats().iter().enumerate() {
        describe_plain_seat(game, number, seat, out);
    }
    if let Some(attack) = game.attack() {
        let target = match attack.target {
            plain::Target::Champion(seat) => seat as i32,
            plain::Target::Neutral => -1,
        };
        let plain::Attack { step, attacker, source, square, grid_value, .. } = attack;
        tell!(out, "attack {step:?} {attacker} {source} {target} {square} grid {grid_value}");
        let total = |total: Option<i32>| total.map(|total| total.to_string()).unwrap_or_default();
        tell!(out, "defense {} = {}", list(&attack.defense_dice), total(attack.defense_total));
        tell!(out, "dice {} = {}", list(&attack.attack_dice), total(attack.attack_total));
    }
    match game.actor() {
        plain::Actor::Over => tell!(out, "over"),
        plain::Actor::Seats(seats) => tell!(out, "owing {}", list(seats)),
        plain::Actor::Chance => {
            let due = game.chance_due().expect("dice are due");
            tell!(out, "chance {} of {}, {} dice", due.event, list(due.seats), due.dice);
        }
    }
    if let Some(result) = result {
        tell!(out, "result {} {}", list(&result.winners), result.reason);
    }
}

fn describe_plain_seat(game: &plain::Game, number: usize, seat: &plain::Seat, out: &mut String) {
    let living = if seat.living { "living" } else { "gone" };
    tell!(out, "seat {number} {living} L{} A{}", seat.life, seat.actions);
    if let Some(side) = seat.side.filter(|_| seat.living && game.result().is_none()) {
        tell!(out, "side {side}");
    }
    if let Some((square, facing)) = seat.standing {
        tell!(out, "on {square}{facing}");
    }
    let marks = [seat.moved, seat.attacked, seat.sealed].map(u8::from);
    tell!(out, "moved {} attacked {} sealed {}", marks[0], marks[1], marks[2]);
    tell!(out, "hands {}", seat.hands_used());
    let laid = match game.step() {
        plain::Step::Z2 | plain::Step::Z3 => 0,
        plain::Step::Z4 if game.result().is_some() => 0,
        plain::Step::Z4 => game.filling() - 1 + usize::from(seat.sealed),
        _ => seat.slots.len(),
    };
    for slot in &seat.slots[..laid] {
        match slot {
            Some(laid) => {
                let marks = [laid.face_up, laid.depleted, laid.committed, laid.attacked].map(u8::from);
                tell!(out, "slot {} {marks:?}", laid.card.id);
            }
            None => tell!(out, "slot - {:?}", [0; 4]),
        }
    }
    let rest = seat.slots[laid..].iter().flatten().map(|laid| &laid.card);
    tell!(out, "loadout {}", list(rest.chain(&seat.loadout).map(|card| &card.id)));
    tell!(out, "discard {}", list(&seat.discard));
}

/// A mode and a number of seats.
type Sort = (Mode, plain::Mode, usize);

/// Every mode with every number of seats.
fn sorts() -> Vec<Sort> {
    let modes = Mode::ALL.into_iter().zip(plain::Mode::ALL);
    modes.flat_map(|(mode, twin)| twin.seats().into_iter().map(move |seats| (mode, twin, seats))).collect()
}

fn between(rng: &mut Rng, least: i32, most: i32) -> i32 {
    least + rng.below((most - least + 1) as u32) as i32
}

/// A number from a narrow range more often than from the whole one.
fn mostly(rng: &mut Rng, narrow: (i32, i32), whole: (i32, i32)) -> i32 {
    let (least, most) = if rng.chance(3, 4) { narrow } else { whole };
    between(rng, least, most)
}

/// Any numbers in any cells, the Champion in the third or fourth row and seldom in another. Rules: TR-R2.
fn grid(rng: &mut Rng) -> plain::Grid {
    let anchor = if rng.chance(1, 10) { rng.below(2) } else { 2 + rng.below(2) } as usize;
    let filled = 1 + rng.below(3);
    let mut cells = [[None; 3]; 4];
    for (row, line) in cells.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            if (row, column) != (anchor, 1) && rng.chance(filled, 4) {
                *cell = Some(between(rng, -3, 3));
            }
        }
    }
    plain::Grid { cells, anchor }
}

/// What the cards of one game have in common: small ranges make ties.
struct Taste {
    initiatives: (i32, i32),
    /// Whether no hit does any harm: then Life stays as it is but for pits.
    gentle: bool,
}

fn champion(rng: &mut Rng, id: String, life: i32, taste: &Taste) -> plain::Champion {
    plain::Champion {
        id,
        initiative: between(rng, taste.initiatives.0, taste.initiatives.1),
        life,
        agility: mostly(rng, (1, 4), (1, 9)),
        damage: if taste.gentle { 0 } else { mostly(rng, (1, 2), (0, 6)) },
        defense: mostly(rng, (-1, 1), (-3, 3)),
        grid: grid(rng),
        cultures: vec!["None".to_owned()],
    }
}

/// Life of everybody: the same for all, or the same for both teams, or any.
fn lives(rng: &mut Rng, mode: Mode, seats: usize) -> Vec<i32> {
    let life = between(rng, 1, 12);
    let (least, most) = *rng.one_of(&[(life, life), (1, 3), (1, 12)]);
    let mut lives: Vec<i32> = (0..seats).map(|_| between(rng, least, most)).collect();
    let first = mode.first_team().map_or(0, usize::from);
    if first > 1 && rng.chance(1, 2) {
        lives.copy_within(..first, first);
        rng.shuffle(&mut lives[first..]);
    }
    lives
}

/// So many cards of different types and places on the body.
fn loadout(rng: &mut Rng, id: &str, slots: usize, taste: &Taste) -> Vec<plain::Card> {
    use plain::{Kind, Location};
    let mut kinds = [Kind::Weapon, Kind::Armor, Kind::Inspiration, Kind::Special];
    let mut places = vec![Location::Head, Location::Torso, Location::Legs, Location::Arms];
    rng.shuffle(&mut kinds);
    rng.shuffle(&mut places);
    let card = |(nth, kind): (usize, &Kind)| {
        let attacks = *kind == Kind::Weapon || (*kind == Kind::Special && rng.chance(2, 3));
        let worn = *kind == Kind::Armor || rng.chance(1, 4);
        plain::Card {
            id: format!("{id}-{}", ["one", "two", "three", "four"][nth]),
            kind: *kind,
            initiative: between(rng, taste.initiatives.0, taste.initiatives.1),
            strike: attacks.then(|| plain::Strike {
                cost: mostly(rng, (0, 2), (0, 4)),
                damage: if taste.gentle { 0 } else { mostly(rng, (1, 3), (0, 9)) },
                grid: grid(rng),
            }),
            hands: between(rng, 0, 2),
            location: if worn { places.pop() } else { None },
            cultures: vec!["None".to_owned()],
        }
    };
    kinds[..slots].iter().enumerate().map(card).collect()
}

/// Pits, spikes, obstacles and neutrals anywhere; not every list is possible.
fn random_features(rng: &mut Rng, size: i32) -> Vec<plain::Feature> {
    let count = if rng.chance(1, 2) { 0 } else { 1 + rng.below(if size < 4 { 3 } else { 6 }) };
    let mut found = Vec::new();
    for _ in 0..count {
        let square = plain::Square { x: between(rng, 0, size - 1), y: between(rng, 0, size - 1) };
        found.push(match rng.below(4) {
            0 => plain::Feature::Pit(square),
            1 => plain::Feature::Obstacle(square),
            2 => plain::Feature::Spike(square, *rng.one_of(&plain::Point::ALL)),
            _ => plain::Feature::Neutral { square, life: between(rng, 1, 4), defense: between(rng, -3, 3) },
        });
    }
    if rng.chance(1, 3) {
        // As they are after half a turn too: then nobody of two chooses a side. Rules: TR-R10.
        let turned: Vec<_> = found.iter().map(|feature| feature.turned(size)).collect();
        found.extend(turned.into_iter().filter(|feature| !found.contains(feature)).collect::<Vec<_>>());
    }
    found.truncate(6);
    found
}

/// A card file with the cards of these decks.
fn toml(decks: &[plain::Deck]) -> String {
    let mut text = String::new();
    let mut known = BTreeSet::new();
    for deck in decks {
        if !known.insert(&deck.champion.id) {
            continue;
        }
        let plain::Champion { id, initiative, life, agility, damage, defense, grid, .. } = &deck.champion;
        card_head(&mut text, id, "Champion", *initiative);
        tell!(text, "life = {life}\nagility = {agility}\ndamage = {damage}\ndef = {defense}");
        grid_lines(&mut text, grid);
        for card in &deck.loadout {
            card_head(&mut text, &card.id, &format!("{:?}", card.kind), card.initiative);
            if card.hands > 0 {
                tell!(text, "hands = {}", card.hands);
            }
            if let Some(place) = card.location {
                tell!(text, "body = \"{}\"", format!("{place:?}").to_lowercase());
            }
            if let Some(strike) = &card.strike {
                tell!(text, "cost = {}\ndamage = {}", strike.cost, strike.damage);
                grid_lines(&mut text, &strike.grid);
            }
        }
    }
    text
}

fn card_head(text: &mut String, id: &str, sort: &str, initiative: i32) {
    tell!(text, "[[card]]\nid = \"{id}\"\nname = \"{id}\"\ntype = \"{sort}\"\nelement = \"Void\"");
    tell!(text, "initiative = {initiative}\nregion = \"None\"\nculture = \"None\"\ndesignation = []");
}

fn grid_lines(text: &mut String, grid: &plain::Grid) {
    tell!(text, "grid = \"\"\"");
    for (row, line) in grid.cells.iter().enumerate() {
        let cell = |(column, cell): (usize, &Option<i32>)| match cell {
            Some(value) => format!("{value:+}"),
            None if (row, column) == (grid.anchor, 1) => "^".to_owned(),
            None => ".".to_owned(),
        };
        tell!(text, "{}", list(line.iter().enumerate().map(cell)));
    }
    tell!(text, "\"\"\"");
}

/// The same setup for both.
struct Both {
    settings: String,
    start: Start<TimeRift>,
    setup: plain::Setup,
}

impl Both {
    /// Any setup of this mode; both must agree on whether it is one.
    fn random(rng: &mut Rng, sort: Sort) -> Self {
        loop {
            if let Some(both) = Self::perhaps(rng, sort) {
                return both;
            }
        }
    }

    fn perhaps(rng: &mut Rng, (mode, twin, seats): Sort) -> Option<Self> {
        let slots = 1 + rng.below(4) as usize;
        let low = between(rng, 0, 18);
        let taste = Taste {
            initiatives: if rng.chance(2, 3) { (low, low + rng.below(3) as i32) } else { (0, 20) },
            gentle: rng.chance(1, 6),
        };
        let lives = lives(rng, mode, seats);
        let mut decks: Vec<plain::Deck> = Vec::new();
        for seat in 0..seats {
            if seat > 0 && rng.chance(1, 8) {
                decks.push(rng.one_of(&decks).clone());
                continue;
            }
            let id = ["anna", "bela", "cora", "dora", "ella", "fifi"][seat];
            let cards = if mode.has_loadouts() { slots } else { 0 };
            let champion = champion(rng, id.to_owned(), lives[seat], &taste);
            decks.push(plain::Deck { champion, loadout: loadout(rng, id, cards, &taste) });
        }
        let mut setup = plain::Setup::new(twin, decks);
        if let Some(first) = mode.first_team() {
            setup.teams = (0..seats).map(|seat| usize::from(seat >= usize::from(first))).collect();
        }
        setup.arena = if seats == 2 && rng.chance(1, 2) { between(rng, 2, 3) } else { between(rng, 4, 5) };
        setup.rounds = 1 + rng.below(4) as usize;
        setup.slots = slots;
        setup.initial_facing = *rng.one_of(&[plain::InitialFacing::Edge, plain::InitialFacing::Center]);
        setup.tactical_side = *rng.one_of(&[plain::TacticalSide::Trimmed, plain::TacticalSide::Half]);
        setup.solo_handicap =
            if rng.chance(2, 3) { plain::SoloHandicap::Full } else { plain::SoloHandicap::None };
        setup.lap_cap = mostly(rng, (1, 3), (1, 9)) as usize;
        setup.life_cap = if rng.chance(1, 2) { 12 } else { between(rng, 1, 12) };
        setup.features = random_features(rng, setup.arena);
        let settings = settings(&setup, rng);
        let mut sources = Sources::none();
        if rng.chance(1, 40) {
            // Beside all shipped cards: some of these can be deployed, which the rules look at.
            sources.push("made.toml", toml(&setup.decks));
        } else {
            sources.push("shipped/starter", toml(&setup.decks));
            for name in ["second", "reserve", "arenas"] {
                sources.push(format!("shipped/{name}"), "card = []");
            }
        }
        let start = TimeRift::compile(&Settings::parse(&settings).unwrap(), &sources);
        let faults = setup.faults();
        match start {
            Ok(start) if faults.is_empty() => Some(Self { settings, start, setup }),
            Err(_) if !faults.is_empty() => None,
            Ok(_) => panic!("{settings}: only the plain one refuses: {faults:?}"),
            Err(refused) => panic!("{settings}: only the plain one does not refuse: {refused}"),
        }
    }
}

/// The options of a setup as the game reads them; those that mean nothing without text are drawn too.
fn settings(setup: &plain::Setup, rng: &mut Rng) -> String {
    let deck = |deck: &plain::Deck| {
        let ids = std::iter::once(&deck.champion.id).chain(deck.loadout.iter().map(|card| &card.id));
        ids.cloned().collect::<Vec<_>>().join("+")
    };
    let decks: Vec<String> = setup.decks.iter().map(deck).collect();
    let mut text = format!("mode={} players={} decks={}", setup.mode, decks.len(), decks.join(","));
    text += &format!(" arena={} rounds={} slots={}", setup.arena, setup.rounds, setup.slots);
    text += &format!(" lap_cap={} life_cap={}", setup.lap_cap, setup.life_cap);
    let second = [
        ("initial_facing", ["edge", "center"], setup.initial_facing == plain::InitialFacing::Center),
        ("tactical_side", ["trimmed", "half"], setup.tactical_side == plain::TacticalSide::Half),
        ("solo_handicap", ["full", "none"], setup.solo_handicap == plain::SoloHandicap::None),
        ("reattack_after_recharge", ["off", "on"], rng.chance(1, 2)),
        ("pure", ["off", "on"], rng.chance(1, 2)),
    ];
    for (key, values, is_second) in second {
        text += &format!(" {key}={}", values[usize::from(is_second)]);
    }
    if !setup.features.is_empty() {
        let features: Vec<String> = setup.features.iter().map(ToString::to_string).collect();
        text += &format!(" features={}", features.join(","));
    }
    text
}

/// What has come up, so that nothing is left out unnoticed.
#[derive(Default)]
struct Seen {
    kinds: BTreeSet<&'static str>,
    stages: BTreeSet<String>,
    dice: BTreeSet<String>,
    reasons: BTreeSet<&'static str>,
    conceded: BTreeSet<&'static str>,
}

/// One game on both sides.
struct Match<'a> {
    both: &'a Both,
    state: State,
    game: plain::Game,
    seed: u64,
    steps: u64,
    before: State,
    last: String,
    ours: String,
    theirs: String,
}

impl<'a> Match<'a> {
    fn new(both: &'a Both, seed: u64) -> Self {
        let game = plain::Game::new(both.setup.clone()).unwrap_or_else(|error| panic!("{error}"));
        let (ours, theirs, last) = (String::new(), String::new(), "the start".to_owned());
        let (state, before) = (both.start.state.clone(), both.start.state.clone());
        Self { both, state, game, seed, steps: 0, before, last, ours, theirs }
    }

    fn rules(&self) -> &'a Rules {
        &self.both.start.rules
    }

    /// Where the game is, for those who have to find out who is wrong.
    fn place(&self) -> String {
        let Self { both, seed, steps, last, .. } = self;
        let text = |state: &State| position_text::<TimeRift>(self.rules(), state);
        let (before, now) = (text(&self.before), text(&self.state));
        format!("seed {seed} step {steps}\n{}\n{before}\n{last}\n{now}", both.settings)
    }

    fn compare(&mut self) {
        self.ours.clear();
        self.theirs.clear();
        describe(self.rules(), &self.state, &mut self.ours);
        describe_plain(&self.game, &mut self.theirs);
        if self.ours != self.theirs {
            let (ours, theirs) = (self.ours.lines(), self.theirs.lines());
            let (ours, theirs): (Vec<_>, Vec<_>) = ours.zip(theirs).find(|(a, b)| a != b).into_iter().unzip();
            panic!(
                "{}\n{ours:?} against the plain {theirs:?}\n\n{}\n{}",
                self.place(),
                self.ours,
                self.theirs
            );
        }
    }

    /// The options of a seat, the same on both sides.
    fn options(&self, seat: Seat) -> Actions<Action> {
        let (rules, actor) = (self.rules(), Actor::Seat(seat));
        let mut actions = Actions::new();
        TimeRift::legal(rules, &self.state, seat, &mut actions);
        assert!(actions.is_sorted_by(|a, b| a < b), "{}: canonical order", self.place());
        let mut texts: Vec<String> =
            actions.iter().map(|&action| action_text::<TimeRift>(rules, actor, action)).collect();
        texts.sort();
        assert_eq!(texts, self.game.legal(seat.index()), "options of {seat}\n{}", self.place());
        // The first of a list is another one here and there, as options are not listed alike.
        if matches!(self.state.step, Step::T2 | Step::Z4) {
            let default = TimeRift::default_action(rules, &self.state, seat);
            let default = action_text::<TimeRift>(rules, actor, default);
            assert_eq!(default, self.game.default_action(seat.index()), "default\n{}", self.place());
        }
        actions
    }

    fn apply(&mut self, actor: Actor, action: Action) {
        let rules = self.rules();
        self.before.clone_from(&self.state);
        let text = action_text::<TimeRift>(rules, actor, action);
        self.last = match actor {
            Actor::Seat(seat) => format!("{seat} {text}"),
            Actor::Chance => text.clone(),
        };
        let done = match actor {
            Actor::Seat(seat) => self.game.apply(seat.index(), &text),
            Actor::Chance => self.game.apply_chance(&text),
        };
        done.unwrap_or_else(|error| panic!("{error}\n{}", self.place()));
        TimeRift::apply(rules, &mut self.state, actor, action, &mut NoLog);
    }

    fn concede(&mut self, seat: u8) {
        self.before.clone_from(&self.state);
        self.last = format!("{seat} concedes");
        let done = self.game.concede(usize::from(seat));
        done.unwrap_or_else(|error| panic!("{error}\n{}", self.place()));
        TimeRift::concede(self.rules(), &mut self.state, Seat::new(seat), &mut NoLog);
    }
}

/// In a Tire Fight few leave the center, so that it goes on for some laps.
fn choose(rules: &Rules, state: &State, policy: Policy, options: &[Action], rng: &mut Rng) -> Action {
    let leaves = |action: &Action| matches!(action.deed(), Deed::Move(way, _) if rules.arena.center >> way.end() & 1 == 0);
    let stay: Vec<Action> = options.iter().copied().filter(|action| !leaves(action)).collect();
    let options = if state.stage >= TIRE && rng.chance(15, 16) { &stay } else { options };
    match policy {
        Policy::Lively => TimeRift::lively(rules, options, rng),
        _ => *rng.one_of(options),
    }
}

/// Plays one game on both sides. Gives the number of decisions.
fn play(both: &Both, policy: Policy, seed: u64, rng: &mut Rng, seen: &mut Seen) -> u64 {
    let mut game = Match::new(both, seed);
    let rules = game.rules();
    // In some games somebody may leave, in some of these soon.
    let leaving = *rng.one_of(&[0, 0, 0, 0, 100, 30, 10]);
    let mut decisions = 0;
    loop {
        game.compare();
        game.steps += 1;
        // Orders that are being rolled for are the hardest to leave.
        let rolls = game.state.frames.is_empty() && TimeRift::turn(rules, &game.state) == Turn::Chance;
        if leaving > 0 && !game.state.is_over() && rng.chance(if rolls { 4 } else { 1 }, leaving) {
            let living: Vec<u8> = bits(u32::from(game.state.living())).collect();
            let seat = *rng.one_of(&living);
            seen.conceded.insert(step_name(&game.state));
            game.concede(seat);
            continue;
        }
        let (actor, action) = match TimeRift::turn(rules, &game.state) {
            Turn::Over => {
                let outcome = TimeRift::outcome(rules, &game.state).expect("it is over");
                let winners = game.game.result().expect("it is over").winners;
                for seat in Seat::all(rules.players) {
                    let won = winners.contains(&seat.index());
                    assert_eq!(outcome.score(seat), if won { 1 } else { -1 }, "{}", game.place());
                }
                seen.reasons.insert(reason_name(game.state.reason));
                return decisions;
            }
            Turn::Chance => {
                let due = game.ours.lines().find(|line| line.starts_with("chance")).unwrap_or_default();
                seen.dice.insert(due.to_owned());
                (Actor::Chance, TimeRift::sample(rules, &game.state, rng))
            }
            Turn::Players(seats) => {
                let seats: Vec<Seat> = seats.iter().collect();
                let chosen = *rng.one_of(&seats);
                let mut options = Actions::new();
                for &seat in &seats {
                    let offered = game.options(seat);
                    if seat == chosen {
                        options = offered;
                    }
                }
                let action = choose(rules, &game.state, policy, &options, rng);
                seen.kinds.insert(TimeRift::kind(rules, action));
                seen.stages.insert(stage_name(game.state.stage));
                decisions += 1;
                (Actor::Seat(chosen), action)
            }
        };
        game.apply(actor, action);
    }
}

/// At least so many decisions in games of every sort and policy, and three times as many where turns or the Tire
/// Fight are unlike those of other modes.
fn many(decisions: u64) -> Seen {
    let mut seen = Seen::default();
    let mut total = (0, 0);
    for (nth, sort) in sorts().into_iter().enumerate() {
        let (mode, _, seats) = sort;
        let special = matches!(mode, Mode::OneTwo | Mode::OneThree | Mode::ThreeThree);
        let decisions = if special { 3 * decisions } else { decisions };
        for policy in [Policy::Uniform, Policy::Lively] {
            let (mut done, mut games) = (0, 0);
            while done < decisions {
                let seed = games * 1000 + nth as u64 * 10 + u64::from(policy == Policy::Lively);
                let mut rng = Rng::from_number(seed);
                let both = Both::random(&mut rng, sort);
                done += play(&both, policy, seed, &mut rng, &mut seen);
                games += 1;
            }
            println!(
                "{} with {seats} seats, {}: {games} games, {done} decisions",
                mode.name(),
                policy.name()
            );
            total = (total.0 + games, total.1 + done);
        }
    }
    println!("{} games, {} decisions, no difference", total.0, total.1);
    seen
}

#[test]
fn both_play_the_same() {
    let seen = many(2000);
    assert_eq!(list(&seen.kinds), "attack end enter fill move place rotate side");
    assert_eq!(list(&seen.reasons), "concede ko life tie tire");
    for stage in "R0 R1 R2 R3 R4 RT RX1 RX2 RX3 RX4 RX5 RX6 RX7 RX8 RX9".split(' ') {
        assert!(seen.stages.contains(stage), "{stage} was never reached");
    }
    for event in ["C1", "C2", "C5", "C6", "C7"] {
        assert!(seen.dice.iter().any(|due| due.contains(event)), "{event} never came up");
    }
    assert!(seen.dice.iter().any(|due| due.contains("C1 of ,")), "no neutral was attacked");
    for step in "Z2 Z3 Z4 P4 T2 T3 G1 G2 G3".split(' ') {
        assert!(seen.conceded.contains(step), "nobody conceded in {step}");
    }
}

#[test]
#[ignore = "long: run by `cargo xtask soak kit`"]
fn soak_both_play_the_same() {
    // Thirteen sorts of games, three of them counting threefold, and two policies: ten million decisions.
    many(263_200);
}
