//! A menu: one question, some answers.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

/// Which of several, with the arrows or by number.
pub struct Menu<'a> {
    question: &'a str,
    options: &'a [String],
    selected: usize,
    /// Whether the person leaves.
    pub left: bool,
}

impl<'a> Menu<'a> {
    /// A question with its answers.
    pub fn new(question: &'a str, options: &'a [String]) -> Self {
        Self { question, options, selected: 0, left: false }
    }

    /// A key was pressed; gives the answer once there is one.
    pub fn key(&mut self, key: KeyEvent) -> Option<usize> {
        let last = self.options.len() - 1;
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.left = true,
            KeyCode::Char('q') | KeyCode::Esc => self.left = true,
            KeyCode::Up => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down => self.selected = (self.selected + 1).min(last),
            KeyCode::Home | KeyCode::PageUp => self.selected = 0,
            KeyCode::End | KeyCode::PageDown => self.selected = last,
            KeyCode::Char(digit @ '1'..='9') => {
                self.selected = (digit as usize - '1' as usize).min(last);
            }
            KeyCode::Enter => return Some(self.selected),
            _ => {}
        }
        None
    }

    /// Draws it.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let [head, body, foot] =
            Layout::vertical([Constraint::Length(4), Constraint::Min(1), Constraint::Length(1)])
                .areas(frame.area());
        let strong = Style::new().add_modifier(Modifier::BOLD);
        let title =
            vec![Line::raw(""), Line::styled("  Agon", strong), Line::raw(format!("  {}", self.question))];
        frame.render_widget(Paragraph::new(title), head);
        let rows = usize::from(body.height);
        let first = super::draw::first_shown(self.selected, self.options.len(), rows);
        let lines: Vec<Line<'_>> = (first..self.options.len().min(first + rows))
            .map(|i| {
                let text = format!(
                    "{} {:>2}  {}",
                    if i == self.selected { ">" } else { " " },
                    i + 1,
                    self.options[i]
                );
                let style = if i == self.selected {
                    Style::new().add_modifier(Modifier::REVERSED)
                } else {
                    Style::new()
                };
                Line::styled(format!("  {text} "), style)
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), body);
        frame.render_widget(Paragraph::new("  Up, Down or a number, then Enter; q leaves"), foot);
    }
}
