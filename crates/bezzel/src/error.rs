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
    /// Threads that the system does not give.
    #[error("cannot start {threads} threads: {why}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        why: String,
    },
    /// Solutions that do not make whole orbits. The number is wrong.
    #[error(
        "{solutions} is not the number of solutions for n = {n}: they do not make whole orbits"
    )]
    IncompleteOrbits {
        /// The size of the board.
        n: u32,
        /// The number of solutions that was given.
        solutions: u128,
    },
    /// A name that is none of the accepted ones.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
}

/// A name that is none of the accepted ones.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown {kind} '{name}'{}: accepted are {accepted}", suggestion.map(|s| format!(" (did you mean '{s}'?)")).unwrap_or_default())]
pub struct UnknownName {
    /// The kind of thing that was named, such as "method" or "notation".
    pub kind: &'static str,
    /// The name that was given.
    pub name: String,
    /// The nearest accepted name, if one is near.
    pub suggestion: Option<&'static str>,
    /// The accepted names, separated by commas.
    pub accepted: String,
}

impl UnknownName {
    /// The accepted name that is most like `name`, if one is near (Jaro-Winkler similarity above
    /// 0.75, without regard to case).
    pub fn nearest(
        name: &str,
        accepted: impl IntoIterator<Item = &'static str>,
    ) -> Option<&'static str> {
        let lower = name.to_lowercase();
        accepted
            .into_iter()
            .map(|known| (strsim::jaro_winkler(&lower, known), known))
            .filter(|(likeness, _)| *likeness > 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, known)| known)
    }

    /// Finds `name` among `(name, value)` pairs. Fails with the accepted names and the nearest of
    /// them.
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
