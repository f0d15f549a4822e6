//! The verdict over the results of a unit.

use bezzel_count::{Route, UnitResult};

use crate::Record;

/// The state of a unit. It only advances, except when a lease is released or expires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// No process counts it.
    Open = 0,
    /// A process counts it.
    Leased = 1,
    /// It has one result.
    Done = 2,
    /// A second result agrees: by the exchanged route, or of another process.
    Confirmed = 3,
    /// Its results differ, and the conflict is not resolved.
    Conflict = 4,
}

/// The states in SQL text: SQLite uses partial indexes for literals, not for parameters.
pub(super) const OPEN: u8 = State::Open as u8;
pub(super) const LEASED: u8 = State::Leased as u8;
pub(super) const DONE: u8 = State::Done as u8;
pub(super) const CONFIRMED: u8 = State::Confirmed as u8;
pub(super) const CONFLICT: u8 = State::Conflict as u8;

/// Bits of the routes of a result: both.
pub(crate) const BOTH: u8 = 3;
/// The direct route only.
pub(super) const DIRECT_ONLY: u8 = 1;

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
    /// Routes of the accepted result; for a conflict, all routes.
    pub(crate) routes: u8,
    pub(crate) accepted: Option<UnitResult>,
}

impl UnitVerdict {
    pub(crate) fn of_records(records: &[Record]) -> Self {
        let results = records.iter().map(|record| (record.route, record.result));
        Self::of(&results.collect::<Vec<_>>())
    }

    /// Returns the verdict over these results. Equal results confirm each other. If results differ,
    /// one that both routes found is accepted if it is the only one: the two routes share no
    /// intermediate list, so they hardly ever make the same mistake.
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
        let resolved = [(Direct, 5), (Direct, 5), (Direct, 6), (Exchanged, 6)];
        assert_eq!(state(&resolved), (State::Confirmed, Some(6)));
        let hopeless = [(Direct, 5), (Exchanged, 5), (Direct, 6), (Exchanged, 6)];
        assert_eq!(state(&hopeless), (State::Conflict, None));
    }
}
