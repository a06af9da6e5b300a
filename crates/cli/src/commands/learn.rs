//! `agon learn`: a tutorial as a dialogue of lines, for terminals, pipes and screen readers.

use std::io::{BufRead, IsTerminal as _, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use engine::{Drawing, Sources, Tone, Viewer};
use lessons::{Answer, Choice, Course, Lesson, Now, SHIPPED};
use rulebook::Rulebook;
use terminal::saving::{home, write_whole};
use terminal::table::{names, with_names};
use terminal::words::{without_boxes, wrap, wrap_all};

use crate::errors::{Failure, in_setup, read};
use crate::output::{ERROR, FAINT, GOOD, STRONG, WARNING};

/// Learn a game by playing it, in about ten minutes
///
/// Without a game the tutorials are listed. What chapter you reached is remembered.
#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Args {
    /// The game to learn
    game: Option<String>,
    /// List the chapters
    #[arg(long)]
    list: bool,
    /// Begin again with the first chapter
    #[arg(long)]
    restart: bool,
    /// Begin with this chapter
    #[arg(long, value_name = "N", conflicts_with = "restart")]
    chapter: Option<usize>,
    /// Draw no lines around boards, for screen readers; so it is without a terminal, too
    #[arg(long)]
    plain: bool,
    /// Learn from a file of lessons of your own
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,
    /// Only tell what is wrong with the file
    #[arg(long, requires = "file")]
    check: bool,
}

const WIDTH: usize = 78;

pub fn run(args: &Args) -> Result<(), Failure> {
    let registry = games::registry();
    let mut out = anstream::stdout().lock();
    let (course, bookmark) = match (&args.file, &args.game) {
        (Some(file), _) => {
            let (name, text) = (file.display().to_string(), read(file, engine::bounds::FILE)?);
            let course = Course::read(&name, &text).and_then(|course| course.check(&registry).or(course));
            let mut sources = Sources::none();
            sources.push(name, text);
            (course.map_err(|faults| in_setup(&faults, &sources, ""))?, Bookmark(None))
        }
        (None, Some(game)) => (Course::shipped(game)?, Bookmark::of(game)),
        (None, None) => return list_courses(&mut out),
    };
    let of = course.chapters.len();
    if args.check {
        let chapters = if of == 1 { "chapter" } else { "chapters" };
        writeln!(out, "{GOOD}{of} {chapters}, nothing wrong{GOOD:#}")?;
        return Ok(());
    }
    if args.list {
        return list_chapters(&course, &bookmark, &mut out);
    }
    let reached = bookmark.reached();
    let mut input = std::io::stdin().lock();
    let chapter = match (args.chapter, reached) {
        (Some(0), _) => {
            return Err(Failure::Usage(format!("there is no chapter 0; the chapters are 1 to {of}")));
        }
        (Some(chapter), _) => chapter - 1,
        (None, Some(reached)) if !args.restart && (2..=of).contains(&reached) => {
            let title = &course.chapters[reached - 1].title;
            writeln!(out, "Last time you came to chapter {reached} of {of}, {STRONG}{title}{STRONG:#}.")?;
            write!(out, "Press Enter to go on there, or type 1 to begin again: ")?;
            out.flush()?;
            match line(&mut input)?.as_deref() {
                None | Some("quit" | "exit") => return Ok(()),
                Some("1") => 0,
                Some(_) => reached - 1,
            }
        }
        _ => 0,
    };
    let lesson = Lesson::open(&course, &registry, chapter)?;
    let mut talk = Talk {
        lesson,
        bookmark,
        input,
        out,
        plain: args.plain || !std::io::stdout().is_terminal(),
        drawn: None,
        cited: Vec::new(),
        told: false,
        warned: false,
    };
    writeln!(talk.out, "{STRONG}{}{STRONG:#}", course.title)?;
    writeln!(
        talk.out,
        "Type a number or an action where you are asked, and `help` for what else you can do."
    )?;
    talk.run()
}

/// One line of input without its end; none at the end of the input.
fn line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let read = input.read_line(&mut line);
    let failed = |error| Failure::Usage(format!("cannot read the input: {error}; type UTF-8 text"));
    Ok((read.map_err(failed)? > 0).then(|| line.trim().to_owned()))
}

