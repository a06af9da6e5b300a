//! `agon solve` as its users meet it: answers, the files it keeps, error messages, and every example of
//! docs/fist-fight.md.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use testkit::rules;

const FIGHT: &[&str] = &["Spartacus", "Musashi", "--pure"];
const START: &str = "tr1 fist pure=on; R1 T2 > E W turn E spent 0; \
                     W spartacus@a2E L10 A4; E miyamoto-musashi@c2W L8 A4; idle";

/// A folder of this test alone, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("solve").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// What is in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    // No test touches the cache of whoever runs it.
    let own = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("solve-cache");
    command.args(["solve", "fist-fight"]).args(arguments).env("XDG_CACHE_HOME", own);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Standard output and standard error of a run that must succeed.
fn both(command: &mut Command) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().expect("agon runs");
    let (out, err) = (text(&stdout), text(&stderr));
    assert!(status.success(), "{command:?} failed:\n{out}{err}");
    (out, err)
}

/// Standard output of a run that must succeed and has nothing to remark.
fn good(arguments: &[&str]) -> String {
    let (out, err) = both(&mut command(arguments));
    assert!(err.is_empty(), "{arguments:?}: {err}");
    out
}

/// What a run says that must be refused.
fn bad(arguments: &[&str]) -> String {
    let output = command(arguments).output().expect("agon runs");
    let all = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}:\n{all}");
    assert!(!all.contains("panicked"), "{all}");
    all
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&good(&[arguments, &["--json"]].concat())).expect("JSON")
}

/// Every command of the document prints what the document says: the odds of the rule book's example among them.
#[rules("TR-ODDS-2", "TR-ODDS-4")]
#[test]
fn the_document_shows_what_the_command_prints() {
    let document = include_str!("../../../docs/fist-fight.md");
    let mut shown = Vec::new();
    for block in document.split("```\n$ agon solve fist-fight ").skip(1) {
        let (line, rest) = block.split_once('\n').expect("a line");
        let (wanted, _) = rest.split_once("```").expect("the end of a block");
        let (line, most) = match line.split_once(" | head -") {
            Some((line, most)) => (line, most.parse().expect("a number")),
            None => (line, usize::MAX),
        };
        // A quoted argument is one.
        let arguments: Vec<&str> = line
            .split('\'')
            .enumerate()
            .flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let printed: String = good(&arguments).lines().take(most).flat_map(|line| [line, "\n"]).collect();
        assert_eq!(printed, wanted, "agon solve fist-fight {line}");
        shown.push(printed);
    }
    assert_eq!(shown.len(), 6);
    for words in ["wins 0.489954537", "575 of 1296, 44.37 %", "721 of 1296, 55.63 %", "1296 of 2592, 50.00 %"]
    {
        assert!(shown.iter().any(|text| text.contains(words)), "{words}");
    }
}

#[test]
fn the_answer_for_programs() {
    let answer = json(FIGHT);
    let keys: Vec<&String> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["actions", "fight_first_wins", "first", "first_wins", "placements", "second"]);
    assert_eq!((&answer["first"], &answer["second"]), (&"spartacus".into(), &"miyamoto-musashi".into()));
    let first_wins = answer["first_wins"].as_f64().expect("a number");
    assert!((first_wins - 0.489_954_537).abs() < 1e-8, "{first_wins}");
    assert_eq!(answer["fight_first_wins"], answer["first_wins"], "no position is asked for");
    assert_eq!(answer["actions"].as_array().map(Vec::len), Some(0));
    let placements = answer["placements"].as_array().expect("a list");
    assert_eq!((placements.len(), &placements[0]["notation"]), (4, &"@a2E".into()));
    assert_eq!(placements[0]["first_wins"], answer["first_wins"]);
    // The other way round it is the rest, and Spartacus is still placed first.
    let other = json(&["musashi", "spartacus", "--pure"]);
    let rest = other["first_wins"].as_f64().expect("a number");
    assert!((first_wins + rest - 1.0).abs() < 1e-12, "{rest}");
    assert_eq!(other["placements"][0]["notation"], "@a2E");
    // With a position the actions come along; the best is worth what the fight is.
    let answer = json(&[FIGHT, &["--position", START]].concat());
    let actions = answer["actions"].as_array().expect("a list");
    assert_eq!(actions.len(), 19);
    let best = actions[0]["first_wins"].as_f64().expect("a number");
    assert!((best - first_wins).abs() < 1e-7, "{best}");
    assert!(actions.iter().all(|action| action["first_wins"].as_f64() >= Some(best)), "Musashi chooses");
    let notations: Vec<&str> = actions.iter().filter_map(|action| action["notation"].as_str()).collect();
    assert!(notations.contains(&"c2=N") && notations.contains(&"c2-c3W"), "{notations:?}");
}

