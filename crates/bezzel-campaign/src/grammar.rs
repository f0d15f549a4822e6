//! The lines of a log.
//!
//! ```text
//! bezzel-campaign 1 PLAN checksum          header
//! a AUTHOR [name] checksum                 author in the list of the campaign
//! b RUN PROGRAM HOST TIME checksum         a process begins
//! r RESULT                                 result that a process with this log open counted
//! i TIME RESULT                            imported result, with the time of its receipt
//! w NUMBER TIME [KEY=VALUE]… : REASON checksum     withdrawal
//! u NUMBER TIME checksum                   end of this withdrawal
//! s LINES CHANGES HASH PLAN checksum       seal
//! ```
//!
//! PLAN is `n=… plan=… units=… fingerprint=… id=… copies=… routes=… authors=… [board=…]`. RESULT is a
//! line of a [`StoredResult`](crate::StoredResult) with its checksum. A checksum has 16 hexadecimal
//! digits and covers the whole line before it. That of header, author and seal depends on nothing
//! else, so that they can be found in a piece of a log; all others cover the fingerprint of the
//! plan too.
//!
//! A seal has the number and the SHA-256 of all lines since the header, and the number of withdrawals
//! and their ends among them. A header begins a section: `cat a b` is a log whose second section has
//! another id, and whose results count as imported ones.

use std::io::{self, BufRead, Read};

use sha2::{Digest, Sha256};

use crate::stored_result::Fields;
use crate::words::{hex, is_word, printable};
use crate::{Author, AuthorList, Policy, ProcessInfo, ResultFilter, UnitList, Withdrawal};

/// First words of a log, with the version of its grammar.
pub(crate) const TITLE: &str = "bezzel-campaign 1 ";
/// Maximum length of a line in bytes, with its end. Result lines have a few hundred bytes.
pub(crate) const MAX_LINE_BYTES: usize = 4096;

/// The plan and the policy of a campaign, as header and seals state them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) n: u32,
    pub(crate) plan_version: u32,
    pub(crate) units: u64,
    pub(crate) fingerprint: String,
    /// Random number of the campaign.
    pub(crate) id: String,
    pub(crate) copies: u32,
    pub(crate) both_routes: bool,
    /// [`Policy::authors_word`].
    pub(crate) authors: String,
    pub(crate) board: Option<String>,
}

impl Header {
    pub(crate) fn new(units: &UnitList, policy: &Policy) -> Self {
        Self {
            n: units.plan().n(),
            plan_version: bezzel_count::PLAN_VERSION,
            units: units.plan().len(),
            fingerprint: units.fingerprint().to_owned(),
            id: format!("{:016x}", fastrand::u64(..)),
            copies: policy.copies,
            both_routes: policy.both_routes,
            authors: policy.authors_word(),
            board: units.plan().constraint().map(str::to_owned),
        }
    }

    /// Returns the policy with this list of authors, if the header states this list.
    pub(crate) fn policy(&self, authors: Option<AuthorList>) -> Option<Policy> {
        let policy = Policy {
            authors,
            copies: self.copies,
            both_routes: self.both_routes,
        };
        (policy.authors_word() == self.authors).then_some(policy)
    }

    /// Returns the lines at the beginning of a log.
    pub(crate) fn lines(&self, policy: &Policy) -> String {
        let mut text = with_sum(format!("{TITLE}{self}")) + "\n";
        for (author, name) in policy.authors.iter().flatten() {
            let line = format!("a {author} {name}");
            text += &(with_sum(line.trim_end().to_owned()) + "\n");
        }
        text
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let mut value = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=');
        let header = Self {
            n: value("n")?.parse().ok()?,
            plan_version: value("plan")?.parse().ok()?,
            units: value("units")?.parse().ok()?,
            fingerprint: value("fingerprint")?.to_owned(),
            id: value("id")?.to_owned(),
            copies: value("copies")?.parse().ok()?,
            both_routes: match value("routes")? {
                "both" => true,
                "any" => false,
                _ => return None,
            },
            authors: value("authors")?.to_owned(),
            board: value("board").map(str::to_owned),
        };
        (header.to_string() == text).then_some(header)
    }
}

impl std::fmt::Display for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let routes = if self.both_routes { "both" } else { "any" };
        write!(
            f,
            "n={} plan={} units={} fingerprint={} id={} copies={} routes={routes} authors={}",
            self.n,
            self.plan_version,
            self.units,
            self.fingerprint,
            self.id,
            self.copies,
            self.authors
        )?;
        match &self.board {
            Some(board) => write!(f, " board={board}"),
            None => Ok(()),
        }
    }
}

/// A seal over the lines before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seal {
    pub(crate) lines: u64,
    /// Number of withdrawals and their ends among them.
    pub(crate) changes: u64,
    pub(crate) hash: String,
    pub(crate) header: Header,
}

impl Seal {
    pub(crate) fn line(&self) -> String {
        let counts = format!("s {} {}", self.lines, self.changes);
        with_sum(format!("{counts} {} {}", self.hash, self.header))
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.splitn(4, ' ');
        Some(Self {
            lines: words.next()?.parse().ok()?,
            changes: words.next()?.parse().ok()?,
            hash: words.next()?.to_owned(),
            header: Header::parse(words.next()?)?,
        })
    }
}

