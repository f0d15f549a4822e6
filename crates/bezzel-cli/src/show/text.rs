//! Show without a terminal: the first steps as lines of text.

use std::io::{self, Write};
use std::ops::ControlFlow;

use bezzel::methods::{Data, Event, Step, Table, counted_from};
use bezzel::{ConstrainedBoard, Square, counted};

use super::board::look;
use super::data::masks::binary;
use super::scene::Scene;
use super::sentence::{empty_run, ended};
use super::source::Source;

/// Writes the first `steps` steps.
pub(crate) fn write(
    out: &mut impl Write,
    board: &ConstrainedBoard,
    source: &Source,
    steps: u64,
) -> anyhow::Result<()> {
    writeln!(out, "{}: {}", source.title(board), source.idea())?;
    writeln!(
        out,
        "rows and columns are 0-based; Q queen, x attacked, · free{}\n",
        match board.is_unconstrained() {
            true => "",
            false => ", # blocked, q given queen of a later row",
        }
    )?;
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
        (ControlFlow::Continue(()), 0) => writeln!(out, "{}", empty_run())?,
        (ControlFlow::Continue(()), _) => match source.fault() {
            None => writeln!(out, "{}", ended(number, solutions))?,
            Some(fault) => writeln!(out, "the moves end: {fault}")?,
        },
        (ControlFlow::Break(()), _) => {
            writeln!(out, "{} shown; the run continues", counted(number, "step"))?;
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
    writeln!(out, "step {}: {}", step.index + 1, source.sentence(step))?;
    if !matches!(step.event, Event::Place { .. } | Event::Solution { .. }) {
        return Ok(());
    }
    let scene = Scene::of(n, step).on(board);
    for row in 0..n {
        let squares = (0..n).map(|column| look(scene.cell(Square::new(row, column))).glyph);
        let line: String = squares.flat_map(|glyph| [' ', glyph]).collect();
        writeln!(out, "   {}", line.trim_end())?;
    }
    match data_line(n, &step.data) {
        line if line.is_empty() => Ok(()),
        line => writeln!(out, "    {line}"),
    }
}

/// Formats the data structures on one line.
fn data_line(n: u32, data: &Data) -> String {
    match data {
        Data::Positions { columns } => format!("columns[row] {}", numbers(columns)),
        Data::BorderedBoard { positions, .. } => format!("placed {}", squares(positions)),
        Data::Markers {
            columns,
            diagonals: main,
            anti_diagonals: anti,
        } => format!(
            "columns[column] {} {}",
            markers(columns),
            diagonals(n, main, anti)
        ),
        Data::Links {
            next,
            diagonals: main,
            anti_diagonals: anti,
            ..
        } => format!("{} {}", ring(n, next), diagonals(n, main, anti)),
        Data::Masks { masks, candidates } => format!(
            "bit 0 first: columns {} diagonals {} anti {} free {}",
            binary(masks.columns, n),
            binary(masks.diagonals, n),
            binary(masks.anti_diagonals, n),
            binary(*candidates, n)
        ),
        Data::Colours {
            colour,
            rows,
            columns,
            pairs,
            placements,
        } => format!(
            "{} squares: R {} C {}; table {}, {}",
            if *colour == "white" { "odd" } else { "even" },
            binary(*rows, n),
            binary(*columns, n),
            counted(pairs, "pair"),
            counted(placements, "placement")
        ),
        Data::Tables { tables } => table_lines(tables).join("\n    "),
        _ => String::new(),
    }
}

/// Formats tables with a line for each row.
fn table_lines(tables: &[Table]) -> Vec<String> {
    let mut lines = Vec::new();
    for table in tables {
        lines.push(counted_from(0, &table.title.english));
        if !table.heads.is_empty() {
            lines.push(counted_from(0, &table.heads.join(" ")));
        }
        for row in &table.rows {
            let filled = |cell: &String| if cell.is_empty() { "·" } else { cell }.to_owned();
            let cells: Vec<_> = row.cells.iter().map(filled).collect();
            let line = format!("{} {}", row.label, cells.join(" "));
            lines.push(counted_from(0, line.trim_start()));
        }
    }
    lines
}

fn squares(squares: &[Square]) -> String {
    let squares = squares
        .iter()
        .map(|square| format!("({},{})", square.row, square.column));
    squares.collect::<Vec<_>>().join(" ")
}

fn diagonals(n: u32, main: &[bool], anti: &[bool]) -> String {
    let (main, anti) = (markers(main), markers(anti));
    format!("diagonals[row − column + {n}] {main} anti[row + column] {anti}")
}

fn numbers(numbers: &[u32]) -> String {
    let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
    numbers.join(" ")
}

fn markers(markers: &[bool]) -> String {
    markers
        .iter()
        .map(|&taken| if taken { '1' } else { '0' })
        .collect()
}

/// Formats `head ⇄ 0 ⇄ 2 ⇄ 5 ⇄ head`.
fn ring(n: u32, next: &[u32]) -> String {
    let free = super::data::free_columns(n, next).map(|column| format!("{column} ⇄ "));
    format!("head ⇄ {}head", free.collect::<String>())
}

#[cfg(test)]
mod tests;
