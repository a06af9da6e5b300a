//! What a game is set up from: options and files, checked together, with all faults at once.
//! Rules: WU-3.0.1, WU-1.1.2, WU-R22, WU-R34, WU-R37.

use std::sync::LazyLock;

use engine::{Checked, Fault, Faults, Settings, Source, Sources, nearest};

use crate::cards::{self, FOLDER, Pool};
use crate::decks::{self, Listed, Use, Wrong};
use crate::formats::{self, option_fault};
use crate::notation::slug;
use crate::rules::{Face, Format, Print, Rules};
use crate::state::{NO_WORLD, SEATS, State, Step, UNKNOWN_CARD};
use crate::{flow, prep, programs};

pub use crate::formats::OPTIONS;

/// The files that every game knows.
pub fn shipped_sources() -> Sources {
    let mut sources = cards::shipped_sources();
    for (name, text) in [
        ("decks.toml", include_str!("../../../cards/worlds-unchained/decks.toml")),
        ("formats.toml", include_str!("../../../cards/worlds-unchained/formats.toml")),
    ] {
        sources.push(format!("{FOLDER}{name}"), text);
    }
    sources
}

static SHIPPED: LazyLock<(Sources, Pool)> = LazyLock::new(|| (shipped_sources(), cards::shipped()));

/// The sources of a setup with every shipped text.
pub fn embedded(_: &Settings, sources: &Sources) -> Sources {
    let mut all = sources.clone();
    for Source { name, text } in &SHIPPED.0.0 {
        if all.get(name).is_none() {
            all.push(name.clone(), text.clone());
        }
    }
    all
}

/// Given files beside the shipped ones; a file called like a shipped one takes its place.
struct Files {
    shipped: Sources,
    given: Sources,
}

impl Files {
    fn new(sources: &Sources, faults: &mut Faults) -> Self {
        let given = sources.beside(&SHIPPED.0, FOLDER).filter_map(|source| faults.take(source));
        let shipped = Sources::of(SHIPPED.0.replaced_by(sources).cloned().collect());
        Self { shipped, given: Sources::of(given.cloned().collect()) }
    }

    /// The cards of all of them.
    fn pool(&self, faults: &mut Faults) -> Pool {
        let changed = self.shipped != SHIPPED.0;
        if self.given.0.is_empty() && !changed {
            return SHIPPED.1.clone();
        }
        let mut errors = if changed { cards::read(&self.shipped).errors } else { Vec::new() };
        let reading = cards::read_beside(&self.given, &self.shipped);
        errors.extend(reading.errors);
        for more in errors {
            faults.append(more);
        }
        reading.pool
    }

    fn formats(&self, faults: &mut Faults) -> Vec<Format> {
        let mut formats = Vec::new();
        self.shipped.0.iter().for_each(|source| formats::add(source, true, &mut formats, faults));
        self.given.0.iter().for_each(|source| formats::add(source, false, &mut formats, faults));
        formats
    }

    /// Decks or pools. Where shipped cards are replaced, what is shipped and needs them is left out.
    fn lists(&self, made: Use, rules: &Rules, formats: &[Format], faults: &mut Faults) -> Vec<Listed> {
        let is_own = |source: &&Source| SHIPPED.0.get(&source.name) == Some(&source.text);
        let (own, replaced): (Vec<&Source>, Vec<&Source>) = self.shipped.0.iter().partition(is_own);
        let mut lists = Vec::new();
        for source in own {
            decks::add(source, made, rules, formats, &mut lists, &mut Faults::none());
        }
        lists.retain(|list| list.cards.is_some());
        for source in replaced.into_iter().chain(&self.given.0) {
            decks::add(source, made, rules, formats, &mut lists, faults);
        }
        lists
    }
}

/// What is wrong with the formats, decks and pools of files, file by file, beside cards that were read. Shipped files
/// may lie elsewhere.
pub fn table_faults(files: &Sources, pool: &Pool) -> Vec<Faults> {
    let is_shipped =
        |file: &Source| SHIPPED.0.0.iter().any(|own| own.name == file.name || own.text == file.text);
    let mut unasked = Faults::none();
    let mut formats = Files::new(&Sources::none(), &mut unasked).formats(&mut unasked);
    let mut told = vec![Faults::none(); files.0.len()];
    for (file, faults) in files.0.iter().zip(&mut told) {
        formats::add(file, is_shipped(file), &mut formats, faults);
    }
    let rules = rules(pool, formats::blank("custom", "Custom"), 2, &mut unasked);
    for (file, faults) in files.0.iter().zip(&mut told) {
        for made in [Use::Deck, Use::Pool] {
            decks::add(file, made, &rules, &formats, &mut Vec::new(), faults);
        }
    }
    told
}

