//! The results that each unit still needs, for a server that leases units to authors.

use bezzel_count::Route;

use super::Ledger;
use super::lacking::{AuthorConfirmations, Lack};
use super::results::{Evidence, Receipt, RecordOutcome};
use super::verdict::{State, UnitVerdict, bit};
use crate::record::now;
use crate::{Author, Error, Record};

/// The needs of all units under the policy of a campaign, as of the time it was read.
///
/// ```
/// use bezzel_campaign::{Demand, Ledger};
/// # let folder = tempfile::tempdir()?;
/// let ledger = Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// let demand = Demand::of(&ledger)?;
/// assert_eq!(demand.of_unit(&ledger, 0)?.wanted, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Demand {
    confirmations: AuthorConfirmations,
}

/// The needs of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitDemand {
    /// Index of the unit in canonical order.
    pub unit: u64,
    /// Number of further authors who must count it. 0 also for a conflict that further authors
    /// cannot end.
    pub wanted: u32,
    /// The routes of its results that count.
    pub routes: RouteSet,
    /// The authors of its results.
    pub authors: Vec<Author>,
    /// Those of them who can add a result all the same: only a route is missing, by which they have
    /// none.
    pub can_add: Vec<Author>,
}

/// A set of routes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RouteSet(u8);

impl RouteSet {
    /// Returns true if it contains this route.
    pub fn contains(self, route: Route) -> bool {
        self.0 & bit(route) != 0
    }

    /// Adds a route.
    pub fn insert(&mut self, route: Route) {
        self.0 |= bit(route);
    }
}

/// The result of storing a result of others.
#[derive(Debug, Clone, PartialEq)]
pub struct Received {
    /// The outcome.
    pub outcome: RecordOutcome,
    /// The line of the log, unless the result was stored before.
    pub log_line: Option<String>,
}

impl Demand {
    /// Reads the confirmations of all authors, which decide about probations.
    pub fn of(ledger: &Ledger) -> Result<Self, Error> {
        let confirmations = AuthorConfirmations::of(ledger)?;
        Ok(Self { confirmations })
    }

    /// Visits all units that have results, in canonical order.
    pub fn each<E: From<Error>>(
        &self,
        ledger: &Ledger,
        visit: &mut dyn FnMut(UnitDemand) -> Result<(), E>,
    ) -> Result<(), E> {
        let _snapshot = ledger.read_snapshot()?;
        ledger.each_unit(&mut |unit, evidence| visit(self.demand(ledger, unit, evidence)))
    }

    /// Returns the needs of one unit.
    pub fn of_unit(&self, ledger: &Ledger, unit: u64) -> Result<UnitDemand, Error> {
        let evidence = ledger.evidence(unit)?;
        Ok(self.demand(ledger, unit, &evidence))
    }

    fn demand(&self, ledger: &Ledger, unit: u64, evidence: &[Evidence]) -> UnitDemand {
        let verdict = UnitVerdict::of(evidence, &ledger.policy, unit);
        let need = ledger.policy.need(unit);
        let lack = self.confirmations.lack(ledger, unit, evidence, &verdict);
        let wanted = match (verdict.state, lack) {
            (State::Open | State::Leased, _) => need.copies,
            (State::Conflict, _) => u32::from(need.outvotes && ledger.policy.copies > 1),
            (_, Some(Lack::Authors)) => need.copies - verdict.voters,
            (_, Some(Lack::Route(_) | Lack::Probation)) => 1,
            (_, None) => 0,
        };
        let authors = evidence.iter().filter_map(|one| one.record.author());
        let mut authors: Vec<Author> = authors.collect();
        authors.sort_unstable();
        authors.dedup();
        let mut can_add = Vec::new();
        if let Some(lack) = lack.filter(|_| verdict.accepted.is_some()) {
            let fills = |author: &&Author| lack.is_filled_by(**author, evidence);
            can_add = authors.iter().filter(fills).copied().collect();
        }
        UnitDemand {
            unit,
            wanted,
            routes: RouteSet(verdict.routes),
            authors,
            can_add,
        }
    }
}

impl Ledger {
    /// Stores results like [`import`](Self::import) and returns their lines of the log.
    pub fn receive(&mut self, records: &[Record]) -> Result<Vec<Received>, Error> {
        records.iter().try_for_each(|record| self.admit(record))?;
        let received = now();
        let outcomes = self.store(records, &|_| Receipt {
            own: false,
            received,
        })?;
        let both = records.iter().zip(outcomes);
        both.map(|(record, outcome)| {
            let is_new = outcome != RecordOutcome::Identical;
            let line = |line: String| super::log::result_line(false, received, &line);
            let log_line = is_new.then(|| self.units.line(record).map(line));
            Ok(Received {
                outcome,
                log_line: log_line.transpose()?,
            })
        })
        .collect()
    }

    /// Fails if the policy of the campaign does not accept results of this author.
    pub fn accepts(&self, author: Author) -> Result<(), Error> {
        let admitted = self.policy.admit(Some(author));
        admitted.map_err(|what| Error::NotAccepted { what })
    }
}
