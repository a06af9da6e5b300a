//! Ways of playing: the official four, those of files, and one of one's own in the options of a setup.
//! Rules: WU-3.0.1, WU-3.0.2, WU-R37.

use cardlang::file::{At, CardFile, Table, number};
use engine::{Checked, Fault, Faults, OptionSpec, Place, Settings, Source, Values, nearest};

use crate::rules::Format;
use crate::state::SEATS;

const ON_OFF: Values = Values::OneOf(&["off", "on"]);

/// A number of a format: its key in files and options, the bounds, the usual value and what it is.
struct Number {
    key: &'static str,
    bounds: (i64, i64),
    usual: &'static str,
    help: &'static str,
    of: fn(&mut Format) -> &mut u8,
}

/// The numbers that files and options give under the same keys. Rules: WU-R37, WU-R141.
const NUMBERS: [Number; 11] = [
    Number { key: "bouts", bounds: (1, 9), usual: "3", help: "custom: bouts", of: |f| &mut f.bouts },
    Number {
        key: "draw",
        bounds: (1, 10),
        usual: "7",
        help: "custom: cards drawn for a bout",
        of: |f| &mut f.draw,
    },
    Number {
        key: "mulligans",
        bounds: (0, 9),
        usual: "2",
        help: "custom: mulligans of a player in the whole game",
        of: |f| &mut f.mulligans,
    },
    Number {
        key: "boosts",
        bounds: (0, 250),
        usual: "40",
        help: "custom: Boosts at the start of a bout",
        of: |f| &mut f.boosts,
    },
    Number {
        key: "non_prime_bonus",
        bounds: (0, 250),
        usual: "3",
        help: "custom: more Boosts for all but the prime player",
        of: |f| &mut f.non_prime_bonus,
    },
    Number {
        key: "mob_bonus",
        bounds: (0, 250),
        usual: "1",
        help: "custom: more Boosts for each Mob that is placed",
        of: |f| &mut f.mob_bonus,
    },
    Number {
        key: "vassal_zones",
        bounds: (1, 5),
        usual: "5",
        help: "custom: vassal zones",
        of: |f| &mut f.vassal_zones,
    },
    Number {
        key: "extra_zones",
        bounds: (0, 2),
        usual: "2",
        help: "custom: extra zones",
        of: |f| &mut f.extra_zones,
    },
    Number {
        key: "injury_limit",
        bounds: (1, 99),
        usual: "2",
        help: "custom: stacks of injury that eliminate",
        of: |f| &mut f.injury_limit,
    },
    Number {
        key: "exhaustion_limit",
        bounds: (1, 99),
        usual: "4",
        help: "custom: stacks of exhaustion that eliminate",
        of: |f| &mut f.exhaustion_limit,
    },
    Number {
        key: "round_cap",
        bounds: (1, 250),
        usual: "100",
        help: "custom: the last round of a bout",
        of: |f| &mut f.round_cap,
    },
];

const fn whole(
    key: &'static str,
    low: i64,
    high: i64,
    usual: &'static str,
    help: &'static str,
) -> OptionSpec {
    OptionSpec { key, values: Values::Whole(low, high), default: usual, help }
}

const fn number_option(nth: usize) -> OptionSpec {
    let Number { key, bounds: (low, high), usual, help, .. } = NUMBERS[nth];
    whole(key, low, high, usual, help)
}

/// What a setup may say.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "format",
        values: Values::Text,
        default: "standard",
        help: "the way to play: standard, speed, draft, all-stars, free-for-all, one from a file, or custom",
    },
    whole(
        "players",
        0,
        4,
        "0",
        "how many seats; 0 for as many as there are decks, or as the format has usually",
    ),
    OptionSpec {
        key: "decks",
        values: Values::Text,
        default: "ready",
        help: "a deck for each seat with commas between: its id, or its cards `card+card*3`; `ready` takes ready decks in order, for all seats or in the place of one",
    },
    OptionSpec {
        key: "pool",
        values: Values::Text,
        default: "ready",
        help: "the 25 cards of a draft: the id of a pool or deck, a World such as `sootspire` for its whole pack, or the cards `card+card*3`",
    },
    OptionSpec {
        key: "pool_list",
        values: Values::OneOf(&["public", "hidden"]),
        default: "public",
        help: "draft: whether all may see which cards the pool holds",
    },
    whole("deck_min", 1, 40, "1", "custom: the fewest cards of a deck"),
    whole("deck_max", 1, 40, "40", "custom: the most cards of a deck"),
    whole("copies", 0, 40, "40", "custom: copies of one Vassal that is no Mob"),
    whole("mob_copies", 0, 40, "40", "custom: copies of one Mob"),
    number_option(0),
    number_option(1),
    number_option(2),
    number_option(3),
    number_option(4),
    number_option(5),
    number_option(6),
    number_option(7),
    number_option(8),
    number_option(9),
    number_option(10),
    OptionSpec {
        key: "play_all_bouts",
        values: ON_OFF,
        default: "off",
        help: "custom: whether bouts are played that can change nothing",
    },
    OptionSpec {
        key: "choose_return_zone",
        values: ON_OFF,
        default: "off",
        help: "custom: whether players choose the kind of zone that Challengers return to",
    },
    OptionSpec {
        key: "deck_lists",
        values: Values::OneOf(&["private", "public"]),
        default: "private",
        help: "custom: whether all may read the deck lists",
    },
];

