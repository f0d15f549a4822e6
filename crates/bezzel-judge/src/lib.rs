//! Judges what a program for n queens prints.
//!
//! A learner's program is run for n = 1, 2, 3, … and prints a number, solutions, or both. This crate
//! reads the output in any usual form, finds the first board with an attack, repeated and missing
//! solutions and wrong numbers, and names the faults of programs that print exactly this. It only
//! computes: running programs is the caller's part.
//!
//! ```
//! use bezzel_judge::{Ending, Mode, Program};
//!
//! let mut program = Program::new(Mode::All);
//! for (n, output) in [(1, "1"), (2, "0"), (3, "0"), (4, "2"), (5, "10"), (6, "40")] {
//!     let mut reader = program.reader(n);
//!     reader.push(output.as_bytes());
//!     program.add(reader.finish(), Ending::Ended);
//! }
//! let judgement = program.judgement();
//! assert!(!judgement.right);
//! let finding = judgement.verdicts[5].findings[0].text();
//! assert_eq!(finding.english, "line 1: the number is 40, but there are 4 solutions");
//! # Ok::<(), bezzel::Error>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod causes;
mod finding;
mod kinds;
mod missing;
mod printed;
mod readings;
mod recording;
mod speed;
mod text;
mod totals;
mod trace;
mod uncalled;
mod verdict;

/// Program in Python that records another one, with the arguments FILE, n and the file for the trace, which
/// [`Recording::read_text`] reads.
pub const RECORDER: &str = include_str!("recorder.py");
/// Smallest n for which every program must end within its limits.
pub const MIN_JUDGED_N: u32 = 6;
/// Largest n for which a program is run that is wrong, or that a page judges: small boards say most about a fault.
pub const MAX_JUDGED_N: u32 = 8;

pub use bezzel::reader::BoardFault;
pub use causes::Cause;
pub use finding::{Finding, Note};
pub use kinds::{Ending, Kind, Mode};
pub use missing::Pattern;
pub use printed::{Printed, Reader};
pub use recording::{FoundBoard, Recording};
pub use speed::place;
pub use totals::Totals;
pub use trace::{MoveKind, ReportedMove, Trace, TraceError, TraceFault};
pub use uncalled::Uncalled;
pub use verdict::{Judgement, Outcome, Program, Verdict};
