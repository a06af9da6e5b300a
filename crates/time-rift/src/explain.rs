//! Cards in plain words, for those who write them: statistics, grid, and for each ability when it can be used, by
//! whose choice, how often, for what price, and what it does. All of it is told from the program, not from the
//! card's name. Also the desk at which cards are checked, formatted and explained.

pub mod windows;
mod words;

use cardlang::Text;
use cardlang::desk::{Desk, Edit, Explained, ExplainedAbility, Heading, Printed, Report};
use cardlang::file::{CardFile, requoted};
use engine::{Faults, Source, Sources};

use crate::cards::{self, Arena, Card, ELEMENTS, Grid, Kind};
use crate::compile::{LEXICON, Program};
use crate::faces::{Face, Note, Reset, Window, costs, power};
use crate::setup::{FIELD_KEYS, LIST_KEYS, shipped_cards, shipped_sources, table_faults};
use crate::text::{Ability, Clause, Effect, Event, May, Power, Static, Timing};
use crate::warn;
use windows::windows;
use words::{Teller, card_type, counted};

/// Time Rift's desk for those who write cards.
#[derive(Clone, Copy, Debug)]
pub struct CardDesk;

impl Desk for CardDesk {
    fn game(&self) -> &'static str {
        "time-rift"
    }

    fn shipped(&self) -> Sources {
        Sources::of(shipped_sources())
    }

    fn tables(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        vec![
            ("card", cards::keys()),
            ("arena", FIELD_KEYS.to_vec()),
            ("deck", LIST_KEYS.to_vec()),
            ("chest", LIST_KEYS.to_vec()),
        ]
    }

    fn check(&self, files: &Sources) -> Vec<Report> {
        let read: Vec<(Vec<Card>, Faults)> = files.0.iter().map(cards::read).collect();
        let mut all: Vec<Card> = shipped_cards().to_vec();
        all.extend(read.iter().flat_map(|(cards, _)| cards).cloned());
        let ids = read.iter().flat_map(|(cards, _)| cards).map(|card| card.id.as_str());
        let known = warn::Known::of(&all).with_ids(ids);
        // A deck may name a card that cannot be read; that is told of the card.
        let mut named: Vec<String> = all.iter().map(|card| card.id.clone()).collect();
        named.extend(files.0.iter().flat_map(headings).map(|heading| heading.id));
        let tables = table_faults(files, &read, &named);
        let mut reports = Vec::new();
        for ((file, (cards, errors)), (wrong, doubtful)) in files.0.iter().zip(read).zip(tables) {
            let warnings = warn::in_file(file, &cards, &errors, &known);
            let mut report = Report::new(headings(file), errors, warnings);
            // Arenas, decks and War Chests belong to no card.
            report.findings.extend(Report::new(Vec::new(), wrong, doubtful).findings);
            report.findings.sort_by_key(|finding| finding.severity);
            reports.push(report);
        }
        reports
    }

    fn format(&self, files: &Sources, file: usize) -> Result<Vec<Edit>, Faults> {
        let file = &files.0[file];
        let mut read = CardFile::new(file);
        let root = read.root();
        let tables = read.tables(root.get_ref(), "card");
        let faults = std::mem::replace(&mut read, CardFile::new(file)).finish();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut edits = Vec::new();
        for (table, _) in tables {
            let Some(value) = table.get("text") else { continue };
            let Some((text, _)) = read.text(table, "text") else { continue };
            let Some(right) = canonical(&text).filter(|right| *right != text) else { continue };
            let at = value.span();
            let card = read.text(table, "id").map(|(id, _)| id).unwrap_or_default();
            edits.push(Edit { text: requoted(&file.text[at.clone()], &right), at, card });
        }
        edits.sort_by_key(|edit| edit.at.start);
        Ok(edits)
    }

    fn explain(&self, files: &Sources, file: usize, id: &str) -> Option<Explained> {
        cards::read(&files.0[file]).0.iter().find(|card| card.id == id).map(explain)
    }
}

/// The cards of a file, sound or not.
fn headings(file: &Source) -> Vec<Heading> {
    let mut read = CardFile::new(file);
    let root = read.root();
    let mut headings = Vec::new();
    for (table, span) in read.tables(root.get_ref(), "card") {
        let text = |read: &mut CardFile<'_>, key| read.text(table, key).map(|(text, _)| text);
        let line = read.line(span.start);
        let id = text(&mut read, "id").unwrap_or_default();
        headings.push(Heading { id, name: text(&mut read, "name").unwrap_or_default(), line });
    }
    headings.sort_by_key(|heading| heading.line);
    headings
}

/// The one spelling of a text, if it can be read.
pub fn canonical(text: &str) -> Option<String> {
    let parts = Text::new(text, &LEXICON).ok()?;
    let abilities = parts.sentences().into_iter().map(|sentence| parts.read_range::<Ability>(sentence).ok());
    Some(Program(abilities.collect::<Option<Vec<Ability>>>()?).text())
}

