//! Cards from files: Vassals, tokens, Statuses and Resources, every fault at its place. Files are read together,
//! since cards name things in other files. Rules: WU-1.3.2, WU-1.5.1, WU-2.1.3, WU-2.2.2.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use cardlang::file::{At, CardFile, Table};
use cardlang::{Grammar, Name, Names, common_words};
use engine::{Faults, Source, Sources, bounds, nearest};

use crate::check::Bearer;
use crate::compile::compile;
use crate::notation::slug;
use crate::text::{Class, ResourceCard, Skill, StatusCard, TokenCard, VassalCard, World};
use crate::warn::warnings;

/// All cards that can name one another. A [`VassalCard`] is a place in `vassals`, and so on.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The names of everything here.
    pub names: Names,
    /// The Vassals.
    pub vassals: Vec<Card>,
    /// The token Vassals.
    pub tokens: Vec<Card>,
    /// The Statuses.
    pub statuses: Vec<Card>,
    /// The Resources.
    pub resources: Vec<Card>,
    /// The Worlds, in the order they are met.
    pub worlds: Vec<String>,
}

/// A card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// What it is called, unique in its kind.
    pub name: String,
    /// What it is, with what only such cards have.
    pub kind: Kind,
    /// Its Skills, in the order of the card.
    pub skills: Vec<Skill>,
    /// What has no meaning in the game.
    pub extras: Extras,
}

/// The parts of a card that have no meaning in the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// What it looks like.
    pub art: Option<String>,
    /// What else there is to know.
    pub info: Option<String>,
    /// Something to read.
    pub flavor: Option<String>,
}

/// What a card is; there are no other game objects. Rules: WU-1.2.1, WU-1.2.3, WU-R149.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A Vassal of a deck.
    Vassal {
        /// Where it is from; Wanderers are from nowhere. Rules: WU-2.1.3.
        world: Option<World>,
        /// Its Class.
        class: Class,
    },
    /// A Vassal that effects make. Its World is that of what made it. Rules: WU-1.4.4, WU-R13.
    Token {
        /// Its Class.
        class: Class,
    },
    /// What effects put on Vassals.
    Status,
    /// What effects put into stockpiles.
    Resource,
}

impl Kind {
    /// The word for it in card files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Vassal { .. } => "Vassal",
            Self::Token { .. } => "Token",
            Self::Status => "Status",
            Self::Resource => "Resource",
        }
    }

    /// What has the Skills of such a card.
    pub fn bearer(self) -> Bearer {
        match self {
            Self::Vassal { .. } | Self::Token { .. } | Self::Status => Bearer::Vassal,
            Self::Resource => Bearer::Resource,
        }
    }
}

impl Pool {
    /// All cards: Vassals, tokens, Statuses, Resources.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.vassals.iter().chain(&self.tokens).chain(&self.statuses).chain(&self.resources)
    }

    /// The ids of all cards in the notation, in the order of [`Pool::cards`]: their names in small letters with
    /// hyphens, and the kind behind it where a card of another kind has that id already.
    pub fn ids(&self) -> Vec<String> {
        let mut ids = Vec::<String>::new();
        let mut kinds = Vec::new();
        for card in self.cards() {
            let (mut id, kind) = (slug(&card.name), card.kind.word());
            // Names are unique in their kind only.
            if ids.iter().zip(&kinds).any(|(other, of)| *other == id && *of != kind) {
                id.extend(["-", &kind.to_lowercase()]);
            }
            ids.push(id);
            kinds.push(kind);
        }
        ids
    }

    /// The number of the Vassal of this name.
    pub fn vassal(&self, name: &str) -> Option<VassalCard> {
        self.vassals.iter().position(|card| card.name == name).map(|at| VassalCard(at as u16))
    }

    fn of_mut(&mut self, sort: u8) -> &mut Vec<Card> {
        match sort {
            VassalCard::SORT => &mut self.vassals,
            TokenCard::SORT => &mut self.tokens,
            StatusCard::SORT => &mut self.statuses,
            _ => &mut self.resources,
        }
    }
}

/// How the names of shipped files begin.
pub(crate) const FOLDER: &str = "cards/worlds-unchained/";

/// The card files that come with the game.
pub fn shipped_sources() -> Sources {
    let mut sources = Sources::none();
    for (name, text) in [
        ("starter.toml", include_str!("../../../cards/worlds-unchained/starter.toml")),
        ("sootspire.toml", include_str!("../../../cards/worlds-unchained/sootspire.toml")),
        ("ondrel-deep.toml", include_str!("../../../cards/worlds-unchained/ondrel-deep.toml")),
        ("orrery-nine.toml", include_str!("../../../cards/worlds-unchained/orrery-nine.toml")),
        ("mosswane.toml", include_str!("../../../cards/worlds-unchained/mosswane.toml")),
        ("umbral-assize.toml", include_str!("../../../cards/worlds-unchained/umbral-assize.toml")),
        ("tatterkeel.toml", include_str!("../../../cards/worlds-unchained/tatterkeel.toml")),
        ("wanderers.toml", include_str!("../../../cards/worlds-unchained/wanderers.toml")),
        ("latecomers.toml", include_str!("../../../cards/worlds-unchained/latecomers.toml")),
    ] {
        sources.push(format!("{FOLDER}{name}"), text);
    }
    sources
}

