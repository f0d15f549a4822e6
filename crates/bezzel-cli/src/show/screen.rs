//! The whole screen: title, board with the method's data, counters, the sentence, the keys.

use std::time::Duration;

use bezzel::methods::{Data, Method};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::data::{self, Panel, masks};
use super::layout::{Plan, too_small};
use super::player::Player;
use super::scene::Scene;
use super::sentence;
use super::theme::{Role, Theme};
use super::{board, keys};

/// Everything the screen shows.
pub(crate) struct Screen<'a> {
    pub(crate) n: u32,
    pub(crate) method: Method,
    pub(crate) player: &'a Player,
    /// How long the worker has been at what the viewer waits for.
    pub(crate) busy_for: Option<Duration>,
    pub(crate) theme: Theme,
}

pub(crate) fn draw(frame: &mut Frame, screen: &Screen) {
    let area = frame.area();
    if let Some(message) = too_small(area.width, area.height) {
        let text = Paragraph::new(message).wrap(Wrap { trim: true });
        frame.render_widget(text, area);
        return;
    }
    let [title, middle, status, sentence, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(2),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(area);
    screen.draw_title(frame, title);
    screen.draw_middle(frame, middle);
    frame.render_widget(Paragraph::new(screen.status()), status);
    let text = Paragraph::new(screen.sentence()).wrap(Wrap { trim: true });
    frame.render_widget(text, sentence);
    frame.render_widget(screen.keys(keys.width), keys);
}

impl Screen<'_> {
    fn draw_title(&self, frame: &mut Frame, area: Rect) {
        const ORIGIN: &str = "rows and columns count from 0";
        let name = format!("{} queens by {}", self.n, self.method);
        let room = usize::from(area.width).saturating_sub(name.chars().count() + 2);
        let name = Span::styled(name, self.theme.style(Role::Title));
        frame.render_widget(Line::from(name), area);
        let origin = if room >= ORIGIN.len() {
            ORIGIN
        } else {
            "from 0"
        };
        let origin = Line::from(Span::styled(origin, self.theme.style(Role::Quiet)));
        frame.render_widget(origin.alignment(Alignment::Right), area);
    }

    fn draw_middle(&self, frame: &mut Frame, area: Rect) {
        let step = self.player.step();
        let scene = step.map_or_else(Scene::empty, |step| Scene::of(self.n, step));
        let masks = match step.map(|step| &step.data) {
            Some(&Data::Masks { masks, candidates }) => Some((masks, candidates)),
            _ => None,
        };
        let plan = Plan::new(self.n, scene.focus(), masks.is_some(), area);
        if let Some(area) = plan.idea {
            let idea = Line::styled(self.method.about().idea, self.theme.style(Role::Quiet));
            frame.render_widget(idea, area);
        }
        let lines = board::lines(&scene, &plan.view, self.theme);
        frame.render_widget(Paragraph::new(lines), plan.board);
        let panel = step.map(|step| Panel {
            n: self.n,
            step,
            width: plan.data.width.into(),
            theme: self.theme,
        });
        let mut side = Vec::new();
        match (panel, plan.under, masks) {
            (Some(panel), Some(under), Some((masks, candidates))) => {
                let width = under.width.into();
                let panel = Panel { width, ..panel };
                let lines = masks::under_board(panel, masks, candidates, plan.view.cell);
                frame.render_widget(Paragraph::new(lines), under);
            }
            (Some(panel), ..) => side = data::lines(panel),
            (None, ..) => {}
        }
        if side.len() + 1 + keys::LEGEND.len() <= plan.data.height.into() {
            if !side.is_empty() {
                side.push(Line::default());
            }
            side.extend(keys::LEGEND.map(|line| Line::styled(line, self.theme.style(Role::Quiet))));
        }
        let side = Paragraph::new(side).wrap(Wrap { trim: false });
        frame.render_widget(side, plan.data);
    }

    fn status(&self) -> Vec<Line<'static>> {
        let Some(step) = self.player.step() else {
            return Vec::new();
        };
        let playing = if self.player.is_playing() {
            "playing"
        } else {
            "paused"
        };
        let speed = self.player.speed();
        let rate = if speed == 1 { "step" } else { "steps" };
        let depth = step.queens.len();
        let work = step.counters;
        vec![
            self.facts([
                ("step", grouped(step.index)),
                ("depth", format!("{depth} of {}", self.n)),
                (playing, format!("at {speed} {rate} a second")),
            ]),
            self.facts([
                ("tried", grouped(work.tried)),
                ("placed", grouped(work.placed)),
                ("backtracks", grouped(work.backtracks)),
                ("tests", grouped(work.tests)),
                ("solutions", grouped(work.solutions)),
            ]),
        ]
    }

    fn facts<const K: usize>(&self, facts: [(&'static str, String); K]) -> Line<'static> {
        Line::from_iter(facts.into_iter().flat_map(|(name, value)| {
            [
                Span::styled(name, self.theme.style(Role::Quiet)),
                Span::raw(format!(" {value}   ")),
            ]
        }))
    }

    fn sentence(&self) -> Line<'static> {
        let step = self.player.step();
        let slow = self.busy_for.is_some_and(|busy| busy >= super::NOTICEABLE);
        if slow && self.player.is_waiting() {
            let what = if self.player.is_searching() {
                "a solution"
            } else {
                "the step"
            };
            let seconds = self.busy_for.unwrap_or_default().as_secs();
            let text = format!("searching for {what}… {seconds} s (Esc cancels)");
            return Line::styled(text, self.theme.style(Role::Tried));
        }
        if let Some(notice) = self.player.notice() {
            let text = sentence::notice(notice, step);
            return Line::styled(text, self.theme.style(Role::Good));
        }
        match step {
            Some(step) => Line::raw(sentence::sentence(self.n, self.method, step)),
            None if self.player.is_waiting() => Line::default(),
            None => Line::raw(sentence::empty_run()),
        }
    }

    fn keys(&self, width: u16) -> Line<'static> {
        let line = |help: &[(&'static str, &'static str)]| {
            Line::from_iter(help.iter().flat_map(|(key, action)| {
                [
                    Span::styled(*key, self.theme.style(Role::Key)),
                    Span::styled(format!(" {action}  "), self.theme.style(Role::Quiet)),
                ]
            }))
        };
        let whole = line(&keys::HELP);
        if whole.width() <= usize::from(width) + 2 {
            whole
        } else {
            line(&keys::SHORT_HELP)
        }
    }
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