/// A card in plain words.
pub fn explain(card: &Card) -> Explained {
    let face = Face::new(card.clone(), true);
    let mut rules = vec!["TR-R138"];
    let (facts, grid) = facts(card, &mut rules);
    Explained {
        id: card.id.clone(),
        name: card.name.clone(),
        printed: Printed { facts, flavor: card.flavor.clone() },
        picture: grid.map(picture).unwrap_or_default(),
        abilities: face
            .abilities
            .iter()
            .zip(&face.notes)
            .map(|(one, note)| ability(card, one, note))
            .collect(),
        rules,
    }
}

/// What a card is, and its grid.
fn facts<'c>(
    card: &'c Card,
    rules: &mut Vec<&'static str>,
) -> (Vec<(&'static str, String)>, Option<&'c Grid>) {
    let mut facts = Vec::new();
    let grid = match &card.kind {
        Kind::Champion { life, agility, damage, defense, grid } => {
            facts.push(("type", "Champion".to_owned()));
            facts.push(("Life", life.to_string()));
            facts.push(("Agility", format!("{agility}, the Actions of a round")));
            facts.push(("Damage", format!("{damage} in base attacks")));
            facts.push(("DEF", format!("{defense:+}")));
            facts.push(("Initiative", format!("{}, Champion Initiative", card.initiative)));
            rules.push("TR-R110");
            Some(grid)
        }
        Kind::Loadout { sort, attack, arena } => {
            facts.push(("type", card_type(sort).to_owned()));
            if let Some(attack) = attack {
                facts.push(("attack", format!("Cost {}, Damage {}", attack.cost, attack.damage)));
                rules.push("TR-R50");
            }
            if let Some(arena) = arena {
                let (told, rule) = arena_facts(*arena);
                facts.push(("in the Arena", told));
                rules.push(rule);
            }
            facts.push(("Initiative", format!("{} in its round", card.initiative)));
            facts.push(("hands", card.hands.to_string()));
            if card.hands > 0 {
                rules.push("TR-R47");
            }
            attack.as_ref().map(|attack| &attack.grid)
        }
    };
    facts.push(("element", ELEMENTS[usize::from(card.element)].to_owned()));
    if let Some(body) = card.body {
        facts.push(("body", body.name().to_owned()));
        rules.push("TR-R48");
    }
    if let Some((name, part, of)) = &card.chain {
        facts.push(("chain", format!("{name}, part {part} of {of}")));
        rules.push("TR-R105");
    }
    let words = &card.keywords;
    let mut keywords = vec![words.region.clone(), words.culture.clone()];
    keywords.extend(words.designations.iter().chain(&words.rift).cloned());
    keywords.retain(|keyword| !keyword.is_empty());
    facts.push(("keywords", keywords.join(", ")));
    facts.extend(card.deck.iter().map(|deck| ("deck", deck.clone())));
    if grid.is_some() {
        rules.extend(["TR-R2", "TR-R3"]);
    }
    rules.sort_by_key(|id| id.rsplit('R').next().and_then(|n| n.parse::<u16>().ok()));
    (facts, grid)
}

fn arena_facts(arena: Arena) -> (String, &'static str) {
    match arena {
        Arena::Minion { life, defense } => {
            (format!("a Minion with {life} Life and DEF {defense:+}"), "TR-R101")
        }
        Arena::Obstacle => ("an Obstacle: nobody enters its space".to_owned(), "TR-R102"),
        Arena::Hazard => ("a Hazard: it lies under whoever enters its space".to_owned(), "TR-R102"),
        Arena::Edge => ("an Edge: it lies on one outer side of a wall space".to_owned(), "TR-R102"),
    }
}

/// The grid with the Champion in it, the furthest line on top. Which blank lines were printed is not known any
/// more: two ahead and one behind if that holds all numbers. Rules: TR-R2.
fn picture(grid: &Grid) -> Vec<String> {
    let rows = grid.0.iter().map(|cell| cell.1);
    let (behind, ahead) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
    let top = if ahead > 2 { ahead } else { 2.min(behind + 3) };
    let rule = "+----+----+----+".to_owned();
    let mut lines = vec![rule.clone()];
    for row in (top - 3..=top).rev() {
        let cells: Vec<String> = (-1..=1)
            .map(|column| {
                let value = grid.0.iter().find(|cell| (cell.0, cell.1) == (column, row));
                match value {
                    _ if (column, row) == (0, 0) => " ^  ".to_owned(),
                    Some((_, _, value)) => format!(" {value:+} "),
                    None => "    ".to_owned(),
                }
            })
            .collect();
        lines.push(format!("|{}|", cells.join("|")));
        lines.push(rule.clone());
    }
    lines
}

fn ability(card: &Card, ability: &Ability, note: &Note) -> ExplainedAbility {
    let mut teller = Teller::new(card);
    teller.rule("TR-R62");
    let (used, points) = match ability {
        Ability::Construction { construction } => {
            let kind = "Deck building: it is read when a deck is checked, wherever the card lies, and never in play.";
            let does = sentence(&teller.construction(construction));
            (Vec::new(), vec![("kind", kind.to_owned()), ("does", does)])
        }
        Ability::Static { standing } => (Vec::new(), standing_points(&mut teller, card, standing)),
        Ability::Effect { effect } => (windows(effect, note), effect_points(&mut teller, card, effect, note)),
    };
    ExplainedAbility {
        text: Program(vec![ability.clone()]).text(),
        windows: used.into_iter().map(Window::name).collect(),
        points,
        rules: teller.rules(),
    }
}

fn standing_points(teller: &mut Teller<'_>, card: &Card, standing: &Static) -> Vec<(&'static str, String)> {
    teller.rule("TR-R80");
    let mut kind = if is_champion(card) {
        "Standing: it holds by itself while this Champion is in play".to_owned()
    } else {
        teller.rule("TR-R44");
        "Standing: it holds by itself while this card lies face up, charged or depleted".to_owned()
    };
    if let Some(condition) = &standing.condition {
        let told = teller.condition(&condition.condition.0);
        kind += &format!(", and while {told}; that is looked at anew after every change");
    }
    let does: Vec<String> = standing.clauses.0.iter().map(|clause| teller.standing(clause)).collect();
    vec![("kind", kind + "."), ("does", sentence(&format!("{}.", does.join("; and "))))]
}

fn effect_points(
    teller: &mut Teller<'_>,
    card: &Card,
    effect: &Effect,
    note: &Note,
) -> Vec<(&'static str, String)> {
    let kind = match effect.timing {
        Some(_) => "Triggered: it has its time, and is used at most once each time that comes.",
        None => "Activated: it has no time of its own, and you use it by choice.",
    };
    let mut points = vec![("kind", kind.to_owned()), ("when", when(teller, effect, note))];
    teller.rule("TR-R66");
    if let Some(guard) = &effect.guard {
        let told = teller.condition(&guard.condition.0);
        let late = if note.optional || effect.timing.is_none() {
            "otherwise it cannot be used"
        } else {
            "if it is otherwise as your first go ends, it does not happen"
        };
        points.push(("only if", sentence(&format!("{told}; {late}."))));
    }
    points.push(("choice", choice(effect, note)));
    points.push(("often", often(teller, card, effect, note)));
    points.push(("cost", cost(teller, card, effect, note)));
    points.push(("does", does(teller, &effect.body.0)));
    points
}

/// Where an effect is used. Rules: TR-R63, TR-R64.
fn when(teller: &mut Teller<'_>, effect: &Effect, note: &Note) -> String {
    let windows = windows(effect, note);
    let names: Vec<&str> = windows.iter().map(|window| window.name()).collect();
    if let Some(timed) = &effect.timing {
        let told = teller.timing(&timed.timing);
        teller.rule("TR-R64");
        return format!("{}: {told}.{}", names.join(", "), order(&windows));
    }
    teller.rule("TR-R63");
    if windows.is_empty() {
        return "Never: there is no time at which it can do anything.".to_owned();
    }
    if note.pays_actions {
        return "W-IDLE: in your own turn between actions, because it costs Actions.".to_owned();
    }
    match power(effect) {
        Some(Power::Dodge { .. } | Power::React { .. }) => {
            "W-DECLARED: when your Champion is the target of an attack that was announced and paid for, before any \
             dice."
                .to_owned()
        }
        Some(Power::DisarmAttack { .. }) => {
            "W-DECLARED: when an enemy's weapon attack was announced and paid for, before any dice.".to_owned()
        }
        Some(Power::Reroll { .. }) => format!("{}: when those dice lie.", names.join(", ")),
        Some(Power::Save { .. }) => "W-TURN-END: at the end of your own turn.".to_owned(),
        Some(_) => "W-IDLE: in your own turn between actions, as is natural for this power.".to_owned(),
        None => free(&windows),
    }
}

/// Windows of an effect that may be used at many times.
fn free(windows: &[Window]) -> String {
    let names = |attack: bool| {
        let fits =
            windows.iter().filter(|window| window.is_of_attack() == attack && **window != Window::Idle);
        fits.map(|window| window.name()).collect::<Vec<_>>().join(", ")
    };
    let mut told = Vec::new();
    if windows.contains(&Window::Idle) {
        told.push("W-IDLE of your own turn".to_owned());
    }
    if !names(false).is_empty() {
        told.push(format!("{} of any turn", names(false)));
    }
    if !names(true).is_empty() {
        told.push(format!("{} of an attack in which a card of yours attacks or defends", names(true)));
    }
    format!("{}.", told.join("; "))
}

/// Who goes first where it is not Round Order. Rules: TR-R52, TR-R64.
fn order(windows: &[Window]) -> &'static str {
    match windows {
        [Window::Declared] => " The defending player goes first, the attacking player last.",
        [Window::DefenseDice] => " The defending player goes first, then the attacking player.",
        [Window::AttackDice] => " The attacking player goes first, then the defending player.",
        [Window::Defeat] => "",
        _ => " Players go in Round Order.",
    }
}

