//! Puzzles and marks as JSON: `{"n":4,"regions":["AAAB","ACBB","CCCB","DDCC"],"marks":["x…",…]}`.
//!
//! `regions` has the letters of each row, and `marks`, which may be missing, its marks as `.`, `Q`
//! and `x`. Other fields are ignored.

use std::fmt;
use std::io::BufRead;

use bezzel::notation::ReadError;
use bezzel::shared::Source;
use bezzel::shared::once;
use bezzel::shared::unexpected;
use bezzel::shared::{Position, Scanner};
use bezzel::{Square, counted};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::text::misplaced;
use crate::{MAX_SIZE, Mark, Marks, Puzzle, check_size};

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

/// A puzzle with its marks, or what is wrong with them.
type Contents = Result<(Puzzle, Marks), ReadError>;

/// Reads an object. Fails if it is not well-formed; other faults are in the contents.
pub(crate) fn puzzle<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Contents, ReadError> {
    let source = Source::open(scanner, b'{')?;
    let object = source.read(|json| json.deserialize_map(Fields(&source)))?;
    Ok(object.finish())
}

/// The contents of an object.
struct Object {
    n: (u32, Position),
    /// Rows, and the start of their list.
    regions: (Vec<Row>, Position),
    marks: Option<(Vec<Row>, Position)>,
}

/// A string with the places of its first two characters, which are equal if it has escapes.
struct Row {
    text: String,
    places: [Position; 2],
}

impl Row {
    fn place(&self, column: usize) -> Position {
        let [mut at, second] = self.places;
        if at != second {
            at.column += column as u64;
        }
        at
    }

    /// Returns the characters of a row of n, each as `read` accepts it.
    fn squares<T>(
        &self,
        n: u32,
        expected: &'static str,
        read: impl Fn(char) -> Option<T>,
    ) -> Result<Vec<T>, ReadError> {
        let found = self.text.chars().count();
        if found != n as usize {
            let expected = format!("a row of {}", counted(n, "character"));
            return Err(ReadError::malformed(
                self.place(0),
                expected,
                found.to_string(),
            ));
        }
        let each = |(column, letter)| {
            read(letter).ok_or_else(|| {
                ReadError::malformed(self.place(column), expected, format!("{letter:?}"))
            })
        };
        self.text.chars().enumerate().map(each).collect()
    }
}

impl Object {
    fn finish(self) -> Contents {
        let (n, at) = self.n;
        check_size(n, crate::MIN_SIZE, MAX_SIZE)
            .map_err(|error| misplaced(&error, n, &[], |_| at))?;
        let all = |(rows, at): &(Vec<Row>, Position), field| match rows.len() == n as usize {
            true => Ok(()),
            false => Err(ReadError::malformed(
                *at,
                format!("{} in \"{field}\", as n says", counted(n, "row")),
                rows.len().to_string(),
            )),
        };
        all(&self.regions, "regions")?;
        let mut regions = Vec::new();
        for row in &self.regions.0 {
            let letter = |letter: char| {
                let letter = letter.to_ascii_uppercase();
                letter.is_ascii_alphabetic().then_some(u32::from(letter))
            };
            regions.extend(row.squares(n, "the letter of a region", letter)?);
        }
        let puzzle = Puzzle::new(n, &regions).map_err(|error| {
            misplaced(&error, n, &regions, |square| {
                self.regions.0[square.row as usize].place(square.column as usize)
            })
        })?;
        let mut marks = Marks::new(n);
        if let Some(rows) = &self.marks {
            all(rows, "marks")?;
            let mut read = Vec::new();
            for row in &rows.0 {
                read.extend(row.squares(n, "'.', 'Q' or 'x'", mark)?);
            }
            for (square, mark) in Square::all(n).zip(read) {
                marks.set(square, mark);
            }
        }
        Ok((puzzle, marks))
    }
}

fn mark(letter: char) -> Option<Mark> {
    match letter {
        '.' => Some(Mark::Free),
        'Q' => Some(Mark::Queen),
        'x' => Some(Mark::Cross),
        _ => None,
    }
}

/// Known fields of an object.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Field {
    N,
    Regions,
    Marks,
    #[serde(other)]
    Other,
}

/// Reads the fields.
struct Fields<'a, 'i, R>(&'a Source<'i, R>);

impl<'de, R: BufRead> Visitor<'de> for Fields<'_, '_, R> {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Object, A::Error> {
        let source = self.0;
        source.settle(self.all(fields))
    }
}

impl<R: BufRead> Fields<'_, '_, R> {
    fn all<'de, A: MapAccess<'de>>(self, mut fields: A) -> Result<Object, A::Error> {
        let (mut n, mut regions, mut marks) = (None, None, None);
        while let Some(field) = fields.next_key()? {
            match field {
                Field::N => {
                    once("n", n.is_some())?;
                    n = Some((fields.next_value::<u32>()?, self.0.value()));
                }
                Field::Regions => {
                    once("regions", regions.is_some())?;
                    regions = Some(fields.next_value_seed(List(self.0))?);
                }
                Field::Marks => {
                    once("marks", marks.is_some())?;
                    marks = Some(fields.next_value_seed(List(self.0))?);
                }
                Field::Other => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Object {
            n: n.ok_or_else(|| de::Error::missing_field("n"))?,
            regions: regions.ok_or_else(|| de::Error::missing_field("regions"))?,
            marks,
        })
    }
}

/// Reads a list of rows.
struct List<'a, 'i, R>(&'a Source<'i, R>);

impl<'de, R: BufRead> DeserializeSeed<'de> for List<'_, '_, R> {
    type Value = (Vec<Row>, Position);

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, R: BufRead> Visitor<'de> for List<'_, '_, R> {
    type Value = (Vec<Row>, Position);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let source = self.0;
        let start = source.value();
        let mut rows = Vec::new();
        let mut all = || {
            while let Some(text) = items.next_element::<String>()? {
                if rows.len() == MAX_SIZE as usize {
                    return Err(unexpected("one more", format!("at most {MAX_SIZE} rows")));
                }
                rows.push(Row {
                    text,
                    places: [0, 1].map(|index| source.in_string(index)),
                });
            }
            Ok(())
        };
        source.settle(all())?;
        Ok((rows, start))
    }
}
