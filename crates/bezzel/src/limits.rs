//! The largest boards and problems of each kind of work, and checks of numbers in requests.

use std::error;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use crate::methods::Text;

/// Largest board size: n = 2³¹ − 1, so that row + column fits in 32 bits.
pub const MAX_SIZE: u32 = i32::MAX as u32;

/// The largest number of deductions and cases of a proof, before the unnecessary ones are dropped.
pub const MAX_PROOF_STEPS: usize = 20_000;

/// The largest board that is completed: it becomes an exact-cover problem with up to n² options.
pub const MAX_COVERED_SIZE: u32 = 1000;

/// Largest board whose completions are counted: its 2n − 1 diagonals fit in one word.
pub const MAX_COMPLETED: u32 = 32;

/// The largest board that is drawn or read as a drawing, which takes n² characters.
pub const MAX_DRAWN_SIZE: u32 = 2048;

/// A number outside its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange {
    what: &'static str,
    value: u64,
    /// Smallest accepted number.
    least: u64,
    /// Largest accepted number.
    most: u64,
}

impl error::Error for OutOfRange {}

impl OutOfRange {
    /// Returns what was expected and what was found, in both languages.
    pub fn text(&self) -> Text {
        let Self {
            what,
            value,
            least,
            most,
        } = self;
        let chinese = match *what {
            "step" => "步数",
            "len" => "每页个数",
            "threads" => "线程数",
            what => what,
        };
        (
            format!("expected {what} from {least} to {most}, found {value}"),
            format!("{chinese}应为 {least} 到 {most}，实际为 {value}"),
        )
            .into()
    }
}

impl Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english)
    }
}

/// Fails unless `n` is from 1 to `most`.
pub fn check_size(n: u32, most: u32) -> Result<(), OutOfRange> {
    check_range("n", n.into(), 1..=most.into())
}

/// Fails unless the number that is called `what` is in its range.
pub fn check_range(
    what: &'static str,
    value: u64,
    range: RangeInclusive<u64>,
) -> Result<(), OutOfRange> {
    let (least, most) = range.into_inner();
    match (least..=most).contains(&value) {
        true => Ok(()),
        false => Err(OutOfRange {
            what,
            value,
            least,
            most,
        }),
    }
}