/// Whether an effect is a choice, and why. Rules: TR-R66.
fn choice(effect: &Effect, note: &Note) -> String {
    if effect.timing.is_some() && !note.optional {
        return "Mandatory: it does not say `you may` and has neither a cost nor a power word, so it happens by \
                itself in your first go."
            .to_owned();
    }
    let mut why = Vec::new();
    if matches!(effect.body.0[0].may, May::May {}) {
        why.push("it says `you may`");
    }
    if effect.cost.is_some() {
        why.push("it has a cost");
    }
    if note.power {
        why.push("it has a power word");
    }
    match effect.timing.as_ref().map(|timed| &timed.timing) {
        Some(Timing::Reveal {}) => why.push("it is a Reveal effect"),
        Some(Timing::When { event: Event::ChainComplete {} }) => why.push("it waits for a chain"),
        Some(_) => {}
        None => why.push("it has no time of its own"),
    }
    let last = why.pop().unwrap_or_default();
    let why = if why.is_empty() { last.to_owned() } else { format!("{} and {last}", why.join(", ")) };
    format!("Optional, because {why}; you announce it.")
}

/// How often an effect is used. Rules: TR-R69, TR-R70.
fn often(teller: &mut Teller<'_>, card: &Card, effect: &Effect, note: &Note) -> String {
    let timing = effect.timing.as_ref().map(|timed| &timed.timing);
    if let Some(Timing::Reveal {} | Timing::When { event: Event::ChainComplete {} }) = timing {
        return "Once per game: that time comes once.".to_owned();
    }
    if note.power {
        teller.rule(if is_champion(card) { "TR-R70" } else { "TR-R69" });
    }
    match (note.limit, note.reset) {
        (0, _) if timing.is_some() => "Every time it comes.".to_owned(),
        (0, _) => "As often as you can pay for it.".to_owned(),
        (_, Reset::Game) => "Once per game.".to_owned(),
        (_, Reset::Turn) => {
            "Once per turn, whosever turn it is; this ability is counted by itself.".to_owned()
        }
        (_, Reset::Round) if note.power => "Once per round, as every printed power ability.".to_owned(),
        (1, Reset::Round) => "Once per round; this ability is counted by itself.".to_owned(),
        (many, Reset::Round) => format!("At most {many} times per round; this ability is counted by itself."),
    }
}

