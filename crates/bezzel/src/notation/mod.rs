//! Ways of writing placements, each of which can be read back.
//!
//! | notation | a board of 4 |
//! |---|---|
//! | `positions` | `1 3 0 2` |
//! | `coordinates` | `(2, 1)(4, 2)(1, 3)(3, 4)` and a board in a border of `*` |
//! | `grid` | four lines such as `.Q..` |
//! | `leetcode` | `[[".Q..","...Q","Q...","..Q."]]` |
//! | `json` | `{"n":4,"queens":[1,3,0,2],"symmetry":"quarter-turn"}` |
//! | `unicode` | a chequered board for the terminal |
//! | `svg` | a picture |
//!
//! [`Writer`] writes any number of boards as one document; [`read`] reads one, board by board.
//! Both use constant memory however many boards there are (`svg` is read as a whole). Lines
//! may end in CR LF everywhere. What is malformed is reported with its line and column:
//!
//! ```
//! use std::ops::ControlFlow;
//! use bezzel::notation::{self, Notation, Options, Writer};
//! use bezzel::Placement;
//!
//! let mut writer = Writer::new(Vec::new(), Notation::Grid, Options::default());
//! writer.write(&Placement::from_columns([1, 3, 0, 2])?)?;
//! let text = writer.finish(None)?;
//! assert_eq!(text, b".Q..\n...Q\nQ...\n..Q.\n");
//!
//! let mut boards = Vec::new();
//! notation::read(&text[..], None, &Options::default(), &mut |entry| {
//!     boards.push(entry.board);
//!     ControlFlow::Continue(())
//! })?;
//! assert!(boards[0].as_ref().is_ok_and(Placement::is_solution));
//!
//! let error = notation::read(&b".Q\n.x\n"[..], None, &Options::default(), &mut |_| {
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(
//!     error.unwrap_err().to_string(),
//!     "line 2, column 2: expected 'Q' or '.', found 'x'"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coordinates;
mod error;
mod grid;
mod json;
mod json_message;
mod json_source;
mod leetcode;
mod number;
mod positions;
pub(crate) mod scanner;
mod squares;
mod svg;
mod unicode;
mod writer;

use std::fmt;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::str::FromStr;

pub use error::ReadError;
pub use writer::Writer;

use crate::UnknownName;
use crate::{Conflict, Error, Placement};
use scanner::Scanner;

/// A way of writing placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The column of each row on one line: `1 3 0 2`; `-` for an empty row.
    Positions,
    /// Pairs (x, y) from 1, then a board in a border of `*`.
    Coordinates,
    /// Lines of `Q` and `.`.
    Grid,
    /// The JSON of LeetCode 51: one list of boards, each a list of strings of `Q` and `.`.
    Leetcode,
    /// One JSON object per board. When reading, `symmetry` and `orbit_size` are ignored beyond
    /// their spelling: they are not compared with the queens.
    Json,
    /// A chequered board in a frame, for the terminal.
    Unicode,
    /// A picture for the browser and for paper; several boards make a gallery.
    Svg,
}

impl Notation {
    /// All notations, the tersest first.
    pub const ALL: [Notation; 7] = [
        Notation::Positions,
        Notation::Coordinates,
        Notation::Grid,
        Notation::Leetcode,
        Notation::Json,
        Notation::Unicode,
        Notation::Svg,
    ];

    /// The name by which the notation is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Positions => "positions",
            Notation::Coordinates => "coordinates",
            Notation::Grid => "grid",
            Notation::Leetcode => "leetcode",
            Notation::Json => "json",
            Notation::Unicode => "unicode",
            Notation::Svg => "svg",
        }
    }

    /// The notation of a document that begins with `start`, judged by the first character that
    /// is not blank. A document of one empty line is the board of n = 0 in `positions`.
    ///
    /// ```
    /// use bezzel::notation::Notation;
    /// assert_eq!(Notation::guess(b"\n\n  {\"n\": 0"), Some(Notation::Json));
    /// assert_eq!(Notation::guess(b"hello"), None);
    /// ```
    pub fn guess(start: &[u8]) -> Option<Notation> {
        let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
        if matches!(start, b"\n" | b"\r\n") {
            return Some(Notation::Positions);
        }
        match start.trim_ascii_start() {
            [b'0'..=b'9' | b'-', ..] => Some(Notation::Positions),
            // A total without a board above it begins with its name.
            [b'(' | b'*' | b'T', ..] => Some(Notation::Coordinates),
            [b'Q' | b'.', ..] => Some(Notation::Grid),
            [b'[', ..] => Some(Notation::Leetcode),
            [b'{', ..] => Some(Notation::Json),
            [b'<', ..] => Some(Notation::Svg),
            // The corner of the frame, or as much of it as there is.
            [0xe2] | [0xe2, 0x94] | [0xe2, 0x94, 0x8c, ..] => Some(Notation::Unicode),
            _ => None,
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let names = Self::ALL.map(|notation| (notation.name(), notation));
        Ok(UnknownName::find("notation", name, &names)?)
    }
}

