//! `bezzel count` of several n, and `--format csv`: one row for each n, printed when it is counted.

use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use bezzel::counted;

use super::{Count, Finished, finished};
use crate::args::TableFormat;
use crate::exit::ExitCode;
use crate::language::{either, is_chinese};
use crate::output::{Output, write_note};

const MIN_WIDTH: usize = 9;

const HEAD_ZH: [&str; 6] = [
    "n",
    "解的个数",
    "基本解",
    "没有对称性",
    "旋转 180° 不变",
    "旋转 90° 不变",
];

/// Counts each n and prints a row for it.
pub(super) fn run(args: &Count, sizes: &[u32]) -> anyhow::Result<ExitCode> {
    let one_size = [
        (args.save.is_some(), "--save"),
        (args.sample.is_some(), "--sample"),
        (args.by_colour, "--by-colour"),
    ];
    if let Some((_, option)) = one_size.into_iter().find(|(is_used, _)| *is_used) {
        match sizes.len() {
            1 => bail!(either!(
                "expected --format text or json with {option}, found csv",
                "{option} 只能与 --format text 或 json 同时使用"
            )),
            found => bail!(super::one_size(option, found)),
        }
    }
    // Fails before hours of counting rather than after them.
    let boards: Vec<_> = (sizes.iter().copied())
        .map(|n| super::board(args, Some(n)))
        .collect::<Result<_, _>>()?;
    let started = Instant::now();
    let mut out = Output::stdout();
    let table = Table::new(args, sizes);
    write!(out, "{}", table.line(&table.names))?;
    for board in &boards {
        let finished = finished(args, board)?;
        write!(out, "{}", table.row(board.size(), &finished))?;
        out.flush()?;
        super::write_contradiction(board);
    }
    out.finish()?;
    if args.format == TableFormat::Csv {
        return Ok(ExitCode::SUCCESS);
    }
    let seconds = started.elapsed().as_secs_f64();
    let (number, boards) = (boards.len(), counted(boards.len(), "board"));
    write_note(either!(
        "{boards} counted in {seconds:.3} s",
        "共计数 {number} 个棋盘，用时 {seconds:.3} 秒"
    ));
    Ok(ExitCode::SUCCESS)
}

struct Table {
    names: Vec<String>,
    is_csv: bool,
    widths: Vec<usize>,
}

impl Table {
    fn new(args: &Count, sizes: &[u32]) -> Self {
        let mut names = vec!["n".to_owned(), "solutions".to_owned()];
        if args.fundamental {
            names.extend(super::ORBITS.map(str::to_owned));
        }
        let is_csv = args.format == TableFormat::Csv;
        if is_chinese() && !is_csv {
            names = HEAD_ZH[..names.len()]
                .iter()
                .map(|&name| name.to_owned())
                .collect();
        }
        // Q(n) has fewer than 3n / 4 digits from n = 9 on.
        let digits = sizes.iter().max().map_or(0, |&n| n as usize * 3 / 4);
        let widths = |(at, name): (usize, &String)| match at {
            0 => 2,
            1 | 2 => width(name).max(digits).max(MIN_WIDTH),
            _ => width(name).max(MIN_WIDTH),
        };
        Self {
            widths: names.iter().enumerate().map(widths).collect(),
            names,
            is_csv,
        }
    }

    fn row(&self, n: u32, finished: &Finished) -> String {
        let mut cells = vec![n.to_string(), finished.result.solutions.to_string()];
        cells.extend(finished.orbits.iter().flat_map(super::strings));
        self.line(&cells)
    }

    fn line(&self, cells: &[String]) -> String {
        if self.is_csv {
            return cells.join(",") + "\n";
        }
        let cells = cells.iter().zip(&self.widths);
        let cells: Vec<_> = cells
            .map(|(cell, &columns)| " ".repeat(columns.saturating_sub(width(cell))) + cell)
            .collect();
        cells.join("  ") + "\n"
    }
}

/// Returns the number of columns that a text takes on a terminal, where a Chinese character takes two.
fn width(text: &str) -> usize {
    let columns = |one: char| 1 + usize::from(one >= '\u{2e80}');
    text.chars().map(columns).sum()
}
