//! The state of a campaign: a function of the lines of its log.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bezzel::counted;
use bezzel_count::Route;

use super::file::Line;
use crate::grammar::{Header, LogLine, Seal};
use crate::judge::{Evidence, Source, State as UnitState, Verdict, judge};
use crate::stats::Stats;
use crate::stored_result::Fields;
use crate::{Author, AuthorList, Error, Policy, ProcessInfo, ResultFilter, StoreOutcome};
use crate::{UnitList, Withdrawal};

/// Marks the end of the list of the results of a unit.
const NONE: u32 = u32::MAX;

/// A stored result. Its line is read again where more is needed.
pub(crate) struct Entry {
    /// Value and joined pairs.
    pub(crate) found: [u128; 2],
    /// Offset of its line.
    pub(crate) offset: u64,
    /// Time of receipt.
    received: i64,
    pub(crate) unit: u32,
    pub(crate) source: u32,
    /// The next result of the same unit.
    next: u32,
    pub(crate) route: Route,
    pub(crate) own: bool,
    pub(crate) withdrawn: bool,
}

/// Backend, process and author of results.
pub(crate) struct SourceInfo {
    pub(crate) backend: Arc<str>,
    pub(crate) process: Arc<ProcessInfo>,
    pub(crate) author: Option<Author>,
    /// Number of the device; all CPU backends are one.
    device: u32,
}

/// The results of a unit, and the parts of its verdict that are needed without them.
#[derive(Clone)]
pub(crate) struct UnitEntry {
    first: u32,
    last: u32,
    /// True if its results were changed since the verdict.
    is_changed: bool,
    pub(crate) state: UnitState,
    /// True if own processes counted it by the exchanged route.
    pub(crate) is_verified: bool,
}

/// The lines since a header.
#[derive(Default)]
struct Section {
    is_own: bool,
    lines: u64,
    changes: u64,
    /// Number of lines since the last seal.
    unsealed: u64,
}

/// The state of a campaign.
pub(crate) struct State {
    pub(crate) units: Arc<UnitList>,
    pub(crate) policy: Policy,
    pub(crate) header: Header,
    /// The authors that were read, until the list is complete.
    authors: Option<AuthorList>,
    section: Section,
    pub(crate) entries: Vec<Entry>,
    pub(crate) sources: Vec<SourceInfo>,
    /// Numbers of sources by their text and author.
    source_numbers: HashMap<String, HashMap<Option<Author>, u32>>,
    /// Numbers of devices by their backends.
    devices: HashMap<Arc<str>, u32>,
    units_known: Vec<UnitEntry>,
    /// The units whose results were changed since the last verdict.
    changed: Vec<u32>,
    /// Number of units in each state.
    counts: [u64; 4],
    keys: HashSet<u64>,
    pub(crate) withdrawals: Vec<Withdrawal>,
    pub(crate) stats: Stats,
}

