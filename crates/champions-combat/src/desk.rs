//! The desk at which decks, Styles and boards are checked and told in plain words. Rules: CC-R71.

use cardlang::desk::{Desk, Edit, Explained, ExplainedAbility, Heading, Printed, Report};
use cardlang::file::CardFile;
use engine::{Faults, Source, Sources};

use crate::content::{self, BOARD_KEYS, CARD_KEYS, Card, Content, START_KEYS, STYLE_KEYS, Style};
use crate::icons::{Kind, Section};
use crate::{setup, words};

/// The desk of Champion's Combat for those who write decks, Styles and boards.
#[derive(Clone, Copy, Debug)]
pub struct CardDesk;

impl Desk for CardDesk {
    fn game(&self) -> &'static str {
        "champions-combat"
    }

    fn shipped(&self) -> Sources {
        setup::shipped()
    }

    /// Boards are files without tables around them; an `id` alone tells nothing.
    fn tables(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        let mut tables = vec![("card", CARD_KEYS.to_vec()), ("style", STYLE_KEYS.to_vec())];
        for key in BOARD_KEYS.into_iter().filter(|key| *key != "id") {
            tables.push((key, if key == "start" { START_KEYS.to_vec() } else { Vec::new() }));
        }
        tables
    }

    /// What depends on options, such as whether a deck fills a hand, is told by the setup.
    fn check(&self, files: &Sources) -> Vec<Report> {
        let told = files.0.iter().zip(setup::faults_of(files));
        told.map(|(file, faults)| Report::new(headings(file), faults, Faults::none())).collect()
    }

    /// Icons have no other spelling to be written in.
    fn format(&self, files: &Sources, file: usize) -> Result<Vec<Edit>, Faults> {
        let file = &files.0[file];
        let mut read = CardFile::new(file);
        read.root();
        read.finish().or(Vec::new())
    }

    fn explain(&self, files: &Sources, file: usize, id: &str) -> Option<Explained> {
        match content::read(&files.0[file], &[]).0? {
            Content::Deck(cards) => cards.iter().find(|card| card.id == id).map(card),
            Content::Styles(styles) => styles.iter().find(|style| style.id == id).map(style),
            Content::Board(..) => None,
        }
    }
}

/// The Action and Style cards of a file, sound or not. They have no names but their ids.
fn headings(file: &Source) -> Vec<Heading> {
    let mut read = CardFile::new(file);
    let root = read.root();
    let mut headings = Vec::new();
    for key in ["card", "style"] {
        for (table, span) in read.tables(root.get_ref(), key) {
            let line = read.line(span.start);
            let id = read.text(table, "id").map(|(id, _)| id).unwrap_or_default();
            headings.push(Heading { name: id.clone(), id, line });
        }
    }
    headings.sort_by_key(|heading| heading.line);
    headings
}

fn card(card: &Card) -> Explained {
    let sections = [(Kind::Move, &card.walk), (Kind::Attack, &card.attack), (Kind::Reaction, &card.reaction)];
    Explained {
        id: card.id.clone(),
        name: "Action card".to_owned(),
        printed: printed(card),
        abilities: sections.map(|(kind, of)| section(kind, of)).to_vec(),
        ..Explained::default()
    }
}

/// What is printed on an Action card besides its sections. Rules: CC-R8.
pub fn printed(card: &Card) -> Printed {
    let facts = card.sort.map(|sort| ("type", sort.to_string())).into_iter().collect();
    Printed { facts, flavor: None }
}

