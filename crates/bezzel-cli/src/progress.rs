//! Progress on stderr: a bar on a terminal, otherwise a line every ten seconds.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use bezzel::counted;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

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

    /// Starts the progress of an activity of which the fraction `before` was done earlier.
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

    /// Shows the progress. `fraction` (0 to 1) is `None` if the end is unknown; `done` is the
    /// amount of work, of which one unit has the name `unit`.
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
        let rate = per_second(done, elapsed.as_secs_f64());
        let left = fraction.and_then(|fraction| self.left(fraction, elapsed));
        let mut line = match fraction {
            Some(fraction) => {
                let sign = either!(" %", "%");
                format!("{} {:5.1}{sign}", self.what, percent(fraction))
            }
            None => self.what.clone(),
        };
        line += &either!(
            ", {amount}, {rate}",
            "，已完成 {done}，每秒 {number}",
            amount = counted(done, unit),
            number = rate.trim_end_matches("/s")
        );
        if let Some(left) = left {
            line += &either!(
                ", {left} left",
                "，剩余 {time}",
                time = duration(left.0.as_secs_f64())
            );
        }
        self.write(line);
    }

    /// Predicts the remaining time. Returns `None` unless the fraction has grown: results of other
    /// processes may be lost.
    fn left(&self, fraction: f64, elapsed: Duration) -> Option<HumanDuration> {
        let done = fraction - self.before;
        if done <= 0.0 {
            return None;
        }
        let seconds = elapsed.as_secs_f64() * (1.0 - fraction) / done;
        // A limit of some thousand years avoids an overflow.
        let left = Duration::from_secs_f64(seconds.clamp(0.0, 1e11));
        Some(HumanDuration(left))
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

/// Formats a rate: `4.7 million/s`.
pub(crate) fn per_second(done: u128, seconds: f64) -> String {
    let rate = done as f64 / seconds.max(1e-9);
    if is_chinese() {
        return match rate {
            _ if rate >= 1e8 => format!("{:.2} 亿/s", rate / 1e8),
            _ if rate >= 1e4 => format!("{:.1} 万/s", rate / 1e4),
            _ => format!("{rate:.1}/s"),
        };
    }
    match rate {
        _ if rate >= 1e9 => format!("{:.2} billion/s", rate / 1e9),
        _ if rate >= 1e6 => format!("{:.2} million/s", rate / 1e6),
        _ if rate >= 1e4 => format!("{:.1} thousand/s", rate / 1e3),
        _ => format!("{rate:.1}/s"),
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
            assert_eq!(format!("{:5.1} %", percent(nothing)), "  0.0 %");
        }
        assert_eq!(format!("{:5.1} %", percent(1.0)), "100.0 %");
    }

    #[test]
    fn no_time_is_left_for_work_that_goes_backwards() {
        let progress = ProgressLine::resumed("counting", 0.5);
        let left = |fraction| {
            let left = progress.left(fraction, Duration::from_secs(10));
            left.map(|left| left.0.as_secs())
        };
        assert_eq!(left(0.75), Some(10));
        assert_eq!(left(1.0), Some(0));
        // The ledger was replaced, or another process has lost its results.
        assert_eq!([left(0.5), left(0.25), left(0.0)], [None, None, None]);
        assert_eq!(left(0.5 + 1e-12), Some(100_000_000_000));
    }
}
