//! `agon learn` as people and scripts meet it: through pipes, to the end, broken off and taken up again.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use lessons::{Course, Lesson, Now, SHIPPED};

/// A folder of this test's own that nothing is remembered in yet.
fn home(name: &str) -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{name}"));
    let _ = std::fs::remove_dir_all(&home);
    home
}

fn learn(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.arg("learn").args(arguments).env("AGON_HOME", home);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn with_input(home: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = learn(home, arguments).spawn().expect("agon runs");
    // Who leaves early does not read all of it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("agon ends")
}

/// Standard output of a run that must succeed.
fn good(home: &Path, arguments: &[&str], input: &str) -> String {
    let output = with_input(home, arguments, input);
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "agon learn {arguments:?}:\n{out}{err}");
    assert!(!out.contains('\x1b'), "colour without a terminal: {out}");
    assert_eq!(err, "");
    out
}

fn bad(home: &Path, arguments: &[&str]) -> String {
    let output = with_input(home, arguments, "");
    assert_eq!(output.status.code(), Some(2), "agon learn {arguments:?}");
    text(output.stderr)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("output is UTF-8")
}

/// What a learner types who always knows: every chapter from `first` on.
fn right_answers(course: &Course, first: usize) -> String {
    let registry = games::registry();
    let mut lesson = Lesson::open(course, &registry, first).expect("the course is checked by its own tests");
    let mut typed = String::new();
    loop {
        match lesson.now() {
            Now::Read(_) => {
                if !lesson.task_follows() {
                    typed.push('\n');
                }
                lesson.read_on().unwrap();
            }
            Now::Ask(ask) => {
                let right = |choice: &lessons::Choice| ask.accepts(&choice.notation);
                let number = lesson.choices().iter().position(right).expect("a right answer is listed");
                typed += &format!("{}\n", number + 1);
                let notation = lesson.choices()[number].notation.clone();
                lesson.answer(&notation).unwrap();
            }
            Now::Try(attempt) => {
                typed += &format!("{}\n", attempt.action.to_lowercase());
                lesson.answer(&attempt.action).unwrap();
            }
            Now::End => {
                if !lesson.next_chapter().unwrap() {
                    return typed;
                }
            }
        }
    }
}

#[test]
fn every_tutorial_is_played_to_its_end_through_pipes() {
    for (game, _) in SHIPPED {
        let course = Course::shipped(game).expect("a shipped course");
        let home = home(&format!("end-{game}"));
        let said = good(&home, &[game], &right_answers(&course, 0));
        let of = course.chapters.len();
        for (nth, chapter) in course.chapters.iter().enumerate() {
            let heading = format!("Chapter {} of {of}: {}", nth + 1, chapter.title);
            assert!(said.contains(&heading), "{heading} is missing");
        }
        assert!(said.contains("That was the last chapter."), "{said}");
        assert!(said.contains("Refused: "), "something forbidden was tried");
        let drawn = said.lines().find(|line| line.contains(['|', '─', '│']) || line.contains("+--"));
        assert_eq!(drawn, None, "nothing is drawn with lines");
        assert!(good(&home, &[], "").contains("finished"));
        let again = good(&home, &[game], "");
        assert!(again.contains("Chapter 1 of"), "who has finished may begin again: {again}");
    }
}

#[test]
fn the_chapter_reached_is_remembered() {
    let home = home("remembered");
    let game = "champions-combat";
    let said = good(&home, &[game], "skip\nskip\nquit\n");
    assert!(said.contains("You are in chapter 3; `agon learn champions-combat` goes on there."), "{said}");
    let asked = good(&home, &[game], "\nquit\n");
    assert!(asked.contains("Last time you came to chapter 3 of"), "{asked}");
    assert!(asked.contains("\nChapter 3 of"), "{asked}");
    let left = good(&home, &[game], "quit\n");
    assert!(!left.contains("\nChapter"), "{left}");
    let begun = good(&home, &[game], "1\nquit\n");
    assert!(begun.contains("\nChapter 1 of"), "{begun}");
    let there = good(&home, &[game, "--chapter", "5"], "quit\n");
    assert!(there.contains("\nChapter 5 of"), "{there}");
    assert!(good(&home, &[game, "--list"], "").contains("(you are here)"));
    assert!(good(&home, &[], "").contains("(chapter 5 of"));
    let restarted = good(&home, &[game, "--restart"], "quit\n");
    assert!(restarted.contains("\nChapter 1 of"), "{restarted}");
    // A spoilt bookmark is as good as none.
    std::fs::write(home.join("learn").join(game), "\u{0}nonsense").unwrap();
    assert!(good(&home, &[game], "quit\n").contains("\nChapter 1 of"));
}

