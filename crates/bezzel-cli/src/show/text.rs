//! Show as text: the first steps, and the data structures of a step on a few lines.

use std::io::{self, Write};
use std::iter::successors;
use std::ops::ControlFlow;

use bezzel::methods::{Data, Event, Step, Table, counted_from};
use bezzel::{ConstrainedBoard, Square, counted};

use super::board::Scene;
use super::source::Source;
use crate::language::{either, say};

/// Message for a board on which symmetry leaves nothing to search.
pub(crate) const EMPTY_RUN: &str =
    "this method has nothing to search on this board, which has no solution";

/// Writes the first `steps` steps.
pub(crate) fn write(
    out: &mut impl Write,
    board: &ConstrainedBoard,
    source: &Source,
    steps: u64,
) -> anyhow::Result<()> {
    let colon = either!(": ", "：");
    writeln!(out, "{}{colon}{}", source.title(board), source.idea())?;
    let given = match board.is_unconstrained() {
        true => String::new(),
        false => either!(
            ", # blocked, q given queen of a later row",
            "，# 禁用格，q 后面各行给定的皇后"
        ),
    };
    let legend = either!(
        "rows and columns are 0-based; Q queen, x attacked, · free{given}",
        "行和列从 0 编号；Q 皇后，x 受攻击，· 可用{given}"
    );
    writeln!(out, "{legend}\n")?;
    if let Some(listing) = source.whole_listing() {
        writeln!(out, "{listing}")?;
    }
    let mut written = Ok(());
    let (mut number, mut solutions) = (0, 0);
    let flow = source.for_each(|step| {
        if number == steps {
            return ControlFlow::Break(());
        }
        (number, solutions) = (step.index + 1, step.counters.solutions);
        written = write_step(out, board, source, &step);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    written?;
    match (flow, number) {
        (ControlFlow::Continue(()), 0) => writeln!(out, "{EMPTY_RUN}")?,
        (ControlFlow::Continue(()), _) => writeln!(out, "{}", source.ended(number, solutions))?,
        (ControlFlow::Break(()), _) => {
            let said = either!(
                "{steps} shown; the run continues",
                "已显示 {number} 步，后面还有步骤",
                steps = counted(number, "step")
            );
            writeln!(out, "{said}")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn write_step(
    out: &mut impl Write,
    board: &ConstrainedBoard,
    source: &Source,
    step: &Step,
) -> io::Result<()> {
    let n = board.size();
    let (number, sentence) = (step.index + 1, source.sentence(step));
    let said = either!("step {number}: {sentence}", "第 {number} 步：{sentence}");
    writeln!(out, "{said}")?;
    if !matches!(step.event, Event::Place { .. } | Event::Solution { .. }) {
        return Ok(());
    }
    let scene = Scene::new(board, Some(step));
    for row in 0..n {
        let squares = (0..n).map(|column| scene.glyph(Square::new(row, column)));
        let line: String = squares.flat_map(|glyph| [' ', glyph]).collect();
        writeln!(out, "   {}", line.trim_end())?;
    }
    let data = source.data_lines(n, step);
    data.iter().try_for_each(|line| writeln!(out, "    {line}"))
}

/// Formats the data structures, each on a line of its own.
pub(crate) fn data_lines(n: u32, data: &Data) -> Vec<String> {
    // As numbers are written: bit 0 is on the right, so that the masks mirror the board.
    let bits = |word: u64| markers((0..n).rev().map(|bit| word >> bit & 1 == 1));
    let diagonals = |main: &[bool], anti: &[bool]| {
        let [main, anti] = [main, anti].map(|taken| markers(taken.iter().copied()));
        [
            format!("diagonals[row − column + {n}] {main}"),
            format!("anti[row + column] {anti}"),
        ]
    };
    match data {
        Data::Positions { columns } => vec![format!("columns[row] {}", joined(columns))],
        Data::BorderedBoard { positions, .. } => {
            let squares = positions.iter();
            let squares = squares.map(|square| format!("({},{})", square.row, square.column));
            vec![format!("placed {}", joined(squares))]
        }
        Data::Markers {
            columns,
            diagonals: main,
            anti_diagonals: anti,
        } => {
            let columns = markers(columns.iter().copied());
            let mut lines = vec![format!("columns[column] {columns}")];
            lines.extend(diagonals(main, anti));
            lines
        }
        Data::Links {
            next,
            diagonals: main,
            anti_diagonals: anti,
            ..
        } => {
            let follow = |column: u32| next.get(column as usize).copied().filter(|next| *next < n);
            let free = successors(follow(n), |column| follow(*column));
            let free = free.map(|column| format!("{column} ⇄ "));
            let mut lines = vec![format!("head ⇄ {}head", free.collect::<String>())];
            lines.extend(diagonals(main, anti));
            lines
        }
        Data::Masks { masks, candidates } => {
            let masks = [
                masks.columns,
                masks.diagonals,
                masks.anti_diagonals,
                *candidates,
            ];
            mask_lines(masks.map(bits))
        }
        Data::Colours {
            colour,
            rows,
            columns,
            pairs,
            placements,
        } => {
            let (rows, columns) = (bits(*rows), bits(*columns));
            let (some, all) = (counted(pairs, "pair"), counted(placements, "placement"));
            let is_even = *colour == "even";
            vec![
                either!(
                    "{colour} squares: R {rows} C {columns}",
                    "{chinese}：R {rows} C {columns}",
                    chinese = if is_even { "偶格" } else { "奇格" }
                ),
                either!(
                    "table {some}, {all}",
                    "表中有 {pairs} 项 (R, C)，共 {placements} 个布局"
                ),
            ]
        }
        Data::Tables { tables } => {
            let lines = tables.iter().flat_map(table_lines);
            lines.map(|line| counted_from(0, &line)).collect()
        }
        _ => Vec::new(),
    }
}

/// Formats the masks of columns, diagonals, anti-diagonals and free columns.
fn mask_lines([columns, diagonals, anti, free]: [String; 4]) -> Vec<String> {
    let first = either!("the rightmost bit is column 0", "最右一位是第 0 列");
    let main = either!("attacked along row − column", "沿行 − 列受攻击");
    let other = either!("attacked along row + column", "沿行 + 列受攻击");
    vec![
        format!("columns   {columns}  {first}"),
        format!("diagonals {diagonals}  {main}"),
        format!("anti      {anti}  {other}"),
        format!("free      {free}"),
    ]
}

/// Formats a table, with the signs of counted numbers.
pub(crate) fn table_lines(table: &Table) -> Vec<String> {
    let mut lines = vec![say(&table.title).to_owned(), table.heads.join(" ")];
    lines.extend(table.rows.iter().map(|row| {
        let filled = |cell: &String| if cell.is_empty() { "·" } else { cell }.to_owned();
        format!("{} {}", row.label, joined(row.cells.iter().map(filled)))
    }));
    lines.retain(|line| !line.is_empty());
    lines
        .iter()
        .map(|line| line.trim_start().to_owned())
        .collect()
}

fn joined(words: impl IntoIterator<Item: ToString>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(" ")
}

fn markers(markers: impl Iterator<Item = bool>) -> String {
    markers.map(|taken| if taken { '1' } else { '0' }).collect()
}

#[cfg(test)]
mod tests {
    use bezzel::methods::{Method, Run};

    use super::*;

    fn text(board: &ConstrainedBoard, method: Method, steps: u64) -> String {
        let source = Source::of_run(Run::new(method, board).unwrap(), None);
        let mut out = Vec::new();
        write(&mut out, board, &source, steps).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_first_steps_are_written() {
        let empty = ConstrainedBoard::new(4).unwrap();
        let given = "....\nx...\n....\n..Q.\n".parse().unwrap();
        for (name, board, method, steps) in [
            ("bitmask_4", &empty, Method::Bitmask, 24),
            ("diagonal_markers_4", &empty, Method::DiagonalMarkers, 12),
            ("linked_columns_4", &empty, Method::LinkedColumns, 12),
            ("given_board", &given, Method::Bitmask, 24),
        ] {
            insta::assert_snapshot!(name, text(board, method, steps));
        }
    }

    #[test]
    fn every_run_says_how_it_ends() {
        for method in Method::ALL {
            for (n, solutions) in [
                (0, "1 solution\n"),
                (3, "0 solutions\n"),
                (4, "2 solutions\n"),
            ] {
                let text = text(&ConstrainedBoard::new(n).unwrap(), method, u64::MAX);
                let ends = text.ends_with(solutions) || text.ends_with("which has no solution\n");
                assert!(ends || !method.counts(), "{method} {n}\n{text}");
            }
        }
        let text = text(&ConstrainedBoard::new(8).unwrap(), Method::Bitmask, 0);
        assert!(text.ends_with("0 steps shown; the run continues\n"));
    }
}
