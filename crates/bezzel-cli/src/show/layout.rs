//! What goes where, and what is left out where there is no room for it.

use std::ops::Range;

use bezzel::Square;
use ratatui::layout::Rect;

use super::board::{MARGIN, View};
use super::data::masks;

const LEAST_WIDTH: u16 = 40;
const LEAST_HEIGHT: u16 = 14;

/// Space between the board and what stands beside it.
const GAP: usize = 2;
/// Width that the method's data should have beside the board.
const DATA: usize = 38;
/// Below this width the data go under the board.
const NARROW: usize = 64;

/// Says so if a terminal is too small for anything.
pub(crate) fn too_small(width: u16, height: u16) -> Option<String> {
    (width < LEAST_WIDTH || height < LEAST_HEIGHT).then(|| {
        format!(
            "The show needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} lines; this terminal has \
             {width} and {height}. Make it larger, or press q."
        )
    })
}

/// The middle of the screen.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) idea: Option<Rect>,
    pub(crate) view: View,
    pub(crate) board: Rect,
    /// The method's data.
    pub(crate) data: Rect,
    /// The masks of a bit method, if they fit under the board that they line up with.
    pub(crate) under: Option<Rect>,
}

impl Plan {
    pub(crate) fn new(n: u32, focus: Square, has_masks: bool, area: Rect) -> Self {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let squares = n as usize;
        let narrow = width < NARROW;
        let room = width - MARGIN - if narrow { 0 } else { GAP + DATA };
        let cell = (1..=3)
            .rev()
            .find(|cell| squares * cell <= room)
            .unwrap_or(1);
        let under_height = if has_masks { masks::HEIGHT } else { 0 };
        // Where rows are left out anyway, one more does not matter.
        let crowded = squares + 1 + under_height <= height && height < squares + 2 + under_height;
        let tall_header = cell < 3 && n > 10 && !crowded;
        let header = if tall_header { 2 } else { 1 };
        let has_idea = header + squares + under_height + 2 <= height;
        let top = if has_idea { 2 } else { 0 };
        let view = View {
            rows: window(n, height - header - top, focus.row),
            columns: window(n, room / cell, focus.column),
            cell,
            tall_header,
        };
        let board_width = MARGIN + view.columns.len() * cell;
        let board_height = header + view.rows.len();
        let whole = view.columns.len() == squares;
        let fits_under = whole && board_height + top + under_height <= height;
        let below = Rect::new(
            area.x,
            area.y + (top + board_height) as u16,
            area.width,
            (height - top - board_height) as u16,
        );
        let beside = Rect::new(
            area.x + (board_width + GAP) as u16,
            area.y + top as u16,
            (width.saturating_sub(board_width + GAP)) as u16,
            (height - top) as u16,
        );
        let under = (has_masks && fits_under).then_some(below);
        let data = match under {
            Some(_) if narrow => Rect::ZERO,
            Some(_) => Rect {
                height: board_height as u16,
                ..beside
            },
            None if narrow => below,
            None => beside,
        };
        Self {
            idea: has_idea.then_some(Rect { height: 1, ..area }),
            view,
            board: Rect::new(
                area.x,
                area.y + top as u16,
                board_width as u16,
                board_height as u16,
            )
            .intersection(area),
            data,
            under,
        }
    }
}

/// `len` of the n rows or columns (all, if there are not more), `focus` among them.
fn window(n: u32, len: usize, focus: u32) -> Range<u32> {
    let len = (len as u32).min(n);
    let start = focus.saturating_sub(len / 2).min(n - len);
    start..start + len
}