/// A position has a value of its own, the one that people are told; the fight's stands beside it.
#[test]
fn programs_are_told_what_the_position_is_worth() {
    const LATER: &str = "tr1 fist pure=on; R1 T2 > E W turn W spent 0; \
        W spartacus@b2E L10 A4; E miyamoto-musashi@c3W L8 A0; idle";
    let answer = json(&[FIGHT, &["--position", LATER]].concat());
    let number = |key: &str| answer[key].as_f64().expect("a number");
    assert!((number("first_wins") - 0.801_050).abs() < 1e-6, "{}", number("first_wins"));
    assert!((number("fight_first_wins") - 0.489_954_537).abs() < 1e-8, "{}", number("fight_first_wins"));
    assert_eq!(answer["first_wins"], answer["actions"][0]["first_wins"], "who chooses takes the best");
    let told = good(&[FIGHT, &["--position", LATER]].concat());
    assert!(told.contains("Spartacus wins 0.801050"), "{told}");
    // For whoever is named second it is the rest.
    let other = json(&["musashi", "spartacus", "--pure", "--position", LATER]);
    let rest = other["first_wins"].as_f64().expect("a number");
    assert!((number("first_wins") + rest - 1.0).abs() < 1e-6, "{rest}");
}

#[test]
fn champions_are_found_by_parts_of_their_names() {
    let wanted = good(FIGHT);
    for [first, second] in
        [["spartacus", "miyamoto-musashi"], ["SPARTACUS", "Miyamoto Musashi"], ["parta", "musash"]]
    {
        assert_eq!(good(&[first, second, "--pure"]), wanted, "{first} {second}");
    }
    for (word, remedy) in [
        ("Spartakus", "there is no Champion `Spartakus`; did you mean `spartacus`?"),
        ("Musachi", "did you mean `miyamoto-musashi`?"),
        ("a", "give more of the name"),
        ("", "the Champions are spartacus, miyamoto-musashi"),
        ("xyzzy-xyzzy", "the Champions are spartacus, miyamoto-musashi"),
        ("Gladius of the Revolt", "Gladius of the Revolt is no Champion, and only Champions fight"),
    ] {
        let told = bad(&["Leonidas", word, "--pure"]);
        assert!(told.contains(remedy), "`{remedy}` is missing:\n{told}");
    }
    assert!(bad(&["spartacus", "musashi"]).contains("leave all texts out with --pure (TR-R120)"));
    assert!(bad(&["spartacus", "--pure"]).contains("SECOND"));
    let other =
        Command::new(env!("CARGO_BIN_EXE_agon")).args(["solve", "fistfight"]).output().expect("agon runs");
    assert!(text(&other.stderr).contains("fist-fight") && other.status.code() == Some(2));
}

/// Two plain Champions, whose fight is soon solved.
const OWN: &str = "[[card]]\nid = \"quick\"\nname = \"Quick\"\ntype = \"Champion\"\nelement = \"Fire\"\n\
    initiative = 5\nlife = 2\nagility = 2\ndamage = 1\ndef = 0\nregion = \"Europe\"\nculture = \"Roman\"\n\
    grid = \"\"\"\n. . .\n+0 +1 +0\n+1 ^ -1\n. . .\n\"\"\"\n\
    [[card]]\nid = \"slow\"\nname = \"Slow\"\ntype = \"Champion\"\nelement = \"Fire\"\n\
    initiative = 3\nlife = 2\nagility = 2\ndamage = 1\ndef = 1\nregion = \"Europe\"\nculture = \"Roman\"\n\
    grid = \"\"\"\n. -1 .\n+0 +1 +0\n. ^ .\n. . .\n\"\"\"\n";

