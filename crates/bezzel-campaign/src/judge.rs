//! The verdict over the results of a unit: its state, the accepted result, and what it still lacks.
//!
//! Everything that depends on results asks [`judge`]: status, leases, totals, certificates.
//!
//! - A result that own processes counted by both routes is accepted, whatever was imported: the two
//!   routes share no intermediate list, so they hardly ever make the same mistake.
//! - Otherwise results that differ are a conflict. Only if the campaign has a list of authors, so that
//!   nobody can appear under many names, a result on which as many sources agree as the policy demands,
//!   at least two, outvotes others, unless an own result differs from it.
//! - Equal results are confirmed if at least two sources that the organiser knows agree, and the policy
//!   is met: own processes by each route and on each device, and authors in the list.

use bezzel_count::Route;

use crate::stored_result::ROUTES;
use crate::{Author, Policy};

/// The state of a unit under the results of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum State {
    /// It has no result that counts.
    #[default]
    Open,
    /// It has an accepted result that is not confirmed.
    Done,
    /// Known sources agree on its result.
    Confirmed,
    /// Its results differ, and none is accepted.
    Conflict,
}

/// A set of routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Routes(u8);

impl Routes {
    pub(crate) const BOTH: Self = Self(3);

    pub(crate) fn of(route: Route) -> Self {
        Self(1 << route as u8)
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn contains(self, route: Route) -> bool {
        self.0 & Self::of(route).0 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the first missing route.
    pub(crate) fn missing(self) -> Option<Route> {
        ROUTES.into_iter().find(|route| !self.contains(*route))
    }
}

/// The source of a result, as far as it can be told from other sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// A process that had this ledger open. The number identifies its device; all CPU backends are one.
    Own { device: u32 },
    /// An author who signed the result.
    Author(Author),
    /// A process as an unsigned result names it.
    Unsigned { process: u32 },
}

/// One result of a unit that is not withdrawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence {
    /// Value and joined pairs, by which results are compared.
    pub(crate) found: [u128; 2],
    pub(crate) route: Route,
    pub(crate) source: Source,
}

/// A lack of a unit under the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lack {
    /// Results of further authors or, without a list of authors, any result.
    Source,
    /// A result by this route, of whichever author.
    Route(Route),
    /// A recount by both routes: no other result can end the conflict.
    Recount,
}

/// The verdict over all results of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Verdict {
    pub(crate) state: State,
    /// Value and joined pairs of the accepted result.
    pub(crate) accepted: Option<[u128; 2]>,
    /// Routes of the accepted result; for a conflict, of all results.
    pub(crate) routes: Routes,
    /// Routes of own results.
    pub(crate) own: Routes,
    /// Number of known sources of the accepted result.
    pub(crate) known: u32,
    /// Number of unknown sources of the accepted result: unsigned ones, and authors outside the list.
    pub(crate) unknown: u32,
    /// True if results differ.
    pub(crate) is_disputed: bool,
    pub(crate) lack: Option<Lack>,
}

/// Equal results of a unit.
#[derive(Default)]
struct ResultGroup {
    found: [u128; 2],
    routes: Routes,
    own: Routes,
    /// Number of known sources; for own ones each route is another.
    known: u32,
    unknown: u32,
}

impl ResultGroup {
    /// Summarises equal results in the order of their sources and routes.
    fn of(equal: &[Evidence], policy: &Policy) -> Self {
        let mut group = Self {
            found: equal[0].found,
            ..Self::default()
        };
        let is_own = |one: &Evidence| matches!(one.source, Source::Own { .. });
        let is_same =
            |a: &Evidence, b: &Evidence| a.source == b.source && (a.route == b.route || !is_own(a));
        for same in equal.chunk_by(is_same) {
            let routes = same.iter().map(|one| Routes::of(one.route));
            let routes = routes.fold(Routes::default(), Routes::with);
            group.routes = group.routes.with(routes);
            let is_known = match same[0].source {
                Source::Own { .. } => {
                    group.own = group.own.with(routes);
                    true
                }
                Source::Author(author) => policy.lists(author),
                Source::Unsigned { .. } => false,
            };
            match is_known {
                true => group.known += 1,
                false => group.unknown += 1,
            }
        }
        group
    }