/// What was read: the cards as far as they can be read, and of every file what is wrong and what is doubtful.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The cards. A Skill that is wrong is left out, but never its card.
    pub pool: Pool,
    /// What is wrong, file by file.
    pub errors: Vec<Faults>,
    /// What is doubtful, file by file.
    pub warnings: Vec<Faults>,
}

/// Reads card files together.
pub fn read(files: &Sources) -> Reading {
    read_beside(files, &Sources::none())
}

/// Reads card files which may name cards of others. Of two cards of one name, that of the files is meant.
pub fn read_beside(files: &Sources, others: &Sources) -> Reading {
    let mut pool = Pool::default();
    let mut open: Vec<CardFile<'_>> = files.0.iter().map(CardFile::new).collect();
    let mut drafts = Vec::new();
    // Declared by name, so that the numbers of cards are in the order in which they are listed.
    let mut beside: Vec<CardFile<'_>> = others.0.iter().map(CardFile::new).collect();
    let mut found: Vec<(usize, Head)> = Vec::new();
    let mut given: Vec<GivenName> = Vec::new();
    for (file, reader) in open.iter_mut().chain(&mut beside).enumerate() {
        let heads = heads(reader);
        if let Err(fault) = bounds::count("the setup", found.len() + heads.len(), "cards", bounds::CARDS) {
            reader.fault("E-RANGE", 0..0, fault.what, &fault.remedy);
            continue;
        }
        for head in heads {
            if file < files.0.len() {
                given.extend(head.names().map(|name| GivenName {
                    file,
                    name: name.clone(),
                    at: head.at.clone(),
                }));
            } else {
                given.retain(|given| head.names().all(|name| *name != given.name));
            }
            let hidden = file >= files.0.len()
                && found.iter().any(|(_, known)| known.sort == head.sort && known.name == head.name);
            if !hidden {
                found.push((file, head));
            }
        }
    }
    found.sort_by_cached_key(|(_, head)| (head.sort, slug(&head.name)));
    for pair in found.windows(2) {
        let [(_, one), (file, other)] = pair else { continue };
        let id = slug(&other.name);
        if one.sort == other.sort && one.name != other.name && slug(&one.name) == id {
            // The files to be read come before those beside them.
            let (file, at) = if *file < files.0.len() { (*file, &other.at) } else { (pair[0].0, &one.at) };
            if let Some(reader) = open.get_mut(file) {
                let what = format!("`{}` and `{}` are both written `{id}`", one.name, other.name);
                reader.fault("E-TYPE", at.clone(), what, "give one of them another name (WU-R22)");
            }
        }
    }
    for (file, head) in found {
        let reader = match open.get_mut(file) {
            Some(reader) => reader,
            None => &mut beside[file - files.0.len()],
        };
        declare(&mut pool, reader, file, head, &mut drafts);
    }
    let mut doubtful: Vec<CardFile<'_>> = files.0.iter().map(CardFile::new).collect();
    for draft in drafts {
        let (mut skills, mut places) = (Vec::new(), Vec::new());
        let Some(reader) = open.get_mut(draft.file) else {
            for (text, _) in &draft.skills {
                match compile(text, &pool.names, draft.bearer) {
                    Ok(skill) => skills.push(skill),
                    Err(_) => blame(&mut given, text, pool.names.one(draft.name), &mut open),
                }
            }
            pool.of_mut(draft.name.sort)[usize::from(draft.name.index)].skills = skills;
            continue;
        };
        reader.about(Some(pool.names.one(draft.name)));
        for (text, at) in &draft.skills {
            match compile(text, &pool.names, draft.bearer) {
                Ok(skill) => {
                    skills.push(skill);
                    places.push(at);
                }
                Err(faults) => faults.iter().for_each(|fault| reader.diagnostic(at, fault)),
            }
        }
        doubtful[draft.file].about(Some(pool.names.one(draft.name)));
        for (at, doubt) in warnings(&skills) {
            doubtful[draft.file].diagnostic(places[at], &doubt);
        }
        pool.of_mut(draft.name.sort)[usize::from(draft.name.index)].skills = skills;
    }
    Reading {
        pool,
        errors: open.into_iter().map(CardFile::finish).collect(),
        warnings: doubtful.into_iter().map(CardFile::finish).collect(),
    }
}

