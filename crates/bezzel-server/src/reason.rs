//! Why a request is refused, with the numbers, so that the page can say it in its language.

use serde::Serialize;
use thiserror::Error;

use crate::problem::Code;

/// What was wrong with a request, and what is accepted.
#[derive(Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// A number that is too small or too large.
    #[error("{what} = {value} is not accepted: accepted are {least} to {most}")]
    OutOfRange {
        what: &'static str,
        value: u64,
        least: u64,
        most: u64,
    },
    /// A step too far into a run.
    #[error("step {step} was not reached in time")]
    Unreached { step: u64 },
    /// All solutions take too long.
    #[error("the solutions were not found in time")]
    Untimely,
    #[error(
        "queen {number} in row {row} column {column} is outside: accepted are rows and columns \
         below {n}"
    )]
    Outside {
        number: usize,
        row: u32,
        column: u32,
        n: u32,
    },
    #[error("two queens stand in row {row} column {column}")]
    SquareTwice { row: u32, column: u32 },
    #[error("row {row} has two queens")]
    RowTwice { row: u32 },
    /// A board without images, since two of its queens share a column.
    #[error("{detail}")]
    NoImages { detail: String },
    #[error("accepted are two to four methods")]
    Racers,
    #[error("{name} cannot race itself")]
    SameRacer { name: String },
    #[error("{most} streams are open already")]
    Streams { most: usize },
    #[error("too many requests are waiting")]
    Waiting,
    #[error("the server is stopping")]
    Stopping,
    #[error("there is no count {id}")]
    NoCount { id: u64 },
    #[error("{most} counts are running: stop one first")]
    CountsRunning { most: usize },
    #[error("{most} counts are kept: delete one first")]
    CountsKept { most: usize },
    #[error("this count has ended")]
    CountEnded,
    /// Threads end only when they have counted the unit in hand.
    #[error("threads of stopped counts are finishing their last units: try again in a moment")]
    ThreadsEnding,
    /// The server was started without a folder.
    #[error("no folder of campaigns is open: `bezzel serve --campaigns DIR` opens one")]
    NoFolder,
    #[error("the folder of campaigns has no file '{file}'")]
    NoCampaign { file: String },
    /// A file that cannot be opened.
    #[error("{detail}")]
    Campaign {
        file: String,
        trouble: CampaignTrouble,
        detail: String,
    },
}

/// What is the matter with the file of a campaign.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CampaignTrouble {
    Missing,
    /// It is no ledger.
    Foreign,
    /// It is of another plan or format.
    OtherPlan,
    Damaged,
    /// It cannot be read or written.
    Unusable,
}

impl Reason {
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::NoCount { .. } | Self::NoFolder | Self::NoCampaign { .. } => Code::NotFound,
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

    /// Why a file could not be opened.
    pub(crate) fn campaign(file: &str, error: &bezzel_campaign::Error) -> Self {
        use bezzel_campaign::Error;
        let trouble = match error {
            Error::NotFound { .. } => CampaignTrouble::Missing,
            Error::NotALedger { .. } => CampaignTrouble::Foreign,
            Error::OtherPlan { .. } => CampaignTrouble::OtherPlan,
            Error::Damaged { .. } => CampaignTrouble::Damaged,
            _ => CampaignTrouble::Unusable,
        };
        Self::Campaign {
            file: file.to_owned(),
            trouble,
            detail: error.to_string(),
        }
    }
}
