//! Certificates: the result of a campaign as text that others can verify.
//!
//! The first part, up to its fingerprint, states the result and depends on nothing else: every
//! count of the same n by the same plan yields the same lines. The second part states the checks of
//! this campaign. A checksum covers both.

use std::fmt::Write;

use bezzel::OrbitCounts;
use bezzel_count::PLAN_VERSION;
use sha2::{Digest, Sha256};

use crate::ledger::PRIMES;
use crate::units::{hex, shortened};
use crate::{Error, FinalResult, Ledger};

const TITLE: &str = "bezzel certificate 1";
const FINGERPRINT: &str = "fingerprint: ";
const CHECKSUM: &str = "checksum: ";
const EXCHANGED: &str = "units confirmed with rows and columns exchanged: ";

/// A certificate.
///
/// ```
/// use bezzel_campaign::Certificate;
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// let certificate = Certificate::of(&ledger)?;
/// assert!(certificate.text().contains("\nsolutions: 92\n"));
/// assert_eq!(Certificate::parse(certificate.text())?, certificate);
/// assert!(Certificate::parse(&certificate.text().replace("92", "93")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    text: String,
}

impl Certificate {
    /// Creates the certificate of a campaign. Fails if the campaign is not complete or a check
    /// fails.
    pub fn of(ledger: &Ledger) -> Result<Self, Error> {
        let final_result = ledger.final_result()?;
        let mut text = result_text(ledger, &final_result)?;
        let fingerprint = sha256(&text);
        text += &format!("{FINGERPRINT}{fingerprint}\n\n");
        text += &checks_text(ledger, &final_result);
        let checksum = sha256(&text);
        text += &format!("{CHECKSUM}{checksum}\n");
        Ok(Self { text })
    }

    /// Parses a certificate. Fails if any character was changed.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |what: &str| Error::Certificate {
            what: what.to_owned(),
        };
        if text.lines().next() != Some(TITLE) {
            return Err(wrong(&format!(
                "expected a text that begins with '{TITLE}'"
            )));
        }
        let changed = || wrong("its checksum does not match: it was changed or truncated");
        let body = text.strip_suffix('\n').ok_or_else(changed)?;
        let (body, last) = body.rsplit_once('\n').ok_or_else(changed)?;
        if last.strip_prefix(CHECKSUM) != Some(sha256(&format!("{body}\n")).as_str()) {
            return Err(changed());
        }
        let certificate = Self {
            text: text.to_owned(),
        };
        let (found, fingerprint) = certificate.result().ok_or_else(changed)?;
        if sha256(found) != fingerprint {
            return Err(wrong("its fingerprint does not match its first part"));
        }
        Ok(certificate)
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the fingerprint of the result: the same for every campaign of the same n and plan.
    pub fn fingerprint(&self) -> &str {
        self.result().map_or("", |(_, fingerprint)| fingerprint)
    }

    /// Returns the first part and its fingerprint.
    fn result(&self) -> Option<(&str, &str)> {
        let at = self.text.find(&format!("\n{FINGERPRINT}"))? + 1;
        let (found, rest) = self.text.split_at(at);
        Some((found, rest.strip_prefix(FINGERPRINT)?.lines().next()?))
    }

    /// Checks the certificate against a ledger, whose results are added up again. The results must
    /// be equal, and the ledger must have at least as many confirmations.
    pub fn check(&self, ledger: &Ledger) -> Result<(), Error> {
        let own = Self::of(ledger)?;
        let theirs = self.result().map_or("", |(found, _)| found);
        let ours = own.result().map_or("", |(found, _)| found);
        let differing = theirs.lines().zip(ours.lines()).find(|(a, b)| a != b);
        if let Some((theirs, ours)) = differing {
            return Err(Error::Certificate {
                what: format!(
                    "expected '{}' as in the ledger, found '{}'",
                    shortened(ours),
                    shortened(theirs)
                ),
            });
        }
        match (self.confirmed(), own.confirmed()) {
            (Some(theirs), Some(ours))
                if theirs <= ours && self.fingerprint() == own.fingerprint() =>
            {
                Ok(())
            }
            _ => Err(Error::Certificate {
                what: "it claims more confirmations than the ledger has".to_owned(),
            }),
        }
    }

    /// Returns the number of units that it claims as confirmed by the exchanged route.
    fn confirmed(&self) -> Option<u64> {
        let line = self
            .text
            .lines()
            .find_map(|line| line.strip_prefix(EXCHANGED))?;
        line.split(' ').next()?.parse().ok()
    }
}

fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// Formats the first part: the result.
fn result_text(ledger: &Ledger, final_result: &FinalResult) -> Result<String, Error> {
    let (plan, total) = (ledger.units().plan(), &final_result.total);
    let n = plan.n();
    let classes = OrbitCounts::of(n, total.solutions).map_err(bezzel_count::Error::from)?;
    let mut lines = vec![
        TITLE.to_owned(),
        format!("n: {n}"),
        format!("solutions: {}", total.solutions),
        format!("fundamental solutions: {}", classes.fundamental),
        format!("fundamental without symmetry: {}", classes.none),
        format!("fundamental with half-turn symmetry: {}", classes.half_turn),
        format!(
            "fundamental with quarter-turn symmetry: {}",
            classes.quarter_turn
        ),
    ];
    let by_black = total.by_black_queens.iter().enumerate();
    for (black, solutions) in by_black.filter(|(_, solutions)| **solutions > 0) {
        lines.push(format!(
            "solutions with {black} queens on black squares: {solutions}"
        ));
    }
    lines.push(format!("joined pairs: {}", total.joined));
    lines.push(format!("plan version: {PLAN_VERSION}"));
    lines.push(format!("units: {}", plan.len()));
    lines.push(format!("list of units: {}", ledger.units().fingerprint()));
    lines.push(format!("values of all units: {}", final_result.digest));
    for (prime, remainder) in PRIMES.iter().zip(final_result.remainders) {
        lines.push(format!("sum of the values modulo {prime}: {remainder}"));
    }
    Ok(lines.join("\n") + "\n")
}

/// Formats the second part: the checks.
fn checks_text(ledger: &Ledger, final_result: &FinalResult) -> String {
    let units = ledger.units().plan().len();
    let n = ledger.units().plan().n();
    let mut text = format!(
        "Checks:\n\
         each unit value matches its checksum and its residues modulo two primes\n\
         the unit values add up to whole solutions for each number of queens on black squares\n\
         the solutions are {} modulo 8, as are those with half-turn symmetry, which an independent \
         search counted\n\
         {EXCHANGED}{} of {units}\n\
         units confirmed by a repeat only: {}\n\
         rejected results: {}\n",
        final_result.total.solutions % 8,
        final_result.confirmed_by_exchange,
        final_result.confirmed_by_repeat,
        final_result.rejected.len()
    );
    for (source, results) in &final_result.sources {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{results} results by {source}");
    }
    let _ = write!(
        text,
        "\nTo reproduce the lines up to the fingerprint: bezzel campaign new {n} q{n}.bezzel, \
         bezzel campaign run q{n}.bezzel, bezzel campaign certificate q{n}.bezzel\n"
    );
    text
}
