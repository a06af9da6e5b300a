//! Cards in plain words, for those who write them: of each Skill what kind it is, when it can be used or is set off,
//! for what price, how often, and which rules say so. Also the desk at which cards are checked, formatted and
//! explained.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cardlang::desk::{Desk, Edit, Explained, ExplainedAbility, Heading, Printed, Report};
use cardlang::file::{CardFile, requoted};
use cardlang::{Grammar, Names, Phrase as _, written, written_with};
use engine::{Faults, Source, Sources};

use crate::cards::{self, Card, Extras, Kind, Pool, read_beside, respelled, shipped_sources};
use crate::notation::slug;
use crate::setup::table_faults;
use crate::text::{ChainKind, ChainKinds, Class, Clause, Effect, Limit, Skill, Solid, Trigger};
use crate::{decks, formats};

/// Worlds Unchained's desk for those who write cards.
#[derive(Clone, Copy, Debug)]
pub struct CardDesk;

impl Desk for CardDesk {
    fn game(&self) -> &'static str {
        "worlds-unchained"
    }

    fn shipped(&self) -> Sources {
        shipped_sources()
    }

    fn tables(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        vec![
            ("card", cards::keys()),
            ("deck", decks::KEYS.to_vec()),
            ("pool", decks::KEYS.to_vec()),
            ("format", formats::keys()),
        ]
    }

    fn check(&self, files: &Sources) -> Vec<Report> {
        let reading = read_beside(files, &self.shipped());
        let tables = table_faults(files, &reading.pool);
        let told = reading.errors.into_iter().zip(reading.warnings).zip(tables);
        let report = |(file, ((errors, warnings), tables))| {
            let mut report = Report::new(headings(file, &reading.pool), errors, warnings);
            // Decks, pools and formats belong to no card.
            report.findings.extend(Report::new(Vec::new(), tables, Faults::none()).findings);
            report.findings.sort_by_key(|finding| finding.severity);
            report
        };
        files.0.iter().zip(told).map(report).collect()
    }

    fn format(&self, files: &Sources, file: usize) -> Result<Vec<Edit>, Faults> {
        let names = read_beside(files, &self.shipped()).pool.names;
        let file = &files.0[file];
        let edits = respelled(file, &names)?.into_iter().map(|(at, text, card)| {
            let text = requoted(&file.text[at.clone()], &text);
            Edit { at, text, card }
        });
        let mut edits: Vec<Edit> = edits.collect();
        edits.sort_by_key(|edit| edit.at.start);
        Ok(edits)
    }

    fn explain(&self, files: &Sources, _: usize, id: &str) -> Option<Explained> {
        let pool = read_beside(files, &self.shipped()).pool;
        let nth = pool.ids().iter().position(|known| known == id)?;
        Some(explain(pool.cards().nth(nth)?, id, &pool))
    }
}

/// The cards of a file, sound or not, with the ids that they have in the notation.
fn headings(file: &Source, pool: &Pool) -> Vec<Heading> {
    let ids = pool.ids();
    let mut read = CardFile::new(file);
    let root = read.root();
    let mut headings = Vec::new();
    for (table, span) in read.tables(root.get_ref(), "card") {
        let line = read.line(span.start);
        let mut text = |key| read.text(table, key).map(|(text, _)| text).unwrap_or_default();
        let (kind, name) = (text("kind"), text("name"));
        let mut known = pool.cards().zip(&ids);
        let known = known.find(|(card, _)| card.name == name && card.kind.word() == kind);
        let id = known.map_or_else(|| slug(&name), |(_, id)| id.clone());
        headings.push(Heading { id, name, line });
    }
    headings.sort_by_key(|heading| heading.line);
    headings
}

/// A card in plain words, part by part. Rules: WU-1.3.2, WU-R150.
pub fn explain(card: &Card, id: &str, pool: &Pool) -> Explained {
    let rules = match card.kind {
        Kind::Vassal { .. } => vec![],
        Kind::Token { .. } => vec!["WU-R13"],
        Kind::Status => vec!["WU-R27", "WU-R113"],
        Kind::Resource => vec!["WU-R25", "WU-R26"],
    };
    Explained {
        id: id.to_owned(),
        name: card.name.clone(),
        printed: printed(card, &pool.worlds),
        picture: Vec::new(),
        abilities: card.skills.iter().map(|skill| ability(skill, card.kind, &pool.names)).collect(),
        rules,
    }
}

