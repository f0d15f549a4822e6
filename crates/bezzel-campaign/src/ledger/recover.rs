//! Recovery: every intact line of a damaged log, or of a piece of one, goes to a new log.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use bezzel::counted;
use serde::Serialize;

use super::{Ledger, create_file, units_of};
use crate::grammar::{Header, LogLine, MAX_LINE_BYTES, Seal, TITLE, result_line};
use crate::words::shortened;
use crate::{AuthorList, Error, Policy, UnitList};

/// Maximum number of damaged lines that are named.
const MAX_NAMED_LINES: usize = 20;
const CHECKSUM_DIGITS: usize = 16;
/// Number of places at which an intact line may end that are tried for each place where one may begin.
/// Each word of a result line may look like a checksum.
const MAX_ENDS: usize = 16;

/// The recovered lines of a damaged ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Recovered {
    /// Number of results in the new ledger.
    pub results: u64,
    /// Number of withdrawals in the new ledger.
    pub withdrawals: u64,
    /// Descriptions of damaged parts of the old ledger that were determined from others.
    pub restored: Vec<String>,
    /// Descriptions of what the old ledger had and the new one lacks; empty if nothing is lost.
    pub lost: Vec<String>,
}

/// Options of a recovery.
#[derive(Debug, Clone, Default)]
pub struct RecoverOptions {
    /// If the policy is lost, the new ledger has the default policy, which accepts results of anyone.
    pub without_policy: bool,
    /// The [constraint](bezzel_count::Plan::constraint) of the campaign, such as `Q3/4/4/4`, which
    /// is used if that in the ledger is lost.
    pub board: Option<String>,
}

impl Ledger {
    /// Creates a ledger at `to` with all intact lines of the file at `from`, which is only read. Fails
    /// if there is no intact result, if the policy is lost and the options do not allow that, or if a
    /// file exists at `to`. The new file appears only when it is complete, and has at most the size of
    /// the old one and of a header and a seal.
    pub fn recover(
        from: &Path,
        to: &Path,
        options: &RecoverOptions,
    ) -> Result<(Self, Recovered), Error> {
        let failed = |error: std::io::Error| Error::of_io(from, &error);
        if !fs::metadata(from).map_err(failed)?.is_file() {
            return Err(Error::NotALedger(from.into()));
        }
        let bytes = fs::read(from).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut recovered = Recovered::default();
        let plain = PlainLines::of(&lines);
        let header = plain.header(from, &lines, options, &mut recovered)?;
        let units = units_of(from, &header)?;
        let policy = plain.policy(from, &header, options, &mut recovered)?;
        // Without its policy, the campaign has another header.
        let header = Header {
            id: header.id,
            ..Header::new(&units, &policy)
        };
        let intact = intact_lines(&units, &policy, &header, &lines, &mut recovered);
        if !intact.iter().any(|line| line.starts_with(['r', 'i'])) {
            return Err(unrecoverable(from, "it has no intact result"));
        }
        create_file(to, &mut |out| {
            out.write_all(header.lines(&policy).as_bytes())?;
            intact.iter().try_for_each(|line| writeln!(out, "{line}"))
        })?;
        let mut ledger = Self::open(to)?;
        recovered.results = ledger.stored_results();
        recovered.withdrawals = ledger.withdrawals().len() as u64;
        ledger.is_unsealed = true;
        ledger.seal()?;
        Ok((ledger, recovered))
    }
}

fn unrecoverable(path: &Path, what: &str) -> Error {
    Error::Unrecoverable(path.to_owned(), what.to_owned())
}

/// The headers and authors that a damaged log contains.
#[derive(Default)]
struct PlainLines {
    header: Option<Header>,
    /// The header as a seal states it.
    of_seal: Option<Header>,
    authors: AuthorList,
}

impl PlainLines {
    fn of(lines: &[&str]) -> Self {
        let mut found = Self::default();
        let parsed = lines.iter();
        for (_, line) in parsed.flat_map(|line| pieces(line, LogLine::parse_plain)) {
            match line {
                LogLine::Header(header) => _ = found.header.get_or_insert(header),
                LogLine::Seal(seal) => _ = found.of_seal.get_or_insert(seal.header),
                LogLine::Author(author, name) => _ = found.authors.insert(author, name),
                _ => {}
            }
        }
        found
    }

