//! Draws the data structures of the method beside the board.

mod bordered;
mod colours;
mod links;
mod markers;
pub(crate) mod masks;
mod positions;
mod table;
mod tables;

pub(crate) use links::free_columns;

use bezzel::methods::{Data, Step};
use ratatui::text::{Line, Span};

use super::theme::{Role, Theme};

/// Step to draw, with the available width and colours.
#[derive(Clone, Copy)]
pub(crate) struct Panel<'a> {
    pub(crate) n: u32,
    pub(crate) step: &'a Step,
    pub(crate) width: usize,
    pub(crate) theme: Theme,
}

impl Panel<'_> {
    fn span(self, role: Role, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.theme.style(role))
    }

    fn line(self, role: Role, text: impl Into<String>) -> Line<'static> {
        Line::from(self.span(role, text))
    }

    /// Formats a heading with a remark.
    fn heading(self, name: &str, remark: impl Into<String>) -> Line<'static> {
        let remark: String = remark.into();
        Line::from(vec![
            self.span(Role::Title, name),
            self.span(Role::Plain, format!("  {remark}")),
        ])
    }
}

/// Formats the data structures as lines of at most the panel's width (masks may be wider: wrap
/// them).
pub(crate) fn lines(panel: Panel<'_>) -> Vec<Line<'static>> {
    match &panel.step.data {
        Data::Positions { columns } => positions::lines(panel, columns),
        Data::BorderedBoard { cells, positions } => bordered::lines(panel, cells, positions),
        Data::Markers {
            columns,
            diagonals,
            anti_diagonals,
        } => markers::all(panel, columns, diagonals, anti_diagonals),
        Data::Links {
            previous,
            next,
            diagonals,
            anti_diagonals,
        } => {
            let mut lines = links::lines(panel, previous, next);
            lines.extend(markers::diagonals(panel, diagonals, anti_diagonals));
            lines
        }
        Data::Masks { masks, candidates } => masks::beside_board(panel, *masks, *candidates),
        Data::Colours { .. } => colours::lines(panel),
        Data::Tables { tables } => tables::lines(panel, tables),
        _ => Vec::new(),
    }
}
