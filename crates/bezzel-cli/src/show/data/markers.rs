//! Marker arrays, with the computation of each index for the current square.

use bezzel::methods::{Event, Probe};
use bezzel::{Line as Attack, Square};
use ratatui::text::Line;

use super::Panel;
use super::table::{self, Row};

/// Formats the three arrays.
pub(super) fn all(
    panel: Panel<'_>,
    columns: &[bool],
    main: &[bool],
    anti: &[bool],
) -> Vec<Line<'static>> {
    let mut lines = array(panel, Attack::Column, columns);
    lines.extend(diagonals(panel, main, anti));
    lines
}

/// Formats the two arrays of diagonals.
pub(super) fn diagonals(panel: Panel<'_>, main: &[bool], anti: &[bool]) -> Vec<Line<'static>> {
    let mut lines = array(panel, Attack::Diagonal, main);
    lines.extend(array(panel, Attack::AntiDiagonal, anti));
    lines
}

fn array(panel: Panel<'_>, line: Attack, markers: &[bool]) -> Vec<Line<'static>> {
    let (name, remark, lit) = match index(panel, line) {
        Some((name, formula, index, lit)) => (name, formula, lit.then_some(index)),
        None => (name(line), String::new(), None),
    };
    let array = Row::of_markers(markers, lit.into_iter().collect());
    let indices = table::indices(markers.len());
    let fits = name.chars().count() + 2 + remark.chars().count() <= panel.width;
    let (short, _) = name.split_once('[').unwrap_or((name, ""));
    let mut lines = vec![panel.heading(if fits { name } else { short }, remark)];
    lines.extend(table::lines(panel, "", &indices, &[array]));
    lines
}

fn name(line: Attack) -> &'static str {
    match line {
        Attack::Column | Attack::Row => "columns[column]",
        Attack::Diagonal => "diagonals[row − column + n]",
        Attack::AntiDiagonal => "anti[row + column]",
    }
}

/// Returns name and index of the array, the formula with numbers, and `true` if the step uses it.
fn index(panel: Panel<'_>, line: Attack) -> Option<(&'static str, String, u32, bool)> {
    let square = square(&panel.step.event)?;
    let Square { row, column } = square;
    let n = panel.n;
    let (formula, index) = match line {
        Attack::Column | Attack::Row => (format!("column = {column}"), column),
        Attack::Diagonal => {
            let index = row + n - column;
            (format!("{row} − {column} + {n} = {index}"), index)
        }
        Attack::AntiDiagonal => {
            let index = row + column;
            (format!("{row} + {column} = {index}"), index)
        }
    };
    Some((name(line), formula, index, touches(&panel.step.event, line)))
}

fn square(event: &Event<'_>) -> Option<Square> {
    match *event {
        Event::Try { square }
        | Event::Test { square, .. }
        | Event::Rejected { square, .. }
        | Event::Place { square }
        | Event::Remove { square } => Some(square),
        _ => None,
    }
}

fn touches(event: &Event<'_>, line: Attack) -> bool {
    match event {
        Event::Test { probe, .. } => match probe {
            Probe::ColumnMarker { .. } => line == Attack::Column,
            Probe::DiagonalMarker { .. } => line == Attack::Diagonal,
            Probe::AntiDiagonalMarker { .. } => line == Attack::AntiDiagonal,
            _ => false,
        },
        Event::Rejected { line: along, .. } => line == *along,
        Event::Place { .. } | Event::Remove { .. } => true,
        _ => false,
    }
}