/// What is printed on a card besides its Skills. Rules: WU-1.3.2, WU-2.0.1, WU-2.1.2, WU-R150.
pub fn printed(card: &Card, worlds: &[String]) -> Printed {
    let Extras { art, info, flavor } = card.extras.clone();
    let mut facts: Vec<(&'static str, String)> = art.map(|art| ("art", art)).into_iter().collect();
    facts.extend(match card.kind {
        Kind::Vassal { world, .. } => {
            vec![("World", world_name(world.map(|world| world.0), worlds)), ("kind", "Vassal".to_owned())]
        }
        Kind::Token { .. } => {
            vec![("World", "that of what summons it".to_owned()), ("kind", "token Vassal".to_owned())]
        }
        Kind::Status => vec![("kind", "Status".to_owned())],
        Kind::Resource => vec![("kind", "Resource".to_owned())],
    });
    if let Kind::Vassal { class, .. } | Kind::Token { class } = card.kind {
        facts.extend(of_class(class));
    }
    facts.extend(info.map(|info| ("info", info)));
    Printed { facts, flavor }
}

/// Where a Vassal is from.
pub fn world_name(world: Option<u16>, worlds: &[String]) -> String {
    world.map_or("none, a Wanderer".to_owned(), |world| worlds[usize::from(world)].clone())
}

/// What is told of a Class. Rules: WU-2.2.2, WU-2.2.2.1, WU-2.2.2.2.
fn of_class(class: Class) -> [(&'static str, String); 2] {
    [("Class", written(&class)), ("role", class.role().to_string())]
}

fn ability(skill: &Skill, kind: Kind, names: &Names) -> ExplainedAbility {
    let mut told = ExplainedAbility { text: skill.text(names), ..ExplainedAbility::default() };
    match skill {
        Skill::Chain { words, cost, limit, effect } => {
            told.points.push(("kind", "a Chain: you activate it while you hold priority.".to_owned()));
            told.points.push(("when", restrictions(words.0)));
            let of_vassal = kind != Kind::Resource;
            told.points.push(("price", price(words.0, cost.0, of_vassal)));
            told.rules.extend(["WU-R76", if of_vassal { "WU-R78" } else { "WU-R26" }, "WU-R82"]);
            add_limit(&mut told, limit.as_ref());
            add_effect(&mut told, effect);
        }
        Skill::Trigger { triggers, limit, effect } => {
            let when: Vec<String> = triggers.0.iter().map(|trigger| occasion(trigger, names)).collect();
            told.points.push(("kind", "a single trigger Ability: it happens by itself.".to_owned()));
            told.points.push(("when", format!("{}.", when.join(", or "))));
            told.rules.extend(["WU-R88", "WU-R89"]);
            add_limit(&mut told, limit.as_ref());
            add_effect(&mut told, effect);
        }
        Skill::Solid { when, .. } => {
            let when = match when {
                Solid::Injured {} => "as long as this Vassal has any injury.".to_owned(),
                Solid::Uninjured {} => "as long as this Vassal has no injury.".to_owned(),
                Solid::Exhausted {} => "as long as this Vassal has any exhaustion.".to_owned(),
                Solid::Unexhausted {} => "as long as this Vassal has no exhaustion.".to_owned(),
                Solid::While { condition } => format!("as long as {}.", written_with(condition, names)),
            };
            told.points
                .push(("kind", "a solid state Ability: it is on or off, and leaves no trace.".to_owned()));
            told.points.push(("when", when));
            told.rules.extend(["WU-R92", "WU-R93"]);
        }
        Skill::Passive { .. } => {
            told.points.push(("kind", "a Passive: it is always on while its bearer is in play.".to_owned()));
            told.rules.push("WU-R94");
        }
    }
    add_wordings(&mut told, skill);
    told
}

/// What a wording means, and the rulings it cites.
type Meaning = (String, Vec<String>);

/// What the grammar says of every wording.
static WORDINGS: LazyLock<BTreeMap<(&str, &str), Meaning>> = LazyLock::new(|| {
    let grammar = Grammar::of::<Skill>();
    let told = grammar.productions().iter().map(|production| {
        let (about, rules) = production.about.split_once(" Rules: ").unwrap_or((&production.about, ""));
        let rules = rules.trim_end_matches('.').split(", ").filter(|rule| rule.starts_with("WU-R"));
        ((production.phrase, production.name), (about.to_owned(), rules.map(str::to_owned).collect()))
    });
    told.collect()
});

/// What the wordings of a Skill do, and the rulings behind all its wordings.
fn add_wordings(told: &mut ExplainedAbility, skill: &Skill) {
    skill.visit(&mut |phrase, wording| {
        let Some((about, rules)) = WORDINGS.get(&(phrase, wording)) else { return };
        let is_deed = ["Order", "StackVerb", "Change", "Deed", "BoostChange", "ResourceDeed", "Holding"]
            .contains(&phrase);
        if is_deed || [("Static", "Cost"), ("Static", "Instead")].contains(&(phrase, wording)) {
            let point = ("does", about.clone());
            if !told.points.contains(&point) {
                told.points.push(point);
            }
        }
        for rule in rules.iter().map(String::as_str) {
            if !told.rules.contains(&rule) {
                told.rules.push(rule);
            }
        }
    });
}

fn restrictions(kinds: ChainKinds) -> String {
    let answer = kinds.has(ChainKind::Riposte) || kinds.has(ChainKind::Combo);
    let mut told = vec![if answer { "in a reaction step" } else { "in the chain step" }];
    told.extend(kinds.iter().map(|kind| match kind {
        ChainKind::Prime => "as the first Chain of the round",
        ChainKind::Riposte => "in answer to the initial player",
        ChainKind::Combo => "by the initial player",
        ChainKind::Reinforce => "while the bearer stands in a reinforcer zone",
        ChainKind::Challenge => "while the bearer is your Challenger",
    }));
    format!("{}.", told.join(", "))
}

fn price(kinds: ChainKinds, cost: u8, of_vassal: bool) -> String {
    let boosts = if cost == 1 { "1 Boost".to_owned() } else { format!("{cost} Boosts") };
    let may_reinforce = of_vassal && !kinds.has(ChainKind::Challenge);
    let more = if may_reinforce { "; from a reinforcer zone also tax and exhaustion" } else { "" };
    format!("{boosts}{more}.")
}

fn occasion(trigger: &Trigger, names: &Names) -> String {
    match trigger {
        Trigger::Eliminated {} => "this Vassal is eliminated".to_owned(),
        Trigger::Elimination {} => "this Vassal eliminates another".to_owned(),
        Trigger::Win {} => "this Vassal wins combat".to_owned(),
        Trigger::Lose {} => "this Vassal loses combat".to_owned(),
        Trigger::Tie {} => "this Vassal ties combat".to_owned(),
        Trigger::Survive {} => "this Vassal was Challenger when results are labelled".to_owned(),
        Trigger::Overkill { margin } => format!("this Vassal wins combat by {} or more", margin.0),
        Trigger::Revenge { count } => in_a_row("lost", count.0),
        Trigger::Streak { count } => in_a_row("won", count.0),
        Trigger::StartOfBout {} => "once, before the first round".to_owned(),
        Trigger::When { event, condition } => {
            let event = written_with(event, names);
            condition
                .as_ref()
                .map_or(event.clone(), |condition| format!("{event} {}", written_with(condition, names)))
        }
    }
}

fn in_a_row(result: &str, count: u8) -> String {
    if count == 1 {
        format!("you {result} the combat")
    } else {
        format!("you {result} the last {count} combats")
    }
}

fn add_limit(told: &mut ExplainedAbility, limit: Option<&Limit>) {
    if let Some(limit) = limit {
        let times = if limit.count.0 == 1 { "once".to_owned() } else { format!("{} times", limit.count.0) };
        told.points.push(("how often", format!("{times} in a bout at most.")));
        told.rules.push("WU-R97");
    }
}

/// What is special about the sentences of an effect.
fn add_effect(told: &mut ExplainedAbility, effect: &Effect) {
    let mut add = |name, text: &str, rule: Option<&'static str>| {
        told.points.push((name, text.to_owned()));
        told.rules.extend(rule.filter(|rule| !told.rules.contains(rule)));
    };
    for clause in &effect.0 {
        match clause {
            Clause::May { .. } => {
                add(
                    "choice",
                    "whoever may decides when it is reached; all of it must be possible.",
                    Some("WU-R123"),
                );
            }
            Clause::Choose { .. } => add("choice", "the user picks one, even one that does nothing.", None),
            Clause::Instead { .. } => {
                add("instead", "of the sentence before and this one, only one is carried out.", None);
            }
            Clause::ForEach { .. } => {
                add("for each", "those concerned are fixed first; the user chooses the order.", None);
            }
            Clause::Bid { .. } => {
                add(
                    "bid",
                    "all choose in secret, reveal together, and spend what they bid.",
                    Some("WU-R124"),
                );
            }
            Clause::Until { .. } => {
                add("lasting", "the statement holds until then, whatever else happens.", None);
            }
            Clause::Steps { .. } | Clause::If { .. } | Clause::IfDo { .. } | Clause::Otherwise { .. } => {}
        }
    }
}
