//! The policy of a campaign: who may add results, and how many of them a unit needs.

use sha2::{Digest, Sha256};

use crate::record::now;
use crate::units::hex;
use crate::{Author, AuthorList, Error, Record, utc};

/// A million: fractions of a policy are in parts per million.
const MILLION: u32 = 1_000_000;
/// Maximum number of copies and of units of a probation.
const MAX_COPIES: u32 = 100;
const MAX_PROBATION: u32 = 1_000_000;
/// Number of seconds by which the clocks of authors may be wrong: a day.
const CLOCK_TOLERANCE: i64 = 86_400;

/// The authors whose results a campaign accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// Anyone, also results without a signature.
    Anyone,
    /// Anyone who signs.
    Signed,
    /// These authors.
    Listed(AuthorList),
}

/// The policy of a campaign, which is chosen when its ledger is created.
///
/// ```
/// use bezzel_campaign::{Admission, Policy};
/// let policy = Policy { authors: Admission::Signed, copies: 2, ..Policy::default() };
/// assert_eq!(policy.check()?.to_string(), "signed results of anyone; 2 different authors for each unit");
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// The authors whose results are accepted.
    pub authors: Admission,
    /// Number of different authors whose results of a unit must agree, 1 to 100.
    pub copies: u32,
    /// True if the agreeing results of a unit must contain both routes.
    pub both_routes: bool,
    /// Part of the units that need one more author, in parts per million. These units are drawn at
    /// random, and the draw is stored in the ledger.
    pub audit: u32,
    /// Number of units in which an author must agree with others before a unit may rest on the
    /// results of that author alone.
    pub probation: u32,
    /// Seed of the draw of audited units.
    pub seed: u64,
    /// Time at which the campaign was made, in seconds since 1970. Results of others that state a time
    /// more than a day before it are backdated, and those more than a day ahead of the clock of this
    /// machine are dated in the future: neither is accepted. None if times are not checked.
    pub since: Option<i64>,
    /// True if results of others must be committed to their parts, so that parts can be audited.
    pub commit_parts: bool,
}

impl Default for Policy {
    /// Returns the policy of a campaign among trusted machines: results of anyone, and one result
    /// suffices.
    fn default() -> Self {
        Self {
            authors: Admission::Anyone,
            copies: 1,
            both_routes: false,
            audit: 0,
            probation: 0,
            seed: 0,
            since: None,
            commit_parts: false,
        }
    }
}

/// The needs of one unit under a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Need {
    /// Number of different voters.
    pub(crate) copies: u32,
    pub(crate) both_routes: bool,
    /// True if the agreement of so many voters outvotes others.
    pub(crate) outvotes: bool,
}

impl Policy {
    /// Returns the policy. Fails if a number is out of its range, or if a probation has no
    /// authors.
    pub fn check(self) -> Result<Self, Error> {
        let wrong = |what: String| Err(Error::Policy { what });
        if !(1..=MAX_COPIES).contains(&self.copies) {
            return wrong(format!(
                "expected 1 to {MAX_COPIES} copies, found {}",
                self.copies
            ));
        }
        if self.audit > MILLION {
            return wrong(format!(
                "expected an audited part of 0% to 100%, found {}",
                percent(self.audit)
            ));
        }
        if self.probation > MAX_PROBATION {
            return wrong(format!(
                "expected a probation of at most {MAX_PROBATION} units, found {}",
                self.probation
            ));
        }
        if self.probation > 0 && self.authors == Admission::Anyone {
            return wrong(
                "expected authors with keys for a probation, found a policy that accepts results \
                 without a signature"
                    .to_owned(),
            );
        }
        Ok(self)
    }

    /// Returns true if every single result suffices.
    pub fn is_default(&self) -> bool {
        self == &Self::default()
    }

    /// Fails if the policy does not accept results of this author, or unsigned ones for `None`.
    pub(crate) fn admit(&self, author: Option<Author>) -> Result<(), String> {
        match (&self.authors, author) {
            (Admission::Anyone, _) | (Admission::Signed, Some(_)) => Ok(()),
            (Admission::Signed, None) => {
                Err("expected a signed result, found one without a signature".to_owned())
            }
            (Admission::Listed(list), Some(author)) if list.contains_key(&author) => Ok(()),
            (Admission::Listed(_), Some(author)) => Err(format!(
                "expected a result of an author in the list of the campaign, found author {author}"
            )),
            (Admission::Listed(_), None) => Err(
                "expected a result signed by an author in the list of the campaign, found one \
                 without a signature"
                    .to_owned(),
            ),
        }
    }

    /// Returns the policy of a new campaign, whose time is now. Fails if no result could ever meet
    /// it: the authors in the list are fewer than a unit needs.
    pub fn begun(self) -> Result<Self, Error> {
        let policy = self.check()?;
        let since = match &policy.authors {
            // These authors are trusted with more than their clocks.
            Admission::Anyone => None,
            Admission::Signed => Some(now()),
            Admission::Listed(list) => {
                let needed =
                    policy.copies + u32::from(policy.audit > 0) + u32::from(policy.probation > 0);
                if list.len() < needed as usize {
                    let what = format!(
                        "expected a list of at least {needed} authors, found {}: a unit may need {} \
                         different ones",
                        list.len(),
                        needed
                    );
                    return Err(Error::Policy { what });
                }
                Some(now())
            }
        };
        Ok(Self { since, ..policy })
    }

