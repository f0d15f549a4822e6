//! Writes documents board by board.

use std::io::{self, BufWriter, ErrorKind, Write};

use super::{Notation, Options, Rows};
use super::{coordinates, grid, json, leetcode, positions, svg, unicode};
use crate::{Error, FirstSolution, MAX_SIZE, Placement};

/// Writer of boards into one document.
///
/// The writer buffers its output, so pass it an unbuffered file. The document is complete only
/// after [`finish`](Self::finish).
///
/// `positions`, `grid` and `fen` write n = 0 as an empty line, which can be read back only if it is
/// the whole document.
///
/// ```
/// use bezzel::notation::{Notation, Options, Writer};
/// let mut writer = Writer::new(Vec::new(), Notation::Leetcode, Options::default());
/// for solution in bezzel::solutions(4)? {
///     writer.write(&solution)?;
/// }
/// let text = String::from_utf8(writer.finish(None)?)?;
/// assert!(text.starts_with(r#"[[".Q..","...Q","Q...","..Q."],"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: BufWriter<W>,
    notation: Notation,
    options: Options,
    written: u64,
}

impl<W: Write> Writer<W> {
    /// Creates an empty document on `out`.
    pub fn new(out: W, notation: Notation, options: Options) -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, out),
            notation,
            options,
            written: 0,
        }
    }

    /// Returns the number of boards written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Writes the next board.
    ///
    /// Fails with the errors of `out`, and with [`InvalidInput`](ErrorKind::InvalidInput) for more
    /// boards in an `svg` than [`Options::boards`].
    pub fn write(&mut self, board: &Placement) -> io::Result<()> {
        self.write_board(board, None)
    }

    /// Writes the next board, a fundamental solution with `orbit_size` images; only `json`
    /// includes that number.
    ///
    /// Fails like [`write`](Self::write).
    pub fn write_fundamental(&mut self, board: &Placement, orbit_size: u32) -> io::Result<()> {
        self.write_board(board, Some(orbit_size))
    }

    /// Writes the next board from the column of each row. Text notations do not store the
    /// board: in `positions`, 10⁸ rows need no memory.
    ///
    /// Fails like [`write`](Self::write), and with [`InvalidInput`](ErrorKind::InvalidInput),
    /// before anything is written, if a column is not below the number of rows.
    pub fn write_columns(
        &mut self,
        columns: impl ExactSizeIterator<Item = u32> + Clone,
    ) -> io::Result<()> {
        if matches!(self.notation, Notation::Json | Notation::Svg) {
            let board = Placement::from_columns(columns).map_err(invalid)?;
            return self.write_board(&board, None);
        }
        let n = u32::try_from(columns.len()).unwrap_or(u32::MAX);
        if n > MAX_SIZE {
            return Err(invalid(Error::TooLarge {
                n: columns.len() as u64,
                what: "a board",
                max: MAX_SIZE,
            }));
        }
        if let Some((row, column)) = columns.clone().enumerate().find(|&(_, c)| c >= n) {
            return Err(invalid(Error::ColumnOutside {
                row: row as u32,
                column: column.into(),
                n,
            }));
        }
        self.write_rows(columns.map(Some))
    }

    /// Writes the whole solution of [`first`](fn@crate::first) as the next board. Its columns are known to be inside,
    /// so the first row of 10⁹ is written at once.
    ///
    /// Fails like [`write`](Self::write).
    pub fn write_first(&mut self, solution: &FirstSolution) -> io::Result<()> {
        match self.notation {
            Notation::Json | Notation::Svg => self.write(&solution.placement()),
            _ => self.write_rows((0..solution.size()).map(|row| Some(solution.column(row)))),
        }
    }

    /// Flushes the buffer, so that the boards written so far become visible.
    ///
    /// Fails with the errors of `out`.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the document and returns `out`. In `coordinates`, `total` is written below the
    /// boards.
    ///
    /// Fails with the errors of `out`.
    pub fn finish(mut self, total: Option<u64>) -> io::Result<W> {
        match self.notation {
            Notation::Coordinates => {
                if let Some(total) = total {
                    coordinates::write_total(&mut self.out, total, self.written)?;
                }
            }
            Notation::Leetcode => leetcode::write_end(&mut self.out, self.written)?,
            Notation::Svg => svg::write_end(&mut self.out, self.written, self.options.boards)?,
            Notation::Positions
            | Notation::Grid
            | Notation::Json
            | Notation::Unicode
            | Notation::Fen => {}
        }
        self.out.flush()?;
        self.out.into_inner().map_err(|error| error.into_error())
    }

    fn write_board(&mut self, board: &Placement, orbit_size: Option<u32>) -> io::Result<()> {
        match self.notation {
            Notation::Json => json::write(&mut self.out, board, orbit_size)?,
            Notation::Svg => svg::write(&mut self.out, board, self.written, &self.options)?,
            _ => return self.write_rows(board.rows()),
        }
        self.written += 1;
        Ok(())
    }

    /// Writes the next board in a notation that needs only its rows.
    fn write_rows(&mut self, rows: impl Rows) -> io::Result<()> {
        let out = &mut self.out;
        let parted = matches!(
            self.notation,
            Notation::Coordinates | Notation::Grid | Notation::Unicode
        );
        if parted && self.written > 0 {
            out.write_all(b"\n")?;
        }
        match self.notation {
            Notation::Positions => positions::write(out, rows, self.options.one_based.into())?,
            Notation::Coordinates => coordinates::write(out, rows)?,
            Notation::Grid => grid::write(out, rows)?,
            Notation::Leetcode => {
                leetcode::write_separator(out, self.written)?;
                leetcode::write(out, rows)?;
            }
            Notation::Unicode => unicode::write(out, rows)?,
            Notation::Fen => write_fen(out, rows)?,
            Notation::Json | Notation::Svg => unreachable!("written from the whole board"),
        }
        self.written += 1;
        Ok(())
    }
}

/// Writes a board in Forsyth–Edwards notation: its rows from the top, with the number of free squares beside a queen.
fn write_fen(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    for (row, column) in rows.enumerate() {
        if row > 0 {
            out.write_all(b"/")?;
        }
        let (before, after) = match column {
            Some(column) => (column as usize, n - 1 - column as usize),
            None => (n, 0),
        };
        if before > 0 {
            write!(out, "{before}")?;
        }
        if column.is_some() {
            out.write_all(b"Q")?;
        }
        if after > 0 {
            write!(out, "{after}")?;
        }
    }
    out.write_all(b"\n")
}

fn invalid(error: Error) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, error)
}