/// A name that the files to be read give to something, and no file beside them.
struct GivenName {
    file: usize,
    name: String,
    at: At,
}

/// The text of a card beside the files cannot be read any more: names are matched before words, so one of theirs has
/// taken some of its words. Told once for each name. Rules: WU-R151.
fn blame(given: &mut Vec<GivenName>, text: &str, card: &str, open: &mut [CardFile<'_>]) {
    let Some(nth) = given.iter().position(|given| text.contains(&given.name)) else { return };
    let GivenName { file, name, at } = given.remove(nth);
    let what = format!("`{name}` takes words out of the texts of other cards, such as `{card}`");
    open[file].fault("E-TYPE", at, what, "call it something that is not part of a sentence");
}

/// A card whose Skills are not compiled yet.
struct Draft {
    file: usize,
    name: Name,
    bearer: Bearer,
    skills: Vec<(String, At)>,
}

/// What a card table says, but for its Skills.
struct Head {
    sort: u8,
    name: String,
    at: At,
    plural: Option<String>,
    world: Option<String>,
    class: Class,
    skills: Vec<(String, At)>,
    extras: Extras,
}

impl Head {
    /// What texts can call by name once there is such a card.
    fn names(&self) -> impl Iterator<Item = &String> {
        [Some(&self.name), self.plural.as_ref(), self.world.as_ref()].into_iter().flatten()
    }
}

fn declare(pool: &mut Pool, file: &mut CardFile<'_>, number: usize, head: Head, drafts: &mut Vec<Draft>) {
    file.about(Some(&head.name));
    if pool.names.of(head.sort).any(|name| name == head.name) {
        let what = format!("there are two cards `{}`", head.name);
        file.fault("E-TYPE", head.at, what, "give every card of a kind a name of its own");
    }
    file.about(None);
    let world = head.world.map(|world| {
        let known = pool.worlds.iter().position(|known| *known == world);
        World(known.unwrap_or_else(|| {
            pool.names.declare(World::SORT, &world, None);
            pool.worlds.push(world);
            pool.worlds.len() - 1
        }) as u16)
    });
    let kind = match head.sort {
        VassalCard::SORT => Kind::Vassal { world, class: head.class },
        TokenCard::SORT => Kind::Token { class: head.class },
        StatusCard::SORT => Kind::Status,
        _ => Kind::Resource,
    };
    let name = pool.names.declare(head.sort, &head.name, head.plural.as_deref());
    drafts.push(Draft { file: number, name, bearer: kind.bearer(), skills: head.skills });
    pool.of_mut(head.sort).push(Card { name: head.name, kind, skills: Vec::new(), extras: head.extras });
}

/// The kinds of cards: word, sort of name, keys only they have, fewest and most Skills.
const KINDS: [(&str, u8, &[&str], usize, usize); 4] = [
    ("Vassal", VassalCard::SORT, &["world", "class"], 0, 4),
    ("Token", TokenCard::SORT, &["class"], 0, 4),
    ("Status", StatusCard::SORT, &[], 1, 2),
    ("Resource", ResourceCard::SORT, &[], 0, 2),
];

const COMMON: [&str; 7] = ["kind", "name", "plural", "skills", "art", "info", "flavor"];

/// The tables of card files and of those beside them.
const TABLES: [&str; 4] = ["card", "deck", "pool", "format"];

/// The keys of cards of every kind.
pub(crate) fn keys() -> Vec<&'static str> {
    COMMON.into_iter().chain(KINDS.into_iter().flat_map(|(_, _, own, ..)| own.iter().copied())).collect()
}

/// The names of the Classes.
fn classes() -> impl Iterator<Item = (String, Class)> {
    Class::ALL.iter().map(|class| (cardlang::written(class), *class))
}

/// The cards of a file, as far as they can be read.
fn heads(file: &mut CardFile<'_>) -> Vec<Head> {
    let root = file.root();
    let root = root.get_ref();
    file.only(root, &TABLES);
    let mut heads = Vec::new();
    for (table, span) in file.tables(root, "card") {
        heads.extend(head(file, table, &span));
        file.about(None);
    }
    if heads.is_empty() && !TABLES.iter().any(|key| root.contains_key(*key)) {
        file.push(0..0, "there are no cards here", "a card is a [[card]] table");
    }
    heads
}

