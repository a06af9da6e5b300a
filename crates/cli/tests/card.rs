//! `agon card` as authors of cards meet it.

mod common;

use std::path::{Path, PathBuf};

use serde_json::Value;
use testkit::rules;

use common::{agon, said, text};

/// A file of this test alone, with its name as an argument.
fn file(name: &str, content: impl AsRef<[u8]>) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a test can write");
    let shown = path.display().to_string();
    (path, shown)
}

fn starter() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/time-rift/starter.toml");
    path.display().to_string()
}

const CARD: &str = "# mine\n[[card]]\nid = \"my-oath\"\nname = \"My Oath\"\ntype = \"Inspiration\"\nelement = \"Wood\"   # a tree\n\
                    initiative = 3\nregion = \"Asia\"\nculture = \"Mongol\"\ndesignation = [\"Oath\"]\ntext = \"TEXT\"\n\
                    flavor = \"you have +1 def.\"\n";

fn card(text: &str) -> String {
    CARD.replace("TEXT", text)
}

#[test]
fn sound_cards_are_few_words() {
    assert_eq!(said(&["card", "check", &starter()], 0), "40 cards, 0 errors, 0 warnings\n");
    assert_eq!(said(&["card", "check", "--json", &starter()], 0), "");
    let (_, mine) = file("sound.toml", card("You have +1 DEF."));
    assert_eq!(said(&["card", "check", &mine], 0), "1 card, 0 errors, 0 warnings\n");
    assert_eq!(
        said(&["card", "--game", "time-rift", "check", &mine, &mine], 0),
        "1 card, 0 errors, 0 warnings\n"
    );
}

#[test]
fn all_faults_are_told_at_once_with_their_lines() {
    let wrong =
        card("Pay 1 Action: **Psh** target enemy 1 space.").replace("= 3", "= 33").replace("type", "tipe");
    let (_, mine) =
        file("wrong.toml", wrong + &card("You gain 1 Action. you have +1 def.").replace("my-oath", "two"));
    let all = said(&["card", "check", &mine], 1);
    let line =
        "    11 | text = \"Pay 1 Action: **Psh** target enemy 1 space.\"\n       |                       ^\n";
    for words in [
        &format!(
            "error: {mine}:11:23: E-PARSE: `**Psh**` does not fit here (`my-oath`); did you mean `**Push**`"
        ),
        line,
        &format!("error: {mine}:5:1: E-FILE: `tipe` means nothing here (`my-oath`); did you mean `type`?"),
        &format!("error: {mine}:7:14: E-RANGE: `initiative` is 33 (`my-oath`); give 0 to 20"),
        &format!("error: {mine}:23:9: E-LOOP: this could feed itself without end (`two`); add a frequency"),
        &format!(
            "error: {mine}:23:28: E-FORM: this is not the one way to write it (`two`); write: You gain 1 Action. You have"
        ),
    ] {
        assert!(all.contains(words), "`{words}` is missing:\n{all}");
    }
    assert!(all.ends_with("2 cards, 6 errors, 0 warnings\n"), "{all}");
    let found = text(&agon(&["card", "check", "--json", &mine]).stdout);
    let found: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(found.len(), 6);
    let parse = found.iter().find(|finding| finding["code"] == "E-PARSE").expect("E-PARSE");
    assert_eq!(
        (&parse["line"], &parse["column"], &parse["card"]),
        (&11.into(), &23.into(), &"my-oath".into())
    );
    assert_eq!((&parse["severity"], &parse["file"]), (&"error".into(), &mine.as_str().into()));
    assert_eq!(parse["message"], "`**Psh**` does not fit here");
    assert!(parse["hint"].as_str().unwrap().starts_with("did you mean"), "{parse}");
    assert!(parse["source"].as_str().unwrap().starts_with("text = \"Pay"), "{parse}");
}

