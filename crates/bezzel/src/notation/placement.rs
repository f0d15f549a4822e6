//! Placements as text.

use std::str::FromStr;

use crate::reader::{Hints, Queens, one_board};
use crate::{Placement, ReadError};

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