pub(crate) fn is_champion(card: &Card) -> bool {
    matches!(card.kind, Kind::Champion { .. })
}

/// What an effect costs, whether its text names it or the rules add it.
fn cost(teller: &mut Teller<'_>, card: &Card, effect: &Effect, note: &Note) -> String {
    let mut items: Vec<String> = costs(effect).map(|item| teller.cost(item)).collect();
    if note.depletes && !is_champion(card) {
        teller.rule("TR-R43");
        let why = if note.power { "its power word" } else { "its being a Reveal effect" };
        let hands = if card.hands > 0 {
            teller.rule("TR-R47");
            format!(" and commits {}", counted(card.hands, "hand"))
        } else {
            String::new()
        };
        if note.rider {
            teller.rule("TR-R45");
            items.push(format!(
                "nothing more where its attack has depleted this card, else {why} depletes it{hands}"
            ));
        } else {
            items.push(format!("depleting this card, because of {why}: it must be charged{hands}"));
        }
        if matches!(&card.kind, Kind::Loadout { attack: Some(_), .. }) && !note.rider {
            teller.rule("TR-R72");
            items.push("so in one round the card pays for this or for an attack".to_owned());
        }
    }
    if items.is_empty() {
        return "Nothing.".to_owned();
    }
    sentence(&format!("{}.", items.join("; ")))
}

/// What an effect does, clause by clause.
fn does(teller: &mut Teller<'_>, clauses: &[Clause]) -> String {
    let told: Vec<String> = clauses.iter().enumerate().map(|(i, clause)| teller.clause(clause, i)).collect();
    if told.len() > 1 {
        teller.rule("TR-R81");
    }
    let mut told = told.into_iter();
    let first = told.next().map(|first| sentence(&first)).unwrap_or_default();
    told.fold(first, |all, next| format!("{all} Then, whether or not that did anything, {next}"))
}

/// With a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
