//! Unit values against a plain search, on every backend and route.

use bezzel::NEVER;

use super::*;
use crate::lowering::Lowering;
use crate::plan::Unit;
use crate::route::Route;
use crate::{Backend, Plan, Sample, plain_value};

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

/// Counts a unit with all workspaces, whose results and work counters must be the same.
fn agreed(workspaces: &mut [Workspace], unit: &Unit, route: Route) -> UnitResult {
    let mut lowering = Lowering::default();
    let mut count = |workspace| evaluate(workspace, lowering.tiles(unit, route));
    let (first, others) = workspaces.split_first_mut().expect("a backend");
    let expected = count(first);
    for workspace in others {
        assert_eq!(count(workspace), expected, "{unit} {route:?}");
    }
    expected
}

/// Every backend, both routes and both widths of counts: all units against the plain search.
#[test]
fn units_agree_with_a_plain_search() {
    let mut workspaces = workspaces();
    for plan in (0..=11).map(|n| Plan::new(n).unwrap()) {
        for unit in plan.units() {
            let direct = agreed(&mut workspaces, &unit, Route::Direct);
            assert_eq!(Some(direct.value), plain_value(&unit, NEVER), "{unit}");
            let exchanged = agreed(&mut workspaces, &unit, Route::Exchanged);
            assert!(exchanged.agrees(&direct), "{unit}");
        }
    }
}

/// Random corners of random units: lists of many lengths around the 8, 16 and 32 placements of lines
/// and words.
#[test]
fn backends_and_routes_agree_on_large_boards() {
    let sizes: &[u32] = if cfg!(debug_assertions) {
        &[17, 18, 19]
    } else {
        &[20, 20, 21, 21, 22, 22, 23, 23, 24, 25, 26]
    };
    let mut random = fastrand::Rng::with_seed(20);
    for &n in sizes {
        // Expensive units are drawn more often than cheap ones.
        let sample = Sample::draw(&Plan::new(n).unwrap(), 1, random.u64(..));
        let mut unit = sample.drawn[0].unit.clone();
        for sets in [&mut unit.re, &mut unit.ro] {
            let begin = random.u32(sets.clone());
            *sets = begin..(begin + 3).min(sets.end);
        }
        let mut workspaces = workspaces();
        let direct = agreed(&mut workspaces, &unit, Route::Direct);
        assert!(direct.joined > 0, "{unit}");
        // On the exchanged route a corner costs as much as a row of units.
        if n <= 22 {
            let exchanged = agreed(&mut workspaces, &unit, Route::Exchanged);
            assert!(exchanged.agrees(&direct), "{unit}");
        }
    }
}
