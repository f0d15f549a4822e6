//! `bezzel check`: checks each board and reports its first attacking pair or empty row.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::{anyhow, bail};
use bezzel::methods::counted_from;
use bezzel::notation::{self, Entry, Notation, Options, ReadError};
use bezzel::{Verdict, counted};
use bezzel_judge::BoardFault;
use serde::Serialize;

use crate::args::Check;
use crate::exit::ExitCode;
use crate::input;
use crate::language::{either, say};
use crate::output::Output;
use crate::stderr::write_note;

/// Result of one board, printed in this form with `--format json`.
#[derive(Serialize)]
struct CheckedBoard {
    line: u64,
    #[serde(flatten)]
    verdict: Verdict,
}

/// Last line of the JSON output.
#[derive(Serialize)]
struct Summary {
    boards: u64,
    valid: u64,
    wrong: u64,
    /// `None` if the input does not show it.
    notation: Option<&'static str>,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<ExitCode> {
    let name = input::name(&args.file);
    let input = input::open(&args.file)?;
    let mut report = CheckReport {
        args,
        out: Output::stdout(),
        valid: 0,
        wrong: 0,
        failed: None,
    };
    let options = Options {
        one_based: args.one_based,
        ..Options::default()
    };
    let read = notation::read(input, args.notation, &options, &mut |entry| {
        report.board(entry)
    });
    if let Some(error) = report.failed {
        return Err(anyhow!(error).context("cannot write to standard output"));
    }
    let Ok(read) = &read else {
        // CheckReport the boards before the malformed place first.
        report.out.finish()?;
        let error = read.expect_err("not read");
        let is_one_based = matches!(error, ReadError::CountedFromOne { .. });
        let error = input::malformed(error, &name);
        return Err(match is_one_based {
            true => anyhow!("{error}; use --one-based if they are counted from 1"),
            false => error,
        });
    };
    let code = ExitCode::of_answer(report.wrong == 0);
    if read.boards == 0 {
        write_note(format_args!("no board in {name}"));
    }
    report.summary(read.notation)?;
    Ok(code)
}

struct CheckReport<'a> {
    args: &'a Check,
    out: Output,
    valid: u64,
    wrong: u64,
    failed: Option<io::Error>,
}

impl CheckReport<'_> {
    fn board(&mut self, entry: Entry) -> ControlFlow<()> {
        let verdict = entry.verdict(self.args.partial);
        if verdict.valid {
            self.valid += 1;
        } else {
            self.wrong += 1;
        }
        if !(self.args.quiet && verdict.valid)
            && let Err(error) = self.write_note(entry.line, verdict)
        {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn write_note(&mut self, line: u64, verdict: Verdict) -> io::Result<()> {
        if self.args.format.is_json() {
            serde_json::to_writer(&mut self.out, &CheckedBoard { line, verdict })?;
            return self.out.write_all(b"\n");
        }
        let size = verdict
            .n
            .map(|n| either(format!(" (n = {n})"), format!("（n = {n}）")))
            .unwrap_or_default();
        let base = u32::from(self.args.one_based);
        if let Some(pair) = verdict.conflict {
            let text = BoardFault::Attack { pair }.text(verdict.n.unwrap_or(0));
            let attack = counted_from(base, say(&text));
            let said = either(
                format!("line {line}: wrong{size}: {attack} (rows and columns count from {base})"),
                format!("第 {line} 行：错误{size}：{attack}（行和列从 {base} 编号）"),
            );
            return writeln!(self.out, "{said}");
        }
        let said = match verdict.empty_row.map(|row| row + base) {
            Some(row) => either(
                format!(
                    "line {line}: wrong{size}: row {row} has no queen (rows count from {base})"
                ),
                format!("第 {line} 行：错误{size}：棋盘第 {row} 行没有皇后（行从 {base} 编号）"),
            ),
            None => either(
                format!("line {line}: valid{size}"),
                format!("第 {line} 行：正确{size}"),
            ),
        };
        writeln!(self.out, "{said}")
    }

    fn summary(mut self, notation: Option<Notation>) -> anyhow::Result<()> {
        let Self { valid, wrong, .. } = self;
        let boards = valid + wrong;
        let written = if self.args.format.is_json() {
            let summary = Summary {
                boards,
                valid,
                wrong,
                notation: notation.map(Notation::name),
            };
            writeln!(self.out, "{}", serde_json::to_string(&summary)?)
        } else {
            let all = counted(boards, "board");
            let said = either(
                format!("{all}: {valid} valid, {wrong} wrong"),
                format!("共 {boards} 个棋盘：{valid} 个正确，{wrong} 个错误"),
            );
            writeln!(self.out, "{said}")
        };
        if let Err(error) = written {
            bail!(anyhow!(error).context("cannot write to standard output"));
        }
        self.out.finish()
    }
}
