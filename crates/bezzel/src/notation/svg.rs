//! Pictures of boards ([`Picture`]). Several make a gallery, in which each board is an `<svg>` inside a
//! large one.

use std::io::{self, ErrorKind, Write};

use super::Options;
use crate::picture::{Picture, chequered_definitions};
use crate::{Placement, counted};

/// Width of a board in a gallery, and the space around it.
const BOARD_WIDTH: u64 = 160;
const BOARD_GAP: u64 = 20;

/// Class attribute of a gallery, which may be empty.
const GALLERY: &str = "gallery";

/// Writes the board, and the start of the document before the first one.
pub(super) fn write(
    out: &mut impl Write,
    board: &Placement,
    boards_before: u64,
    options: &Options,
) -> io::Result<()> {
    let announced = options.boards.unwrap_or(1).max(1);
    if boards_before >= announced {
        let message = format!(
            "expected at most {}, found one more: set `Options::boards`",
            counted(announced, "board")
        );
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    let picture = Picture::of_placement(board, options.attack_lines);
    if announced == 1 {
        return picture.write_alone(out);
    }
    let gallery = Gallery::of(announced);
    if boards_before == 0 {
        gallery.write_start(out)?;
    }
    let (x, y) = gallery.place(boards_before);
    let attributes =
        format!(" x=\"{x}\" y=\"{y}\" width=\"{BOARD_WIDTH}\" height=\"{BOARD_WIDTH}\"");
    let title = format!("Board {}: {}", boards_before + 1, picture.title);
    picture.write_within(out, &attributes, &title)
}

/// Writes the end of a document of this many boards.
pub(super) fn write_end(
    out: &mut impl Write,
    boards: u64,
    announced: Option<u64>,
) -> io::Result<()> {
    if boards == 0 {
        Gallery::of(0).write_start(out)?;
    } else if announced.unwrap_or(1) <= 1 {
        return Ok(());
    }
    out.write_all(b"</svg>\n")
}

/// Boards arranged in rows.
struct Gallery {
    boards: u64,
    columns: u64,
}

impl Gallery {
    /// Chooses about as many rows as columns, but at most eight columns.
    fn of(boards: u64) -> Self {
        let root = boards.isqrt();
        let square = root + u64::from(root * root < boards);
        Self {
            boards,
            columns: square.clamp(1, 8),
        }
    }

    fn write_start(&self, out: &mut impl Write) -> io::Result<()> {
        let (columns, rows) = (self.columns, self.boards.div_ceil(self.columns));
        let across = |boards: u64| {
            boards
                .saturating_mul(BOARD_WIDTH + BOARD_GAP)
                .saturating_add(BOARD_GAP)
        };
        let (width, height) = (across(columns), across(rows));
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{GALLERY}\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{} of queens</title>\n{}",
            counted(self.boards, "board"),
            chequered_definitions()
        )
    }

    /// Returns the upper left corner of a board, numbered from 0.
    fn place(&self, board: u64) -> (u64, u64) {
        let at = |index: u64| BOARD_GAP + index * (BOARD_WIDTH + BOARD_GAP);
        (at(board % self.columns), at(board / self.columns))
    }
}
