//! Free columns as a circular list, and the two arrays that represent it.

use bezzel::methods::Event;
use ratatui::text::{Line, Span};

use super::Panel;
use super::table::{self, Row};
use crate::show::theme::Role;

pub(super) fn lines(panel: Panel<'_>, previous: &[u32], next: &[u32]) -> Vec<Line<'static>> {
    let mut lines = vec![panel.heading("list", "the free columns, doubly linked")];
    lines.extend(ring(panel, next));
    let changed = changed(panel, previous, next);
    let array = |label, values: &[u32], lit| Row {
        label,
        values: values.iter().map(|&column| name(panel.n, column)).collect(),
        lit: Vec::from_iter(lit),
    };
    let arrays = [
        array("previous", previous, changed.map(|(_, after)| after)),
        array("next", next, changed.map(|(before, _)| before)),
    ];
    let indices: Vec<_> = (0..=panel.n).map(|column| name(panel.n, column)).collect();
    lines.extend(table::lines(panel, "column", &indices, &arrays));
    lines
}

/// Formats a column, or h for the head, which is the last index.
fn name(n: u32, column: u32) -> String {
    if column == n {
        "h".into()
    } else {
        column.to_string()
    }
}

/// Formats `head ⇄ 0 ⇄ 2 ⇄ 5 ⇄ head`, with the current column marked.
fn ring(panel: Panel<'_>, next: &[u32]) -> Vec<Line<'static>> {
    let tried = match panel.step.event {
        Event::Try { square } | Event::Test { square, .. } | Event::Rejected { square, .. } => {
            Some(square.column)
        }
        _ => None,
    };
    let mut lines = vec![vec![Span::raw("head")]];
    let mut used = "head".len();
    for column in free_columns(panel.n, next).chain([panel.n]) {
        let text = match column {
            column if column == panel.n => "head".to_owned(),
            column if tried == Some(column) => format!("[{column}]"),
            column => column.to_string(),
        };
        let len = text.len() + 3;
        if used + len > panel.width {
            lines.push(Vec::new());
            used = 0;
        }
        used += len;
        let spans = lines.last_mut().expect("at least one line");
        spans.push(panel.span(Role::Quiet, " ⇄ "));
        let role = if tried == Some(column) {
            Role::Tried
        } else {
            Role::Plain
        };
        spans.push(panel.span(role, text));
    }
    lines.into_iter().map(Line::from).collect()
}

pub(crate) fn free_columns(n: u32, next: &[u32]) -> impl Iterator<Item = u32> {
    std::iter::successors(next.get(n as usize).copied(), |&column| {
        next.get(column as usize).copied()
    })
    .take_while(move |&column| column != n)
}

/// Returns the neighbours of a column just unlinked or restored, whose links have changed.
fn changed(panel: Panel<'_>, previous: &[u32], next: &[u32]) -> Option<(u32, u32)> {
    match panel.step.event {
        Event::Place { square } | Event::Remove { square } => {
            // An unlinked column keeps its own two links so that it can be restored.
            let column = square.column as usize;
            Some((*previous.get(column)?, *next.get(column)?))
        }
        _ => None,
    }
}
