//! Reads whatever people have: boards as drawings, lists, words or JSON, puzzles, numbers, moves.
//!
//! A text is recognised, not parsed: lines are split into cells, and blocks of lines and lists in brackets are
//! recognised as boards or puzzles. The form is inferred from the whole text and said in one sentence. There
//! are three answers: a board is read, a board has a fault, or the text is not understood.
//!
//! ```text
//!   bytes ─▶ decoder ─▶ lines, and lists in brackets (lines, lists, brackets)
//!                          │
//!                          ├─ numbers ─▶ held until they show n and the numbering (columns, waiting)
//!                          ├─ signs ───▶ rows of a block (cells, block, signs)
//!                          └─ words ───▶ squares, FEN, sentences, totals (text_lines, words, stated)
//! ```
//!
//! Everything is read as a stream; memory is bounded by one board, or by the first boards of a text that do not
//! show how their columns are numbered.
//!
//! ```
//! use bezzel::reader::{Hints, read_all};
//! let read = read_all("Solution 1:\n- Q - -\n- - - Q\nQ - - -\n- - Q -\n", Hints::default());
//! assert!(read.boards[0].fault(false).is_none());
//! assert_eq!(read.summary.text().english, "1 drawing of 4 × 4, queens 'Q'");
//! ```

mod block;
mod board;
mod brackets;
mod cells;
mod columns;
mod decoder;
mod lines;
mod lists;
mod numbers;
mod recogniser;
mod remarks;
mod repeated;
mod signs;
mod stated;
mod summary;
mod text_lines;
mod waiting;
mod walls;
mod words;

use std::io::{self, BufRead};
use std::vec;

pub use board::{Board, BoardFault, Queens};
pub use summary::{NotRead, Summary, excerpt, ignored};
pub use words::{is_prompt, removes};

use crate::ReadError;
use decoder::Decoder;
use lines::{Lines, Piece};
use recogniser::Recogniser;

/// What the reader knows of a text before it reads it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hints {
    /// Number of queens. A form that explains a text with it wins.
    pub n: Option<u32>,
    /// First number of rows and columns: 0 or 1.
    pub base: Option<u32>,
    /// True if a line of numbers is the columns of a board, false if it is a row of a drawing.
    pub are_columns: Option<bool>,
    /// What the text is expected to be.
    pub expect: Expect,
    /// Returns true for a line that is a move of a program.
    pub is_move: Option<fn(&str) -> bool>,
}

impl Hints {
    fn is_puzzle(&self) -> bool {
        self.expect == Expect::Puzzles
    }
}

/// What a text is expected to be, where it has several meanings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Expect {
    /// Boards that may be solutions.
    #[default]
    Boards,
    /// A board with placed queens and blocked squares.
    Constraints,
    /// Puzzles with regions.
    Puzzles,
}

/// The way in which a board is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// One sign for each square.
    Drawing,
    /// The column of each row.
    List,
    /// Row and column of each queen.
    Pairs,
    /// Names of squares, such as `a1`.
    Squares,
    /// Forsyth–Edwards notation, as in chess: `1Q2/3Q/Q3/2Q1`.
    Fen,
    /// The column of each row as the only bit of a number, such as `2 8 1 4`.
    Masks,
}

/// Certainty that a number is the number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A number in some text.
    Text,
    /// A number of only some solutions, such as the fundamental ones, in a text that names them.
    Part,
    /// A number in a text about solutions.
    Named,
    /// A line with nothing but the number.
    Alone,
}

/// Regions of a puzzle: the name of the region of each square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regions {
    /// Line on which they begin, from 1.
    pub line: u64,
    /// A row for each line: a number for each different name, in the order of their first squares.
    pub rows: Vec<Vec<u32>>,
}

/// What the reader finds in a text: a board, a puzzle, a number, a move, an empty list or other text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A board, right or wrong.
    Board(Board),
    /// Regions of a puzzle.
    Regions(Regions),
    /// A number, which may be that of the solutions.
    Number {
        /// Line of the text, from 1.
        line: u64,
        /// Value of the number.
        value: i128,
        /// How sure it is that this is the number of solutions.
        rank: Rank,
    },
    /// A move of a program.
    Move {
        /// Line of the text, from 1.
        line: u64,
        /// Text of the line.
        text: String,
    },
    /// An empty list: no solution.
    EmptyList,
    /// Other text.
    Text {
        /// Line of the text, from 1.
        line: u64,
        /// Its beginning, as it is: escape it before it is printed.
        text: String,
    },
}

/// Most bytes that are read at once: they bound the number of items that wait.
const PIECE: usize = 1 << 14;

