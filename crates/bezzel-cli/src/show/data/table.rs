//! Arrays: indices above, values below, current entries marked.

use ratatui::text::{Line, Span};

use super::Panel;
use crate::show::theme::Role;

/// Array with its label.
pub(super) struct Row {
    pub(super) label: &'static str,
    pub(super) values: Vec<String>,
    /// Marked entries.
    pub(super) lit: Vec<u32>,
}

impl Row {
    /// Creates the row of a marker array.
    pub(super) fn of_markers(markers: &[bool], lit: Vec<u32>) -> Self {
        let digit = |&taken: &bool| if taken { "1" } else { "0" }.to_owned();
        Self {
            label: "",
            values: markers.iter().map(digit).collect(),
            lit,
        }
    }
}

/// Returns the indices 0, 1, … of an array.
pub(super) fn indices(len: usize) -> Vec<String> {
    (0..len).map(|index| index.to_string()).collect()
}

/// Formats arrays over the same indices. Arrays that are too long for the panel are split in
/// two or reduced to the neighbourhood of the marked entry.
pub(super) fn lines(
    panel: Panel<'_>,
    index_label: &str,
    indices: &[String],
    rows: &[Row],
) -> Vec<Line<'static>> {
    let labels = rows.iter().map(|row| row.label.len());
    let margin = match labels.max().unwrap_or(0).max(index_label.len()) {
        0 => 0,
        longest => longest + 1,
    };
    let room = panel.width.saturating_sub(margin).max(1);
    let len = indices.len();
    let cell = cell_width(rows, len, room);
    let fitting = (room / cell).max(1);
    let lit = rows.iter().flat_map(|row| &row.lit).min();
    let mut lines = Vec::new();
    for start in parts(len, fitting, lit.map_or(0, |&index| index as usize)) {
        let part = start..(start + fitting).min(len);
        let indices = indices[part.clone()]
            .iter()
            .map(|index| index_text(index, cell));
        let label = format!("{index_label:<margin$}");
        lines.push(panel.line(Role::Quiet, label + &indices.collect::<String>()));
        for row in rows {
            let mut spans = vec![panel.span(Role::Quiet, format!("{:<margin$}", row.label))];
            spans.extend(part.clone().map(|index| entry(panel, row, index, cell)));
            lines.push(Line::from(spans));
        }
    }
    lines
}

/// Returns the width of an entry: three characters if there is room, else the minimum.
fn cell_width(rows: &[Row], len: usize, room: usize) -> usize {
    let values = rows.iter().flat_map(|row| &row.values);
    let longest = values.map(|value| value.chars().count()).max().unwrap_or(1);
    let least = if longest == 1 { 1 } else { longest + 1 };
    (least..=3)
        .rev()
        .find(|cell| len * cell <= room)
        .unwrap_or(least)
}

fn parts(len: usize, fitting: usize, lit: usize) -> Vec<usize> {
    if len <= fitting {
        vec![0]
    } else if len <= 2 * fitting {
        vec![0, fitting]
    } else {
        vec![lit.saturating_sub(fitting / 2).min(len - fitting)]
    }
}

/// Formats an index, or only its last digit in narrow cells.
fn index_text(index: &str, cell: usize) -> String {
    let last_digit = &index[index.len() - 1..];
    match cell {
        1 => last_digit.to_owned(),
        2 => format!("{last_digit} "),
        _ => format!("{index:>w$} ", w = cell - 1),
    }
}

fn entry(panel: Panel<'_>, row: &Row, index: usize, cell: usize) -> Span<'static> {
    let value = &row.values[index];
    let lit = row.lit.contains(&(index as u32));
    let role = match value.as_str() {
        _ if lit => Role::Tried,
        "0" | "·" if row.label.is_empty() => Role::Quiet,
        _ => Role::Plain,
    };
    let text = match cell {
        1 => value.clone(),
        2 => format!("{value} "),
        _ if lit && cell == 3 && value.chars().count() == 1 => format!("[{value}]"),
        _ => format!("{value:>w$} ", w = cell - 1),
    };
    panel.span(role, text)
}
