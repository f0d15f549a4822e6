//! `bezzel bench`: speed of the colour-split counter on a fixed set of units, by a, the number of queens
//! on even rows and columns.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::bail;
use bezzel_count::{Backend, Counter, Engine, Plan, Route, Unit, UnitResult};
use bezzel_gpu::BackendSet;
use bezzel_run::{EnginePool, EngineSelection, Stopwatch};
use clap::Args;
use comfy_table::Table;
use serde::Serialize;

use crate::args::{Format, backend_help, whole};
use crate::commands::engines::{self, names};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::named;
use crate::output;

/// Enough for each a that takes a fifth of the time or more.
const UNITS: u32 = 5;

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
    phase_nanoseconds: Option<BTreeMap<&'static str, u64>>,
}

/// Phases of the colour-split counter.
const PHASES: [&str; 4] = ["expand", "finish", "transpose", "dot"];

/// Sums over counted units.
#[derive(Default, Clone, Copy)]
struct Sums {
    units: usize,
    work: UnitResult,
    seconds: f64,
    whole_seconds: f64,
    /// Nanoseconds of each phase.
    phases: [u64; PHASES.len()],
}

/// Returns the nanoseconds since the first call.
fn nanoseconds() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

/// Measure the colour-split counter on fixed units of n = 18 to 28.
///
/// bezzel spreads the units over the expected time of the complete count. On one thread, it prints
/// the nanoseconds per joined pair and the estimated time of the complete count, in total and for
/// each number a of queens on squares whose row and column are even. It counts the cheapest unit of
/// each a by both routes, which must agree. GPUs count all units together, by both routes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        bezzel bench\n  \
        bezzel bench 20 24 --backend avx2 --format json\n  \
        bezzel bench 24 --backend cuda:0")]
pub(crate) struct Bench {
    /// Numbers of queens, 4 to 32 [default: 18 to 28].
    #[arg(value_name = "N", value_parser = whole(4..=32), allow_negative_numbers = true)]
    sizes: Vec<u32>,
    /// Number of units of each n, 1 to 1000 [default: 5, or one batch of all GPUs].
    #[arg(long, short, value_name = "K", value_parser = whole(1..=1000), allow_negative_numbers = true)]
    units: Option<u32>,
    #[arg(long, value_name = "BACKEND", help = backend_help(), value_parser = named::backends())]
    backend: Option<BackendSet>,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Bench) -> anyhow::Result<ExitCode> {
    let sizes = match args.sizes.is_empty() {
        true => (18..=28).collect(),
        false => args.sizes.clone(),
    };
    let selection = EngineSelection::new(args.backend.clone(), Some(1));
    let opened = selection.open()?;
    let backend = names(&opened).join(", ");
    let rows = match selection.has_gpus() {
        true => measure_devices(&sizes, args.units, opened)?,
        false => {
            let (backend, units): (Backend, _) = (backend.parse()?, args.units.unwrap_or(UNITS));
            let measured = |n| interrupt::run_interruptible(move || measure(n, units, backend))?;
            sizes.into_iter().map(measured).collect::<Result<_, _>>()?
        }
    };
    let how = match selection.has_gpus() {
        true => {
            "kernels compiled in advance; results confirmed by the exchanged route and by the CPU"
        }
        false => {
            "one thread, CPU time; a: queens on squares whose row and column are even; \
             complete count: estimate; \
             expand, finish, transpose, dot: percentage of the time"
        }
    };
    let text = || format!("{}\nbackend: {backend}, {how}\n", table(&rows));
    let report = serde_json::json!({ "backend": backend, "results": rows });
    args.format.print(&report, text)?;
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
    let times = counter.phases();
    sums.phases = [times.expand, times.finish, times.transpose, times.dot];
    Ok(sums)
}

impl AddAssign for Sums {
    fn add_assign(&mut self, part: Self) {
        self.units += part.units;
        self.work += part.work;
        self.seconds += part.seconds;
        self.whole_seconds += part.whole_seconds;
        for (sum, time) in self.phases.iter_mut().zip(part.phases) {
            *sum += time;
        }
    }
}

impl Sums {
    fn measured(&self) -> Measured {
        Measured {
            whole_seconds: Some(self.whole_seconds),
            phase_nanoseconds: Some(PHASES.into_iter().zip(self.phases).collect()),
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
        let all = times.values().sum::<u64>().max(1);
        PHASES.map(|phase| format!("{:.0}%", 100.0 * times[phase] as f64 / all as f64))
    }
}

/// Returns a line for each a, and one for all of them.
fn table(rows: &[Row]) -> Table {
    let head = [
        "n",
        "a",
        "units",
        "joined pairs",
        "seconds",
        "ns per pair",
        "complete count",
        "expand",
        "finish",
        "transpose",
        "dot",
    ];
    let lines = rows.iter().flat_map(|row| {
        let parts = row.by_a.iter();
        let parts = parts.map(|part| (part.a.to_string(), &part.measured));
        parts
            .chain([("all".to_owned(), &row.all)])
            .map(|part| (row.n, part))
    });
    let lines = lines.map(|(n, (a, measured))| {
        let [expand, finish, transpose, dot] = measured.percents();
        let whole = measured.whole_seconds;
        [
            n.to_string(),
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
        ]
    });
    output::table(head, &[], lines)
}

/// Measures these sizes on all engines together: one batch of each, unless a number of units is given.
fn measure_devices(
    sizes: &[u32],
    units: Option<u32>,
    opened: Vec<Box<dyn Engine>>,
) -> anyhow::Result<Vec<Row>> {
    let batch: usize = opened.iter().map(|engine| engine.info().batch).sum();
    let units = units.unwrap_or(batch as u32);
    let draw = |&n: &u32| {
        let plan = Plan::new(n)?;
        let drawn = engines::sorted(plan.spread(units).into_iter());
        Ok::<_, bezzel_count::Error>((plan, drawn))
    };
    let samples: Vec<_> = sizes.iter().map(draw).collect::<Result<_, _>>()?;
    let all: Vec<Unit> = samples
        .iter()
        .flat_map(|(_, drawn)| drawn.clone())
        .collect();
    let mut pool = engines::started(opened, &all)?;
    let rows = samples
        .iter()
        .map(|(plan, drawn)| measure_on_devices(plan, drawn, &mut pool));
    rows.collect()
}

/// Times units on all engines together, from the first call to the last result. Checks all
/// units by the exchanged route and the cheapest one on the CPU.
fn measure_on_devices(plan: &Plan, drawn: &[Unit], pool: &mut EnginePool) -> anyhow::Result<Row> {
    let mut count = |route| engines::timed(pool, drawn, route, &mut |_| {});
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
        n: plan.n(),
        all: Measured::new(drawn.len(), work, seconds),
        by_a: Vec::new(),
    })
}