/// Everything about the game, and its first position.
pub fn compile(settings: &Settings, sources: &Sources) -> Result<(Rules, State), Faults> {
    let (checked, mut faults) = settings.check(OPTIONS);
    let files = Files::new(sources, &mut faults);
    let pool = files.pool(&mut faults);
    let formats = files.formats(&mut faults);
    let format = formats::chosen(settings, &checked, &formats, &mut faults);
    let named: Vec<&str> = match checked.text("decks") {
        "ready" => Vec::new(),
        text => text.split(',').collect(),
    };
    let seats = formats::players(&checked, &format, named.len(), &mut faults);
    let mut rules = rules(&pool, format, seats, &mut faults);
    let ready = files.lists(Use::Deck, &rules, &formats, &mut faults);
    let pools = files.lists(Use::Pool, &rules, &formats, &mut faults);
    let decks = if rules.format.draft {
        for key in ["decks"].into_iter().filter(|key| settings.get(key).is_some()) {
            let what = format!("decks of {} are drafted (WU-3.3.1)", rules.format.id);
            faults.push(option_fault(key, what, "leave it out and name a pool"));
        }
        rules.pool = draft_pool(&rules, &pools, &ready, &checked, &mut faults);
        vec![Vec::new(); usize::from(seats)]
    } else {
        if settings.get("pool").is_some() {
            let what = format!("{} has no draft", rules.format.id);
            faults.push(option_fault("pool", what, "leave it out"));
        }
        seat_decks(&rules, &ready, &named, &mut faults)
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    if rules.format.lists_public {
        rules.lists.clone_from(&decks);
    }
    let state = first(&rules, &decks);
    Ok((rules, state))
}

/// Whether two cards of one id are told where the cards are read.
fn are_told(one: &Face, other: &Face) -> bool {
    one.sort == other.sort && slug(&one.name) == slug(&other.name)
}

/// Cards as the rules use them, in a format.
pub fn rules(pool: &Pool, format: Format, seats: u8, faults: &mut Faults) -> Rules {
    let (faces, skills) = programs::faces(pool);
    for (nth, face) in faces.iter().enumerate() {
        let written = face.id.starts_with(|c: char| c.is_ascii_lowercase())
            && face.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !written {
            let what = format!("the name `{}` cannot be written in a position", face.name);
            faults.push(Fault::new(what, "use the letters a to z, digits, blanks and hyphens"));
        }
        if let Some(other) = faces[..nth].iter().find(|other| other.id == face.id && !are_told(other, face)) {
            let what = format!("`{}` and `{}` are both written `{}`", other.name, face.name, face.id);
            faults.push(Fault::new(what, "give one of them another name (WU-R22)"));
        }
    }
    if faces.len() >= usize::from(UNKNOWN_CARD) || skills.len() > usize::from(u16::MAX) {
        faults.push(Fault::new("too many cards", "leave some files out"));
    }
    if pool.worlds.len() >= usize::from(NO_WORLD) {
        faults.push(Fault::new("too many Worlds", "leave some files out"));
    }
    Rules {
        zones: format.zones(),
        least_limits: programs::least_limits(&format, &skills),
        format,
        seats,
        begins: programs::begins(pool),
        prints: faces.iter().map(|face| Print::of(&face.skills, &skills)).chain([Print::default()]).collect(),
        negates: skills.iter().any(|program| programs::negates(&program.skill)),
        faces,
        skills,
        names: pool.names.clone(),
        worlds: pool.worlds.clone(),
        pool: Vec::new(),
        lists: vec![Vec::new(); usize::from(seats)],
    }
}

/// The cards of something that an option names by its id, or one by one as `card+card*3`. If something is wrong with
/// a list of a file, that is told there.
fn listed(rules: &Rules, lists: &[&Listed], text: &str) -> Result<Vec<u16>, Vec<Wrong>> {
    if let Some(list) = lists.iter().find(|list| list.id == text) {
        return list.cards.clone().ok_or_else(Vec::new);
    }
    if text.contains(['+', '*']) || rules.card(text).is_some() {
        return decks::numbers(rules, text.split('+'));
    }
    let ids = || lists.iter().map(|list| list.id.as_str());
    let remedy = match nearest(text, ids()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("name one of {}", ids().collect::<Vec<_>>().join(", ")),
    };
    Err(vec![("there is no such list of cards".to_owned(), remedy)])
}

/// The pool of a draft, sorted. A list of that id comes before the pack of a World. Rules: WU-3.3.1.1, WU-R34.
fn draft_pool(
    rules: &Rules,
    pools: &[Listed],
    decks: &[Listed],
    checked: &Checked<'_>,
    faults: &mut Faults,
) -> Vec<u16> {
    let packs = decks::packs(rules);
    let lists: Vec<&Listed> = pools.iter().chain(decks).chain(&packs).collect();
    let text = match checked.text("pool") {
        "ready" => pools.first().map_or("ready", |pool| pool.id.as_str()),
        text => text,
    };
    // A World may be named as its cards do.
    let pack = packs.iter().find(|pack| pack.id == slug(text));
    let id = pack.map_or(text, |pack| pack.id.as_str());
    let found = if text.contains(',') {
        let remedy = "name one, or mix its cards as `card+card*3`";
        Err(vec![("a draft has one pool (WU-3.3.1.1)".to_owned(), remedy.to_owned())])
    } else {
        listed(rules, &lists, id).and_then(|pool| {
            let wrong = decks::pool_faults(rules, &pool);
            if wrong.is_empty() { Ok(pool) } else { Err(wrong) }
        })
    };
    let mut pool = told(found, "pool", text, faults);
    pool.sort_unstable();
    pool
}

/// What was found; or nothing, with everything that is wrong told.
fn told(found: Result<Vec<u16>, Vec<Wrong>>, key: &str, text: &str, faults: &mut Faults) -> Vec<u16> {
    found.unwrap_or_else(|wrong| {
        for (what, remedy) in wrong {
            faults.push(option_fault(key, format!("`{text}`: {what}"), remedy));
        }
        Vec::new()
    })
}

/// The deck of each seat, sorted. Rules: WU-1.1.2, WU-3.0.1.
fn seat_decks(rules: &Rules, lists: &[Listed], named: &[&str], faults: &mut Faults) -> Vec<Vec<u16>> {
    let seats = usize::from(rules.seats);
    if !named.is_empty() && named.len().min(SEATS) != seats {
        let what = format!("{} decks for {seats} seats", named.len());
        faults.push(option_fault("decks", what, "give a deck for each seat"));
    }
    let ready = ready_decks(rules, lists);
    let wanted = named.is_empty() || named.contains(&"ready");
    if wanted && ready.is_empty() {
        let what = format!("no ready deck is legal in {}", rules.format.id);
        faults.push(option_fault("decks", what, "name a deck for each seat"));
        return vec![Vec::new(); seats];
    }
    let lists: Vec<&Listed> = lists.iter().collect();
    let mut decks = Vec::new();
    for seat in 0..seats {
        let mut deck = match named.get(seat).filter(|text| **text != "ready") {
            Some(text) => {
                let found = listed(rules, &lists, text).and_then(|deck| {
                    let wrong = decks::deck_faults(rules, &rules.format, &deck);
                    if wrong.is_empty() { Ok(deck) } else { Err(wrong) }
                });
                told(found, "decks", text, faults)
            }
            None if ready.is_empty() => Vec::new(),
            None => ready[seat % ready.len()].clone(),
        };
        deck.sort_unstable();
        decks.push(deck);
    }
    decks
}

/// The decks of files that are legal in a format: those made for it, else any.
fn ready_decks(rules: &Rules, lists: &[Listed]) -> Vec<Vec<u16>> {
    let made_for = |list: &&Listed| list.format.as_ref() == Some(&rules.format.id);
    let own: Vec<&Listed> = lists.iter().filter(made_for).collect();
    let lists = if own.is_empty() { lists.iter().collect() } else { own };
    let legal = |deck: &Vec<u16>| decks::deck_faults(rules, &rules.format, deck).is_empty();
    lists.into_iter().filter_map(|list| list.cards.clone()).filter(legal).collect()
}

/// The first position: a draft, or the draw of bout 1. Rules: WU-3.3.1.1, WU-5.2.1, WU-5.2.1.1.
pub fn first(rules: &Rules, decks: &[Vec<u16>]) -> State {
    let mut state = State::empty(rules.seats);
    if rules.format.draft {
        state.step = Step::DraftSelect;
        state.pool.clone_from(&rules.pool);
    }
    for (player, deck) in state.players.iter_mut().zip(decks) {
        prep::shuffle_in(&mut player.deck, deck.iter().copied());
    }
    flow::advance(rules, &mut state, &mut engine::NoLog);
    state
}