#[test]
fn champions_of_ones_own() {
    let folder = folder("own");
    let (file, other) = (folder.join("own.toml"), folder.join("other.toml"));
    let (own, second) = (file.display().to_string(), other.display().to_string());
    std::fs::write(&file, format!("\u{feff}{OWN}")).expect("written");
    let f1 = good(&["quick", "slow", "--cards", &own]);
    assert!(
        f1.starts_with("Quick v Slow, pure Fist Fight: Quick wins 0.497222191\n\nSlow is placed first"),
        "{f1}"
    );
    // Without texts a position needs no `pure=on`.
    let position = "tr1 fist; R1 T2 > W E turn W spent 0; W quick@a2E L2 A2; E slow@c2W L2 A2; idle";
    assert!(
        good(&["quick", "slow", "--cards", &own, "--position", position])
            .contains("Quick has 2 Actions left")
    );
    // With equal Initiatives either may be placed first.
    std::fs::write(&other, OWN.replace("initiative = 3", "initiative = 5").replace("def = 1", "def = 0"))
        .expect("written");
    let f2 = good(&["quick", "slow", "--cards", &second]);
    assert!(
        f2.contains("Quick wins 0.445404849") && f2.matches("if the roll-off says so").count() == 2,
        "{f2}"
    );
    let told = bad(&["quick", "slow", "--cards", &own, "--cards", &second]);
    assert!(told.contains("`quick` is in two files; leave one out or rename it"), "{told}");
    // One's own take the place of shipped ones.
    std::fs::write(&other, OWN.replace("\"quick\"", "\"spartacus\"")).expect("written");
    assert!(good(&["spartacus", "slow", "--cards", &second]).contains("Quick wins 0.497222191"));
    // Every fault is told at its place.
    std::fs::write(&other, OWN.replace("life = 2", "life = 20")).expect("written");
    let told = bad(&["quick", "slow", "--cards", &second]);
    for id in ["quick", "slow"] {
        assert!(told.contains(&format!("E-RANGE: `life` is 20 (`{id}`); give 1 to 12")), "{told}");
    }
    assert!(told.contains("other.toml:7:8") && told.contains('^'), "{told}");
    std::fs::write(&other, b"\xff\xfe").expect("written");
    assert!(bad(&["quick", "slow", "--cards", &second]).contains("not UTF-8 text"));
    assert!(bad(&["quick", "slow", "--cards", "missing.toml"]).contains("cannot read missing.toml"));
}

