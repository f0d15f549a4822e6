//! The third part of a certificate: statements about the campaign, in fixed words.

use std::fmt;

use bezzel::counted;

use super::Facts;
use crate::words::shortened;
use crate::{FinalResult, Ledger};

/// Beginning of this part.
pub(super) const TITLE: &str =
    "\nStatements of the author of this certificate, which only the ledger can confirm:\n";
/// Statements that hold for each ledger that is added up.
const CHECKED: &str = "each unit value matches its checksum\n\
     the unit values add up to whole solutions for each number of queens on black squares\n";
const POLICY: &str = "policy: ";
const WITHDRAWAL: &str = "withdrawal ";
const BY: &str = " by ";

/// Words before numbers of units or results.
const NUMBERS: [&str; 10] = [
    "units: ",
    "units confirmed by both routes: ",
    "units confirmed by one route, by listed authors or on another device: ",
    "units counted once: ",
    "of these not by processes of the author of this certificate: ",
    "of these with unsigned results of several processes that agree: ",
    "units counted by processes of the author of this certificate: ",
    "of these by both routes: ",
    "rejected results: ",
    "withdrawn results: ",
];

/// The statements of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statements {
    n: u32,
    board: bool,
    policy: String,
    /// Those of [`NUMBERS`].
    numbers: [u64; NUMBERS.len()],
    /// Withdrawals, as lines.
    withdrawals: Vec<String>,
    /// Numbers of results and their sources.
    sources: Vec<(u64, String)>,
}

impl Statements {
    pub(super) fn of(ledger: &Ledger, found: &FinalResult) -> Self {
        let plan = ledger.units().plan();
        let withdrawals = ledger.withdrawals().iter().map(|one| {
            let undone = if one.undone.is_some() { ", undone" } else { "" };
            format!(
                "{}{undone}: {}; reason: {}",
                one.number, one.rule, one.reason
            )
        });
        let sources = found.sources.iter();
        Self {
            n: plan.n(),
            board: plan.constraint().is_some(),
            policy: ledger.policy().to_string(),
            numbers: [
                plan.len(),
                found.confirmed_by_exchange,
                found.confirmed_by_repeat,
                found.unconfirmed,
                found.unconfirmed_imports,
                found.unsigned_agree,
                found.own,
                found.recounted,
                found.rejected.len() as u64,
                found.withdrawn,
            ],
            withdrawals: withdrawals.collect(),
            sources: sources
                .map(|(source, results)| (*results, source.clone()))
                .collect(),
        }
    }

