//! Puzzles and marks as text: read in any form that the library reads, written as JSON.

use std::collections::VecDeque;
use std::io::{BufRead, ErrorKind};
use std::ops::ControlFlow;
use std::str::FromStr;

use bezzel::ReadError;
use bezzel::reader::{self, Board, BoardFault, Expect, Hints, Item, NotRead, Regions};
use bezzel::{Square, counted};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::{Mark, Marks, Puzzle};

/// Reads the puzzles of a document and their marks, one after another.
///
/// Regions are n × n cells of n kinds: letters, digits, names, colours or emoji, as lines, lists, JSON objects of any
/// keys, source code or tables, or squares with lines between regions. A drawing of queens and crosses after them has
/// their marks. Lines that begin with `#` or `//` are comments.
///
/// After a faulty puzzle, reading continues with the next one. Only an error of the input ends it.
///
/// ```
/// use bezzel_puzzle::Reader;
/// let document = "AAAB\nACBB\nCCCB\nDDCC\n\n[[0,0,0,1],[0,2,1,1],[2,2,2,1],[3,3,2,2]]\n";
/// let puzzles: Vec<_> = Reader::new(document.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles[0], puzzles[1]);
/// # Ok::<(), bezzel::ReadError>(())
/// ```
pub struct Reader<R> {
    input: R,
    /// `None` at the end.
    reader: Option<reader::Reader>,
    items: VecDeque<Item>,
    /// Regions whose marks may follow.
    regions: Option<Regions>,
    /// Marks whose regions may follow, as in an object.
    marks: Option<Board>,
    /// True if there was a puzzle or an error.
    has_found: bool,
    why_none: Option<NotRead>,
}

impl<R: BufRead> Reader<R> {
    /// Creates the reader of a document.
    pub fn new(input: R) -> Self {
        let hints = Hints {
            expect: Expect::Puzzles,
            ..Hints::default()
        };
        Self {
            input,
            reader: Some(reader::Reader::new(hints)),
            items: VecDeque::new(),
            regions: None,
            marks: None,
            has_found: false,
            why_none: None,
        }
    }

