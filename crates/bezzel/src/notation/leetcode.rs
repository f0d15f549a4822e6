//! The JSON of LeetCode 51: `[[".Q..","...Q","Q...","..Q."],…]`.
//!
//! One document contains all boards, each a list of rows, each row a string of `Q` and `.`. The
//! document may also be a single board, `[".Q..","...Q","Q...","..Q."]`. `[]` contains none.

use std::fmt;
use std::io::{self, BufRead, Write};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::json_message::unexpected;
use super::json_source::Source;
use super::scanner::Scanner;
use super::squares::{Drawing, write_row};
use super::{Entry, ReadError, Rows, Sink};

/// Writes the text before the first board or between two boards.
pub(super) fn write_separator(out: &mut impl Write, boards_before: u64) -> io::Result<()> {
    out.write_all(if boards_before == 0 { b"[" } else { b",\n" })
}

pub(super) fn write(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    out.write_all(b"[")?;
    for (row, column) in rows.enumerate() {
        out.write_all(if row == 0 { b"\"" } else { b",\"" })?;
        write_row(out, n, column, b'.', b'Q')?;
        out.write_all(b"\"")?;
    }
    out.write_all(b"]")
}

pub(super) fn write_end(out: &mut impl Write, boards: u64) -> io::Result<()> {
    out.write_all(if boards == 0 { b"[]\n" } else { b"]\n" })
}

pub(super) fn read<R: BufRead>(
    scanner: &mut Scanner<R>,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let source = Source::open(scanner, b'[')?;
    let document = Document {
        source: &source,
        sink,
    };
    let read = source.read(|json| json.deserialize_seq(document));
    if source.is_closed() {
        return Ok(());
    }
    read?;
    if !scanner.skip_blank()? {
        return Err(scanner.unexpected("the end of the input"));
    }
    Ok(())
}

/// Reads the outer list and passes on each board when its bracket is closed.
struct Document<'a, 'i, 's, R> {
    source: &'a Source<'i, R>,
    sink: &'a mut Sink<'s>,
}

impl<R: BufRead> Document<'_, '_, '_, R> {
    /// Passes on a board and returns `true` if more are wanted.
    fn give(&mut self, entry: Entry) -> bool {
        let wants_more = self.sink.give(entry).is_continue();
        if !wants_more {
            self.source.close();
        }
        wants_more
    }
}

impl<'de, R: BufRead> Visitor<'de> for Document<'_, '_, '_, R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of boards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        let source = self.source;
        source.settle(self.all(items))
    }
}

impl<R: BufRead> Document<'_, '_, '_, R> {
    fn all<'de, A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let source = self.source;
        let line = source.here().line;
        let mut squares = Squares::new(source);
        let first = FirstItem {
            source,
            squares: &mut squares,
        };
        match items.next_element_seed(first)? {
            None => self.sink.allow_none(),
            Some(Item::Row) => {
                self.give(squares.all_rows(items, line)?);
            }
            Some(Item::Board(first)) => {
                let mut next = Some(first);
                while let Some(entry) = next
                    && self.give(entry)
                {
                    next = items.next_element_seed(Board(source))?;
                }
            }
        }
        Ok(())
    }
}

/// Kind of the first item of the outer list, and so of all items.
enum Item {
    Row,
    Board(Entry),
}

/// Reads the first item. A row is added to `squares`.
struct FirstItem<'s, 'a, 'i, R> {
    source: &'a Source<'i, R>,
    squares: &'s mut Squares<'a, 'i, R>,
}

impl<'de, R: BufRead> DeserializeSeed<'de> for FirstItem<'_, '_, '_, R> {
    type Value = Item;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Item, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de, R: BufRead> Visitor<'de> for FirstItem<'_, '_, '_, R> {
    type Value = Item;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board or a row: a list or a string")
    }

    fn visit_str<E: Error>(self, row: &str) -> Result<Item, E> {
        self.squares.row(row).map(|()| Item::Row)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Item, A::Error> {
        Board(self.source).visit_seq(rows).map(Item::Board)
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Item, A::Error> {
        let error = A::Error::invalid_type(Unexpected::Map, &self);
        self.source.settle(Err(error))
    }
}

/// Reads a board.
struct Board<'a, 'i, R>(&'a Source<'i, R>);

impl<'de, R: BufRead> DeserializeSeed<'de> for Board<'_, '_, R> {
    type Value = Entry;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Entry, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, R: BufRead> Visitor<'de> for Board<'_, '_, R> {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board: a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Entry, A::Error> {
        let source = self.0;
        let line = source.here().line;
        source.settle(Squares::new(source).all_rows(rows, line))
    }
}

/// Reads a row.
struct Row<'s, 'a, 'i, R>(&'s mut Squares<'a, 'i, R>);

impl<'de, R: BufRead> DeserializeSeed<'de> for Row<'_, '_, '_, R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_str(self)
    }
}

impl<R: BufRead> Visitor<'_> for Row<'_, '_, '_, R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row: a string of 'Q' and '.'")
    }

    fn visit_str<E: Error>(self, row: &str) -> Result<(), E> {
        self.0.row(row)
    }
}

/// Rows of a board so far.
struct Squares<'a, 'i, R> {
    source: &'a Source<'i, R>,
    drawing: Drawing,
    /// Number of squares in the first row.
    n: Option<u32>,
}

impl<'a, 'i, R: BufRead> Squares<'a, 'i, R> {
    fn new(source: &'a Source<'i, R>) -> Self {
        Self {
            source,
            drawing: Drawing::default(),
            n: None,
        }
    }

    /// Adds the remaining rows and returns the board, which began on `line`.
    fn all_rows<'de, A: SeqAccess<'de>>(
        mut self,
        mut rows: A,
        line: u64,
    ) -> Result<Entry, A::Error> {
        while rows.next_element_seed(Row(&mut self))?.is_some() {}
        match self.n {
            Some(n) if self.drawing.height() < n => {
                self.source.blame(self.source.here());
                let found = format!("the end after row {}", self.drawing.height());
                Err(unexpected(found, as_many_rows(n)))
            }
            _ => Ok(Entry {
                line,
                board: self.drawing.finish(),
            }),
        }
    }

    /// Adds a row.
    fn row<E: Error>(&mut self, squares: &str) -> Result<(), E> {
        // Messages number rows and squares from 1.
        let row = self.drawing.height() + 1;
        if let Some(n) = self.n
            && row > n
        {
            return Err(unexpected(format!("row {row}"), as_many_rows(n)));
        }
        for square in squares.chars() {
            let fits = match square {
                '.' => self.drawing.square(false),
                'Q' => self.drawing.square(true),
                _ => false,
            };
            if !fits {
                let before = self.drawing.width();
                self.source.blame(self.source.in_string(before.into()));
                let at = before + 1;
                let expected = format!("'Q' or '.' as square {at} of row {row}");
                return Err(unexpected(format!("{square:?}"), expected));
            }
        }
        let width = self.drawing.width();
        let n = *self.n.get_or_insert(width);
        if width != n {
            let expected = format!("row {row} to be as wide as row 1 ({n})");
            return Err(unexpected(width, expected));
        }
        if width == 0 {
            return Err(unexpected("none", format!("squares in row {row}")));
        }
        self.drawing.end_row();
        Ok(())
    }
}

fn as_many_rows(n: u32) -> String {
    format!("as many rows as squares in row 1 ({n})")
}