/// Choices within a notation; those that do not concern it are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// `positions`: columns count from 1 instead of from 0. Both when writing and reading.
    pub one_based: bool,
    /// `svg`: draw the lines along which each queen attacks.
    pub attack_lines: bool,
    /// `svg`: how many boards will be written. The picture is laid out for that many before
    /// the first is known; `None` is one.
    pub boards: Option<u64>,
}

/// One board of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The line on which the board begins, from 1.
    pub line: u64,
    /// The board, or two queens in one row: a document may show such a board, but a
    /// [`Placement`] has only one queen in each row.
    pub board: Result<Placement, Conflict>,
}

/// What was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// The notation, which was given or guessed.
    pub notation: Notation,
    /// How many boards were handed over.
    pub boards: u64,
}

/// Reads a document and hands over its boards one after another, until it ends or `each`
/// breaks off. Without a notation, it is [guessed](Notation::guess).
///
/// What a [`Writer`] writes for no boards is read as no boards: `[]`, `Total: 0`, an empty
/// gallery, and in the other notations, if the notation is given, a document of no bytes. Any
/// other document without a board is an error. On an error, the boards before it have been
/// handed over.
pub fn read(
    input: impl BufRead,
    notation: Option<Notation>,
    options: &Options,
    each: &mut dyn FnMut(Entry) -> ControlFlow<()>,
) -> Result<Summary, ReadError> {
    let mut scanner = Scanner::new(input);
    let mut sink = Sink {
        each,
        boards: 0,
        may_be_empty: false,
    };
    scanner.skip_byte_order_mark()?;
    let has_bytes = scanner.peek()?.is_some();
    scanner.skip_blank()?;
    let notation = match notation {
        Some(notation) => notation,
        None => guess_next(&mut scanner)?,
    };
    match notation {
        Notation::Positions => {
            empty_line(&mut scanner, &mut sink)?;
            let first = options.one_based.into();
            each_board(&mut scanner, &mut sink, |s| positions::board(s, first))?;
        }
        Notation::Grid => {
            empty_line(&mut scanner, &mut sink)?;
            each_board(&mut scanner, &mut sink, grid::board)?;
        }
        Notation::Json => each_board(&mut scanner, &mut sink, json::board)?,
        Notation::Unicode => each_board(&mut scanner, &mut sink, unicode::board)?,
        Notation::Coordinates => coordinates::read(&mut scanner, &mut sink)?,
        Notation::Leetcode if scanner.peek()?.is_some() => leetcode::read(&mut scanner, &mut sink)?,
        Notation::Svg if scanner.peek()?.is_some() => svg::read(&mut scanner, &mut sink)?,
        Notation::Leetcode | Notation::Svg => {}
    }
    let framed = matches!(notation, Notation::Leetcode | Notation::Svg);
    let is_written_empty = sink.may_be_empty || !(has_bytes || framed);
    match sink.boards {
        0 if !is_written_empty => Err(ReadError::NoBoard {
            expected: format!("a board in the notation {notation}"),
        }),
        boards => Ok(Summary { notation, boards }),
    }
}

fn guess_next<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Notation, ReadError> {
    let accepted = || {
        let names = Notation::ALL.map(Notation::name).join(", ");
        format!("a board in one of the notations {names}")
    };
    match scanner.peek()? {
        Some(first) => match Notation::guess(&[first]) {
            Some(notation) => Ok(notation),
            None => Err(scanner.unexpected(accepted())),
        },
        None if scanner.was_one_empty_line()? => Ok(Notation::Positions),
        None => Err(ReadError::NoBoard {
            expected: accepted(),
        }),
    }
}

/// Gives the board of n = 0 if that is how the document reads.
fn empty_line<R: BufRead>(scanner: &mut Scanner<R>, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    if scanner.was_one_empty_line()? {
        let board = Ok(Placement::from_columns([]).expect("n = 0 is a board"));
        // Nothing follows that could be broken off.
        let _ = sink.give(Entry { line: 1, board });
    }
    Ok(())
}

/// Reads boards with `board`, blank lines skipped, until nothing is left.
fn each_board<R: BufRead>(
    scanner: &mut Scanner<R>,
    sink: &mut Sink<'_>,
    mut board: impl FnMut(&mut Scanner<R>) -> Result<Entry, ReadError>,
) -> Result<(), ReadError> {
    while !scanner.skip_blank()? {
        if sink.give(board(scanner)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// Where the boards go.
struct Sink<'a> {
    each: &'a mut dyn FnMut(Entry) -> ControlFlow<()>,
    boards: u64,
    /// Whether the document, as far as it was read, says that it need not hold a board.
    may_be_empty: bool,
}

impl Sink<'_> {
    fn give(&mut self, entry: Entry) -> ControlFlow<()> {
        self.boards += 1;
        (self.each)(entry)
    }

    /// Without a board, the document is complete.
    fn allow_none(&mut self) {
        self.may_be_empty = true;
    }

    /// How many boards were given.
    fn boards(&self) -> u64 {
        self.boards
    }
}

/// The rows of a board: the column of each, or `None`. Drawing notations go through them twice.
trait Rows: ExactSizeIterator<Item = Option<u32>> + Clone {}

impl<I: ExactSizeIterator<Item = Option<u32>> + Clone> Rows for I {}
