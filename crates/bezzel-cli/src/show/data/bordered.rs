//! Cells of the bordered board: `*` border, `#` queens, and the cell that the scan reads.

use bezzel::Square;
use bezzel::methods::{Event, Probe};
use ratatui::text::{Line, Span};

use super::Panel;
use crate::show::theme::Role;

pub(super) fn lines(panel: Panel<'_>, cells: &[u8], positions: &[Square]) -> Vec<Line<'static>> {
    let side = panel.n as usize + 2;
    let cell = if side * 3 <= panel.width {
        3
    } else if side * 2 <= panel.width {
        2
    } else {
        1
    };
    let probed = match panel.step.event {
        Event::Test {
            probe: Probe::Cell { row, column },
            ..
        } => Some((row as usize, column as usize)),
        _ => None,
    };
    let mut lines = vec![panel.heading("cells", "* border, # queen")];
    lines.extend(cells.chunks(side).enumerate().map(|(row, cells)| {
        let cells = cells.iter().enumerate();
        Line::from_iter(cells.map(|(column, &value)| {
            let lit = probed == Some((row, column));
            draw_cell(panel, value, lit, cell)
        }))
    }));
    lines.push(list(panel, positions));
    lines
}

fn draw_cell(panel: Panel<'_>, value: u8, lit: bool, width: usize) -> Span<'static> {
    let (glyph, role) = match value {
        0 => (' ', Role::Plain),
        1 => ('#', Role::Queen),
        _ => ('*', Role::Quiet),
    };
    let role = if lit { Role::Tried } else { role };
    let text = match width {
        3 if lit => format!("[{glyph}]"),
        3 => format!(" {glyph} "),
        _ => format!("{glyph:<width$}"),
    };
    panel.span(role, text)
}

/// Formats the current queens, a linked list, first queen first.
fn list(panel: Panel<'_>, positions: &[Square]) -> Line<'static> {
    let queens: String = positions
        .iter()
        .map(|queen| format!("({},{}) ", queen.row, queen.column))
        .collect();
    Line::from(vec![
        panel.span(Role::Title, "placed "),
        panel.span(Role::Plain, queens),
    ])
}
