//! Describes a step in one sentence.

use bezzel::methods::{Data, Event, Masks, Method, Probe, Step, StepKind};
use bezzel::{Square, Symmetry, counted};

use super::player::Notice;
use super::scene::bits;

pub(crate) fn sentence(n: u32, method: Method, step: &Step) -> String {
    match &step.event {
        Event::Try { square } => format!("{} is tried{}", at(*square), why(n, method, *square)),
        Event::Test { square, probe } => tested(n, *square, *probe, &step.data),
        Event::Rejected { square, by, line } => format!(
            "{} is rejected: the queen in {} attacks it along the {line}",
            at(*square),
            at(*by)
        ),
        Event::Place { square } => match step.kind {
            StepKind::PlaceStart => format!("start position: a queen is fixed in {}", at(*square)),
            _ => format!("a queen is placed in {}", at(*square)),
        },
        Event::Remove { square } => match step.kind {
            StepKind::RemoveStart => {
                format!(
                    "the start position is left: the queen in {} is removed",
                    at(*square)
                )
            }
            _ => format!("the queen in {} is removed", at(*square)),
        },
        Event::Exhausted { row } => exhausted(step, *row),
        Event::Masks { row, .. } => format!(
            "the masks add the queen of row {row} and move to row {}: diagonals << 1, anti >> 1",
            row + 1
        ),
        Event::Join { matches: 0 } => "the black queens are complete, but no white placement \
             occupies exactly the other rows and columns"
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
        (Notice::NoLaterSolution, _) => "no solution after this step".into(),
        (Notice::NoEarlierSolution, _) => "no solution before this step".into(),
    }
}

pub(crate) fn ended(steps: u64, solutions: u64) -> String {
    format!(
        "the run has ended after {}: {}",
        counted(steps, "step"),
        counted(solutions, "solution")
    )
}

/// Returns the message for a board on which symmetry leaves nothing to search.
pub(crate) fn empty_run() -> &'static str {
    "this method has nothing to search on this board, which has no solution"
}

fn exhausted(step: &Step, row: u32) -> String {
    let next = if step.queens.is_empty() {
        "the search ends"
    } else {
        "backtrack"
    };
    format!("row {row} is exhausted: {next}")
}

fn at(square: Square) -> String {
    format!("row {}, column {}", square.row, square.column)
}

fn why(n: u32, method: Method, square: Square) -> &'static str {
    match method {
        Method::Bitmask | Method::MirroredBitmask => ", the lowest candidate",
        Method::LastColumn if square.row + 1 == n => {
            ": the remaining column is n(n − 1)/2 minus the sum of the others"
        }
        Method::LinkedColumns => ", the next free column in the list",
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
            Data::Masks { masks, candidates } => one_look(n, square.row, *masks, *candidates),
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
        Some(true) => "occupied",
        _ => "free",
    }
}

/// Describes one cell of a scan on the bordered board, whose rows and columns are 1-based.
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
        Some(1) => format!("queen in row {}, column {}", row - 1, column - 1),
        _ => "border reached, no queen on this line".into(),
    };
    format!("{}, scanning {direction}: {seen}", at(square))
}

fn one_look(n: u32, row: u32, masks: Masks, candidates: u64) -> String {
    let all = u64::MAX.checked_shr(64 - n).unwrap_or(0);
    let who = match masks.free(all) == candidates {
        true => "the three masks leave",
        false => "the three masks and the given board leave",
    };
    let columns: Vec<_> = bits(candidates).map(|column| column.to_string()).collect();
    let free = match columns.as_slice() {
        [] => "no free column: dead end".into(),
        [one] => format!("column {one} as the only free one"),
        [some @ .., last] if columns.len() <= 10 => {
            format!("free columns {} and {last}", some.join(", "))
        }
        [lowest, ..] => format!("{} free columns, the lowest is {lowest}", columns.len()),
    };
    format!("row {row}: {who} {free}")
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
        Symmetry::Transpose => "reflected in the main diagonal",
        Symmetry::AntiTranspose => "reflected in the anti-diagonal",
    };
    format!("solution {number}, by symmetry ({origin}): {columns}")
}
