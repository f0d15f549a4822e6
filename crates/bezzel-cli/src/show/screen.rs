//! Screen: title, board with data structures, counters, sentence and keys.

use std::time::Duration;

use bezzel::methods::{Data, WorkCounter};
use bezzel::{ConstrainedBoard, counted};
use indicatif::HumanCount;
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::data::{self, Panel, masks};
use super::layout::{Plan, too_small};
use super::player::Player;
use super::scene::Scene;
use super::sentence;
use super::source::Source;
use super::theme::{Role, Theme};
use super::{board, keys};

/// Content of the screen.
pub(crate) struct Screen<'a> {
    pub(crate) board: &'a ConstrainedBoard,
    pub(crate) source: &'a Source,
    pub(crate) player: &'a Player,
    /// Time since the request that the viewer is waiting for.
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
    frame.render_widget(Paragraph::new(screen.status(status.width)), status);
    let text = Paragraph::new(screen.sentence()).wrap(Wrap { trim: true });
    frame.render_widget(text, sentence);
    frame.render_widget(screen.keys(keys.width), keys);
}

impl Screen<'_> {
    fn draw_title(&self, frame: &mut Frame, area: Rect) {
        const ORIGIN: [&str; 2] = ["rows and columns are 0-based", "rows, columns 0-based"];
        let mut name = self.source.title(self.board);
        if !self.board.is_unconstrained() {
            name += ": # blocked, q given queen";
        }
        let room = usize::from(area.width).saturating_sub(name.chars().count() + 2);
        let name = Span::styled(name, self.theme.style(Role::Title));
        frame.render_widget(Line::from(name), area);
        let Some(origin) = ORIGIN.into_iter().find(|note| note.len() <= room) else {
            return;
        };
        let origin = Line::from(Span::styled(origin, self.theme.style(Role::Quiet)));
        frame.render_widget(origin.alignment(Alignment::Right), area);
    }

    fn draw_middle(&self, frame: &mut Frame, area: Rect) {
        let step = self.player.step();
        let scene = step.map_or_else(Scene::empty, |step| Scene::of(self.board.size(), step));
        let scene = scene.on(self.board);
        let masks = match step.map(|step| &step.data) {
            Some(&Data::Masks { masks, candidates }) => Some((masks, candidates)),
            _ => None,
        };
        let plan = Plan::new(self.board.size(), scene.focus(), masks.is_some(), area);
        if let Some(area) = plan.idea {
            let idea = Line::styled(self.source.idea(), self.theme.style(Role::Quiet));
            frame.render_widget(idea, area);
        }
        let lines = board::lines(&scene, &plan.view, self.theme);
        frame.render_widget(Paragraph::new(lines), plan.board);
        let panel = |step, area: Rect| Panel {
            n: self.board.size(),
            step,
            width: area.width.into(),
            theme: self.theme,
        };
        let side = match (step, plan.under, masks) {
            (Some(step), Some(under), Some((masks, candidates))) => {
                let panel = panel(step, under);
                let lines = masks::under_board(panel, masks, candidates, plan.view.cell);
                let text = Paragraph::new(lines).wrap(Wrap { trim: false });
                frame.render_widget(text, under);
                Vec::new()
            }
            (Some(step), ..) => data::lines(panel(step, plan.data)),
            (None, ..) => Vec::new(),
        };
        self.draw_side(frame, plan.data, side);
    }

    /// Draws the data structures, with the legend below if there is room.
    fn draw_side(&self, frame: &mut Frame, area: Rect, mut lines: Vec<Line<'static>>) {
        let width = usize::from(area.width);
        let legend = keys::legend(width);
        let used: usize = lines
            .iter()
            .map(|line| line.width().div_ceil(width.max(1)).max(1))
            .sum();
        if used + 1 + legend.len() <= area.height.into() {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            let quiet = self.theme.style(Role::Quiet);
            lines.extend(legend.iter().map(|&line| Line::styled(line, quiet)));
        }
        let side = Paragraph::new(lines).wrap(Wrap { trim: false });
        frame.render_widget(side, area);
    }

    fn status(&self, width: u16) -> Vec<Line<'static>> {
        let Some(step) = self.player.step() else {
            return Vec::new();
        };
        let playing = if self.player.is_playing() {
            "playing"
        } else {
            "paused"
        };
        let speed = self.player.speed();
        fn counter(name: &str, number: u64) -> (&str, String) {
            (name, HumanCount(number).to_string())
        }
        let about = self.source.about();
        let counters = about
            .counters
            .iter()
            .map(|WorkCounter { work, title }| counter(&title.english, step.counters.of(*work)));
        let mut state = vec![
            counter("step", step.index + 1),
            (playing, format!("at {}/s", counted(speed, "step"))),
        ];
        if about.has_tree {
            let depth = format!("{} of {}", step.queens.len(), self.board.size());
            state.insert(1, ("depth", depth));
        }
        vec![self.facts(state, width), self.facts(counters, width)]
    }

    /// Formats as many of the facts as fit, in order of importance.
    fn facts<'f>(
        &self,
        facts: impl IntoIterator<Item = (&'f str, String)>,
        width: u16,
    ) -> Line<'static> {
        const GAP: &str = "   ";
        let mut line = Line::default();
        for (name, value) in facts {
            let gap = if line.spans.is_empty() { "" } else { GAP };
            let fact = [
                Span::styled(format!("{gap}{name}"), self.theme.style(Role::Quiet)),
                Span::raw(format!(" {value}")),
            ];
            let wider = line.width() + fact.iter().map(Span::width).sum::<usize>();
            if wider > usize::from(width) {
                break;
            }
            line.spans.extend(fact);
        }
        line
    }

    fn sentence(&self) -> Line<'static> {
        let step = self.player.step();
        let slow = self
            .busy_for
            .is_some_and(|busy| busy >= super::BUSY_NOTICE_DELAY);
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
            let text = sentence::notice(notice, step, self.source);
            return Line::styled(text, self.theme.style(Role::Good));
        }
        match step {
            Some(step) => Line::raw(self.source.sentence(step)),
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

#[cfg(test)]
mod tests;
