//! The log of a campaign: a text from which anyone can rebuild its ledger, and so its certificate.
//!
//! ```text
//!   # bezzel log 1
//!   # bezzel n 13 plan 3 units 32 fingerprint …
//!   policy {"authors":"listed","copies":2,"both_routes":false,"audit":0,"probation":0,"seed":0}
//!   author KEY NAME
//!   withdrawal {"number":1,…}
//!   result imported RECEIVED LINE
//! ```
//!
//! A withdrawal that is made, or undone, after results were written follows them. The last line of a
//! withdrawal counts.
//!
//! The words `own` and `imported` and the times of receipt are statements of the person who ran the
//! campaign. Everything else is checked: the policy accepts each author, each signature is valid,
//! and the total follows from the results.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Ledger;
use super::create::Draft;
use super::results::Evidence;
use super::withdrawals::Withdrawal;
use crate::lines::read;
use crate::units::shortened;
use crate::{Admission, Author, AuthorList, Error, Policy, UnitList, parse_authors};

const TITLE: &str = "# bezzel log 1";
/// Number of results per transaction.
const RESULTS_PER_TRANSACTION: usize = 4096;
/// Maximum number of lines before the first result.
const MAX_HEADER_LINES: u64 = 1 << 16;

/// Maximum number of withdrawals after the first result.
const MAX_LATE_WITHDRAWALS: usize = 4096;
/// First word of the line of a withdrawal.
const WITHDRAWAL: &str = "withdrawal ";

/// The line of a policy, without its list of authors.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyLine {
    authors: String,
    copies: u32,
    both_routes: bool,
    audit: u32,
    probation: u32,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<i64>,
    #[serde(default, skip_serializing_if = "is_false")]
    commit_parts: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl PolicyLine {
    fn of(policy: &Policy) -> Self {
        let authors = match policy.authors {
            Admission::Anyone => "anyone",
            Admission::Signed => "signed",
            Admission::Listed(_) => "listed",
        };
        Self {
            authors: authors.to_owned(),
            copies: policy.copies,
            both_routes: policy.both_routes,
            audit: policy.audit,
            probation: policy.probation,
            seed: policy.seed,
            since: policy.since,
            commit_parts: policy.commit_parts,
        }
    }

    fn policy(self, list: AuthorList) -> Result<Policy, Error> {
        let authors = match self.authors.as_str() {
            "anyone" => Admission::Anyone,
            "signed" => Admission::Signed,
            "listed" => Admission::Listed(list),
            other => {
                return Err(Error::Policy {
                    what: format!(
                        "expected authors 'anyone', 'signed' or 'listed', found '{}'",
                        shortened(other)
                    ),
                });
            }
        };
        let policy = Policy {
            authors,
            copies: self.copies,
            both_routes: self.both_routes,
            audit: self.audit,
            probation: self.probation,
            seed: self.seed,
            since: self.since,
            commit_parts: self.commit_parts,
        };
        policy.check()
    }
}

impl Ledger {
    /// Visits the lines of the log until a visit fails.
    pub fn each_log_line<E: From<Error>>(
        &self,
        visit: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let _snapshot = self.read_snapshot()?;
        for line in self.log_header()? {
            visit(&line)?;
        }
        for one in self.withdrawals()? {
            visit(&withdrawal_line(&one)?)?;
        }
        self.each_unit(&mut |_, evidence| {
            for one in evidence {
                let line = self.units.line(&one.record)?;
                visit(&result_line(one.own, one.received, &line))?;
            }
            Ok::<_, E>(())
        })
    }

    /// Returns the lines of the log before all withdrawals and results.
    pub(super) fn log_header(&self) -> Result<Vec<String>, Error> {
        let mut lines = vec![
            TITLE.to_owned(),
            self.units.header(),
            json_line("policy", &PolicyLine::of(&self.policy))?,
        ];
        if let Admission::Listed(list) = &self.policy.authors {
            let author = |(author, name)| format!("author {author} {name}").trim_end().to_owned();
            lines.extend(list.iter().map(author));
        }
        Ok(lines)
    }

    /// Creates a ledger at `to` from a log. Fails if any line is invalid, if a signature is, or if
    /// the policy does not accept an author.
    ///
    /// Results that the log calls own ones are own ones in this ledger, too: it has the certificate
    /// of the campaign.
    pub fn replay(log: &mut dyn BufRead, to: &Path) -> Result<Self, Error> {
        let (ledger, _) = replay(log, to, OwnResults::Trusted)?;
        Ok(ledger)
    }

    /// Creates a ledger of one's own at `to` from a log, with its policy and withdrawals. Fails like
    /// [`replay`](Self::replay).
    ///
    /// All results are imported ones, whatever the log says: nothing outranks recounts in this
    /// ledger. Own results of the author of the log that the policy does not accept, such as those
    /// without a signature, are left out. Returns their number.
    pub fn import_log(log: &mut dyn BufRead, to: &Path) -> Result<(Self, u64), Error> {
        replay(log, to, OwnResults::Imported)
    }
}

/// The treatment of results that a log calls own ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OwnResults {
    Trusted,
    Imported,
}

