//! Results of units.

use std::fmt;

use bezzel_count::UnitResult;
use serde::de::{Deserializer, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// A number that may exceed those of JavaScript, as a string of digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String))]
pub struct Number(pub u128);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number as a string of digits")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Number, E> {
                let number = text
                    .parse()
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))?;
                Ok(Number(number))
            }
        }
        deserializer.deserialize_str(Digits)
    }
}

/// The result of a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountedUnit {
    /// Number of the unit.
    pub index: usize,
    /// Name of the unit.
    pub name: String,
    /// Part of the number of completions, if the unit has one.
    pub solutions: Option<Solutions>,
    /// Part of the numbers of the squares, row by row, if the unit has one.
    pub squares: Option<Vec<Number>>,
    /// Checksum of the name and the numbers.
    pub checksum: String,
    /// Time that the unit took.
    #[serde(default)]
    pub seconds: f64,
}

/// Part of the number of completions, and the work that was done for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solutions {
    /// The unit value: 12 times the number of completions that the unit adds.
    pub value: Number,
    /// Joined pairs: placements of one colour that were counted.
    pub joined: Number,
    /// Tests of one placement against one square.
    pub tests: Number,
    /// Placements for which the possibilities to add two queens were counted.
    pub finished: Number,
}

impl Solutions {
    pub(super) fn result(&self) -> UnitResult {
        let work = |number: Number| u64::try_from(number.0).unwrap_or(u64::MAX);
        UnitResult {
            value: self.value.0,
            joined: self.joined.0,
            tests: work(self.tests),
            finished: work(self.finished),
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Numbers {
    solutions: Option<Solutions>,
    squares: Option<Vec<Number>>,
}

impl Numbers {
    pub(super) fn new(solutions: Option<UnitResult>, squares: Option<Vec<u128>>) -> Self {
        Self {
            solutions: solutions.map(|result| Solutions {
                value: Number(result.value),
                joined: Number(result.joined),
                tests: Number(result.tests.into()),
                finished: Number(result.finished.into()),
            }),
            squares: squares.map(|squares| squares.into_iter().map(Number).collect()),
        }
    }

    pub(super) fn of_solutions(result: UnitResult) -> Self {
        Self::new(Some(result), None)
    }

    pub(super) fn of_squares(squares: Vec<u128>) -> Self {
        Self::new(None, Some(squares))
    }
}

impl CountedUnit {
    pub(super) fn new(index: usize, name: String, numbers: Numbers) -> Self {
        let mut unit = Self {
            index,
            name,
            solutions: numbers.solutions,
            squares: numbers.squares,
            checksum: String::new(),
            seconds: 0.0,
        };
        unit.checksum = unit.checksum();
        unit
    }

    /// Returns the checksum of the name and the numbers: FNV-1a.
    pub(super) fn checksum(&self) -> String {
        let solutions = self.solutions.iter().flat_map(|solutions| {
            [
                solutions.value,
                solutions.joined,
                solutions.tests,
                solutions.finished,
            ]
        });
        let squares = self.squares.iter().flatten().copied();
        let numbers = solutions
            .chain(squares)
            .flat_map(|number| number.0.to_le_bytes());
        let hash = (self.name.bytes().chain(numbers)).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}
