//! The three masks in binary, one digit per column.
//!
//! Bit c represents column c. Column 0 is on the left, so that digits align with their squares;
//! `<< 1` therefore moves to the right on the screen.

use bezzel::methods::{Event, Masks};
use ratatui::text::Line;

use super::Panel;
use crate::show::board::MARGIN;
use crate::show::scene::active_row;
use crate::show::theme::Role;

/// One word with its labels.
struct Word {
    bits: u64,
    label: String,
    /// Short label for narrow terminals.
    short: &'static str,
    /// Highlighted bit.
    lit: Option<u32>,
}

/// Number of lines needed under the board.
pub(crate) const HEIGHT: usize = 7;

/// Formats the masks under the board, each digit under its column; `cell` is the width of a square.
pub(crate) fn under_board(
    panel: Panel<'_>,
    masks: Masks,
    candidates: u64,
    cell: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    lines.extend(words(panel, masks, candidates).into_iter().map(|word| {
        let mut line = Line::raw(" ".repeat(MARGIN));
        for column in 0..panel.n {
            let (role, digit) = digit(&word, column);
            line.push_span(match cell {
                3 if word.lit == Some(column) => panel.span(role, format!("[{digit}]")),
                3 => panel.span(role, format!(" {digit} ")),
                _ => panel.span(role, format!("{digit:<cell$}")),
            });
        }
        let label = word.label(panel.width.saturating_sub(line.width() + 2));
        line.push_span(panel.span(Role::Plain, format!("  {label}")));
        line
    }));
    lines.push(caption(panel));
    lines
}

/// Formats the masks beside the board.
pub(super) fn beside_board(panel: Panel<'_>, masks: Masks, candidates: u64) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for word in words(panel, masks, candidates) {
        let mut line = Line::default();
        for column in 0..panel.n {
            let (role, digit) = digit(&word, column);
            line.push_span(panel.span(role, digit));
        }
        let label = word.label(panel.width.saturating_sub(line.width() + 2));
        if line.width() + 2 + label.len() <= panel.width {
            line.push_span(panel.span(Role::Plain, format!("  {label}")));
            lines.push(line);
        } else {
            lines.extend([panel.line(Role::Plain, label), line]);
        }
    }
    lines.push(caption(panel));
    lines
}

fn digit(word: &Word, column: u32) -> (Role, &'static str) {
    let one = word.bits >> column & 1 == 1;
    let role = match (word.lit == Some(column), one) {
        (true, _) => Role::Tried,
        (_, true) => Role::Plain,
        _ => Role::Quiet,
    };
    (role, if one { "1" } else { "0" })
}

fn words(panel: Panel<'_>, masks: Masks, candidates: u64) -> Vec<Word> {
    let full = if panel.n == 0 {
        0
    } else {
        u64::MAX >> (64 - panel.n)
    };
    let word = |bits, short, label: &str| Word {
        bits,
        label: label.to_owned(),
        short,
        lit: None,
    };
    let mut words = vec![
        word(masks.columns, "columns", "columns"),
        word(masks.diagonals, "diagonals", "diagonals"),
        word(masks.anti_diagonals, "anti", "anti"),
        word(
            masks.free(full),
            "full & ~(...)",
            "full & ~(columns | diagonals | anti)",
        ),
        word(candidates, "free", "free: not yet tried"),
    ];
    match panel.step.event {
        Event::Masks { before, .. } => {
            for (word, (short, label)) in words.iter_mut().zip(changes(panel.n, before)) {
                (word.short, word.label) = (short, label);
            }
        }
        Event::Try { square } => {
            words[4].lit = Some(square.column);
            words[4].label = "free: the lowest is queen = free & −free".into();
        }
        _ => {}
    }
    words
}

/// Returns the formulas of the three masks from those of the row above, short and full.
fn changes(n: u32, before: Masks) -> [(&'static str, String); 3] {
    let columns = binary(before.columns, n);
    let diagonals = binary(before.diagonals, n);
    let anti_diagonals = binary(before.anti_diagonals, n);
    [
        ("| queen", format!("columns   =  {columns} | queen")),
        (
            "(| queen) << 1",
            format!("diagonals = ({diagonals} | queen) << 1"),
        ),
        (
            "(| queen) >> 1",
            format!("anti      = ({anti_diagonals} | queen) >> 1"),
        ),
    ]
}

impl Word {
    /// Returns the longest label that fits.
    fn label(&self, room: usize) -> String {
        if self.label.chars().count() <= room {
            self.label.clone()
        } else {
            self.short.to_owned()
        }
    }
}

fn caption(panel: Panel<'_>) -> Line<'static> {
    let row = active_row(&panel.step.event).unwrap_or(panel.n);
    let whose = if row < panel.n {
        format!("masks of row {row}")
    } else {
        "below the last row".into()
    };
    panel.line(
        Role::Quiet,
        format!("{whose}; bit c = column c, bit 0 on the left, so << 1 goes right"),
    )
}

/// Formats n digits, bit 0 first.
pub(crate) fn binary(word: u64, n: u32) -> String {
    (0..n)
        .map(|bit| if word >> bit & 1 == 1 { '1' } else { '0' })
        .collect()
}
