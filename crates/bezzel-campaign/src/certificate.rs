//! Certificates: the result of a campaign as text that others can verify.
//!
//! The first part, up to its fingerprint, states the result and depends on nothing else: every
//! count of the same board by the same plan yields the same lines. The second part names the checks that
//! follow from these lines; parsing a certificate repeats them. The third part are statements about
//! the campaign, which only its ledger can confirm; they have fixed words, and their numbers must agree
//! with each other. A checksum covers all parts, against damage: anyone can compute it.

mod statements;

use bezzel::{OrbitCounts, counted};
use bezzel_count::PLAN_VERSION;
use sha2::{Digest, Sha256};

use crate::ledger::PRIMES;
use crate::words::{hex, shortened};
use crate::{Error, FinalResult, Ledger};
use statements::Statements;

const TITLE: &str = "bezzel certificate 1";
const BOARD: &str = "board: ";
const FINGERPRINT: &str = "fingerprint: ";
const CHECKSUM: &str = "checksum: ";
const DERIVED: &str = "Checks of the lines above, which everyone can repeat:\n";
/// Words before numbers of fundamental solutions: all, and those of each symmetry.
const FUNDAMENTAL: &str = "fundamental solutions: ";
const ORBITS: [&str; 3] = [
    "fundamental without symmetry: ",
    "fundamental with half-turn symmetry: ",
    "fundamental with quarter-turn symmetry: ",
];
/// Numbers of images of solutions without, with half-turn and with quarter-turn symmetry.
const ORBIT_SIZES: [u128; 3] = [8, 4, 2];

/// A certificate.
///
/// ```
/// use bezzel_campaign::Certificate;
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let mut counter = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let units: Vec<_> = ledger.lease(100)?.into_iter().map(|lease| lease.unit).collect();
/// # let route = bezzel_count::Route::Direct;
/// # let results = bezzel_campaign::StoredResult::count(&mut counter, &units, route, &process)?;
/// # ledger.record(&results)?;
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
        let facts = Facts::of(&text).ok_or_else(|| {
            Error::Certificate("the lines of the result contradict each other".to_owned())
        })?;
        text += &facts.derived_text();
        text += &Statements::of(ledger, &final_result).to_string();
        let checksum = sha256(&text);
        text += &format!("{CHECKSUM}{checksum}\n");
        Ok(Self { text })
    }

    /// Parses a certificate. Fails if any character was changed, or if the lines of its first part
    /// contradict each other. This does not show that the result is right.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |what: &str| Error::Certificate(what.to_owned());
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
        let [found, fingerprint, rest] = certificate.parts().ok_or_else(changed)?;
        if sha256(found) != fingerprint {
            return Err(wrong("its fingerprint does not match its first part"));
        }
        let facts = Facts::of(found).ok_or_else(|| {
            wrong("its number of solutions contradicts other lines of its first part")
        })?;
        let derived = facts.derived_text();
        let statements = rest
            .strip_prefix(&derived)
            .ok_or_else(|| wrong("the checks that it names do not follow from its first part"))?;
        match Statements::parse(statements) {
            Some(parsed) if parsed.fits(&facts) => Ok(certificate),
            _ => Err(wrong(
                "its statements are not those of a certificate, or contradict each other",
            )),
        }
    }

    /// Returns all lines, the last one with the fingerprint and its checksum.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the fingerprint of the result: the same for every campaign of the same board and plan.
    pub fn fingerprint(&self) -> &str {
        self.parts().map_or("", |[_, fingerprint, _]| fingerprint)
    }

    /// Returns the first part, its fingerprint, and the text between it and the checksum.
    fn parts(&self) -> Option<[&str; 3]> {
        let at = self.text.find(&format!("\n{FINGERPRINT}"))? + 1;
        let (found, rest) = self.text.split_at(at);
        let (fingerprint, rest) = rest.strip_prefix(FINGERPRINT)?.split_once("\n\n")?;
        Some([found, fingerprint, &rest[..rest.rfind(CHECKSUM)?]])
    }

    /// Checks the certificate against a ledger, whose results are added up again. The results, the
    /// policy and the withdrawals must be equal. If both have results of one source, the ledger must have
    /// at least as many confirmations and results of each source.
    pub fn check(&self, ledger: &Ledger) -> Result<(), Error> {
        let own = Self::of(ledger)?;
        let [theirs, ours] = [self, &own].map(|one| one.parts().map_or("", |[found, ..]| found));
        let differing = theirs.lines().zip(ours.lines()).find(|(a, b)| a != b);
        if let Some((theirs, ours)) = differing {
            return Err(Error::Certificate(format!(
                "expected '{}' as in the ledger, found '{}'",
                shortened(ours),
                shortened(theirs)
            )));
        }
        if self.fingerprint() != own.fingerprint() {
            return Err(Error::Certificate(
                "its first part has other lines than that of the ledger".to_owned(),
            ));
        }
        let what = match (self.statements(), own.statements()) {
            (Some(theirs), Some(ours)) => theirs.contradiction(&ours),
            _ => Some("its statements are unreadable".to_owned()),
        };
        what.map_or(Ok(()), |what| Err(Error::Certificate(what)))
    }

    fn statements(&self) -> Option<Statements> {
        let [.., rest] = self.parts()?;
        Statements::parse(&rest[rest.find(statements::TITLE)?..])
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
            let orbits = OrbitCounts::of(n, total.solutions).map_err(bezzel_count::Error::from)?;
            lines.push(format!("{FUNDAMENTAL}{}", orbits.fundamental));
            let orbits = [orbits.none, orbits.half_turn, orbits.quarter_turn];
            for (words, orbits) in ORBITS.iter().zip(orbits) {
                lines.push(format!("{words}{orbits}"));
            }
        }
    }
    let by_black = total.by_black_queens.iter().enumerate();
    for (black, solutions) in by_black.filter(|(_, solutions)| **solutions > 0) {
        lines.push(format!(
            "solutions with {} on black squares: {solutions}",
            counted(black, "queen")
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

/// The numbers of the first part that its checks need. They take no time: a certificate of a
/// stranger may have any n.
struct Facts {
    n: u128,
    units: u64,
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
        let [none, half_turn, quarter_turn] = ORBITS.map(line);
        let orbits = || Some([none?, half_turn?, quarter_turn?]);
        let facts = Self {
            n: line("n: ")?,
            units: line("units: ")?.try_into().ok()?,
            solutions: line("solutions: ")?,
            orbits: match is_constrained {
                true => None,
                false => Some(orbits()?),
            },
        };
        let sum = |orbits: [u128; 3], weights: [u128; 3]| -> Option<u128> {
            let mut weighted = orbits.into_iter().zip(weights);
            weighted.try_fold(0_u128, |sum, (orbits, weight)| {
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
            sum(orbits, [1; 3]) == line(FUNDAMENTAL)
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
