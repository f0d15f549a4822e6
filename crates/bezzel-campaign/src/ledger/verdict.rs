//! The verdict over the results of a unit.

use bezzel_count::{Route, UnitResult};

use super::results::Evidence;
use crate::policy::{Admission, Need, Policy};
use crate::{Author, Record};

/// The state of a unit. It only advances, except when a lease is released or expires, or when
/// results are withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// No process counts it.
    Open = 0,
    /// A process counts it.
    Leased = 1,
    /// It has a result that nobody else has confirmed, or that too few have.
    Done = 2,
    /// Results of different origins agree, as many as the policy demands, or this ledger's own
    /// processes counted it by both routes.
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

pub(crate) fn bit(route: Route) -> u8 {
    match route {
        Route::Direct => 1,
        Route::Exchanged => 2,
    }
}

/// The origin of a result, as far as it can be told from other origins. Several results of one
/// voter count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Voter<'a> {
    /// All processes that had this ledger open, where authors are counted.
    Own,
    Author(Author),
    /// A process, by the names that its result claims.
    Process {
        host: &'a str,
        run: &'a str,
    },
}

impl<'a> Voter<'a> {
    fn of(own: bool, record: &'a Record, policy: &Policy) -> Self {
        match record.author() {
            _ if own && policy.authors != Admission::Anyone => Self::Own,
            Some(author) if !own => Self::Author(author),
            _ => Self::Process {
                host: &record.origin.host,
                run: &record.origin.run,
            },
        }
    }
}

/// Equal results of a unit.
struct Kind<'a> {
    result: UnitResult,
    routes: u8,
    /// Routes of own results.
    own: u8,
    voters: Vec<Voter<'a>>,
    /// Voters that are not only named by imported results without a signature.
    known: Vec<Voter<'a>>,
}

impl Kind<'_> {
    /// Returns true if so many voters agree, by the routes that are needed.
    fn has(&self, copies: usize, need: &Need) -> bool {
        self.own == BOTH
            || (self.voters.len() >= copies && (!need.both_routes || self.routes == BOTH))
    }

    /// Returns true if it is confirmed only because imported results without a signature name
    /// different processes.
    fn is_confirmed_by_names(&self, need: &Need) -> bool {
        let known = self.own == BOTH || self.known.len() >= (need.copies as usize).max(2);
        self.is_confirmed(need) && !known
    }

    fn is_confirmed(&self, need: &Need) -> bool {
        self.has((need.copies as usize).max(2), need)
    }
}

/// The verdict over all results of one unit that are not withdrawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct UnitVerdict {
    pub(crate) state: State,
    /// Routes of the accepted result; for a conflict, all routes.
    pub(crate) routes: u8,
    /// Routes of own results.
    pub(crate) own: u8,
    pub(crate) accepted: Option<UnitResult>,
    /// Number of different voters for the accepted result.
    pub(crate) voters: u32,
    /// True if this is all that the policy demands of the unit, except for a probation.
    pub(crate) suffices: bool,
    /// True if the unit is confirmed only because imported results without a signature name different
    /// processes.
    pub(crate) by_names: bool,
}

impl UnitVerdict {
    /// Returns the verdict over these results of a unit.
    ///
    /// - A result that own processes found by both routes is accepted, whatever was imported: the
    ///   two routes share no intermediate list, so they hardly ever make the same mistake.
    /// - Otherwise results that differ are a conflict. Only if the policy lists its authors, so
    ///   that nobody can appear under many names, a result on which as many of them agree as the
    ///   policy demands outvotes others, unless an own result differs from it.
    /// - Equal results are confirmed if they are of at least two voters, and meet the policy.
    pub(crate) fn of(evidence: &[Evidence], policy: &Policy, unit: u64) -> Self {
        let need = policy.need(unit);
        let mut kinds: Vec<Kind> = Vec::new();
        for one in evidence.iter().filter(|one| !one.withdrawn) {
            let (record, bit) = (&one.record, bit(one.record.route));
            let at = kinds
                .iter()
                .position(|kind| kind.result.agrees(&record.result));
            let at = at.unwrap_or_else(|| {
                kinds.push(Kind {
                    result: record.result,
                    routes: 0,
                    own: 0,
                    voters: Vec::new(),
                    known: Vec::new(),
                });
                kinds.len() - 1
            });
            let kind = &mut kinds[at];
            kind.routes |= bit;
            if one.own {
                kind.own |= bit;
            }
            let voter = Voter::of(one.own, record, policy);
            if !kind.voters.contains(&voter) {
                kind.voters.push(voter);
            }
            let is_known = one.own || record.author().is_some();
            if is_known && !kind.known.contains(&voter) {
                kind.known.push(voter);
            }
        }
        let all = |routes: fn(&Kind) -> u8| kinds.iter().fold(0, |all, kind| all | routes(kind));
        let own = all(|kind| kind.own);
        if kinds.is_empty() {
            return Self::without_result(State::Open, 0, own);
        }
        match accepted(&kinds, &need) {
            Some(kind) => Self {
                state: if kind.is_confirmed(&need) {
                    State::Confirmed
                } else {
                    State::Done
                },
                routes: kind.routes,
                own,
                accepted: Some(kind.result),
                voters: kind.voters.len() as u32,
                suffices: kind.has(need.copies as usize, &need),
                by_names: kind.is_confirmed_by_names(&need),
            },
            None => Self::without_result(State::Conflict, all(|kind| kind.routes), own),
        }
    }

