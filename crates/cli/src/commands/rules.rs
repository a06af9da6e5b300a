//! `agon rules`: look a rule up.

use std::io::Write as _;

use rulebook::{Entry, Rulebook, Ruling};
use serde_json::json;
use terminal::words::wrap;

use crate::errors::Failure;
use crate::output::{FAINT, STRONG};

/// Look up rules, with the rulings that touch them
///
/// `agon rules tic-tac-toe` lists a game's rules, `agon rules champions-combat CC-MOVE-2` shows one;
/// the id alone will do, too.
#[derive(clap::Args)]
pub struct Args {
    /// A game, or the id of a rule or ruling
    game: String,
    /// The id of a rule or ruling
    id: Option<String>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

const WIDTH: usize = 96;

pub fn run(args: &Args) -> Result<(), Failure> {
    let book = Rulebook::shipped();
    if let Some(id) = &args.id {
        let catalogue = &game(book, &args.game)?.catalogue;
        let id = id.to_uppercase();
        if !id.starts_with(&format!("{}-", catalogue.prefix)) {
            return Err(Failure::Usage(format!(
                "`{id}` is no rule of {}; its rules begin with {}-",
                catalogue.game, catalogue.prefix
            )));
        }
        return show(book, &id, args.json);
    }
    let id = args.game.to_uppercase();
    if book.find(&id).is_some() {
        return show(book, &id, args.json);
    }
    let game = game(book, &args.game)?;
    let catalogue = &game.catalogue;
    let mut out = anstream::stdout().lock();
    if args.json {
        let rules: Vec<_> = catalogue
            .rules
            .iter()
            .map(|rule| json!({ "id": rule.id, "section": rule.section, "testable": rule.testable, "text": rule.text, "rulings": rule.rulings }))
            .collect();
        let list = json!({ "game": catalogue.game, "title": catalogue.title, "rules": rules });
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(());
    }
    writeln!(out, "{STRONG}{}{STRONG:#}: {} rules", catalogue.title, catalogue.rules.len())?;
    let mut section = "";
    for rule in &catalogue.rules {
        if rule.section != section {
            section = &rule.section;
            writeln!(out, "\n{STRONG}{section}{STRONG:#}")?;
        }
        for (i, line) in wrap(&rule.text, WIDTH - 16).into_iter().enumerate() {
            writeln!(out, "  {:<14} {line}", if i == 0 { rule.id.as_str() } else { "" })?;
        }
    }
    Ok(())
}

fn game<'b>(book: &'b Rulebook, name: &str) -> Result<&'b rulebook::Game, Failure> {
    book.game(name).ok_or_else(|| {
        let names: Vec<&str> = book.games().iter().map(|game| game.catalogue.game.as_str()).collect();
        let near = engine::nearest(name, names.iter().copied()).or_else(|| book.nearest(name));
        let remedy = near.map_or_else(
            || format!("the games are {}", names.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        Failure::Usage(format!("there is no game or rule `{name}`; {remedy}"))
    })
}

fn show(book: &Rulebook, id: &str, as_json: bool) -> Result<(), Failure> {
    let entry = book.find(id).ok_or_else(|| {
        let remedy = book.nearest(id).map_or_else(
            || "`agon rules GAME` lists a game's rules".to_owned(),
            |near| format!("did you mean {near}?"),
        );
        Failure::Usage(format!("there is no rule or ruling `{id}`; {remedy}"))
    })?;
    let mut out = anstream::stdout().lock();
    match entry {
        Entry::Rule(rule) => {
            let rulings: Vec<&Ruling> = book.rulings_touching(&rule.id).collect();
            if as_json {
                let rulings: Vec<_> =
                    rulings.iter().map(|r| json!({ "id": r.id, "title": r.title, "text": r.body })).collect();
                let shown = json!({
                    "id": rule.id, "section": rule.section, "kind": rule.kind, "testable": rule.testable,
                    "text": rule.text, "source": rule.source, "why": rule.why, "rulings": rulings,
                });
                writeln!(out, "{}", serde_json::to_string_pretty(&shown)?)?;
                return Ok(());
            }
            writeln!(out, "{STRONG}{}{STRONG:#} {FAINT}{}, {}{FAINT:#}", rule.id, rule.section, rule.kind)?;
            for line in wrap(&rule.text, WIDTH) {
                writeln!(out, "{line}")?;
            }
            writeln!(out, "{FAINT}source: {}{FAINT:#}", rule.source)?;
            if let Some(why) = &rule.why {
                writeln!(out, "{FAINT}not testable: {why}{FAINT:#}")?;
            }
            for ruling in rulings {
                writeln!(out, "\n{STRONG}{} {}{STRONG:#}\n{}", ruling.id, ruling.title, ruling.body.trim())?;
            }
        }
        Entry::Ruling(ruling) if as_json => {
            let shown =
                json!({ "id": ruling.id, "title": ruling.title, "rules": ruling.rules, "text": ruling.body });
            writeln!(out, "{}", serde_json::to_string_pretty(&shown)?)?;
        }
        Entry::Ruling(ruling) => {
            writeln!(out, "{STRONG}{} {}{STRONG:#}\n{}", ruling.id, ruling.title, ruling.body.trim())?;
        }
    }
    Ok(())
}
