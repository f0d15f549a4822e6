//! Certificates: the result of a campaign as text that others can verify.
//!
//! The first part, up to its fingerprint, states the result and depends on nothing else: every
//! count of the same board by the same plan yields the same lines. The second part names the checks that
//! follow from these lines; parsing a certificate repeats them. The third part are statements about
//! the campaign, which only its ledger can confirm. A checksum covers all parts, against damage:
//! anyone can compute it.

use std::fmt::Write;

use bezzel::OrbitCounts;
use bezzel_count::PLAN_VERSION;
use sha2::{Digest, Sha256};

use crate::ledger::PRIMES;
use crate::units::{hex, shortened};
use crate::{Admission, Error, FinalResult, Ledger, Policy};

const TITLE: &str = "bezzel certificate 1";
const BOARD: &str = "board: ";
const FINGERPRINT: &str = "fingerprint: ";
const CHECKSUM: &str = "checksum: ";
const DERIVED: &str = "Checks of the lines above, which everyone can repeat:\n";
const STATEMENTS: &str =
    "\nStatements of the author of this certificate, which only the ledger can confirm:\n";
const POLICY: &str = "policy: ";
const WITHDRAWAL: &str = "withdrawal ";
const EXCHANGED: &str = "units confirmed with rows and columns exchanged: ";