#[test]
fn tables_are_kept_and_never_trusted_blindly() {
    let folder = folder("cache");
    let cache = folder.display().to_string();
    let run = |arguments: &[&str]| both(&mut command(&[FIGHT, arguments].concat()));
    let keeping = ["--cache-dir", &cache, "--position", START];
    let (wanted, told) = run(&["--no-cache", "--position", START]);
    assert!(files(&folder).is_empty() && told.is_empty());
    assert_eq!(run(&keeping), (wanted.clone(), String::new()));
    let [file] = &files(&folder)[..] else { panic!("one file: {:?}", files(&folder)) };
    let sound = std::fs::read(file).expect("the table");
    assert!(sound.len() < 40_000_000, "{}", sound.len());
    // From the file the same comes out.
    assert_eq!(run(&keeping), (wanted.clone(), String::new()));
    let mut damaged = sound.clone();
    damaged[sound.len() / 2] ^= 1;
    let mut foreign = sound.clone();
    foreign[30] ^= 1;
    let mut elder = sound.clone();
    elder[22] = b'0';
    for (bytes, words) in [
        (&damaged[..], "is damaged; solving again"),
        (&sound[..sound.len() / 2], "has the wrong length; solving again"),
        (&[], "has the wrong length; solving again"),
        (&foreign, "is not the table of these fighters; solving again"),
        (&elder, "is not the table of these fighters; solving again"),
    ] {
        std::fs::write(file, bytes).expect("written");
        let (out, told) = run(&keeping);
        assert_eq!(out, wanted);
        assert!(told.starts_with("note: ") && told.contains(words), "`{words}` is missing:\n{told}");
        assert_eq!(std::fs::read(file).expect("the table"), sound, "made again");
        assert_eq!(files(&folder).len(), 1, "and nothing else is left");
    }
    // The table of other fighters under this name is not taken either.
    good(&["leonidas", "boudica", "--pure", "--cache-dir", &cache]);
    let other = files(&folder).into_iter().find(|other| other != file).expect("the other table");
    std::fs::copy(&other, file).expect("copied");
    let (out, told) = run(&keeping);
    assert!(out == wanted && told.contains("; solving again"), "{told}");
    // Where nothing can be kept the answer comes all the same.
    let (out, told) = run(&["--position", START, "--cache-dir", &file.display().to_string()]);
    assert!(out == wanted && told.contains("give another folder with --cache-dir, or --no-cache"), "{told}");
    assert!(bad(&[FIGHT, &["--no-cache", "--cache-dir", &cache]].concat()).contains("cannot be used with"));
}

#[test]
fn the_cache_folder_is_the_users() {
    let folder = folder("user");
    both(command(FIGHT).env("XDG_CACHE_HOME", &folder));
    assert_eq!(files(&folder.join("agon")).len(), 1);
    let home = folder.join("home");
    // What is not absolute counts as not given; and nobody need have a home.
    let mut relative = command(FIGHT);
    both(relative.env("XDG_CACHE_HOME", "caches").env("HOME", &home).env("LOCALAPPDATA", &home));
    assert!(home.is_dir() && !Path::new("caches").exists());
    let (out, told) =
        both(command(FIGHT).env_remove("XDG_CACHE_HOME").env_remove("HOME").env_remove("LOCALAPPDATA"));
    assert!(out.contains("0.489954537") && told.is_empty(), "{told}");
}

