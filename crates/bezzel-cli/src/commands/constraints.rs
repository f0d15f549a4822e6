//! Boards with constraints, from the options and from a file.

use std::io::{BufRead, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use bezzel::{ConstrainedBoard, Contradiction};

use super::check;
use crate::args::ConstraintArgs;
use crate::interrupt;
use crate::stderr::write_note;

/// Exit code if no solution obeys the constraints.
pub(crate) const NO_SOLUTION: u8 = 1;

/// Size of the largest board file.
const MAX_FILE_BYTES: u64 = 1 << 26;

impl ConstraintArgs {
    /// Returns the board of n rows, or of the size of the board file.
    pub(crate) fn board(&self, n: Option<u32>) -> anyhow::Result<ConstrainedBoard> {
        let mut board = match (&self.file, n) {
            (Some(file), _) => read(file, n)?,
            (None, Some(n)) => ConstrainedBoard::new(n)?,
            (None, None) => bail!("expected N or --board FILE, found neither"),
        };
        if let Some(n) = n
            && n != board.size()
        {
            let (rows, file) = (board.size(), self.file.as_deref().unwrap_or(Path::new("-")));
            bail!(
                "expected a board of {n} rows, found one of {rows} in {}: give another N, or none",
                name(file)
            );
        }
        for &queen in &self.queens {
            board.place(queen)?;
        }
        for &square in &self.blocked {
            board.block(square)?;
        }
        for &difference in &self.blocked_diagonals {
            board.block_diagonal(difference)?;
        }
        for &sum in &self.blocked_anti_diagonals {
            board.block_anti_diagonal(sum)?;
        }
        Ok(board)
    }
}

/// Writes the reason why there is no solution.
pub(crate) fn write_reason(contradiction: Option<&Contradiction>) {
    match contradiction {
        Some(contradiction) => write_note(format_args!("no solution: {contradiction}")),
        None => write_note("no solution obeys the constraints"),
    }
}

fn name(file: &Path) -> String {
    match file == Path::new("-") {
        true => "standard input".to_owned(),
        false => file.display().to_string(),
    }
}

/// Reads a board in any form. An empty line is the board of n = 0, if that is expected.
pub(crate) fn read(file: &Path, n: Option<u32>) -> anyhow::Result<ConstrainedBoard> {
    let name = name(file);
    let input = check::open(file).with_context(|| format!("cannot read {name}"))?;
    let mut input = input.take(MAX_FILE_BYTES);
    let start = input.fill_buf();
    interrupt::check("no board was read")?;
    let start = start.with_context(|| format!("cannot read {name}"))?;
    let is_blank = start
        .strip_prefix("\u{feff}".as_bytes())
        .unwrap_or(start)
        .trim_ascii_start()
        .is_empty();
    let board = ConstrainedBoard::read_document(&mut input);
    interrupt::check("no board was read")?;
    if input.limit() == 0 {
        bail!("expected a board of at most {MAX_FILE_BYTES} bytes, found more in {name}");
    }
    let board = board.map_err(|error| match error {
        bezzel::Error::Read(error) => check::malformed(error, &name),
        other => anyhow!("{name}: {other}"),
    })?;
    if is_blank && board.size() == 0 && n != Some(0) {
        bail!("{name}: expected a board, found an empty line: for n = 0, give N = 0 too");
    }
    Ok(board)
}