#[test]
fn a_killed_tutorial_goes_on() {
    let home = home("killed");
    let game = "champions-combat";
    let mut child = learn(&home, &[game, "--chapter", "4"]).spawn().expect("agon runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"skip\n").unwrap();
    input.flush().unwrap();
    let mut output = child.stdout.take().expect("a pipe");
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains("Chapter 5 of") {
        let mut some = [0; 512];
        let read = output.read(&mut some).expect("agon talks");
        assert!(read > 0, "ended early: {}", String::from_utf8_lossy(&said));
        said.extend_from_slice(&some[..read]);
    }
    child.kill().expect("agon can be killed");
    child.wait().expect("agon ends");
    let on = good(&home, &[game], "\nquit\n");
    assert!(on.contains("Last time you came to chapter 5 of"), "{on}");
    let course = Course::shipped(game).expect("a shipped course");
    let rest = format!("\n{}", right_answers(&course, 4));
    assert!(good(&home, &[game], &rest).contains("That was the last chapter."));
}

#[test]
fn the_learner_can_look_around() {
    let home = home("around");
    let input = "\nhelp\nhint\nrule cc-move-2\nrule nonsense\nwhy\nboard\ncards\noptions\n99\nmarch\n1\n\
                 M K01 D1 @N\nwhy\nback\n\nM K01 D4 @N\nquit\n";
    let said = good(&home, &["champions-combat"], input);
    for words in [
        "picks that option",
        "M is a Move, then come the card",
        "CC-MOVE-2",
        "There is no rule `NONSENSE`.",
        "Nothing has happened yet",
        "There is no option 99; the numbers are 1 to 5.",
        "`march` cannot be read",
        "You can walk there, but the middle is better.",
        "Refused: ",
        "Type `why` to read the rule.",
        "Blue goes to D4",
    ] {
        assert!(said.contains(words), "`{words}` is missing:\n{said}");
    }
    assert!(said.matches("Welcome!").count() == 2, "`back` went back to the first text:\n{said}");
    // The end of the input is a way to leave, too.
    assert!(good(&home, &["champions-combat", "--restart"], "").contains("You are in chapter 1"));
}

#[test]
fn mistakes_are_told() {
    let home = home("mistakes");
    assert!(bad(&home, &["champion-combat"]).contains("did you mean `champions-combat`?"));
    let chapter = bad(&home, &["champions-combat", "--chapter", "99"]);
    assert!(chapter.contains("there is no chapter 99; the chapters are 1 to"), "{chapter}");
    assert!(bad(&home, &["champions-combat", "--chapter", "0"]).contains("there is no chapter 0"));
    std::fs::create_dir_all(&home).unwrap();
    let file = home.join("mine.toml");
    let shown = file.display().to_string();
    std::fs::write(
        &file,
        "game = \"nim\"\ntitle = \"Nim\"\n[[chapter]]\ntitle = \"One\"\n[[chapter.step]]\nsya = \"?\"\n",
    )
    .unwrap();
    let told = bad(&home, &["--file", &shown]);
    assert!(told.contains("mine.toml:5:1: the step does nothing"), "{told}");
    assert!(told.contains("     5 | [[chapter.step]]"), "{told}");
    std::fs::write(
        &file,
        "game = \"nim\"\ntitle = \"Nim\"\n[[chapter]]\ntitle = \"One\"\n[[chapter.step]]\nsay = \"Hello.\"\n",
    )
    .unwrap();
    assert_eq!(good(&home, &["--file", &shown, "--check"], ""), "1 chapter, nothing wrong\n");
    assert!(good(&home, &["--file", &shown], "\n").contains("That was the last chapter."));
    assert!(bad(&home, &["--file", "/no/such/file"]).contains("cannot read"));
    // A place that cannot be written to costs the memory, not the lesson.
    let blocked = with_input(&file, &["champions-combat"], "quit\n");
    let said = text(blocked.stdout);
    assert!(blocked.status.success() && said.contains("your place cannot be remembered"), "{said}");
    assert!(said.contains("`--chapter 1` goes on there"), "{said}");
}
