//! The shipped courses play as they say, and are short and readable.

use lessons::{Answer, Course, Lesson, Now, SHIPPED, Task};

fn courses() -> Vec<Course> {
    let read = |game: &str| Course::shipped(game).unwrap_or_else(|faults| panic!("{faults}"));
    SHIPPED.iter().map(|(game, _)| read(game)).collect()
}

/// Scripts, every accepted answer, every try, every reply and every citation: see `Course::check`.
#[test]
fn everything_plays_as_it_says() {
    let registry = games::registry();
    for course in courses() {
        let faults = course.check(&registry);
        assert!(faults.is_empty(), "{faults}");
    }
}

#[test]
fn a_course_takes_about_ten_minutes() {
    for course in courses() {
        assert!((7..=10).contains(&course.chapters.len()), "{}", course.game);
        let steps = course.chapters.iter().flat_map(|chapter| &chapter.steps);
        let (mut words, mut tasks) = (0, 0);
        for step in steps {
            match &step.task {
                Task::Say(text) => words += text.split_whitespace().count(),
                Task::Ask(ask) => (words, tasks) = (words + ask.goal.split_whitespace().count(), tasks + 1),
                Task::Try(attempt) => {
                    (words, tasks) = (words + attempt.goal.split_whitespace().count(), tasks + 1);
                }
                Task::Play(_) | Task::Expect(_) => {}
            }
        }
        // 180 words a minute, and a quarter of a minute to look at the board and act.
        let minutes = words as f64 / 180.0 + tasks as f64 / 4.0;
        assert!((7.0..=14.0).contains(&minutes), "{}: {minutes:.1} minutes", course.game);
    }
}

#[test]
fn every_chapter_has_the_learner_do_something() {
    for course in courses() {
        for chapter in &course.chapters {
            let does = |task: &Task| matches!(task, Task::Ask(_) | Task::Try(_));
            assert!(chapter.steps.iter().any(|step| does(&step.task)), "{}", chapter.title);
            let last = &chapter.steps.last().expect("a chapter has steps").task;
            assert!(matches!(last, Task::Say(_)), "{} ends without a word", chapter.title);
        }
        let steps = || course.chapters.iter().flat_map(|chapter| &chapter.steps);
        let tries = steps().filter(|step| matches!(step.task, Task::Try(_))).count();
        assert!(tries >= 3, "{} lets the learner try {tries} forbidden things", course.game);
    }
}

#[test]
fn texts_are_short() {
    for course in courses() {
        for step in course.chapters.iter().flat_map(|chapter| &chapter.steps) {
            for text in step.texts() {
                assert!(text.len() <= 620, "{}: {} characters: {text}", step.place, text.len());
                for paragraph in text.split("\n\n").filter(|paragraph| paragraph.starts_with(' ')) {
                    let long = paragraph.lines().find(|line| line.chars().count() > 78);
                    assert_eq!(long, None, "{}", step.place);
                }
                for sentence in text.split(['.', '!', '?', ':', ';', '\n']) {
                    let words = sentence.split_whitespace().count();
                    assert!(words <= 26, "{}: {words} words: {sentence}", step.place);
                }
            }
        }
        for chapter in &course.chapters {
            assert!(chapter.title.len() <= 40, "{}", chapter.title);
        }
    }
    for (game, text) in SHIPPED {
        let long = text.lines().find(|line| line.chars().count() > 140 && !line.starts_with("position"));
        assert_eq!(long, None, "{game}");
    }
}

/// Every reply to a legal choice that misses the goal is given, and nothing is carried out.
#[test]
fn other_choices_are_answered_and_not_carried_out() {
    let registry = games::registry();
    let mut replies = 0;
    for course in courses() {
        for chapter in 0..course.chapters.len() {
            let mut lesson = Lesson::open(&course, &registry, chapter).unwrap();
            loop {
                match lesson.now() {
                    Now::End => break,
                    Now::Read(_) => lesson.read_on().unwrap(),
                    Now::Try(attempt) => {
                        let before = lesson.play().position();
                        let answer = lesson.answer(&attempt.action).unwrap();
                        assert!(matches!(answer, Answer::Learnt(refusal) if refusal.code == attempt.code));
                        assert_eq!(lesson.play().position(), before);
                    }
                    Now::Ask(ask) => {
                        let (before, step) = (lesson.play().position(), lesson.step());
                        let offered = lesson.play().notations(lesson.seat());
                        for other in offered.iter().filter(|notation| !ask.accepts(notation)) {
                            let reply = ask.reply(other).to_owned();
                            assert_eq!(lesson.answer(other), Ok(Answer::Other(reply)));
                            replies += 1;
                        }
                        assert_eq!((lesson.play().position(), lesson.step()), (before, step));
                        let right = offered.iter().find(|notation| ask.accepts(notation)).unwrap();
                        assert_eq!(lesson.answer(right), Ok(Answer::Done));
                    }
                }
            }
        }
    }
    assert!(replies > 100, "only {replies} other choices were met");
}

/// Whatever is typed, the lesson stays where it is.
#[test]
fn odd_answers_change_nothing() {
    let registry = games::registry();
    let typed = [
        "",
        " ",
        "...",
        "é;\u{0}",
        "99999999999999999999",
        "bet -1",
        "concede bout",
        "chance: dice(11)",
        "M",
    ];
    let mut conceded = 0;
    for course in courses() {
        for chapter in 0..course.chapters.len() {
            let mut lesson = Lesson::open(&course, &registry, chapter).unwrap();
            while lesson.now() != Now::End {
                let before = (lesson.play().position(), lesson.step(), lesson.now(), lesson.happened());
                for text in typed {
                    let answer = lesson.answer(text).unwrap();
                    assert!(!matches!(answer, Answer::Done | Answer::Learnt(_)), "{text}");
                    conceded += usize::from(text == "concede bout" && matches!(answer, Answer::Other(_)));
                    let after = (lesson.play().position(), lesson.step(), lesson.now(), lesson.happened());
                    assert_eq!(after, before, "{text}");
                }
                match lesson.now() {
                    Now::Ask(ask) => {
                        let right = lesson.choices().into_iter().find(|choice| ask.accepts(&choice.notation));
                        lesson.answer(&right.expect("a right answer is listed").notation).unwrap();
                    }
                    Now::Try(attempt) => drop(lesson.answer(&attempt.action).unwrap()),
                    Now::Read(_) | Now::End => lesson.read_on().unwrap(),
                }
            }
        }
    }
    assert!(conceded > 0, "a game accepts what it does not list");
}