    /// Reads the next bytes.
    fn read(&mut self) -> Result<(), ReadError> {
        let Some(mut reader) = self.reader.take() else {
            return Ok(());
        };
        let items = &mut self.items;
        let mut each = |item| {
            items.push_back(item);
            ControlFlow::Continue(())
        };
        let length = match self.input.fill_buf() {
            Ok([]) => {
                self.why_none = reader.finish(&mut each).not_read();
                return Ok(());
            }
            Ok(bytes) => {
                let _ = reader.push(bytes, &mut each);
                bytes.len()
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => 0,
            Err(error) => return Err(error.into()),
        };
        self.input.consume(length);
        self.reader = Some(reader);
        Ok(())
    }

    /// Reads the only puzzle of the document.
    fn only(mut self) -> Result<(Puzzle, Marks), ReadError> {
        let puzzle = self
            .next()
            .unwrap_or(Err(ReadError::NotRead(NotRead::Empty)))?;
        match self.next() {
            None => Ok(puzzle),
            Some(_) => Err(ReadError::Content {
                line: None,
                message: "expected one puzzle, found several".to_owned(),
            }),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<(Puzzle, Marks), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = loop {
            match self.items.pop_front() {
                Some(Item::Regions(regions)) => {
                    if let Some(before) = self.regions.take() {
                        self.regions = Some(regions);
                        break puzzle(&before, None);
                    }
                    match self
                        .marks
                        .take()
                        .filter(|marks| marks.n as usize == regions.rows.len())
                    {
                        Some(marks) => break puzzle(&regions, Some(&marks)),
                        None => self.regions = Some(regions),
                    }
                }
                Some(Item::Board(board)) => match self.regions.take() {
                    Some(regions) => break puzzle(&regions, Some(&board)),
                    None => self.marks = Some(board),
                },
                Some(_) => {}
                None if self.reader.is_some() => {
                    if let Err(error) = self.read() {
                        break Err(error);
                    }
                }
                None => match self.regions.take() {
                    Some(regions) => break puzzle(&regions, None),
                    None if self.has_found => return None,
                    None => break Err(not_found(self.why_none.take())),
                },
            }
        };
        self.has_found = true;
        Some(found)
    }
}

fn not_found(why: Option<NotRead>) -> ReadError {
    let line = match &why {
        Some(NotRead::NotUnderstood { line, .. }) => Some(*line),
        _ => None,
    };
    let found = match why {
        Some(NotRead::NotUnderstood { text, .. }) => format!("'{text}'"),
        Some(_) => "no puzzle".to_owned(),
        None => "a board without regions".to_owned(),
    };
    ReadError::Content {
        line,
        message: format!(
            "expected n rows of n squares in n regions, such as 'AABB', lists or JSON, found {found}"
        ),
    }
}

fn puzzle(regions: &Regions, marked: Option<&Board>) -> Result<(Puzzle, Marks), ReadError> {
    let content = |line, message| ReadError::Content {
        line: Some(line),
        message,
    };
    let n = regions.rows.len();
    if let Some((row, squares)) = (0..).zip(&regions.rows).find(|(_, row)| row.len() != n) {
        let (rows, squares) = (
            counted(n as u64, "row"),
            counted(squares.len() as u64, "square"),
        );
        let message =
            format!("expected as many squares as rows, found {rows} and {squares} in row {row}");
        return Err(content(regions.line, message));
    }
    let puzzle = Puzzle::new(n as u32, &regions.rows.concat())
        .map_err(|error| content(regions.line, error.to_string()))?;
    let mut marks = Marks::new(puzzle.size());
    if let Some(board) = marked {
        let fault = board
            .fault(true)
            .filter(|fault| !matches!(fault, BoardFault::Attack { .. }));
        if board.n != puzzle.size() || fault.is_some() {
            let message = format!(
                "expected {} of marks '.', 'Q' or 'x'",
                counted(n as u64, "row")
            );
            return Err(content(board.line, message));
        }
        let queens = board
            .squares()
            .map(|(row, column)| Square::new(row as u32, column as u32));
        for &square in board
            .blocked
            .iter()
            .filter(|square| square.row.max(square.column) < puzzle.size())
        {
            marks.set(square, Mark::Cross);
        }
        for square in queens {
            marks.set(square, Mark::Queen);
        }
    }
    Ok((puzzle, marks))
}

impl Puzzle {
    /// Reads a puzzle and its marks, in any form that a [`Reader`] reads. Without marks, all squares are free.
    ///
    /// Fails for text that is not one puzzle of [`MIN_SIZE`](crate::MIN_SIZE) to [`MAX_SIZE`](crate::MAX_SIZE)
    /// rows. Marks that break a rule are read.
    ///
    /// ```
    /// use bezzel_puzzle::Puzzle;
    /// let text = "AAAB\nACBB\nCCCB\nDDCC\n\n.Q..\n....\n....\n....\n";
    /// let (puzzle, marks) = Puzzle::read(text.as_bytes())?;
    /// assert_eq!(format!("{puzzle}\n{marks}"), text);
    ///
    /// let error = "AAAB\nAABB\nCCCA\nCCCC\n".parse::<Puzzle>().unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: expected 4 regions on a board of 4 rows, found 3");
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn read(input: impl BufRead) -> Result<(Self, Marks), ReadError> {
        Reader::new(input).only()
    }
}

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads a puzzle and drops its marks.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Ok(Self::read(text.as_bytes())?.0)
    }
}

impl Serialize for Puzzle {
    /// Writes the fields `n` and `regions`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("Puzzle", 2)?;
        object.serialize_field("n", &self.size())?;
        object.serialize_field("regions", &Lines(self.to_string()))?;
        object.end()
    }
}

impl Serialize for Marks {
    /// Writes a list of rows.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Lines(self.to_string()).serialize(to)
    }
}

/// A drawing as a list of its lines.
struct Lines(String);

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.lines())
    }
}
