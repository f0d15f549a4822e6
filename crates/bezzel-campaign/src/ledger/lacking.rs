//! Results that units lack under the policy of a campaign, and authors on probation.

use std::collections::HashMap;

use bezzel_count::{Route, Unit};
use serde::Serialize;

use super::Ledger;
use super::results::Evidence;
use super::verdict::{BOTH, State, UnitVerdict, bit};
use crate::{Author, Error};

/// Numbers of counted units that lack something under the policy, each unit once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Lacking {
    /// Units that need results of more authors or, without signatures, of more processes.
    pub authors: u64,
    /// Units that have enough authors and need a result by the other route, of whichever author.
    pub routes: u64,
    /// Those of them that need the direct route.
    pub direct_route: u64,
    /// Those of them that need the exchanged route.
    pub exchanged_route: u64,
    /// Units that need one more author because an author is on probation.
    pub probation: u64,
}

impl Lacking {
    /// Returns the number of units that lack something.
    pub fn units(&self) -> u64 {
        self.authors + self.routes + self.probation
    }

    pub(super) fn add(&mut self, lack: Lack) {
        match lack {
            Lack::Authors => self.authors += 1,
            Lack::Route(route) => {
                self.routes += 1;
                match route {
                    Route::Direct => self.direct_route += 1,
                    Route::Exchanged => self.exchanged_route += 1,
                }
            }
            Lack::Probation => self.probation += 1,
        }
    }
}

/// Results that a counted unit lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lack {
    Authors,
    /// A result by this route, of whichever author.
    Route(Route),
    Probation,
}

impl Lack {
    /// Returns true if a result of this author would help, where there are these results.
    pub(super) fn is_filled_by(self, author: Author, evidence: &[Evidence]) -> bool {
        let mut own = evidence
            .iter()
            .filter(|one| one.record.author() == Some(author));
        match self {
            Self::Route(route) => own.all(|one| one.record.route != route),
            Self::Authors | Self::Probation => own.next().is_none(),
        }
    }
}

/// Returns the routes that are missing in a set of [bits](bit).
pub(super) fn missing_route(routes: u8) -> Option<Route> {
    let mut all = [Route::Direct, Route::Exchanged].into_iter();
    all.find(|route| routes & bit(*route) == 0)
}

/// Number of confirmed units with a result of each author; it decides about the probation.
#[derive(Debug, Default)]
pub(super) struct AuthorConfirmations(HashMap<Author, u64>);

impl AuthorConfirmations {
    /// Reads the confirmations of all authors, if the policy needs them.
    pub(super) fn of(ledger: &Ledger) -> Result<Self, Error> {
        let mut confirmations = Self::default();
        if ledger.policy.probation > 0 {
            ledger.each_unit(&mut |unit, evidence| {
                let verdict = UnitVerdict::of(evidence, &ledger.policy, unit);
                if verdict.state == State::Confirmed {
                    for author in authors_of(evidence, &verdict) {
                        *confirmations.0.entry(author).or_default() += 1;
                    }
                }
                Ok::<_, Error>(())
            })?;
        }
        Ok(confirmations)
    }

    pub(super) fn is_on_probation(&self, ledger: &Ledger, author: Author) -> bool {
        self.0.get(&author).copied().unwrap_or(0) < u64::from(ledger.policy.probation)
    }

    /// Returns what a unit with an accepted result lacks.
    pub(super) fn lack(
        &self,
        ledger: &Ledger,
        unit: u64,
        evidence: &[Evidence],
        verdict: &UnitVerdict,
    ) -> Option<Lack> {
        let need = ledger.policy.need(unit);
        if !verdict.suffices {
            let route = missing_route(verdict.routes);
            return Some(match route {
                Some(route) if verdict.voters >= need.copies => Lack::Route(route),
                _ => Lack::Authors,
            });
        }
        if ledger.policy.probation == 0 || verdict.own == BOTH {
            return None;
        }
        let authors = authors_of(evidence, verdict);
        let newcomers = authors
            .iter()
            .filter(|author| self.is_on_probation(ledger, **author))
            .count() as u32;
        let is_alone = verdict.voters - newcomers < need.copies && verdict.voters <= need.copies;
        is_alone.then_some(Lack::Probation)
    }
}

/// Returns the authors of imported results that agree with the accepted one, each once.
fn authors_of(evidence: &[Evidence], verdict: &UnitVerdict) -> Vec<Author> {
    let counts = |one: &&Evidence| {
        let agrees = |accepted: bezzel_count::UnitResult| accepted.agrees(&one.record.result);
        !one.own && !one.withdrawn && verdict.accepted.is_some_and(agrees)
    };
    let authors = evidence.iter().filter(counts);
    let mut authors: Vec<Author> = authors.filter_map(|one| one.record.author()).collect();
    authors.sort_unstable();
    authors.dedup();
    authors
}

impl Ledger {
    /// Visits the units that lack a result under the policy of the campaign: those without one,
    /// those that need more, and those in conflict if further authors can end it. Leaves out those to
    /// which this author can add nothing, and those that have a result by this route.
    pub(super) fn each_lacking<E: From<Error>>(
        &self,
        author: Option<Author>,
        route: Option<Route>,
        visit: &mut dyn FnMut(&Unit) -> Result<(), E>,
    ) -> Result<(), E> {
        let _snapshot = self.read_snapshot()?;
        let confirmations = AuthorConfirmations::of(self)?;
        let mut next = 0;
        let until = |from: u64, to: u64, visit: &mut dyn FnMut(&Unit) -> Result<(), E>| {
            (from..to).try_for_each(|unit| visit(&self.units.unit(unit)?))
        };
        self.each_unit(&mut |unit, evidence| {
            until(next, unit, visit)?;
            next = unit + 1;
            let verdict = UnitVerdict::of(evidence, &self.policy, unit);
            let lack = match verdict.state {
                State::Open | State::Leased => Some(Lack::Authors),
                State::Conflict => {
                    let outvotes = self.policy.need(unit).outvotes && self.policy.copies > 1;
                    outvotes.then_some(Lack::Authors)
                }
                _ => confirmations.lack(self, unit, evidence, &verdict),
            };
            let can_add = |lack: Lack| author.is_none_or(|one| lack.is_filled_by(one, evidence));
            let lacks_route = route.is_none_or(|route| verdict.routes & bit(route) == 0);
            if lack.is_some_and(can_add) && lacks_route {
                visit(&self.units.unit(unit)?)?;
            }
            Ok::<_, E>(())
        })?;
        until(next, self.units.plan().len(), visit)
    }
}
