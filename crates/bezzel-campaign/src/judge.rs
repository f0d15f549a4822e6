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
        match route {
            Route::Direct => Self(1),
            Route::Exchanged => Self(2),
        }
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
        let mut all = [Route::Direct, Route::Exchanged].into_iter();
        all.find(|route| !self.contains(*route))
    }
}

/// The source of a result, as far as it can be told from other sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// What a unit lacks under the policy.
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
    pub(crate) lack: Option<Lack>,
}

/// Equal results of a unit.
#[derive(Default)]
struct ResultGroup {
    found: [u128; 2],
    routes: Routes,
    own: Routes,
    /// Known sources; for own ones each route is another.
    known: Vec<(Source, Option<Route>)>,
    unknown: Vec<Source>,
}

impl ResultGroup {
    fn add(&mut self, one: &Evidence, policy: &Policy) {
        self.routes = self.routes.with(Routes::of(one.route));
        let (source, is_known) = match one.source {
            Source::Own { .. } => {
                self.own = self.own.with(Routes::of(one.route));
                ((one.source, Some(one.route)), true)
            }
            Source::Author(author) => ((one.source, None), policy.lists(author)),
            Source::Unsigned { .. } => ((one.source, None), false),
        };
        if is_known && !self.known.contains(&source) {
            self.known.push(source);
        } else if !is_known && !self.unknown.contains(&one.source) {
            self.unknown.push(one.source);
        }
    }

    /// Returns the number of copies that count under the policy. Without a list of authors, unknown
    /// sources together are one.
    fn copies(&self, policy: &Policy) -> u32 {
        let unknown = u32::from(!policy.has_list() && !self.unknown.is_empty());
        self.known.len() as u32 + unknown
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
        self.known.len() >= 2 && self.lack(policy.copies.max(2), policy).is_none()
    }
}

/// Returns the verdict over the results of a unit that are not withdrawn.
pub(crate) fn judge(evidence: &[Evidence], policy: &Policy) -> Verdict {
    let mut groups: Vec<ResultGroup> = Vec::new();
    for one in evidence {
        let at = groups.iter().position(|group| group.found == one.found);
        let at = at.unwrap_or_else(|| {
            groups.push(ResultGroup {
                found: one.found,
                ..ResultGroup::default()
            });
            groups.len() - 1
        });
        groups[at].add(one, policy);
    }
    let all = |routes: fn(&ResultGroup) -> Routes| {
        let sets = groups.iter().map(routes);
        sets.fold(Routes::default(), Routes::with)
    };
    let own = all(|group| group.own);
    if groups.is_empty() {
        return Verdict {
            lack: Some(Lack::Source),
            ..Verdict::default()
        };
    }
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
            known: group.known.len() as u32,
            unknown: group.unknown.len() as u32,
            lack: group.lack(policy.copies, policy),
        },
        Err(lack) => Verdict {
            state: State::Conflict,
            routes: all(|group| group.routes),
            own,
            lack: Some(lack),
            ..Verdict::default()
        },
    }
}

/// Returns the accepted group, or what would end the conflict.
fn accepted<'a>(groups: &'a [ResultGroup], policy: &Policy) -> Result<&'a ResultGroup, Lack> {
    let only = |is: &dyn Fn(&ResultGroup) -> bool| {
        let mut found = groups.iter().filter(|group| is(group));
        found.next().filter(|_| found.next().is_none())
    };
    if let [group] = groups {
        return Ok(group);
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
    let candidates = groups
        .iter()
        .filter(|group| !group.own.is_empty() || groups.iter().all(|other| other.own.is_empty()));
    let nearest = candidates.max_by_key(|group| group.known.len());
    let copies = policy.copies.max(2);
    Err(nearest
        .and_then(|group| group.lack(copies, policy))
        .unwrap_or(Lack::Source))
}
