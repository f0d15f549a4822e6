//! Ranges of numbers in requests.

use std::error;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// A number outside its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutOfRange {
    /// Name of the number.
    what: &'static str,
    /// Number as given.
    value: u64,
    /// Smallest accepted number.
    least: u64,
    /// Largest accepted number.
    most: u64,
}

impl error::Error for OutOfRange {}

impl Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            what,
            value,
            least,
            most,
        } = self;
        write!(f, "expected {what} from {least} to {most}, found {value}")
    }
}

/// Fails unless `n` is from 1 to `most`.
pub fn check_size(n: u32, most: u32) -> Result<(), OutOfRange> {
    check_range("n", n.into(), 1..=most.into())
}

/// Fails unless the number that is called `what` is in its range.
pub fn check_range(
    what: &'static str,
    value: u64,
    range: RangeInclusive<u64>,
) -> Result<(), OutOfRange> {
    let (least, most) = range.into_inner();
    match (least..=most).contains(&value) {
        true => Ok(()),
        false => Err(OutOfRange {
            what,
            value,
            least,
            most,
        }),
    }
}
