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
const CONFIRMED: &str = "the total is confirmed under this policy: ";
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
        let invents = self.line(CONFIRMED).is_some() && own.line(CONFIRMED).is_none();
        match (self.confirmed(), own.confirmed()) {
            (Some(theirs), Some(ours))
                if theirs <= ours && !invents && self.fingerprint() == own.fingerprint() =>
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
         {}\n\
         {EXCHANGED}{} of {units}\n\
         units confirmed by a repeat only: {}\n\
         units counted by processes of the author of this certificate: {}, by both routes: {}\n\
         units with results of one origin only: {}, of which {} were imported\n\
         units confirmed only by processes that results without a signature name: {}\n\
         authors who signed results: {}\n\
         rejected results: {}\n\
         withdrawn results: {}\n",
        ledger.policy(),
        confirmation(found, units),
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

/// States whether the total is confirmed.
fn confirmation(found: &FinalResult, units: u64) -> String {
    if found.is_confirmed() {
        return format!(
            "{CONFIRMED}{units} of {units} units have agreeing results of different origins, or of both \
             routes by processes of the author of this certificate"
        );
    }
    format!(
        "the total is NOT confirmed: {} of {units} units rest on the results of one origin",
        found.unconfirmed
    )
}

/// Returns an upper bound of the probability that `copies` origins agree on a wrong value of a unit,
/// if each of them returns it with probability `liars`. If results can be `outvoted`, others are
/// asked until that many agree, so the wrong value wins a race; otherwise one different result ends
/// the agreement.
fn chance_of_wrong_unit(liars: f64, copies: u32, outvoted: bool) -> f64 {
    let all = (0..copies).fold(1.0, |product, _| product * liars);
    if !outvoted {
        return all;
    }
    // The term for j other results before the last of the agreeing ones.
    let mut term = all;
    let mut sum = 0.0;
    for others in 0..copies {
        sum += term;
        term *= f64::from(copies + others) / f64::from(others + 1) * (1.0 - liars);
    }
    sum
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
    let outvoted = matches!(policy.authors, Admission::Listed(_));
    let chance = chance_of_wrong_unit(0.1, copies.min(300), outvoted);
    let formula = if outvoted {
        "the sum of C(K-1+j, j) f^K (1-f)^j for j = 0 to K-1, as K agreeing authors outvote others"
    } else {
        "f^K"
    };
    let [chance, expected] = [chance, rest as f64 * chance].map(|number| {
        if number >= 0.001 {
            format!("{number:.3}")
        } else {
            format!("{number:.1e}")
        }
    });
    format!(
        "\nChance of a wrong unit, if a fraction f of the origins returns wrong values on purpose, all \
         the same one, and units are given out at random:\n\
         {rest} units were not counted by processes of the author of this certificate, and each has \
         agreeing results of K = {copies} or more origins\n\
         such a unit is wrong with probability p at most {formula}: {chance} for f = 0.1\n\
         the expected number of wrong units is at most {rest} p: {expected} for f = 0.1\n\
         if {own} of {units} units were drawn at random and counted by processes of the author, m wrong \
         units were all missed with probability at most (1 - {own}/{units})^m\n\
         {who}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::chance_of_wrong_unit;

    /// The first of two values with K votes has the majority of 2K − 1 votes.
    #[test]
    fn the_chance_is_that_of_a_majority() {
        for copies in 1..=6 {
            let votes = 2 * copies - 1;
            for liars in [0.0, 0.1, 0.5, 0.7, 1.0_f64] {
                let of = |wrong: u32| {
                    liars.powi(wrong as i32) * (1.0 - liars).powi((votes - wrong) as i32)
                };
                let outcomes = (0..1_u32 << votes).map(u32::count_ones);
                let majority: f64 = outcomes.filter(|&wrong| wrong >= copies).map(of).sum();
                let found = chance_of_wrong_unit(liars, copies, true);
                assert!((found - majority).abs() < 1e-12, "{copies}, {liars}");
                let found = chance_of_wrong_unit(liars, copies, false);
                assert!((found - liars.powi(copies as i32)).abs() < 1e-12);
            }
        }
    }
}
