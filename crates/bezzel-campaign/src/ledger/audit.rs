//! Audits: random parts of results that are committed to their parts.

use bezzel_count::{PartSum, Unit};

use super::Ledger;
use super::results::Evidence;
use crate::commitment::{draw, drawn_parts};
use crate::{Error, PartProof, Record, ResultFilter};

/// A draw of parts. It is a function of the seed and of the roots, which their authors have signed
/// before: anyone who knows both can repeat it.
///
/// ```
/// use bezzel_campaign::{Audit, Ledger};
/// # let folder = tempfile::tempdir()?;
/// let ledger = Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// let audit = Audit { seed: 1, fraction: 0.05, parts: 2, ..Audit::default() };
/// assert_eq!(ledger.draw(&audit)?.with_parts, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Audit {
    /// Seed of the draw.
    pub seed: u64,
    /// Fraction of the results that are drawn, 0 to 1.
    pub fraction: f64,
    /// Number of parts of each of these results.
    pub parts: u32,
    /// Properties that the results have.
    pub filter: ResultFilter,
}

/// Results drawn for an audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnResults {
    /// Number of imported results that count and are committed to their parts.
    pub with_parts: u64,
    /// Number of imported results that count and are not.
    pub without_parts: u64,
    /// The units of the drawn results, with the checksums of these.
    pub drawn: Vec<(u64, u64)>,
}

/// A part to recount.
#[derive(Debug, Clone)]
pub struct DrawnPart {
    /// The result that is committed to it.
    pub record: Record,
    /// The proof of that.
    pub proof: PartProof,
    /// The part as a unit.
    pub unit: Unit,
}

impl DrawnPart {
    /// Returns true if a recount, by whichever route, confirms the part.
    pub fn agrees(&self, recount: &PartSum) -> bool {
        self.proof.sum() == *recount
    }
}

impl Ledger {
    /// Draws results of others that are committed to their parts and do count.
    pub fn draw(&self, audit: &Audit) -> Result<DrawnResults, Error> {
        let (mut drawn, mut without_parts) = (Vec::new(), 0);
        self.each_unit(&mut |unit, evidence| {
            let counts = |one: &&Evidence| !one.own && !one.withdrawn && audit.filter.covers(one);
            for Evidence { record, .. } in evidence.iter().filter(counts) {
                match &record.commitment {
                    Some(some) if !some.parts().is_empty() => {
                        let order = draw(audit.seed, self.units.fingerprint(), some.root(), 0);
                        drawn.push((order, unit, self.units.checksum(record)?));
                    }
                    _ => without_parts += 1,
                }
            }
            Ok::<_, Error>(())
        })?;
        let with_parts = drawn.len() as u64;
        drawn.sort_unstable();
        drawn.truncate((audit.fraction * with_parts as f64).ceil() as usize);
        let drawn = drawn
            .into_iter()
            .map(|(_, unit, checksum)| (unit, checksum));
        Ok(DrawnResults {
            with_parts,
            without_parts,
            drawn: drawn.collect(),
        })
    }

    /// Returns the drawn parts of some drawn results. Fails if the parts of a result do not fit its
    /// root: the ledger has checked them when it received the result.
    pub fn parts_of(&self, audit: &Audit, drawn: &[(u64, u64)]) -> Result<Vec<DrawnPart>, Error> {
        let mut found = Vec::new();
        for (unit, checksum) in drawn {
            let units = self.units.unit(*unit)?.parts();
            for Evidence { record, .. } in self.evidence(*unit)? {
                let Some(commitment) = &record.commitment else {
                    continue;
                };
                if self.units.checksum(&record)? != *checksum {
                    continue;
                }
                let (seed, fingerprint) = (audit.seed, self.units.fingerprint());
                let count = units.len() as u32;
                for part in drawn_parts(seed, fingerprint, commitment.root(), audit.parts, count) {
                    let proof = PartProof::of(&self.units, &record, part);
                    let proof = proof.map_err(|error| self.damaged(error.to_string()))?;
                    proof.check(&self.units, &record)?;
                    found.push(DrawnPart {
                        record: record.clone(),
                        proof,
                        unit: units[part as usize].clone(),
                    });
                }
            }
        }
        Ok(found)
    }
}
