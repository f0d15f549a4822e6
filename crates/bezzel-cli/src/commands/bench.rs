//! `bezzel bench`: speed of the colour-split counter on a fixed set of units.

use std::sync::LazyLock;
use std::time::Instant;

use anyhow::bail;
use bezzel_count::{Backend, Counter, Plan, Route, Sampler};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use crate::args::Bench;
use crate::exit::ExitCode;
use bezzel_run::{EnginePool, EngineSelection};

use crate::commands::engines::names;
use crate::commands::timing;
use crate::interrupt;
use crate::output;

/// Seed of the random units, the same for every run.
const SEED: u64 = 1848;
const UNITS: u32 = 3;

const INTERRUPTED: &str = "no measurement completed";

#[derive(Serialize)]
struct Row {
    n: u32,
    units: u32,
    joined_pairs: String,
    seconds: f64,
    joined_pairs_per_second: f64,
    nanoseconds_per_joined_pair: f64,
    phase_nanoseconds: Option<PhaseTimes>,
}

/// Nanoseconds spent in each phase of the colour-split counter.
#[derive(Serialize)]
struct PhaseTimes {
    expand: u64,
    finish: u64,
    transpose: u64,
    dot: u64,
}

/// Returns the nanoseconds since the first call.
fn nanoseconds() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

pub(crate) fn run(args: &Bench) -> anyhow::Result<ExitCode> {
    let sizes = if args.sizes.is_empty() {
        (18..=28).collect()
    } else {
        args.sizes.clone()
    };
    let selection = EngineSelection::new(args.backend.clone(), Some(1));
    let engines = selection.open()?;
    let backend = names(&engines).join(", ");
    let mut pool = EnginePool::start(engines);
    let mut rows = Vec::new();
    for n in sizes {
        let units = args.units;
        rows.push(if selection.has_gpus() {
            measure_devices(n, units, &mut pool)?
        } else {
            let backend: Backend = backend.parse()?;
            let units = units.unwrap_or(UNITS);
            interrupt::run_interruptible(INTERRUPTED, move || measure(n, units, backend))??
        });
    }
    if args.format.is_json() {
        let report = serde_json::json!({ "backend": backend, "results": rows });
        output::print(format!("{report}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let how = if selection.has_gpus() {
        "kernels compiled in advance; results confirmed by the exchanged route and by the CPU"
    } else {
        "one thread; expand, finish, transpose, dot: percentage of the time"
    };
    output::print(format!("{}\nbackend: {backend}, {how}\n", table(&rows)))?;
    Ok(ExitCode::SUCCESS)
}

/// Times the direct route and checks the results by the exchanged route.
fn measure(n: u32, units: u32, backend: Backend) -> anyhow::Result<Row> {
    let plan = Plan::new(n)?;
    let [mut counter, mut other] = [Counter::new(backend)?, Counter::new(backend)?];
    counter.record_phases(nanoseconds);
    let (mut joined, mut seconds) = (0, 0.0);
    for unit in Sampler::new(&plan, SEED).take(units as usize) {
        let started = Instant::now();
        let result = counter.count(&unit, Route::Direct);
        seconds += started.elapsed().as_secs_f64();
        joined += result.joined;
        let check = other.count(&unit, Route::Exchanged);
        if !result.agrees(&check) {
            bail!("unit {unit} gives two results: this is a bug");
        }
    }
    let phases = counter.phases();
    let times = PhaseTimes {
        expand: phases.expand,
        finish: phases.finish,
        transpose: phases.transpose,
        dot: phases.dot,
    };
    Ok(Row::new(n, units, joined, seconds, Some(times)))
}

impl Row {
    fn new(n: u32, units: u32, joined: u128, seconds: f64, times: Option<PhaseTimes>) -> Self {
        Self {
            n,
            units,
            joined_pairs: joined.to_string(),
            seconds,
            joined_pairs_per_second: joined as f64 / seconds,
            nanoseconds_per_joined_pair: seconds * 1e9 / joined as f64,
            phase_nanoseconds: times,
        }
    }

    /// Returns the percentage of each phase, if known.
    fn percents(&self) -> [String; 4] {
        let Some(times) = &self.phase_nanoseconds else {
            return ["-"; 4].map(str::to_owned);
        };
        let PhaseTimes {
            expand,
            finish,
            transpose,
            dot,
        } = *times;
        let all = (expand + finish + transpose + dot).max(1);
        let percent = |time: u64| format!("{:.0} %", 100.0 * time as f64 / all as f64);
        [expand, finish, transpose, dot].map(percent)
    }
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header([
        "n",
        "units",
        "joined pairs",
        "seconds",
        "pairs/s",
        "ns per pair",
        "expand",
        "finish",
        "transpose",
        "dot",
    ]);
    for row in rows {
        let [expand, finish, transpose, dot] = row.percents();
        table.add_row([
            row.n.to_string(),
            row.units.to_string(),
            row.joined_pairs.clone(),
            format!("{:.3}", row.seconds),
            format!("{:.3e}", row.joined_pairs_per_second),
            format!("{:.3}", row.nanoseconds_per_joined_pair),
            expand,
            finish,
            transpose,
            dot,
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Times units on all engines together, from the first call to the last result. Checks all
/// units by the exchanged route and the cheapest one on the CPU.
fn measure_devices(n: u32, units: Option<u32>, pool: &mut EnginePool) -> anyhow::Result<Row> {
    let plan = Plan::new(n)?;
    let units = units.unwrap_or(pool.batch() as u32);
    let drawn = timing::sorted(Sampler::new(&plan, SEED).take(units as usize));
    timing::warm_up(pool, &drawn, INTERRUPTED)?;
    let mut count = |route| timing::count(pool, &drawn, route, INTERRUPTED, &mut |_| {});
    let started = Instant::now();
    let results = count(Route::Direct)?.results;
    let seconds = started.elapsed().as_secs_f64();
    let checks = count(Route::Exchanged)?.results;
    for found in &results {
        let check = checks.iter().find(|other| other.unit == found.unit);
        if !check.is_some_and(|check| found.result.agrees(&check.result)) {
            let unit = plan.unit(found.unit);
            let unit = unit.map_or_else(String::new, |unit| unit.to_string());
            bail!("unit {unit}: the two routes give different results: faulty device or bug");
        }
    }
    let cheapest = drawn.iter().min_by(|a, b| a.cost().total_cmp(&b.cost()));
    if let Some(unit) = cheapest {
        let on_cpu = Counter::new(Backend::detect())?.count(unit, Route::Direct);
        let found = results.iter().find(|found| found.unit == unit.index());
        if found.is_none_or(|found| found.result != on_cpu) {
            bail!("unit {unit}: device and CPU give different results: faulty device or bug");
        }
    }
    let joined = results.iter().map(|found| found.result.joined).sum();
    Ok(Row::new(n, units, joined, seconds, None))
}
