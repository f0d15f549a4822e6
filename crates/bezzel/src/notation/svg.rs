//! Picture for the browser and for print.
//!
//! The unit of length is one square. The chequered background is one pattern and the queen one
//! shape, so the size of a picture is proportional to its number of queens:
//!
//! ```text
//! <svg xmlns="http://www.w3.org/2000/svg" class="board" data-n="4" …>
//!   <title>…</title> <defs>…</defs> <rect …/>
//!   <g class="queens"><use href="#queen" x="1" y="0"/>…</g>
//! </svg>
//! ```
//!
//! A bold red line joins queens that attack each other. Several boards make a gallery, in which
//! each board is such an `<svg>` inside a large one.
//!
//! The reader treats every element with `data-n` as a board and every `<use href="#queen">`
//! after it as one of its queens, and ignores everything else. Only a gallery may be without
//! boards.

mod picture;

use std::io::{self, BufRead, ErrorKind, Write};

use roxmltree::{Document, Node, ParsingOptions};

use super::error::shortened;
use super::scanner::{Position, Scanner, place_after};
use super::squares::Listed;
use super::{Entry, Options, ReadError, Sink};
use crate::{MAX_SIZE, Placement, Square, counted};
pub(crate) use picture::Picture;

/// Returns the definition of the symbol `#queen`.
pub(crate) fn queen_symbol() -> &'static str {
    let from = picture::DEFINITIONS.find("<path id=\"queen\"");
    let symbol = &picture::DEFINITIONS[from.expect("the definitions have a queen")..];
    symbol.trim_end_matches("</defs>").trim_end()
}

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
    let picture = Picture::new(board, options.attack_lines);
    if announced == 1 {
        return picture.write_alone(out);
    }
    let gallery = Gallery::of(announced);
    if boards_before == 0 {
        gallery.write_start(out)?;
    }
    let (x, y) = gallery.place(boards_before);
    picture.write_in_gallery(out, boards_before + 1, (x, y), BOARD_WIDTH)
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
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{GALLERY}\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{} of queens</title>\n{}",
            counted(self.boards, "board"),
            picture::DEFINITIONS
        )
    }

    /// Returns the upper left corner of a board, numbered from 0.
    fn place(&self, board: u64) -> (u64, u64) {
        let at = |index: u64| BOARD_GAP + index * (BOARD_WIDTH + BOARD_GAP);
        (at(board % self.columns), at(board / self.columns))
    }
}

pub(super) fn read<R: BufRead>(
    scanner: &mut Scanner<R>,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let start = scanner.position();
    let text = scanner.rest()?;
    let place = |offset: usize| place_after(start, &text[..offset]);
    let document = parse(&text, start)?;
    let mut boards = Lines {
        text: &text,
        seen: 0,
        line: start.line,
    };
    if document.root_element().attribute("class") == Some(GALLERY) {
        sink.allow_none();
    }
    let mut open: Option<Board> = None;
    for node in document.descendants().filter(Node::is_element) {
        if node.has_attribute("data-n") {
            if let Some(board) = open.take()
                && sink.give(board.finish(place)?).is_break()
            {
                return Ok(());
            }
            open = Some(Board::begin(node, boards.line_of(node), place)?);
        } else if is_queen(node) {
            match &mut open {
                Some(board) => board.queen(node, place)?,
                None => {
                    return Err(ReadError::malformed(
                        place(node.range().start),
                        "an element with the attribute data-n before the first queen",
                        "a queen",
                    ));
                }
            }
        }
    }
    if let Some(board) = open {
        // Nothing follows that could be skipped.
        let _ = sink.give(board.finish(place)?);
    }
    Ok(())
}

