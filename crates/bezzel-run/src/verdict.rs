//! The verdict over the results of a unit: which of them counts, and whether it is confirmed.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use bezzel_count::Route;

/// What the results of a unit prove together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum UnitState {
    /// No result of the unit counts yet.
    #[default]
    Open,
    /// Counted once: equal results by one route on one kind of device.
    Once,
    /// Two routes or two kinds of device agree.
    Confirmed,
    /// Results differ, and as much supports one of them as another.
    Conflict,
}

/// The part of a result on which the verdict depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence<'a> {
    /// Value and joined pairs.
    pub found: [u128; 2],
    /// The route by which it was counted.
    pub route: Route,
    /// The kind of device, such as `cpu` or `cuda`.
    pub device: &'a str,
}

/// The verdict over a unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The state that its results give the unit.
    pub state: UnitState,
    /// Value and joined pairs that count, unless it is open or in conflict.
    pub accepted: Option<[u128; 2]>,
    /// True if results by both routes have this value.
    pub by_both_routes: bool,
    /// True if results differ, also if one of them is accepted.
    pub is_disputed: bool,
}

/// A value with its joined pairs, the routes and devices that found it, and the number of results.
type Support<'a> = ([u128; 2], BTreeSet<(u8, &'a str)>, u32);

/// Judges the results of a unit, in any order. Of results that differ, the one counts that more
/// routes and devices support, or else more results.
pub fn verdict<'a>(results: impl Iterator<Item = Evidence<'a>>) -> Verdict {
    let mut groups: Vec<Support> = Vec::new();
    for one in results {
        let way = (one.route as u8, one.device);
        match groups.iter_mut().find(|(found, ..)| *found == one.found) {
            Some((_, ways, results)) => (*results, _) = (*results + 1, ways.insert(way)),
            None => groups.push((one.found, BTreeSet::from([way]), 1)),
        }
    }
    let support = |(_, ways, results): &Support| (ways.len(), *results);
    groups.sort_by_key(|group| Reverse(support(group)));
    let is_disputed = groups.len() > 1;
    let (state, best) = match &groups[..] {
        [] => return Verdict::default(),
        [a, b, ..] if support(a) == support(b) => (UnitState::Conflict, None),
        [best, ..] if best.1.len() > 1 => (UnitState::Confirmed, Some(best)),
        [best, ..] => (UnitState::Once, Some(best)),
    };
    let routes = best.map(|(_, ways, _)| ways.iter().map(|way| way.0).collect::<BTreeSet<_>>());
    Verdict {
        state,
        accepted: best.map(|(found, ..)| *found),
        by_both_routes: routes.is_some_and(|routes| routes.len() > 1),
        is_disputed,
    }
}

#[cfg(test)]
mod tests {
    use Route::{Direct, Exchanged};
    use UnitState::{Confirmed, Conflict, Once, Open};

    use super::*;

    #[test]
    fn the_verdict_is_that_which_most_routes_and_devices_support() {
        type Case<'a> = (&'a [(u128, Route, &'a str)], UnitState, Option<u128>, bool);
        let cases: &[Case] = &[
            (&[], Open, None, false),
            (&[(5, Direct, "cpu")], Once, Some(5), false),
            (
                &[(5, Direct, "cpu"), (5, Direct, "cpu")],
                Once,
                Some(5),
                false,
            ),
            (
                &[(5, Direct, "cpu"), (5, Exchanged, "cpu")],
                Confirmed,
                Some(5),
                true,
            ),
            (
                &[(5, Direct, "cpu"), (5, Direct, "cuda")],
                Confirmed,
                Some(5),
                false,
            ),
            (
                &[(5, Direct, "cpu"), (6, Direct, "cpu")],
                Conflict,
                None,
                false,
            ),
            (
                &[(5, Direct, "cpu"), (6, Exchanged, "cuda")],
                Conflict,
                None,
                false,
            ),
            // A second result decides, a second route confirms, whatever the order.
            (
                &[(6, Direct, "cpu"), (5, Direct, "cpu"), (5, Direct, "cpu")],
                Once,
                Some(5),
                false,
            ),
            (
                &[
                    (5, Exchanged, "cpu"),
                    (6, Direct, "cpu"),
                    (5, Direct, "cpu"),
                ],
                Confirmed,
                Some(5),
                true,
            ),
            // Many equal results of one kind do not outweigh two routes.
            (
                &[
                    (6, Direct, "cpu"),
                    (6, Direct, "cpu"),
                    (6, Direct, "cpu"),
                    (5, Direct, "cuda"),
                    (5, Exchanged, "cuda"),
                ],
                Confirmed,
                Some(5),
                true,
            ),
        ];
        for (results, state, accepted, by_both_routes) in cases {
            let evidence = |(value, route, device): &(u128, Route, &'static str)| Evidence {
                found: [*value, 1],
                route: *route,
                device,
            };
            let found = verdict(results.iter().map(evidence));
            assert_eq!(found.state, *state, "{results:?}");
            assert_eq!(
                found.accepted,
                accepted.map(|value| [value, 1]),
                "{results:?}"
            );
            assert_eq!(found.by_both_routes, *by_both_routes, "{results:?}");
            assert_eq!(
                verdict(results.iter().rev().map(evidence)),
                found,
                "{results:?}"
            );
        }
    }

    /// A tie is counted again until it ends: each honest recount by both routes adds a result.
    #[test]
    fn recounts_end_every_tie() {
        let mut results = vec![(6, Direct), (6, Exchanged), (5, Direct), (5, Exchanged)];
        let judged = |results: &[(u128, Route)]| {
            verdict(results.iter().map(|(value, route)| Evidence {
                found: [*value, 1],
                route: *route,
                device: "cpu",
            }))
        };
        assert_eq!(judged(&results).state, Conflict);
        results.extend([(5, Direct), (5, Exchanged)]);
        assert_eq!(judged(&results).accepted, Some([5, 1]));
        assert!(judged(&results).is_disputed);
    }
}
