//! The total of a campaign, with its evidence.

use std::collections::HashSet;

use bezzel_count::{Tally, Total};
use sha2::{Digest, Sha256};

use super::Ledger;
use super::lacking::AuthorConfirmations;
use super::results::{Evidence, PRIMES, residues};
use super::verdict::{BOTH, State, UnitVerdict};
use crate::units::hex;
use crate::{Author, Error, ProcessInfo, RouteName, printable};

/// The result of a complete campaign.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// let result = ledger.final_result()?;
/// assert_eq!(result.total.solutions, 92);
/// assert_eq!((result.confirmed_by_exchange, result.rejected.len()), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct FinalResult {
    /// The total, after the checks of [`Tally::verified_total`].
    pub total: Total,
    /// Number of units confirmed by the exchanged route.
    pub confirmed_by_exchange: u64,
    /// Number of units confirmed only by a repeat of the same route.
    pub confirmed_by_repeat: u64,
    /// Number of units for which the policy asks for different authors, and which are confirmed only
    /// because imported results without a signature name different processes.
    pub confirmed_by_names: u64,
    /// Number of units that own processes counted, by one route or both: imported results of these
    /// units agree or are rejected.
    pub own: u64,
    /// Number of units that own processes counted by both routes, which outranks imported results.
    pub recounted: u64,
    /// Number of units that rest on the result of one origin.
    pub unconfirmed: u64,
    /// Number of units that rest on the imported result of one origin.
    pub unconfirmed_imports: u64,
    /// Fewest different origins (authors, or processes if unsigned) that agree on one of the other
    /// units.
    pub fewest_origins: u32,
    /// Sum of all unit values modulo 2³¹ − 1 and modulo 2⁶¹ − 1, from the stored residues alone.
    pub remainders: [u64; 2],
    /// SHA-256 over name, value and joined pairs of all units in canonical order.
    pub digest: String,
    /// Number of results.
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
    /// Returns true if every unit is confirmed under the policy of the campaign: results of different
    /// origins agree on it, or own processes counted it by both routes.
    pub fn is_confirmed(&self) -> bool {
        self.unconfirmed == 0
    }
}

impl Ledger {
    /// Adds the campaign up. Fails unless every unit has the results that the policy of the campaign
    /// demands and none is in conflict, or if a check fails.
    pub fn final_result(&self) -> Result<FinalResult, Error> {
        let _snapshot = self.read_snapshot()?;
        let mut sums = Sums {
            confirmations: AuthorConfirmations::of(self)?,
            fewest_origins: u32::MAX,
            ..Sums::default()
        };
        self.each_unit(&mut |unit, evidence| sums.add(self, unit, evidence))?;
        let plan = self.units.plan();
        if sums.tally.units() != plan.len() {
            return Err(Error::Unfinished {
                done: sums.tally.units() + sums.conflicts,
                units: plan.len(),
                conflicts: sums.conflicts,
            });
        }
        if sums.lacking > 0 {
            return Err(Error::PolicyUnmet {
                missing: sums.lacking,
                units: plan.len(),
            });
        }
        let total = sums.tally.verified_total(plan);
        let total = total.map_err(|error| Error::WrongTotal {
            what: error.to_string(),
        })?;
        for (prime, remainder) in PRIMES.iter().zip(sums.remainders) {
            if sums.values % u128::from(*prime) != u128::from(remainder) {
                let what = format!("the residues of the unit values modulo {prime} do not add up");
                return Err(self.damaged(what));
            }
        }
        Ok(FinalResult {
            total,
            confirmed_by_exchange: sums.by_exchange,
            confirmed_by_repeat: sums.by_repeat,
            confirmed_by_names: sums.by_names,
            own: sums.own,
            recounted: sums.recounted,
            unconfirmed: sums.unconfirmed,
            unconfirmed_imports: sums.unconfirmed_imports,
            fewest_origins: sums.fewest_origins,
            remainders: sums.remainders,
            digest: hex(&sums.hash.finalize()),
            results: sums.results,
            rejected: sums.rejected,
            withdrawn: sums.withdrawn,
            authors: sums.authors.len() as u64,
            sources: sums.sources.into_iter().collect(),
        })
    }
}

#[derive(Default)]
struct Sums {
    tally: Tally,
    values: u128,
    remainders: [u64; 2],
    hash: Sha256,
    results: u64,
    conflicts: u64,
    by_exchange: u64,
    by_repeat: u64,
    by_names: u64,
    own: u64,
    recounted: u64,
    unconfirmed: u64,
    unconfirmed_imports: u64,
    fewest_origins: u32,
    confirmations: AuthorConfirmations,
    /// Number of units that lack something under the policy.
    lacking: u64,
    withdrawn: u64,
    authors: HashSet<Author>,
    rejected: Vec<String>,
    sources: std::collections::BTreeMap<String, u64>,
}

impl Sums {
    fn add(&mut self, ledger: &Ledger, unit: u64, evidence: &[Evidence]) -> Result<(), Error> {
        let verdict = UnitVerdict::of(evidence, &ledger.policy, unit);
        self.add_sources(ledger, evidence, &verdict)?;
        let Some(accepted) = verdict.accepted else {
            self.conflicts += u64::from(verdict.state == State::Conflict);
            return Ok(());
        };
        let lack = self.confirmations.lack(ledger, unit, evidence, &verdict);
        self.lacking += u64::from(lack.is_some());
        self.recounted += u64::from(verdict.own == BOTH);
        self.by_names += u64::from(verdict.by_names);
        if verdict.own == 0 {
            self.fewest_origins = self.fewest_origins.min(verdict.voters);
        } else {
            self.own += 1;
        }
        let unit = ledger.units.unit(unit)?;
        self.tally.add(&unit, &accepted)?;
        // The tally has rejected values whose sum exceeds half of the range.
        self.values += accepted.value;
        for ((sum, residue), prime) in self
            .remainders
            .iter_mut()
            .zip(residues(accepted.value))
            .zip(PRIMES)
        {
            *sum = (*sum + residue) % prime;
        }
        let line = format!("{unit} {} {}\n", accepted.value, accepted.joined);
        self.hash.update(line);
        match (verdict.state, verdict.routes) {
            (State::Confirmed, BOTH) => self.by_exchange += 1,
            (State::Confirmed, _) => self.by_repeat += 1,
            _ => {
                self.unconfirmed += 1;
                self.unconfirmed_imports += u64::from(verdict.own == 0);
            }
        }
        Ok(())
    }

    /// Adds the results of a unit to the lists of sources and of rejected results.
    fn add_sources(
        &mut self,
        ledger: &Ledger,
        evidence: &[Evidence],
        verdict: &UnitVerdict,
    ) -> Result<(), Error> {
        for Evidence {
            record, withdrawn, ..
        } in evidence
        {
            self.results += 1;
            if *withdrawn {
                self.withdrawn += 1;
                continue;
            }
            let ProcessInfo { program, host, .. } = record.origin.as_ref();
            let route = RouteName(record.route);
            let by = match record.author() {
                Some(author) => format!(", signed by {author}"),
                None => String::new(),
            };
            let source = format!("{program} {} {route} on {host}{by}", record.backend);
            let source = printable(&source).into_owned();
            *self.sources.entry(source).or_default() += 1;
            self.authors.extend(record.author());
            if verdict
                .accepted
                .is_some_and(|it| !it.agrees(&record.result))
            {
                self.rejected.push(ledger.units.shown(record)?);
            }
        }
        Ok(())
    }
}