#[test]
fn warnings_come_last_and_are_no_errors_unless_asked() {
    let doubtful = card("You have +0 DEF.").replace("my-oath", "first") + &card("You have +1 def.");
    let (_, mine) = file("doubtful.toml", &doubtful);
    let all = said(&["card", "check", &mine], 1);
    let (error, warning) = (all.find("error:").unwrap(), all.find("warning:").unwrap());
    assert!(error < warning && all.ends_with("2 cards, 1 error, 1 warning\n"), "{all}");
    let (_, mine) = file("only-doubtful.toml", card("You have +0 DEF."));
    let all = said(&["card", "check", &mine], 0);
    let told = format!(
        "warning: {mine}:11:18: W-NOTHING: +0 changes nothing (`my-oath`); give another number, or leave it out\n"
    );
    assert!(all.starts_with(&told) && all.contains("       |                  ^\n"), "{all}");
    assert!(all.ends_with("1 card, 0 errors, 1 warning\n"), "{all}");
    assert!(said(&["card", "check", "--strict", &mine], 1).ends_with("1 card, 1 error, 0 warnings\n"));
    let json: Value = serde_json::from_str(&said(&["card", "check", "--json", &mine], 0)).expect("JSON");
    assert_eq!((&json["severity"], &json["code"]), (&"warning".into(), &"W-NOTHING".into()));
}

#[test]
fn what_is_no_card_file_is_said() {
    let (_, empty) = file("empty.toml", "");
    assert!(
        said(&["card", "check", &empty, "--game", "time-rift"], 1)
            .contains("E-FILE: there are no cards here; a card is a [[card]] table")
    );
    let (_, other) = file("other.toml", b"id = \"a\xff\"\n");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let (_, sound) = file("beside.toml", card("You have +1 DEF."));
    let all = said(&["card", "check", "-", "missing.toml", folder, &other, &sound], 2);
    for words in [
        "error: cards are not read from standard input; give the name of a file",
        "error: cannot read missing.toml: ",
        &format!("error: {folder} is a folder; name the files in it, for example {folder}/*.toml"),
        &format!("error: {other}: line 1: not UTF-8 text"),
        "1 card, 0 errors, 0 warnings",
    ] {
        assert!(all.contains(words), "`{words}` is missing:\n{all}");
    }
    for command in [&["card", "fmt", "-"][..], &["card", "explain", "aspis", "--cards", "-"]] {
        assert!(said(command, 2).contains("standard input"));
    }
    let (path, toml) = file("no-toml.toml", "[[card]\nid = \n");
    for (game, code) in [(&["--game", "time-rift"][..], 1), (&[], 2)] {
        assert!(said(&[&["card", "check", &toml], game].concat(), code).contains("the file must be TOML"));
        assert!(said(&[&["card", "fmt", &toml], game].concat(), code).contains("the file must be TOML"));
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), "[[card]\nid = \n", "it is as it was");
    assert!(
        said(&["card", "check", &sound, "--game", "chess"], 2).contains("the games with cards are time-rift")
    );
    assert!(
        said(&["card", "check", &sound, "--game", "time-rifft"], 2).contains("did you mean `time-rift`?")
    );
    said(&["card"], 2);
    said(&["card", "check"], 2);
}

#[test]
fn places_hold_behind_marks_escapes_and_line_ends() {
    let wrong = card("You \\\"gain\\\" 1 Action.");
    let (_, plain) = file("escapes.toml", &wrong);
    assert!(said(&["card", "check", &plain], 1).contains(&format!("{plain}:11:13: E-PARSE")));
    let (_, lines) = file("lines.toml", format!("\u{feff}{}", wrong.replace('\n', "\r\n")));
    assert!(said(&["card", "check", &lines], 1).contains(&format!("{lines}:11:13: E-PARSE")));
}

