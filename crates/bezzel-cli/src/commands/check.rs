//! `bezzel check`: checks each board and reports its first fault.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use bezzel::notation::Notation;
use bezzel::reader::{Board, Hints, Item, Items, NotRead, Summary};
use bezzel::{ReadError, Verdict, counted};
use clap::Args;
use serde::Serialize;

use crate::args::Format;
use crate::exit::ExitCode;
use crate::failure;
use crate::input;
use crate::language::{either, say, sentence};
use crate::named;
use crate::output::{Output, write_note};
use crate::tips;

/// Result of one board, printed in this form with `--format json`.
#[derive(Serialize)]
struct CheckedBoard {
    line: u64,
    #[serde(flatten)]
    verdict: Verdict,
}

#[derive(Serialize)]
struct Total {
    boards: u64,
    valid: u64,
    wrong: u64,
    /// What was read, in one sentence.
    read: String,
}

/// Check boards and report the first error of each.
///
/// bezzel reads boards in any form: drawings with any signs, lists of columns or squares, boards in
/// one word, FEN and JSON. It says what it read, and prints a line for each board. The exit code is
/// 1 if a board is wrong, and 2 if bezzel does not understand the text.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel list 8 --notation grid | bezzel check\n  \
    echo '0 4 7 5 2 6 3 1' | bezzel check\n  \
    echo '[2, 4, 1, 3]' | bezzel check --show\n  \
    bezzel check boards.txt --format json")]
pub(crate) struct Check {
    /// File to read, or - for stdin.
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// How to read lines of numbers: `positions` as columns, any other notation as rows of a
    /// drawing.
    #[arg(long, short, value_name = "NOTATION", value_parser = named::notation())]
    #[arg(hide_possible_values = true)]
    notation: Option<Notation>,
    /// Number rows and columns from 1 where the text does not show it.
    #[arg(long)]
    one_based: bool,
    /// Draw each board after its line.
    #[arg(long)]
    show: bool,
    /// Accept partial placements in which no two queens attack each other.
    #[arg(long)]
    partial: bool,
    /// Print only wrong boards and the summary.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<ExitCode> {
    let name = input::name(&args.file);
    if let Some(tip) = tips::judging(&name).filter(|_| args.file.is_file()) {
        bail!(either!(
            "{name} is source code, not a board: to judge the program, use {tip}",
            "{name} 是源代码，不是棋盘；要评测这个程序，请用 {tip}"
        ));
    }
    let input = input::open_text(&args.file).map_err(|error| {
        // No name of a file, but a board.
        let is_board = input::shown(&args.file).trim().contains([' ', ',']) && !args.file.exists();
        match is_board {
            true => anyhow!(either!(
                "{error}; to check a board, use `echo '{name}' | bezzel check`",
                "{error}；检查棋盘请用 `echo '{name}' | bezzel check`",
                error = failure::said(&error)
            )),
            false => error,
        }
    })?;
    let mut report = CheckReport {
        args,
        out: Output::stdout(),
        valid: 0,
        wrong: 0,
    };
    let hints = Hints {
        base: args.one_based.then_some(1),
        are_columns: args
            .notation
            .map(|notation| notation == Notation::Positions),
        ..Hints::default()
    };
    let mut has_empty_list = false;
    let mut items = Items::new(input, hints);
    for item in items.by_ref() {
        match item {
            Ok(Item::Board(board)) => report.board(&board)?,
            Ok(Item::EmptyList) => has_empty_list = true,
            Ok(_) => {}
            Err(error) => {
                report.out.finish()?;
                return Err(input::malformed(error.into(), &name));
            }
        }
    }
    let read = items.summary;
    // What a program prints that finds no solution.
    let is_none = |why: &NotRead| match why {
        NotRead::Empty => true,
        NotRead::NumbersOnly { number, .. } => *number == 0,
        _ => false,
    };
    match read.not_read() {
        Some(why) if !(is_none(&why) || has_empty_list && read.text.is_none()) => {
            report.out.finish()?;
            return Err(input::malformed(ReadError::NotRead(why), &name));
        }
        Some(_) => write_note(either!("no board in {name}", "{name}：没有棋盘")),
        None => {}
    }
    if let Some(text) = read.other_text().filter(|_| !args.quiet) {
        write_note(say(&text));
    }
    let code = ExitCode::of_answer(report.wrong == 0);
    report.summary(&read)?;
    Ok(code)
}

struct CheckReport<'a> {
    args: &'a Check,
    out: Output,
    valid: u64,
    wrong: u64,
}

impl CheckReport<'_> {
    fn board(&mut self, board: &Board) -> io::Result<()> {
        let verdict = board.verdict(self.args.partial);
        if verdict.valid {
            self.valid += 1;
        } else {
            self.wrong += 1;
        }
        match self.args.quiet && verdict.valid {
            true => Ok(()),
            false => self.write_board(board, verdict),
        }
    }

    fn write_board(&mut self, board: &Board, verdict: Verdict) -> io::Result<()> {
        let line = board.line;
        if self.args.format.is_json() {
            return self.out.write_json(&CheckedBoard { line, verdict });
        }
        let n = board.n;
        let base = u32::from(self.args.one_based || board.shows_base == Some(1));
        let said = match board.fault(self.args.partial) {
            None => either!(
                "line {line}: valid (n = {n})",
                "第 {line} 行：正确（n = {n}）"
            ),
            Some(fault) => {
                let fault = sentence(base, &fault.text(n));
                let what = match verdict.empty_row {
                    Some(_) => either!("rows", "行"),
                    None => either!("rows and columns", "行和列"),
                };
                either!(
                    "line {line}: wrong (n = {n}): {fault} ({what} count from {base})",
                    "第 {line} 行：错误（n = {n}）：{fault}（{what}从 {base} 编号）"
                )
            }
        };
        writeln!(self.out, "{said}")?;
        match self.args.show {
            true => writeln!(self.out, "{}", board.drawing()),
            false => Ok(()),
        }
    }

    fn summary(mut self, read: &Summary) -> anyhow::Result<()> {
        let Self { valid, wrong, .. } = self;
        let boards = valid + wrong;
        let sentence = read.text().english.into_owned();
        let written = if self.args.format.is_json() {
            let total = Total {
                boards,
                valid,
                wrong,
                read: sentence,
            };
            self.out.write_json(&total)
        } else {
            if boards > 0 && !self.args.quiet {
                let read = read.text();
                let sentence = say(&read);
                write_note(either!("read as {sentence}", "识别为 {sentence}"));
            }
            let all = counted(boards, "board");
            let said = either!(
                "{all}: {valid} valid, {wrong} wrong",
                "共 {boards} 个棋盘：{valid} 个正确，{wrong} 个错误"
            );
            writeln!(self.out, "{said}")
        };
        written?;
        self.out.finish()
    }
}
