//! What a game is set up from: options and files, checked together. Rules: the engine model, 4.1; TR-R13 to TR-R17,
//! TR-R25, TR-R102, TR-R121, TR-R128, TR-R131, TR-R142.

use cardlang::file::{At, CardFile, Table};
use engine::{Checked, Fault, Faults, OptionSpec, Place, Settings, Source, Sources, Values, nearest};

use crate::action::{NO_CARD, Steps};
use crate::arena::{Arena, Square, read_facing, read_square, square_name};
use crate::cards::{self, Card};
use crate::faces::Face;
use crate::rules::{Deck, Mode, Rules};
use crate::state::{MOST_NEUTRALS, SEATS};
use crate::text::{Ability, Action, CostItem, Plain};
use crate::{chests, decks};

const ON_OFF: Values = Values::OneOf(&["off", "on"]);

/// What a setup may say.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "mode",
        values: Values::OneOf(Mode::NAMES),
        default: "normal",
        help: "the way to play",
    },
    OptionSpec {
        key: "players",
        values: Values::Whole(0, 6),
        default: "0",
        help: "how many seats; 0 for as many as there are decks, or the fewest of the mode",
    },
    OptionSpec {
        key: "decks",
        values: Values::Text,
        default: "ready",
        help: "a battle deck for each seat with commas between: the name of a ready deck, or its cards `champion+card+card`; several with `|` between are chosen from in secret; `ready` takes the ready decks in order, for all seats or in the place of one",
    },
    OptionSpec { key: "arena", values: Values::Whole(2, 5), default: "4", help: "columns and rows" },
    OptionSpec {
        key: "features",
        values: Values::Text,
        default: "none",
        help: "what lies in the Arena, with commas between: pit@b2, obstacle@c3, spike@a1W, neutral@b3L2+1",
    },
    OptionSpec {
        key: "field",
        values: Values::Text,
        default: "bare",
        help: "an Arena from a file, with its size and features",
    },
    OptionSpec {
        key: "rounds",
        values: Values::Whole(1, 4),
        default: "4",
        help: "rounds before Life is compared",
    },
    OptionSpec { key: "slots", values: Values::Whole(1, 4), default: "4", help: "slots of a loadout" },
    OptionSpec {
        key: "initial_facing",
        values: Values::OneOf(&["edge", "center"]),
        default: "edge",
        help: "which way Champions face at the start",
    },
    OptionSpec {
        key: "tactical_side",
        values: Values::OneOf(&["trimmed", "half"]),
        default: "trimmed",
        help: "what the side of the last to place is with three or four sides",
    },
    OptionSpec {
        key: "solo_handicap",
        values: Values::OneOf(&["full", "none"]),
        default: "full",
        help: "Life and turns of one against several",
    },
    OptionSpec {
        key: "reattack_after_recharge",
        values: ON_OFF,
        default: "off",
        help: "whether a recharged card may attack again in the same turn",
    },
    OptionSpec { key: "lap_cap", values: Values::Whole(1, 9), default: "4", help: "laps of a Tire Fight" },
    OptionSpec { key: "life_cap", values: Values::Whole(1, 12), default: "12", help: "the most Life" },
    OptionSpec {
        key: "quick",
        values: ON_OFF,
        default: "off",
        help: "Quick Start: packaged decks, known to all",
    },
    OptionSpec {
        key: "culture",
        values: ON_OFF,
        default: "off",
        help: "Culture Shock: decks of one culture",
    },
    OptionSpec { key: "pure", values: ON_OFF, default: "off", help: "without the text of Champions" },
    OptionSpec {
        key: "match",
        values: Values::OneOf(&["off", "3", "5", "7"]),
        default: "off",
        help: "a duel of at most so many games with War Chests, from which battle decks are chosen in secret",
    },
    OptionSpec {
        key: "chests",
        values: Values::Text,
        default: "ready",
        help: "a War Chest for each seat with a comma between: the name of a ready chest, or its cards `card+card*3`; `ready` takes the ready chests of that length in order",
    },
    OptionSpec {
        key: "spent",
        values: Values::Text,
        default: "none",
        help: "the cards each seat has spent in the match before, with a comma between: `card+card*3`, `-` for none",
    },
];

