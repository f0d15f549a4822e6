//! Kinds of expected and found output, and ends of runs.

use serde::{Deserialize, Serialize};

/// Output that is expected of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// All solutions, or their number.
    All,
    /// One solution of each orbit, or the number of orbits.
    Fundamental,
    /// Any one solution.
    One,
}

/// How the run of a program for one n ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "ending")]
pub enum Ending {
    /// The program ended by itself, without an error.
    Ended,
    /// It ended with an error: an exit code other than 0, a signal, or an exception.
    Crashed {
        /// The exit code or signal, or the kind of exception.
        status: String,
        /// Last line of its message, which may be empty.
        message: String,
    },
    /// It ran longer than allowed and was ended.
    TooLong {
        /// The limit in seconds.
        seconds: f64,
    },
    /// It used more memory than allowed and was ended.
    TooMuchMemory {
        /// The limit in bytes.
        bytes: u64,
    },
    /// It printed more than allowed and was ended.
    TooMuchOutput {
        /// The limit in bytes.
        bytes: u64,
    },
    /// It started more processes than allowed and was ended.
    TooManyProcesses {
        /// Largest number of processes at the same time.
        processes: u64,
    },
    /// It reported more moves than are kept, and printed nothing else.
    TooManyMoves {
        /// Largest number of moves that are kept.
        moves: u64,
    },
}

impl Ending {
    /// Returns true if a limit ended the run.
    pub fn is_limit(&self) -> bool {
        !matches!(self, Ending::Ended | Ending::Crashed { .. })
    }
}

/// Kind of output of a program, found out over all n.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Nothing that could be judged.
    Nothing,
    /// Numbers of solutions, and no boards.
    Numbers,
    /// Boards, and no number of solutions.
    Boards,
    /// Boards, then their number.
    BoardsAndNumber,
    /// At most a fixed number of boards, or none for larger n, and the number of all solutions.
    SomeBoardsAndNumber,
}
