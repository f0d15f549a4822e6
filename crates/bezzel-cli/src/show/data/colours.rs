//! Colour split: row set and column set of one colour, and the table of placements on odd squares.

use bezzel::counted;
use bezzel::methods::{Data, Event, Masks, Probe};
use ratatui::text::Line;

use super::Panel;
use super::masks::binary;
use crate::show::theme::Role;

pub(super) fn lines(panel: Panel<'_>) -> Vec<Line<'static>> {
    let Data::Colours {
        colour,
        rows,
        columns,
        pairs,
        placements,
    } = panel.step.data
    else {
        return Vec::new();
    };
    let n = panel.n;
    let (squares, doing) = if colour == "odd" {
        ("row + column odd", "the table is filled")
    } else {
        ("row + column even", "the table is read")
    };
    let pairs = counted(pairs as u64, "pair");
    let placements = counted(placements, "placement");
    let mut lines = vec![
        panel.heading(
            &format!("{colour} squares"),
            format!("({squares}): {doing}"),
        ),
        Line::default(),
        panel.heading("rows R   ", binary(rows, n)),
        panel.heading("columns C", binary(columns, n)),
        panel.line(Role::Quiet, "digit k is row or column k, 0 on the left"),
        Line::default(),
        panel.heading("table", format!("o(R, C): {pairs}, {placements}")),
    ];
    match panel.step.event {
        Event::Join { matches } => lines.extend(join(panel, rows, columns, matches)),
        Event::Test {
            square,
            probe: Probe::Masks { masks },
        } => lines.extend(taken(panel, square.row, masks)),
        _ => {}
    }
    lines
}

/// Formats the look-up in the table and its result.
fn join(panel: Panel<'_>, rows: u64, columns: u64, matches: u64) -> [Line<'static>; 3] {
    let n = panel.n;
    let full = u64::MAX.checked_shr(64 - n).unwrap_or(0);
    let role = if matches > 0 { Role::Good } else { Role::Plain };
    [
        panel.heading("full & ~R", binary(full & !rows, n)),
        panel.heading("full & ~C", binary(full & !columns, n)),
        panel.line(role, format!("matches  {matches}")),
    ]
}

/// Formats the masks of a row.
fn taken(panel: Panel<'_>, row: u32, masks: Masks) -> [Line<'static>; 5] {
    let mask = |name, word| {
        let digits = binary(word, panel.n);
        panel.line(Role::Plain, format!("{name:<16} {digits}"))
    };
    [
        Line::default(),
        panel.line(Role::Title, format!("row {row}: occupied or attacked")),
        mask("columns C", masks.columns),
        mask("diagonals D", masks.diagonals),
        mask("anti-diagonals A", masks.anti_diagonals),
    ]
}
