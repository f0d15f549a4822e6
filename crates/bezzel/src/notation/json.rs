//! One JSON object per board: `{"n":4,"queens":[1,3,0,2],"symmetry":"quarter-turn"}`.
//!
//! `queens` lists the column of each row from 0, or `null` for an empty row; `symmetry` is
//! `none`, `half-turn` or `quarter-turn`. Fundamental solutions also have `orbit_size`.

use std::io::{self, Write};

use super::positions::write_columns;
use crate::Placement;

pub(super) fn write(
    out: &mut impl Write,
    board: &Placement,
    orbit_size: Option<u32>,
) -> io::Result<()> {
    write!(out, "{{\"n\":{},\"queens\":[", board.size())?;
    write_columns(out, board.rows(), 0, [",", "null"])?;
    write!(out, "],\"symmetry\":\"{}\"", board.symmetry_class())?;
    if let Some(size) = orbit_size {
        write!(out, ",\"orbit_size\":{size}")?;
    }
    out.write_all(b"}\n")
}
