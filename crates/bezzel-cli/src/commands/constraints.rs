//! Boards with constraints, from the options and from a file.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use bezzel::notation::{self, Options};
use bezzel::{ConstrainedBoard, Contradiction};

use super::{check, json_board};
use crate::args::ConstraintArgs;
use crate::interrupt;
use crate::stderr::write_note;

/// Exit code if no solution obeys the constraints.
pub(crate) const NO_SOLUTION: u8 = 1;

/// Size of the largest board file.
const MAX_FILE_BYTES: u64 = 1 << 26;

/// First characters of a drawing of '.', 'Q' and 'x'.
const DRAWING: &[u8] = b".Qx";

/// U+FEFF, which some editors put before the first character.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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

/// Reads a drawing, a board in one word or as JSON, or one placement in any notation. An empty line is
/// the board of n = 0, if that is expected.
pub(crate) fn read(file: &Path, n: Option<u32>) -> anyhow::Result<ConstrainedBoard> {
    let name = name(file);
    let input = check::open(file).with_context(|| format!("cannot read {name}"))?;
    let mut input = input.take(MAX_FILE_BYTES);
    let start = input.fill_buf();
    interrupt::check("no board was read")?;
    let start = start.with_context(|| format!("cannot read {name}"))?;
    let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
    let first = start.trim_ascii_start().first().copied();
    let is_drawing = first.is_none_or(|first| DRAWING.contains(&first));
    let board = if first == Some(b'{') {
        json(&mut input, &name)
    } else if is_compact(start) {
        compact(&mut input, &name)
    } else if is_drawing {
        ConstrainedBoard::read(&mut input).map_err(|error| check::malformed(error, &name))
    } else {
        placement(&mut input, &name)
    };
    interrupt::check("no board was read")?;
    if input.limit() == 0 {
        bail!("expected a board of at most {MAX_FILE_BYTES} bytes, found more in {name}");
    }
    let board = board?;
    if first.is_none() && board.size() == 0 && n != Some(0) {
        bail!("{name}: expected a board, found an empty line: for n = 0, give N = 0 too");
    }
    Ok(board)
}

/// Returns true if the first line has the characters of a board in one word, and a '/'.
fn is_compact(start: &[u8]) -> bool {
    let line = start
        .trim_ascii_start()
        .split(u8::is_ascii_whitespace)
        .next();
    let line = line.unwrap_or_default();
    line.contains(&b'/') && !line.starts_with(b"/") && !line.contains(&b'<')
}

fn text(input: &mut impl BufRead, name: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    match input.read_to_string(&mut text) {
        Ok(_) => Ok(text.trim_start_matches('\u{feff}').to_owned()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            bail!("{name}: expected a board as text, found bytes that are not UTF-8")
        }
        Err(error) => Err(anyhow!(error).context(format!("cannot read {name}"))),
    }
}

/// Reads a board in one word.
fn compact(input: &mut impl BufRead, name: &str) -> anyhow::Result<ConstrainedBoard> {
    let text = text(input, name)?;
    ConstrainedBoard::from_compact(text.trim()).with_context(|| name.to_owned())
}

/// Reads a board or a placement as JSON.
fn json(input: &mut impl BufRead, name: &str) -> anyhow::Result<ConstrainedBoard> {
    let text = text(input, name)?;
    match json_board::read(&text) {
        Some(board) => board.with_context(|| name.to_owned()),
        None => placement(text.as_bytes(), name),
    }
}

fn placement(input: impl BufRead, name: &str) -> anyhow::Result<ConstrainedBoard> {
    let mut boards = Vec::new();
    let read = notation::read(input, None, &Options::default(), &mut |entry| {
        boards.push(entry);
        if boards.len() > 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if boards.len() > 1 {
        let line = boards[1].line;
        bail!("{name}: expected one board, found another in line {line}");
    }
    read.map_err(|error| check::malformed(error, name))?;
    let Some(entry) = boards.pop() else {
        bail!("{name}: expected a board, found none");
    };
    let placement = entry.board.map_err(|conflict| {
        anyhow!(
            "{name}: expected at most one queen in each row, found {} and {}: draw the board with \
             '.', 'Q' and 'x'",
            conflict.first,
            conflict.second
        )
    })?;
    Ok(ConstrainedBoard::from(&placement))
}
