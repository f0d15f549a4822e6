//! Draws the visible part of the board.
//!
//! ```text
//!        0  1  2  3
//!    0   x <Q> x  x      the queen in row 0 attacks along the anti-diagonal
//!    1   /  x  x  Q
//! >  2  [X] x  x  x      the rejected square
//! ```

use std::ops::Range;

use bezzel::Square;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::scene::{Cell, Mark, Scene};
use super::theme::{Role, Theme};

/// Width of the row labels.
pub(crate) const MARGIN: usize = 5;

/// Visible part of the board, and width of a square (1 to 3 characters).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) rows: Range<u32>,
    pub(crate) columns: Range<u32>,
    pub(crate) cell: usize,
    /// Two lines of column numbers, for narrow squares with numbers of two digits.
    pub(crate) tall_header: bool,
}

pub(crate) fn lines(scene: &Scene, view: &View, theme: Theme) -> Vec<Line<'static>> {
    let mut lines = header(view, theme);
    for row in view.rows.clone() {
        let active = scene.row == Some(row);
        let (pointer, role) = if active {
            ('>', Role::Key)
        } else {
            (' ', Role::Quiet)
        };
        let mut spans = vec![Span::styled(
            format!("{pointer} {row:>2} "),
            theme.style(role),
        )];
        for column in view.columns.clone() {
            let look = look(scene.cell(Square::new(row, column)));
            spans.extend(cell(look, view.cell, theme));
        }
        lines.push(Line::from(spans));
    }
    lines
}

/// Formats the column numbers. In narrow squares, the tens are above the ones.
fn header(view: &View, theme: Theme) -> Vec<Line<'static>> {
    let mut tens = " ".repeat(MARGIN);
    let mut ones = tens.clone();
    for column in view.columns.clone() {
        match view.cell {
            3 => ones += &format!("{column:>2} "),
            width => {
                let first = column % 10 == 0 || column == view.columns.start;
                let ten = if first && column >= 10 {
                    (column / 10).to_string()
                } else {
                    " ".into()
                };
                tens += &format!("{ten:<width$}");
                ones += &format!("{:<width$}", column % 10);
            }
        }
    }
    let lines = if view.tall_header {
        vec![tens, ones]
    } else {
        vec![ones]
    };
    let style = theme.style(Role::Quiet);
    lines
        .into_iter()
        .map(|line| Line::styled(line, style))
        .collect()
}

/// Glyph, brackets for emphasis if there is room, and role.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) glyph: char,
    brackets: Option<(char, char)>,
    role: Role,
}

pub(crate) fn look(cell: Cell) -> Look {
    const SQUARE: Option<(char, char)> = Some(('[', ']'));
    const POINTED: Option<(char, char)> = Some(('<', '>'));
    let (glyph, brackets, role) = match cell {
        Cell::Free => ('·', None, Role::Free),
        Cell::Attacked => ('x', None, Role::Quiet),
        Cell::Blocked => ('#', None, Role::Quiet),
        Cell::Given => ('q', None, Role::Queen),
        Cell::OtherColour => (' ', None, Role::Quiet),
        Cell::Queen => ('Q', None, Role::Queen),
        Cell::Solved => ('Q', None, Role::Good),
        Cell::Marked(mark, queen) => match mark {
            Mark::Tried => (if queen { 'Q' } else { '?' }, SQUARE, Role::Tried),
            Mark::Candidate => ('?', None, Role::Tried),
            Mark::Probed if queen => ('Q', POINTED, Role::Attacker),
            Mark::Probed => ('o', POINTED, Role::Attacker),
            Mark::Rejected => (if queen { 'Q' } else { 'X' }, SQUARE, Role::Rejected),
            Mark::Attacker => ('Q', POINTED, Role::Attacker),
            Mark::Between(line) if !queen => (stroke(line), None, Role::Attacker),
            Mark::Between(_) => ('Q', None, Role::Queen),
            Mark::Placed => ('Q', SQUARE, Role::Good),
            Mark::Removed => ('-', SQUARE, Role::Tried),
        },
    };
    Look {
        glyph,
        brackets,
        role,
    }
}

fn stroke(line: bezzel::Line) -> char {
    match line {
        bezzel::Line::Row => '-',
        bezzel::Line::Column => '|',
        bezzel::Line::Diagonal => '\\',
        bezzel::Line::AntiDiagonal => '/',
    }
}

fn cell(look: Look, width: usize, theme: Theme) -> Vec<Span<'static>> {
    let style = theme.style(look.role);
    if width == 3 {
        let (left, right) = look.brackets.unwrap_or((' ', ' '));
        return vec![Span::styled(format!("{left}{}{right}", look.glyph), style)];
    }
    // Without room for brackets, use reverse video.
    let style = match look.brackets {
        Some(_) => style.add_modifier(Modifier::REVERSED),
        None => style,
    };
    vec![
        Span::styled(look.glyph.to_string(), style),
        Span::raw(" ".repeat(width - 1)),
    ]
}
