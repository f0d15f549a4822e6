//! Notations: text and picture formats in which placements are written.
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
//! | `fen` | `1Q2/3Q/Q3/2Q1` |
//!
//! [`Writer`] writes any number of boards as one document. The [reader](crate::reader) reads all but pictures, and
//! other forms.
//!
//! ```
//! use bezzel::notation::{Notation, Options, Writer};
//! use bezzel::Placement;
//!
//! let mut writer = Writer::new(Vec::new(), Notation::Grid, Options::default());
//! writer.write(&Placement::from_columns([1, 3, 0, 2])?)?;
//! assert_eq!(writer.finish(None)?, b".Q..\n...Q\nQ...\n..Q.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod svg;
mod text;
mod writer;

use std::str::FromStr;

pub use writer::Writer;

use crate::reader::{Hints, Queens, one_board};
use crate::{Placement, ReadError};

/// Format of placements.
///
/// ```
/// use bezzel::notation::Notation;
/// assert_eq!("svg".parse(), Ok(Notation::Svg));
/// assert_eq!(Notation::ALL.len(), 8);
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
    /// The JSON of LeetCode 51: one list of boards, each a list of strings of `Q` and `.`.
    Leetcode,
    /// One JSON object per board.
    Json,
    /// A chequered board in a frame, for the terminal.
    Unicode,
    /// A picture for the browser and for print; several boards make a gallery.
    Svg,
    /// Forsyth–Edwards notation, as in chess: rows from the top, with numbers for free squares.
    Fen,
}

crate::names! {
    /// All notations, the shortest first.
    Notation, "notation":
    Positions = "positions",
    Coordinates = "coordinates",
    Grid = "grid",
    Leetcode = "leetcode",
    Json = "json",
    Unicode = "unicode",
    Svg = "svg",
    Fen = "fen",
}

/// Reads one placement in any form that the [reader](crate::reader) reads; columns count from 0. No text is the board
/// of n = 0.
impl FromStr for Placement {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        if text.is_empty() {
            return Ok(Placement::from_rows([]).expect("a small board"));
        }
        let hints = Hints {
            base: Some(0),
            are_columns: Some(true),
            ..Hints::default()
        };
        let board = one_board(text.as_bytes(), hints)?;
        let fault = board.fault(true);
        match (board.queens, fault) {
            (Queens::Placement(placement), _) => Ok(placement),
            (_, Some(fault)) => Err(ReadError::Fault {
                line: board.line,
                n: board.n,
                fault,
            }),
            (Queens::Squares(_), None) => Err(ReadError::NotOne { line: board.line }),
        }
    }
}

/// Options of the notations. A notation ignores the options that belong to other notations.
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
    /// `positions`: number columns from 1 instead of 0.
    pub one_based: bool,
    /// `svg`: draw the lines along which each queen attacks.
    pub attack_lines: bool,
    /// `svg`: number of boards to be written, which determines the layout; `None` means one.
    pub boards: Option<u64>,
}

/// Rows of a board: the column of each, or `None`. Some notations iterate over them twice.
trait Rows: ExactSizeIterator<Item = Option<u32>> + Clone {}

impl<I: ExactSizeIterator<Item = Option<u32>> + Clone> Rows for I {}
