//! What the results of a unit say together.

use bezzel_count::{Route, UnitResult};
use serde::Serialize;

use crate::Record;

/// The state of a unit. It only goes forward, but for a lease that is given back or expires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Nobody counts it.
    Open = 0,
    /// Somebody counts it.
    Leased = 1,
    /// It has one result.
    Done = 2,
    /// A second count agrees: by the exchanged route, or elsewhere.
    Confirmed = 3,
    /// Its results differ, and it is not settled which is right.
    Conflict = 4,
}

/// Bits for the routes on which a result was found.
pub(crate) const BOTH: u8 = 3;

pub(crate) fn bit(route: Route) -> u8 {
    match route {
        Route::Direct => 1,
        Route::Exchanged => 2,
    }
}

/// The verdict over all results of one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct UnitVerdict {
    pub(crate) state: State,
    /// The routes on which the accepted result was found; for a conflict, all that were tried.
    pub(crate) routes: u8,
    pub(crate) accepted: Option<UnitResult>,
}

impl UnitVerdict {
    pub(crate) fn of_records(records: &[Record]) -> Self {
        let results = records.iter().map(|record| (record.route, record.result));
        Self::of(&results.collect::<Vec<_>>())
    }

    /// Results that agree are confirmed. Where they differ, the one that was found on both
    /// routes is right if it is the only one: two routes share no intermediate list, so that
    /// they hardly ever make the same mistake.
    pub(crate) fn of(results: &[(Route, UnitResult)]) -> Self {
        let mut kinds: Vec<(UnitResult, u8)> = Vec::new();
        for (route, result) in results {
            let bit = bit(*route);
            match kinds.iter_mut().find(|kind| kind.0.agrees(result)) {
                Some(kind) => kind.1 |= bit,
                None => kinds.push((*result, bit)),
            }
        }
        let both: Vec<_> = kinds.iter().filter(|kind| kind.1 == BOTH).collect();
        match (kinds.as_slice(), both.as_slice()) {
            ([], _) => Self {
                state: State::Open,
                routes: 0,
                accepted: None,
            },
            ([(result, routes)], _) => Self {
                state: if results.len() > 1 {
                    State::Confirmed
                } else {
                    State::Done
                },
                routes: *routes,
                accepted: Some(*result),
            },
            (_, [(result, routes)]) => Self {
                state: State::Confirmed,
                routes: *routes,
                accepted: Some(*result),
            },
            _ => Self {
                state: State::Conflict,
                routes: kinds.iter().fold(0, |all, kind| all | kind.1),
                accepted: None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_routes_outweigh_any_number_of_repeats() {
        use Route::{Direct, Exchanged};
        let state = |results: &[(Route, u128)]| {
            let result = |value| UnitResult {
                value,
                joined: 1,
                tests: 1,
                finished: 1,
            };
            let results = results
                .iter()
                .map(|(route, value)| (*route, result(*value)));
            let verdict = UnitVerdict::of(&results.collect::<Vec<_>>());
            (verdict.state, verdict.accepted.map(|result| result.value))
        };
        assert_eq!(state(&[]), (State::Open, None));
        assert_eq!(state(&[(Direct, 5)]), (State::Done, Some(5)));
        let repeat = [(Direct, 5), (Direct, 5)];
        assert_eq!(state(&repeat), (State::Confirmed, Some(5)));
        let differing = [(Direct, 5), (Exchanged, 6)];
        assert_eq!(state(&differing), (State::Conflict, None));
        let majority = [(Direct, 5), (Direct, 5), (Direct, 6)];
        assert_eq!(state(&majority), (State::Conflict, None));
        let settled = [(Direct, 5), (Direct, 5), (Direct, 6), (Exchanged, 6)];
        assert_eq!(state(&settled), (State::Confirmed, Some(6)));
        let hopeless = [(Direct, 5), (Exchanged, 5), (Direct, 6), (Exchanged, 6)];
        assert_eq!(state(&hopeless), (State::Conflict, None));
    }
}
