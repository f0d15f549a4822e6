//! Player: position in the run, play state, speed, and the next request.
//!
//! The player computes nothing. [`Player::request`] returns its current request (a page of steps
//! or the number of a solution step), and [`Player::receive`] takes the answer. So it never
//! blocks: while a request is open, the position stays, and another key changes the request.

use std::time::Duration;

use bezzel::methods::Step;

use super::pages::{PAGE, Pages};

/// Request of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    /// Page with this number.
    Page(u64),
    /// First solution at or after this step.
    NextSolution(u64),
    /// Last solution before this step.
    PreviousSolution(u64),
}

/// Answer to a request.
pub(crate) enum Answer {
    Page(bezzel::methods::Steps),
    Solution(Option<u64>),
}

/// Message that is shown once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notice {
    Ended,
    NoLaterSolution,
    NoEarlierSolution,
}

/// Steps per second, slowest first.
pub(crate) const SPEEDS: [u32; 10] = [1, 2, 5, 10, 20, 50, 100, 300, 1000, 3000];
const USUAL_SPEED: usize = 2;

pub(crate) struct Player {
    pages: Pages,
    /// Step on the screen. Its page is in memory, except before the first one arrives.
    position: u64,
    /// Target step of the viewer; `None` when it is reached.
    target: Option<Target>,
    playing: bool,
    speed: usize,
    /// Elapsed time that has not been played yet.
    owed: Duration,
    notice: Option<Notice>,
}

#[derive(Clone, Copy)]
enum Target {
    Step(u64),
    NextSolution { from: u64 },
    PreviousSolution { before: u64 },
}

impl Player {
    pub(crate) fn new() -> Self {
        Self {
            pages: Pages::default(),
            position: 0,
            target: Some(Target::Step(0)),
            playing: false,
            speed: USUAL_SPEED,
            owed: Duration::ZERO,
            notice: None,
        }
    }

    /// Returns the step to show, if the run has any and it has arrived.
    pub(crate) fn step(&self) -> Option<&Step> {
        self.pages.step(self.position)
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.playing
    }

    /// Returns `true` if the requested step is not on the screen yet.
    pub(crate) fn is_waiting(&self) -> bool {
        self.target.is_some()
    }

    pub(crate) fn is_searching(&self) -> bool {
        !matches!(self.target, None | Some(Target::Step(_)))
    }

    pub(crate) fn notice(&self) -> Option<Notice> {
        self.notice
    }

    /// Returns the steps per second.
    pub(crate) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    pub(crate) fn interval(&self) -> Duration {
        Duration::from_secs(1) / self.speed()
    }

    pub(crate) fn toggle(&mut self) {
        self.playing = !self.playing;
        self.owed = Duration::ZERO;
        self.notice = None;
    }

    pub(crate) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(crate) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    pub(crate) fn forward(&mut self) {
        self.playing = false;
        self.advance();
    }

    pub(crate) fn back(&mut self) {
        self.go(Target::Step(self.position.saturating_sub(1)));
    }

    pub(crate) fn start(&mut self) {
        self.go(Target::Step(0));
    }

    pub(crate) fn next_solution(&mut self) {
        let from = self.position + 1;
        self.go(Target::NextSolution { from });
    }

    pub(crate) fn previous_solution(&mut self) {
        let before = self.position;
        self.go(Target::PreviousSolution { before });
    }

    /// Cancels the open request; returns `false` if there is none.
    pub(crate) fn cancel(&mut self) -> bool {
        let waited = self.is_waiting() && self.step().is_some();
        if waited {
            self.target = None;
            self.playing = false;
        }
        waited
    }

    /// Advances the clock; returns `true` if the step on the screen changed.
    pub(crate) fn tick(&mut self, elapsed: Duration) -> bool {
        let before = self.position;
        if !self.playing || self.is_waiting() {
            self.owed = Duration::ZERO;
            return false;
        }
        self.owed += elapsed;
        while self.playing && !self.is_waiting() && self.owed >= self.interval() {
            self.owed -= self.interval();
            self.advance();
        }
        self.position != before || !self.playing
    }

    /// Returns the current request: the one of the viewer, or else the next page to preload.
    pub(crate) fn request(&self) -> Option<Request> {
        match self.target {
            Some(Target::Step(step)) => Some(Request::Page(step / PAGE)),
            Some(Target::NextSolution { from }) => Some(Request::NextSolution(from)),
            Some(Target::PreviousSolution { before }) => Some(Request::PreviousSolution(before)),
            None => self.pages.neighbour_of(self.position).map(Request::Page),
        }
    }

    pub(crate) fn receive(&mut self, request: Request, answer: Answer) {
        match answer {
            Answer::Page(page) => {
                if let Request::Page(number) = request {
                    self.pages.insert(number, page, self.position / PAGE);
                }
                if let Some(Target::Step(step)) = self.target {
                    self.seek(step);
                }
            }
            Answer::Solution(_) if self.request() != Some(request) => {}
            Answer::Solution(Some(step)) => self.seek(step),
            Answer::Solution(None) => {
                self.notice = Some(match request {
                    Request::PreviousSolution(_) => Notice::NoEarlierSolution,
                    _ => Notice::NoLaterSolution,
                });
                self.target = None;
            }
        }
    }

    fn go(&mut self, target: Target) {
        self.playing = false;
        self.notice = None;
        if self.pages.run_is_empty() {
            return;
        }
        match target {
            Target::Step(step) => self.seek(step),
            search => self.target = Some(search),
        }
    }

    /// Moves one step forward, after a key or with time.
    fn advance(&mut self) {
        self.notice = None;
        if self.pages.is_last(self.position) || self.pages.run_is_empty() {
            self.playing = false;
            self.notice = Some(Notice::Ended);
        } else {
            self.seek(self.position + 1);
        }
    }

    /// Moves to a step if it is in memory, else requests it.
    fn seek(&mut self, step: u64) {
        let held = self.pages.step(step).is_some();
        if held {
            self.position = step;
        }
        let nowhere_to_go = held || self.pages.run_is_empty();
        self.target = (!nowhere_to_go).then_some(Target::Step(step));
    }
}

#[cfg(test)]
mod tests;
