//! `bezzel bench`: the speed of the record counter, on units that are always the same.

use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;

use anyhow::bail;
use bezzel::count::{Backend, Counter, Plan, Route, Sampler};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use crate::args::Bench;
use crate::interrupt;
use crate::output;

/// Every bench draws the same units.
const SEED: u64 = 1848;

/// The result for one n.
#[derive(Serialize)]
struct Row {
    n: u32,
    units: u32,
    joined_pairs: String,
    seconds: f64,
    joined_pairs_per_second: f64,
    nanoseconds_per_joined_pair: f64,
    /// Ticks of the processor's counter, which runs at one speed whatever that of the cores.
    cycles: Cycles,
}

/// Where the time went.
#[derive(Serialize)]
struct Cycles {
    expand: u64,
    finish: u64,
    fold: u64,
    dot: u64,
}

static CLOCK: LazyLock<quanta::Clock> = LazyLock::new(quanta::Clock::new);

fn cycles() -> u64 {
    CLOCK.raw()
}

pub(crate) fn run(args: &Bench) -> anyhow::Result<ExitCode> {
    interrupt::listen()?;
    let backend = args.backend.unwrap_or_else(Backend::detect);
    let sizes = if args.sizes.is_empty() {
        (18..=28).collect()
    } else {
        args.sizes.clone()
    };
    let mut rows = Vec::new();
    for n in sizes {
        let units = args.units;
        rows.push(interrupt::patiently("nothing was measured", move || {
            measure(n, units, backend)
        })??);
    }
    if args.format.is_json() {
        let report = serde_json::json!({ "backend": backend.name(), "results": rows });
        output::print(format!("{report}\n"))?;
    } else {
        output::print(format!(
            "{}\nbackend: {backend}, one thread; expand, finish, fold, dot: parts of the cycles\n",
            table(&rows)
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Times the first route and checks it by the second.
fn measure(n: u32, units: u32, backend: Backend) -> anyhow::Result<Row> {
    let plan = Plan::new(n)?;
    let [mut counter, mut other] = [Counter::new(backend)?, Counter::new(backend)?];
    counter.watch(cycles);
    let (mut joined, mut seconds) = (0, 0.0);
    for drawn in Sampler::new(&plan, SEED).take(units as usize) {
        let started = Instant::now();
        let result = counter.count(&drawn.unit, Route::Direct);
        seconds += started.elapsed().as_secs_f64();
        joined += result.joined;
        let check = other.count(&drawn.unit, Route::Exchanged);
        if !result.agrees(&check) {
            bail!("unit {} gives two results: this is a bug", drawn.unit);
        }
    }
    let phases = counter.phases();
    Ok(Row {
        cycles: Cycles {
            expand: phases.expand,
            finish: phases.finish,
            fold: phases.fold,
            dot: phases.dot,
        },
        n,
        units,
        joined_pairs: joined.to_string(),
        seconds,
        joined_pairs_per_second: joined as f64 / seconds,
        nanoseconds_per_joined_pair: seconds * 1e9 / joined as f64,
    })
}

impl Row {
    /// A phase as a part of all.
    fn percent(&self, cycles: u64) -> String {
        let Cycles {
            expand,
            finish,
            fold,
            dot,
        } = self.cycles;
        let all = (expand + finish + fold + dot).max(1);
        format!("{:.0} %", 100.0 * cycles as f64 / all as f64)
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
        "fold",
        "dot",
    ]);
    for row in rows {
        table.add_row([
            row.n.to_string(),
            row.units.to_string(),
            row.joined_pairs.clone(),
            format!("{:.3}", row.seconds),
            format!("{:.3e}", row.joined_pairs_per_second),
            format!("{:.3}", row.nanoseconds_per_joined_pair),
            row.percent(row.cycles.expand),
            row.percent(row.cycles.finish),
            row.percent(row.cycles.fold),
            row.percent(row.cycles.dot),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