#[test]
fn only_texts_are_formatted() {
    let untidy = "\u{feff}".to_owned()
        + &card("you  have +1 def against Base Attacks .").replace('\n', "\r\n")
        + &card("You gain 1 Life.").replace("my-oath", "broken")
        + &card("When you lose life, put 1 \\\"Ankh\\\" tokens on this card.").replace("my-oath", "escaped")
        + &card("\"\"you have +1 ATK\n   with This Card.\"\"").replace("my-oath", "long")
        + &card("You have +1 DEF.").replace("my-oath", "right");
    let tidy = untidy
        .replace("you  have +1 def against Base Attacks .", "You have +1 DEF against base attacks.")
        .replace(
            "When you lose life, put 1 \\\"Ankh\\\" tokens",
            "When you lose Life, put 1 \\\"Ankh\\\" token",
        )
        .replace("you have +1 ATK\n   with This Card.", "You have +1 ATK with this card.");
    let (path, mine) = file("untidy.toml", &untidy);
    let told = format!("{mine}: would change my-oath, escaped, long\n1 file, 1 would change, 3 texts\n");
    assert_eq!(said(&["card", "fmt", "--check", &mine], 1), told);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), untidy, "nothing is changed yet");
    assert!(
        said(&["card", "fmt", &mine], 0).starts_with(&format!("{mine}: changed my-oath, escaped, long\n"))
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), tidy);
    assert_eq!(said(&["card", "fmt", &mine], 0), "1 file, 0 changed, 0 texts\n");
    assert_eq!(said(&["card", "fmt", "--check", &mine, &starter()], 0), "2 files, 0 would change, 0 texts\n");
    let beside = path.parent().unwrap().read_dir().unwrap().filter_map(Result::ok);
    let left: Vec<_> = beside.filter(|file| file.file_name().to_string_lossy().ends_with(".tmp")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Who may read a file, and a link to it, stay as they are.
#[cfg(unix)]
#[test]
fn a_file_is_replaced_whole() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let (path, _) = file("real.toml", card("you have +1 DEF."));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = path.with_file_name("link.toml");
    let _ = std::fs::remove_file(&link);
    symlink(&path, &link).unwrap();
    said(&["card", "fmt", &link.display().to_string()], 0);
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), card("You have +1 DEF."));
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_card_is_explained_by_id_or_name() {
    let shown = said(&["card", "explain", "wrestlers-jacket"], 0);
    for words in [
        "Wrestler's Jacket wrestlers-jacket\n  type          Armor\n",
        "1.  When an enemy declares a weapon attack against you, pay 1 Life: **Disarm** that attack.\n",
        "  when          W-DECLARED: after an enemy has announced and paid for a weapon attack",
        "  choice        Optional, because it has a cost and it has a power word",
        "  often         Once per round",
        "  cost          1 Life, if at least 1 remains",
        "Disarm: the weapon attack that was announced is cancelled.",
        "TR-R87 Disarm (TR-PA-3)\n",
        "TR-R75 Paying Life (TR-FX-18, TR-GLOS-2)\n",
    ] {
        assert!(shown.contains(words), "`{words}` is missing:\n{shown}");
    }
    assert_eq!(said(&["card", "explain", "WRESTLER'S jacket"], 0), shown);
    let drawn = said(&["card", "explain", "Steppe Bow"], 0);
    let grid = "grid          +----+----+----+\n                | +0 | +1 | +0 |\n";
    assert!(drawn.contains(grid) && drawn.contains("|    | ^  |    |"), "{drawn}");
    assert!(said(&["card", "explain", "leonidus"], 2).contains("did you mean `leonidas`?"));
    assert!(said(&["card", "explain", "xyzzy"], 2).contains("--cards FILE"));
}

