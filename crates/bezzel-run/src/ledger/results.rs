//! The state that follows from the lines of a ledger.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bezzel_count::lines::Line;
use bezzel_count::{Plan, Route, Schedule, Source, StoredResult, plan_of, stored_result, words_of};

use super::error::LedgerError;
use super::{StoreOutcome, check_size};
use crate::verdict::{UnitState, Verdict, verdict};

/// The index that ends a chain of results.
const NONE: u32 = u32::MAX;

pub(super) struct Results {
    pub(super) plan: Plan,
    /// The words that name the plan.
    pub(super) words: String,
    pub(super) entries: Vec<StoredResult>,
    pub(super) keys: HashSet<u64>,
    /// The first result of each unit, and the next one of the same unit after each result.
    first: Vec<u32>,
    next: Vec<u32>,
    pub(super) states: Vec<UnitState>,
    counts: [u64; 4],
    pub(super) schedule: Schedule,
    /// Units with a further result since the last verdict.
    changed: HashSet<u32>,
    sources: HashSet<Arc<Source>>,
}

impl Results {
    pub(super) fn new(plan: Plan) -> Self {
        let units = plan.len() as usize;
        Self {
            words: words_of(&plan),
            schedule: Schedule::of_plan(plan.clone()),
            plan,
            entries: Vec::new(),
            keys: HashSet::new(),
            first: vec![NONE; units],
            next: Vec::new(),
            states: vec![UnitState::Open; units],
            counts: [units as u64, 0, 0, 0],
            changed: HashSet::new(),
            sources: HashSet::new(),
        }
    }

    /// Returns no results of the plan that a line names. The plan is not made again if it is known.
    pub(super) fn of_line(line: &Line, known: Option<&Plan>) -> Result<Self, LedgerError> {
        let is_it = |plan: &&Plan| words_of(plan) == line.words[1..3].join(" ");
        let plan = match known.filter(is_it) {
            Some(plan) => plan.clone(),
            None => plan_of(&line.words)?,
        };
        check_size(&plan)?;
        Ok(Self::new(plan))
    }

    /// Returns true if the line names this plan and has nothing else.
    pub(super) fn is_plan(words: &str, line: &Line) -> bool {
        line.words[0] == "plan" && line.words[1..].join(" ") == words
    }

    /// Adds the result of a line, unless it is known. Fails with a description of a line that is of
    /// another plan or impossible.
    pub(super) fn apply(&mut self, line: &Line) -> Result<(), String> {
        if Self::is_plan(&self.words, line) || self.keys.contains(&line.key) {
            return Ok(());
        }
        let mut stored = stored_result(&self.plan, &self.words, &line.words)?;
        match self.sources.get(&stored.source) {
            Some(source) => stored.source = source.clone(),
            None => _ = self.sources.insert(stored.source.clone()),
        }
        self.keys.insert(line.key);
        let (at, unit) = (self.entries.len() as u32, stored.unit as usize);
        self.entries.push(stored);
        self.next.push(NONE);
        match self.first[unit] {
            NONE => {
                self.first[unit] = at;
                if let Some(unit) = self.plan.unit(unit as u64) {
                    self.schedule.finish(&unit);
                }
                self.set_state(unit, UnitState::Once);
            }
            first => {
                // The second place keeps the first result first, and needs no search for the last one.
                self.next[at as usize] = self.next[first as usize];
                self.next[first as usize] = at;
                self.changed.insert(unit as u32);
            }
        }
        Ok(())
    }

    fn set_state(&mut self, unit: usize, state: UnitState) {
        self.counts[self.states[unit] as usize] -= 1;
        self.counts[state as usize] += 1;
        self.states[unit] = state;
    }

    /// Judges each unit with a further result, once.
    pub(super) fn judge_changed(&mut self) {
        for unit in std::mem::take(&mut self.changed) {
            let state = self.verdict(unit.into()).state;
            self.set_state(unit as usize, state);
        }
    }

    /// Returns the results of a unit, the first one first.
    pub(super) fn of_unit(&self, unit: u64) -> impl Iterator<Item = &StoredResult> {
        let mut next = self.first.get(unit as usize).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let at = next as usize;
            let stored = self.entries.get(at)?;
            next = self.next[at];
            Some(stored)
        })
    }

    pub(super) fn verdict(&self, unit: u64) -> Verdict {
        verdict(self.of_unit(unit))
    }

    /// Returns true if a unit has a result by this route.
    pub(super) fn has_route(&self, unit: u64, route: Route) -> bool {
        self.of_unit(unit).any(|stored| stored.route == route)
    }

    pub(super) fn count(&self, state: UnitState) -> u64 {
        self.counts[state as usize]
    }

    /// Returns the outcome of a result under the verdict of now.
    pub(super) fn outcome(&self, at: usize) -> StoreOutcome {
        let stored = &self.entries[at];
        let verdict = self.verdict(stored.unit);
        match verdict.accepted {
            _ if self.first[stored.unit as usize] == at as u32 => StoreOutcome::First,
            Some(accepted) if accepted != stored.found() => StoreOutcome::Rejected,
            Some(_) if verdict.state == UnitState::Confirmed => StoreOutcome::Confirmed,
            Some(_) => StoreOutcome::Repeated,
            None => StoreOutcome::Conflict,
        }
    }

    /// Returns the number of results of each program, backend and route, in words.
    pub(super) fn by_source(&self) -> Vec<(&Source, Route, u64)> {
        let mut counted: HashMap<(&Source, Route), u64> = HashMap::new();
        for stored in &self.entries {
            *counted.entry((&*stored.source, stored.route)).or_default() += 1;
        }
        counted
            .into_iter()
            .map(|((source, route), results)| (source, route, results))
            .collect()
    }
}
