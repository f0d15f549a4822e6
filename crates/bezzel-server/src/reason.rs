//! Reasons for rejected requests, with their values, so that the page can translate them.

use bezzel::counted;
use serde::Serialize;
use thiserror::Error;

use crate::api::completions::Impossibility;
use crate::problem::Code;

/// Reason for a rejected request.
#[derive(Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// A number outside its range.
    #[error("expected {what} from {least} to {most}, found {value}")]
    OutOfRange {
        what: &'static str,
        value: u64,
        least: u64,
        most: u64,
    },
    /// A step that was not reached within the time limit.
    #[error("the time limit ended before step {step}")]
    Unreached { step: u64 },
    /// A list of solutions that was not complete within the time limit.
    #[error("the time limit ended before all solutions were found")]
    Untimely,
    /// Completions that were not counted within the time limit.
    #[error("the time limit ended before all completions were counted")]
    Uncounted,
    /// A board with so many completions that a random one takes too long.
    #[error(
        "expected n of at most {most}, or a board with few completions, found n = {n}: use `bezzel \
         random`"
    )]
    ManyCompletions { n: u32, most: u32 },
    /// A text that is not a board in one word.
    #[error("expected a board in one word, found '{board}': {detail}")]
    Unreadable { board: String, detail: String },
    /// A method that does not search boards with placed queens and blocked squares.
    #[error("{detail}")]
    EmptyBoardsOnly {
        method: &'static str,
        detail: String,
    },
    /// A board whose queens attack each other or are on blocked squares.
    #[error("{}", because.detail)]
    Impossible { because: Impossibility },
    /// A board of another size than the run.
    #[error("expected a board of {}, found one of {rows}", counted(n, "row"))]
    BoardSize { n: u32, rows: u32 },
    /// A queen or blocked square outside the board.
    #[error(
        "expected rows and columns below {n}, found square {number} in row {row} column {column}"
    )]
    Outside {
        number: usize,
        row: u32,
        column: u32,
        n: u32,
    },
    /// Two queens on one square.
    #[error("expected at most one queen per square, found two in row {row} column {column}")]
    SquareTwice { row: u32, column: u32 },
    /// Two queens in one row.
    #[error("expected at most one queen per row, found two in row {row}")]
    RowTwice { row: u32 },
    /// A board without images, because two queens share a column.
    #[error("{detail}")]
    NoImages { detail: String },
    /// A race of fewer than two or more than four methods.
    #[error("expected two to four methods")]
    Racers,
    /// A race in which one method occurs twice.
    #[error("expected different methods, found {name} twice")]
    SameRacer { name: String },
    /// Too many open streams.
    #[error(
        "the limit of {} is reached: close one first",
        counted(most, "open stream")
    )]
    Streams { most: usize },
    /// Too many requests that wait for a compute slot.
    #[error("too many requests are waiting for a compute slot: retry in a few seconds")]
    Waiting,
    /// A request during the end of the server.
    #[error("the server is stopping")]
    Stopping,
    /// A backend that is unknown, or that this machine does not have.
    #[error("{detail} (available here: {available})")]
    Backend {
        backend: String,
        available: String,
        detail: String,
    },
    /// A count that was deleted or never existed.
    #[error("no count has the number {id}")]
    NoCount { id: u64 },
    /// Too many running counts.
    #[error("the limit of {most} running counts is reached: stop one first")]
    CountsRunning { most: usize },
    /// Too many stored counts.
    #[error("the limit of {most} stored counts is reached: delete one first")]
    CountsKept { most: usize },
    /// A count that is done or failed and cannot be resumed.
    #[error("the count has already ended")]
    CountEnded,
    /// Thread slots that are still held: a thread exits only after its current unit.
    #[error("stopped counts are still finishing their current units: retry in a few seconds")]
    ThreadsEnding,
    /// A server that was started without a campaign directory.
    #[error("no campaign directory is open: start the server with `bezzel serve --campaigns DIR`")]
    NoDirectory,
    /// A name that is not in the campaign directory.
    #[error("the campaign directory has no file '{file}'")]
    NoCampaign { file: String },
    /// A ledger that cannot be opened.
    #[error("{detail}")]
    Campaign {
        file: String,
        cause: OpenFailure,
        detail: String,
    },
}

/// Causes of a ledger that cannot be opened.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OpenFailure {
    /// The file does not exist.
    Missing,
    /// The file is not a ledger.
    Foreign,
    /// The ledger has another plan or format version.
    OtherPlan,
    /// The ledger is damaged.
    Damaged,
    /// The file cannot be read or written.
    Unusable,
}

impl Reason {
    /// Returns the kind of problem.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::NoCount { .. } | Self::NoDirectory | Self::NoCampaign { .. } => Code::NotFound,
            Self::Streams { .. } | Self::Waiting | Self::Stopping => Code::Busy,
            Self::RowTwice { .. }
            | Self::NoImages { .. }
            | Self::CountsRunning { .. }
            | Self::CountsKept { .. }
            | Self::CountEnded
            | Self::ThreadsEnding
            | Self::Campaign { .. } => Code::Conflict,
            _ => Code::Unacceptable,
        }
    }

    /// Converts the error of a ledger that cannot be opened.
    pub(crate) fn campaign(file: &str, error: &bezzel_campaign::Error) -> Self {
        use bezzel_campaign::Error;
        let cause = match error {
            Error::NotFound { .. } => OpenFailure::Missing,
            Error::NotALedger { .. } => OpenFailure::Foreign,
            Error::OtherPlan { .. } => OpenFailure::OtherPlan,
            Error::Damaged { .. } => OpenFailure::Damaged,
            _ => OpenFailure::Unusable,
        };
        Self::Campaign {
            file: file.to_owned(),
            cause,
            detail: error.to_string(),
        }
    }
}