    /// Fails if the time that a result states is not possible.
    pub(crate) fn admit_time(&self, record: &Record) -> Result<(), String> {
        let Some(since) = self.since else {
            return Ok(());
        };
        let (earliest, latest) = (
            since.saturating_sub(CLOCK_TOLERANCE),
            now().saturating_add(CLOCK_TOLERANCE),
        );
        if (earliest..=latest).contains(&record.time) {
            return Ok(());
        }
        let fault = if record.time < earliest {
            "backdated"
        } else {
            "dated in the future"
        };
        Err(format!(
            "expected a result counted after {} (the campaign was made) and before {} (now), with a \
             day for wrong clocks, found {}: the result is {fault}",
            utc(since),
            utc(now()),
            utc(record.time)
        ))
    }

    /// Fails if the policy demands a result with parts, and this one has none.
    pub(crate) fn admit_parts(&self, record: &Record) -> Result<(), String> {
        let commitment = record.commitment.as_ref();
        let has_parts = commitment.is_some_and(|some| !some.parts().is_empty());
        if has_parts || !self.commit_parts {
            return Ok(());
        }
        Err(
            "expected a result that is committed to its parts, found one without: use `bezzel work \
             --commit-parts`"
                .to_owned(),
        )
    }

    /// Returns true if this unit was drawn for an audit.
    pub(crate) fn audits(&self, unit: u64) -> bool {
        if self.audit == 0 {
            return false;
        }
        let mut hash = Sha256::new_with_prefix("bezzel audit\n");
        hash.update(self.seed.to_be_bytes());
        hash.update(unit.to_be_bytes());
        let digest = hash.finalize();
        let first: [u8; 8] = digest[..8].try_into().expect("SHA-256 has 32 bytes");
        let drawn = u128::from(u64::from_be_bytes(first)) * u128::from(MILLION);
        (drawn >> 64) < u128::from(self.audit)
    }

    /// Returns the number of authors that this unit needs, without regard to a probation.
    pub fn authors_per_unit(&self, unit: u64) -> u32 {
        self.need(unit).copies
    }

    pub(crate) fn need(&self, unit: u64) -> Need {
        Need {
            copies: self.copies + u32::from(self.audits(unit)),
            both_routes: self.both_routes,
            // Anyone can make any number of names and keys.
            outvotes: matches!(self.authors, Admission::Listed(_)),
        }
    }

    /// Returns a checksum over everything that the policy says.
    pub(crate) fn checksum(&self) -> String {
        let mut text = format!("{self}; seed {}", self.seed);
        if let Some(since) = self.since {
            text += &format!("; since {since}");
        }
        if let Admission::Listed(list) = &self.authors {
            for (author, name) in list {
                text += &format!("\n{author} {name}");
            }
        }
        hex(&Sha256::digest(text)[..8])
    }
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.authors {
            Admission::Anyone => f.write_str("results of anyone, signed or not")?,
            Admission::Signed => f.write_str("signed results of anyone")?,
            Admission::Listed(list) => {
                write!(f, "signed results of {} listed authors", list.len())?
            }
        }
        let who = match (&self.authors, self.copies) {
            (Admission::Anyone, 1) => "process",
            (Admission::Anyone, _) => {
                "different authors, or processes as unsigned results name them,"
            }
            (_, 1) => "author",
            _ => "different authors",
        };
        write!(f, "; {} {who} for each unit", self.copies)?;
        if self.both_routes {
            f.write_str("; both routes")?;
        }
        if self.audit > 0 {
            write!(
                f,
                "; one more for a random {} of the units",
                percent(self.audit)
            )?;
        }
        if self.probation > 0 {
            write!(
                f,
                "; one more for every unit of an author until {} of them agreed with others",
                self.probation
            )?;
        }
        if self.commit_parts {
            f.write_str("; committed to parts")?;
        }
        Ok(())
    }
}

/// Formats parts per million as a percentage.
fn percent(parts: u32) -> String {
    let text = format!("{}.{:04}", parts / 10_000, parts % 10_000);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_audit_draws_about_its_part_of_the_units() {
        let policy = |audit, seed| Policy {
            audit,
            seed,
            ..Policy::default()
        };
        let drawn = |audit, seed| {
            let policy = policy(audit, seed);
            (0..10_000).filter(|unit| policy.audits(*unit)).count()
        };
        assert_eq!((drawn(0, 1), drawn(MILLION, 1)), (0, 10_000));
        for seed in 0..5 {
            // The standard deviation is 21.8; a draw that is wrong by 10% fails.
            assert!(
                (370..630).contains(&drawn(50_000, seed)),
                "{}",
                drawn(50_000, seed)
            );
        }
        let [a, b] = [1, 2].map(|seed| policy(500_000, seed));
        assert!((0..100).any(|unit| a.audits(unit) != b.audits(unit)));
    }

    #[test]
    fn policies_that_no_result_could_meet_are_refused() {
        let refused = |policy: Policy| policy.check().err().map(|error| error.to_string());
        let default = Policy::default();
        for copies in [0, 101] {
            let error = refused(Policy {
                copies,
                ..default.clone()
            })
            .unwrap();
            assert!(error.starts_with("expected 1 to 100 copies"), "{error}");
        }
        assert!(
            refused(Policy {
                probation: 5,
                ..default.clone()
            })
            .is_some()
        );
        assert!(refused(default).is_none());
        assert_eq!(percent(50_000), "5%");
        assert_eq!(percent(1_234), "0.1234%");
        assert_eq!(percent(MILLION), "100%");
        assert_eq!(percent(0), "0%");
    }
}
