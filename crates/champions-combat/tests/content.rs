//! The shipped cards and boards, and files by users with every kind of fault.

use std::path::Path;

use champions_combat::board::Board;
use champions_combat::content::{self, Content};
use champions_combat::hex::{Axial, Direction};
use engine::Source;
use testkit::rules;

fn shipped(name: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/champions-combat").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Source { name: name.to_owned(), text }
}

fn given(text: &str) -> Source {
    Source { name: "mine.toml".to_owned(), text: text.to_owned() }
}

fn sound(name: &str) -> Content {
    let (content, faults) = content::read(&shipped(name), &[]);
    assert!(faults.is_empty(), "{faults}");
    content.expect("the shipped files are something")
}

fn board(name: &str) -> Board {
    match sound(&format!("boards/{name}.toml")) {
        Content::Board(id, Some(board)) if id == name => board,
        _ => panic!("{name} is no board"),
    }
}

/// What is wrong with a file.
fn report(text: &str) -> String {
    content::read(&given(text), &[]).1.to_string()
}

#[rules("CC-DATA-1", "CC-COMP-1")]
#[test]
fn the_deck_has_fifteen_cards_of_thirteen_faces() {
    let Content::Deck(deck) = sound("deck.toml") else { panic!("no deck") };
    assert_eq!(deck.len(), 15);
    let faces: std::collections::BTreeSet<_> =
        deck.iter().map(|card| (card.walk, card.attack, card.reaction)).collect();
    assert_eq!(faces.len(), 13);
    assert!(deck.iter().all(|card| !card.walk.is_long() && !card.reaction.is_long()));
    let strings =
        |card: &content::Card| [card.walk, card.attack, card.reaction].map(|section| section.to_string());
    assert_eq!(strings(&deck[1]), ["1z", "dd", "1+"]);
    assert_eq!(strings(&deck[8]), ["0+", "dddf-", "x"]);
}

/// Scenario SC-04: the covered hexes, and what a hit needs on each.
#[rules("CC-ATTACK-6", "CC-DATA-3", "CC-DATA-5")]
#[test]
fn style_hexes_turn_and_fall_off_the_board() {
    let Content::Styles(styles) = sound("styles.toml") else { panic!("no Styles") };
    assert_eq!(styles.len(), 9);
    let arena = board("arena-37");
    let covered = |id: &str, hex: &str, face: &str| {
        let style = styles.iter().find(|style| style.id == id).unwrap();
        let (from, face) = (arena.place(arena.read(hex).unwrap()), Direction::read(face).unwrap());
        let mut list: Vec<String> = style
            .hexes
            .iter()
            .filter_map(|&(offset, need)| {
                let turned = offset.turned(face.index());
                let hex = arena.at(Axial { q: from.q + turned.q, r: from.r + turned.r })?;
                Some(format!("{} {need}+", arena.name(hex)))
            })
            .collect();
        list.sort();
        list.join(", ")
    };
    assert_eq!(covered("S6", "D4", "SE"), "E3 4+, E4 3+, F3 4+, F4 4+");
    assert_eq!(covered("S9", "D4", "S"), "C4 4+, C5 4+, D5 3+, E4 4+");
    assert_eq!(covered("S1", "C3", "SW"), "B2 4+, B3 3+, C2 4+, C4 4+");
    assert_eq!(covered("S2", "E3", "NW"), "D3 3+, D4 4+, E2 4+, E4 4+");
    assert_eq!(covered("S7", "B3", "SE"), "B4 4+, C4 3+, C5 4+, D5 4+");
    assert_eq!(covered("S3", "F2", "NE"), "G1 3+");
}

