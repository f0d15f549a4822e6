//! Recounts of parts by the direct route.

use std::collections::HashMap;

use anyhow::bail;
use bezzel_campaign::{DrawnPart, EnginePool, ProcessInfo};
use bezzel_count::{Engine, PartSum, Route, Unit};

use crate::commands::campaign::program;
use crate::interrupt::{self, Interrupted};
use crate::progress::Progress;

/// Recounts of the parts of results, with their progress.
pub(super) struct Recount {
    pool: EnginePool,
    progress: Progress,
    results: usize,
    done: usize,
    joined: u128,
}

impl Recount {
    /// Starts engines for the parts of so many results.
    pub(super) fn start(engines: Vec<Box<dyn Engine>>, results: usize) -> Self {
        Self {
            pool: EnginePool::start(engines),
            progress: Progress::resumed("auditing", 0.0),
            results,
            done: 0,
            joined: 0,
        }
    }

    /// Counts parts of so many results and returns their sums by name. If the user asks to stop, fails
    /// with this outcome.
    pub(super) fn count(
        &mut self,
        parts: &[DrawnPart],
        results: usize,
        outcome: &str,
    ) -> anyhow::Result<HashMap<String, PartSum>> {
        // Several authors may have the same part.
        let units: HashMap<String, &Unit> = parts
            .iter()
            .map(|one| (one.unit.to_string(), &one.unit))
            .collect();
        let units: Vec<Unit> = units.into_values().cloned().collect();
        let mut counted = HashMap::new();
        let mut is_stopped = false;
        let origin = ProcessInfo::current(&program());
        let (done, all) = (self.done as f64, self.results.max(1) as f64);
        let (progress, joined) = (&mut self.progress, &mut self.joined);
        self.pool
            .count(&units, Route::Direct, usize::MAX, &origin, &mut |batch| {
                if let Some(batch) = batch {
                    for (unit, record) in batch.units.iter().zip(&batch.records) {
                        *joined += record.result.joined;
                        counted.insert(unit.to_string(), PartSum::of(&record.result));
                    }
                }
                let here = results as f64 * counted.len() as f64 / units.len().max(1) as f64;
                progress.show(Some((done + here) / all), *joined, "joined pairs");
                is_stopped = interrupt::stop_requested();
                !is_stopped
            })?;
        if is_stopped {
            bail!(Interrupted(outcome.to_owned()));
        }
        self.done += results;
        Ok(counted)
    }
}
