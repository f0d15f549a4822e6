//! Notations: text and picture formats of placements, for writing and reading.
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
//! Both use constant memory for any number of boards (except reading `svg`, which loads the
//! whole document). Lines may end in CR LF. Errors state the line and column:
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

mod columns;
mod coordinates;
mod error;
mod grid;
pub(crate) mod json;
mod leetcode;
mod number;
mod placement;
mod positions;
pub(crate) mod scanner;
mod squares;
pub(crate) mod svg;
mod unicode;
mod writer;

use std::fmt;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::str::FromStr;

pub use crate::error::ReadError;
pub use writer::Writer;

use crate::{Conflict, Error, Placement, UnknownName};
use scanner::Scanner;

/// Format of placements.
///
/// ```
/// use bezzel::notation::Notation;
/// assert_eq!("svg".parse(), Ok(Notation::Svg));
/// assert_eq!(Notation::ALL.len(), 7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The column of each row on one line: `1 3 0 2`; `-` for an empty row.
    Positions,
    /// Pairs (x, y) from 1, then a board in a border of `*`.
    Coordinates,
    /// Lines of `Q` and `.`.
    Grid,
    /// The JSON of LeetCode 51: one list of boards, each a list of strings of `Q` and `.`. When
    /// reading, a board may also be a list of columns, such as `[1,3,0,2]`, with `null` for an empty
    /// row, and lists may follow each other.
    Leetcode,
    /// One JSON object per board. When reading, the values of `symmetry` and `orbit_size` must
    /// be valid but are not compared with the queens.
    Json,
    /// A chequered board in a frame, for the terminal.
    Unicode,
    /// A picture for the browser and for print; several boards make a gallery.
    Svg,
}

impl Notation {
    /// All notations, the shortest first.
    pub const ALL: [Notation; 7] = [
        Notation::Positions,
        Notation::Coordinates,
        Notation::Grid,
        Notation::Leetcode,
        Notation::Json,
        Notation::Unicode,
        Notation::Svg,
    ];

    /// Returns the name on the command line.
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

    /// Detects the notation of a document that begins with `start` by its first non-blank
    /// character.
    ///
    /// ```
    /// use bezzel::notation::Notation;
    /// assert_eq!(Notation::guess(b"\n\n  {\"n\": 0"), Some(Notation::Json));
    /// assert_eq!(Notation::guess(b"hello"), None);
    /// ```
    pub fn guess(start: &[u8]) -> Option<Notation> {
        let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
        match start.trim_ascii_start() {
            [b'0'..=b'9' | b'-', ..] => Some(Notation::Positions),
            // A total without boards begins with 'T'.
            [b'(' | b'*' | b'T', ..] => Some(Notation::Coordinates),
            [b'Q' | b'.', ..] => Some(Notation::Grid),
            [b'[', ..] => Some(Notation::Leetcode),
            [b'{', ..] => Some(Notation::Json),
            [b'<', ..] => Some(Notation::Svg),
            // The corner of the frame, or its available bytes.
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

/// Options of the notations; those of other notations are ignored.
///
/// ```
/// use bezzel::notation::{Notation, Options, Writer};
/// let options = Options { one_based: true, ..Options::default() };
/// let mut writer = Writer::new(Vec::new(), Notation::Positions, options);
/// writer.write_columns([1, 3, 0, 2].into_iter())?;
/// assert_eq!(writer.finish(None)?, b"2 4 1 3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// `positions`, and lists of columns in `leetcode`: number columns from 1 instead of 0, for
    /// writing and reading.
    pub one_based: bool,
    /// `svg`: draw the lines along which each queen attacks.
    pub attack_lines: bool,
    /// `svg`: number of boards to be written, which determines the layout; `None` means one.
    pub boards: Option<u64>,
}

/// Board of a document.
///
/// ```
/// use bezzel::notation::{Entry, Options, read};
/// use std::ops::ControlFlow;
/// let mut lines = Vec::new();
/// read(&b"1 3 0 2\n\n2 0 3 1\n"[..], None, &Options::default(), &mut |entry: Entry| {
///     lines.push(entry.line);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(lines, [1, 3]);
/// # Ok::<(), bezzel::notation::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Line on which the board begins, from 1.
    pub line: u64,
    /// Board, or two queens in one row: a document may show such a board, but a [`Placement`]
    /// has at most one queen in each row.
    pub board: Result<Placement, Conflict>,
}

/// Result of [`read`].
///
/// ```
/// use bezzel::notation::{Notation, Options, Summary, read};
/// use std::ops::ControlFlow;
/// let each = &mut |_| ControlFlow::Continue(());
/// let summary = read(&b".Q\n.Q\n"[..], None, &Options::default(), each)?;
/// assert_eq!(summary, Summary { notation: Some(Notation::Grid), boards: 1 });
/// # Ok::<(), bezzel::notation::ReadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Given or detected notation. `None` if none was given and the document does not show it: it is
    /// empty, or one empty line, which is the board of n = 0 in `positions` and in `grid`.
    pub notation: Option<Notation>,
    /// Number of boards passed to the callback.
    pub boards: u64,
}

