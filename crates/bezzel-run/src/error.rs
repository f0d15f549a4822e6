//! Errors of a count.

use std::path::PathBuf;

use bezzel::counted;
use bezzel_count::UnitResult;
use thiserror::Error;

/// An error of this crate. Every message fits one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A method cannot count this n, or has failed.
    #[error(transparent)]
    Method(#[from] bezzel::Error),
    /// The record counter cannot count this n, or an engine is missing.
    #[error(transparent)]
    Count(#[from] bezzel_count::Error),
    /// The run or its ledger has failed.
    #[error(transparent)]
    Campaign(#[from] bezzel_campaign::Error),
    /// A board has another size than the count.
    #[error("expected a board of {}, found one of {rows}", counted(n, "row"))]
    BoardSize {
        /// The n of the count.
        n: u32,
        /// The number of rows of the board.
        rows: u32,
    },
    /// An algorithm does not accept placed queens and blocked squares.
    #[error(
        "expected an empty board with {algorithm}, found placed queens or blocked squares: leave out \
         the method"
    )]
    Constraints {
        /// The name of the algorithm.
        algorithm: &'static str,
    },
    /// A ledger is for another board.
    #[error(
        "{}: expected a ledger of this board, found one for {found}: use another file",
        path.display()
    )]
    LedgerBoard {
        /// The n and the board of the ledger.
        found: String,
        /// The ledger.
        path: PathBuf,
    },
    /// Random solutions would need too much memory.
    #[error(
        "expected at most {} in all solutions together, found {count} times {n}",
        counted(max, "queen")
    )]
    TooManyQueens {
        /// The requested number of queens of a solution.
        n: u32,
        /// The requested number of solutions.
        count: usize,
        /// The largest product.
        max: u64,
    },
    /// The count that uniform draws need would take long.
    #[error(
        "expected a count of at most {max} hour of CPU time before the first draw, found about \
         {hours:.1} hours for this board of {}: place more queens, use a complete ledger of the \
         board with --ledger, or --method uniform to count that long",
        counted(n, "row")
    )]
    LongCount {
        /// The requested number of queens.
        n: u32,
        /// The expected CPU time in hours.
        hours: f64,
        /// The longest count by default, in hours.
        max: f64,
    },
    /// The units of a count cannot all be in memory.
    #[error(
        "expected at most {} to draw from, found {units} for {}: place more queens, \
         or draw with min-conflicts, which is not uniform",
        counted(max, "unit"),
        counted(n, "queen")
    )]
    TooManyUnits {
        /// The requested number of queens.
        n: u32,
        /// The number of units.
        units: u64,
        /// The largest number.
        max: u64,
    },
    /// A ledger is for another n.
    #[error("expected a ledger of {}, found one of {found}: {}", counted(n, "queen"), path.display())]
    LedgerSize {
        /// The requested number of queens.
        n: u32,
        /// The number of queens of the ledger.
        found: u32,
        /// The ledger.
        path: PathBuf,
    },
    /// The two routes of a double check differ.
    #[error(
        "the double check of unit {unit} failed: {} of {} by the direct route, {} of {} by the \
         exchanged route",
        direct.value, counted(direct.joined, "joined pair"), exchanged.value, exchanged.joined
    )]
    DoubleCheck {
        /// The unit, by name.
        unit: String,
        /// The result of the direct route.
        direct: Box<UnitResult>,
        /// The result of the exchanged route.
        exchanged: Box<UnitResult>,
    },
    /// A ledger has units in conflict.
    #[error(
        "the results of unit {unit} differ: resolve the conflict with `bezzel campaign verify {} \
         --resolve`",
        path.display()
    )]
    Conflict {
        /// The first unit in conflict, by name.
        unit: String,
        /// The ledger.
        path: PathBuf,
    },
    /// The system provides no thread.
    #[error("the system gives no more threads: {0}")]
    Thread(String),
    /// A thread panicked.
    #[error("a thread failed: this is a bug")]
    Panicked,
}