fn parse(text: &str, start: Position) -> Result<Document<'_>, ReadError> {
    Document::parse_with_options(text, ParsingOptions::default()).map_err(|error| {
        let at = error.pos();
        // The message contains the place too, but relative to this text.
        let message = error.to_string();
        let message = message
            .strip_suffix(&format!(" at {at}"))
            .unwrap_or(&message);
        let (lines_before, before) = (at.row.saturating_sub(1), at.col.saturating_sub(1));
        let mut line = text.split('\n').skip(lines_before as usize);
        let found = match line.next().and_then(|l| l.chars().nth(before as usize)) {
            Some(found) => format!("{found:?}"),
            None if line.next().is_some() => "the end of the line".to_owned(),
            None => "the end of the input".to_owned(),
        };
        let first_column = if lines_before == 0 { start.column } else { 1 };
        let at = Position {
            line: start.line + u64::from(lines_before),
            column: first_column + u64::from(before),
        };
        let message = shortened(message);
        ReadError::malformed(at, format!("well-formed XML ({message})"), found)
    })
}

fn is_queen(node: Node<'_, '_>) -> bool {
    // The local name also matches xlink:href, which older programs write.
    node.tag_name().name() == "use" && node.attribute("href") == Some("#queen")
}

/// Line numbers of elements, requested in document order so that the text is scanned once.
struct Lines<'a> {
    text: &'a str,
    seen: usize,
    line: u64,
}

impl Lines<'_> {
    fn line_of(&mut self, node: Node<'_, '_>) -> u64 {
        let here = node.range().start;
        let between = &self.text.as_bytes()[self.seen..here];
        self.line += between.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.seen = here;
        self.line
    }
}

/// Board whose queens are being read.
struct Board {
    line: u64,
    n: u32,
    /// Offset of n in the text.
    n_at: usize,
    queens: Listed<usize>,
}

impl Board {
    fn begin(
        node: Node<'_, '_>,
        line: u64,
        place: impl Fn(usize) -> Position,
    ) -> Result<Self, ReadError> {
        let (n, n_at) = number(node, "data-n", MAX_SIZE, place)?;
        Ok(Self {
            line,
            n,
            n_at,
            queens: Listed::new(),
        })
    }

    fn queen(
        &mut self,
        node: Node<'_, '_>,
        place: impl Fn(usize) -> Position,
    ) -> Result<(), ReadError> {
        let at = node.range().start;
        let Some(last) = self.n.checked_sub(1) else {
            return Err(ReadError::malformed(
                place(at),
                "no queen on a board of 0 squares",
                "a queen",
            ));
        };
        let (column, _) = number(node, "x", last, &place)?;
        let (row, _) = number(node, "y", last, &place)?;
        self.queens.push(Square::new(row, column), at);
        Ok(())
    }

    fn finish(mut self, place: impl Fn(usize) -> Position) -> Result<Entry, ReadError> {
        if !self.queens.allows_size(self.n.into()) {
            let largest = self.queens.largest_size();
            return Err(ReadError::malformed(
                place(self.n_at),
                format!("a number up to {largest} for so few queens"),
                self.n.to_string(),
            ));
        }
        self.queens.sort().map_err(|(square, at)| {
            ReadError::malformed(
                place(at),
                "each square once",
                format!("a second queen at {square}"),
            )
        })?;
        Ok(Entry {
            line: self.line,
            board: self.queens.board(self.n),
        })
    }
}

/// Returns the integer in an attribute, from 0 to `last`, and its offset.
fn number(
    node: Node<'_, '_>,
    name: &str,
    last: u32,
    place: impl Fn(usize) -> Position,
) -> Result<(u32, usize), ReadError> {
    let Some(attribute) = node.attribute_node(name) else {
        return Err(ReadError::malformed(
            place(node.range().start),
            format!("the attribute {name}"),
            format!("<{}> without it", node.tag_name().name()),
        ));
    };
    let at = attribute.range_value().start;
    match attribute.value().parse::<u32>() {
        Ok(number) if number <= last => Ok((number, at)),
        _ => Err(ReadError::malformed(
            place(at),
            format!("{name} to be an integer from 0 to {last}"),
            format!("\"{}\"", shortened(attribute.value())),
        )),
    }
}
