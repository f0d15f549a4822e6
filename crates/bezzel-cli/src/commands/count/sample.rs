//! `bezzel count N --sample K`: estimates the total and the run time from random units.

use anyhow::bail;
use bezzel::{ConstrainedBoard, counted};
use bezzel_count::{Clock, Draw, Engine, Estimate, Plan, Route, Sample, UnitResult};
use bezzel_run::{EngineSelection, Progress};
use serde_json::{Value, json};

use super::speed::{self, Probabilities};
use crate::args::MAX_SAMPLE;
use crate::commands::engines::{self, Timed, names};
use crate::interrupt;
use crate::language::either;
use crate::output::write_note;
use crate::progress::{ProgressLine, duration};

/// The estimates from a sample.
pub(super) struct SampleReport {
    n: u32,
    units: u64,
    sampled: u64,
    seed: u64,
    backends: Vec<String>,
    threads: u32,
    /// Solutions, joined pairs, and the time of all CPU threads together if no GPU counts.
    estimates: Vec<(&'static str, Estimate)>,
    has_gpus: bool,
    seconds: Estimate,
}

/// Counts a sample of `units` units, or all if the plan has fewer.
pub(super) fn run(
    board: ConstrainedBoard,
    units: u64,
    seed: u64,
    selection: &EngineSelection,
) -> anyhow::Result<SampleReport> {
    let mut opened = selection.open()?;
    let backends = names(&opened);
    let n = board.size();
    let draw = move || drawn(&board, units, seed);
    let sample = interrupt::run_interruptible(draw)??;
    let probabilities = sample.drawn.iter();
    let probabilities: Probabilities = probabilities
        .map(|drawn| (drawn.unit.index(), drawn.probability))
        .collect();
    let drawn = engines::sorted(sample.drawn.into_iter().map(|drawn| drawn.unit));
    match selection.has_gpus() {
        true => advise(&opened, drawn.len()),
        false => opened.truncate(drawn.len()),
    }
    let mut pool = engines::started(opened, &drawn)?;
    let mut line = ProgressLine::new(either!("sampling", "正在抽样"));
    let show = &mut |progress: &Progress| {
        let units = progress.units.as_ref().map_or(0, |units| units.results);
        line.show(progress.fraction, units.into(), "unit");
    };
    let timed = engines::timed(&mut pool, &drawn, Route::Direct, show)?;
    drop(line);
    let threads = selection.threads();
    let seconds = speed::of(&timed.batches, threads, &probabilities);
    let mut estimates = estimates(&timed, &probabilities);
    if !selection.has_gpus() {
        // CPU time only if all batches have it.
        let is_cpu = timed.batches.iter().all(|batch| batch.clock == Clock::Cpu);
        let what = if is_cpu {
            "CPU seconds"
        } else {
            "wall seconds"
        };
        // The time of one thread is the time of all together.
        estimates.push((what, speed::of(&timed.batches, 1, &probabilities)));
    }
    Ok(SampleReport {
        n,
        units: sample.units,
        sampled: probabilities.len() as u64,
        seed,
        backends,
        threads,
        estimates,
        has_gpus: selection.has_gpus(),
        seconds,
    })
}

fn drawn(board: &ConstrainedBoard, units: u64, seed: u64) -> anyhow::Result<Sample> {
    let plan = Plan::constrained(board)?;
    if units > MAX_SAMPLE && plan.len() > MAX_SAMPLE {
        let (all, n) = (plan.len(), board.size());
        bail!(either!(
            "expected a sample of at most {MAX_SAMPLE} of the {all} units of n = {n}",
            "n = {n} 共有 {all} 个工作单元，样本最多 {MAX_SAMPLE} 个"
        ));
    }
    Ok(Sample::draw(&plan, units, seed))
}

/// Estimates sums over all units.
fn estimates(timed: &Timed, probabilities: &Probabilities) -> Vec<(&'static str, Estimate)> {
    let estimate = |quantity: fn(&UnitResult) -> f64| {
        let draws = timed.results.iter().map(|stored| {
            let probability = probabilities.get(&stored.unit).copied();
            Draw::one(quantity(&stored.result), probability.unwrap_or(1.0))
        });
        Estimate::of(&draws.collect::<Vec<_>>())
    };
    let solutions = |result: &UnitResult| result.value as f64 / Plan::VALUE_SCALE as f64;
    vec![
        ("solutions", estimate(solutions)),
        ("joined pairs", estimate(|result| result.joined as f64)),
    ]
}

/// Writes a note if the sample is too small to measure the speed of the GPUs.
fn advise(engines: &[Box<dyn Engine>], units: usize) {
    let gpus = engines.iter().map(|engine| engine.info());
    let gpus = gpus.filter(|info| info.kind.is_device());
    let at_once = gpus.map(|info| info.batch).sum::<usize>();
    let enough = Estimate::MIN_DRAWS * at_once;
    if units < enough {
        write_note(either!(
            "a sample of {units} does not keep the devices busy: use `--sample {enough}` to measure their time",
            "样本只有 {units} 个，设备没有满负荷：要测用时，请用 `--sample {enough}`"
        ));
    }
}

/// Adds an estimate with its errors to a report in JSON.
fn add(report: &mut Value, what: &str, Estimate { value, error }: Estimate) {
    let name = what.replace(' ', "_").to_lowercase();
    report[format!("{name}_estimate")] = json!(value);
    report[format!("{name}_standard_error")] = json!(error.map(|error| error.standard));
    report[format!("{name}_error_95")] = json!(error.map(|error| error.interval_95));
}

impl SampleReport {
    pub(super) fn json(&self) -> Value {
        let mut report = json!({
            "n": self.n,
            "units": self.units,
            "units_sampled": self.sampled,
            "seed": self.seed,
            "threads": self.threads,
            "backend": self.backends.join(", "),
        });
        for (what, estimate) in &self.estimates {
            add(&mut report, what, *estimate);
        }
        add(&mut report, "seconds", self.seconds);
        report
    }

