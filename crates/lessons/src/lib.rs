//! Tutorials that teach a game by playing it: courses as data files, and the state machine that plays them.
//!
//! A [`Course`] is read from a file of `lessons/` (`docs/lessons.md` has the format). A [`Lesson`] is one person's way
//! through it. It knows no terminal: a front end shows what [`Lesson::now`] says and the play of [`Lesson::play`], and
//! hands in what the person does.
//!
//! ```
//! use lessons::{Answer, Course, Lesson, Now};
//! let (registry, course) = (games::registry(), Course::shipped("champions-combat").unwrap());
//! let mut lesson = Lesson::open(&course, &registry, 0).unwrap();
//! while let Now::Read(_) = lesson.now() {
//!     lesson.read_on().unwrap();
//! }
//! let Now::Ask(ask) = lesson.now() else { panic!("the first chapter asks for something") };
//! assert!(matches!(lesson.answer(&ask.accept[0]).unwrap(), Answer::Done));
//! ```

mod check;
mod course;
mod lesson;

pub use course::{Ask, Chapter, Course, Other, Step, Task, Try};
pub use lesson::{Answer, Choice, Lesson, Now};

/// The shipped courses: the game and the text of the file.
pub const SHIPPED: &[(&str, &str)] = &[
    ("champions-combat", include_str!("../../../lessons/champions-combat.toml")),
    ("time-rift", include_str!("../../../lessons/time-rift.toml")),
    ("worlds-unchained", include_str!("../../../lessons/worlds-unchained.toml")),
];