/// As on paper from top to bottom, and the same for programs.
#[rules("WU-1.3.2", "WU-2.2.2.2", "WU-R150")]
#[test]
fn a_vassal_is_explained_part_by_part() {
    let text = "[[card]]\nkind = \"Vassal\"\nname = \"Ada\"\nworld = \"Mosswane\"\nclass = \"Sentry\"\n\
                art = \"Three goats.\"\nskills = [\"Win: Gain 1 Boost.\"]\ninfo = \"1/40\"\nflavor = \"Bleat.\"\n";
    let (_, file_name) = file("ada.toml", text);
    let explain = ["card", "explain", "ada", "--cards", &file_name];
    let shown = said(&explain, 0);
    let head = "Ada ada\n  art           Three goats.\n  World         Mosswane\n  kind          Vassal\n  \
                Class         Sentry\n  role          reinforcer, defence\n  info          1/40\n\n1.  Win: Gain 1 Boost.\n";
    assert!(shown.starts_with(head), "{shown}");
    assert!(shown.ends_with("\n\n\"Bleat.\"\n"), "{shown}");
    let told: Value = serde_json::from_str(&said(&[&explain[..], &["--json"]].concat(), 0)).expect("JSON");
    assert_eq!(told["facts"][4], serde_json::json!({ "name": "role", "text": "reinforcer, defence" }));
    assert_eq!(told["facts"][5], serde_json::json!({ "name": "info", "text": "1/40" }));
    assert_eq!(told["flavor"], "Bleat.");
}

#[test]
fn own_cards_are_explained_before_the_shipped_ones() {
    let mine = card("On reveal, **Heal** 3.").replace("my-oath", "aspis").replace("My Oath", "Dory");
    let broken = card("You gain 1 Life.").replace("my-oath", "broken").replace("My Oath", "Broken");
    let (_, file_name) = file("own.toml", mine + &broken);
    for word in ["aspis", "Dory"] {
        let shown = said(&["card", "explain", word, "--cards", &file_name], 0);
        assert!(shown.contains("Heal: your Champion gains 3 Life"), "{shown}");
    }
    let wrong = said(&["card", "explain", "broken", "--cards", &file_name], 1);
    assert!(wrong.contains("E-PARSE") && !wrong.contains("rulings"), "{wrong}");
    let two = card("").replace("my-oath", "one") + &card("").replace("my-oath", "two");
    let (_, two) = file("two.toml", two);
    assert!(said(&["card", "explain", "my oath", "--cards", &two], 2).contains("give an id: one, two"));
    assert!(said(&["card", "explain", "one", "--cards", &two], 0).contains("It has no text."));
    assert!(
        said(&["card", "explain", "one", "--cards", "missing.toml"], 2).contains("cannot read missing.toml")
    );
}

/// Every shipped card, as JSON: every ruling that is named exists and has a title.
#[test]
fn every_ruling_of_an_explanation_exists() {
    let cards = std::fs::read_to_string(starter()).unwrap();
    let ids: Vec<&str> =
        cards.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"')).collect();
    assert_eq!(ids.len(), 40);
    for id in ids {
        let card: Value = serde_json::from_str(&said(&["card", "explain", id, "--json"], 0)).expect("JSON");
        assert_eq!((&card["id"], &card["game"]), (&id.into(), &"time-rift".into()));
        let abilities = card["abilities"].as_array().unwrap();
        assert!(!abilities.is_empty(), "{id}");
        for part in abilities.iter().chain([&card]) {
            for ruling in part["rulings"].as_array().unwrap() {
                assert!(!ruling["title"].as_str().unwrap().is_empty(), "{id}: {ruling}");
                assert!(!ruling["rules"].as_array().unwrap().is_empty(), "{id}: {ruling}");
            }
        }
    }
}

const VASSAL: &str = "[[card]]\nkind = \"Vassal\"\nname = \"Ada\"\nworld = \"Wanderer\"\nclass = \"Scout\"\n\
                      skills = [\"Win: Gain 1 Boost.\"]\n";

/// A deck that both games could have.
const DECK: &str = "[[deck]]\nid = \"mine\"\ncards = [\"vexa-coalhand\"]\n";