/// Each shipped board is as symmetric as it says, so that its starts are fair.
#[test]
fn the_shipped_boards_are_symmetric() {
    let turns_onto_itself = |board: &Board, sixths: usize| {
        board.hexes().all(|hex| {
            board
                .at(board.place(hex).turned(sixths))
                .is_some_and(|other| board.is_wall(other) == board.is_wall(hex))
        })
    };
    let arena = board("arena-37");
    assert!((1..6).all(|sixths| turns_onto_itself(&arena, sixths)));
    let pillars = board("three-pillars");
    assert_eq!(pillars.hexes().filter(|&hex| pillars.is_wall(hex)).count(), 3);
    assert!(turns_onto_itself(&pillars, 2) && !turns_onto_itself(&pillars, 3));
    let mirrored = |hex| {
        let place = pillars.place(hex);
        pillars.at(Axial { q: -place.q, r: place.q + place.r }).unwrap()
    };
    assert!(pillars.hexes().all(|hex| pillars.is_wall(hex) == pillars.is_wall(mirrored(hex))));
    let [first, second] = [0, 1].map(|seat| pillars.start(2).unwrap()[seat].hex);
    assert_eq!(mirrored(first), second);
    let gate = board("gate-59");
    assert_eq!(gate.hexes().count(), 59);
    assert!(turns_onto_itself(&gate, 3) && gate.start(3).is_none());
    for (board, players, sixths) in [(&arena, 2, 3), (&arena, 3, 2), (&pillars, 3, 2), (&gate, 2, 3)] {
        let starts = board.start(players).unwrap();
        let turned = starts[0].face.turned(sixths);
        assert_eq!(
            board.at(board.place(starts[0].hex).turned(sixths)),
            Some(starts[1].hex),
            "{players} players"
        );
        assert_eq!(turned, starts[1].face);
    }
    assert_eq!(arena.start(4).unwrap().len(), 4);
}

/// Scenario SC-40, as far as files go: one fault for each string, at its place.
#[test]
fn every_fault_of_a_file_is_reported_at_its_place() {
    let deck = "[[card]]\nid = \"Y1\"\nmove = \"5x\"\nattack = \"dd\"\nreaction = \"x\"\n\
         [[card]]\nid = \"Y2\"\nmove = \"2\"\nattack = \"p1\"\nreaction = \"d\"\n\
         [[card]]\nid = \"Y3\"\nmove = \"1\"\nattack = \"dd\"\nreaction = \"x\"\ntype = \"magic\"\n\
         [[card]]\nid = \"Y3\"\nmove = \"12z\"\nattack = \"dd\"\nraection = \"++\"\n";
    let report = report(deck);
    let expected = [
        "mine.toml:3:9: E02: `5` is no icon",
        "mine.toml:9:12: E03: `1` does not belong into the Attack section",
        "mine.toml:10:13: E03: `d` does not belong into the Reaction section",
        "mine.toml:16:9: E12: `magic` is no type of card",
        "mine.toml:21:1: `raection` means nothing here; did you mean `reaction`?",
        "mine.toml:18:7: E13: there are two cards `Y3`",
        "mine.toml:19:10: E04: there are two numbers",
        "E01: the Reaction section is empty",
    ];
    for words in expected {
        assert!(report.contains(words), "`{words}` is missing:\n{report}");
    }
    let lines: Vec<usize> = report
        .lines()
        .map(|line| line.split(':').nth(1).and_then(|line| line.parse().ok()).unwrap())
        .collect();
    assert_eq!(lines, [3, 9, 10, 16, 17, 18, 19, 21], "in the order of the file:\n{report}");
    // What is of the wrong kind is not missing, too.
    let odd = "[[card]]\nid = \"Y1\"\nmove = 2\nattack = \"dd\"\nreaction = \"x\"\n";
    assert_eq!(
        report_lines(odd),
        ["mine.toml:3:8: `move` is not a text; see the shipped files for examples"]
    );
    // Many faults are told, not all of very many.
    assert_eq!(report_lines(&"[[card]]\n".repeat(500)).len(), 101);
    let terminal = "[[card]]\nid = \"\\u001b[2J\"\n";
    assert!(!report_lines(terminal).concat().contains('\u{1b}'));
}

fn report_lines(text: &str) -> Vec<String> {
    report(text).lines().map(str::to_owned).collect()
}