    /// Returns the header: that of the log, of a seal, or one that fits the names of units.
    fn header(
        &self,
        from: &Path,
        lines: &[&str],
        options: &RecoverOptions,
        recovered: &mut Recovered,
    ) -> Result<Header, Error> {
        if let Some(header) = &self.header {
            return Ok(header.clone());
        }
        if let Some(header) = &self.of_seal {
            let restored = &mut recovered.restored;
            restored.push("the header, from a seal".to_owned());
            return Ok(header.clone());
        }
        let mut sizes: Vec<u32> = lines.iter().flat_map(|line| sizes_named(line)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for n in sizes {
            let Ok(units) = UnitList::of_text(n, options.board.as_deref()) else {
                continue;
            };
            let is_result = |piece| {
                matches!(LogLine::parse(&units, piece)?, LogLine::Result { .. }).then_some(())
            };
            if lines.iter().any(|line| !pieces(line, is_result).is_empty()) {
                recovered
                    .restored
                    .push(format!("the plan, from the results: {}", units.title()));
                return Ok(Header::new(&units, &Policy::default()));
            }
        }
        Err(unrecoverable(
            from,
            "it has no intact line (results without the header of a campaign with a board need --board)",
        ))
    }

    /// Returns the policy: without it, the campaign would accept what it has promised to refuse. Returns
    /// the default policy instead if the caller wants that.
    fn policy(
        &self,
        from: &Path,
        header: &Header,
        options: &RecoverOptions,
        recovered: &mut Recovered,
    ) -> Result<Policy, Error> {
        let stated = self.header.is_some() || self.of_seal.is_some();
        let list = (header.authors != "anyone").then(|| self.authors.clone());
        let policy = header.policy(list).and_then(|policy| policy.check().ok());
        let what = match (stated, policy) {
            (true, Some(policy)) => return Ok(policy),
            (true, None) => "its list of authors is damaged",
            (false, _) => "its header and its seals are missing, and with them its policy",
        };
        if !options.without_policy {
            return Err(Error::PolicyLost(from.to_owned(), what.to_owned()));
        }
        recovered.lost.push(format!(
            "the policy of the campaign ({what}): the new ledger accepts results of anyone"
        ));
        Ok(Policy::default())
    }
}

/// The finds in a damaged log.
#[derive(Default)]
struct Findings<'a> {
    /// The intact lines of the campaign in their order.
    intact: Vec<String>,
    /// Descriptions of damaged lines.
    damaged: Vec<String>,
    /// Ends of withdrawals that are not there or ended before.
    ends: u64,
    /// The different lines of the section, and how many of them begin or end withdrawals.
    lines: HashSet<&'a str>,
    changes: u64,
    /// Lines and changes of the section that seals cover and that are not there.
    missing: [u64; 2],
    /// The same of all sections.
    all_missing: [u64; 2],
    /// Number of withdrawals in force by their number.
    in_force: HashMap<u64, u64>,
}

impl<'a> Findings<'a> {
    fn compare(&mut self, seal: &Seal) {
        // The seal is a line too.
        let lines = self.lines.len() as u64 - 1;
        let stated = [(seal.lines, lines), (seal.changes, self.changes)];
        for (at, (stated, found)) in stated.into_iter().enumerate() {
            let more = stated.saturating_sub(found + self.missing[at]);
            self.missing[at] += more;
            self.all_missing[at] += more;
        }
    }

    /// Adds a withdrawal, or the end of one.
    fn add_change(&mut self, piece: &'a str, number: u64, is_end: bool) {
        self.changes += 1;
        let in_force = self.in_force.entry(number).or_default();
        match (is_end, *in_force) {
            (true, 0) => return self.ends += 1,
            (true, _) => *in_force -= 1,
            (false, _) => *in_force += 1,
        }
        self.intact.push(piece.to_owned());
    }
}