    /// Parses this part. Returns `None` unless it is exactly the text of its content.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(TITLE)?.strip_prefix(CHECKED)?;
        let mut lines = rest.lines();
        let policy = lines.next()?.strip_prefix(POLICY)?.to_owned();
        lines.next()?;
        let mut numbers = [0; NUMBERS.len()];
        for (number, words) in numbers.iter_mut().zip(NUMBERS) {
            *number = lines.next()?.strip_prefix(words)?.parse().ok()?;
        }
        let lines: Vec<&str> = lines.collect();
        let withdrawals = lines.iter().map_while(|line| line.strip_prefix(WITHDRAWAL));
        let withdrawals: Vec<String> = withdrawals.map(str::to_owned).collect();
        let sources = lines[withdrawals.len()..].iter();
        let sources = sources.map_while(|line| source(line)).collect();
        let last = lines.last()?;
        let (_, command) = last.split_once("campaign new ")?;
        let n = command.split(' ').next()?.parse().ok()?;
        let parsed = Self {
            n,
            board: last.contains(" --board "),
            policy,
            numbers,
            withdrawals,
            sources,
        };
        (parsed.to_string() == text).then_some(parsed)
    }

    /// Returns true if the numbers agree with each other and with the first part.
    pub(super) fn fits(&self, facts: &Facts) -> bool {
        let [units, exchanged, repeated, once, ..] = self.numbers;
        let [_, _, _, _, imported, agree, own, recounted, ..] = self.numbers;
        let sum = exchanged.checked_add(repeated);
        u128::from(self.n) == facts.n
            && units == facts.units
            && self.board == facts.orbits.is_none()
            && sum.and_then(|sum| sum.checked_add(once)) == Some(units)
            && imported <= once
            && agree <= once
            && own.checked_add(imported).is_some_and(|sum| sum <= units)
            && recounted <= own
            && recounted <= exchanged
            && is_policy(&self.policy)
    }

    /// Returns the first statement that these contradict, which are those of a ledger.
    pub(super) fn contradiction(&self, ledger: &Self) -> Option<String> {
        if self.policy != ledger.policy {
            return Some(format!(
                "expected the policy '{}' as in the ledger, found '{}'",
                ledger.policy,
                shortened(&self.policy)
            ));
        }
        let only = |one: &Self, other: &Self| {
            let mut lines = one.withdrawals.iter();
            lines
                .find(|line| !other.withdrawals.contains(line))
                .cloned()
        };
        if let Some(line) = only(ledger, self).or_else(|| only(self, ledger)) {
            return Some(format!(
                "expected the withdrawals of the ledger, found a difference in '{}'",
                shortened(&line)
            ));
        }
        let stored = |source: &str| {
            let mut known = ledger.sources.iter();
            known
                .find(|(_, one)| one == source)
                .map_or(0, |(results, _)| *results)
        };
        // Another count of the same board has other sources, and may be confirmed more often.
        if !self.sources.iter().any(|(_, source)| stored(source) > 0) {
            return None;
        }
        // Units may have been confirmed, and results rejected or withdrawn, since it was written.
        let claims = |of: &Self| {
            let [_, exchanged, repeated, _, _, _, own, recounted, ..] = of.numbers;
            [exchanged, exchanged + repeated, own, recounted]
        };
        let mut claims = claims(self).into_iter().zip(claims(ledger));
        let claims_more = claims.any(|(claimed, known)| claimed > known);
        if claims_more {
            return Some("it claims more confirmations than the ledger has".to_owned());
        }
        let mut sources = self.sources.iter();
        let invented = sources.find(|(results, source)| *results > stored(source));
        invented.map(|(results, source)| {
            let stored = stored(source);
            format!(
                "expected {} by {}, found {results}",
                counted(stored, "result"),
                shortened(source)
            )
        })
    }
}

impl fmt::Display for Statements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [units, _, _, once, ..] = self.numbers;
        writeln!(f, "{TITLE}{CHECKED}{POLICY}{}", self.policy)?;
        match once {
            0 => writeln!(
                f,
                "the total is confirmed: results of both routes, of two devices or of listed authors \
                 agree on each of {}",
                counted(units, "unit")
            )?,
            _ => writeln!(
                f,
                "the total is NOT confirmed: {once} of {} {} counted once",
                counted(units, "unit"),
                if once == 1 { "was" } else { "were" }
            )?,
        }
        for (number, words) in self.numbers.iter().zip(NUMBERS) {
            writeln!(f, "{words}{number}")?;
        }
        for one in &self.withdrawals {
            writeln!(f, "{WITHDRAWAL}{one}")?;
        }
        for (results, source) in &self.sources {
            writeln!(f, "{}{BY}{source}", counted(results, "result"))?;
        }
        let board = match self.board {
            true => " --board FILE (a file with the board above)",
            false => "",
        };
        let n = self.n;
        writeln!(
            f,
            "\nTo reproduce the lines up to the fingerprint: bezzel campaign new {n} q{n}.bezzel{board}, \
             bezzel campaign run q{n}.bezzel, bezzel campaign certificate q{n}.bezzel"
        )
    }
}

/// Reads a source and the number of its results.
fn source(line: &str) -> Option<(u64, String)> {
    let (results, source) = line.split_once(BY)?;
    let (number, _) = results.split_once(' ')?;
    Some((number.parse().ok()?, source.to_owned()))
}

fn is_policy(text: &str) -> bool {
    let parse = || {
        let (authors, words) = text.split_once("; ")?;
        let listed = authors.strip_prefix("signed results of ");
        let listed = listed.map(|list| list.split_once(" listed author")?.0.parse().ok());
        let authors = listed.map_or(Some(None), |number| number.map(Some))?;
        let copies = words.split(' ').next()?.parse().unwrap_or(1);
        let both_routes = words.contains("both routes");
        Some(crate::policy::text(authors, copies, both_routes) == text)
    };
    parse().unwrap_or(false)
}