/// The options that a position names, as far as they differ from their defaults, in this order.
pub const NAMED: &[&str] = &[
    "arena",
    "rounds",
    "slots",
    "initial_facing",
    "tactical_side",
    "solo_handicap",
    "reattack_after_recharge",
    "lap_cap",
    "life_cap",
    "quick",
    "culture",
    "pure",
    "match",
];

const SHIPPED: &str = "shipped/";
/// The file with the ready War Chests.
const CHESTS: &str = "chests";

/// The files that every game knows.
fn shipped() -> [(String, &'static str); 5] {
    [
        ("starter", include_str!("../../../cards/time-rift/starter.toml")),
        ("second", include_str!("../../../cards/time-rift/second.toml")),
        ("reserve", include_str!("../../../cards/time-rift/reserve.toml")),
        ("arenas", include_str!("../../../cards/time-rift/arenas.toml")),
        (CHESTS, include_str!("../../../cards/time-rift/chests.toml")),
    ]
    .map(|(name, text)| (format!("{SHIPPED}{name}"), text))
}

/// An Arena from a file.
#[derive(Clone)]
struct Field {
    id: String,
    size: u8,
    features: Vec<String>,
}

/// A deck or a War Chest from a file.
#[derive(Clone)]
struct NamedCards {
    id: String,
    cards: Vec<String>,
}

/// What all files hold together.
#[derive(Clone, Default)]
struct Files {
    cards: Vec<Card>,
    fields: Vec<Field>,
    decks: Vec<NamedCards>,
    chests: Vec<NamedCards>,
}

impl Files {
    fn read(sources: &Sources, faults: &mut Faults) -> Self {
        let mut files = Self::default();
        if shipped().iter().any(|(name, text)| sources.get(name).is_some_and(|given| given != *text)) {
            for (name, text) in shipped() {
                let text = sources.get(&name).unwrap_or(text).to_owned();
                files.add(&Source { name, text }, faults);
            }
        } else {
            files = Self::shipped().clone();
        }
        for source in &sources.0 {
            if !source.name.starts_with(SHIPPED) {
                files.add(source, faults);
            } else if shipped().iter().all(|(name, _)| *name != source.name) {
                let fault = Fault::new("no such file is shipped", "leave it out");
                faults.push(fault.at(Place::Source(source.name.clone(), 1, 1)));
            }
        }
        files
    }

    /// What is shipped, read once: the texts are part of the program and never change.
    fn shipped() -> &'static Self {
        static FILES: std::sync::OnceLock<Files> = std::sync::OnceLock::new();
        FILES.get_or_init(|| {
            let mut files = Self::default();
            for source in shipped_sources() {
                files.add(&source, &mut Faults::none());
            }
            files
        })
    }

    /// Later files replace what earlier ones call by the same name.
    fn add(&mut self, source: &Source, faults: &mut Faults) {
        let (cards, found) = cards::read(source);
        found.0.into_iter().for_each(|fault| faults.push(fault));
        for card in cards {
            match self.cards.iter_mut().find(|known| known.id == card.id) {
                Some(known) => *known = card,
                None => self.cards.push(card),
            }
        }
        let tables = Tables::read(source, None, faults);
        for (known, new) in [(&mut self.decks, tables.decks), (&mut self.chests, tables.chests)] {
            for list in new {
                known.retain(|known| known.id != list.id);
                known.push(list);
            }
        }
        for field in tables.fields {
            self.fields.retain(|known| known.id != field.id);
            self.fields.push(field);
        }
    }

    /// The ready decks: those of the cards' own `deck` fields, then those of files; a later one of the same name
    /// counts.
    fn ready(&self) -> Vec<(String, Vec<String>)> {
        let mut decks: Vec<(String, Vec<String>)> = Vec::new();
        for card in &self.cards {
            let Some(name) = &card.deck else { continue };
            match decks.iter_mut().find(|(known, _)| known == name) {
                Some((_, cards)) => cards.push(card.id.clone()),
                None => decks.push((name.clone(), vec![card.id.clone()])),
            }
        }
        for deck in &self.decks {
            decks.retain(|(known, _)| *known != deck.id);
            decks.push((deck.id.clone(), deck.cards.clone()));
        }
        decks
    }
}

