//! Certificates: the result of a ledger as text that others can verify.
//!
//! The first part, up to its fingerprint, states the result and depends on nothing else: every
//! count of the same board by the same plan yields the same lines. The second part names the checks
//! that follow from these lines. The third part are statements about the count. A certificate is a
//! function of its ledger, so it is checked by making it again. A checksum protects all parts against
//! damage: anyone can compute it.

use bezzel::{OrbitCounts, counted};
use bezzel_count::PLAN_VERSION;
use sha2::{Digest, Sha256};

use super::error::LedgerError;
use super::total::{FinalResult, PRIMES};
use super::{Ledger, title};
use bezzel_count::words::{hex, shortened};

const TITLE: &str = "bezzel certificate 1";
const FINGERPRINT: &str = "fingerprint: ";
const CHECKSUM: &str = "checksum: ";

/// Text about a finished count: the total, a fingerprint of all results, and what confirms them.
///
/// ```
/// use bezzel_count::{Backend, Counter, Plan, Route};
/// use bezzel_run::{Certificate, Ledger, count_units, this_process};
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// let mut ledger = Ledger::create(&file, Plan::new(8)?)?;
/// let units: Vec<_> = ledger.plan().units().collect();
/// let mut counter = Counter::new(Backend::Portable)?;
/// let process = this_process("example");
/// ledger.store(&count_units(&mut counter, &units, Route::Direct, &process)?)?;
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
    /// Creates the certificate of a ledger. Fails if a unit is open or in conflict, or if a check
    /// fails.
    pub fn of(ledger: &Ledger) -> Result<Self, LedgerError> {
        let found = ledger.final_result()?;
        let mut text = result_text(ledger, &found)?;
        let fingerprint = sha256(&text);
        text += &format!("{FINGERPRINT}{fingerprint}\n\n");
        text += &derived_text(ledger, &found)?;
        text += &statements(ledger, &found);
        let checksum = sha256(&text);
        text += &format!("{CHECKSUM}{checksum}\n");
        Ok(Self { text })
    }

    /// Parses a certificate. Fails if any character was changed. This does not show that the result is
    /// right: [`check`](Self::check) compares it with a ledger.
    pub fn parse(text: &str) -> Result<Self, LedgerError> {
        let wrong = |what: &str| LedgerError::Certificate(what.to_owned());
        if text.lines().next() != Some(TITLE) {
            let what = format!("expected a text that begins with '{TITLE}'");
            return Err(wrong(&what));
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
        let (result, fingerprint) = certificate.result();
        match sha256(result) == fingerprint {
            true => Ok(certificate),
            false => Err(wrong("its fingerprint does not match its first part")),
        }
    }

    /// Returns the whole certificate as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the SHA-256 of the first part, which identifies the result.
    pub fn fingerprint(&self) -> &str {
        self.result().1
    }

    /// Returns the first part without its last line, and the fingerprint in that line.
    fn result(&self) -> (&str, &str) {
        let start = format!("\n{FINGERPRINT}");
        let (result, rest) = self.text.split_once(&start).unwrap_or_default();
        let result = &self.text[..result.len() + usize::from(!result.is_empty())];
        (result, rest.lines().next().unwrap_or_default())
    }

    /// Compares this certificate with that of a ledger, line by line. Fails if the result differs. Returns
    /// the first of the other lines that differs, in both: units may have been confirmed since the
    /// certificate was written, or the statements are false.
    pub fn check(&self, ledger: &Ledger) -> Result<Option<[String; 2]>, LedgerError> {
        let own = Self::of(ledger)?;
        let differing = |ours: &str, theirs: &str| {
            let (mut ours, mut theirs) = (ours.lines(), theirs.lines());
            loop {
                match (ours.next(), theirs.next()) {
                    (None, None) => return None,
                    (ours, theirs) if ours != theirs => {
                        return Some(
                            [ours, theirs].map(|line| shortened(line.unwrap_or("nothing"))),
                        );
                    }
                    _ => {}
                }
            }
        };
        match differing(own.result().0, self.result().0) {
            None => Ok(differing(&own.text, &self.text)),
            Some([ours, theirs]) => Err(LedgerError::Certificate(format!(
                "expected '{ours}' as in the ledger ({}), found '{theirs}'",
                title(ledger.plan())
            ))),
        }
    }
}

fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

fn orbits(ledger: &Ledger, found: &FinalResult) -> Result<Option<OrbitCounts>, LedgerError> {
    if ledger.plan().constraint().is_some() {
        return Ok(None);
    }
    let orbits = OrbitCounts::of(ledger.plan().n(), found.total.solutions);
    Ok(Some(orbits.map_err(bezzel_count::Error::from)?))
}

/// Formats the first part: the result.
fn result_text(ledger: &Ledger, found: &FinalResult) -> Result<String, LedgerError> {
    let (plan, total) = (ledger.plan(), &found.total);
    let mut text = format!("{TITLE}\nn: {}\n", plan.n());
    if let Some(board) = plan.constraint() {
        text += &format!("board: {board}\n");
    }
    text += &format!("solutions: {}\n", total.solutions);
    if let Some(orbits) = orbits(ledger, found)? {
        text += &format!(
            "fundamental solutions: {}\n\
             fundamental without symmetry: {}\n\
             fundamental with half-turn symmetry: {}\n\
             fundamental with quarter-turn symmetry: {}\n",
            orbits.fundamental, orbits.none, orbits.half_turn, orbits.quarter_turn
        );
    }
    let by_black = total.by_black_queens.iter().enumerate();
    for (black, solutions) in by_black.filter(|(_, solutions)| **solutions > 0) {
        let queens = counted(black, "queen");
        text += &format!("solutions with {queens} on black squares: {solutions}\n");
    }
    text += &format!(
        "joined pairs: {}\nplan version: {PLAN_VERSION}\nunits: {}\nlist of units: {}\n\
         values of all units: {}\n",
        total.joined,
        plan.len(),
        found.fingerprint,
        found.digest
    );
    for (prime, remainder) in PRIMES.iter().zip(found.remainders) {
        text += &format!("sum of the values modulo {prime}: {remainder}\n");
    }
    Ok(text)
}

/// Formats the second part: the checks of the first one.
fn derived_text(ledger: &Ledger, found: &FinalResult) -> Result<String, LedgerError> {
    let solutions = found.total.solutions;
    let mut text = format!(
        "Checks of the lines above, which everyone can repeat:\n\
         the solutions with each number of queens on black squares add up to {solutions}\n"
    );
    if let Some(orbits) = orbits(ledger, found)?.filter(|_| ledger.plan().n() > 1) {
        text += &format!(
            "8 x {} + 4 x {} + 2 x {} fundamental solutions make {solutions}\n\
             the solutions are {} modulo 8, as are those with half-turn symmetry; `bezzel ledger \
             verify --certificate` counts these again by an independent search\n",
            orbits.none,
            orbits.half_turn,
            orbits.quarter_turn,
            solutions % 8
        );
    }
    Ok(text)
}

/// Formats the third part: statements about the count.
fn statements(ledger: &Ledger, found: &FinalResult) -> String {
    let mut text = format!(
        "\nStatements about the count, which only its ledger can confirm:\n\
         units confirmed by both routes: {}\n\
         units confirmed by one route on two kinds of device: {}\n\
         units counted once: {}\n\
         rejected results: {}\n",
        found.confirmed_by_exchange, found.confirmed_by_repeat, found.unconfirmed, found.rejected
    );
    for (source, results) in &found.sources {
        text += &format!("{} by {source}\n", counted(results, "result"));
    }
    let n = ledger.plan().n();
    let board = match ledger.plan().constraint() {
        Some(_) => " --board FILE (a file with the board above)",
        None => "",
    };
    text += &format!(
        "\nTo reproduce the lines up to the fingerprint: bezzel count {n} --save q{n}.bezzel{board}, \
         bezzel ledger certificate q{n}.bezzel\n"
    );
    text
}
