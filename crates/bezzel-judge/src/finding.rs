//! Faults and remarks of one output, as data.

use std::fmt;

use bezzel::reader::BoardFault;
use serde::{Serialize, Serializer};

use crate::kinds::Ending;
use crate::missing::Pattern;
use crate::trace::TraceError;

/// Fault in the output for one n.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "finding")]
pub enum Finding {
    /// The run did not end as it should.
    Ending {
        /// How it ended.
        #[serde(flatten)]
        ending: Ending,
    },
    /// Boards that are no solutions.
    Wrong {
        /// Line on which the first one begins, from 1.
        line: u64,
        /// Number of queens that are expected.
        n: u32,
        /// Columns of the queens in each row, from 0.
        rows: Vec<Vec<u32>>,
        /// Why the first one is no solution.
        #[serde(flatten)]
        fault: BoardFault,
        /// Number of wrong boards.
        wrong: u64,
        /// Number of boards.
        boards: u64,
    },
    /// A solution that was printed twice.
    Repeated {
        /// Line on which it is printed again, from 1.
        line: u64,
        /// Line on which it was printed first.
        first_line: u64,
        /// Column of each row, from 0.
        columns: Vec<u32>,
        /// False if the two are different solutions of one orbit.
        is_same: bool,
        /// Number of boards that were printed before.
        repeats: u64,
    },
    /// Solutions that were not printed.
    Missing {
        /// Number of missing solutions.
        #[serde(serialize_with = "as_text")]
        missing: u128,
        /// Number of solutions that should be printed.
        #[serde(serialize_with = "as_text")]
        expected: u128,
        /// First missing one: column of each row, from 0.
        first: Vec<u32>,
        /// Property of exactly the missing ones.
        pattern: Option<Pattern>,
    },
    /// More than one solution in `Mode::One`.
    Several {
        /// Number of boards.
        boards: u64,
    },
    /// A solution for n = 2 or 3, where none exists, is always a wrong board; a wrong number is this.
    Number {
        /// Line of the number, from 1.
        line: u64,
        /// The number that was printed.
        #[serde(serialize_with = "as_text")]
        found: i128,
        /// The right number.
        #[serde(serialize_with = "as_text")]
        expected: u128,
        /// True if exactly the right boards were printed.
        boards_are_right: bool,
        /// True if the number of orbits was expected.
        is_fundamental: bool,
    },
    /// Nothing was printed that could be judged.
    Nothing {
        /// Line and beginning of the first text, if there is any.
        text: Option<(u64, String)>,
    },
    /// A move that is not possible.
    Move {
        /// The move, and why it is not possible.
        #[serde(flatten)]
        error: TraceError,
    },
}

impl Finding {
    /// Returns the columns of the queens in each row of the board that shows the finding: the wrong board, or the
    /// first missing solution.
    pub fn board(&self) -> Option<Vec<Vec<u32>>> {
        match self {
            Finding::Wrong { rows, .. } => Some(rows.clone()),
            Finding::Missing { first, .. } => {
                Some(first.iter().map(|&column| vec![column]).collect())
            }
            _ => None,
        }
    }
}

/// Remark about an output that is no fault.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "note")]
pub enum Note {
    /// Text that was ignored.
    Text {
        /// Line of the first one, from 1.
        line: u64,
        /// Beginning of the first one.
        excerpt: String,
        /// Number of such lines.
        lines: u64,
    },
    /// Too many solutions to look for repeated and missing ones.
    NotCompared,
    /// The run ended with an error after right output.
    Ending {
        /// How it ended.
        #[serde(flatten)]
        ending: Ending,
    },
}

/// Writes a number that may be too large for JSON as a string.
fn as_text<S: Serializer>(number: &impl fmt::Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(number)
}