/// What a file holds beside cards.
#[derive(Default)]
struct Tables {
    fields: Vec<Field>,
    decks: Vec<NamedCards>,
    chests: Vec<NamedCards>,
}

impl Tables {
    /// Reads them; if the ids of all cards are given, lists may name no others.
    fn read(source: &Source, ids: Option<&[String]>, faults: &mut Faults) -> Self {
        let mut tables = Self::default();
        let mut file = CardFile::new(source);
        let root = file.root();
        let root = root.get_ref();
        for (table, span) in file.tables(root, "arena") {
            tables.fields.push(read_field(&mut file, table, &span));
        }
        for (kind, lists) in [("deck", &mut tables.decks), ("chest", &mut tables.chests)] {
            for (table, span) in file.tables(root, kind) {
                lists.push(read_list(&mut file, kind, table, span, ids));
            }
        }
        // The file was read as TOML before, and what is wrong with that has been told.
        if ["arena", "deck", "chest"].iter().any(|key| root.contains_key(*key)) {
            file.finish().0.into_iter().for_each(|fault| faults.push(fault));
        }
        tables
    }
}

/// What is wrong with the Arenas, decks and War Chests of a file, if these are the ids of all cards.
pub fn table_faults(source: &Source, ids: &[String]) -> Faults {
    let mut faults = Faults::none();
    Tables::read(source, Some(ids), &mut faults);
    faults
}

/// The keys of an Arena in a file.
pub(crate) const FIELD_KEYS: [&str; 3] = ["id", "size", "features"];
/// The keys of a deck or a War Chest in a file.
pub(crate) const LIST_KEYS: [&str; 2] = ["id", "cards"];

fn read_field(file: &mut CardFile<'_>, table: &Table<'_>, span: &At) -> Field {
    let (id, _) = file.id(table, span);
    file.only(table, &FIELD_KEYS);
    let size = match file.whole(table, "size") {
        Some((size @ 2..=5, _)) => size as u8,
        Some((_, at)) => {
            file.fault("E-RANGE", at, "an Arena has 2 to 5 columns and rows", "write `size = 4`");
            4
        }
        None => 4,
    };
    let mut features = Vec::new();
    for (text, at) in file.texts(table, "features") {
        if Feature::read(&text).is_none() {
            file.fault("E-TYPE", at, format!("`{text}` is no feature"), FEATURE_HINT);
        } else {
            features.push(text);
        }
    }
    Field { id, size, features }
}

fn read_list(
    file: &mut CardFile<'_>,
    kind: &str,
    table: &Table<'_>,
    span: At,
    ids: Option<&[String]>,
) -> NamedCards {
    let (id, _) = file.id(table, &span);
    file.only(table, &LIST_KEYS);
    let cards = file.texts(table, "cards");
    for (card, at) in &cards {
        let Some(ids) = ids.filter(|ids| !ids.contains(card)) else { continue };
        let near = nearest(card, ids.iter().map(String::as_str));
        let hint = near.map_or("name a card by its id".to_owned(), |near| format!("did you mean `{near}`?"));
        file.fault("E-REF", at.clone(), format!("there is no card `{card}`"), &hint);
    }
    // Whatever is no list of texts has been told.
    let list = table.get("cards");
    if list.is_none_or(|list| list.get_ref().as_array().is_some_and(|list| list.is_empty())) {
        let at = if let Some(list) = list { list.span() } else { span };
        let hint = "list the ids of its cards: `cards = [...]`";
        file.fault("E-RANGE", at, format!("{kind} `{id}` has no cards"), hint);
    }
    NamedCards { id, cards: cards.into_iter().map(|(card, _)| card).collect() }
}

const FEATURE_HINT: &str = "write pit@b2, obstacle@c3, spike@a1W or neutral@b3L2+1";