/// Reads a document and calls `each` with its boards one by one, until the document ends or
/// `each` breaks. If `notation` is `None`, it is [detected](Notation::guess).
///
/// A document without a board is accepted if it is empty, or what a [`Writer`] writes without
/// boards: `[]`, `Total: 0` or an empty gallery. Any other document without a board is an error. If
/// an error occurs, `each` has received the boards before it.
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
    if scanner.peek()?.is_none() {
        let boards = 0;
        return Ok(Summary { notation, boards });
    }
    scanner.skip_blank()?;
    let is_drawn_in_lines = matches!(notation, None | Some(Notation::Positions | Notation::Grid));
    if is_drawn_in_lines && scanner.was_one_empty_line()? {
        let board = Ok(Placement::from_columns([]).expect("n = 0 is a board"));
        // Nothing follows that could be skipped.
        let _ = sink.give(Entry { line: 1, board });
        let boards = 1;
        return Ok(Summary { notation, boards });
    }
    let notation = match notation {
        Some(notation) => notation,
        None => guess_next(&mut scanner)?,
    };
    match notation {
        Notation::Positions => {
            let first = options.one_based.into();
            each_board(&mut scanner, &mut sink, |s| positions::board(s, first))?;
        }
        Notation::Grid => each_board(&mut scanner, &mut sink, grid::board)?,
        #[cfg(feature = "json")]
        Notation::Json => each_board(&mut scanner, &mut sink, json::board)?,
        Notation::Unicode => each_board(&mut scanner, &mut sink, unicode::board)?,
        Notation::Coordinates => coordinates::read(&mut scanner, &mut sink)?,
        Notation::Leetcode | Notation::Svg if scanner.peek()?.is_none() => {}
        #[cfg(feature = "json")]
        Notation::Leetcode => leetcode::read(&mut scanner, &mut sink, options.one_based.into())?,
        #[cfg(feature = "svg")]
        Notation::Svg => svg::read(&mut scanner, &mut sink)?,
        #[cfg(not(feature = "json"))]
        Notation::Json | Notation::Leetcode => return Err(without_feature(notation, "json")),
        #[cfg(not(feature = "svg"))]
        Notation::Svg => return Err(without_feature(notation, "svg")),
    }
    match sink.boards {
        0 if !sink.may_be_empty => Err(ReadError::NoBoard {
            expected: format!("a board in the notation {notation}"),
        }),
        boards => Ok(Summary {
            notation: Some(notation),
            boards,
        }),
    }
}

/// Returns the error of a notation that this build cannot read.
#[cfg(not(all(feature = "json", feature = "svg")))]
fn without_feature(notation: Notation, feature: &'static str) -> ReadError {
    ReadError::WithoutFeature {
        notation: notation.name(),
        feature,
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
        None => Err(ReadError::NoBoard {
            expected: accepted(),
        }),
    }
}

/// Reads boards with `board` to the end of the input and skips blank lines.
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

/// Receiver of the boards.
struct Sink<'a> {
    each: &'a mut dyn FnMut(Entry) -> ControlFlow<()>,
    boards: u64,
    /// `true` if the document so far is valid without a board.
    may_be_empty: bool,
}

impl Sink<'_> {
    fn give(&mut self, entry: Entry) -> ControlFlow<()> {
        self.boards += 1;
        (self.each)(entry)
    }

    /// Accepts the document even without a board.
    fn allow_none(&mut self) {
        self.may_be_empty = true;
    }

    /// Returns the number of boards passed on.
    fn boards(&self) -> u64 {
        self.boards
    }
}

/// Rows of a board: the column of each, or `None`. Some notations iterate over them twice.
trait Rows: ExactSizeIterator<Item = Option<u32>> + Clone {}

impl<I: ExactSizeIterator<Item = Option<u32>> + Clone> Rows for I {}