/// Creates a ledger from a log. Returns the number of results that were left out.
fn replay(log: &mut dyn BufRead, to: &Path, own: OwnResults) -> Result<(Ledger, u64), Error> {
    let mut reader = LogReader {
        log,
        number: 0,
        line: String::new(),
    };
    let mut draft = reader.header(to)?;
    let ledger = &mut draft.ledger;
    let (mut chunk, mut withdrawals) = (Vec::new(), BTreeMap::new());
    let mut left_out = 0;
    loop {
        if let Some(line) = reader.line.strip_prefix("result ") {
            let evidence = evidence(ledger, line, own).map_err(|error| reader.at(&error))?;
            left_out += u64::from(evidence.is_none());
            chunk.extend(evidence);
        } else if let Some(one) = reader.json::<Withdrawal>(WITHDRAWAL)? {
            // The state of a withdrawal that the log mentions last.
            withdrawals.insert(one.number, one);
            if withdrawals.len() > MAX_LATE_WITHDRAWALS {
                return Err(reader.wrong("a result"));
            }
        } else if !reader.line.is_empty() {
            return Err(reader.wrong("a result"));
        }
        let is_end = !reader.next()?;
        if is_end || chunk.len() >= RESULTS_PER_TRANSACTION {
            ledger.restore(&chunk)?;
            chunk.clear();
        }
        if is_end {
            ledger.restore_withdrawals(withdrawals.into_values().collect())?;
            return Ok((draft.finish()?, left_out));
        }
    }
}

/// Returns the line of a result.
pub(super) fn result_line(own: bool, received: i64, line: &str) -> String {
    let origin = if own { "own" } else { "imported" };
    format!("result {origin} {received} {line}")
}

/// Returns the line of a withdrawal.
pub(super) fn withdrawal_line(one: &Withdrawal) -> Result<String, Error> {
    json_line(WITHDRAWAL.trim_end(), one)
}

fn json_line(name: &str, value: &impl Serialize) -> Result<String, Error> {
    let text = serde_json::to_string(value).map_err(|error| Error::Line {
        what: error.to_string(),
    })?;
    Ok(format!("{name} {text}"))
}

/// Parses a result: its origin, the time of its receipt and its line. Returns `None` for an own
/// result that is to be imported and that the policy does not accept.
fn evidence(ledger: &Ledger, text: &str, treatment: OwnResults) -> Result<Option<Evidence>, Error> {
    let parse = || {
        let (origin, rest) = text.split_once(' ')?;
        let (received, line) = rest.split_once(' ')?;
        let own = match origin {
            "own" => true,
            "imported" => false,
            _ => return None,
        };
        Some((own, received.parse().ok()?, line))
    };
    let (own, received, line) = parse().ok_or_else(|| Error::Line {
        what: format!(
            "expected 'own' or 'imported', a time of receipt and a result, found '{}'",
            shortened(text)
        ),
    })?;
    let record = ledger.units.parse(line)?;
    let is_trusted = own && treatment == OwnResults::Trusted;
    if !is_trusted {
        match ledger.admit(&record) {
            Err(Error::NotAccepted { .. }) if own => return Ok(None),
            admitted => admitted?,
        }
    }
    Ok(Some(Evidence {
        record,
        own: is_trusted,
        received,
        withdrawn: false,
    }))
}

/// A log that is read line by line.
struct LogReader<'a> {
    log: &'a mut dyn BufRead,
    number: u64,
    /// The current line, without its end.
    line: String,
}

impl LogReader<'_> {
    /// Reads the next line. Returns false at the end. Fails if the last line has no end: the rest of
    /// the log may be missing.
    fn next(&mut self) -> Result<bool, Error> {
        self.number += 1;
        let text = read(&mut self.log, self.number)?;
        let is_end = text.is_none();
        let text = text.unwrap_or_default();
        let line = text.strip_suffix('\n');
        match line {
            Some(line) => self.line = line.to_owned(),
            None if is_end => self.line.clear(),
            None => {
                self.line = text;
                return Err(self.wrong("a complete last line"));
            }
        }
        Ok(!is_end)
    }

    /// Reads everything before the first result, which is the current line then, and begins the
    /// ledger.
    fn header(&mut self, to: &Path) -> Result<Draft, Error> {
        self.next()?;
        if self.line != TITLE {
            return Err(self.wrong(&format!("a log that begins with '{TITLE}'")));
        }
        self.next()?;
        let units = UnitList::from_header(&self.line)?;
        self.next()?;
        let policy: PolicyLine = self
            .json("policy ")?
            .ok_or_else(|| self.wrong("a policy"))?;
        let (mut authors, mut withdrawals) = (String::new(), Vec::<Withdrawal>::new());
        while self.next()? && !self.line.starts_with("result ") {
            if self.number > MAX_HEADER_LINES {
                return Err(self.wrong("a result"));
            }
            if let Some(author) = self.line.strip_prefix("author ") {
                authors += author;
                authors.push('\n');
            } else if let Some(one) = self.json(WITHDRAWAL)? {
                withdrawals.push(one);
            } else {
                return Err(self.wrong("an author, a withdrawal or a result"));
            }
        }
        let list = if authors.is_empty() {
            AuthorList::new()
        } else {
            parse_authors(&authors)?
        };
        let mut draft = Draft::new(to, units, policy.policy(list)?)?;
        draft.ledger.insert_withdrawals(&withdrawals)?;
        Ok(draft)
    }

    /// Parses the rest of a line that begins with this word.
    fn json<T: for<'a> Deserialize<'a>>(&self, word: &str) -> Result<Option<T>, Error> {
        let Some(text) = self.line.strip_prefix(word) else {
            return Ok(None);
        };
        let parsed = serde_json::from_str(text);
        parsed
            .map(Some)
            .map_err(|_| self.wrong(&format!("a valid {}", word.trim_end())))
    }

    fn wrong(&self, expected: &str) -> Error {
        Error::Line {
            what: format!(
                "line {}: expected {expected}, found '{}'",
                self.number,
                shortened(&self.line)
            ),
        }
    }

    fn at(&self, error: &Error) -> Error {
        Error::Line {
            what: format!("line {}: {error}", self.number),
        }
    }
}

impl<'de> Deserialize<'de> for Author {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}
