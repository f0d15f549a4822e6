//! Boards with one or two blocked squares, counted by their complement.
//!
//! A blocked square takes most symmetries away, so that almost eight times as much is counted as
//! for Q(n). The solutions with a queen on that square are far fewer:
//!
//! ```text
//!   one square     solutions − solutions with a queen on it
//!   two squares    solutions − with a queen on the first − on the second + on both
//! ```

use bezzel::{ConstrainedBoard, Square, counted};
use bezzel_count::{Error, Plan, Total};

use super::UnitTotal;
use super::by_units::{CountUnits, count_in_memory};
use crate::progress::Observer;
use crate::{Control, Done, JobError, Phase, Progress, Store};

/// Most blocked squares of a board that is counted so.
const MAX_SQUARES: usize = 2;

/// The counts of a sum, which run one after the other, and can be stopped and continued.
pub(super) struct Terms {
    n: u32,
    terms: Vec<Term>,
    /// Number of units and expected cost of all.
    units: u64,
    cost: f64,
}

/// A count that is added or subtracted.
struct Term {
    store: Store<'static>,
    cost: f64,
    is_subtracted: bool,
    result: Option<UnitTotal>,
}

/// Work of the counts before the current one.
#[derive(Default, Clone, Copy)]
struct Before {
    cost: f64,
    results: u64,
    joined: u128,
}

impl Terms {
    /// Returns the terms of the complement if they are expected to cost less than this plan of the
    /// board.
    pub(super) fn cheaper(
        board: &ConstrainedBoard,
        direct: &Plan,
        options: &CountUnits,
    ) -> Result<Option<Self>, Error> {
        let mut terms = Vec::new();
        let (mut units, mut cost) = (0, 0.0);
        for (board, is_subtracted) in boards(board) {
            if board.contradiction().is_none() {
                let plan = Plan::constrained(&board)?;
                (units, cost) = (units + plan.len(), cost + plan.cost());
                terms.push(Term {
                    cost: plan.cost(),
                    store: options.store(plan),
                    is_subtracted,
                    result: None,
                });
            }
        }
        let is_cheaper = !terms.is_empty() && cost < direct.cost();
        let n = board.size();
        Ok(is_cheaper.then_some(Self {
            n,
            terms,
            units,
            cost,
        }))
    }

    /// Runs the counts that are not finished.
    pub(super) fn run(
        &mut self,
        options: &CountUnits,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<UnitTotal, JobError> {
        let (all, last) = (self.cost, self.terms.len());
        let mut before = Before::default();
        let (mut totals, mut confirmed, mut backends) = (Vec::new(), Some(0), Vec::new());
        for (number, term) in (1..).zip(&mut self.terms) {
            let result = match term.result.take() {
                Some(result) => result,
                None => count_in_memory(&mut term.store, options, control, &mut |progress| {
                    // Every count begins and ends; the observer sees one count.
                    let is_hidden = match progress.phase {
                        Phase::Preparing => number > 1,
                        Phase::Summing => number < last,
                        _ => false,
                    };
                    if !is_hidden {
                        observe(&whole(progress, before, term.cost, all));
                    }
                })?,
            };
            before.cost += term.cost;
            before.results += result.units * if result.confirmed.is_some() { 2 } else { 1 };
            before.joined += result.total.joined;
            confirmed = confirmed.zip(result.confirmed).map(|(a, b)| a + b);
            backends.clone_from(&result.backends);
            totals.push((&term.result.insert(result).total, term.is_subtracted));
        }
        Ok(UnitTotal {
            total: sum(self.n, &totals)?,
            backends,
            units: self.units,
            confirmed,
        })
    }
}

/// Returns the progress of all counts, from that of one.
fn whole<'a>(progress: &Progress<'a>, before: Before, part: f64, all: f64) -> Progress<'a> {
    let mut whole = *progress;
    whole.fraction = progress
        .fraction
        .map(|done| (before.cost + done * part) / all);
    if let Done::JoinedPairs(pairs) = progress.done {
        whole.done = Done::JoinedPairs(before.joined + pairs);
    }
    if let Some(units) = &mut whole.units {
        units.results += before.results;
        units.cost = all;
    }
    whole
}

/// Returns the boards without blocked squares, and whether their numbers are subtracted; none if
/// the board has other numbers of blocked squares.
fn boards(board: &ConstrainedBoard) -> Vec<(ConstrainedBoard, bool)> {
    let n = board.size();
    let attacks = |square| {
        let mut queens = board.queens();
        queens.any(move |queen| queen == square || queen.line_to(square).is_some())
    };
    let squares = Square::all(n);
    let blocked: Vec<Square> = squares
        .filter(|&square| board.is_blocked(square) && !attacks(square))
        .take(MAX_SQUARES + 1)
        .collect();
    if blocked.is_empty() || blocked.len() > MAX_SQUARES {
        return Vec::new();
    }
    let subsets = 0..1_u32 << blocked.len();
    let placed = subsets.map(|subset| {
        let mut placed = ConstrainedBoard::new(n).expect("the size of a board");
        let chosen = (0..).zip(&blocked).filter(|(at, _)| subset >> at & 1 == 1);
        let chosen = chosen.map(|(_, square)| *square);
        for queen in board.queens().chain(chosen) {
            placed.place(queen).expect("a square of the board");
        }
        (placed, subset.count_ones() % 2 == 1)
    });
    placed.collect()
}

/// Adds up the totals of the terms. Fails if more is subtracted than added.
pub(super) fn sum(n: u32, totals: &[(&Total, bool)]) -> Result<Total, Error> {
    let of = |get: &dyn Fn(&Total) -> u128| {
        let part = |subtracted| -> u128 {
            let totals = totals
                .iter()
                .filter(|(_, negative)| *negative == subtracted);
            totals.map(|(total, _)| get(total)).sum()
        };
        let (added, subtracted) = (part(false), part(true));
        added.checked_sub(subtracted).ok_or(Error::Inconsistent {
            n,
            what: format!(
                "expected at most {} with queens on blocked squares, found {subtracted}",
                counted(added, "solution")
            ),
        })
    };
    let by_black = (0..=n as usize).map(|black| of(&|total| total.by_black_queens[black]));
    Ok(Total {
        solutions: of(&|total| total.solutions)?,
        by_black_queens: by_black.collect::<Result<_, _>>()?,
        joined: totals.iter().map(|(total, _)| total.joined).sum(),
    })
}