#[test]
fn positions_of_every_stage_are_answered() {
    let ask = |position: &str| good(&[FIGHT, &["--position", position]].concat());
    let seats = "W miyamoto-musashi@b2E L3 A3 m t; E spartacus@c2W L3 A4; idle";
    for (clock, words) in [
        ("R2 T2 > W E turn W spent 1", "round 2, Miyamoto Musashi has 3 Actions left"),
        ("RT T2 > W E turn W spent 1", "Tie Breaker, Miyamoto Musashi has 3 Actions left"),
        ("RX4 T2 > W E turn W spent 1", "Tire Fight, lap 4, Miyamoto Musashi has 3 Actions left"),
        ("RX1 T2 > W E turn W spent 1", "Tire Fight, lap 1, Miyamoto Musashi has 3 Actions left"),
    ] {
        let told = ask(&format!("tr1 fist pure=on; {clock}; {seats}"));
        assert!(told.starts_with(words), "{told}");
        assert!(told.contains("Bxc2") && told.contains("  .  "), "{told}");
    }
    // Round Zero and the Tire Fight: the first placement, and the answer to it.
    let round_zero = "tr1 fist pure=on; R0 Z3 > W E turn - spent 0; W spartacus@";
    let told = ask(&format!("{round_zero}- L10 A0; E miyamoto-musashi@- L8 A0; choose D3 W"));
    assert!(told.starts_with("Spartacus is about to be placed; Spartacus wins 0.489955\n  @a2E"), "{told}");
    let told = ask(&format!("{round_zero}a2E L10 A0; E miyamoto-musashi@- L8 A0; choose D3 E"));
    assert!(told.contains("Spartacus wins 0.489955\n  @c2W") && told.lines().count() == 9, "{told}");
    let tire = "tr1 fist pure=on; RT G2 > W E turn - spent 0; W spartacus@";
    let told = ask(&format!("{tire}- L1 A0; E miyamoto-musashi@- L1 A0; choose D14 W"));
    assert!(
        told.starts_with("Tire Fight at 1 Life, Spartacus is about to be placed; Spartacus wins 0.462664"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 17);
    let told = ask(&format!("{tire}b2N L1 A0; E miyamoto-musashi@- L1 A0; choose D14 E"));
    assert!(
        told.starts_with("Tire Fight at 1 Life, Miyamoto Musashi is about") && told.lines().count() == 13,
        "{told}"
    );
}

#[test]
fn positions_that_do_not_fit_are_refused() {
    let refused = |position: &str| bad(&[FIGHT, &["--position", position]].concat());
    for (from, to, words) in [
        (START, "", "the position `` cannot be read; write `tr1 mode; clock; 2 seats; ...; pending`"),
        (START, "tr1 fist pure=on; idle", "write `tr1 mode; clock; 2 seats; ...; pending`"),
        ("tr1", "tr2", "begin with `tr1` and the mode"),
        ("fist", "normal", "only the mode `fist` is solved"),
        (" pure=on", "", "texts of Champions are not solved; begin with `tr1 fist pure=on`"),
        ("pure=on", "pure=on rounds=2", "`rounds=2` is not solved; only `pure=on` is"),
        ("; idle", "; arena pit@b2; idle", "something lies in the Arena; two seats fight in a bare Arena"),
        ("; idle", "; over W ko", "OVER and `over` go together"),
        ("; idle", "; attack A9 W Bxc2 E", "an attack lacks dice"),
        ("idle", "choose D3 W", "write there `-musashi@c2W L8 A4; idle`"),
        ("R1 T2", "R1 T3", "write there `1 fist pure=on; R1 T2"),
        ("R1 T2 > E W", "R1 T2 > E", "the Round Order lacks somebody"),
        ("> E W", "> E E", "`E` is in the order twice"),
        ("> E W", "> W E", "higher Champion Initiative acts first"),
        ("> E W", "> N S", "the seat `N` cannot be read"),
        ("R1", "R5", "write for example `R1 T2 > E W turn E spent 0`"),
        ("R1", "RX9", "a round or lap after the last; the stages are R1 to R4, RT and RX1 to RX4"),
        ("R1", "X", "write for example `R1 T2 > E W turn E spent 0`"),
        ("R1", "RX1", "a Tire Fight is fought on the center (TR-R117); let both stand on b2, c2, b3 or c3"),
        ("R1", "RT", "10 Life is more than both can have when they are tied; give at most L8"),
        ("spent 0", "spent 1", "4 Actions left and 1 spent do not make the Agility of 4"),
        ("spent 0", "spent +0", "`+0` is not Actions spent"),
        ("spent 0", "spent 999", "`999` is not Actions spent"),
        ("L8 A4", "L8 A0", "the position waits for nobody"),
        ("L10 A4", "L10 A3", "W has its turn still before it, with other than 3 Actions; write A4 there"),
        ("L10", "L11", "11 Life is more than is printed; give at most L10"),
        ("L10", "L0", "somebody is in the Arena without Life"),
        ("L10 A4", "L10", "write for example `W spartacus@a2E L10 A4`"),
        ("L10 A4", "A4 L10", "write for example `W spartacus@a2E L10 A4`"),
        ("L10 A4", "L10 A4 1:dory", "slot 1 is not there"),
        ("L10 A4", "L10 A4 lp=2", "tokens, cards and lasting effects are not solved"),
        ("L10 A4", "L10 A4 h=1", "tokens, cards and lasting effects are not solved"),
        ("@a2E", "@-", "a round without everybody in the Arena"),
        ("@a2E", "@e2E", "write for example `W spartacus@a2E L10 A4`"),
        ("@a2E", "@c2E", "two stand on one space"),
        ("pure=on", "pure=maybe", "`maybe` does not fit; give one of off, on"),
        ("pure=on", "purple=on", "there is no such option; did you mean `pure`?"),
        (
            "spartacus",
            "leonidas",
            "`leonidas` does not fight here; the fighters are `spartacus` and `miyamoto-musashi`",
        ),
        ("spartacus", "miyamoto-musashi", "somebody is there twice"),
        ("W spartacus", "E spartacus", "the seats are not those of the mode"),
        ("W spartacus", "S spartacus", "the seats are not those of the mode"),
    ] {
        assert!(START.contains(from), "{from}");
        let told = refused(&START.replacen(from, to, 1));
        assert!(told.contains("error: position: ") && told.contains(words), "`{words}` is missing:\n{told}");
    }
    for (position, words) in [
        (
            "R0 Z3 > W E turn - spent 0; W spartacus@- L9 A0; E miyamoto-musashi@- L8 A0; choose D3 W",
            "give L10 and L8",
        ),
        (
            "R1 T2 > turn - spent 0; W spartacus@- L10 A0; E miyamoto-musashi@- L8 A0; choose D3 W",
            "a round without everybody in the Arena",
        ),
        (
            "R0 Z3 > E W turn - spent 0; W spartacus@- L10 A0; E miyamoto-musashi@- L8 A0; choose D3 E",
            "the lower Champion Initiative",
        ),
        (
            "R0 Z3 > W E turn - spent 0; W spartacus@b2E L10 A0; E miyamoto-musashi@- L8 A0; choose D3 E",
            "write a1E, a2E, a3E or a4E",
        ),
        (
            "RT G2 > W E turn - spent 0; W spartacus@- L3 A0; E miyamoto-musashi@- L2 A0; choose D14 W",
            "begins with equal Life",
        ),
        (
            "RT G2 > W E turn - spent 0; W spartacus@- L9 A0; E miyamoto-musashi@- L9 A0; choose D14 W",
            "give L1 to L8",
        ),
        (
            "RT G2 > W E turn - spent 0; W spartacus@a1N L3 A0; E miyamoto-musashi@- L3 A0; choose D14 E",
            "on the center",
        ),
        (
            "R1 T3 > E W turn E spent 1; W spartacus@b2E L10 A4; E miyamoto-musashi@c2W L8 A3 t; attack A5 E Bxb2 W g+1 / roll C1 W",
            "an attack is under way; give the position before it or after it, with `idle`",
        ),
        (
            "OVER T2 > E W turn - spent 0; W spartacus@b2E L10 A4; E miyamoto-musashi@- L0 A0; over W ko",
            "nothing that is solved is decided here; end with `idle`",
        ),
        (
            "RT G2 > W E turn - spent 0; W spartacus@b2E L3 A0; E miyamoto-musashi@c2W L3 A0; roll C7 W E",
            "nothing that is solved is decided here",
        ),
    ] {
        let told = refused(&format!("tr1 fist pure=on; {position}"));
        assert!(told.contains("error: position: ") && told.contains(words), "`{words}` is missing:\n{told}");
    }
}

/// Ctrl-C ends it at once; what is in the folder then is a whole table or nothing.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing_half_written() {
    let folder = folder("interrupted");
    let cards = folder.join("large.toml");
    let large = OWN.replace("life = 2", "life = 12").replace("agility = 2", "agility = 9");
    std::fs::write(&cards, large.replace("initiative = 3", "initiative = 5")).expect("written");
    let (cards, cache) = (cards.display().to_string(), folder.join("cache"));
    let arguments = ["quick", "slow", "--cards", &cards, "--cache-dir", &cache.display().to_string()];
    let whole = good(&["quick", "slow", "--cards", &cards]);
    for wait in [20, 60, 100, 140, 180] {
        let _ = std::fs::remove_dir_all(&cache);
        let child =
            command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("agon runs");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
        let output = child.wait_with_output().expect("it ends");
        // Before anybody listens the signal itself ends the program.
        assert!(matches!(output.status.code(), Some(0 | 130) | None), "{output:?}");
        if cache.is_dir() {
            let left = files(&cache);
            assert!(
                left.iter().all(|file| file.extension().is_some_and(|ending| ending == "table")),
                "{left:?}"
            );
            assert_eq!(good(&arguments), whole, "what is there is whole");
        }
    }
}
