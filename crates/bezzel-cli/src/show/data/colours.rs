//! The colour split: the rows and columns one colour uses, and the table it is joined with.

use bezzel::methods::{Data, Event, Probe};
use ratatui::text::Line;

use super::Panel;
use super::masks::binary;
use crate::show::sentence::count;
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
    let (squares, doing) = if colour == "white" {
        ("row + column odd", "the table is filled")
    } else {
        ("row + column even", "the table is read")
    };
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
        panel.heading(
            "table",
            format!(
                "w(R, C): {}, {}",
                count(pairs as u64, "pair"),
                count(placements, "placement")
            ),
        ),
    ];
    match panel.step.event {
        Event::Join { matches } => {
            let all = u64::MAX.checked_shr(64 - n).unwrap_or(0);
            let role = if matches > 0 { Role::Good } else { Role::Plain };
            lines.extend([
                panel.heading("wanted ¬R", binary(all & !rows, n)),
                panel.heading("wanted ¬C", binary(all & !columns, n)),
                panel.line(role, format!("matches  {matches}")),
            ]);
        }
        Event::Test {
            square,
            probe: Probe::Masks { masks },
        } => {
            let row = square.row;
            lines.extend([
                Line::default(),
                panel.line(Role::Title, format!("row {row}: what is taken")),
                panel.line(
                    Role::Plain,
                    format!("columns        {}", binary(masks.columns, n)),
                ),
                panel.line(
                    Role::Plain,
                    format!("diagonals      {}", binary(masks.diagonals, n)),
                ),
                panel.line(
                    Role::Plain,
                    format!("anti-diagonals {}", binary(masks.anti_diagonals, n)),
                ),
            ]);
        }
        _ => {}
    }
    lines
}
