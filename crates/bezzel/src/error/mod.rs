//! Errors of the library.

mod constraints;
mod reading;

use std::fmt::Display;

pub use constraints::{Contradiction, NoProof, OutsideBoard};
pub(crate) use constraints::{attack, named};
pub use reading::ReadError;

use crate::methods::Text;
use thiserror::Error;

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
        /// Size that was asked for.
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
        /// Number of rows and columns of the board.
        n: u32,
    },
    /// Row beyond the lower edge.
    #[error("expected a row below {n}, found {row}: rows count from 0")]
    RowOutside {
        /// Row as given, from 0.
        row: u32,
        /// Number of rows and columns of the board.
        n: u32,
    },
    /// Two queens in one column, which would share a row after a quarter turn.
    #[error(
        "expected queens in different columns to exchange rows and columns, found rows {first} and {second} in column {column}"
    )]
    SharedColumn {
        /// Row of the upper queen.
        first: u32,
        /// Row of the lower queen.
        second: u32,
        /// Column of both queens.
        column: u32,
    },
    /// Constraints that a method does not accept.
    #[error(
        "expected an empty board with {method}, found placed queens or blocked squares: these \
         methods search such a board: {accepted}"
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
        /// Number of threads that were asked for.
        threads: usize,
        /// Reason given by the operating system.
        why: String,
    },
    /// Number of solutions that is not a sum of orbit sizes and therefore wrong.
    #[error(
        "expected a number of solutions that forms whole orbits for n = {n}, found {solutions}"
    )]
    IncompleteOrbits {
        /// Number of rows and columns of the board.
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
    /// Square or diagonal outside the board.
    #[error(transparent)]
    Outside(#[from] OutsideBoard),
    /// Board without a completion.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// Board that was not proved to have no completion.
    #[error(transparent)]
    NoProof(#[from] NoProof),
    /// Random board that does not exist: what was expected and what was found.
    #[error("{0}")]
    Random(String),
}

impl Error {
    /// Returns the message in both languages, if it is one about a size, a name or a board; `None`
    /// for the others, which are in English only.
    pub fn text(&self) -> Option<Text> {
        let accepted = match self {
            Self::UnknownName(UnknownName { accepted, .. })
            | Self::Constraints { accepted, .. }
            | Self::DoesNotCount { accepted, .. } => accepted.replace(", ", "、"),
            _ => String::new(),
        };
        Some(match self {
            Self::TooLarge { n, max, .. } => {
                let chinese = format!("n 应为 0 到 {max}，实际为 {n}");
                (self.to_string(), chinese).into()
            }
            Self::UnknownName(name) => {
                let UnknownName {
                    name, suggestion, ..
                } = name;
                let hint = suggestion.map(|name| format!("（是不是“{name}”？）"));
                let hint = hint.unwrap_or_default();
                let chinese = format!("没有“{name}”{hint}，可用的有：{accepted}");
                (self.to_string(), chinese).into()
            }
            Self::Constraints { method, .. } => {
                let chinese = format!(
                    "{method} 只能用于空棋盘，而给定的棋盘有皇后或禁用格，可用的方法有：{accepted}"
                );
                (self.to_string(), chinese).into()
            }
            Self::DoesNotCount { method, .. } => {
                let chinese = format!("{method} 只求一个解，不计数，能计数的方法有：{accepted}");
                (self.to_string(), chinese).into()
            }
            Self::Read(error) => error.text(),
            Self::Outside(error) => error.text(),
            Self::Contradiction(error) => error.text(),
            _ => return None,
        })
    }
}

/// Name that is not one of the accepted ones.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown {kind} '{name}'{}: expected {accepted}", self.hint())]
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
    fn hint(&self) -> String {
        let hint = |name| format!(" (did you mean '{name}'?)");
        self.suggestion.map(hint).unwrap_or_default()
    }

    /// Returns the accepted name most similar to `name`, if the Jaro-Winkler similarity,
    /// ignoring case, is above 0.8.
    pub fn nearest(
        name: &str,
        accepted: impl IntoIterator<Item = &'static str>,
    ) -> Option<&'static str> {
        let lower = name.to_ascii_lowercase();
        accepted
            .into_iter()
            .map(|known| (strsim::jaro_winkler(&lower, known), known))
            .filter(|(likeness, _)| *likeness > 0.8)
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

/// Gives an enum the constant `ALL`, names, `Display`, and `FromStr` with the errors of [`UnknownName`].
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    ($(#[$all:meta])* $type:ident, $kind:literal: $($value:ident = $name:literal),+ $(,)?) => {
        impl $type {
            $(#[$all])*
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Returns the name, which `FromStr` reads.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(name: &str) -> Result<Self, $crate::Error> {
                let names = Self::ALL.map(|value| (value.name(), value));
                Ok($crate::UnknownName::find($kind, name, &names)?)
            }
        }
    };
}

/// Returns a number and its noun, with an "s" unless the number is 1: for messages.
///
/// ```
/// use bezzel::counted;
///
/// assert_eq!(counted(1, "queen"), "1 queen");
/// assert_eq!(counted(8, "queen"), "8 queens");
/// ```
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_thing_has_no_plural() {
        assert_eq!(counted(0_u32, "queen"), "0 queens");
        assert_eq!(counted(1_usize, "queen"), "1 queen");
        assert_eq!(counted(2_u128, "queen"), "2 queens");
        assert_eq!(counted(11, "queen"), "11 queens");
    }
}
