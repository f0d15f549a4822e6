//! Column array of brute force and the slope test.

use bezzel::Square;
use bezzel::methods::{Event, Probe};
use ratatui::text::Line;

use super::Panel;
use super::table::{self, Row};
use crate::show::theme::Role;

pub(super) fn lines(panel: Panel<'_>, columns: &[u32]) -> Vec<Line<'static>> {
    let value = |row: u32| match columns.get(row as usize) {
        Some(column) => column.to_string(),
        None => "·".into(),
    };
    let array = Row {
        label: "column",
        values: (0..panel.n).map(value).collect(),
        lit: lit(&panel.step.event),
    };
    let indices = table::indices(array.values.len());
    let mut lines = vec![panel.heading("columns[row]", "each row's queen")];
    lines.extend(table::lines(panel, "row", &indices, &[array]));
    if let Some((square, other)) = compared(&panel.step.event) {
        lines.push(Line::default());
        lines.extend(comparison(panel, square, other));
    }
    lines
}

fn lit(event: &Event<'_>) -> Vec<u32> {
    match *event {
        Event::Place { square } | Event::Remove { square } => vec![square.row],
        _ => compared(event)
            .map(|(_, other)| other.row)
            .into_iter()
            .collect(),
    }
}

fn compared(event: &Event<'_>) -> Option<(Square, Square)> {
    match *event {
        Event::Test {
            square,
            probe: Probe::Queen { square: other },
        }
        | Event::Rejected {
            square, by: other, ..
        } => Some((square, other)),
        _ => None,
    }
}

fn comparison(panel: Panel<'_>, square: Square, other: Square) -> Vec<Line<'static>> {
    let (down, across) = (
        square.row.abs_diff(other.row),
        square.column.abs_diff(other.column),
    );
    let verdict = match (across, across == down) {
        (0, _) => "= 0: the same column",
        (_, true) => "= |Δrow|: the same slope",
        _ => "neither 0 nor |Δrow|: no attack",
    };
    let attack = square.line_to(other).is_some();
    let role = if attack { Role::Attacker } else { Role::Plain };
    vec![
        panel.line(
            Role::Plain,
            format!("|Δrow|    = |{} − {}| = {down}", square.row, other.row),
        ),
        panel.line(
            Role::Plain,
            format!(
                "|Δcolumn| = |{} − {}| = {across}",
                square.column, other.column
            ),
        ),
        panel.line(role, format!("|Δcolumn| {verdict}")),
    ]
}
