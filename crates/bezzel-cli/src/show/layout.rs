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
/// Below this width the data go under the board, unless that leaves them too few lines.
const NARROW: usize = 64;
const LOW: usize = masks::HEIGHT;
/// Width that they need beside the board then.
const LEAST_DATA: usize = 24;
/// Lines under the board that they get in any case.
const KEPT: usize = 3;

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

/// Where the method's data stand.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Beside,
    Below,
}

/// The decisions that the rectangles follow from.
struct Shape {
    data: Place,
    /// Width for the squares.
    room: usize,
    cell: usize,
    tall_header: bool,
    has_idea: bool,
    /// Lines kept free below the board for the data.
    kept: usize,
}

impl Shape {
    fn new(n: u32, has_masks: bool, area: Rect) -> Self {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let squares = n as usize;
        let narrow = width < NARROW;
        let low = height < squares + 1 + LOW;
        let beside = width.saturating_sub(MARGIN + GAP + LEAST_DATA);
        let (data, room) = match (narrow, low) {
            (false, _) => (Place::Beside, width - MARGIN - GAP - DATA),
            (true, true) if squares <= beside => (Place::Beside, beside),
            (true, _) => (Place::Below, width - MARGIN),
        };
        let cell = (1..=3)
            .rev()
            .find(|cell| squares * cell <= room)
            .unwrap_or(1);
        let under_height = if has_masks { masks::HEIGHT } else { 0 };
        // Where rows are left out anyway, one more does not matter.
        let crowded = squares + 1 + under_height <= height && height < squares + 2 + under_height;
        let tall_header = cell < 3 && n > 10 && !crowded;
        let mut shape = Self {
            data,
            room,
            cell,
            tall_header,
            has_idea: false,
            kept: if data == Place::Below { KEPT } else { 0 },
        };
        shape.has_idea = shape.header() + squares + under_height + shape.kept + 2 <= height;
        shape
    }

    fn header(&self) -> usize {
        if self.tall_header { 2 } else { 1 }
    }
}

/// `len` of the n rows or columns (all, if there are not more), `focus` among them.
fn window(n: u32, len: usize, focus: u32) -> Range<u32> {
    let len = (len as u32).min(n);
    let start = focus.saturating_sub(len / 2).min(n - len);
    start..start + len
}
