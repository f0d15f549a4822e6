//! One JSON object per board: `{"n":4,"queens":[1,3,0,2],"symmetry":"quarter-turn"}`.
//!
//! `queens` has the column of each row from 0, or `null` for an empty row; `symmetry` is one of
//! `none`, `half-turn` and `quarter-turn`. Fundamental solutions also have `orbit_size`. When
//! reading, `n` and `queens` are required, other fields are ignored, and an object may span
//! lines.
//!
//! `symmetry` and `orbit_size` are ignored too, beyond their spelling. If a queen was moved they
//! are no longer true, and what must be reported then is the attack, not what follows from it.

use std::fmt;
use std::io::{self, BufRead, Write};

use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::json_source::Source;
use super::scanner::{Position, Scanner};
use super::{Entry, ReadError};
use crate::{Error, Placement, SymmetryClass};

/// What is written and read. The queens are written from the board, and read into a list.
#[derive(Serialize, Deserialize)]
struct Object<Q> {
    n: u32,
    queens: Q,
    #[serde(default, deserialize_with = "symmetry")]
    symmetry: Option<SymmetryClass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbit_size: Option<u32>,
}

pub(super) fn write(
    out: &mut impl Write,
    board: &Placement,
    orbit_size: Option<u32>,
) -> io::Result<()> {
    let object = Object {
        n: board.size(),
        queens: Queens(board),
        symmetry: Some(board.symmetry_class()),
        orbit_size,
    };
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

/// The column of each row, or null, written without being collected.
struct Queens<'a>(&'a Placement);

impl Serialize for Queens<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.rows())
    }
}

pub(super) fn board<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Entry, ReadError> {
    let source = Source::open(scanner, b'{')?;
    let Object { n, queens, .. } = source.read(|json| Object::deserialize(json))?;
    let at = source.start();
    Ok(Entry {
        line: at.line,
        board: Ok(placement(n, queens, at)?),
    })
}

/// The board of an object that begins at `at`.
fn placement(n: u32, queens: Vec<Option<u32>>, at: Position) -> Result<Placement, ReadError> {
    let rows = queens.len();
    if n as usize != rows {
        let expected = format!("n to be {rows}, the number of items in \"queens\"");
        return Err(ReadError::malformed(at, expected, n.to_string()));
    }
    Placement::from_rows(queens).map_err(|error| match error {
        Error::ColumnOutside { row, column, .. } => {
            let expected = format!("a column below {n} in row {row}");
            ReadError::malformed(at, expected, column.to_string())
        }
        other => ReadError::malformed(at, "a board", other.to_string()),
    })
}

fn symmetry<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SymmetryClass>, D::Error> {
    from.deserialize_str(Name).map(Some)
}

/// Takes the name of a kind of symmetry.
struct Name;

impl Visitor<'_> for Name {
    type Value = SymmetryClass;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = SymmetryClass::ALL.map(SymmetryClass::name);
        write!(f, "{first:?}, {second:?} or {third:?}")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<SymmetryClass, E> {
        SymmetryClass::ALL
            .into_iter()
            .find(|class| class.name() == name)
            .ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}
