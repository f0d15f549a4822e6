//! Reading of lists.

use std::fmt;
use std::io::BufRead;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::super::columns::Columns;
use super::super::json::message::unexpected;
use super::super::json::source::Source;
use super::super::number::Number;
use super::super::scanner::{Position, Scanner};
use super::super::squares::Drawing;
use super::super::{Entry, ReadError, Sink};

pub(in super::super) fn read<R: BufRead>(
    scanner: &mut Scanner<R>,
    sink: &mut Sink<'_>,
    first: u32,
) -> Result<(), ReadError> {
    loop {
        let source = Source::open(scanner, b'[')?;
        let document = Document {
            source: &source,
            sink,
            first,
        };
        let read = source.read(|json| json.deserialize_seq(document));
        if source.is_closed() {
            return Ok(());
        }
        read?;
        if scanner.skip_blank()? {
            return Ok(());
        }
        if scanner.peek()? != Some(b'[') {
            return Err(scanner.unexpected("the end of the input"));
        }
    }
}

/// Reads the outer list and passes on each board when its bracket is closed.
struct Document<'a, 'i, 's, R> {
    source: &'a Source<'i, R>,
    sink: &'a mut Sink<'s>,
    /// Number of the first column, 0 or 1.
    first: u32,
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
        let (source, first) = (self.source, self.first);
        let line = source.here().line;
        let mut board = Board::new(source, first);
        let mut inner = None;
        let item = Item {
            board: &mut board,
            inner: Some(&mut inner),
        };
        if items.next_element_seed(item)?.is_none() {
            self.sink.allow_none();
            return Ok(());
        }
        // The first item shows whether this is a list of boards or a board.
        let Some(entry) = inner else {
            self.give(board.rest(items, line)?);
            return Ok(());
        };
        let mut next = Some(entry);
        while let Some(entry) = next
            && self.give(entry)
        {
            next = items.next_element_seed(Inner { source, first })?;
        }
        Ok(())
    }
}

/// Reads a board in the list of boards.
struct Inner<'a, 'i, R> {
    source: &'a Source<'i, R>,
    first: u32,
}

impl<'de, R: BufRead> DeserializeSeed<'de> for Inner<'_, '_, R> {
    type Value = Entry;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Entry, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, R: BufRead> Visitor<'de> for Inner<'_, '_, R> {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board: a list of rows or columns")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Entry, A::Error> {
        let Self { source, first } = self;
        let line = source.here().line;
        source.settle(Board::new(source, first).rest(rows, line))
    }
}

/// Reads an item of a board: a row or a column. The first item of the document may also be a whole
/// board, which becomes `inner`.
struct Item<'b, 'a, 'i, R> {
    board: &'b mut Board<'a, 'i, R>,
    inner: Option<&'b mut Option<Entry>>,
}

impl<'de, R: BufRead> DeserializeSeed<'de> for Item<'_, '_, '_, R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.board.at = self.board.source.here();
        from.deserialize_any(self)
    }
}

impl<'de, R: BufRead> Visitor<'de> for Item<'_, '_, '_, R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.board {
            Board {
                columns: Some(_), ..
            } => "a column: a number, or null for an empty row",
            Board { n: Some(_), .. } => "a row: a string of 'Q' and '.'",
            _ if self.inner.is_some() => "a board, a row or a column: a list, a string or a number",
            _ => "a row or a column: a string of 'Q' and '.', or a number",
        })
    }

    fn visit_str<E: Error>(self, row: &str) -> Result<(), E> {
        match self.board.columns {
            Some(_) => Err(E::invalid_type(Unexpected::Str(row), &self)),
            None => self.board.row(row),
        }
    }

    fn visit_u64<E: Error>(self, column: u64) -> Result<(), E> {
        match self.board.n {
            Some(_) => Err(E::invalid_type(Unexpected::Unsigned(column), &self)),
            None => self.board.column(Some(column)),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        match self.board.n {
            Some(_) => Err(E::invalid_type(Unexpected::Unit, &self)),
            None => self.board.column(None),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<(), A::Error> {
        let Board { source, first, .. } = *self.board;
        match self.inner {
            Some(inner) => *inner = Some(Inner { source, first }.visit_seq(rows)?),
            None => source.settle(Err(A::Error::invalid_type(Unexpected::Seq, &self)))?,
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        let error = A::Error::invalid_type(Unexpected::Map, &self);
        self.board.source.settle(Err(error))
    }
}

/// Items of a board so far: rows, or columns.
struct Board<'a, 'i, R> {
    source: &'a Source<'i, R>,
    /// Number of the first column, 0 or 1.
    first: u32,
    /// Place of the last item.
    at: Position,
    drawing: Drawing,
    /// Number of squares in the first row.
    n: Option<u32>,
    columns: Option<Columns>,
}

impl<'a, 'i, R: BufRead> Board<'a, 'i, R> {
    fn new(source: &'a Source<'i, R>, first: u32) -> Self {
        Self {
            source,
            first,
            at: source.here(),
            drawing: Drawing::default(),
            n: None,
            columns: None,
        }
    }

    /// Adds the remaining items and returns the board, which began on `line`.
    fn rest<'de, A: SeqAccess<'de>>(mut self, mut items: A, line: u64) -> Result<Entry, A::Error> {
        loop {
            let item = Item {
                board: &mut self,
                inner: None,
            };
            if items.next_element_seed(item)?.is_none() {
                break;
            }
        }
        if let Some(columns) = self.columns {
            let board = columns.finish().map_err(|error| self.source.fail(error))?;
            return Ok(Entry {
                line,
                board: Ok(board),
            });
        }
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

    /// Adds the column of a row.
    fn column<E: Error>(&mut self, column: Option<u64>) -> Result<(), E> {
        let (source, at, first) = (self.source, self.at, self.first);
        let columns = self.columns.get_or_insert_with(|| Columns::new(first));
        let added = match column {
            Some(value) => columns.number(Number { value, at }),
            None => columns.empty_row(at),
        };
        added.map_err(|error| source.fail(error))
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
