//! The verdict over the results of a unit: which of them counts, and whether it is confirmed.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use bezzel_count::StoredResult;

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

/// The verdict over a unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The state that its results give the unit.
    pub(crate) state: UnitState,
    /// Value and joined pairs that count, unless it is open or in conflict.
    pub(crate) accepted: Option<[u128; 2]>,
    /// True if results by both routes have this value.
    pub(crate) by_both_routes: bool,
    /// True if results differ, also if one of them is accepted.
    pub(crate) is_disputed: bool,
}

/// A value with its joined pairs, the routes and devices that found it, and the number of results.
type Support<'a> = ([u128; 2], BTreeSet<(u8, &'a str)>, u32);

/// Judges the results of a unit, in any order. Of results that differ, the one counts that more
/// routes and devices support, or else more results.
pub(crate) fn verdict<'a>(results: impl Iterator<Item = &'a StoredResult>) -> Verdict {
    let mut groups: Vec<Support> = Vec::new();
    for one in results {
        let way = (one.route as u8, one.source.device());
        match groups.iter_mut().find(|(found, ..)| *found == one.found()) {
            Some((_, ways, results)) => (*results, _) = (*results + 1, ways.insert(way)),
            None => groups.push((one.found(), BTreeSet::from([way]), 1)),
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
    use std::sync::Arc;

    use Route::{Direct, Exchanged};
    use UnitState::{Confirmed, Conflict, Once, Open};
    use bezzel_count::{Clock, Route, Source, UnitResult};

    use super::*;
    use crate::this_process;

    fn stored(&(value, route, device): &(u128, Route, &str)) -> StoredResult {
        let backend = match device {
            "cpu" => "portable",
            device => device,
        };
        StoredResult {
            unit: 0,
            route,
            result: UnitResult {
                value,
                joined: 1,
                ..UnitResult::default()
            },
            source: Arc::new(Source {
                backend: backend.to_owned(),
                process: (*this_process("test")).clone(),
            }),
            microseconds: 1,
            clock: Clock::Cpu,
            time: 0,
        }
    }

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
            let one_each: Vec<_> = results.iter().map(stored).collect();
            let found = verdict(one_each.iter());
            assert_eq!(found.state, *state, "{results:?}");
            assert_eq!(
                found.accepted,
                accepted.map(|value| [value, 1]),
                "{results:?}"
            );
            assert_eq!(found.by_both_routes, *by_both_routes, "{results:?}");
            assert_eq!(verdict(one_each.iter().rev()), found, "{results:?}");
        }
    }

    /// A tie is counted again until it ends: each honest recount by both routes adds a result.
    #[test]
    fn recounts_end_every_tie() {
        let counted = |value| [Direct, Exchanged].map(|route| stored(&(value, route, "cpu")));
        let mut results = [counted(6), counted(5)].concat();
        assert_eq!(verdict(results.iter()).state, Conflict);
        results.extend(counted(5));
        let judged = verdict(results.iter());
        assert_eq!(judged.accepted, Some([5, 1]));
        assert!(judged.is_disputed);
    }
}