/// Something that lies in the Arena. Rules: TR-R102.
/// Rules: TR-ARENA-3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A pit.
    Pit(Square),
    /// An obstacle.
    Obstacle(Square),
    /// Spikes on one side of a space.
    Spike(Square, u8),
    /// A neutral: Life and DEF.
    Neutral(Square, u8, i8),
}

impl Feature {
    /// Reads `pit@b2`.
    pub fn read(text: &str) -> Option<Self> {
        let (kind, place) = text.split_once('@')?;
        let (square, rest) = place.split_at_checked(2)?;
        let square = read_square(square)?;
        let feature = match kind {
            "pit" if rest.is_empty() => Self::Pit(square),
            "obstacle" if rest.is_empty() => Self::Obstacle(square),
            "spike" => {
                let mut letters = rest.chars();
                let side = read_facing(letters.next()?)?;
                letters.next().is_none().then_some(Self::Spike(square, side))?
            }
            "neutral" => {
                let numbers = rest.strip_prefix('L')?;
                let sign = numbers.find(['+', '-'])?;
                let life = numbers[..sign].parse().ok().filter(|life| (1..=12).contains(life))?;
                let defense = numbers[sign..].parse().ok().filter(|defense| (-9..=9).contains(defense))?;
                Self::Neutral(square, life, defense)
            }
            _ => return None,
        };
        (feature.text() == text).then_some(feature)
    }

    /// `pit@b2`.
    pub fn text(self) -> String {
        match self {
            Self::Pit(square) => format!("pit@{}", square_name(square)),
            Self::Obstacle(square) => format!("obstacle@{}", square_name(square)),
            Self::Spike(square, side) => {
                format!("spike@{}{}", square_name(square), crate::arena::POINTS[usize::from(side & 3)])
            }
            Self::Neutral(square, life, defense) => {
                format!("neutral@{}L{life}{defense:+}", square_name(square))
            }
        }
    }

    fn square(self) -> Square {
        match self {
            Self::Pit(square)
            | Self::Obstacle(square)
            | Self::Spike(square, _)
            | Self::Neutral(square, ..) => square,
        }
    }

    fn occupies(self) -> bool {
        matches!(self, Self::Obstacle(_) | Self::Neutral(..))
    }
}

fn option_fault(key: &str, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::new(what, remedy).at(Place::Option(key.to_owned()))
}

/// The sources of a setup with every shipped text; War Chests are for matches only.
pub fn embedded(settings: &Settings, sources: &Sources) -> Sources {
    let mut all = sources.clone();
    let chests = settings.get("match").is_some_and(|length| length != "off");
    for (name, text) in shipped() {
        if all.get(&name).is_none() && (chests || !name.ends_with(CHESTS)) {
            all.push(name, text);
        }
    }
    all
}

/// The shipped cards and arenas, for programs that need no game.
pub fn shipped_sources() -> Vec<Source> {
    shipped().into_iter().map(|(name, text)| Source { name, text: text.to_owned() }).collect()
}

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
        tokens: ["lp", "ap", "sv"].map(str::to_owned).to_vec(),
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

/// The size of the Arena and what lies in it.
fn field(
    checked: &Checked<'_>,
    settings: &Settings,
    files: &Files,
    players: u8,
    faults: &mut Faults,
) -> (u8, Vec<Feature>) {
    let id = checked.text("field");
    let mut size = checked.whole("arena") as u8;
    let mut texts: Vec<String> = match checked.text("features") {
        "none" | "" => Vec::new(),
        list => list.split(',').map(str::to_owned).collect(),
    };
    if id != "bare" {
        if let Some(field) = files.fields.iter().find(|field| field.id == id) {
            for key in ["arena", "features"] {
                if settings.get(key).is_some() {
                    let what = format!("the Arena `{id}` has its own");
                    faults.push(option_fault(key, what, format!("leave out `{key}` or `field`")));
                }
            }
            (size, texts) = (field.size, field.features.clone());
        } else {
            let known = files.fields.iter().map(|field| field.id.as_str());
            let remedy = match nearest(id, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("name one of {}", known.collect::<Vec<_>>().join(", ")),
            };
            faults.push(option_fault("field", format!("there is no Arena `{id}`"), remedy));
        }
    }
    if size < 4 && players != 2 {
        let what = format!("an Arena of {size} is for two seats (TR-R142)");
        faults.push(option_fault("arena", what, "choose 4 or 5"));
    }
    let mut features = Vec::new();
    for text in texts {
        match Feature::read(&text) {
            Some(feature) => features.push(feature),
            None => faults.push(option_fault("features", format!("`{text}` is no feature"), FEATURE_HINT)),
        }
    }
    (size, features)
}

