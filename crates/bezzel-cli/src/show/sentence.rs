//! What a step does, in one plain sentence.

use bezzel::methods::{Data, Event, Method, Probe, Step};
use bezzel::{Square, Symmetry};

use super::player::Notice;
use super::scene::bits;

pub(crate) fn sentence(n: u32, method: Method, step: &Step) -> String {
    match &step.event {
        Event::Try { square } => format!("{} is tried{}", at(*square), why(n, method, *square)),
        Event::Test { square, probe } => tested(n, *square, *probe, &step.data),
        Event::Rejected { square, by, line } => format!(
            "{} is refused: the queen in {} attacks it along the {line}",
            at(*square),
            at(*by)
        ),
        Event::Place { square } => format!("a queen is placed in {}", at(*square)),
        Event::Remove { square } => format!(
            "the queen in {} is taken off again, to try what comes after her",
            at(*square)
        ),
        Event::Masks { row, .. } => format!(
            "the masks take in the queen of row {row} and go down one row: \
             diagonals << 1, anti-diagonals >> 1"
        ),
        Event::Join { matches: 0 } => "the black queens are complete, but no white placement \
             uses exactly the other rows and columns"
            .into(),
        Event::Join { matches } => format!(
            "the black queens are complete; white placements in exactly the other rows and \
             columns: {matches}"
        ),
        Event::Solution { columns, image } => solution(step.counters.solutions, columns, *image),
        _ => String::new(),
    }
}

pub(crate) fn notice(notice: Notice, step: Option<&Step>) -> String {
    match (notice, step) {
        (Notice::Ended, Some(step)) => ended(step.index + 1, step.counters.solutions),
        (Notice::Ended, None) => empty_run().into(),
        (Notice::NoLaterSolution, _) => "no solution comes after this step".into(),
        (Notice::NoEarlierSolution, _) => "no solution comes before this step".into(),
    }
}

pub(crate) fn ended(steps: u64, solutions: u64) -> String {
    format!(
        "the run has ended after {steps} steps: {}",
        count(solutions, "solution")
    )
}

/// Said where symmetry leaves nothing to search.
pub(crate) fn empty_run() -> &'static str {
    "this method has nothing to search on this board: it has no solution"
}

pub(crate) fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

fn at(square: Square) -> String {
    format!("row {}, column {}", square.row, square.column)
}

fn why(n: u32, method: Method, square: Square) -> &'static str {
    match method {
        Method::Bitmask | Method::MirroredBitmask => ", the lowest candidate",
        Method::LastColumn if square.row + 1 == n => {
            ": the column left over is n(n − 1)/2 minus the sum of the others"
        }
        Method::LinkedColumns => ", the next free column in the ring",
        _ => "",
    }
}

fn tested(n: u32, square: Square, probe: Probe, data: &Data) -> String {
    let here = at(square);
    match probe {
        Probe::Queen { square: other } => {
            let verdict = match square.line_to(other) {
                Some(line) => format!("same {line}"),
                None => "no attack".into(),
            };
            format!(
                "{here} is compared with the queen in {}: {verdict}",
                at(other)
            )
        }
        Probe::Cell { row, column } => walked(n, square, (row, column), data),
        Probe::ColumnMarker { index } => {
            format!("{here}: columns[{index}] is {}", marker(probe, data))
        }
        Probe::DiagonalMarker { index } => format!(
            "{here}: diagonals[{} − {} + {n}] = diagonals[{index}] is {}",
            square.row,
            square.column,
            marker(probe, data)
        ),
        Probe::AntiDiagonalMarker { index } => format!(
            "{here}: anti[{} + {}] = anti[{index}] is {}",
            square.row,
            square.column,
            marker(probe, data)
        ),
        Probe::Masks { .. } => match data {
            Data::Masks { candidates, .. } => one_look(square.row, *candidates),
            _ => format!("{here}: are its column and diagonals free?"),
        },
        _ => format!("{here} is tested"),
    }
}

fn marker(probe: Probe, data: &Data) -> &'static str {
    let taken = match (probe, data) {
        (Probe::ColumnMarker { index }, Data::Markers { columns, .. }) => {
            columns.get(index as usize)
        }
        (
            Probe::DiagonalMarker { index },
            Data::Markers { diagonals, .. } | Data::Links { diagonals, .. },
        ) => diagonals.get(index as usize),
        (
            Probe::AntiDiagonalMarker { index },
            Data::Markers { anti_diagonals, .. } | Data::Links { anti_diagonals, .. },
        ) => anti_diagonals.get(index as usize),
        _ => None,
    };
    match taken {
        Some(true) => "taken",
        _ => "free",
    }
}

/// One cell of a walk on the bordered board, whose rows and columns count from 1.
fn walked(n: u32, square: Square, (row, column): (u32, u32), data: &Data) -> String {
    let direction = match column.cmp(&(square.column + 1)) {
        std::cmp::Ordering::Less => "up and left",
        std::cmp::Ordering::Equal => "straight up",
        std::cmp::Ordering::Greater => "up and right",
    };
    let value = match data {
        Data::BorderedBoard { cells, .. } => cells.get((row * (n + 2) + column) as usize),
        _ => None,
    };
    let seen = match value {
        Some(0) => format!("row {}, column {} is empty", row - 1, column - 1),
        Some(1) => format!("a queen stands in row {}, column {}", row - 1, column - 1),
        _ => "the border is reached, no queen on this line".into(),
    };
    format!("{}, looking {direction}: {seen}", at(square))
}

fn one_look(row: u32, candidates: u64) -> String {
    let columns: Vec<_> = bits(candidates).map(|column| column.to_string()).collect();
    let free = match columns.as_slice() {
        [] => "no column free: this row is a dead end".into(),
        [one] => format!("only column {one} free"),
        [some @ .., last] if columns.len() <= 10 => {
            format!("columns {} and {last} free", some.join(", "))
        }
        [lowest, ..] => format!("{} columns free, the lowest is {lowest}", columns.len()),
    };
    format!("row {row}: one look at the three masks finds {free}")
}

fn solution(number: u64, columns: &[u32], image: Symmetry) -> String {
    let columns: Vec<_> = columns.iter().map(u32::to_string).collect();
    let columns = if columns.is_empty() {
        "the empty board".into()
    } else {
        columns.join(" ")
    };
    let origin = match image {
        Symmetry::Identity => return format!("solution {number}: {columns}"),
        Symmetry::Rotate90 => "a quarter turn clockwise",
        Symmetry::Rotate180 => "a half turn",
        Symmetry::Rotate270 => "a quarter turn anticlockwise",
        Symmetry::MirrorColumns => "left and right exchanged",
        Symmetry::MirrorRows => "top and bottom exchanged",
        Symmetry::Transpose => "mirrored in the main diagonal",
        Symmetry::AntiTranspose => "mirrored in the anti-diagonal",
    };
    format!("solution {number}, counted without search ({origin}): {columns}")
}