fn list_courses(out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{STRONG}Tutorials{STRONG:#}, about ten minutes each:")?;
    for &(game, _) in SHIPPED {
        let course = Course::shipped(game)?;
        let of = course.chapters.len();
        let state = match Bookmark::of(game).reached() {
            Some(reached) if reached > of => "finished".to_owned(),
            Some(reached) if reached > 1 => format!("chapter {reached} of {of}"),
            _ => format!("{of} chapters"),
        };
        writeln!(out, "  {:<32} {} {FAINT}({state}){FAINT:#}", format!("agon learn {game}"), course.title)?;
    }
    Ok(())
}

fn list_chapters(course: &Course, bookmark: &Bookmark, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{STRONG}{}{STRONG:#}", course.title)?;
    let reached = bookmark.reached().unwrap_or(1);
    for (nth, chapter) in course.chapters.iter().enumerate() {
        let here = if nth + 1 == reached { " (you are here)" } else { "" };
        writeln!(out, "  {}. {}{FAINT}{here}{FAINT:#}", nth + 1, chapter.title)?;
    }
    Ok(())
}

/// The file that remembers the chapter reached, if there is a place for it: a number from 1 to one more than there are.
struct Bookmark(Option<PathBuf>);

impl Bookmark {
    fn of(game: &str) -> Self {
        Self(home().map(|home| home.join("learn").join(game)))
    }

    fn reached(&self) -> Option<usize> {
        std::fs::read_to_string(self.0.as_ref()?).ok()?.trim().parse().ok()
    }

    fn put(&self, chapter: usize) -> std::io::Result<()> {
        let Some(file) = &self.0 else { return Ok(()) };
        std::fs::create_dir_all(file.parent().expect("it lies in a folder"))?;
        write_whole(file, &format!("{chapter}\n"))
    }
}

/// Whether the dialogue goes on.
#[derive(PartialEq)]
enum Go {
    On,
    Away,
}

/// The dialogue with one learner.
struct Talk<'c, I, O> {
    lesson: Lesson<'c>,
    bookmark: Bookmark,
    input: I,
    out: O,
    /// Nothing is drawn with lines.
    plain: bool,
    /// The chapter and the position that were drawn last.
    drawn: Option<(usize, String)>,
    /// The rules of what was told last.
    cited: Vec<&'static str>,
    /// Whether the present stop has been shown.
    told: bool,
    /// Whether it was said that nothing can be remembered.
    warned: bool,
}

impl<'c, I: BufRead, O: Write> Talk<'c, I, O> {
    fn run(&mut self) -> Result<(), Failure> {
        self.begin_chapter()?;
        loop {
            if !self.told {
                self.show()?;
                self.told = true;
            }
            let together = matches!(self.lesson.now(), Now::Read(_)) && self.lesson.task_follows();
            let go = match self.lesson.now() {
                Now::End => self.end_chapter()?,
                Now::Read(_) if together => {
                    self.move_on(Lesson::read_on)?;
                    Go::On
                }
                Now::Read(_) => self.hear("[Enter] ")?,
                Now::Ask(_) | Now::Try(_) => self.hear("> ")?,
            };
            if go == Go::Away {
                return Ok(());
            }
        }
    }

    /// Does something that leads to another stop.
    fn move_on(
        &mut self,
        step: impl FnOnce(&mut Lesson<'c>) -> Result<(), engine::Faults>,
    ) -> Result<(), Failure> {
        let chapter = self.lesson.chapter();
        step(&mut self.lesson)?;
        self.told = false;
        if self.lesson.chapter() == chapter { Ok(()) } else { self.begin_chapter() }
    }

    fn begin_chapter(&mut self) -> Result<(), Failure> {
        let (chapter, of) = (self.lesson.chapter() + 1, self.lesson.course().chapters.len());
        self.remember(chapter)?;
        let title = self.lesson.chapter_title();
        writeln!(self.out, "\n{STRONG}Chapter {chapter} of {of}: {title}{STRONG:#}")?;
        Ok(())
    }

    fn remember(&mut self, chapter: usize) -> Result<(), Failure> {
        if let Err(error) = self.bookmark.put(chapter)
            && !std::mem::replace(&mut self.warned, true)
        {
            let note =
                format!("your place cannot be remembered: {error}; set AGON_HOME to a folder of yours");
            writeln!(self.out, "{WARNING}note:{WARNING:#} {note}")?;
        }
        Ok(())
    }

    fn end_chapter(&mut self) -> Result<Go, Failure> {
        let (chapter, of) = (self.lesson.chapter() + 1, self.lesson.course().chapters.len());
        if chapter == of {
            self.remember(of + 1)?;
            writeln!(self.out, "\n{GOOD}That was the last chapter. Well played!{GOOD:#}")?;
            return Ok(Go::Away);
        }
        self.move_on(|lesson| lesson.next_chapter().map(|_| ()))?;
        Ok(Go::On)
    }

    /// What happened, the board if it changed, and what is to be read or done.
    fn show(&mut self) -> Result<(), Failure> {
        let events = self.lesson.happened();
        if !events.is_empty() {
            writeln!(self.out)?;
            self.cited.clear();
        }
        let names = names(self.lesson.play(), Viewer::seat(self.lesson.seat()));
        for event in events {
            let text = with_names(&event.text, &names);
            writeln!(self.out, "  - {text} {FAINT}[{}]{FAINT:#}", event.rule)?;
            if !self.cited.contains(&event.rule) {
                self.cited.push(event.rule);
            }
        }
        let position = (self.lesson.chapter(), self.lesson.play().position());
        if self.drawn.as_ref() != Some(&position) && self.lesson.now() != Now::End {
            self.board()?;
            self.drawn = Some(position);
        }
        match self.lesson.now() {
            Now::Read(text) => self.say(text),
            Now::Ask(ask) => {
                self.task(&ask.goal)?;
                self.options(&self.lesson.choices())
            }
            Now::Try(attempt) => {
                self.task(&attempt.goal)?;
                self.options(&self.lesson.choices())
            }
            Now::End => Ok(()),
        }
    }

    fn task(&mut self, goal: &str) -> Result<(), Failure> {
        writeln!(self.out)?;
        for line in wrap(goal, WIDTH) {
            writeln!(self.out, "{STRONG}{line}{STRONG:#}")?;
        }
        Ok(())
    }

    fn options(&mut self, choices: &[Choice]) -> Result<(), Failure> {
        for (nth, Choice { notation, label, odds }) in choices.iter().enumerate() {
            let label = Some(label).filter(|label| !label.is_empty() && *label != notation);
            let more: Vec<&str> = label.into_iter().chain(odds).map(String::as_str).collect();
            let more = more.join(", ");
            let head = format!("  {}. {notation}", nth + 1);
            if more.is_empty() {
                writeln!(self.out, "{head}")?;
            } else if head.chars().count() + 2 + more.chars().count() <= WIDTH {
                writeln!(self.out, "{head}  {FAINT}{more}{FAINT:#}")?;
            } else {
                writeln!(self.out, "{head}")?;
                for line in wrap(&more, WIDTH - 5) {
                    writeln!(self.out, "     {FAINT}{line}{FAINT:#}")?;
                }
            }
        }
        Ok(())
    }

    /// A text: paragraphs are filled, lines that begin with a blank stay as they are.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        for paragraph in text.split("\n\n") {
            writeln!(self.out)?;
            if paragraph.starts_with(' ') {
                writeln!(self.out, "{paragraph}")?;
                continue;
            }
            for line in wrap(paragraph, WIDTH) {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }

    fn board(&mut self) -> Result<(), Failure> {
        let viewer = Viewer::seat(self.lesson.seat());
        writeln!(self.out)?;
        if self.plain {
            write!(self.out, "{}", without_boxes(&self.lesson.play().picture(viewer)))?;
        } else {
            draw(&self.lesson.play().drawing(viewer, WIDTH), &mut self.out)?;
        }
        Ok(())
    }

    /// Waits for a line and does what it says.
    fn hear(&mut self, prompt: &str) -> Result<Go, Failure> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let Some(line) = line(&mut self.input)? else {
            writeln!(self.out)?;
            return self.leave();
        };
        let picked = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let choices = self.lesson.choices();
        if let Some(choice) = picked.and_then(|picked| choices.get(picked)) {
            return self.answer(&choice.notation);
        }
        if self.lesson.is_offered(&line) {
            return self.answer(&line);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match (word.to_lowercase().as_str(), self.lesson.now()) {
            ("", Now::Read(_)) => self.move_on(Lesson::read_on)?,
            ("", _) => self.told = false,
            ("quit" | "exit", _) => return self.leave(),
            ("back", _) => self.move_on(Lesson::back)?,
            ("skip", _) => {
                if !self.lesson.next_chapter()? {
                    return self.end_chapter();
                }
                self.told = false;
                self.begin_chapter()?;
            }
            ("board", _) => self.board()?,
            ("cards" | "card", _) => self.cards(rest)?,
            ("why", _) => self.why()?,
            ("rule", _) => self.rule(rest)?,
            ("help" | "?", _) => self.help()?,
            ("hint", Now::Ask(ask)) => self.say(&ask.hint)?,
            ("hint", Now::Try(attempt)) => self.say(&attempt.hint)?,
            ("options", Now::Ask(_) | Now::Try(_)) => self.all_options()?,
            (_, Now::Read(_)) => writeln!(self.out, "Press Enter to read on, or type `help`.")?,
            _ if picked.is_some() => {
                writeln!(self.out, "There is no option {line}; the numbers are 1 to {}.", choices.len())?;
            }
            _ => return self.answer(&line),
        }
        Ok(Go::On)
    }

    fn answer(&mut self, text: &str) -> Result<Go, Failure> {
        match self.lesson.answer(text)? {
            Answer::Done => {
                writeln!(self.out, "{GOOD}Good.{GOOD:#}")?;
                self.told = false;
            }
            Answer::Learnt(refusal) => {
                writeln!(self.out, "{ERROR}Refused:{ERROR:#} {refusal}.")?;
                self.cited = vec![refusal.rule];
                self.told = false;
            }
            Answer::Refused(refusal) => {
                writeln!(self.out, "{ERROR}Refused:{ERROR:#} {refusal}. Type `why` to read the rule.")?;
                self.cited = vec![refusal.rule];
            }
            Answer::Other(reply) => self.say(&reply)?,
            Answer::Unreadable(fault) => {
                writeln!(self.out, "{fault}. Type a number, an action, or `help`.")?;
            }
        }
        Ok(Go::On)
    }

    /// Everything the seat could do, whatever the lesson lists.
    fn all_options(&mut self) -> Result<(), Failure> {
        for offer in self.lesson.play().legal(self.lesson.seat()) {
            writeln!(self.out, "  {}{FAINT}  {}{FAINT:#}", offer.notation, offer.label)?;
        }
        Ok(())
    }

    fn cards(&mut self, name: &str) -> Result<(), Failure> {
        let cards = self.lesson.play().cards(Viewer::seat(self.lesson.seat()));
        let meant = |card: &&engine::CardText| {
            [&card.name, &card.title].iter().any(|known| name.is_empty() || known.eq_ignore_ascii_case(name))
        };
        let mut found = cards.iter().filter(meant).peekable();
        if found.peek().is_none() {
            let none =
                if name.is_empty() { "There are no cards to read here." } else { "You see no such card." };
            writeln!(self.out, "{none}")?;
        }
        for card in found {
            writeln!(self.out, "\n{STRONG}{}{STRONG:#} {FAINT}{}{FAINT:#}", card.title, card.place)?;
            for line in wrap_all(card.text.iter().map(String::as_str), WIDTH - 2) {
                writeln!(self.out, "  {line}")?;
            }
        }
        Ok(())
    }

    fn why(&mut self) -> Result<(), Failure> {
        if self.cited.is_empty() {
            writeln!(self.out, "Nothing has happened yet that a rule explains.")?;
        }
        for id in self.cited.clone() {
            self.rule(id)?;
        }
        Ok(())
    }

    fn rule(&mut self, id: &str) -> Result<(), Failure> {
        let book = Rulebook::shipped();
        let id = id.trim_matches(['[', ']', ' ']).to_uppercase();
        let Some(entry) = book.find(&id) else {
            let remedy = book.nearest(&id).map_or_else(
                || "Type `rule` and an id that stands in brackets.".to_owned(),
                |near| format!("Did you mean {near}?"),
            );
            writeln!(self.out, "There is no rule `{id}`. {remedy}")?;
            return Ok(());
        };
        writeln!(self.out, "{STRONG}{}{STRONG:#} {FAINT}{}{FAINT:#}", entry.id(), entry.heading())?;
        for line in wrap(entry.text(), WIDTH - 2) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), Failure> {
        let help = "
  a number      picks that option          an action     as in the options: typed in full
  Enter         reads on, asks again       hint          a nudge
  why           the rules behind it        rule ID       one rule, such as an id in brackets
  board         draws the board            cards [NAME]  the cards you see, or one of them
  options       everything you could do    back          one stop back
  skip          on to the next chapter     quit          leaves; your place is remembered";
        writeln!(self.out, "{}", help.trim_start_matches('\n'))?;
        Ok(())
    }

    fn leave(&mut self) -> Result<Go, Failure> {
        let chapter = self.lesson.chapter() + 1;
        match (&self.bookmark.0, self.warned) {
            (Some(_), false) => {
                let game = &self.lesson.course().game;
                writeln!(self.out, "You are in chapter {chapter}; `agon learn {game}` goes on there.")?;
            }
            _ => writeln!(self.out, "You are in chapter {chapter}; `--chapter {chapter}` goes on there.")?,
        }
        Ok(Go::Away)
    }
}

/// The drawing in colours; where there are none to be had, the stream leaves them out.
fn draw(drawing: &Drawing, out: &mut impl Write) -> std::io::Result<()> {
    for line in &drawing.lines {
        for span in &line.spans {
            let style = style(span.tone);
            write!(out, "{style}{}{style:#}", span.text)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn style(tone: Tone) -> Style {
    const SEATS: [AnsiColor; 6] = [
        AnsiColor::Blue,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Red,
        AnsiColor::Magenta,
        AnsiColor::Cyan,
    ];
    match tone {
        Tone::Plain => Style::new(),
        Tone::Faint => FAINT,
        Tone::Strong => STRONG,
        Tone::Good => GOOD,
        Tone::Bad => AnsiColor::Red.on_default(),
        Tone::Of(seat) => SEATS[seat.index() % SEATS.len()].on_default().bold(),
    }
}
