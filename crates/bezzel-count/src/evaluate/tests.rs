//! Unit values against a simple search, on every backend and route.

use std::ops::Range;

use super::join::Join;
use super::workspace::CountTable;
use super::*;
use crate::Backend;
use crate::colour::constraint::Constraint;
use crate::colour::orbit::{Orbits, Subproblem};
use crate::colour::quarter::{Quarter, QuarterPlacements};
use crate::colour::sets;
use crate::lanes::Row;
use crate::lowering::{LoweredColour, Lowering};
use crate::route::Route;

/// Computes b or w by placing one queen after the other.
fn placements(quarters: [(&Quarter, u32, u32); 2], occupied: u64) -> u128 {
    let [(quarter, rows, columns), other] = quarters;
    if rows == 0 {
        return match other.1 {
            0 => 1,
            _ => placements([other, (quarter, 0, 0)], occupied),
        };
    }
    let row = rows.trailing_zeros();
    sets::elements(columns)
        .filter(|&column| occupied & quarter.diagonals(row, column) == 0)
        .map(|column| {
            let rest = (quarter, rows & !(1 << row), columns & !(1 << column));
            placements([rest, other], occupied | quarter.diagonals(row, column))
        })
        .sum()
}

fn simple(n: u32, subproblem: &Subproblem, re: Range<usize>, ro: Range<usize>) -> (u128, u128) {
    let (even, odd) = (sets::full(n.div_ceil(2)), sets::full(n / 2));
    let quarter = |rows, columns| Quarter::new(n, rows, columns);
    let (ee, oo) = (quarter(false, false), quarter(true, true));
    let (eo, oe) = (quarter(false, true), quarter(true, false));
    let ce = subproblem.ce;
    let (mut value, mut joined) = (0, 0);
    for &re in &subproblem.re[re] {
        for &ro in &subproblem.ro[ro.clone()] {
            let (plain, tied) = subproblem.weights(re, ro);
            for (index, &co) in subproblem.co.iter().enumerate() {
                let b = placements([(&ee, re.0, ce), (&oo, ro.0, co)], 0);
                let w = placements(
                    [
                        (&eo, even & !re.0, odd & !co),
                        (&oe, odd & !ro.0, even & !ce),
                    ],
                    0,
                );
                let weight = if index < subproblem.co_tied {
                    plain
                } else {
                    tied
                };
                value += b * w * u128::from(weight);
                joined += b + w;
            }
        }
    }
    (value, joined)
}

/// Every variant of every backend, also with 32-bit counts where 16 bits suffice.
fn workspaces() -> Vec<Workspace> {
    let backends = Backend::ALL.into_iter();
    let variants: Vec<_> = backends.flat_map(Backend::variants).collect();
    let wide = [false, true].into_iter();
    wide.flat_map(|wide| variants.iter().map(move |&kernels| (kernels, wide)))
        .map(|(kernels, wide)| {
            let mut workspace = Workspace::new(kernels);
            workspace.always_wide = wide;
            workspace
        })
        .collect()
}

/// Every backend, both routes and both widths of counts: all units against the simple search.
#[test]
fn units_agree_with_a_simple_search() {
    for n in 1..=11 {
        let constraint = Constraint::none(n);
        for a in Orbits::sizes(&constraint) {
            let orbits = Orbits::new(a, &constraint);
            for ce in orbits.columns() {
                let subproblem = orbits.subproblem(ce);
                let lowering = Lowering::default();
                let (re, ro) = (0..subproblem.re.len(), 0..subproblem.ro.len());
                let (value, _) = simple(n, &subproblem, re.clone(), ro.clone());
                for workspace in &mut workspaces() {
                    for route in [Route::Direct, Route::Exchanged] {
                        let ranges = [re.clone(), ro.clone()];
                        let tiles = lowering.tiles_of_ranges(n, &subproblem, ranges, route);
                        let found = evaluate(workspace, tiles).value;
                        assert_eq!(found, value, "n = {n}, a = {a}, Ce = {ce:b}");
                    }
                }
            }
        }
    }
}

/// Random corners of random subproblems: lists of many lengths around the 8, 16 and 32
/// placements of lines and words.
#[test]
fn backends_and_routes_agree_on_large_boards() {
    let sizes: &[u32] = if cfg!(debug_assertions) {
        &[17, 18, 19]
    } else {
        &[20, 20, 21, 21, 22, 22, 23, 23, 24, 25, 26]
    };
    let mut random = fastrand::Rng::with_seed(20);
    for &n in sizes {
        let a = n / 4 + random.u32(0..2);
        let constraint = Constraint::none(n);
        let orbits = Orbits::new(a, &constraint);
        let columns = orbits.columns();
        let mut subproblem = orbits.subproblem(columns[random.usize(..columns.len())]);
        subproblem.arrange(n);
        let mut corner = |length: usize| {
            let begin = random.usize(..length);
            begin..(begin + 3).min(length)
        };
        let (re, ro) = (corner(subproblem.re.len()), corner(subproblem.ro.len()));
        let mut first = None;
        let mut works = [None; 2];
        let lowering = Lowering::default();
        for workspace in &mut workspaces() {
            for route in [Route::Direct, Route::Exchanged] {
                // On the exchanged route a corner costs as much as a row of units.
                let exchanged = route == Route::Exchanged;
                if exchanged && n > 22 {
                    continue;
                }
                let ranges = [re.clone(), ro.clone()];
                let tiles = lowering.tiles_of_ranges(n, &subproblem, ranges, route);
                let outcome = evaluate(workspace, tiles);
                let found = (outcome.value, outcome.joined);
                assert_eq!(
                    found,
                    *first.get_or_insert(found),
                    "n = {n}, exchanged {exchanged}"
                );
                let work = *works[usize::from(exchanged)].get_or_insert(outcome.work);
                assert_eq!(outcome.work, work, "n = {n}, exchanged {exchanged}");
            }
        }
        assert!(first.is_some_and(|(_, joined)| joined > 0));
    }
}

/// Σ b over all balanced sets, against values of another program.
#[test]
fn sum_of_all_black_placements() {
    let expected = [(12u32, 99507), (14, 1852933), (15, 8578264)];
    let known = if cfg!(debug_assertions) {
        &expected[..1]
    } else {
        &expected[..]
    };
    for &(n, known) in known {
        let (even, odd) = (n.div_ceil(2), n / 2);
        let mut workspace = Workspace::new(Backend::Portable.kernels().expect("always available"));
        let mut sum = 0;
        for a in n % 2..=even {
            let smaller = sets::subsets(odd, a - n % 2);
            if smaller.is_empty() {
                continue;
            }
            let quarter = Quarter::new(n, true, true);
            let colour = LoweredColour::without_starts(quarter, &smaller, &smaller);
            let join = Join(&colour);
            let stride = join.rows(true);
            let mut rows = vec![Row::ZERO; smaller.len() * stride];
            for ce in sets::subsets(even, a) {
                let row_sets = sets::subsets(even, a);
                let starts =
                    QuarterPlacements::list(&Quarter::new(n, false, false), ce, &row_sets, 0);
                for index in 0..row_sets.len() {
                    let lists = [starts.of_set(index), &[]];
                    let mut table = CountTable {
                        rows: &mut rows,
                        wide: true,
                        add: false,
                    };
                    join.run(&mut workspace, lists, &mut table, [Some(0), None], stride)
                        .expect("wide tables hold every count");
                    let cells = rows.iter().flat_map(|row| row.0);
                    sum += cells.map(u64::from).sum::<u64>();
                }
            }
        }
        assert_eq!(sum, known, "n = {n}");
    }
}