    /// Returns the number of copies that count under the policy. Without a list of authors, unknown
    /// sources together are one.
    fn copies(&self, policy: &Policy) -> u32 {
        self.known + u32::from(!policy.has_list() && self.unknown > 0)
    }

    /// Returns what the group lacks to have this many copies by the routes of the policy.
    fn lack(&self, copies: u32, policy: &Policy) -> Option<Lack> {
        if self.own == Routes::BOTH {
            return None;
        }
        if self.copies(policy) < copies {
            return Some(Lack::Source);
        }
        let missing = self.routes.missing().filter(|_| policy.both_routes);
        missing.map(Lack::Route)
    }

    fn is_confirmed(&self, policy: &Policy) -> bool {
        self.known >= 2 && self.lack(policy.copies.max(2), policy).is_none()
    }
}

/// Returns the verdict over the results of a unit that are not withdrawn, in whichever order. Takes
/// hardly more than linear time: anyone can send many results of one unit.
pub(crate) fn judge(mut evidence: Vec<Evidence>, policy: &Policy) -> Verdict {
    evidence.sort_unstable_by_key(|one| (one.found, one.source, one.route as u8));
    let equal = evidence.chunk_by(|a, b| a.found == b.found);
    let groups: Vec<_> = equal.map(|one| ResultGroup::of(one, policy)).collect();
    let all = |routes: fn(&ResultGroup) -> Routes| {
        let sets = groups.iter().map(routes);
        sets.fold(Routes::default(), Routes::with)
    };
    let (own, is_disputed) = (all(|group| group.own), groups.len() > 1);
    match accepted(&groups, policy) {
        Ok(group) => Verdict {
            state: if group.is_confirmed(policy) {
                State::Confirmed
            } else {
                State::Done
            },
            accepted: Some(group.found),
            routes: group.routes,
            own,
            known: group.known,
            unknown: group.unknown,
            is_disputed,
            lack: group.lack(policy.copies, policy),
        },
        Err(lack) => Verdict {
            state: match is_disputed {
                true => State::Conflict,
                false => State::Open,
            },
            routes: all(|group| group.routes),
            own,
            is_disputed,
            lack: Some(lack),
            ..Verdict::default()
        },
    }
}

