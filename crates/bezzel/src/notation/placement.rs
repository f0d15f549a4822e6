//! Placements as text.

use std::io::Read;
use std::ops::ControlFlow;
use std::str::FromStr;

use super::{Notation, ReadError, read};
use crate::Placement;

/// Reads one placement in the notation [`Positions`](crate::notation::Notation::Positions).
impl FromStr for Placement {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let (mut first, mut second) = (None, None);
        // One empty line is the board of n = 0.
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let input = text.as_bytes().chain(end.as_bytes());
        read(
            input,
            Some(Notation::Positions),
            &Default::default(),
            &mut |entry| {
                if first.is_none() {
                    first = entry.board.ok();
                    ControlFlow::Continue(())
                } else {
                    second = Some(entry.line);
                    ControlFlow::Break(())
                }
            },
        )?;
        match (first, second) {
            (Some(placement), None) => Ok(placement),
            (_, line) => Err(ReadError::Malformed {
                line: line.unwrap_or(1),
                column: 1,
                expected: "one placement".into(),
                found: "another".into(),
            }),
        }
    }
}