/// Incremental reader. Use [`Items`] for an input, and [`read_all`] for a text.
#[derive(Debug)]
pub struct Reader {
    decoder: Decoder,
    lines: Lines,
    recogniser: Recogniser,
    summary: Summary,
}

impl Reader {
    /// Creates the reader of a text.
    pub fn new(hints: Hints) -> Self {
        Self {
            decoder: Decoder::default(),
            lines: Lines::default(),
            recogniser: Recogniser::new(hints),
            summary: Summary::default(),
        }
    }

    /// Reads the next bytes, and returns what they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Item> {
        let (lines, recogniser) = (&mut self.lines, &mut self.recogniser);
        let take = &mut |line, piece: Piece| recogniser.read(line, piece);
        for piece in bytes.chunks(PIECE) {
            self.decoder.push(piece, &mut |text| lines.read(text, take));
        }
        self.completed()
    }

    /// Ends the text. Returns what is left, and what was read.
    pub fn finish(mut self) -> (Vec<Item>, Summary) {
        let (lines, recogniser) = (&mut self.lines, &mut self.recogniser);
        let take = &mut |line, piece: Piece| recogniser.read(line, piece);
        self.decoder.finish(&mut |text| lines.read(text, take));
        lines.finish(take);
        recogniser.finish(lines.ends);
        let items = self.completed();
        self.recogniser.describe(&mut self.summary);
        (items, self.summary)
    }

    fn completed(&mut self) -> Vec<Item> {
        let items = std::mem::take(&mut self.recogniser.out);
        items.iter().for_each(|item| self.summary.add(item));
        items
    }
}

/// What an input has, one by one. Fails with the errors of the input, and ends after one.
#[derive(Debug)]
pub struct Items<R> {
    input: R,
    /// `None` at the end.
    reader: Option<Reader>,
    ready: vec::IntoIter<Item>,
    /// What was read. Empty before the end of the input.
    pub summary: Summary,
}

impl<R: BufRead> Items<R> {
    /// Creates the reader of an input.
    pub fn new(input: R, hints: Hints) -> Self {
        Self {
            input,
            reader: Some(Reader::new(hints)),
            ready: Vec::new().into_iter(),
            summary: Summary::default(),
        }
    }
}

impl<R: BufRead> Iterator for Items<R> {
    type Item = io::Result<Item>;

    fn next(&mut self) -> Option<io::Result<Item>> {
        loop {
            if let Some(item) = self.ready.next() {
                return Some(Ok(item));
            }
            let mut reader = self.reader.take()?;
            let (items, length) = match self.input.fill_buf() {
                Ok([]) => {
                    let (items, summary) = reader.finish();
                    self.ready = items.into_iter();
                    self.summary = summary;
                    continue;
                }
                Ok(bytes) => {
                    let piece = &bytes[..bytes.len().min(PIECE)];
                    (reader.push(piece), piece.len())
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (Vec::new(), 0),
                Err(error) => return Some(Err(error)),
            };
            self.input.consume(length);
            self.ready = items.into_iter();
            self.reader = Some(reader);
        }
    }
}

/// All boards and puzzles of a text, and what was read in one sentence.
#[derive(Debug, Clone)]
pub struct ReadText {
    /// Boards in the order of the text, right or wrong.
    pub boards: Vec<Board>,
    /// Puzzles in the order of the text.
    pub regions: Vec<Regions>,
    /// What was read.
    pub summary: Summary,
}

/// Reads a text, and keeps all its boards and puzzles in memory.
pub fn read_all(text: impl AsRef<[u8]>, hints: Hints) -> ReadText {
    let (mut boards, mut regions) = (Vec::new(), Vec::new());
    let mut items = Items::new(text.as_ref(), hints);
    // Bytes in memory have no errors.
    for item in items.by_ref().flatten() {
        match item {
            Item::Board(board) => boards.push(board),
            Item::Regions(found) => regions.push(found),
            _ => {}
        }
    }
    ReadText {
        boards,
        regions,
        summary: items.summary,
    }
}

/// Reads the only board of an input.
///
/// Fails if the input cannot be read, or has no board or several.
pub fn one_board(input: impl BufRead, hints: Hints) -> Result<Board, ReadError> {
    let mut items = Items::new(input, hints);
    let mut first = None;
    for item in items.by_ref() {
        match item? {
            Item::Board(Board { line, .. }) if first.is_some() => {
                return Err(ReadError::NotOne { line });
            }
            Item::Board(board) => first = Some(board),
            _ => {}
        }
    }
    match (first, items.summary.not_read()) {
        (Some(board), None) => Ok(board),
        (_, why) => Err(ReadError::NotRead(why.unwrap_or(NotRead::Empty))),
    }
}
