//! Writes documents board by board.

use std::io::{self, BufWriter, Write};

use super::{Notation, Options, Rows};
use super::{svg, text};
use crate::Placement;

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
    /// Fails with the errors of `out`, and with [`InvalidInput`](io::ErrorKind::InvalidInput) for more
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
    /// Fails like [`write`](Self::write). Panics if a column is not below the number of rows; earlier
    /// rows may then be written.
    pub fn write_columns(
        &mut self,
        columns: impl ExactSizeIterator<Item = u32> + Clone,
    ) -> io::Result<()> {
        if matches!(self.notation, Notation::Json | Notation::Svg) {
            let board = Placement::from_columns(columns).expect("columns of a board");
            return self.write_board(&board, None);
        }
        // Checked while they are written, so that the first row of 10⁹ is written at once.
        let n = columns.len();
        self.write_rows(columns.map(|column| {
            assert!((column as usize) < n, "a column outside of the board");
            Some(column)
        }))
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
                    let gap = if self.written > 0 { "\n" } else { "" };
                    writeln!(self.out, "{gap}Total: {total}")?;
                }
            }
            Notation::Leetcode if self.written == 0 => self.out.write_all(b"[]\n")?,
            Notation::Leetcode => self.out.write_all(b"]\n")?,
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
            Notation::Json => text::write_json(&mut self.out, board, orbit_size)?,
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
            Notation::Positions => text::write_positions(out, rows, self.options.one_based.into())?,
            Notation::Coordinates => text::write_coordinates(out, rows)?,
            Notation::Grid => text::write_grid(out, rows)?,
            Notation::Leetcode => {
                out.write_all(if self.written == 0 { b"[" } else { b",\n" })?;
                text::write_leetcode(out, rows)?;
            }
            Notation::Unicode => text::write_unicode(out, rows)?,
            Notation::Fen => text::write_fen(out, rows)?,
            Notation::Json | Notation::Svg => unreachable!("written from the whole board"),
        }
        self.written += 1;
        Ok(())
    }
}