/// Returns the accepted group, or the lack of a unit without one.
fn accepted<'a>(groups: &'a [ResultGroup], policy: &Policy) -> Result<&'a ResultGroup, Lack> {
    let only = |is: &dyn Fn(&ResultGroup) -> bool| {
        let mut found = groups.iter().filter(|group| is(group));
        found.next().filter(|_| found.next().is_none())
    };
    match groups {
        [] => return Err(Lack::Source),
        [group] => return Ok(group),
        _ => {}
    }
    if groups.iter().any(|group| group.own == Routes::BOTH) {
        return only(&|group| group.own == Routes::BOTH).ok_or(Lack::Recount);
    }
    if !policy.has_list() {
        return Err(Lack::Recount);
    }
    if let Some(elected) = only(&|group| group.is_confirmed(policy)) {
        let mut others = groups.iter().filter(|group| group.found != elected.found);
        let is_disputed = others.any(|group| !group.own.is_empty());
        return if is_disputed {
            Err(Lack::Recount)
        } else {
            Ok(elected)
        };
    }
    if groups.iter().any(|group| group.is_confirmed(policy)) {
        return Err(Lack::Recount);
    }
    // Own results may only be in one group, which others can then join.
    if groups.iter().filter(|group| !group.own.is_empty()).count() > 1 {
        return Err(Lack::Recount);
    }
    let nearest = groups
        .iter()
        .max_by_key(|group| (!group.own.is_empty(), group.known));
    Err(nearest
        .and_then(|group| group.lack(policy.copies.max(2), policy))
        .unwrap_or(Lack::Source))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use Route::{Direct, Exchanged};
    use proptest::prelude::*;

    use super::*;
    use crate::AuthorList;
    use crate::author::test_author;

    /// Number of authors, of whom the first ones are in the list.
    const AUTHORS: usize = 6;
    const LISTED: usize = 5;

    fn policy(has_list: bool, copies: u32, both_routes: bool) -> Policy {
        let list = (0..LISTED).map(|number| (test_author(number), String::new()));
        Policy {
            authors: has_list.then(|| AuthorList::from_iter(list)),
            copies,
            both_routes,
        }
    }

    fn one(source: Source, route: Route, value: u128) -> Evidence {
        Evidence {
            found: [value, 1],
            route,
            source,
        }
    }

    fn evidence() -> impl Strategy<Value = Evidence> {
        let source = prop_oneof![
            2 => (0..2_u32).prop_map(|device| Source::Own { device }),
            3 => (0..AUTHORS).prop_map(|number| Source::Author(test_author(number))),
            1 => (0..3_u32).prop_map(|process| Source::Unsigned { process }),
        ];
        let route = prop::sample::select(vec![Direct, Exchanged]);
        (source, route, 0..3_u128).prop_map(|(source, route, value)| one(source, route, value))
    }

    fn policies() -> impl Strategy<Value = Policy> {
        (any::<bool>(), 1..4_u32, any::<bool>()).prop_map(|(has_list, copies, both)| {
            policy(has_list, if has_list { copies } else { 1 }, both)
        })
    }

    /// The results of one value, by a plain reading of the rules.
    struct Plain {
        own: BTreeSet<u8>,
        routes: BTreeSet<u8>,
        known: BTreeSet<String>,
        has_unknown: bool,
    }

    impl Plain {
        fn of(all: &[Evidence], value: u128, policy: &Policy) -> Self {
            let mut plain = Self {
                own: BTreeSet::new(),
                routes: BTreeSet::new(),
                known: BTreeSet::new(),
                has_unknown: false,
            };
            for one in all.iter().filter(|one| one.found[0] == value) {
                let route = one.route as u8;
                plain.routes.insert(route);
                let is_listed = |author| {
                    policy
                        .authors
                        .as_ref()
                        .is_some_and(|list| list.contains_key(author))
                };
                match &one.source {
                    Source::Own { device } => {
                        plain.own.insert(route);
                        plain
                            .known
                            .insert(format!("own device {device} route {route}"));
                    }
                    Source::Author(author) if is_listed(author) => {
                        plain.known.insert(author.to_string());
                    }
                    _ => plain.has_unknown = true,
                }
            }
            plain
        }

        fn meets(&self, copies: usize, policy: &Policy) -> bool {
            let unknown = usize::from(policy.authors.is_none() && self.has_unknown);
            let has_routes = !policy.both_routes || self.routes.len() == 2;
            self.own.len() == 2 || (self.known.len() + unknown >= copies && has_routes)
        }

        fn is_confirmed(&self, policy: &Policy) -> bool {
            self.known.len() >= 2 && self.meets(policy.copies.max(2) as usize, policy)
        }
    }

    /// The state and the accepted value by a plain reading of the rules.
    fn plainly(all: &[Evidence], policy: &Policy) -> (State, Option<u128>) {
        let values: BTreeSet<u128> = all.iter().map(|one| one.found[0]).collect();
        let plain = |value: &u128| Plain::of(all, *value, policy);
        let which = |is: &dyn Fn(&Plain) -> bool| -> Vec<u128> {
            values
                .iter()
                .copied()
                .filter(|value| is(&plain(value)))
                .collect()
        };
        let by_both = which(&|plain| plain.own.len() == 2);
        let confirmed = which(&|plain| plain.is_confirmed(policy));
        let own = which(&|plain| !plain.own.is_empty());
        let accepted = match (
            &values.iter().collect::<Vec<_>>()[..],
            &by_both[..],
            &confirmed[..],
        ) {
            ([], ..) => return (State::Open, None),
            ([value], ..) => **value,
            (_, [value], _) => *value,
            (_, [], [value]) if policy.authors.is_some() && own.iter().all(|own| own == value) => {
                *value
            }
            _ => return (State::Conflict, None),
        };
        let state = match confirmed.contains(&accepted) {
            true => State::Confirmed,
            false => State::Done,
        };
        (state, Some(accepted))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn the_verdict_is_that_of_a_plain_reading_of_the_rules(
            all in prop::collection::vec(evidence(), 0..8),
            policy in policies(),
        ) {
            let verdict = judge(all.clone(), &policy);
            let (state, accepted) = plainly(&all, &policy);
            prop_assert_eq!(verdict.state, state);
            prop_assert_eq!(verdict.accepted.map(|found| found[0]), accepted);
            if let Some(value) = accepted {
                let plain = Plain::of(&all, value, &policy);
                prop_assert_eq!(verdict.known as usize, plain.known.len());
                prop_assert_eq!(verdict.lack.is_none(), plain.meets(policy.copies as usize, &policy));
            }
            // The order of results makes no difference.
            let mut turned = all.clone();
            turned.reverse();
            prop_assert_eq!(judge(turned, &policy), verdict);
        }

        /// Honest results of what is lacking end every conflict, and meet the policy.
        #[test]
        fn what_a_unit_lacks_leads_to_a_result(
            all in prop::collection::vec(evidence(), 0..8),
            policy in policies(),
        ) {
            let mut all = all;
            let mut steps = 0;
            while let Some(lack) = judge(all.clone(), &policy).lack {
                // The honest value is the one that own processes find, or another one.
                let own = all.iter().find(|one| matches!(one.source, Source::Own { .. }));
                let honest = own.map_or(1, |one| one.found[0]);
                let by_both = |value| Plain::of(&all, value, &policy).own.len() == 2;
                if (0..3).filter(|value| by_both(*value)).count() > 1 {
                    // Own processes have found two values by both routes.
                    prop_assert_eq!(lack, Lack::Recount);
                    break;
                }
                match lack {
                    Lack::Recount => {
                        let value = (0..3).find(|value| by_both(*value)).unwrap_or(honest);
                        all.extend([Direct, Exchanged].map(|route| one(Source::Own { device: 0 }, route, value)));
                    }
                    Lack::Route(route) => {
                        all.push(one(Source::Author(test_author(10 + steps)), route, honest));
                        all.push(one(Source::Own { device: 0 }, route, honest));
                    }
                    Lack::Source => {
                        // Authors of the list who have not answered yet, then own processes.
                        let answered = |number: &usize| {
                            let author = test_author(*number);
                            all.iter().any(|one| matches!(one.source, Source::Author(by) if by == author))
                        };
                        let next = (0..LISTED).find(|number| !answered(number));
                        let source = next.map_or(Source::Own { device: 10 + steps as u32 }, |number| {
                            Source::Author(test_author(number))
                        });
                        all.push(one(source, Direct, honest));
                    }
                }
                steps += 1;
                prop_assert!(steps < 30, "{:?} under {policy:?}", judge(all, &policy));
            }
        }
    }

    #[test]
    fn only_known_sources_confirm() {
        let anyone = policy(false, 1, false);
        let state = |all: &[Evidence]| judge(all.to_vec(), &anyone).state;
        let own = |device| Source::Own { device };
        let stranger = |process| Source::Unsigned { process };
        let author = |number| Source::Author(test_author(number));
        assert_eq!(
            state(&[one(own(0), Direct, 5), one(own(0), Direct, 5)]),
            State::Done
        );
        assert_eq!(
            state(&[one(own(0), Direct, 5), one(own(0), Exchanged, 5)]),
            State::Confirmed
        );
        assert_eq!(
            state(&[one(own(0), Direct, 5), one(own(1), Direct, 5)]),
            State::Confirmed
        );
        let strangers: Vec<_> = (0..9)
            .map(|process| one(stranger(process), Direct, 5))
            .collect();
        assert_eq!(state(&strangers), State::Done);
        assert_eq!(judge(strangers, &anyone).unknown, 9);
        let authors = [one(author(0), Direct, 5), one(author(1), Exchanged, 5)];
        assert_eq!(state(&authors), State::Done, "nobody has listed them");
        assert_eq!(
            judge(authors.to_vec(), &policy(true, 2, true)).state,
            State::Confirmed
        );
        let outside = [one(author(0), Direct, 5), one(author(LISTED), Direct, 5)];
        let verdict = judge(outside.to_vec(), &policy(true, 2, false));
        assert_eq!(verdict.state, State::Done);
    }
}
