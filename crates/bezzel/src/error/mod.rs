//! Errors of the library.

mod constraints;
mod reading;

use thiserror::Error;

use crate::counted;

pub use constraints::{Contradiction, ExactCoverError, NoProof, OutsideBoard, RandomError};
pub use reading::{BoardError, CompactError, ReadError};

/// Error of the library. Each message states what was expected and what was found.
///
/// All other errors of the library convert to it, so that one function can use `?` on all of them:
///
/// ```
/// use bezzel::{ConstrainedBoard, Error, Placement, Square, notation::Notation};
///
/// fn read(placement: &str, board: &str, notation: &str) -> Result<(), Error> {
///     placement.parse::<Placement>()?;
///     ConstrainedBoard::from_compact(board)?.place(Square::new(0, 3))?;
///     notation.parse::<Notation>()?;
///     bezzel::solutions(65)?;
///     Ok(())
/// }
///
/// let error = read("1 3 0 2", "4/4/4/4", "grid").unwrap_err();
/// assert_eq!(error.to_string(), "expected n from 0 to 64 for enumeration, found 65");
/// let error = read("1 3 0 2", "4/4/4/4", "grd").unwrap_err();
/// assert!(matches!(error, Error::UnknownName(name) if name.suggestion == Some("grid")));
/// ```
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// Board larger than the library or one method accepts.
    #[error("expected n from 0 to {max} for {what}, found {n}")]
    TooLarge {
        /// Requested size.
        n: u64,
        /// Rejecting operation, such as "a board" or the name of a method.
        what: &'static str,
        /// Largest accepted size.
        max: u32,
    },
    /// Queen beyond the right edge (rows and columns are 0-based).
    #[error("expected a column below {n} in row {row}, found {column}")]
    ColumnOutside {
        /// Row, from 0.
        row: u32,
        /// Column as given, from 0.
        column: u64,
        /// Size of the board.
        n: u32,
    },
    /// Row beyond the lower edge.
    #[error("expected a row below {n}, found {row}: rows count from 0")]
    RowOutside {
        /// Row as given, from 0.
        row: u32,
        /// Size of the board.
        n: u32,
    },
    /// Two queens in one column, which would share a row after a quarter turn.
    #[error(
        "expected queens in different columns to exchange rows and columns, found rows {first} and {second} in column {column}"
    )]
    SharedColumn {
        /// Upper row.
        first: u32,
        /// Lower row.
        second: u32,
        /// Shared column.
        column: u32,
    },
    /// Constraints that a method does not accept.
    #[error(
        "expected an empty board with {method}, found placed queens or blocked squares: the methods \
         that search such a board are {accepted}"
    )]
    Constraints {
        /// The method that was asked for.
        method: &'static str,
        /// Names of the methods that search such a board.
        accepted: String,
    },
    /// Method that finds a solution but does not count them.
    #[error(
        "expected a method that counts, found {method}, which finds one solution: the methods that \
         count are {accepted}"
    )]
    DoesNotCount {
        /// The method that was asked for.
        method: &'static str,
        /// Names of the methods that count.
        accepted: String,
    },
    /// Threads that the operating system refused.
    #[error("cannot start {}: {why}", counted(threads, "thread"))]
    Threads {
        /// Requested number.
        threads: usize,
        /// Reason given by the operating system.
        why: String,
    },
    /// Number of solutions that is not a sum of orbit sizes and therefore wrong.
    #[error(
        "expected a number of solutions that forms whole orbits for n = {n}, found {solutions}"
    )]
    IncompleteOrbits {
        /// Size of the board.
        n: u32,
        /// The number that is no sum of orbit sizes.
        solutions: u128,
    },
    /// Name that is not one of the accepted ones.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// Text that is not a board, or input that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Document that is not one board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Text that is not a board in one word.
    #[error(transparent)]
    Compact(#[from] CompactError),
    /// Square or diagonal outside the board.
    #[error(transparent)]
    Outside(#[from] OutsideBoard),
    /// Board without a completion.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// Board that was not proved to have no completion.
    #[error(transparent)]
    NoProof(#[from] NoProof),
    /// Random board that does not exist.
    #[error(transparent)]
    Random(#[from] RandomError),
    /// Item or option that does not fit an exact-cover problem.
    #[error(transparent)]
    ExactCover(#[from] ExactCoverError),
}

/// Name that is not one of the accepted ones.
///
/// ```
/// let error = "grd".parse::<bezzel::notation::Notation>().unwrap_err().to_string();
/// assert!(error.starts_with("unknown notation 'grd' (did you mean 'grid'?): expected "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown {kind} '{name}'{}: expected {accepted}", suggestion.map(|s| format!(" (did you mean '{s}'?)")).unwrap_or_default())]
pub struct UnknownName {
    /// Kind of name, such as "method" or "notation".
    pub kind: &'static str,
    /// The text that names nothing.
    pub name: String,
    /// Nearest accepted name, if it is similar enough.
    pub suggestion: Option<&'static str>,
    /// Accepted names, separated by commas.
    pub accepted: String,
}

impl UnknownName {
    /// Returns the accepted name most similar to `name`, if the Jaro-Winkler similarity,
    /// ignoring case, is above 0.75.
    pub fn nearest(
        name: &str,
        accepted: impl IntoIterator<Item = &'static str>,
    ) -> Option<&'static str> {
        let lower = name.to_ascii_lowercase();
        accepted
            .into_iter()
            .map(|known| (strsim::jaro_winkler(&lower, known), known))
            .filter(|(likeness, _)| *likeness > 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, known)| known)
    }

    /// Looks up `name` among `(name, value)` pairs. The error lists the accepted names and the
    /// nearest of them.
    ///
    /// ```
    /// use bezzel::UnknownName;
    /// let sizes = [("small", 4), ("large", 20)];
    /// assert_eq!(UnknownName::find("size", "large", &sizes), Ok(20));
    /// let error = UnknownName::find("size", "smal", &sizes).unwrap_err();
    /// assert_eq!(error.suggestion, Some("small"));
    /// ```
    pub fn find<T: Copy>(
        kind: &'static str,
        name: &str,
        accepted: &[(&'static str, T)],
    ) -> Result<T, Self> {
        if let Some((_, value)) = accepted.iter().find(|(known, _)| *known == name) {
            return Ok(*value);
        }
        let names = accepted.iter().map(|(known, _)| *known);
        Err(Self {
            kind,
            name: name.to_owned(),
            suggestion: Self::nearest(name, names.clone()),
            accepted: names.collect::<Vec<_>>().join(", "),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_library_converts() {
        fn converts<E: std::error::Error + Into<Error>>() {}
        converts::<UnknownName>();
        converts::<ReadError>();
        converts::<BoardError>();
        converts::<CompactError>();
        converts::<OutsideBoard>();
        converts::<Contradiction>();
        converts::<NoProof>();
        converts::<RandomError>();
        converts::<ExactCoverError>();
    }
}