/// The options that every format takes; all others are for `custom`.
const COMMON: [&str; 5] = ["format", "players", "decks", "pool", "pool_list"];

/// A format with nothing in it yet: it allows every deck.
pub fn blank(id: &str, name: &str) -> Format {
    Format {
        id: id.to_owned(),
        name: name.to_owned(),
        official: false,
        seats: (2, 4),
        draft: false,
        pool_public: true,
        deck: (1, 40),
        copies: None,
        mob_copies: None,
        bouts: 1,
        play_all: false,
        draw: 1,
        mulligans: 0,
        boosts: 0,
        non_prime_bonus: 0,
        mob_bonus: 0,
        vassal_zones: 5,
        extra_zones: 2,
        choose_return: false,
        injury_limit: 2,
        exhaustion_limit: 4,
        round_cap: 100,
        lists_public: false,
    }
}

/// The format that a setup asks for, among those of files.
pub fn chosen(settings: &Settings, checked: &Checked<'_>, known: &[Format], faults: &mut Faults) -> Format {
    let id = checked.text("format");
    if id == "custom" {
        return custom(checked, faults);
    }
    for (key, _) in settings.iter() {
        if OPTIONS.iter().any(|spec| spec.key == key) && !COMMON.contains(&key) {
            let what = format!("the format {id} is fixed (WU-R37)");
            faults.push(option_fault(key, what, "leave it out, or play format=custom"));
        }
    }
    let Some(format) = known.iter().find(|format| format.id == id) else {
        faults.push(option_fault("format", format!("there is no format `{id}`"), others(id, known)));
        return blank(id, id);
    };
    let mut format = format.clone();
    if settings.get("pool_list").is_some() {
        if format.draft {
            format.pool_public = checked.choice("pool_list") == 0;
        } else {
            faults.push(option_fault("pool_list", format!("{id} has no draft"), "leave it out"));
        }
    }
    format
}

/// What to write in the place of the id of a format that does not exist.
pub fn others(id: &str, known: &[Format]) -> String {
    let ids = || known.iter().map(|format| format.id.as_str()).chain(["custom"]);
    match nearest(id, ids()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the formats are {}", ids().collect::<Vec<_>>().join(", ")),
    }
}

fn custom(checked: &Checked<'_>, faults: &mut Faults) -> Format {
    let mut format = blank("custom", "Custom");
    let small = |key: &str| checked.whole(key) as u8;
    format.deck = (small("deck_min"), small("deck_max"));
    if format.deck.0 > format.deck.1 {
        let what = format!("{} is more than the deck_max of {}", format.deck.0, format.deck.1);
        faults.push(option_fault("deck_min", what, "give a smaller one"));
    }
    format.copies = Some(small("copies"));
    format.mob_copies = Some(small("mob_copies"));
    for number in &NUMBERS {
        *(number.of)(&mut format) = small(number.key);
    }
    format.play_all = checked.choice("play_all_bouts") == 1;
    format.choose_return = checked.choice("choose_return_zone") == 1;
    format.lists_public = checked.choice("deck_lists") == 1;
    format
}

/// How many seats: as asked for, else as many as there are decks, else as the format has usually; at most four even
/// where that is not allowed. Rules: WU-R4.
pub fn players(checked: &Checked<'_>, format: &Format, decks: usize, faults: &mut Faults) -> u8 {
    let (fewest, most) = format.seats;
    let usual = if format.id != "custom" && most > 2 { fewest.max(3) } else { fewest };
    let players = match (checked.whole("players") as usize, decks) {
        (0, 0) => usize::from(usual),
        (0, decks) => decks,
        (players, _) => players,
    };
    if !(usize::from(fewest)..=usize::from(most)).contains(&players) {
        let what = format!("{} is for {fewest} to {most} players, not {players}", format.id);
        faults.push(option_fault("players", what, "change the number of players or the format"));
    }
    players.clamp(1, SEATS) as u8
}

/// A fault of an option.
pub fn option_fault(key: &str, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::new(what, remedy).at(Place::Option(key.to_owned()))
}

/// Adds the formats of a file. A later one of the same id counts, but the official ones stay as they are. What is
/// wrong with the file as TOML is told where its cards are read.
pub fn add(source: &Source, shipped: bool, formats: &mut Vec<Format>, faults: &mut Faults) {
    let root = CardFile::new(source).root();
    let mut file = CardFile::new(source);
    for (table, span) in file.tables(root.get_ref(), "format") {
        let (id, at) = file.id(table, &span);
        file.about(Some(&id));
        if !shipped && (id == "custom" || formats.iter().any(|known| known.official && known.id == id)) {
            file.push(at, format!("the format {id} is fixed (WU-R37)"), "give yours another id");
        } else {
            let format = read(&mut file, table, &span, &id, shipped);
            formats.retain(|known| known.id != id);
            formats.push(format);
        }
        file.about(None);
    }
    faults.append(file.finish());
}

