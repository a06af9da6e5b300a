//! Files that are wrong are told so with the place and the remedy; lessons go on, back and ahead.

use engine::Registry;
use lessons::{Answer, Course, Lesson, Now};

/// A course of two chapters in a small game.
const NIM: &str = r#"game = "nim"
title = "Learn Nim"

[[chapter]]
title = "Take"
setup = "piles=1,2 misere=no"

[[chapter.step]]
say = "Two heaps."

[[chapter.step]]
try = "Take two from a heap of one."
action = "1-2"
code = "pile-too-small"

[[chapter.step]]
ask = "Take one of the second heap."
accept = ["2-1"]
hint = "2-1"
other = [{ choice = "1-...", say = "The other heap." }]

[[chapter.step]]
expect = ["turn 1"]

[[chapter.step]]
play = ["1: 1-1"]

[[chapter.step]]
ask = "Win."
accept = ["..."]

[[chapter.step]]
expect = ["turn over"]

[[chapter]]
title = "Again"
[[chapter.step]]
say = "That is all."
"#;

fn read(text: &str) -> Course {
    Course::read("nim.toml", text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Everything that is wrong with a file, be it in reading or in playing.
fn wrong(registry: &Registry, text: &str) -> String {
    match Course::read("nim.toml", text) {
        Ok(course) => course.check(registry).to_string(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn a_small_course_is_right() {
    assert_eq!(wrong(&games::registry(), NIM), "");
}

#[test]
fn mistakes_are_told_with_place_and_remedy() {
    let registry = games::registry();
    for (from, to, told) in [
        ("title = \"Learn Nim\"", "title = 7", "nim.toml:2:9: `title` is not a text; see the shipped files"),
        (
            "title = \"Learn Nim\"",
            "titel = \"Nim\"",
            "nim.toml:2:1: `titel` means nothing here; did you mean `title`?",
        ),
        ("title = \"Learn Nim\"", "title = \"Nim", "nim.toml:2:13: invalid"),
        (
            "say = \"Two heaps.\"",
            "sya = \"Two heaps.\"",
            "nim.toml:8:1: the step does nothing; give it one of say",
        ),
        ("say = \"Two heaps.\"", "say = \"\"", "nim.toml:8:1: the step has no `say`; add one"),
        (
            "hint = \"2-1\"",
            "hnit = \"2-1\"",
            "nim.toml:19:1: `hnit` means nothing here; did you mean `hint`?",
        ),
        (
            "accept = [\"2-1\"]",
            "accept = []",
            "nim.toml:16:1: nothing is the right answer; list some in `accept`",
        ),
        (
            "accept = [\"2-1\"]",
            "accept = [\"2-7\"]",
            "nim.toml:16:1: nothing offered fits `2-7`; offered are",
        ),
        ("accept = [\"2-1\"]", "accept = [\"2-1\", \"2-2\"]", "after the answer `2-2`: "),
        ("choice = \"1-...\"", "choice = \"9\"", "nim.toml:16:1: nobody can get the reply to `9`"),
        ("choice = \"1-...\"", "choice = \"2-1\"", "nobody can get the reply to `2-1`"),
        (
            "code = \"pile-too-small\"",
            "code = \"nonsense\"",
            "nim.toml:11:1: `1-2` is refused as `pile-too-small`, not as",
        ),
        ("action = \"1-2\"", "action = \"1-1\"", "nim.toml:11:1: `1-1` is allowed; mend `action` or `code`"),
        ("action = \"1-2\"", "action = \"take\"", "nim.toml:11:1: "),
        ("\"turn 1\"", "\"turn 0\"", "nim.toml:22:1: it is not `turn 0`"),
        ("\"turn 1\"", "\"turn 9\"", "nim.toml:22:1: `9` is no seat; the seats are 0, 1"),
        ("\"turn 1\"", "\"event somebody wins\"", "nim.toml:22:1: no event says `somebody wins`"),
        ("\"turn 1\"", "\"weather fine\"", "`weather fine` says nothing that can be checked"),
        ("\"1: 1-1\"", "\"1: 1-4\"", "nim.toml:25:1: `1: 1-4` cannot be played: "),
        ("\"1: 1-1\"", "\"1-1\"", "nim.toml:25:1: `1-1` names nobody; write `SEAT: ACTION`"),
        (
            "play = [\"1: 1-1\"]",
            "expect = [\"turn 1\"]",
            "the learner is asked and cannot act: seat 1 is to act",
        ),
        ("piles=1,2", "piles=x", "nim.toml:4:1: the chapter cannot be set up: option `piles`"),
        ("game = \"nim\"", "game = \"nom\"", "there is no game `nom`; did you mean `nim`?"),
        // In two parts, as this file cites no rule that does not exist.
        (
            "Two heaps.",
            concat!("Two heaps [NIM", "-99]."),
            concat!("nim.toml:8:1: there is no rule NIM", "-99"),
        ),
        ("setup = \"", "seat = \"7\"\nsetup = \"", "nim.toml:4:1: `7` is no seat; the seats are 0, 1"),
    ] {
        assert!(NIM.contains(from), "{from}");
        let faults = wrong(&registry, &NIM.replacen(from, to, 1));
        assert!(faults.contains(told), "{to}: should be told `{told}` and is told\n{faults}");
    }
    let none = Course::shipped("champion-combat").unwrap_err().to_string();
    assert_eq!(none, "there is no tutorial for `champion-combat`; did you mean `champions-combat`?");
}

#[test]
fn lessons_go_on_back_and_ahead() {
    let (registry, course) = (games::registry(), read(NIM));
    let mut lesson = Lesson::open(&course, &registry, 0).unwrap();
    assert_eq!(lesson.now(), Now::Read("Two heaps."));
    assert!(lesson.task_follows());
    assert!(matches!(lesson.answer("2-1"), Ok(Answer::Unreadable(_))), "nothing is asked yet");
    lesson.read_on().unwrap();
    assert!(matches!(lesson.now(), Now::Try(_)));
    assert_eq!(lesson.choices()[0].notation, "1-2");
    assert!(matches!(lesson.answer("2-1"), Ok(Answer::Other(_))), "allowed, so no try");
    assert!(
        matches!(lesson.answer("2-3"), Ok(Answer::Unreadable(_))),
        "nothing, and not what is to be tried"
    );
    assert!(matches!(lesson.answer("1-2"), Ok(Answer::Learnt(_))));
    assert_eq!(lesson.choices().len(), 3);
    assert!(matches!(lesson.answer("two"), Ok(Answer::Unreadable(_))));
    assert_eq!(lesson.answer("1-1"), Ok(Answer::Other("The other heap.".to_owned())));
    assert_eq!(lesson.answer(" 2-1 "), Ok(Answer::Done));
    assert_eq!(lesson.play().number(), 2, "the other seat has answered");
    assert!(!lesson.happened().is_empty());

    lesson.back().unwrap();
    assert_eq!((lesson.step(), lesson.play().number()), (2, 0), "back at what was asked");
    lesson.back().unwrap();
    assert!(matches!(lesson.now(), Now::Try(_)));
    lesson.back().unwrap();
    assert_eq!(lesson.now(), Now::Read("Two heaps."), "a text goes with its task");
    lesson.back().unwrap();
    assert_eq!((lesson.chapter(), lesson.step()), (0, 0), "there is nothing before the beginning");

    assert_eq!(lesson.next_chapter(), Ok(true));
    assert_eq!((lesson.chapter(), lesson.chapter_title()), (1, "Again"));
    lesson.read_on().unwrap();
    assert_eq!(lesson.now(), Now::End);
    assert_eq!(lesson.next_chapter(), Ok(false));
    lesson.back().unwrap();
    lesson.back().unwrap();
    assert_eq!(lesson.chapter(), 0, "back over the beginning of a chapter");
    assert!(Lesson::open(&course, &registry, 2).is_err());
}