fn section(kind: Kind, section: &Section) -> ExplainedAbility {
    let rulings = [
        (section.steps == Some(0), "CC-R31"),
        (section.is_long(), "CC-R72"),
        (section.displace, "CC-R34"),
        (section.barrage, "CC-R46"),
        (section.push, "CC-R54"),
        (section.fumble, "CC-R52"),
        (section.shields > 0, "CC-R62"),
        (kind == Kind::Reaction && section.steps.is_some(), "CC-R60"),
        (section.gain > 0, "CC-R25"),
        (section.cost > 0, "CC-R24"),
    ];
    ExplainedAbility {
        text: format!("{kind} {section}"),
        points: vec![("does", words::does(kind, section))],
        rules: rulings.into_iter().filter(|(there, _)| *there).map(|(_, ruling)| ruling).collect(),
        ..ExplainedAbility::default()
    }
}

fn style(style: &Style) -> Explained {
    let ability = |text| ExplainedAbility { text, ..ExplainedAbility::default() };
    Explained {
        id: style.id.clone(),
        name: "Style".to_owned(),
        abilities: words::style(style).into_iter().map(ability).collect(),
        rules: vec!["CC-R41"],
        ..Explained::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Sources {
        Sources::of(vec![Source { name: "mine.toml".to_owned(), text: text.to_owned() }])
    }

    fn told(text: &str) -> Vec<String> {
        let reports = CardDesk.check(&file(text));
        reports[0].findings.iter().map(|finding| finding.fault.to_string()).collect()
    }

    #[test]
    fn files_are_judged_as_by_a_setup() {
        let deck = "[[card]]\nid = \"Y1\"\nmove = \"5\"\nattack = \"dd\"\nreaction = \"d\"\n";
        assert_eq!(
            told(deck),
            [
                "mine.toml:3:9: E02: `5` is no icon; the icons are 0 to 4, z d b p f x + and -, without blanks",
                "mine.toml:5:13: E03: `d` does not belong into the Reaction section; a Reaction takes a number, x, + and -",
            ]
        );
        let style = "[[style]]\nid = \"S1\"\nhexes = [{ at = \"F\", need = 3 }]\n";
        assert!(told(style)[0].contains("E15: there is a Style `S1` already"));
        assert_eq!(told(&style.replace("S1", "T1")), Vec::<String>::new());
        assert!(told("id = \"arena-37\"\nradius = 1\n")[0].contains("E16: there is a board `arena-37`"));
        // What depends on options is left to the setup.
        assert_eq!(told(&deck.replace("\"5\"", "\"2\"").replace("\"d\"", "\"x\"")), Vec::<String>::new());
    }

    /// A shipped file is that file, not another of the same ids.
    #[test]
    fn shipped_files_are_sound() {
        let reports = CardDesk.check(&CardDesk.shipped());
        let cards: Vec<usize> = reports.iter().map(|report| report.cards.len()).collect();
        assert_eq!(cards, [15, 9, 0, 0, 0]);
        assert!(reports.iter().all(|report| report.findings.is_empty()), "{reports:?}");
    }

    #[test]
    fn cards_are_told_in_words() {
        let shipped = CardDesk.shipped();
        let told = CardDesk.explain(&shipped, 0, "K09").expect("K09 is shipped");
        let texts: Vec<&str> = told.abilities.iter().map(|ability| ability.text.as_str()).collect();
        assert_eq!(texts, ["Move 0+", "Attack dddf-", "Reaction x"]);
        assert_eq!(told.abilities[2].points, [("does", "Take 1 hit off.".to_owned())]);
        assert_eq!(told.abilities[1].rules, ["CC-R52", "CC-R24"]);
        let told = CardDesk.explain(&shipped, 1, "S3").expect("S3 is shipped");
        assert_eq!(told.abilities[0].text, "A hit needs 3 or more: 1 ahead.");
        assert_eq!(CardDesk.explain(&shipped, 1, "K09"), None);
        assert_eq!(CardDesk.explain(&shipped, 2, "arena-37"), None);
    }

    #[test]
    fn there_is_nothing_to_spell() {
        assert_eq!(CardDesk.format(&CardDesk.shipped(), 0), Ok(Vec::new()));
        assert!(CardDesk.format(&file("[[card]\n"), 0).is_err());
    }
}
