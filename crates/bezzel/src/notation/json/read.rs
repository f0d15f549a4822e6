//! Reading of objects.

use std::fmt;
use std::io::BufRead;

use serde::Deserialize;
use serde::de::{
    self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::super::number::Number;
use super::super::scanner::{Position, Scanner};
use super::super::{Entry, ReadError};
use super::message::unexpected;
use super::source::Source;
use crate::board::Builder;
use crate::{MAX_SIZE, Placement, SymmetryClass};

pub(in super::super) fn board<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Entry, ReadError> {
    let source = Source::open(scanner, b'{')?;
    let (n, rows) = source.read(|json| json.deserialize_map(Fields(&source)))?;
    Ok(Entry {
        line: source.start().line,
        board: Ok(rows.finish(n)?),
    })
}

/// Known fields of an object.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Field {
    N,
    Queens,
    Symmetry,
    OrbitSize,
    #[serde(other)]
    Other,
}

/// Reads an object.
struct Fields<'a, 'i, R>(&'a Source<'i, R>);

impl<'de, R: BufRead> Visitor<'de> for Fields<'_, '_, R> {
    type Value = (Number, Rows);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        let source = self.0;
        source.settle(self.all(fields))
    }
}

impl<R: BufRead> Fields<'_, '_, R> {
    fn all<'de, A: MapAccess<'de>>(self, mut fields: A) -> Result<(Number, Rows), A::Error> {
        let (mut n, mut queens, mut symmetry, mut orbit_size) = (None, None, None, None);
        while let Some(field) = fields.next_key()? {
            match field {
                Field::N => {
                    once("n", n.is_some())?;
                    n = Some(Number {
                        value: fields.next_value::<u32>()?.into(),
                        at: self.0.value(),
                    });
                }
                Field::Queens => {
                    once("queens", queens.is_some())?;
                    queens = Some(fields.next_value_seed(List(self.0))?);
                }
                Field::Symmetry => {
                    once("symmetry", symmetry.is_some())?;
                    symmetry = Some(fields.next_value_seed(Name)?);
                }
                Field::OrbitSize => {
                    once("orbit_size", orbit_size.is_some())?;
                    orbit_size = Some(fields.next_value::<Option<u32>>()?);
                }
                Field::Other => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        let n = n.ok_or_else(|| de::Error::missing_field("n"))?;
        let queens = queens.ok_or_else(|| de::Error::missing_field("queens"))?;
        Ok((n, queens))
    }
}

/// Fails if a field comes again.
pub fn once<E: de::Error>(field: &'static str, again: bool) -> Result<(), E> {
    match again {
        true => Err(E::duplicate_field(field)),
        false => Ok(()),
    }
}

/// Reads the list of queens.
struct List<'a, 'i, R>(&'a Source<'i, R>);

impl<'de, R: BufRead> DeserializeSeed<'de> for List<'_, '_, R> {
    type Value = Rows;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Rows, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, R: BufRead> Visitor<'de> for List<'_, '_, R> {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of columns")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Rows, A::Error> {
        let source = self.0;
        let mut rows = Rows::default();
        let mut all = || {
            while let Some((column, at)) = items.next_element_seed(Item(source))? {
                rows.push(column, at)?;
            }
            Ok(())
        };
        source.settle(all())?;
        Ok(rows)
    }
}

/// Reads the column of a row with its place.
struct Item<'a, 'i, R>(&'a Source<'i, R>);

impl<'de, R: BufRead> DeserializeSeed<'de> for Item<'_, '_, R> {
    type Value = (Option<u64>, Position);

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let at = self.0.here();
        let column = Option::<u64>::deserialize(from);
        let wanted = "a column from 0 to n - 1, or null";
        Ok((self.0.wanting(wanted, column)?, at))
    }
}

/// Items of the list.
#[derive(Default)]
struct Rows {
    rows: Builder,
    /// First of the largest columns, and its row: the first one outside the board if n is smaller.
    largest: Option<(Number, u32)>,
}

impl Rows {
    fn push<E: de::Error>(&mut self, column: Option<u64>, at: Position) -> Result<(), E> {
        if let Some(value) = column
            && self.largest.is_none_or(|(known, _)| value > known.value)
        {
            self.largest = Some((Number { value, at }, self.rows.size()));
        }
        // A column that is too large for any board is reported at the end, when n is known.
        let column = column.and_then(|column| u32::try_from(column).ok());
        self.rows
            .push(column.filter(|&column| column < MAX_SIZE))
            .map_err(|_| unexpected("one more", format!("at most {MAX_SIZE} rows")))
    }

    /// Returns the board if it has n rows.
    fn finish(self, n: Number) -> Result<Placement, ReadError> {
        let rows = self.rows.size();
        if n.value != u64::from(rows) {
            let expected = format!("n to be {rows}, the number of items in \"queens\"");
            return Err(n.instead_of(expected));
        }
        match self.largest {
            Some((column, row)) if column.value >= n.value => {
                Err(column.instead_of(format!("a column below {rows} in row {row}")))
            }
            _ => Ok(self.rows.finish().expect("no column outside")),
        }
    }
}

/// Reads the name of a symmetry class.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = SymmetryClass;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<SymmetryClass, D::Error> {
        from.deserialize_str(self)
    }
}

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
