//! Running the units of the record counter on all threads.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{anyhow, bail};
use bezzel::count::{Backend, Counter, Plan, Route, Tally, Total, Unit, UnitResult};

use super::save::Save;
use crate::interrupt::{self, Interrupted};
use crate::progress::Progress;
use crate::stderr::say;

/// What is to be counted, and how.
pub(super) struct Job<'a> {
    pub(super) n: u32,
    pub(super) backend: Backend,
    pub(super) threads: u32,
    pub(super) double_check: bool,
    pub(super) save: Option<&'a Path>,
}

/// A unit that a thread has counted.
struct Counted {
    unit: Unit,
    result: UnitResult,
    /// The result with rows and columns exchanged, if that was asked for.
    exchanged: Option<UnitResult>,
}

/// Counts the whole plan, or what a save file lacks of it.
pub(super) fn count(job: &Job) -> anyhow::Result<Total> {
    let plan = Plan::new(job.n)?;
    let mut save = job.save.map(|path| Save::open(path, &plan)).transpose()?;
    let mut tally = Tally::default();
    let mut ahead = Ahead::new(&plan);
    let known = save
        .as_ref()
        .map(|save| save.results().to_vec())
        .unwrap_or_default();
    for (index, result) in known {
        let unit = plan.unit(index).ok_or_else(|| anyhow!("no unit {index}"))?;
        ahead.done(&unit);
        tally.add(&unit, &result);
    }
    let results = start(job, &plan, ahead.units())?;
    let mut progress = Progress::resumed("counting", ahead.fraction());
    let joined_before = tally.joined();
    let mut checked = 0u64;
    while tally.units() < plan.len() {
        match results.recv_timeout(Duration::from_millis(100)) {
            Ok(counted) => {
                let Counted {
                    unit,
                    result,
                    exchanged,
                } = counted;
                if let Some(exchanged) = exchanged {
                    agree(&unit, &result, &exchanged)?;
                    checked += 1;
                }
                ahead.done(&unit);
                tally.add(&unit, &result);
                if let Some(save) = &mut save {
                    save.add(unit.index(), result)?;
                }
                let joined = tally.joined() - joined_before;
                progress.show(Some(ahead.fraction()), joined, "joined pairs");
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("a thread failed: this is a bug"),
        }
        if interrupt::asked() {
            bail!(Interrupted(kept(save.as_mut())?));
        }
    }
    if let Some(save) = &mut save {
        save.write()?;
    }
    drop(progress);
    if job.double_check {
        say(format_args!(
            "double check: {checked} of {} units agree by the exchanged route",
            plan.len()
        ));
    }
    Ok(tally.checked(&plan)?)
}

/// Saves what was counted before an interruption, and says what became of it.
fn kept(save: Option<&mut Save>) -> anyhow::Result<String> {
    let Some(save) = save else {
        return Ok("nothing was counted".to_owned());
    };
    save.write()?;
    Ok(format!(
        "what is counted is in {}, and the same command goes on from there",
        save.path().display()
    ))
}

/// Refuses a unit whose two routes differ.
fn agree(unit: &Unit, result: &UnitResult, exchanged: &UnitResult) -> anyhow::Result<()> {
    if !result.agrees(exchanged) {
        bail!(
            "the double check of unit {unit} failed: {} of {} joined pairs by rows, {} of {} by \
             columns",
            result.value,
            result.joined,
            exchanged.value,
            exchanged.joined,
        );
    }
    Ok(())
}

/// What is left of a plan, measured by cost.
struct Ahead {
    left: Vec<Option<Unit>>,
    cost: f64,
    done: f64,
}

impl Ahead {
    fn new(plan: &Plan) -> Self {
        let left: Vec<_> = plan.units().map(Some).collect();
        Self {
            cost: left.iter().flatten().map(Unit::cost).sum(),
            left,
            done: 0.0,
        }
    }

    fn done(&mut self, unit: &Unit) {
        if self.left[unit.index() as usize].take().is_some() {
            self.done += unit.cost();
        }
    }

    fn fraction(&self) -> f64 {
        self.done / self.cost
    }

    /// What is left, the most expensive first, so that no thread ends with a long unit while
    /// the others have nothing to do.
    fn units(&self) -> Vec<Unit> {
        let mut units: Vec<_> = self.left.iter().flatten().cloned().collect();
        units.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
        units
    }
}

/// Starts the threads. They end when all units are counted or nobody listens any more.
fn start(job: &Job, plan: &Plan, units: Vec<Unit>) -> anyhow::Result<Receiver<Counted>> {
    let (sender, results) = mpsc::channel();
    let units = Arc::new(units);
    let next = Arc::new(AtomicUsize::new(0));
    let threads = u64::from(job.threads).min(plan.len()).max(1);
    for _ in 0..threads {
        let mut counter = Counter::new(job.backend)?;
        let (units, next, sender) = (units.clone(), next.clone(), sender.clone());
        let double_check = job.double_check;
        thread::spawn(move || {
            while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                let result = counter.count(unit, Route::Direct);
                let exchanged = double_check.then(|| counter.count(unit, Route::Exchanged));
                let counted = Counted {
                    unit: unit.clone(),
                    result,
                    exchanged,
                };
                if sender.send(counted).is_err() {
                    break;
                }
            }
        });
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_double_check_names_the_unit() {
        let plan = Plan::new(10).unwrap();
        let unit = plan.unit(1).unwrap();
        let mut counter = Counter::new(Backend::Portable).unwrap();
        let (result, exchanged) = (
            counter.count(&unit, Route::Direct),
            counter.count(&unit, Route::Exchanged),
        );
        assert!(agree(&unit, &result, &exchanged).is_ok());
        for wrong in [
            UnitResult {
                value: exchanged.value + 1,
                ..exchanged
            },
            UnitResult {
                joined: exchanged.joined + 1,
                ..exchanged
            },
        ] {
            let error = agree(&unit, &result, &wrong).unwrap_err().to_string();
            assert!(error.contains(&unit.to_string()), "{error}");
        }
    }
}