/// Puts features into the rules; each must find its place. Rules: TR-R35, TR-R102.
fn put_features(rules: &mut Rules, features: &[Feature], faults: &mut Faults) {
    for (nth, &feature) in features.iter().enumerate() {
        let square = feature.square();
        let others = features[..nth].iter().filter(|other| other.square() == square);
        let clash =
            others.into_iter().any(|other| *other == feature || (other.occupies() && feature.occupies()));
        let inside = rules.arena.has(square);
        let edge = match feature {
            Feature::Spike(_, side) if inside => {
                rules.arena.next[usize::from(square)][usize::from(side)] == crate::arena::NOWHERE
            }
            _ => true,
        };
        let room = !matches!(feature, Feature::Neutral(..)) || rules.neutrals.len() < MOST_NEUTRALS;
        if clash || !inside || !edge || !room {
            let what = format!("{} cannot be there (TR-R102)", feature.text());
            faults.push(option_fault(
                "features",
                what,
                "one obstacle or neutral and one pit a space, spikes on the outside, at most six neutrals",
            ));
            continue;
        }
        match feature {
            Feature::Pit(square) => rules.pits |= 1 << square,
            Feature::Obstacle(square) => rules.obstacles |= 1 << square,
            Feature::Spike(square, side) => rules.spikes[usize::from(square)] |= 1 << side,
            Feature::Neutral(square, life, defense) => rules.neutrals.push((square, life, defense)),
        }
    }
    rules.neutrals.sort_unstable();
}

/// There is always a space to start on, however the others place. Rules: TR-R7, TR-R115.
fn room(rules: &Rules, faults: &mut Faults) {
    let taken = rules.neutrals.iter().fold(rules.obstacles, |set, neutral| set | 1 << neutral.0);
    if rules.mode == Mode::Tire {
        if rules.arena.center.count_ones() < u32::from(rules.players) {
            let what = "the Champions do not fit on the center spaces (TR-R115)";
            faults.push(option_fault("arena", what, "choose a larger Arena"));
        }
        return;
    }
    let sides: &[u8] = match rules.players {
        _ if rules.has_two_sides() => &[3, 1],
        3 => &[3, 2, 1],
        _ => &[3, 2, 1, 0],
    };
    let largest = match rules.mode.first_team() {
        Some(first) => u32::from(first.max(rules.players - first)),
        None => 1,
    };
    for &side in sides {
        let others = sides.iter().filter(|&&other| other != side);
        let rows = others.fold(0, |set, &other| set | rules.arena.lines(other, 1));
        let sure = rules.arena.lines(side, 1) & !taken & !rows;
        if sure.count_ones() < largest {
            let what =
                format!("no room in the Starting Row of {} (TR-R7)", crate::arena::POINTS[usize::from(side)]);
            faults.push(option_fault("features", what, "leave a space free along every edge"));
        }
    }
}