    fn without_result(state: State, routes: u8, own: u8) -> Self {
        Self {
            state,
            routes,
            own,
            accepted: None,
            voters: 0,
            suffices: false,
            by_names: false,
        }
    }
}

/// Returns the accepted ones of equal results, or `None` for a conflict.
fn accepted<'a, 'b>(kinds: &'a [Kind<'b>], need: &Need) -> Option<&'a Kind<'b>> {
    let only = |is: &dyn Fn(&Kind) -> bool| {
        let mut found = kinds.iter().filter(|kind| is(kind));
        found.next().filter(|_| found.next().is_none())
    };
    if kinds.iter().any(|kind| kind.own == BOTH) {
        return only(&|kind| kind.own == BOTH);
    }
    if let [kind] = kinds {
        return Some(kind);
    }
    if !need.outvotes || need.copies < 2 {
        return None;
    }
    let elected = only(&|kind| kind.is_confirmed(need))?;
    let is_disputed = kinds
        .iter()
        .any(|kind| kind.own != 0 && !std::ptr::eq(kind, elected));
    (!is_disputed).then_some(elected)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use Route::{Direct, Exchanged};

    use super::*;
    use crate::{AuthorList, Clock, ProcessInfo, Signature};

    /// The origin of a result in these tests.
    #[derive(Clone, Copy)]
    enum By {
        Me,
        Process(&'static str),
        Author(u8),
        Withdrawn,
    }
    use By::{Me, Process, Withdrawn};

    fn evidence(by: By, route: Route, value: u128) -> Evidence {
        let host = match by {
            Process(host) => host,
            _ => "h",
        };
        let signature = match by {
            By::Author(number) => {
                let author = Author::from_bytes([number; 32]);
                Some(Signature::from_parts(author, [0; 64]))
            }
            _ => None,
        };
        Evidence {
            record: Record {
                unit: 0,
                route,
                result: UnitResult {
                    value,
                    joined: 1,
                    tests: 1,
                    finished: 1,
                },
                backend: "b".into(),
                origin: Arc::new(ProcessInfo {
                    program: "p".to_owned(),
                    host: host.to_owned(),
                    run: "1".to_owned(),
                }),
                microseconds: 1,
                clock: Clock::Cpu,
                attempt: 1,
                time: 0,
                commitment: None,
                signature,
            },
            own: matches!(by, Me),
            received: 0,
            withdrawn: matches!(by, Withdrawn),
        }
    }

    fn verdict(policy: &Policy, results: &[(By, Route, u128)]) -> (State, Option<u128>, bool) {
        let evidence: Vec<_> = results
            .iter()
            .map(|(by, route, value)| evidence(*by, *route, *value))
            .collect();
        let verdict = UnitVerdict::of(&evidence, policy, 0);
        let accepted = verdict.accepted.map(|result| result.value);
        (verdict.state, accepted, verdict.suffices)
    }

    const A: By = Process("a");
    const B: By = Process("b");

    #[test]
    fn different_origins_confirm_each_other_and_one_origin_never_itself() {
        let of = |results: &[_]| verdict(&Policy::default(), results);
        assert_eq!(of(&[]), (State::Open, None, false));
        let done = (State::Done, Some(5), true);
        let confirmed = (State::Confirmed, Some(5), true);
        assert_eq!(of(&[(A, Direct, 5)]), done);
        assert_eq!(of(&[(A, Direct, 5), (A, Direct, 5)]), done);
        assert_eq!(of(&[(A, Direct, 5), (A, Exchanged, 5)]), done);
        assert_eq!(of(&[(A, Direct, 5), (B, Direct, 5)]), confirmed);
        assert_eq!(of(&[(A, Direct, 5), (Me, Direct, 5)]), confirmed);
        assert_eq!(of(&[(Me, Direct, 5), (Me, Direct, 5)]), done);
        assert_eq!(of(&[(Me, Direct, 5), (Me, Exchanged, 5)]), confirmed);
        assert_eq!(of(&[(Withdrawn, Direct, 5)]), (State::Open, None, false));
        assert_eq!(of(&[(Withdrawn, Direct, 6), (A, Direct, 5)]), done);
    }

    #[test]
    fn an_own_recount_by_both_routes_outranks_whatever_was_imported() {
        let of = |results: &[_]| verdict(&Policy::default(), results);
        let conflict = (State::Conflict, None, false);
        let confirmed = (State::Confirmed, Some(5), true);
        let forged = [(A, Direct, 6), (B, Direct, 6), (A, Exchanged, 6)];
        assert_eq!(of(&forged), (State::Confirmed, Some(6), true));
        let with = |more: &[_]| [&forged[..], more].concat();
        assert_eq!(of(&with(&[(Me, Exchanged, 5)])), conflict);
        assert_eq!(
            of(&with(&[
                (Process("c"), Direct, 5),
                (Process("c"), Exchanged, 5)
            ])),
            conflict
        );
        assert_eq!(of(&with(&[(Me, Direct, 5), (Me, Exchanged, 5)])), confirmed);
        // The own machine may fail, too: the results must agree.
        assert_eq!(of(&[(Me, Direct, 5), (Me, Exchanged, 6)]), conflict);
        let settled = [(Me, Direct, 6), (Me, Direct, 5), (Me, Exchanged, 5)];
        assert_eq!(of(&settled), confirmed);
        let hopeless = [
            (Me, Direct, 6),
            (Me, Exchanged, 6),
            (Me, Direct, 5),
            (Me, Exchanged, 5),
        ];
        assert_eq!(of(&hopeless), conflict);
    }

    #[test]
    fn listed_authors_outvote_fewer_ones_and_names_that_anyone_makes_do_not() {
        let listed = (1..=9).map(|number| (Author::from_bytes([number; 32]), String::new()));
        let authors = Admission::Listed(AuthorList::from_iter(listed));
        let policy = |authors, copies, both_routes| Policy {
            authors,
            copies,
            both_routes,
            ..Policy::default()
        };
        let two = policy(authors.clone(), 2, false);
        let author = By::Author;
        let one = [(author(1), Direct, 5)];
        assert_eq!(verdict(&two, &one), (State::Done, Some(5), false));
        let twice = [(author(1), Direct, 5), (author(1), Exchanged, 5)];
        assert_eq!(verdict(&two, &twice), (State::Done, Some(5), false));
        let outvoted = [
            (author(3), Direct, 6),
            (author(1), Direct, 5),
            (author(2), Direct, 5),
        ];
        assert_eq!(verdict(&two, &outvoted), (State::Confirmed, Some(5), true));
        let conflict = (State::Conflict, None, false);
        let camps = [&outvoted[..], &[(author(4), Direct, 6)]].concat();
        assert_eq!(verdict(&two, &camps), conflict);
        let mine = [&outvoted[1..], &[(Me, Direct, 6)]].concat();
        assert_eq!(verdict(&two, &mine), conflict);
        for open in [Admission::Anyone, Admission::Signed] {
            assert_eq!(verdict(&policy(open, 2, false), &outvoted), conflict);
        }
        let both = policy(authors, 2, true);
        let direct = [(author(1), Direct, 5), (author(2), Direct, 5)];
        assert_eq!(verdict(&both, &direct), (State::Done, Some(5), false));
        let routes = [&direct[..], &[(author(3), Exchanged, 5)]].concat();
        assert_eq!(verdict(&both, &routes), (State::Confirmed, Some(5), true));
    }
}