/// A line of a log.
pub(crate) enum LogLine<'a> {
    Header(Header),
    Author(Author, String),
    Seal(Seal),
    Begun,
    /// A result, with its key and, if it was imported, the time of receipt.
    Result {
        fields: Fields<'a>,
        key: u64,
        received: Option<i64>,
    },
    Withdrawal(Withdrawal),
    Undone {
        number: u64,
        time: i64,
    },
}

impl<'a> LogLine<'a> {
    /// Parses a line that needs no plan to be read: a header, an author or a seal. Returns `None` if it
    /// is of another kind or damaged.
    pub(crate) fn parse_plain(line: &str) -> Option<Self> {
        let kinds = [TITLE, "a ", "s "];
        kinds.iter().find(|kind| line.starts_with(**kind))?;
        let (body, stated) = line.rsplit_once(' ')?;
        if stated != plain_sum(body) {
            return None;
        }
        if let Some(plan) = body.strip_prefix(TITLE) {
            return Header::parse(plan).map(Self::Header);
        }
        if let Some(seal) = body.strip_prefix("s ") {
            return Seal::parse(seal).map(Self::Seal);
        }
        let words = body.strip_prefix("a ")?;
        let (author, name) = words.split_once(' ').unwrap_or((words, ""));
        Some(Self::Author(Author::parse(author).ok()?, name.to_owned()))
    }

    /// Parses a line of any kind. Returns `None` if it is damaged or of another plan.
    pub(crate) fn parse(units: &UnitList, line: &'a str) -> Option<Self> {
        let (kind, rest) = line.split_at_checked(2)?;
        if kind == "r " {
            let (body, key) = units.split_checksum(rest)?;
            return Some(Self::Result {
                fields: units.fields(body)?,
                key,
                received: None,
            });
        }
        if !["b ", "i ", "w ", "u "].contains(&kind) {
            return Self::parse_plain(line);
        }
        let (body, _) = units.split_checksum(line)?;
        let rest = body.get(2..)?;
        let (first, others) = rest.split_once(' ')?;
        Some(match kind {
            "b " => Self::Begun,
            "w " => Self::Withdrawal(withdrawal(rest)?),
            "i " => Self::Result {
                fields: units.fields(others)?,
                key: units.sum(others),
                received: Some(first.parse().ok()?),
            },
            _ => Self::Undone {
                number: first.parse().ok()?,
                time: others.parse().ok()?,
            },
        })
    }
}

/// Returns the line of a result, which `line` formats for files of results.
pub(crate) fn result_line(units: &UnitList, line: &str, received: Option<i64>) -> String {
    let Some(time) = received else {
        return format!("r {line}");
    };
    let body = line.rsplit_once(' ').map_or(line, |(body, _)| body);
    units.with_sum(format!("i {time} {body}"))
}

pub(crate) fn begun_line(units: &UnitList, process: &ProcessInfo, time: i64) -> String {
    let ProcessInfo { program, host, run } = process;
    units.with_sum(format!("b {run} {program} {host} {time}"))
}

pub(crate) fn undone_line(units: &UnitList, number: u64, time: i64) -> String {
    units.with_sum(format!("u {number} {time}"))
}

pub(crate) fn withdrawal_line(units: &UnitList, one: &Withdrawal) -> String {
    let properties = one.rule.properties();
    let properties: String = properties
        .map(|(key, value)| format!(" {key}={value}"))
        .collect();
    let (number, time, reason) = (one.number, one.time, &one.reason);
    units.with_sum(format!("w {number} {time}{properties} : {reason}"))
}

fn withdrawal(text: &str) -> Option<Withdrawal> {
    let (words, reason) = text.split_once(" : ")?;
    let mut words = words.split(' ');
    let mut one = Withdrawal {
        number: words.next()?.parse().ok()?,
        time: words.next()?.parse().ok()?,
        rule: ResultFilter::default(),
        reason: printable(reason).into_owned(),
        undone: None,
    };
    let rule = &mut one.rule;
    for word in words {
        let (key, value) = word.split_once('=')?;
        let text = Some(value.to_owned()).filter(|value| is_word(value));
        match key {
            "author" => rule.author = Some(Author::parse(value).ok()?),
            "host" => rule.host = Some(text?),
            "program" => rule.program = Some(text?),
            "backend" => rule.backend = Some(text?),
            "since" => rule.since = Some(value.parse().ok()?),
            "until" => rule.until = Some(value.parse().ok()?),
            _ => return None,
        }
    }
    Some(one)
}

/// Reads a line with its end, or the beginning of a longer one. Returns the number of bytes.
pub(crate) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let mut bounded = reader.by_ref().take(MAX_LINE_BYTES as u64);
    bounded.read_until(b'\n', line)
}

fn with_sum(body: String) -> String {
    let sum = plain_sum(&body);
    format!("{body} {sum}")
}

fn plain_sum(body: &str) -> String {
    hex(&Sha256::digest(body)[..8])
}
