//! What can go wrong, said with the bounds that were broken.

use thiserror::Error;

/// An error of the library. Every variant names what was wrong and what is accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A board larger than the library (or one method) accepts.
    #[error("n = {n} is too large for {what}: accepted are 0 to {max}")]
    TooLarge {
        /// The size asked for.
        n: u64,
        /// What cannot take it: "a board" or a method by name.
        what: &'static str,
        /// The largest size it takes.
        max: u32,
    },
    /// A queen beyond the right edge (rows and columns are 0-based).
    #[error(
        "row {row} has its queen in column {column}, outside the board: accepted are columns below {n}"
    )]
    ColumnOutside {
        /// The row, from 0.
        row: u32,
        /// The column that was given.
        column: u64,
        /// The size of the board.
        n: u32,
    },
    /// A row beyond the lower edge.
    #[error("row {row} is outside a board of {n} rows (rows count from 0)")]
    RowOutside {
        /// The row that was given.
        row: u32,
        /// The size of the board.
        n: u32,
    },
    /// A turned board would have two queens in one row, which a placement cannot hold.
    #[error(
        "rows {first} and {second} share column {column}, so this placement has no image with rows and columns exchanged"
    )]
    SharedColumn {
        /// The earlier row.
        first: u32,
        /// The later row.
        second: u32,
        /// The column both use.
        column: u32,
    },
    /// A backend that needs instructions which this processor does not have.
    #[error("this processor cannot run the backend '{name}'")]
    MissingBackend {
        /// The backend by name.
        name: &'static str,
    },
    /// A device that cannot go on.
    #[error("{name}: {what}")]
    Device {
        /// The device by the name of its backend.
        name: String,
        /// What happened to it.
        what: String,
    },
    /// Threads that the system does not give.
    #[error("cannot start {threads} threads: {why}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        why: String,
    },
    /// A count that contradicts itself. This is a fault of the program or of the machine.
    #[error("the count for n = {n} is wrong: {what}")]
    Inconsistent {
        /// The size of the board.
        n: u32,
        /// What contradicts what.
        what: String,
    },
    /// A result that its unit cannot have.
    #[error("expected at most {most} as {what} of unit {unit}, found {found}: the result is wrong")]
    ResultTooLarge {
        /// The unit by name.
        unit: String,
        /// The number that is too large.
        what: &'static str,
        /// What it is.
        found: u128,
        /// What it can be at most.
        most: u128,
    },
    /// A name that is none of the accepted ones.
    #[error("unknown {kind} '{name}'{}: accepted are {accepted}", suggestion.map(|s| format!(" (did you mean '{s}'?)")).unwrap_or_default())]
    UnknownName {
        /// What was named: "method", "notation", …
        kind: &'static str,
        /// The name that was given.
        name: String,
        /// The nearest accepted name, if one is near.
        suggestion: Option<&'static str>,
        /// All accepted names, separated by commas.
        accepted: String,
    },
}

/// Finds `name` among `(name, value)` pairs, or says which accepted name is nearest.
pub(crate) fn by_name<T: Copy>(
    kind: &'static str,
    name: &str,
    accepted: &[(&'static str, T)],
) -> Result<T, Error> {
    if let Some((_, value)) = accepted.iter().find(|(known, _)| *known == name) {
        return Ok(*value);
    }
    let lower = name.to_lowercase();
    let suggestion = accepted
        .iter()
        .map(|(known, _)| (strsim::jaro_winkler(&lower, known), *known))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known);
    let names: Vec<_> = accepted.iter().map(|(known, _)| *known).collect();
    Err(Error::UnknownName {
        kind,
        name: name.to_owned(),
        suggestion,
        accepted: names.join(", "),
    })
}