/// The keys of a format in a file, but for its numbers.
const KEYS: [&str; 14] = [
    "id",
    "name",
    "official",
    "seats",
    "draft",
    "pool",
    "pool_list",
    "deck",
    "non_mob_copies",
    "mob_copies",
    "play_all_bouts",
    "choose_return_zone",
    "deck_lists",
    "about",
];

/// All keys of a format in a file.
pub(crate) fn keys() -> Vec<&'static str> {
    KEYS.into_iter().chain(NUMBERS.iter().map(|number| number.key)).collect()
}

/// What is left out is as in Standard; every deck is allowed then.
fn read(file: &mut CardFile<'_>, table: &Table<'_>, span: &At, id: &str, shipped: bool) -> Format {
    file.only(table, &keys());
    let name = file.name(table, "name").map_or_else(|| id.to_owned(), |(name, _)| name);
    let mut format = blank(id, &name);
    let first = id.chars().next().is_some_and(|c| c.is_ascii_lowercase());
    if !first || id.chars().any(|c| c.is_ascii_uppercase()) {
        file.push(
            span.clone(),
            format!("`{id}` cannot be written in a position"),
            "begin with a small letter and use no capitals",
        );
    }
    format.official = flag(file, table, "official");
    if format.official && !shipped {
        file.push(span.clone(), "there are no other official formats", "write `official = false`");
    }
    format.draft = flag(file, table, "draft");
    format.seats = range(file, table, "seats", (2, if format.draft { 2 } else { 4 }));
    format.deck = range(file, table, "deck", (1, 40));
    format.copies = copies(file, table, "non_mob_copies");
    format.mob_copies = copies(file, table, "mob_copies");
    format.play_all = flag(file, table, "play_all_bouts");
    format.choose_return = flag(file, table, "choose_return_zone");
    format.lists_public = word(file, table, "deck_lists", ["private", "public"]);
    for key in ["pool", "pool_list"] {
        if !format.draft && table.contains_key(key) {
            file.push(
                span.clone(),
                format!("`{key}` without a draft"),
                "leave it out, or write `draft = true`",
            );
        }
    }
    if format.draft {
        format.pool_public = !word(file, table, "pool_list", ["public", "hidden"]);
        whole_in(file, table, "pool", (25, 25), "25");
    }
    for number in &NUMBERS {
        *(number.of)(&mut format) = whole_in(file, table, number.key, number.bounds, number.usual);
    }
    format
}

fn flag(file: &mut CardFile<'_>, table: &Table<'_>, key: &str) -> bool {
    let Some(value) = table.get(key) else { return false };
    let flag = value.get_ref().as_bool();
    if flag.is_none() {
        file.wrong(value.span(), key, "true or false");
    }
    flag.unwrap_or(false)
}

/// Whether the second of two words is there.
fn word(file: &mut CardFile<'_>, table: &Table<'_>, key: &str, words: [&str; 2]) -> bool {
    match file.text(table, key) {
        Some((text, _)) if words.contains(&text.as_str()) => text == words[1],
        Some((_, at)) => {
            file.wrong(at, key, &format!("\"{}\" or \"{}\"", words[0], words[1]));
            false
        }
        None => false,
    }
}

fn whole_in(
    file: &mut CardFile<'_>,
    table: &Table<'_>,
    key: &str,
    (low, high): (i64, i64),
    usual: &str,
) -> u8 {
    match file.whole(table, key) {
        Some((number, _)) if (low..=high).contains(&number) => number as u8,
        Some((_, at)) => {
            file.wrong(at, key, &format!("from {low} to {high}"));
            low as u8
        }
        None => usual.parse().expect("a number that is usual"),
    }
}

/// A fewest and a most.
fn range(file: &mut CardFile<'_>, table: &Table<'_>, key: &str, (low, high): (i64, i64)) -> (u8, u8) {
    let wanted = format!("two numbers from {low} to {high}, the smaller one first");
    let numbers = file.list(table, key, &wanted, number);
    if let [(fewest, _), (most, _)] = numbers[..]
        && low <= fewest
        && fewest <= most
        && most <= high
    {
        return (fewest as u8, most as u8);
    }
    if let Some(value) = table.get(key) {
        file.wrong(value.span(), key, &wanted);
    }
    (low as u8, high as u8)
}

/// So many copies, or nothing for any number.
fn copies(file: &mut CardFile<'_>, table: &Table<'_>, key: &str) -> Option<u8> {
    let value = table.get(key)?;
    if value.get_ref().as_str() == Some("any") {
        return None;
    }
    let copies = number(value.get_ref()).filter(|copies| (0..=40).contains(copies));
    if copies.is_none() {
        file.wrong(value.span(), key, "a number from 0 to 40, or \"any\"");
    }
    copies.map(|copies| copies as u8)
}