/// A file of none of the three kinds says so.
#[test]
fn other_files_are_refused() {
    for text in ["", "[[cards]]\nid = \"Y1\"\n", "name = \"x\"", "[card]\n"] {
        let report = report(text);
        assert!(
            report.contains("neither a deck nor Styles nor a board")
                || report.contains("not a list of tables"),
            "`{text}`: {report}"
        );
    }
    assert!(report("[[cards]]\n").contains("did you mean `card`?"));
    let inline = "card = [{ id = \"Y1\", move = \"0\", attack = \"d\", reaction = \"x\" }]\n";
    assert_eq!(report(inline), "", "another way to write a table");
}

#[test]
fn wrong_styles_are_refused() {
    let style = |hexes: &str| report(&format!("[[style]]\nid = \"T1\"\nhexes = [{hexes}]\n"));
    for (hexes, words) in [
        ("{ at = \"FFL\", need = 4 }", "E14: `FFL` is no way to a hex"),
        ("{ at = \"F+B\", need = 4 }", "E14: `F+B` leads to the figure itself"),
        ("{ at = \"FFFFFFF\", need = 4 }", "too far"),
        ("{ at = \"F\", need = 3 }, { at = \"FR+FL\", need = 4 }", "covered already"),
        ("{ at = \"F\", need = 2 }", "not 3 or 4"),
        ("{ at = \"F\" }", "not 3 or 4"),
        ("", "a Style with 0 hexes"),
        ("{ at = 7, need = 3 }", "`at` is not a text"),
    ] {
        let report = style(hexes);
        assert!(report.contains(words), "`{words}` is missing:\n{report}");
    }
    assert_eq!(style("{ at = \"F+FL+FR\", need = 3 }"), "");
    let twice = "[[style]]\nid = \"T1\"\nhexes = [{ at = \"F\", need = 3 }]\n".repeat(2);
    assert!(report(&twice).contains("mine.toml:5:7: E15: there is a Style `T1` already"));
}

#[test]
fn wrong_boards_are_refused() {
    let start =
        "[[start]]\nplayers = 2\nseats = [{ hex = \"A1\", face = \"S\" }, { hex = \"B3\", face = \"N\" }]\n";
    let board = |head: &str| report(&format!("id = \"b\"\n{head}\n{start}"));
    assert_eq!(board("radius = 1"), "");
    for (head, words) in [
        ("radius = 5", "E16: a board of 91 hexes in 11 columns"),
        ("radius = 99", "E16: a radius of 99"),
        ("radius = \"1\"", "`radius` is not a whole number"),
        ("hexes = [[0, 0], [2, 0]]", "E16: the board is not connected"),
        ("hexes = [[0, 0], [1]]", "`hexes` is not a list of pairs"),
        ("radius = 1\nwalls = [\"A1\"]", "E16: `A1` is a wall"),
        ("radius = 1\nwalls = [\"Z9\"]", "E16: there is no hex `Z9`"),
        ("radius = 0", "E16: there is no hex `B3`"),
        ("radius = 1\nwithout = [[5, 5]]", "E16: there is no hex at [5, 5] to leave out"),
        ("radius = 1\ncolour = 3", "`colour` means nothing here"),
        ("radius = [", "the file must be TOML"),
    ] {
        let report = board(head);
        assert!(report.contains(words), "`{words}` is missing:\n{report}");
    }
    let second = format!("radius = 1\n{start}");
    assert!(board(&second).contains("E16: there is a start for 2 players already"));
    let line = |count: i32| (0..count).map(|r| format!("[0, {r}]")).collect::<Vec<_>>().join(", ");
    let long = |count| report(&format!("id = \"b\"\nhexes = [{}]\n", line(count)));
    assert_eq!(long(63), "");
    assert!(long(64).contains("E16: a board of 64 hexes"));
}

/// Files come from strangers.
#[test]
fn damaged_files_never_panic() {
    let mut rng = engine::Rng::from_number(5);
    let texts = ["deck.toml", "styles.toml", "boards/gate-59.toml"].map(|name| shipped(name).text);
    for _ in 0..1_500 {
        let text: &String = rng.one_of(&texts);
        let source = given(&testkit::fuzz::damage(text, &mut rng.fork()));
        let _ = content::read(&source, &[]);
    }
}
