//! Progress on stderr: a bar on a terminal, otherwise a line every ten seconds.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use bezzel::counted;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::language::{either, is_chinese};
use crate::output::write_note;

/// Time between two lines if stderr is not a terminal.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);
/// Work that ends sooner shows no progress.
const SHOW_PROGRESS_AFTER: Duration = Duration::from_millis(500);

pub(crate) struct ProgressLine {
    started: Instant,
    shown: Option<Instant>,
    bar: Option<ProgressBar>,
    what: String,
    plain: bool,
    /// Fraction that was done at the start.
    before: f64,
}

impl ProgressLine {
    /// Starts the progress of an activity, such as "counting".
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self::resumed(what, 0.0)
    }

    /// Resumes the progress of an activity whose fraction `before` was done earlier.
    pub(crate) fn resumed(what: impl Into<String>, before: f64) -> Self {
        Self {
            started: Instant::now(),
            shown: None,
            bar: None,
            what: what.into(),
            plain: !stderr().is_terminal(),
            before,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows the progress. `fraction` (0 to 1) is `None` if the end is unknown. `done` is the amount
    /// of work, and `unit` the English name of what it counts.
    pub(crate) fn show(&mut self, fraction: Option<f64>, done: u128, unit: &str) {
        let elapsed = self.started.elapsed();
        let (first, interval) = match self.plain {
            true => (PLAIN_INTERVAL, PLAIN_INTERVAL),
            false => (SHOW_PROGRESS_AFTER, SHOW_PROGRESS_AFTER / 2),
        };
        let is_due = match self.shown {
            None => elapsed >= first,
            Some(last) => last.elapsed() >= interval,
        };
        if !is_due {
            return;
        }
        self.shown = Some(Instant::now());
        self.write(self.line(fraction, done, unit, elapsed));
    }

    /// Returns the line of this progress after this time.
    fn line(&self, fraction: Option<f64>, done: u128, unit: &str, elapsed: Duration) -> String {
        let (amount, rate) = (amount(done, unit), per_second(done, elapsed.as_secs_f64()));
        let mut line = self.what.clone();
        if let Some(fraction) = fraction {
            line += &format!(" {:5.1}%", percent(fraction));
        }
        // The fraction is part of the whole activity, the amount belongs to this run.
        line += &match self.before > 0.0 {
            true => either!(
                ", {amount} in this run, {rate}/s",
                "，本次已完成 {amount}，每秒 {rate}"
            ),
            false => either!(", {amount}, {rate}/s", "，已完成 {amount}，每秒 {rate}"),
        };
        if let Some(left) = fraction.and_then(|fraction| self.left(fraction, elapsed)) {
            let left = duration(left);
            line += &either!(", {left} left", "，剩余 {left}");
        }
        line
    }

    /// Predicts the remaining seconds. Returns `None` unless the fraction has grown: results of other
    /// processes may be lost.
    fn left(&self, fraction: f64, elapsed: Duration) -> Option<f64> {
        let done = fraction - self.before;
        if done <= 0.0 {
            return None;
        }
        Some(elapsed.as_secs_f64() * (1.0 - fraction).max(0.0) / done)
    }

    /// Says on a terminal what is done now, until the next line of progress.
    pub(crate) fn announce(&mut self, line: String) {
        if !self.plain {
            self.write(line);
        }
    }

    /// Writes a permanent line.
    pub(crate) fn write_note(&self, line: impl std::fmt::Display) {
        match &self.bar {
            Some(bar) => bar.suspend(|| write_note(line)),
            None => write_note(line),
        }
    }

    fn write(&mut self, line: String) {
        if self.plain {
            write_note(line);
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{spinner} {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        bar.set_message(line);
        bar.tick();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns a fraction in percent, without the sign of a negative zero.
fn percent(fraction: f64) -> f64 {
    if fraction > 0.0 {
        100.0 * fraction
    } else {
        0.0
    }
}

/// Formats an amount of work, counted in units with the name `unit`: `4.70 million joined pairs`.
fn amount(done: u128, unit: &str) -> String {
    let chinese = match unit {
        "solution" => "个解",
        "joined pair" => "个合并对",
        "unit" => "个工作单元",
        "board" => "个棋盘",
        _ => "次",
    };
    match done {
        0..10_000 => either!("{amount}", "{done} {chinese}", amount = counted(done, unit)),
        _ => either!(
            "{large} {unit}s",
            "{large}{chinese}",
            large = rounded(done as f64)
        ),
    }
}

/// Formats the number per second: `4.70 million`.
pub(crate) fn per_second(done: u128, seconds: f64) -> String {
    rounded(done as f64 / seconds.max(1e-9))
}

fn rounded(number: f64) -> String {
    match number {
        _ if number < 1e4 => format!("{number:.1}"),
        _ if is_chinese() && number < 1e8 => format!("{:.1} 万", number / 1e4),
        _ if is_chinese() => format!("{:.2} 亿", number / 1e8),
        _ if number < 1e6 => format!("{:.1} thousand", number / 1e3),
        _ if number < 1e9 => format!("{:.2} million", number / 1e6),
        _ => format!("{:.2} billion", number / 1e9),
    }
}

/// Formats a time in its largest suitable unit.
pub(crate) fn duration(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    let [second, minute, hour, day, year] = match is_chinese() {
        true => ["秒", "分钟", "小时", "天", "年"],
        false => ["seconds", "minutes", "hours", "days", "years"],
    };
    match seconds {
        _ if seconds < 120.0 => format!("{seconds:.1} {second}"),
        _ if seconds < 7_200.0 => format!("{:.0} {minute}", seconds / 60.0),
        _ if seconds < 172_800.0 => format!("{:.0} {hour}", seconds / 3_600.0),
        _ if seconds < 2.0 * YEAR => format!("{:.0} {day}", seconds / 86_400.0),
        _ if seconds < 1e6 * YEAR => format!("{:.0} {year}", seconds / YEAR),
        _ => format!("{:.1e} {year}", seconds / YEAR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        for nothing in [0.0, -0.0, -1e-17, [0.0_f64; 0].iter().sum()] {
            assert_eq!(format!("{:5.1}%", percent(nothing)), "  0.0%");
        }
        assert_eq!(format!("{:5.1}%", percent(1.0)), "100.0%");
    }

    #[test]
    fn amounts_are_short_and_name_the_run() {
        let line = |before, done| {
            let progress = ProgressLine::resumed("counting", before);
            progress.line(Some(0.75), done, "joined pair", Duration::from_secs(10))
        };
        let expected = "counting  75.0%, 3.07 billion joined pairs in this run, 307.22 million/s, 10.0 seconds left";
        assert_eq!(line(0.5, 3_072_174_245), expected);
        let expected = "counting  75.0%, 12 joined pairs, 1.2/s, 3.3 seconds left";
        assert_eq!(line(0.0, 12), expected);
    }

    #[test]
    fn no_time_is_left_for_work_that_goes_backwards() {
        let progress = ProgressLine::resumed("counting", 0.5);
        let left = |fraction| progress.left(fraction, Duration::from_secs(10));
        assert_eq!(left(0.75), Some(10.0));
        assert_eq!(left(1.0), Some(0.0));
        // The ledger was replaced, or another process has lost its results.
        assert_eq!([left(0.5), left(0.25), left(0.0)], [None, None, None]);
    }
}
