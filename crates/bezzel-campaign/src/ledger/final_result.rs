//! The total of a campaign, with its evidence.

use std::collections::{BTreeMap, HashMap, HashSet};

use bezzel_count::{Route, Tally, Total, UnitResult};
use sha2::{Digest, Sha256};

use super::Ledger;
use crate::judge::{Routes, State, Verdict};
use crate::stored_result::route_name;
use crate::words::hex;
use crate::{Author, Error, printable};

/// Primes of the residues that certificates state.
pub(crate) const PRIMES: [u64; 2] = [(1 << 31) - 1, (1 << 61) - 1];

/// The result of a complete campaign.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let mut counter = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let units: Vec<_> = ledger.lease(100)?.into_iter().map(|lease| lease.unit).collect();
/// # let route = bezzel_count::Route::Direct;
/// # let results = bezzel_campaign::StoredResult::count(&mut counter, &units, route, &process)?;
/// # ledger.record(&results)?;
/// let result = ledger.final_result()?;
/// assert_eq!(result.total.solutions, 92);
/// assert_eq!((result.confirmed_by_exchange, result.rejected.len()), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct FinalResult {
    /// The total, after the checks of [`Tally::verified_total`].
    pub total: Total,
    /// Number of units confirmed by the exchanged route.
    pub confirmed_by_exchange: u64,
    /// Number of units confirmed by one route only: by authors, or on another device.
    pub confirmed_by_repeat: u64,
    /// Number of units that own processes counted, by one route or both: imported results of these
    /// units agree or are rejected.
    pub own: u64,
    /// Number of units that own processes counted by both routes, which outranks imported results.
    pub recounted: u64,
    /// Number of units that are not confirmed.
    pub unconfirmed: u64,
    /// Number of these that no own process counted.
    pub unconfirmed_imports: u64,
    /// Number of these on which unsigned results of several processes agree.
    pub unsigned_agree: u64,
    /// Sum of all unit values modulo 2³¹ − 1 and modulo 2⁶¹ − 1.
    pub remainders: [u64; 2],
    /// SHA-256 over name, value and joined pairs of all units in canonical order.
    pub digest: String,
    /// Results that the ledger has, rejected and withdrawn ones included.
    pub results: u64,
    /// Rejected results, as printable lines.
    pub rejected: Vec<String>,
    /// Number of withdrawn results.
    pub withdrawn: u64,
    /// Number of authors whose signed results count.
    pub authors: u64,
    /// Programs, backends and routes, with the number of their results.
    pub sources: Vec<(String, u64)>,
}

impl FinalResult {
    /// Returns true if every unit is confirmed: sources that the organiser knows agree on it.
    pub fn is_confirmed(&self) -> bool {
        self.unconfirmed == 0
    }
}

impl Ledger {
    /// Adds the campaign up. Fails unless every unit has the results that the policy of the campaign
    /// demands and none is in conflict, or if a check fails.
    pub fn final_result(&self) -> Result<FinalResult, Error> {
        self.check_place()?;
        let state = &self.state;
        let plan = state.units.plan();
        let mut found = FinalResult {
            results: state.entries.len() as u64,
            ..FinalResult::default()
        };
        let (mut tally, mut hash, mut lacking) = (Tally::default(), Sha256::new(), 0);
        let mut rejected = Vec::new();
        for unit in plan.units() {
            let verdict = state.verdict(unit.index() as u32);
            let Some([value, joined]) = verdict.accepted else {
                continue;
            };
            let result = UnitResult {
                value,
                joined,
                ..UnitResult::default()
            };
            tally.add(&unit, &result)?;
            hash.update(format!("{unit} {value} {joined}\n"));
            for (sum, prime) in found.remainders.iter_mut().zip(PRIMES) {
                *sum = ((u128::from(*sum) + value) % u128::from(prime)) as u64;
            }
            lacking += u64::from(verdict.lack.is_some());
            found.add(&verdict);
            let results = state.results_of(unit.index() as u32);
            rejected.extend(results.filter(|at| {
                let entry = &state.entries[*at];
                !entry.withdrawn && entry.found != [value, joined]
            }));
        }
        if tally.units() != plan.len() {
            let conflicts = state.count(State::Conflict);
            return Err(Error::Unfinished {
                done: tally.units() + conflicts,
                units: plan.len(),
                conflicts,
            });
        }
        if lacking > 0 {
            return Err(Error::PolicyUnmet {
                missing: lacking,
                units: plan.len(),
            });
        }
        let total = tally.verified_total(plan);
        found.total = total.map_err(|error| Error::WrongTotal(error.to_string()))?;
        found.digest = hex(&hash.finalize());
        let rejected = rejected.into_iter().map(|at| self.shown(at));
        found.rejected = rejected.collect::<Result<_, _>>()?;
        self.add_sources(&mut found);
        Ok(found)
    }

    fn add_sources(&self, found: &mut FinalResult) {
        let state = &self.state;
        let mut sources: BTreeMap<String, u64> = BTreeMap::new();
        let mut counted: HashMap<(u32, Route), u64> = HashMap::new();
        for entry in state.entries.iter().filter(|entry| !entry.withdrawn) {
            *counted.entry((entry.source, entry.route)).or_default() += 1;
        }
        found.withdrawn = found.results - counted.values().sum::<u64>();
        let mut authors: HashSet<Author> = HashSet::new();
        for ((source, route), number) in counted {
            let info = &state.sources[source as usize];
            authors.extend(info.author);
            let (program, host) = (&info.process.program, &info.process.host);
            let (backend, route) = (&info.backend, route_name(route));
            let mut text = format!("{program} {backend} {route} on {host}");
            if let Some(author) = info.author {
                text += &format!(", signed by {author}");
            }
            *sources.entry(printable(&text).into_owned()).or_default() += number;
        }
        found.authors = authors.len() as u64;
        found.sources = sources.into_iter().collect();
    }

    /// Returns the value of a unit. Fails with [`Error::Unfinished`] if it has no result, if its
    /// results are in conflict, or if it lacks results under the policy of the campaign.
    pub fn accepted_value(&self, unit: u64) -> Result<u128, Error> {
        self.state.units.unit(unit)?;
        let verdict = self.state.verdict(unit as u32);
        let accepted = verdict.accepted.filter(|_| verdict.lack.is_none());
        accepted.map(|[value, _]| value).ok_or(Error::Unfinished {
            done: 0,
            units: 1,
            conflicts: u64::from(verdict.state == State::Conflict),
        })
    }
}

impl FinalResult {
    /// Adds the verdict over a unit with an accepted result.
    fn add(&mut self, verdict: &Verdict) {
        self.recounted += u64::from(verdict.own == Routes::BOTH);
        self.own += u64::from(!verdict.own.is_empty());
        match (verdict.state, verdict.routes) {
            (State::Confirmed, Routes::BOTH) => self.confirmed_by_exchange += 1,
            (State::Confirmed, _) => self.confirmed_by_repeat += 1,
            _ => {
                self.unconfirmed += 1;
                self.unconfirmed_imports += u64::from(verdict.own.is_empty());
                self.unsigned_agree += u64::from(verdict.unknown > 1);
            }
        }
    }
}