    pub(super) fn text(&self) -> String {
        let (n, units, sampled, seed) = (self.n, self.units, self.sampled, self.seed);
        let whole = sampled == units;
        let mut text = either!(
            "n = {n}: {sampled} of {all}, seed {seed}\n",
            "n = {n}：从 {units} 个工作单元中抽取 {sampled} 个，种子 {seed}\n",
            all = counted(units, "unit")
        );
        for (what, estimate) in &self.estimates {
            text += &match estimate.error {
                // The sum over all units is a whole number.
                Some(error) if whole && error.interval_95 == 0.0 && !what.ends_with("seconds") => {
                    let value = estimate.value;
                    either!(
                        "{what}: {value:.0} (exact)\n",
                        "{chinese}：{value:.0}（准确值）\n",
                        chinese = in_chinese(what)
                    )
                }
                _ => line(what, *estimate),
            };
        }
        if !whole && text.contains('±') {
            text += &either!(
                "± is a 95% confidence interval\n",
                "± 后面是 95% 置信区间宽度的一半\n"
            );
        }
        let threads = self.threads;
        let threads = either!(
            "{all}",
            "{threads} 个线程",
            all = counted(threads, "thread")
        );
        let time = duration(self.seconds.value);
        let backend = self.backends.join(", ");
        text += &match self.threads {
            _ if !self.has_gpus => either!(
                "the complete count: about {time} on {threads} ({backend})\n",
                "完整的计数约需 {time}（{backend}，{threads}）\n"
            ),
            0 => either!(
                "the complete count: about {time} on {backend}\n",
                "完整的计数约需 {time}（{backend}）\n"
            ),
            _ => either!(
                "the complete count: about {time} on {backend}, {threads}\n",
                "完整的计数约需 {time}（{backend}，{threads}）\n"
            ),
        };
        text
    }
}

/// Formats an estimate with half the width of its interval, or with the reason why it has none.
fn line(what: &str, Estimate { value, error }: Estimate) -> String {
    let what = either!("{what}", "{chinese}", chinese = in_chinese(what));
    match error.map(|error| error.interval_95) {
        Some(0.0) => either!(
            "{what}: {value:.4e} (all units were measured)\n",
            "{what}：{value:.4e}（测量了所有工作单元）\n"
        ),
        Some(error) => {
            let percent = 100.0 * error / value;
            either!(
                "{what}: {value:.4e} ± {error:.1e} ({percent:.1}%)\n",
                "{what}：{value:.4e} ± {error:.1e}（{percent:.1}%）\n"
            )
        }
        None => {
            let least = Estimate::MIN_DRAWS;
            either!(
                "{what}: {value:.4e} (an error needs at least {least} units)\n",
                "{what}：{value:.4e}（样本少于 {least}，不能算误差）\n"
            )
        }
    }
}

/// Names a quantity in Chinese; the English name is that of the field in JSON.
fn in_chinese(what: &str) -> &str {
    match what {
        "solutions" => "解的个数",
        "joined pairs" => "合并对的个数",
        "CPU seconds" => "CPU 秒数",
        "wall seconds" | "seconds" => "秒数",
        other => other,
    }
}