/// Numbers of images of solutions without, with half-turn and with quarter-turn symmetry.
const ORBIT_SIZES: [u128; 3] = [8, 4, 2];

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
        let facts = Facts::of(&text).ok_or_else(|| Error::Certificate {
            what: "the lines of the result contradict each other".to_owned(),
        })?;
        text += &facts.derived_text();
        text += &statements_text(ledger, &final_result)?;
        let checksum = sha256(&text);
        text += &format!("{CHECKSUM}{checksum}\n");
        Ok(Self { text })
    }

    /// Parses a certificate. Fails if any character was changed, or if the lines of its first part
    /// contradict each other. This does not show that the result is right.
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
        let facts = Facts::of(found).ok_or_else(|| {
            wrong("its number of solutions contradicts other lines of its first part")
        })?;
        // Certificates of earlier versions do not have this part.
        if let Some(at) = text.find(DERIVED)
            && !text[at..].starts_with(&(facts.derived_text() + STATEMENTS))
        {
            return Err(wrong(
                "the checks that it names do not follow from its first part",
            ));
        }
        Ok(certificate)
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the fingerprint of the result: the same for every campaign of the same board and plan.
    pub fn fingerprint(&self) -> &str {
        self.result().map_or("", |(_, fingerprint)| fingerprint)
    }

    /// Returns the first part and its fingerprint.
    fn result(&self) -> Option<(&str, &str)> {
        let at = self.text.find(&format!("\n{FINGERPRINT}"))? + 1;
        let (found, rest) = self.text.split_at(at);
        Some((found, rest.strip_prefix(FINGERPRINT)?.lines().next()?))
    }

    /// Checks the certificate against a ledger, whose results are added up again. The results, the
    /// policy and the withdrawals must be equal, and the ledger must have at least as many confirmations.
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
        // Certificates of earlier versions have no policy.
        if let Some(theirs) = self.line(POLICY)
            && Some(theirs) != own.line(POLICY)
        {
            let ours = own.line(POLICY).unwrap_or_default();
            return Err(Error::Certificate {
                what: format!(
                    "expected the policy '{ours}' as in the ledger, found '{}'",
                    shortened(theirs)
                ),
            });
        }
        // A campaign of earlier versions has no withdrawals.
        let missing = own
            .withdrawals()
            .find(|line| !self.withdrawals().any(|one| one == *line));
        let invented = self
            .withdrawals()
            .find(|line| !own.withdrawals().any(|one| one == *line));
        if let Some(line) = missing.or(invented) {
            return Err(Error::Certificate {
                what: format!(
                    "expected the withdrawals of the ledger, found a difference in '{}'",
                    shortened(line)
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
        self.line(EXCHANGED)?.split(' ').next()?.parse().ok()
    }

    /// Returns the lines that name withdrawals.
    fn withdrawals(&self) -> impl Iterator<Item = &str> {
        let statements = self
            .text
            .split_once(STATEMENTS)
            .map_or("", |(_, rest)| rest);
        statements
            .lines()
            .filter(|line| line.starts_with(WITHDRAWAL))
    }

    /// Returns the rest of the first line that begins with this text.
    fn line(&self, start: &str) -> Option<&str> {
        let mut lines = self.text.lines();
        lines.find_map(|line| line.strip_prefix(start))
    }
}

fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// Formats the first part: the result.
fn result_text(ledger: &Ledger, final_result: &FinalResult) -> Result<String, Error> {
    let (plan, total) = (ledger.units().plan(), &final_result.total);
    let n = plan.n();
    let mut lines = vec![TITLE.to_owned(), format!("n: {n}")];
    match plan.constraint() {
        Some(constraint) => {
            lines.push(format!("{BOARD}{constraint}"));
            lines.push(format!("solutions: {}", total.solutions));
        }
        None => {
            lines.push(format!("solutions: {}", total.solutions));
            lines.extend(orbit_lines(n, total.solutions)?);
        }
    }
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

/// Formats the numbers of orbits of all solutions.
fn orbit_lines(n: u32, solutions: u128) -> Result<[String; 4], Error> {
    let orbits = OrbitCounts::of(n, solutions).map_err(bezzel_count::Error::from)?;
    Ok([
        format!("fundamental solutions: {}", orbits.fundamental),
        format!("fundamental without symmetry: {}", orbits.none),
        format!("fundamental with half-turn symmetry: {}", orbits.half_turn),
        format!(
            "fundamental with quarter-turn symmetry: {}",
            orbits.quarter_turn
        ),
    ])
}

/// The numbers of the first part that its checks need. They take no time: a certificate of a
/// stranger may have any n.
struct Facts {
    n: u128,
    solutions: u128,
    /// Numbers of fundamental solutions: without, with half-turn and with quarter-turn symmetry.
    /// None for a board with placed queens or blocked squares.
    orbits: Option<[u128; 3]>,
}

impl Facts {
    /// Reads the first part. Returns `None` if its lines contradict each other.
    fn of(result: &str) -> Option<Self> {
        let line = |start: &str| -> Option<u128> {
            let mut lines = result.lines();
            let found = lines.find_map(|line| line.strip_prefix(start))?;
            found.parse().ok()
        };
        let is_constrained = result.lines().any(|line| line.starts_with(BOARD));
        let orbits = || {
            Some([
                line("fundamental without symmetry: ")?,
                line("fundamental with half-turn symmetry: ")?,
                line("fundamental with quarter-turn symmetry: ")?,
            ])
        };
        let facts = Self {
            n: line("n: ")?,
            solutions: line("solutions: ")?,
            orbits: match is_constrained {
                true => None,
                false => Some(orbits()?),
            },
        };
        let sum = |orbits: [u128; 3], weights: [u128; 3]| -> Option<u128> {
            let weighted = orbits.into_iter().zip(weights);
            weighted
                .into_iter()
                .try_fold(0_u128, |sum, (orbits, weight)| {
                    sum.checked_add(orbits.checked_mul(weight)?)
                })
        };
        let mut by_black: u128 = 0;
        for line in result.lines() {
            if let Some(rest) = line.strip_prefix("solutions with ") {
                let (_, number) = rest.split_once(": ")?;
                by_black = by_black.checked_add(number.parse().ok()?)?;
            }
        }
        let are_consistent = |orbits| {
            sum(orbits, [1; 3]) == line("fundamental solutions: ")
                && (facts.n < 2 || sum(orbits, ORBIT_SIZES) == Some(facts.solutions))
        };
        let is_consistent = facts.orbits.is_none_or(are_consistent) && by_black == facts.solutions;
        is_consistent.then_some(facts)
    }

    /// Formats the second part: the checks of the first one.
    fn derived_text(&self) -> String {
        let mut text = format!(
            "{DERIVED}the solutions with each number of queens on black squares add up to {}\n",
            self.solutions
        );
        if let Some([none, half_turn, quarter_turn]) = self.orbits.filter(|_| self.n > 1) {
            text += &format!(
                "8 x {none} + 4 x {half_turn} + 2 x {quarter_turn} fundamental solutions make {}\n\
                 the solutions are {} modulo 8, as are those with half-turn symmetry; `bezzel campaign \
                 verify --certificate` counts these again by an independent search\n",
                self.solutions,
                self.solutions % 8
            );
        }
        text
    }
}

/// Formats the third part: statements about the campaign.
fn statements_text(ledger: &Ledger, found: &FinalResult) -> Result<String, Error> {
    let units = ledger.units().plan().len();
    let n = ledger.units().plan().n();
    let mut text = format!(
        "{STATEMENTS}\
         each unit value matches its checksum and its residues modulo two primes\n\
         the unit values add up to whole solutions for each number of queens on black squares\n\
         {POLICY}{}\n\
         {EXCHANGED}{} of {units}\n\
         units confirmed by a repeat only: {}\n\
         units counted by processes of the author of this certificate: {}, by both routes: {}\n\
         units with results of one origin only: {}, of which {} were imported\n\
         units confirmed only by processes that results without a signature name: {}\n\
         authors who signed results: {}\n\
         rejected results: {}\n\
         withdrawn results: {}\n",
        ledger.policy(),
        found.confirmed_by_exchange,
        found.confirmed_by_repeat,
        found.own,
        found.recounted,
        found.unconfirmed,
        found.unconfirmed_imports,
        found.confirmed_by_names,
        found.authors,
        found.rejected.len(),
        found.withdrawn,
    );
    for one in ledger.withdrawals()? {
        let undone = if one.undone.is_some() { ", undone" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{WITHDRAWAL}{}{undone}: {}; reason: {}",
            one.number, one.rule, one.reason
        );
    }
    for (source, results) in &found.sources {
        let _ = writeln!(text, "{results} results by {source}");
    }
    text += &risk_text(ledger.policy(), found, units);
    let board = match ledger.units().plan().constraint() {
        None => "",
        Some(_) => " --board FILE (a file with the board above)",
    };
    let _ = write!(
        text,
        "\nTo reproduce the lines up to the fingerprint: bezzel campaign new {n} q{n}.bezzel{board}, \
         bezzel campaign run q{n}.bezzel, bezzel campaign certificate q{n}.bezzel\n"
    );
    Ok(text)
}

/// Formats the chance that a wrong unit was accepted.
fn risk_text(policy: &Policy, found: &FinalResult, units: u64) -> String {
    let (own, copies) = (found.own, found.fewest_origins);
    let rest = units - own;
    if rest == 0 {
        return "\nProcesses of the author of this certificate counted every unit: none rests on \
                results of others\n"
            .to_owned();
    }
    let who = match policy.authors {
        Admission::Anyone => "origins are only names: the formulas hold if nobody uses several",
        Admission::Signed => "anyone can make keys: the formulas hold if nobody uses several",
        Admission::Listed(_) => "every origin is an author in the list of the campaign",
    };
    let expected = rest as f64 * 0.1_f64.powi(copies.min(300) as i32);
    let expected = if expected >= 0.001 {
        format!("{expected:.3}")
    } else {
        format!("{expected:.1e}")
    };
    format!(
        "\nChance of a wrong unit, if a fraction f of the origins returns wrong values on purpose, all \
         the same one, and units are given out at random:\n\
         {rest} units were not counted by processes of the author of this certificate, and each has \
         agreeing results of K = {copies} or more origins\n\
         such a unit is wrong with probability at most f^K: 10^-{copies} for f = 0.1\n\
         the expected number of wrong units is at most {rest} f^K: {expected} for f = 0.1\n\
         if {own} of {units} units were drawn at random and counted by processes of the author, m wrong \
         units were all missed with probability at most (1 - {own}/{units})^m\n\
         {who}\n"
    )
}
