//! Results by their sources: own processes, authors, and machines without a signature.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Ledger;
use crate::judge::State;
use crate::{Author, printable};

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
    /// Results that the ledger has, withdrawn ones included.
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

/// A key of reports in their order: 0 for own results, 1 with an author, 2 with a machine.
type Source = (u8, Option<Author>, String);

impl Ledger {
    /// Returns the results of each author: own ones first, then those of authors, then unsigned
    /// ones by machine.
    pub fn authors(&self) -> Vec<AuthorReport> {
        let state = &self.state;
        let list = state.policy.authors.as_ref();
        let listed = list.into_iter().flatten();
        let listed = listed.map(|(author, _)| (1, Some(*author), String::new()));
        let mut found: BTreeMap<Source, AuthorReport> = listed
            .map(|source| (source, AuthorReport::default()))
            .collect();
        for unit in 0..state.units.plan().len() as u32 {
            let verdict = state.verdict(unit);
            for entry in state.results_of(unit).map(|at| &state.entries[at]) {
                let info = &state.sources[entry.source as usize];
                let source = match info.author {
                    _ if entry.own => (0, None, String::new()),
                    Some(author) => (1, Some(author), String::new()),
                    None => (2, None, printable(&info.process.host).into_owned()),
                };
                let report = found.entry(source).or_default();
                report.results += 1;
                let agrees = verdict.accepted.map(|accepted| accepted == entry.found);
                *match (entry.withdrawn, agrees, verdict.state) {
                    (true, ..) => &mut report.withdrawn,
                    (_, Some(false), _) => &mut report.disagreed,
                    (_, Some(true), State::Confirmed) => &mut report.agreed,
                    (_, Some(true), _) => &mut report.unconfirmed,
                    (_, None, _) => &mut report.in_conflict,
                } += 1;
            }
        }
        let reports = found.into_iter().map(|((kind, author, host), report)| {
            let name = author.and_then(|author| list?.get(&author));
            AuthorReport {
                author,
                own: kind == 0,
                listed: name.is_some(),
                name: name.cloned().unwrap_or(host),
                ..report
            }
        });
        reports.collect()
    }
}