impl State {
    /// Creates the state after the header of a log, whose units are known.
    pub(super) fn new(units: UnitList, header: Header) -> Self {
        let count = units.plan().len();
        let unit = UnitEntry {
            first: NONE,
            last: NONE,
            is_changed: false,
            state: UnitState::Open,
            is_verified: false,
        };
        Self {
            units: Arc::new(units),
            policy: Policy::default(),
            authors: Some(AuthorList::new()),
            header,
            section: Section::default(),
            entries: Vec::new(),
            sources: Vec::new(),
            source_numbers: HashMap::new(),
            devices: HashMap::new(),
            units_known: vec![unit; count as usize],
            changed: Vec::new(),
            counts: [count, 0, 0, 0],
            keys: HashSet::new(),
            withdrawals: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// Makes room for about as many results as a file of this length has.
    pub(super) fn reserve(&mut self, bytes: u64) {
        let results = (bytes / 250) as usize;
        self.entries.reserve(results);
        self.keys.reserve(results);
    }

    /// Applies the next line. Fails with a description of a damaged line. Verdicts follow when
    /// [`judge_changed`](Self::judge_changed) is called.
    pub(super) fn apply(&mut self, line: &Line) -> Result<(), String> {
        let text = std::str::from_utf8(line.text);
        let text = text.map_err(|_| "expected UTF-8, found other bytes".to_owned())?;
        // Parsing borrows the units only; results change everything else.
        let units = Arc::clone(&self.units);
        let parsed = LogLine::parse(&units, text)
            .ok_or("it does not fit its checksum, or is no line of this campaign")?;
        let is_seal = matches!(parsed, LogLine::Seal(_));
        match parsed {
            LogLine::Header(header) => self.begin_section(&header)?,
            LogLine::Author(author, name) => self.add_author(author, name)?,
            LogLine::Seal(seal) => self.check_seal(&seal, line)?,
            _ if !self.has_policy() => {
                return Err("expected an author of the list of the campaign".to_owned());
            }
            LogLine::Begun => {}
            LogLine::Result {
                fields,
                key,
                received,
            } => {
                let checked = fields.unit.check(&fields.result);
                checked.map_err(|error| error.to_string())?;
                if self.section.is_own || self.accepts_foreign(&fields) {
                    let source = self.source_number(&fields)?;
                    self.add_result(&fields, source, key, received, line.offset);
                }
            }
            LogLine::Withdrawal(_) | LogLine::Undone { .. } if !self.section.is_own => {}
            LogLine::Withdrawal(one) => {
                self.withdrawals.push(one);
                self.apply_withdrawal(self.withdrawals.len() - 1);
            }
            LogLine::Undone { number, time } => {
                let mut known = self.withdrawals.iter();
                let found = known.position(|one| one.number == number && one.undone.is_none());
                let found = found.ok_or("it ends a withdrawal that is not in force")?;
                self.withdrawals[found].undone = Some(time);
                self.apply_withdrawal(found);
            }
        }
        self.section.lines += 1;
        self.section.unsealed = (self.section.unsealed + 1) * u64::from(!is_seal);
        Ok(())
    }

    fn begin_section(&mut self, header: &Header) -> Result<(), String> {
        if header.fingerprint != self.header.fingerprint {
            return Err(format!(
                "expected results of {}, found the header of another plan",
                self.units.title()
            ));
        }
        let is_first = self.section.lines == 0 && self.entries.is_empty() && !self.section.is_own;
        self.section = Section {
            is_own: header.id == self.header.id,
            ..Section::default()
        };
        if is_first && self.header.authors == "anyone" {
            let policy = self.header.policy(None);
            self.set_policy(policy.ok_or("its policy is unreadable")?)?;
        }
        Ok(())
    }

    fn set_policy(&mut self, policy: Policy) -> Result<(), String> {
        self.policy = policy.check().map_err(|error| error.to_string())?;
        self.authors = None;
        Ok(())
    }

    /// Adds an author to the list, which is complete when its checksum is right.
    fn add_author(&mut self, author: Author, name: String) -> Result<(), String> {
        if !self.section.is_own {
            return Ok(());
        }
        let list = self.authors.as_mut();
        let Some(list) = list else {
            // The list is repeated with the header after a foreign section.
            return match self.policy.lists(author) {
                true => Ok(()),
                false => Err("expected no further author".to_owned()),
            };
        };
        list.insert(author, name);
        let is_complete = self.header.authors.starts_with(&format!("{}:", list.len()));
        match self.header.policy(is_complete.then(|| list.clone())) {
            Some(policy) if is_complete => self.set_policy(policy),
            _ => Ok(()),
        }
    }

    /// Returns true if the list of authors is complete.
    pub(super) fn has_policy(&self) -> bool {
        self.authors.is_none()
    }

    /// Returns true if a result of another log counts: it is accepted and its signature is valid.
    fn accepts_foreign(&self, fields: &Fields) -> bool {
        let stored = fields.result();
        self.policy.admit(stored.author()).is_ok() && self.units.verify(&stored).is_ok()
    }

    fn add_result(
        &mut self,
        fields: &Fields,
        source: u32,
        key: u64,
        received: Option<i64>,
        offset: u64,
    ) {
        if !self.keys.insert(key) {
            return;
        }
        let unit = fields.unit.index() as u32;
        let own = received.is_none() && self.section.is_own;
        let entry = Entry {
            found: [fields.result.value, fields.result.joined],
            offset,
            // Another log does not say when this one received its results.
            received: received.unwrap_or(if own { fields.time } else { 0 }),
            unit,
            source,
            next: NONE,
            route: fields.route,
            own,
            withdrawn: false,
        };
        let withdrawn = self.in_force().any(|one| self.covers(&one.rule, &entry));
        let at = self.entries.len() as u32;
        self.entries.push(Entry { withdrawn, ..entry });
        let of_unit = &mut self.units_known[unit as usize];
        let is_first = of_unit.first == NONE;
        match is_first {
            true => of_unit.first = at,
            false => self.entries[of_unit.last as usize].next = at,
        }
        of_unit.last = at;
        self.stats.add(fields, source, is_first);
        self.note_change(unit);
    }

    /// Returns the outcome of each result from this number on, under the verdicts of now.
    pub(super) fn outcomes_from(&self, first: usize) -> Vec<StoreOutcome> {
        let mut judged: HashMap<u32, (Verdict, Option<usize>)> = HashMap::new();
        let outcome = |(at, entry): (usize, &Entry)| {
            let (verdict, first) = judged.entry(entry.unit).or_insert_with(|| {
                let mut results = self.results_of(entry.unit);
                let first = results.find(|at| !self.entries[*at].withdrawn);
                (self.verdict(entry.unit), first)
            });
            match verdict.accepted {
                _ if entry.withdrawn => StoreOutcome::Withdrawn,
                _ if *first == Some(at) => StoreOutcome::Merged,
                Some(accepted) if accepted != entry.found => StoreOutcome::Rejected,
                Some(_) if verdict.state == UnitState::Confirmed => StoreOutcome::Confirmed,
                Some(_) => StoreOutcome::Repeated,
                None => StoreOutcome::Conflict,
            }
        };
        let entries = self.entries.iter().enumerate();
        entries.skip(first).map(outcome).collect()
    }

    /// Returns the number of a source. Fails if it is new and its words cannot be those of a line.
    fn source_number(&mut self, fields: &Fields) -> Result<u32, String> {
        let author = fields.signature.map(|signature| signature.author());
        let of_text = self.source_numbers.get(fields.source);
        if let Some(number) = of_text.and_then(|numbers| numbers.get(&author)) {
            return Ok(*number);
        }
        let stored = fields.result();
        let checked = self.units.check(&stored);
        checked.map_err(|error| error.to_string())?;
        let is_cpu = bezzel_count::Backend::ALL
            .iter()
            .any(|backend| backend.name() == &*stored.backend);
        let device: Arc<str> = match is_cpu {
            true => "cpu".into(),
            false => stored.backend.clone(),
        };
        let next = self.devices.len() as u32;
        let device = *self.devices.entry(device).or_insert(next);
        let number = self.sources.len() as u32;
        self.sources.push(SourceInfo {
            backend: stored.backend,
            process: stored.origin,
            author,
            device,
        });
        let text = fields.source.to_owned();
        let of_text = self.source_numbers.entry(text).or_default();
        of_text.insert(author, number);
        Ok(number)
    }

    /// Returns the numbers of the results of a unit.
    pub(crate) fn results_of(&self, unit: u32) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.units_known[unit as usize].first;
        std::iter::from_fn(move || {
            let at = next as usize;
            next = self.entries.get(at)?.next;
            Some(at)
        })
    }

    /// Returns the verdict over a unit.
    pub(crate) fn verdict(&self, unit: u32) -> Verdict {
        let entries = self.results_of(unit).map(|at| &self.entries[at]);
        let evidence: Vec<Evidence> = entries
            .filter(|entry| !entry.withdrawn)
            .map(|entry| {
                let info = &self.sources[entry.source as usize];
                Evidence {
                    found: entry.found,
                    route: entry.route,
                    source: match info.author {
                        _ if entry.own => Source::Own {
                            device: info.device,
                        },
                        Some(author) => Source::Author(author),
                        None => Source::Unsigned {
                            process: entry.source,
                        },
                    },
                }
            })
            .collect();
        judge(evidence, &self.policy)
    }

    fn note_change(&mut self, unit: u32) {
        let is_noted = &mut self.units_known[unit as usize].is_changed;
        if !std::mem::replace(is_noted, true) {
            self.changed.push(unit);
        }
    }

    /// Judges each unit whose results were changed, once.
    pub(super) fn judge_changed(&mut self) {
        for unit in std::mem::take(&mut self.changed) {
            let verdict = self.verdict(unit);
            let known = &mut self.units_known[unit as usize];
            self.counts[known.state as usize] -= 1;
            self.counts[verdict.state as usize] += 1;
            known.is_changed = false;
            known.state = verdict.state;
            known.is_verified = verdict.own.contains(Route::Exchanged);
        }
    }

    pub(crate) fn known(&self, unit: u64) -> &UnitEntry {
        &self.units_known[unit as usize]
    }

    /// Returns the number of units in this state.
    pub(crate) fn count(&self, state: UnitState) -> u64 {
        self.counts[state as usize]
    }

    /// Returns the withdrawals that are not undone.
    pub(super) fn in_force(&self) -> impl Iterator<Item = &Withdrawal> {
        self.withdrawals.iter().filter(|one| one.undone.is_none())
    }

    /// Returns true if a result has these properties.
    pub(crate) fn covers(&self, rule: &ResultFilter, entry: &Entry) -> bool {
        let info = &self.sources[entry.source as usize];
        rule.covers(info.author, &info.process, &info.backend, entry.received)
    }

    /// Determines again which of the results that this withdrawal covers are withdrawn.
    fn apply_withdrawal(&mut self, number: usize) {
        self.section.changes += 1;
        let rule = &self.withdrawals[number].rule.clone();
        for at in 0..self.entries.len() {
            let entry = &self.entries[at];
            if self.covers(rule, entry) {
                let withdrawn = self.in_force().any(|one| self.covers(&one.rule, entry));
                let unit = entry.unit;
                self.entries[at].withdrawn = withdrawn;
                self.note_change(unit);
            }
        }
    }

    pub(crate) fn has_key(&self, key: u64) -> bool {
        self.keys.contains(&key)
    }

    /// Returns the header if the last section is of another log.
    pub(super) fn missing_header(&self) -> Option<String> {
        (!self.section.is_own).then(|| self.header.lines(&self.policy))
    }

    /// Returns the number of lines since the last seal or header.
    pub(super) fn unsealed(&self) -> u64 {
        self.section.unsealed
    }

    /// Returns the line that seals what was read. `hash` is that of the lines since the header.
    pub(super) fn seal(&self, hash: String) -> String {
        let section = &self.section;
        let seal = Seal {
            lines: section.lines,
            changes: section.changes,
            hash,
            header: self.header.clone(),
        };
        seal.line()
    }

    fn check_seal(&self, seal: &Seal, line: &Line) -> Result<(), String> {
        let section = &self.section;
        if seal.lines != section.lines {
            return Err(format!(
                "its seal is over {} since the header, found {}: a line was removed or added",
                counted(seal.lines, "line"),
                section.lines
            ));
        }
        if seal.hash != line.hash_before() {
            return Err(
                "its seal does not fit the lines before it: one was changed or moved".into(),
            );
        }
        Ok(())
    }

    /// Returns the name of a unit. Fails if the plan does not contain it.
    pub(crate) fn name(&self, unit: u64) -> Result<String, Error> {
        Ok(self.units.unit(unit)?.to_string())
    }
}
