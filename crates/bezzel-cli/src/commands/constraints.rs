//! Boards with constraints, from the options and from a file.

use std::io::{BufRead, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use bezzel::{ConstrainedBoard, counted};

use crate::args::{ConstraintArgs, NamedSquare};
use crate::exit::ExitCode;
use crate::input::{self, MAX_BYTES};
use crate::language::{either, sentence};
use crate::output::write_note;

impl ConstraintArgs {
    /// Returns the board of n rows, or of the size of the board file.
    pub(crate) fn board(&self, n: Option<u32>) -> anyhow::Result<ConstrainedBoard> {
        let mut board = match (&self.file, n) {
            (Some(file), _) => read(file, n)?,
            (None, Some(n)) => ConstrainedBoard::new(n)?,
            (None, None) => bail!(either!(
                "expected N or --board FILE, found neither",
                "应给出 N 或 --board FILE"
            )),
        };
        if let Some(n) = n
            && n != board.size()
        {
            let (rows, file) = (board.size(), self.file.as_deref().unwrap_or(Path::new("-")));
            let (expected, name) = (counted(n, "row"), input::name(file));
            bail!(either!(
                "expected a board of {expected}, found one of {rows} in {name}: give another \
                 N, or none",
                "棋盘应有 {n} 行，而 {name} 中的棋盘有 {rows} 行；请改变 N，或不写 N"
            ));
        }
        let n = board.size();
        let square = |named: &NamedSquare| named.on_board(n).map_err(|error| anyhow!(error));
        for named in &self.queens {
            board.place(square(named)?)?;
        }
        for named in &self.blocked {
            board.block(square(named)?)?;
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

/// Writes that a board has no solution and returns the exit code of commands that print solutions.
pub(crate) fn no_solution(board: &ConstrainedBoard) -> ExitCode {
    let n = board.size();
    if board.contradiction().is_some() {
        write_contradiction(board);
    } else if board.is_unconstrained() {
        write_note(either!("no solution exists for n = {n}", "n = {n} 时无解"));
    } else {
        write_note(either!(
            "no solution obeys the constraints",
            "没有符合这些条件的解"
        ));
    }
    ExitCode::NO
}

/// Writes why the number of solutions is 0, if the constraints contradict each other.
pub(crate) fn write_contradiction(board: &ConstrainedBoard) {
    if let Some(contradiction) = board.contradiction() {
        let reason = sentence(0, &contradiction.text());
        write_note(either!("no solution: {reason}", "无解：{reason}"));
    }
}

/// Returns true if a text has the characters of a board in one word.
fn is_word(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('/')
        && text
            .bytes()
            .all(|byte| matches!(byte, b'Q' | b'x' | b'/' | b'0'..=b'9'))
}

/// Reads a board in any form, or from a word. An empty line is the board of n = 0, if that is expected.
pub(crate) fn read(file: &Path, n: Option<u32>) -> anyhow::Result<ConstrainedBoard> {
    if let Some(word) = file.to_str().filter(|word| is_word(word) && !file.exists()) {
        return Ok(ConstrainedBoard::from_compact(word)?);
    }
    let name = input::name(file);
    let mut input = input::open_text(file)?.take(MAX_BYTES);
    let start = input.fill_buf();
    let start = start.with_context(|| input::cannot_read(&name))?;
    let is_blank = start
        .strip_prefix("\u{feff}".as_bytes())
        .unwrap_or(start)
        .trim_ascii_start()
        .is_empty();
    let board = ConstrainedBoard::read(&mut input);
    if input.limit() == 0 {
        bail!(either!(
            "expected a board of at most {MAX_BYTES} bytes, found more in {name}",
            "棋盘最多 {MAX_BYTES} 字节，{name} 中的棋盘超过了"
        ));
    }
    let board = board.map_err(|error| match error {
        bezzel::Error::Read(error) => input::malformed(error, &name),
        other => anyhow!(other).context(name.clone()),
    })?;
    if is_blank && board.size() == 0 && n != Some(0) {
        bail!(either!(
            "{name}: expected a board, found an empty line: for n = 0, give N = 0 too",
            "{name}：应为棋盘，实际为空行：n = 0 时请把 N = 0 也写上"
        ));
    }
    Ok(board)
}