/// Returns the intact lines of the campaign in their order, and describes what is lost.
fn intact_lines(
    units: &UnitList,
    policy: &Policy,
    header: &Header,
    lines: &[&str],
    recovered: &mut Recovered,
) -> Vec<String> {
    let mut all = Findings::default();
    let (mut is_own, mut offset) = (true, 0);
    for (number, line) in (1..).zip(lines) {
        let found = pieces(line, |piece| LogLine::parse(units, piece));
        let first = found.first();
        let is_whole = first.is_some_and(|(piece, _)| piece.len() == line.trim_end().len());
        if !is_whole && !line.trim_end().is_empty() {
            all.damaged.push(format!(
                "line {number} at byte {offset} ('{}')",
                shortened(line.trim_end())
            ));
        }
        offset += line.len();
        for (piece, parsed) in found {
            if let LogLine::Header(found) = &parsed {
                is_own = found.id == header.id;
                all.lines.clear();
                (all.changes, all.missing) = (0, [0; 2]);
            }
            // A line that is there twice does not make up for another one.
            if !all.lines.insert(piece) {
                continue;
            }
            match parsed {
                LogLine::Seal(seal) => all.compare(&seal),
                LogLine::Result { fields, .. } => {
                    let stored = fields.result();
                    if units.check(&stored).is_err() {
                        continue;
                    }
                    if is_own {
                        all.intact.push(piece.to_owned());
                    } else if policy.admit(stored.author()).is_ok()
                        && units.verify(&stored).is_ok()
                        && let Ok(line) = units.line(&stored)
                    {
                        all.intact.push(result_line(units, &line, Some(0)));
                    }
                }
                LogLine::Begun if is_own => all.intact.push(piece.to_owned()),
                LogLine::Withdrawal(one) if is_own => all.add_change(piece, one.number, false),
                LogLine::Undone { number, .. } if is_own => all.add_change(piece, number, true),
                _ => {}
            }
        }
    }
    recovered.describe_losses(&all);
    all.intact
}

impl Recovered {
    fn describe_losses(&mut self, all: &Findings) {
        let lost = &mut self.lost;
        lost.extend(all.damaged.iter().take(MAX_NAMED_LINES).cloned());
        let more = all.damaged.len().saturating_sub(MAX_NAMED_LINES);
        if more > 0 {
            lost.push(counted(more, "further damaged line"));
        }
        let [lines, changes] = all.all_missing;
        let removed = lines.saturating_sub(all.damaged.len() as u64);
        if removed > 0 {
            let removed = counted(removed, "line");
            lost.push(removed + " that a seal covers and the file does not contain");
        }
        if changes > 0 {
            lost.push(format!(
                "withdrawals or ends of withdrawals: {changes}; results that they covered count as if \
                 there had been none"
            ));
        }
        if all.ends > 0 {
            lost.push(format!(
                "ends of withdrawals that are left out, because their withdrawals are lost: {}",
                all.ends
            ));
        }
    }
}

/// Returns the parts of a line that are intact lines, and what they mean: the whole line or, if it is
/// damaged, those between a place where a line may begin and one where a checksum ends.
fn pieces<'a, T>(line: &'a str, parse: impl Fn(&'a str) -> Option<T>) -> Vec<(&'a str, T)> {
    let line = line.trim_end_matches('\n');
    if let Some(parsed) = parse(line) {
        return vec![(line, parsed)];
    }
    let ends: Vec<usize> = checksum_ends(line).collect();
    let mut found = Vec::new();
    let mut from = 0;
    for (start, _) in line.char_indices() {
        if start < from || !begins_line(&line[start..]) {
            continue;
        }
        let first = ends.partition_point(|end| *end <= start);
        let near = ends[first..].iter().take(MAX_ENDS);
        let near = near.filter(|end| **end - start < MAX_LINE_BYTES);
        let mut near = near.map(|end| &line[start..*end]);
        if let Some(intact) = near.find_map(|piece| Some((piece, parse(piece)?))) {
            from = start + intact.0.len();
            found.push(intact);
        }
    }
    found
}

/// Returns true if a line of a log may begin here.
fn begins_line(text: &str) -> bool {
    let kinds = ["r n", "i ", "b ", "w ", "u ", "s ", "a ", TITLE];
    kinds.iter().any(|kind| text.starts_with(kind))
}

/// Returns the places in a line at which words of as many hexadecimal digits as a checksum end, also if
/// something else follows.
fn checksum_ends(line: &str) -> impl Iterator<Item = usize> + '_ {
    let spaces = line.match_indices(' ').map(|(at, _)| at + 1);
    spaces.filter_map(|start| {
        let end = start + CHECKSUM_DIGITS;
        let digits = line.get(start..end)?;
        digits
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit())
            .then_some(end)
    })
}

/// Returns the sizes of boards that names of units in a line state.
fn sizes_named(line: &str) -> impl Iterator<Item = u32> + '_ {
    let words = line.split(' ').filter_map(|word| word.strip_prefix('n'));
    let sizes = words.filter_map(|word| word.split_once("-a")?.0.parse().ok());
    sizes.filter(|n| *n <= bezzel_count::MAX_COUNT_SIZE)
}