#[test]
fn a_file_is_known_by_what_is_in_it() {
    let (_, oath) = file("any-oath.toml", card("You have +1 DEF."));
    let (_, ada) = file("any-ada.toml", VASSAL);
    let (_, deck) = file("any-deck.toml", DECK);
    let (_, chest) = file("any-chest.toml", "[[chest]]\n");
    for own in [&oath, &ada] {
        assert_eq!(said(&["card", "check", own], 0), "1 card, 0 errors, 0 warnings\n");
        assert_eq!(said(&["card", "fmt", "--check", own], 0), "1 file, 0 would change, 0 texts\n");
    }
    assert!(said(&["card", "check", &chest], 1).contains("chest `` has no cards"));
    assert!(said(&["card", "explain", "ada", "--cards", &ada], 0).contains("Vassal"));
    // What tells nothing goes with what does.
    assert_eq!(said(&["card", "check", &ada, &deck], 0), "1 card, 0 errors, 0 warnings\n");
    assert!(said(&["card", "check", &deck, &oath], 1).contains("there is no card `vexa-coalhand`"));
    // A folder does not outdo what is written.
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("worlds-unchained");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, content, told) in [
        ("oath.toml", card("You have +1 DEF."), "1 card, 0 errors"),
        ("deck.toml", DECK.to_owned(), "0 cards, 0 errors"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        assert!(said(&["card", "check", &path.display().to_string()], 0).starts_with(told), "{name}");
    }
}

#[test]
fn what_tells_of_no_game_or_of_two_is_asked_for() {
    let games = "add `--game time-rift` or `--game worlds-unchained` or `--game champions-combat`";
    let (_, deck) = file("whose-deck.toml", DECK);
    let (_, both) = file("whose-both.toml", VASSAL.replace("class", "element"));
    let (_, ada) = file("whose-ada.toml", VASSAL);
    let (_, oath) = file("whose-oath.toml", card("You have +1 DEF."));
    for command in [&["card", "check"][..], &["card", "fmt"], &["card", "explain", "ada", "--cards"]] {
        let all = said(&[command, &[&deck]].concat(), 2);
        assert_eq!(all, format!("error: {deck}: whose cards are these? nothing in it tells; {games}\n"));
        let all = said(&[command, &[&both]].concat(), 2);
        let told = "`card.element` is of time-rift, `card.kind` is of worlds-unchained";
        assert_eq!(all, format!("error: {both}: whose cards are these? {told}; {games}\n"));
    }
    let all = said(&["card", "check", &deck, "missing.toml"], 2);
    assert!(all.contains("cannot read missing.toml") && all.contains(games), "{all}");
    let all = said(&["card", "check", &deck, &oath, &ada], 2);
    let told = format!("{oath} is of time-rift, {ada} is of worlds-unchained");
    assert_eq!(all, format!("error: {told}; name the files of one game at a time\n"));
    assert!(
        said(&["card", "check", &both, "--game", "worlds-unchained"], 1).contains("`element` means nothing")
    );
}

/// No key of one game is told as another's: each shipped file is known without its folder.
#[test]
fn every_shipped_file_tells_its_game() {
    for game in ["time-rift", "worlds-unchained", "champions-combat", "champions-combat/boards"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards").join(game);
        let files = folder.read_dir().unwrap().map(|shipped| shipped.unwrap().path());
        for shipped in files.filter(|path| path.is_file()) {
            let name = format!("elsewhere-{}", shipped.file_name().unwrap().to_string_lossy());
            let (_, elsewhere) = file(&name, std::fs::read(&shipped).unwrap());
            assert!(
                said(&["card", "check", &elsewhere], 0).ends_with("0 errors, 0 warnings\n"),
                "{shipped:?}"
            );
        }
    }
}

#[test]
fn a_shipped_card_is_explained_whichever_game_has_it() {
    let told = said(&["card", "explain", "magistrate ivo nul"], 0);
    assert!(told.contains("Umbral Assize"), "{told}");
    assert!(
        said(&["card", "explain", "magistrate ivo nil"], 2).contains("did you mean `Magistrate Ivo Nul`?")
    );
    assert!(
        said(&["card", "--game", "time-rift", "explain", "magistrate ivo nul"], 2)
            .contains("there is no card")
    );
}

