//! `bezzel bench`: speed of the colour-split counter on a fixed set of units, by a, the number of queens
//! on even rows and columns.

use std::ops::AddAssign;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::bail;
use bezzel_count::{Backend, Counter, Plan, Route, Unit, UnitResult};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use crate::args::Bench;
use crate::exit::ExitCode;
use bezzel_run::{EnginePool, EngineSelection, Stopwatch};

use crate::commands::engines::names;
use crate::commands::timing;
use crate::interrupt;
use crate::output;

/// Enough for each a that takes a fifth of the time or more.
const UNITS: u32 = 5;

const INTERRUPTED: &str = "no measurement completed";

#[derive(Serialize)]
struct Row {
    n: u32,
    #[serde(flatten)]
    all: Measured,
    by_a: Vec<PartOfA>,
}

/// The units of one a.
#[derive(Serialize)]
struct PartOfA {
    a: u32,
    #[serde(flatten)]
    measured: Measured,
}

#[derive(Serialize)]
struct Measured {
    units: usize,
    joined_pairs: String,
    tests: u64,
    finished: u64,
    seconds: f64,
    joined_pairs_per_second: f64,
    nanoseconds_per_joined_pair: f64,
    /// Estimated time of all units of the plan. Not known for GPUs.
    whole_seconds: Option<f64>,
    phase_nanoseconds: Option<PhaseTimes>,
}

/// Nanoseconds spent in each phase of the colour-split counter.
#[derive(Default, Clone, Copy, Serialize)]
struct PhaseTimes {
    expand: u64,
    finish: u64,
    transpose: u64,
    dot: u64,
}

/// Sums over counted units.
#[derive(Default, Clone, Copy)]
struct Sums {
    units: usize,
    work: UnitResult,
    seconds: f64,
    whole_seconds: f64,
    phases: PhaseTimes,
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
        "one thread, CPU time; a: queens on even rows and columns; whole count: estimate; \
         expand, finish, transpose, dot: percentage of the time"
    };
    output::print(format!("{}\nbackend: {backend}, {how}\n", table(&rows)))?;
    Ok(ExitCode::SUCCESS)
}

/// Times the direct route, and checks the cheapest unit of each a by the exchanged route.
fn measure(n: u32, units: u32, backend: Backend) -> anyhow::Result<Row> {
    let plan = Plan::new(n)?;
    // The cost for which each unit stands.
    let each = plan.cost() / f64::from(units);
    let mut all = Sums::default();
    let mut by_a = Vec::new();
    for units in plan
        .spread(units)
        .chunk_by(|unit, next| unit.extent().0 == next.extent().0)
    {
        let sums = measure_units(units, each, backend)?;
        all += sums;
        by_a.push(PartOfA {
            a: units[0].extent().0,
            measured: sums.measured(),
        });
    }
    let all = all.measured();
    Ok(Row { n, all, by_a })
}

fn measure_units(units: &[Unit], each: f64, backend: Backend) -> anyhow::Result<Sums> {
    let [mut counter, mut other] = [Counter::new(backend)?, Counter::new(backend)?];
    counter.record_phases(nanoseconds);
    let mut sums = Sums {
        units: units.len(),
        ..Sums::default()
    };
    let mut counted = Vec::new();
    for unit in units {
        let watch = Stopwatch::start(true);
        let result = counter.count(unit, Route::Direct);
        let seconds = watch.elapsed().0.as_secs_f64();
        sums.work += result;
        sums.seconds += seconds;
        sums.whole_seconds += seconds * each / unit.cost();
        counted.push((unit, result));
    }
    let cheapest = counted
        .iter()
        .min_by(|(a, _), (b, _)| a.cost().total_cmp(&b.cost()));
    if let Some((unit, result)) = cheapest
        && !result.agrees(&other.count(unit, Route::Exchanged))
    {
        bail!("unit {unit} gives two results: this is a bug");
    }
    let phases = counter.phases();
    sums.phases = PhaseTimes {
        expand: phases.expand,
        finish: phases.finish,
        transpose: phases.transpose,
        dot: phases.dot,
    };
    Ok(sums)
}

impl AddAssign for Sums {
    fn add_assign(&mut self, part: Self) {
        self.units += part.units;
        self.work += part.work;
        self.seconds += part.seconds;
        self.whole_seconds += part.whole_seconds;
        self.phases.expand += part.phases.expand;
        self.phases.finish += part.phases.finish;
        self.phases.transpose += part.phases.transpose;
        self.phases.dot += part.phases.dot;
    }
}

impl Sums {
    fn measured(&self) -> Measured {
        Measured {
            whole_seconds: Some(self.whole_seconds),
            phase_nanoseconds: Some(self.phases),
            ..Measured::new(self.units, self.work, self.seconds)
        }
    }
}

impl Measured {
    fn new(units: usize, work: UnitResult, seconds: f64) -> Self {
        let joined = work.joined as f64;
        Self {
            units,
            joined_pairs: work.joined.to_string(),
            tests: work.tests,
            finished: work.finished,
            seconds,
            joined_pairs_per_second: joined / seconds,
            nanoseconds_per_joined_pair: seconds * 1e9 / joined,
            whole_seconds: None,
            phase_nanoseconds: None,
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

/// Returns a line for each a, and one for all of them.
fn table(rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header([
        "n",
        "a",
        "units",
        "joined pairs",
        "seconds",
        "ns per pair",
        "whole count",
        "expand",
        "finish",
        "transpose",
        "dot",
    ]);
    for row in rows {
        let parts = row.by_a.iter();
        let parts = parts.map(|part| (part.a.to_string(), &part.measured));
        for (a, measured) in parts.chain([("all".to_owned(), &row.all)]) {
            let [expand, finish, transpose, dot] = measured.percents();
            let whole = measured.whole_seconds;
            table.add_row([
                row.n.to_string(),
                a,
                measured.units.to_string(),
                measured.joined_pairs.clone(),
                format!("{:.3}", measured.seconds),
                format!("{:.3}", measured.nanoseconds_per_joined_pair),
                whole.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.3} s")),
                expand,
                finish,
                transpose,
                dot,
            ]);
        }
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
    let drawn = timing::sorted(plan.spread(units).into_iter());
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
    let mut work = UnitResult::default();
    results.iter().for_each(|found| work += found.result);
    Ok(Row {
        n,
        all: Measured::new(drawn.len(), work, seconds),
        by_a: Vec::new(),
    })
}
