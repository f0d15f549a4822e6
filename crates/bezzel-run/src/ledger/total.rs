//! The total of a ledger, with its evidence.

use bezzel_count::words::{hex, printable};
use bezzel_count::{Tally, Total, UnitResult};
use sha2::{Digest, Sha256};

use super::Ledger;
use super::error::LedgerError;
use crate::verdict::UnitState;

/// Primes of the residues that certificates state.
pub(super) const PRIMES: [u64; 2] = [(1 << 31) - 1, (1 << 61) - 1];

/// The result of a complete count.
#[derive(Debug, Clone, Default)]
pub struct FinalResult {
    /// The total, after the checks of [`Tally::verified_total`].
    pub total: Total,
    /// Number of units confirmed by both routes.
    pub confirmed_by_exchange: u64,
    /// Number of units confirmed by one route on two kinds of device.
    pub confirmed_by_repeat: u64,
    /// Number of units that were counted once.
    pub unconfirmed: u64,
    /// Sum of all unit values modulo 2³¹ − 1 and modulo 2⁶¹ − 1.
    pub remainders: [u64; 2],
    /// SHA-256 over name, value and joined pairs of all units in canonical order.
    pub digest: String,
    /// SHA-256 over the plan and the names of all units.
    pub fingerprint: String,
    /// Number of results that differ from the accepted ones.
    pub rejected: u64,
    /// Programs, backends and routes, with the number of their results.
    pub sources: Vec<(String, u64)>,
}

impl Ledger {
    /// Adds all units up. Fails unless every unit has an accepted result, or if a check fails.
    pub fn final_result(&self) -> Result<FinalResult, LedgerError> {
        self.file.check_place()?;
        let (results, plan) = (&self.results, self.plan());
        let mut found = FinalResult::default();
        let (mut tally, mut digest) = (Tally::default(), Sha256::new());
        let mut names = Sha256::new_with_prefix(format!(
            "bezzel plan {} n {}\n",
            bezzel_count::PLAN_VERSION,
            plan.n()
        ));
        if let Some(board) = plan.constraint() {
            names.update(format!("board {board}\n"));
        }
        for unit in plan.units() {
            names.update(format!("{unit}\n"));
            let verdict = results.verdict(unit.index());
            let Some([value, joined]) = verdict.accepted else {
                continue;
            };
            let result = UnitResult {
                value,
                joined,
                ..UnitResult::default()
            };
            tally.add(&unit, &result)?;
            digest.update(format!("{unit} {value} {joined}\n"));
            for (sum, prime) in found.remainders.iter_mut().zip(PRIMES) {
                *sum = ((u128::from(*sum) + value) % u128::from(prime)) as u64;
            }
            *match (verdict.state, verdict.by_both_routes) {
                (UnitState::Confirmed, true) => &mut found.confirmed_by_exchange,
                (UnitState::Confirmed, false) => &mut found.confirmed_by_repeat,
                _ => &mut found.unconfirmed,
            } += 1;
            let of_unit = results.of_unit(unit.index());
            found.rejected += of_unit.filter(|one| one.found() != [value, joined]).count() as u64;
        }
        if tally.units() != plan.len() {
            let conflicts = results.count(UnitState::Conflict);
            return Err(LedgerError::Unfinished {
                path: self.path().to_owned(),
                done: tally.units() + conflicts,
                units: plan.len(),
                conflicts,
            });
        }
        let total = tally.verified_total(plan);
        found.total = total.map_err(|error| LedgerError::WrongTotal(error.to_string()))?;
        (found.digest, found.fingerprint) = (hex(&digest.finalize()), hex(&names.finalize()));
        let sources = results
            .by_source()
            .into_iter()
            .map(|(source, route, results)| {
                let process = &source.process;
                let (program, host, backend) = (&process.program, &process.host, &source.backend);
                let text = format!("{program} {backend} {} on {host}", route.name());
                (printable(&text).into_owned(), results)
            });
        found.sources = sources.collect();
        found.sources.sort();
        Ok(found)
    }
}
