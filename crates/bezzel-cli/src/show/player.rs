//! Player: position in the run, play state and speed.
//!
//! A page of steps is recorded by running the method again from the start, so any page can be recorded
//! again, and memory is bounded for runs of any length.

use std::time::Duration;

use bezzel::methods::{Step, Steps};

use super::source::Source;
use crate::language::either;

const PAGE: u64 = 4096;
const MAX_SPEED: f64 = 4096.0;

pub(crate) struct Player<'a> {
    pub(crate) source: Source,
    /// Returns true if the viewer gives up the current search; the position stays then.
    is_given_up: &'a dyn Fn() -> bool,
    /// The page on the screen and its number.
    page: (u64, Steps),
    position: u64,
    playing: bool,
    pub(crate) speed: f64,
    /// Elapsed time that has not been played yet.
    owed: Duration,
    /// Message that is shown until the next key.
    pub(crate) notice: Option<String>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(source: Source, is_given_up: &'a dyn Fn() -> bool) -> Self {
        let none = Steps {
            steps: Vec::new(),
            ended: false,
        };
        Self {
            source,
            is_given_up,
            page: (u64::MAX, none),
            position: 0,
            playing: false,
            speed: 4.0,
            owed: Duration::ZERO,
            notice: None,
        }
    }

    /// Returns the step to show, if the run has any.
    pub(crate) fn step(&self) -> Option<&Step> {
        self.held(self.position)
    }

    fn held(&self, step: u64) -> Option<&Step> {
        let (number, page) = &self.page;
        let is_here = step / PAGE == *number;
        page.steps.get((step % PAGE) as usize).filter(|_| is_here)
    }

    /// Returns the time between two steps while playing.
    pub(crate) fn interval(&self) -> Option<Duration> {
        let interval = Duration::from_secs_f64(1.0 / self.speed);
        self.playing.then_some(interval)
    }

    pub(crate) fn change_speed(&mut self, by: f64) {
        self.speed = (self.speed * by).clamp(1.0, MAX_SPEED);
    }

    pub(crate) fn toggle(&mut self) {
        let playing = !self.playing;
        self.pause();
        self.playing = playing;
    }

    fn pause(&mut self) {
        self.playing = false;
        self.owed = Duration::ZERO;
        self.notice = None;
    }

    pub(crate) fn forward(&mut self) {
        self.pause();
        self.advance();
    }

    pub(crate) fn back(&mut self) {
        self.show(self.position.saturating_sub(1));
    }

    pub(crate) fn show(&mut self, step: u64) {
        self.pause();
        self.seek(step);
    }

    pub(crate) fn next_solution(&mut self) {
        let from = self.position + 1;
        let found = self.source.next_solution(from, self.is_given_up);
        self.show_solution(
            found,
            &either!("no solution after this step", "此步之后没有解"),
        );
    }

    pub(crate) fn previous_solution(&mut self) {
        let before = self.position;
        let found = self.source.previous_solution(before, self.is_given_up);
        self.show_solution(
            found,
            &either!("no solution before this step", "此步之前没有解"),
        );
    }

    fn show_solution(&mut self, found: Option<u64>, none: &str) {
        self.show(found.unwrap_or(self.position));
        if found.is_none() && !(self.is_given_up)() {
            self.notice = Some(none.to_owned());
        }
    }

    pub(crate) fn tick(&mut self, elapsed: Duration) {
        self.owed += elapsed;
        while let Some(interval) = self.interval()
            && self.owed >= interval
        {
            self.owed -= interval;
            self.advance();
        }
    }

    /// Moves one step forward, after a key or with time.
    fn advance(&mut self) {
        self.notice = None;
        if self.seek(self.position + 1) {
            return;
        }
        self.playing = false;
        if (self.is_given_up)() {
            return;
        }
        let step = self.step();
        let ended = step.map(|step| self.source.ended(step.index + 1, step.counters.solutions));
        self.notice = ended;
    }

    /// Moves to a step. Returns `false` if there is none, or if the search for it was given up.
    fn seek(&mut self, step: u64) -> bool {
        let number = step / PAGE;
        if self.page.0 != number {
            let from = number * PAGE;
            let page = self.source.steps(from, PAGE as usize, self.is_given_up);
            let is_whole = page.ended || page.steps.len() as u64 == PAGE;
            // At the end of a run whose last page is full.
            let is_after = page.steps.is_empty() && number > 0;
            if !is_whole || is_after {
                return false;
            }
            self.page = (number, page);
        }
        let is_there = self.held(step).is_some();
        if is_there {
            self.position = step;
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use bezzel::NEVER;
    use bezzel::methods::{Event, Method};

    use super::*;

    fn ready(n: u32, method: Method) -> Player<'static> {
        let run = method.run(n).unwrap();
        let mut player = Player::new(Source::of_run(run, None), NEVER);
        player.show(0);
        player
    }

    #[test]
    fn steps_are_those_of_the_run_forwards_and_backwards_over_borders_of_pages() {
        let len = 2 * PAGE as usize + 2;
        let all = Method::DiagonalMarkers.run(8).unwrap().steps(0, len, NEVER);
        let mut player = ready(8, Method::DiagonalMarkers);
        for expected in &all.steps {
            assert_eq!(player.step(), Some(expected));
            player.forward();
        }
        for expected in all.steps.iter().rev().chain(all.steps.first()) {
            player.back();
            assert_eq!(player.step(), Some(expected));
        }
    }

    #[test]
    fn solutions_are_found_forwards_and_backwards() {
        for method in Method::ALL.into_iter().filter(|method| method.counts()) {
            let mut player = ready(5, method);
            let mut found = Vec::new();
            while player.notice.is_none() {
                player.next_solution();
                found.push(player.position);
                let event = player.step().map(|step| &step.event);
                assert!(matches!(event, Some(Event::Solution { .. })), "{method}");
            }
            assert_eq!(found.len(), 10 + 1, "{method}: ten solutions, then none");
            for index in found[..9].iter().rev() {
                player.previous_solution();
                assert_eq!(player.position, *index, "{method}");
            }
            player.previous_solution();
            assert!(player.notice.unwrap().contains("no solution before"));
        }
    }

    #[test]
    fn time_is_played_at_the_chosen_speed_to_the_end() {
        for method in Method::ALL {
            let whole = method.run(4).unwrap().steps(0, usize::MAX, NEVER).steps;
            let mut player = ready(4, method);
            player.change_speed(32.0);
            player.tick(Duration::from_secs(1));
            assert_eq!(player.position, 0, "it is paused");
            player.toggle();
            player.tick(Duration::from_millis(20));
            assert_eq!(player.position, 2, "{method} at 128 steps/s");
            player.tick(Duration::from_secs(3600));
            assert_eq!(player.step(), whole.last(), "{method}");
            assert!(!player.playing && player.notice.is_some(), "{method}");
        }
    }

    #[test]
    fn a_search_given_up_leaves_everything_as_it_was() {
        let mut player = ready(12, Method::BruteForce);
        player.is_given_up = &|| true;
        player.next_solution();
        player.show(PAGE);
        assert_eq!((player.position, &player.notice), (0, &None));
        assert!(player.step().is_some());
    }
}
