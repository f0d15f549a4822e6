//! Reading pictures.
//!
//! Every element with `data-n` is a board and every `<use href="#queen">` after it one of its queens;
//! everything else is ignored. Only a gallery may be without boards.

use std::io::BufRead;

use roxmltree::{Document, Node, ParsingOptions};

use super::super::error::shortened;
use super::super::scanner::{Position, Scanner, place_after};
use super::super::squares::Listed;
use super::super::{Entry, ReadError, Sink};
use super::GALLERY;
use crate::{MAX_SIZE, Square};

pub(in super::super) fn read<R: BufRead>(
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
