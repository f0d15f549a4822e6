//! Tables of numbers and marks: pictures of data structures.

use super::text::Text;

/// Table of a picture of data structures, such as an array or a matrix.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Table {
    /// Name or explanation of the table.
    pub title: Text,
    /// Heads of the columns; empty if they have none.
    pub heads: Vec<String>,
    /// From top to bottom, each with as many cells as there are columns.
    pub rows: Vec<TableRow>,
}

/// Row of a [`Table`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableRow {
    /// Name of the row, such as a variable of the listing.
    pub label: String,
    /// Text of each cell.
    pub cells: Vec<String>,
    /// Tone of each cell, one letter each: `.` plain, `o` on, `-` quiet, `*` current.
    pub tones: String,
}

impl Table {
    /// Creates a table without rows.
    pub fn new(title: Text) -> Self {
        Self {
            title,
            heads: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Sets the heads of the columns.
    #[must_use]
    pub fn heads<S: Into<String>>(mut self, heads: impl IntoIterator<Item = S>) -> Self {
        self.heads = heads.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a row of values with their tones.
    #[must_use]
    pub fn row<S: Into<String>>(
        mut self,
        label: impl Into<String>,
        cells: impl IntoIterator<Item = (S, char)>,
    ) -> Self {
        let (mut values, mut tones) = (Vec::new(), String::new());
        for (value, tone) in cells {
            values.push(value.into());
            tones.push(tone);
        }
        self.rows.push(TableRow {
            label: label.into(),
            cells: values,
            tones,
        });
        self
    }
}