#[test]
fn cards_of_another_game_are_known_by_their_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/worlds-unchained");
    let shipped = folder.join("starter.toml").display().to_string();
    assert!(said(&["card", "check", &shipped], 0).ends_with(" cards, 0 errors, 0 warnings\n"));
    assert!(said(&["card", "fmt", "--check", &shipped], 0).contains("0 would change"));
    let mine = "[[card]]\nkind = \"Vassal\"\nname = \"Ada\"\nworld = \"Wanderer\"\nclass = \"Scout\"\n\
                skills = [\"win: gain 1 Boost.\", \"Win: Apply Overgrwth to this Vassal.\"]\n";
    let (path, mine) = file("wanderer.toml", mine);
    let game = ["card", "--game", "worlds-unchained"];
    let all = said(&[&game[..], &["check", &mine]].concat(), 1);
    for words in [
        format!(
            "error: {mine}:6:12: E17: this is not the one way to write it (`Ada`); write: Win: Gain 1 Boost.\n"
        ),
        format!(
            "error: {mine}:6:45: E8: `Overgrwth` is not the name of a Status (`Ada`); did you mean `Overgrowth`\n"
        ),
        "1 card, 2 errors, 0 warnings\n".to_owned(),
    ] {
        assert!(all.contains(&words), "{words}\nis missing in\n{all}");
    }
    said(&[&game[..], &["fmt", &mine]].concat(), 0);
    assert!(
        std::fs::read_to_string(path).unwrap().contains("[\"Win: Gain 1 Boost.\", \"Win: Apply Overgrwth")
    );
    let told = said(&[&game[..], &["explain", "magistrate ivo nul"]].concat(), 0);
    for words in ["Umbral Assize", "in a reaction step", "3 Boosts.", "A Chain undone", "WU-R117"] {
        assert!(told.contains(words), "{words} is missing in\n{told}");
    }
}

/// A card of Champion's Combat, its Attack with `ATTACK`.
const ACTION: &str =
    "[[card]]\nid = \"Y1\"\ntype = \"move\"\nmove = \"2\"\nattack = \"ATTACK\"\nreaction = \"1+\"\n";

#[test]
fn decks_styles_and_boards_are_judged_as_by_a_setup() {
    let (_, sound) = file("action.toml", ACTION.replace("ATTACK", "ddp"));
    let (_, wrong) = file("wrong-action.toml", ACTION.replace("ATTACK", "pp"));
    let (_, style) = file("style.toml", "[[style]]\nid = \"S1\"\nhexes = [{ at = \"F\", need = 3 }]\n");
    let (_, board) = file("board.toml", "id = \"mine\"\nradius = 1\nwalls = [\"Z9\"]\n");
    for game in [&[][..], &["--game", "champions-combat"]] {
        let check = |file: &str, code| said(&[&["card", "check", file], game].concat(), code);
        assert_eq!(check(&sound, 0), "1 card, 0 errors, 0 warnings\n");
        let told = check(&wrong, 1);
        assert!(told.starts_with(&format!("error: {wrong}:5:11: E06: an Attack without dice")), "{told}");
        assert!(check(&style, 1).contains("E15: there is a Style `S1` already"));
        assert!(check(&board, 1).contains("E16: there is no hex `Z9`"));
    }
    assert_eq!(said(&["card", "fmt", &wrong], 0), "1 file, 0 changed, 0 texts\n");
}

#[test]
fn cards_of_icons_are_told_in_words() {
    let told = said(&["card", "explain", "k10"], 0);
    for words in [
        "Action card K10\n",
        "2.  Attack ddb-\n",
        "does          Spend 1 Power; roll 2 dice for everybody",
        "CC-R46",
    ] {
        assert!(told.contains(words), "`{words}` is missing:\n{told}");
    }
    assert!(said(&["card", "explain", "S3"], 0).contains("A hit needs 3 or more: 1 ahead."));
    let (_, own) = file("own-action.toml", ACTION.replace("ATTACK", "ddp"));
    assert!(said(&["card", "explain", "Y1", "--cards", &own], 0).contains("push the target by one hex"));
}