/// Adds the names of tokens that a card's text speaks of.
fn token_names(card: &Card, names: &mut Vec<String>) {
    let mut add = |name: &String| {
        if !names.contains(name) {
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

/// A deck from the ids of its cards, Champion first; nothing if one is unknown.
fn deck_of(rules: &Rules, ids: &[String]) -> Option<Deck> {
    let numbers: Option<Vec<u16>> = ids.iter().map(|id| rules.card(id)).collect();
    let (champion, loadout) = numbers?.split_first().map(|(first, rest)| (*first, rest.to_vec()))?;
    Some(Deck { champion, loadout })
}

/// The deck of each seat; with several candidates nothing, and the rules hold these.
/// Rules: TR-QUICK-2.
fn seat_decks(
    rules: &mut Rules,
    ready: &[(String, Vec<String>)],
    named: &[&str],
    faults: &mut Faults,
) -> Vec<Option<Deck>> {
    let mut decks = Vec::new();
    for seat in 0..usize::from(rules.players) {
        let choices: Vec<&str> = match named.get(seat).filter(|text| **text != "ready") {
            Some(text) => text.split('|').collect(),
            None => ready.get(seat % ready.len().max(1)).map(|(name, _)| name.as_str()).into_iter().collect(),
        };
        let mut candidates: Vec<Deck> = Vec::new();
        for text in choices {
            if let Some(deck) = one_deck(rules, ready, text, faults)
                && !candidates.contains(&deck)
            {
                candidates.push(deck);
            }
        }
        if candidates.len() > 200 {
            faults.push(option_fault("decks", "more than 200 decks to choose from", "leave some out"));
        }
        if candidates.len() > 1 {
            rules.candidates[seat] = candidates;
            decks.push(None);
        } else {
            decks.push(candidates.pop());
        }
    }
    decks
}

fn one_deck(rules: &Rules, ready: &[(String, Vec<String>)], text: &str, faults: &mut Faults) -> Option<Deck> {
    let found = ready.iter().find(|(name, _)| name == text);
    let ids: Vec<String> = match found {
        Some((_, ids)) => ids.clone(),
        None if text.contains('+') || rules.card(text).is_some() => {
            text.split('+').map(str::to_owned).collect()
        }
        None => {
            let known = ready.iter().map(|(name, _)| name.as_str());
            let remedy = match nearest(text, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "name one of {}, or write champion+card+card",
                    known.collect::<Vec<_>>().join(", ")
                ),
            };
            faults.push(option_fault("decks", format!("there is no ready deck `{text}`"), remedy));
            return None;
        }
    };
    let mut sound = true;
    for id in &ids {
        if rules.card(id).is_none() {
            let near = nearest(id, rules.faces.iter().map(|face| face.card.id.as_str()));
            let remedy = near
                .map_or_else(|| "name a card by its id".to_owned(), |near| format!("did you mean `{near}`?"));
            faults.push(option_fault("decks", format!("there is no card `{id}`"), remedy));
            sound = false;
        }
    }
    let mut deck = deck_of(rules, &ids).filter(|_| sound)?;
    // A ready deck brings its Champion alone to modes without loadouts. Rules: TR-FIST-1.
    if rules.slots == 0 && found.is_some() {
        deck.loadout.clear();
    }
    if rules.quick && found.is_none() {
        let what = format!("`{text}` is no packaged deck (TR-QUICK-1)");
        faults.push(option_fault("decks", what, "with quick=on name ready decks"));
    }
    // With fewer slots a ready deck is cut short only if that is asked for in full.
    if found.is_some() && usize::from(rules.slots) < deck.loadout.len() {
        deck.loadout.truncate(usize::from(rules.slots));
    }
    for (what, hint) in decks::faults(rules, &deck, true) {
        faults.push(option_fault("decks", format!("deck `{text}`: {what}"), hint));
    }
    Some(deck)
}

/// What is left in the War Chest of each seat; the rules get what is spent. Rules: TR-MATCH-2, TR-MATCH-3, TR-R131.
fn seat_chests(
    rules: &mut Rules,
    ready: &[NamedCards],
    asked: &str,
    spent: &str,
    faults: &mut Faults,
) -> [Vec<u16>; 2] {
    let fitting = ready.iter().filter(|chest| chest.cards.len() == chests::size(rules.games));
    let named: Vec<&str> = match asked {
        "ready" => fitting.map(|chest| chest.id.as_str()).cycle().take(2).collect(),
        _ => asked.split(',').collect(),
    };
    let spent: Vec<&str> = if spent == "none" { vec!["-"; 2] } else { spent.split(',').collect() };
    for (key, list) in [("chests", &named), ("spent", &spent)] {
        if list.len() != 2 {
            let what = format!("{} for two seats", list.len());
            faults.push(option_fault(key, what, "give one for each seat, with a comma between"));
        }
    }
    let mut left = [Vec::new(), Vec::new()];
    for (seat, name) in named.iter().enumerate().take(2) {
        let Some(chest) = one_chest(rules, ready, name, faults) else { continue };
        let gone = spent.get(seat).copied().unwrap_or("-");
        rules.spent[seat] = if gone == "-" { Vec::new() } else { card_list(rules, "spent", gone, faults) };
        if let Some(rest) = chests::without(&chest, rules.spent[seat].iter().copied()) {
            left[seat] = rest;
        } else {
            let what = format!("seat {seat} has spent cards that are not in its War Chest (TR-R132)");
            faults.push(option_fault("spent", what, "name cards of the chest, no more than it has"));
        }
    }
    let has_champion = |chest: &Vec<u16>| chest.iter().any(|&card| rules.face(card).sort.is_none());
    if faults.is_empty() && !left.iter().any(has_champion) {
        let what = "neither War Chest has a Champion left (TR-R151)";
        faults.push(option_fault("spent", what, "leave a Champion to one seat at least"));
    }
    left
}

/// A War Chest, in order, and everything that is wrong with it.
fn one_chest(rules: &Rules, ready: &[NamedCards], text: &str, faults: &mut Faults) -> Option<Vec<u16>> {
    let found = ready.iter().find(|chest| chest.id == text);
    if found.is_none() && !text.contains(['+', '*']) {
        let known = ready.iter().map(|chest| chest.id.as_str());
        let remedy = match nearest(text, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("name one of {}, or write card+card*3", known.collect::<Vec<_>>().join(", ")),
        };
        faults.push(option_fault("chests", format!("there is no ready War Chest `{text}`"), remedy));
        return None;
    }
    let before = faults.0.len();
    let list = found.map_or_else(|| text.to_owned(), |chest| chest.cards.join("+"));
    let cards = card_list(rules, "chests", &list, faults);
    if faults.0.len() > before {
        return None;
    }
    let short: String = text.chars().take(40).collect();
    let shown = if short.len() < text.len() { format!("{short}...") } else { short };
    let (games, size) = (rules.games, chests::size(rules.games));
    if cards.len() != size {
        let what = format!(
            "War Chest `{shown}` has {} cards, for best of {games} it has {size} (TR-MATCH-3)",
            cards.len()
        );
        let remedy = match size.checked_sub(cards.len()) {
            Some(few) => format!("add {few}"),
            None => format!("leave out {}", cards.len() - size),
        };
        faults.push(option_fault("chests", what, remedy));
    }
    if cards.len() <= 40 && !chests::holds_decks(rules, &cards, games) {
        let champions = cards.iter().filter(|&&card| rules.face(card).sort.is_none()).count();
        let what =
            format!("no {games} disjoint legal battle decks are found in War Chest `{shown}` (TR-R131)");
        let remedy = match usize::from(games).checked_sub(champions) {
            Some(few) if few > 0 => format!("it has {champions} Champions: add {few}"),
            _ => "give every Champion loadout cards that go together, each card for one deck".to_owned(),
        };
        faults.push(option_fault("chests", what, remedy));
    }
    Some(cards)
}

/// Reads `card+card*3`; the cards come in order.
fn card_list(rules: &Rules, key: &str, text: &str, faults: &mut Faults) -> Vec<u16> {
    let mut cards = Vec::new();
    for part in text.split('+') {
        let (id, copies) = part.split_once('*').unwrap_or((part, "1"));
        let copies =
            engine::text::number::<usize>(copies, "copies").ok().filter(|copies| (1..=40).contains(copies));
        match (rules.card(id), copies) {
            (Some(card), Some(copies)) => cards.extend(std::iter::repeat_n(card, copies)),
            (None, _) => {
                let near = nearest(id, rules.faces.iter().map(|face| face.card.id.as_str()));
                let remedy = near.map_or_else(
                    || "name a card by its id".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                faults.push(option_fault(key, format!("there is no card `{id}`"), remedy));
            }
            (_, None) => {
                let what = format!("`{part}` does not say how many");
                faults.push(option_fault(key, what, "write for example `dory*3`, from 1 to 40"));
            }
        }
    }
    cards.sort_unstable();
    cards
}
