//! Authors of results: signers, machines without a signature, and this ledger's own processes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Ledger;
use super::lacking::AuthorConfirmations;
use super::verdict::{State, UnitVerdict};
use crate::{Admission, Author, Error, printable};

/// The results of one author.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AuthorReport {
    /// The author; none for results without a signature.
    pub author: Option<Author>,
    /// The name in the list of the campaign, or the machine that unsigned results claim.
    pub name: String,
    /// True for results of processes that had this ledger open.
    pub own: bool,
    /// True if the policy of the campaign lists the author.
    pub listed: bool,
    /// True if the author is on probation: too few of the units agreed with others.
    pub on_probation: bool,
    /// Number of results.
    pub results: u64,
    /// Number of these that agree with the accepted result of a confirmed unit.
    pub agreed: u64,
    /// Number of these that are accepted, but not confirmed.
    pub unconfirmed: u64,
    /// Number of rejected results.
    pub disagreed: u64,
    /// Number of results of units in conflict.
    pub in_conflict: u64,
    /// Number of withdrawn results.
    pub withdrawn: u64,
}

/// Whose results these are.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Own,
    Author(Author),
    Host(String),
}

impl Ledger {
    /// Returns the results of each author: own ones first, then those of authors, then unsigned
    /// ones by machine.
    pub fn authors(&self) -> Result<Vec<AuthorReport>, Error> {
        let _snapshot = self.read_snapshot()?;
        let confirmations = AuthorConfirmations::of(self)?;
        let mut found: BTreeMap<Who, AuthorReport> = BTreeMap::new();
        if let Admission::Listed(list) = &self.policy.authors {
            for author in list.keys() {
                found.entry(Who::Author(*author)).or_default();
            }
        }
        self.each_unit(&mut |unit, evidence| {
            let verdict = UnitVerdict::of(evidence, &self.policy, unit);
            for one in evidence {
                let who = match one.record.author() {
                    _ if one.own => Who::Own,
                    Some(author) => Who::Author(author),
                    None => Who::Host(printable(&one.record.origin.host).into_owned()),
                };
                let report = found.entry(who).or_default();
                report.results += 1;
                let agrees = verdict
                    .accepted
                    .map(|accepted| accepted.agrees(&one.record.result));
                *match (one.withdrawn, agrees, verdict.state) {
                    (true, ..) => &mut report.withdrawn,
                    (_, Some(false), _) => &mut report.disagreed,
                    (_, Some(true), State::Confirmed) => &mut report.agreed,
                    (_, Some(true), _) => &mut report.unconfirmed,
                    (_, None, _) => &mut report.in_conflict,
                } += 1;
            }
            Ok::<_, Error>(())
        })?;
        let reports = found.into_iter().map(|(who, report)| match who {
            Who::Own => AuthorReport {
                own: true,
                ..report
            },
            Who::Host(name) => AuthorReport { name, ..report },
            Who::Author(author) => {
                let name = match &self.policy.authors {
                    Admission::Listed(list) => list.get(&author),
                    _ => None,
                };
                AuthorReport {
                    author: Some(author),
                    listed: name.is_some(),
                    name: name.cloned().unwrap_or_default(),
                    on_probation: confirmations.is_on_probation(self, author),
                    ..report
                }
            }
        });
        Ok(reports.collect())
    }
}
