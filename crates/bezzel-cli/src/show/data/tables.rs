//! Tables that a method draws itself.

use bezzel::methods::{Table, TableRow, counted_from};
use ratatui::text::Line;

use super::Panel;
use crate::show::theme::Role;

/// Formats tables. A table that is too wide shows its first columns, and the signs of empty cells.
pub(super) fn lines(panel: Panel<'_>, tables: &[Table]) -> Vec<Line<'static>> {
    tables
        .iter()
        .flat_map(|table| lines_of(panel, table))
        .collect()
}

fn lines_of(panel: Panel<'_>, table: &Table) -> Vec<Line<'static>> {
    let count = |text: &str| counted_from(0, text);
    let labels: Vec<_> = table.rows.iter().map(|row| count(&row.label)).collect();
    let heads: Vec<_> = table.heads.iter().map(|head| count(head)).collect();
    let label_width = labels.iter().map(|label| width(label)).max().unwrap_or(0);
    let margin = label_width + usize::from(label_width > 0);
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    let widest_cell = cells.map(|cell| width(cell)).max().unwrap_or(1).max(1);
    let widest_head = heads.iter().map(|head| width(head)).max().unwrap_or(0);
    let room = panel.width.saturating_sub(margin);
    // Heads are left out where the table fits without them only.
    let with_heads = widest_cell.max(widest_head) + 1;
    let (cell, has_heads) = match heads.len() * with_heads <= room {
        true => (with_heads, !heads.is_empty()),
        false if table.rows.first().map_or(0, |row| row.cells.len()) <= room => {
            (widest_cell, false)
        }
        false => (with_heads, !heads.is_empty()),
    };
    let fitting = (room / cell).max(1);
    let mut lines = vec![panel.line(Role::Title, count(&table.title.english))];
    if has_heads {
        let heads = heads.iter().take(fitting);
        let text: String = heads
            .map(|head| format!("{head:>w$} ", w = cell - 1))
            .collect();
        lines.push(panel.line(Role::Quiet, " ".repeat(margin) + &text));
    }
    for (row, label) in table.rows.iter().zip(labels) {
        let mut line = panel.line(Role::Quiet, format!("{label:<margin$}"));
        for (value, tone) in values(row).take(fitting) {
            let text = match cell {
                1 => value.to_owned(),
                _ => format!("{value:>w$} ", w = cell - 1),
            };
            line.push_span(panel.span(role(tone), text));
        }
        lines.push(line);
    }
    lines
}

/// Iterates over the values of a row with their tones.
fn values(row: &TableRow) -> impl Iterator<Item = (&str, char)> {
    let cells = row.cells.iter().map(move |cell| match cell.is_empty() {
        true => "·",
        false => cell.as_str(),
    });
    cells.zip(row.tones.chars())
}

fn role(tone: char) -> Role {
    match tone {
        '*' => Role::Tried,
        'o' => Role::Queen,
        '-' => Role::Quiet,
        _ => Role::Plain,
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
