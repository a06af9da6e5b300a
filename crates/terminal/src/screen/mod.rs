//! Full screen: what is on it ([`scene`]), how it is drawn ([`draw`]), menus ([`menu`]), and the loop that reads keys.

pub mod draw;
pub mod menu;
pub mod scene;

use std::io;
use std::mem::ManuallyDrop;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::layout::Size;

use crate::Left;
use crate::session::Session;
use menu::Menu;
use scene::Scene;

/// How long the loop sleeps at most before it looks whether it should stop.
const NAP: Duration = Duration::from_millis(200);

/// The terminal, taken over until it is closed or dropped. A panic gives it back, too.
pub struct Screen {
    /// Never dropped: it would tell of a terminal that is gone, to nobody, and panic.
    terminal: ManuallyDrop<DefaultTerminal>,
    stop: fn() -> bool,
    open: bool,
}

impl Screen {
    /// Takes the terminal over. `stop` says whether somebody asked the program to end.
    pub fn open(stop: fn() -> bool) -> io::Result<Self> {
        Ok(Self { terminal: ManuallyDrop::new(ratatui::try_init()?), stop, open: true })
    }

    /// Gives the terminal back.
    pub fn close(&mut self) {
        if std::mem::take(&mut self.open) {
            // A terminal that is gone needs nothing back.
            let _ = self.terminal.show_cursor();
            let _ = ratatui::try_restore();
        }
    }

    /// Asks which of several; nothing if the person leaves.
    pub fn pick(&mut self, question: &str, options: &[String]) -> io::Result<Option<usize>> {
        let mut menu = Menu::new(question, options);
        self.terminal.draw(|frame| menu.draw(frame))?;
        let mut size = self.terminal.size()?;
        loop {
            if (self.stop)() || menu.left {
                return Ok(None);
            }
            let mut changed = self.is_resized(&mut size)?;
            if let Some(Event::Key(key)) = next_event(NAP)?
                && key.kind != KeyEventKind::Release
            {
                if let Some(picked) = menu.key(key) {
                    return Ok(Some(picked));
                }
                changed = true;
            }
            if changed {
                self.terminal.draw(|frame| menu.draw(frame))?;
            }
        }
    }

    /// Whether the window has another size than before. A change before the first wait for a key is told by no event.
    fn is_resized(&self, size: &mut Size) -> io::Result<bool> {
        let now = self.terminal.size()?;
        Ok(std::mem::replace(size, now) != now)
    }

    /// Plays to the end of the series, or until the person leaves.
    pub fn play(&mut self, session: &mut Session<'_>) -> io::Result<Left> {
        let mut scene = Scene::new(session, draw::has_colour());
        let mut size = self.terminal.size()?;
        loop {
            if self.is_resized(&mut size)? {
                scene.resized();
            }
            if scene.changed() {
                self.terminal.draw(|frame| draw::scene(frame, &scene))?;
            }
            if let Some(left) = scene.left() {
                return Ok(left);
            }
            if (self.stop)() {
                return Ok(Left::Early);
            }
            match next_event(scene.patience().min(NAP))? {
                Some(Event::Key(key)) if key.kind != KeyEventKind::Release => scene.key(key),
                Some(_) => {}
                None => scene.tick(),
            }
        }
    }
}

/// The next key or change of size within that time. A terminal that is gone is an error, of kind `UnexpectedEof`: the
/// library that reads keys would read its end for ever.
fn next_event(patience: Duration) -> io::Result<Option<Event>> {
    #[cfg(unix)]
    let patience = {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdin = io::stdin();
        let mut input = [PollFd::new(&stdin, PollFlags::IN)];
        // No patience is a second long. A window that changes its size interrupts the wait.
        let time = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos()) };
        let _ = poll(&mut input, Some(&time));
        if input[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the terminal is gone"));
        }
        Duration::ZERO
    };
    if event::poll(patience)? { event::read().map(Some) } else { Ok(None) }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.close();
    }
}
