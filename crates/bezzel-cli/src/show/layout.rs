//! Layout of the screen, including the parts omitted on small terminals.

use std::ops::Range;

use bezzel::Square;
use ratatui::layout::Rect;

use super::board::{MARGIN, View};
use super::data::masks;

const MIN_WIDTH: u16 = 40;
const MIN_HEIGHT: u16 = 14;

/// Space between the board and the panel beside it.
const GAP: usize = 2;
/// Preferred width of the data structures beside the board.
const DATA_WIDTH: usize = 38;
/// Width below which the data structures go under the board if enough lines are left there.
const MIN_WIDTH_BESIDE: usize = 64;
const MIN_DATA_LINES_BELOW: usize = masks::HEIGHT;
/// Minimum width beside the board otherwise.
const MIN_DATA_WIDTH: usize = 24;
/// Minimum number of lines under the board.
const MIN_LINES_BELOW: usize = 3;

/// Returns a message if the terminal is too small.
pub(crate) fn too_small(width: u16, height: u16) -> Option<String> {
    (width < MIN_WIDTH || height < MIN_HEIGHT).then(|| {
        format!(
            "Expected at least {MIN_WIDTH} columns and {MIN_HEIGHT} lines, found \
             {width} and {height}: enlarge the terminal, or press q."
        )
    })
}

/// Rectangles in the middle of the screen.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) idea: Option<Rect>,
    pub(crate) view: View,
    pub(crate) board: Rect,
    /// Data structures of the method.
    pub(crate) data: Rect,
    /// Masks of a bit method, if they fit under the board.
    pub(crate) under: Option<Rect>,
}

impl Plan {
    pub(crate) fn new(n: u32, focus: Square, has_masks: bool, area: Rect) -> Self {
        let shape = Shape::new(n, has_masks, area);
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let (header, top) = (shape.header(), if shape.has_idea { 2 } else { 0 });
        let view = View {
            rows: window(n, height - header - top - shape.kept, focus.row),
            columns: window(n, shape.room / shape.cell, focus.column),
            cell: shape.cell,
            tall_header: shape.tall_header,
        };
        let board_width = MARGIN + view.columns.len() * shape.cell;
        let board_height = header + view.rows.len();
        let whole = view.columns.len() == n as usize;
        let part = |x: usize, y: usize, width: usize, height: usize| {
            let (x, y) = (area.x + x as u16, area.y + y as u16);
            Rect::new(x, y, width as u16, height as u16).intersection(area)
        };
        let below = part(0, top + board_height, width, height - top - board_height);
        let left = board_width + GAP;
        let beside = part(left, top, width.saturating_sub(left), height - top);
        let fits_under = whole && usize::from(below.height) >= masks::HEIGHT;
        let under = (has_masks && fits_under).then_some(below);
        let data = match (under, shape.data) {
            (Some(_), _) => Rect {
                height: board_height as u16,
                ..beside
            },
            (None, Place::Below) => below,
            (None, Place::Beside) => beside,
        };
        Self {
            idea: shape.has_idea.then_some(Rect { height: 1, ..area }),
            view,
            board: part(0, top, board_width, board_height),
            data,
            under,
        }
    }
}

/// Place of the data structures.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Beside,
    Below,
}

/// Decisions that determine the rectangles.
struct Shape {
    data: Place,
    /// Width of the squares.
    room: usize,
    cell: usize,
    tall_header: bool,
    has_idea: bool,
    /// Lines reserved below the board for the data structures.
    kept: usize,
}

impl Shape {
    fn new(n: u32, has_masks: bool, area: Rect) -> Self {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let squares = n as usize;
        let narrow = width < MIN_WIDTH_BESIDE;
        let low = height < squares + 1 + MIN_DATA_LINES_BELOW;
        let beside = width.saturating_sub(MARGIN + GAP + MIN_DATA_WIDTH);
        let (data, room) = match (narrow, low) {
            (false, _) => (Place::Beside, width - MARGIN - GAP - DATA_WIDTH),
            (true, true) if squares <= beside => (Place::Beside, beside),
            (true, _) => (Place::Below, width - MARGIN),
        };
        let cell = (1..=3)
            .rev()
            .find(|cell| squares * cell <= room)
            .unwrap_or(1);
        let under_height = if has_masks { masks::HEIGHT } else { 0 };
        // If rows are omitted anyway, omit one more.
        let crowded = squares + 1 + under_height <= height && height < squares + 2 + under_height;
        let tall_header = cell < 3 && n > 10 && !crowded;
        let mut shape = Self {
            data,
            room,
            cell,
            tall_header,
            has_idea: false,
            kept: if data == Place::Below {
                MIN_LINES_BELOW
            } else {
                0
            },
        };
        shape.has_idea = shape.header() + squares + under_height + shape.kept + 2 <= height;
        shape
    }

    fn header(&self) -> usize {
        if self.tall_header { 2 } else { 1 }
    }
}

/// Returns up to `len` of the n rows or columns, including `focus`.
fn window(n: u32, len: usize, focus: u32) -> Range<u32> {
    let len = (len as u32).min(n);
    let start = focus.saturating_sub(len / 2).min(n - len);
    start..start + len
}