fn head(file: &mut CardFile<'_>, table: &Table<'_>, span: &At) -> Option<Head> {
    let (name, at) = file.line_or(table, "name", span)?;
    file.about(Some(&name));
    let sound = sound_name(file, &name, &at, "name");
    let words = KINDS.map(|(word, ..)| word);
    let kind = one_of(file, table, span, "kind", &words);
    let Some((word, sort, own, fewest, most)) = kind.map(|kind| KINDS[kind]) else {
        file.only(table, &[&COMMON[..], KINDS[0].2].concat());
        return None;
    };
    file.only(table, &[&COMMON[..], own].concat());
    let plural = file.text(table, "plural");
    let plural =
        plural.filter(|(plural, at)| sound_name(file, plural, at, "plural")).map(|(plural, _)| plural);
    let world = if own.contains(&"world") { world(file, table, span) } else { None };
    let class = own.contains(&"class").then(|| {
        let words: Vec<String> = classes().map(|(word, _)| word).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        one_of(file, table, span, "class", &words).map(|at| Class::ALL[at])
    });
    let class = class.flatten().unwrap_or(Class::Mob);
    let skills = file.texts(table, "skills");
    let skills: Vec<(String, At)> = skills.into_iter().map(|(text, at)| (text, file.inside(at))).collect();
    if !(fewest..=most).contains(&skills.len()) {
        let at = skills.first().map_or(span.clone(), |(_, at)| at.clone());
        let what = format!("a {word} with {} Skills", skills.len());
        file.fault("E-RANGE", at, what, &format!("give it {fewest} to {most}"));
    }
    let [art, info, flavor] = ["art", "info", "flavor"].map(|key| file.in_a_line(table, key));
    let extras = Extras { art, info, flavor };
    sound.then_some(Head { sort, name, at, plural, world, class, skills, extras })
}

/// A World, or none for Wanderers.
fn world(file: &mut CardFile<'_>, table: &Table<'_>, span: &At) -> Option<String> {
    let (world, at) = file.line_or(table, "world", span)?;
    if world.is_empty() {
        file.fault("E-TYPE", at, "`world` is missing", "name a World, or write Wanderer");
        return None;
    }
    (world != "Wanderer" && sound_name(file, &world, &at, "world")).then_some(world)
}

/// Which of these words a key holds.
fn one_of(file: &mut CardFile<'_>, table: &Table<'_>, span: &At, key: &str, known: &[&str]) -> Option<usize> {
    let (word, at) = file.line_or(table, key, span)?;
    let found = known.iter().position(|known| *known == word);
    if found.is_none() {
        let what =
            if word.is_empty() { format!("`{key}` is missing") } else { format!("`{word}` is no {key}") };
        let near = nearest(&word, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let remedy = near.unwrap_or_else(|| format!("write one of {}", known.join(", ")));
        file.fault("E-TYPE", at, what, &remedy);
    }
    found
}

/// Whether something can be called so; if not, that is noted. Rules: WU-R151.
fn sound_name(file: &mut CardFile<'_>, name: &str, at: &At, key: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || " -'".contains(c);
    let (what, remedy) = if name.is_empty() {
        (format!("`{key}` is missing"), "give it a name")
    } else if name.chars().count() > 40 || !name.chars().all(fits) || !name.starts_with(char::is_alphabetic) {
        (format!("`{name}` is no name"), "use 1 to 40 letters, digits, spaces, hyphens and apostrophes")
    } else if name.split(' ').any(str::is_empty) {
        (format!("`{name}` has blanks too many"), "write one blank between two words")
    } else if is_reserved(name) {
        (format!("`{name}` is a word of the card language"), "call it something else")
    } else {
        return true;
    };
    file.fault("E-TYPE", at.clone(), what, remedy);
    false
}

/// Every word of the grammar, in small letters.
static RESERVED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let grammar = Grammar::of::<Skill>();
    let words =
        grammar.productions().iter().flat_map(|production| production.wording.split('"').skip(1).step_by(2));
    let words = words.flat_map(|words| words.split(' ')).map(str::to_lowercase);
    words.chain(common_words().map(str::to_owned)).collect()
});

/// Whether a word belongs to the grammar, so that nothing can be called so.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word.to_lowercase())
}

/// The shipped cards. They are sound; the tests see to it.
pub fn shipped() -> Pool {
    read(&shipped_sources()).pool
}

/// The one spelling of every Skill of a file that can be read: where it stands, and what to write there.
pub(crate) fn respelled(file: &Source, names: &Names) -> Result<Vec<(At, String, String)>, Faults> {
    let mut reader = CardFile::new(file);
    let root = reader.root();
    let tables = reader.tables(root.get_ref(), "card");
    let faults = std::mem::replace(&mut reader, CardFile::new(file)).finish();
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut found = Vec::new();
    for (table, _) in tables {
        let name = reader.text(table, "name").map(|(name, _)| name).unwrap_or_default();
        for (text, at) in reader.texts(table, "skills") {
            let right = crate::compile::canonical(&text, names).filter(|right| *right != text);
            found.extend(right.map(|right| (at, right, name.clone())));
        }
    }
    Ok(found)
}
