//! All that a front end shows of a step, as plain data: the sentence, the call stack and, for methods
//! that draw them themselves, the data structures.

use serde::Serialize;

use super::frames::{Frame, Moment};
use super::on_board::Run;
use super::sentences;
use super::text::Text;
use super::{Method, Step};
use crate::Square;

/// The view of a [`Step`] in a front end, besides its queens and data.
///
/// ```
/// use bezzel::methods::{Method, Run, counted_from};
/// use bezzel::{ConstrainedBoard, NEVER};
/// let run = Run::new(Method::Bitmask, &ConstrainedBoard::new(4)?)?;
/// let step = &run.steps(2, 1, NEVER).steps[0];
/// let view = run.view(step);
/// assert_eq!(counted_from(1, &view.sentence.english), "Queen placed at row 1, column 1");
/// assert_eq!(view.frames[1].locals[0].name, "row");
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// Sentence that describes the step.
    pub sentence: Text,
    /// Call stack, the outermost frame first.
    pub frames: Vec<Frame>,
}

/// Table of a picture of data structures, such as an array or a matrix.
///
/// ```
/// use bezzel::methods::{Table, Text};
/// let array = Table::new(Text::new("columns", "列")).heads(["{0}", "{1}"]);
/// let array = array.row("column", [("3", '.'), ("1", '*')]);
/// assert_eq!((&*array.rows[0].cells[1], &*array.rows[0].tones), ("1", ".*"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Table {
    /// Name or explanation of the table.
    pub title: Text,
    /// Heads of the columns; empty if they have none.
    pub heads: Vec<String>,
    /// Rows.
    pub rows: Vec<TableRow>,
}

/// Row of a [`Table`].
///
/// ```
/// use bezzel::methods::{Table, Text};
/// let table = Table::new(Text::new("", "")).row("next", [("1", '-')]);
/// assert_eq!(table.rows[0].label, "next");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableRow {
    /// Name of the row.
    pub label: String,
    /// Values.
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

/// A [`Step`] with its [`View`], as front ends receive it.
///
/// ```
/// use bezzel::methods::{Method, Run};
/// use bezzel::{ConstrainedBoard, NEVER};
/// let run = Run::new(Method::Bitmask, &ConstrainedBoard::new(4)?)?;
/// let step = run.steps(0, 1, NEVER).steps.remove(0);
/// let shown = run.shown(step.clone());
/// assert_eq!(shown.view, run.view(&step));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShownStep {
    /// The step.
    #[serde(flatten)]
    pub step: Step,
    /// Its view.
    #[serde(flatten)]
    pub view: View,
}

impl Run {
    /// Returns a step of this run with what a front end shows of it.
    pub fn shown(&self, step: Step) -> ShownStep {
        let view = self.view(&step);
        ShownStep { step, view }
    }

    /// Returns what a front end shows of a step of this run.
    pub fn view(&self, step: &Step) -> View {
        let (method, n, allowed) = (self.method(), self.size(), self.allowed());
        View {
            sentence: sentences::sentence(method, n, allowed.is_none(), step),
            frames: method.frames(Moment {
                method,
                n,
                allowed,
                step,
            }),
        }
    }
}

impl Step {
    /// Returns the candidate that the slope test stores in its array before it is tested.
    pub(super) fn stored_candidate(&self, method: Method) -> Option<Square> {
        use super::Event;

        match self.event {
            Event::Try { square } | Event::Test { square, .. } | Event::Rejected { square, .. } => {
                Some(square).filter(|_| method == Method::SlopeTest)
            }
            _ => None,
        }
    }
}
