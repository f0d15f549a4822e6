//! Reasons why a board has no completion, found without a search.

use bezzel::{Conflict, ConstrainedBoard, Contradiction, Square};
use serde::Serialize;

/// Reason why a board has no completion, found without a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Impossibility {
    /// The reason as a sentence.
    pub(crate) detail: String,
    #[serde(flatten)]
    cause: Cause,
}

/// The reason in structured form, for translations.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Cause {
    /// A queen on a blocked square.
    QueenOnBlockedSquare { square: Square },
    /// Two queens that attack each other.
    Attack { pair: Conflict },
    /// A row in which every square is blocked or attacked.
    FullRow { row: u32 },
    /// A column in which every square is blocked or attacked.
    FullColumn { column: u32 },
    /// A reason that `detail` names.
    Other,
}

impl Impossibility {
    pub(crate) fn of(board: &ConstrainedBoard) -> Option<Self> {
        let contradiction = board.contradiction()?;
        let detail = contradiction.to_string();
        let cause = match contradiction {
            Contradiction::QueenOnBlockedSquare { square } => {
                Cause::QueenOnBlockedSquare { square }
            }
            Contradiction::Attack(pair) => Cause::Attack { pair },
            Contradiction::FullRow { row } => Cause::FullRow { row },
            Contradiction::FullColumn { column } => Cause::FullColumn { column },
            _ => Cause::Other,
        };
        Some(Self { detail, cause })
    }
}
