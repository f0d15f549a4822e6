//! `bezzel compare`: times methods in one interleaved run.

mod claims;
#[cfg(feature = "plot")]
mod plot;

use std::time::{Duration, Instant};

use anyhow::bail;
use bezzel::counted;
use bezzel::methods::{Counters, Method, growth};
use clap::Args;
use comfy_table::Table;
use serde::{Serialize, Serializer};

use crate::args::*;
use crate::exit::ExitCode;
use crate::failure::in_words;
use crate::interrupt;
use crate::language::{either, say};
use crate::named;
use crate::output;
use crate::progress::{ProgressLine, duration};
use claims::Verdict;

/// Minimum run time in seconds for extrapolation.
const MIN_MEASURED_SECONDS: f64 = 0.005;

#[derive(Serialize)]
struct Row {
    n: u32,
    method: Method,
    #[serde(serialize_with = "as_string")]
    solutions: u128,
    /// Seconds of each run.
    #[serde(skip)]
    runs: Vec<f64>,
    /// Median of the runs.
    seconds: f64,
    /// Ratio to the fastest method for the same n.
    ratio: f64,
    #[serde(serialize_with = "without_solutions")]
    counters: Counters,
}

/// Method that would take too long or does not accept n.
#[derive(Serialize)]
struct Skipped {
    n: u32,
    method: Method,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_seconds: Option<f64>,
}

#[derive(Serialize)]
struct CompareReport {
    repeat: u32,
    budget_seconds: f64,
    results: Vec<Row>,
    skipped: Vec<Skipped>,
    claims: Vec<Verdict>,
}

/// Measure methods on the same boards, in alternating runs.
///
/// For each method and n, bezzel prints the number of solutions, the median time, the ratio to the
/// fastest method, and the numbers of squares tried, queens placed, backtracks and tests. The
/// tutorials make claims about their speed: from n = 12 on, bezzel also measures the claims about
/// sizes up to n, and from n = 14 on, all claims.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel compare 8 9\n  \
    bezzel compare 8 10 12 --method bitmask,linked-columns --plot times.svg")]
pub(crate) struct Compare {
    /// Numbers of queens, or ranges such as 8-10.
    #[arg(value_name = "N", required = true, value_parser = sizes(method_size), allow_negative_numbers = true)]
    sizes: Vec<Sizes>,
    /// Methods, comma-separated [default: all].
    #[arg(id = "method", long = "method", short, value_name = "METHOD", value_delimiter = ',', value_parser = named::counting_method())]
    methods: Vec<Method>,
    /// Number of timed runs of each method, 1 to 1000.
    #[arg(long, short, value_name = "K", default_value_t = 3, value_parser = whole(1..=1000), allow_negative_numbers = true)]
    repeat: u32,
    /// Skip methods whose estimated time per run exceeds TIME: seconds, or a time such as 5m (work
    /// counters need one more, slower run).
    #[arg(long, short, value_name = "TIME", default_value = "10s", value_parser = time, allow_negative_numbers = true)]
    budget: Duration,
    /// Plot time against n in this SVG file.
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    plot: Option<std::path::PathBuf>,
    #[cfg(feature = "plot")]
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Compare) -> anyhow::Result<ExitCode> {
    let methods = chosen(args)?;
    let budget = args.budget.as_secs_f64();
    // Fail now instead of after all runs.
    #[cfg(feature = "plot")]
    let plot = args.force.open(args.plot.as_deref())?;
    let mut progress = ProgressLine::new(either!("comparing", "正在比较"));
    let (mut results, skipped) = planned(args, &methods)?;
    let all = args.repeat as usize * results.len();
    for done in 0..all {
        let at = done % results.len();
        let row = &mut results[at];
        let (solutions, seconds) = timed(row.method, row.n)?;
        row.solutions = solutions;
        row.runs.push(seconds);
        let done = done + 1;
        progress.show(Some(done as f64 / all as f64), done as u128, "run");
    }
    summarise(&mut results)?;
    agree(&results)?;
    let claims = claims::measure(&methods, &Sizes::all(&args.sizes), budget, &mut progress)?;
    drop(progress);
    #[cfg(feature = "plot")]
    if let Some(out) = plot {
        if results.is_empty() {
            bail!(either!(
                "nothing to plot: every method was skipped",
                "没有可画的数据：所有方法都跳过了"
            ));
        }
        out.finish_with_picture("plot", |picture| plot::draw(&results, picture))?;
    }
    let report = CompareReport {
        repeat: args.repeat,
        budget_seconds: budget,
        results,
        skipped,
        claims,
    };
    args.format.print(&report, || text(&report))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the selected methods in learning order, each once.
fn chosen(args: &Compare) -> anyhow::Result<Vec<Method>> {
    for method in &args.methods {
        method.check_count(0)?;
    }
    let wanted = |method: &Method| match args.methods.is_empty() {
        true => method.counts(),
        false => args.methods.contains(method),
    };
    Ok(Method::ALL.into_iter().filter(wanted).collect())
}

/// Returns the planned runs and the skipped methods.
fn planned(args: &Compare, methods: &[Method]) -> anyhow::Result<(Vec<Row>, Vec<Skipped>)> {
    let mut sizes = Sizes::all(&args.sizes);
    sizes.sort_unstable();
    sizes.dedup();
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for &n in &sizes {
        if let Some(largest) = methods.iter().map(|method| method.about().max_n).max()
            && n > largest
        {
            bail!(either!(
                "expected n from 0 to {largest} for these methods, found {n}",
                "这些方法的 n 应为 0 到 {largest}，实际为 {n}"
            ));
        }
        for &method in methods {
            let skip = |reason, estimated_seconds| Skipped {
                n,
                method,
                reason,
                estimated_seconds,
            };
            if let Err(error) = method.check_size(n) {
                skipped.push(skip(error.to_string(), None));
                continue;
            }
            let seconds = estimated(method, n)?;
            if seconds > args.budget.as_secs_f64() {
                let reason = format!("estimated time {seconds:.1} s");
                skipped.push(skip(reason, Some(seconds)));
                continue;
            }
            rows.push(Row {
                n,
                method,
                solutions: 0,
                runs: Vec::new(),
                seconds: 0.0,
                ratio: 1.0,
                counters: Counters::default(),
            });
        }
    }
    Ok((rows, skipped))
}

/// Returns the median of times.
fn median(seconds: &mut [f64]) -> f64 {
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.len() / 2;
    match seconds.len() % 2 {
        0 => (seconds[middle - 1] + seconds[middle]) / 2.0,
        _ => seconds[middle],
    }
}

/// Counts on one thread and returns the solutions and the seconds.
pub(crate) fn timed(method: Method, n: u32) -> anyhow::Result<(u128, f64)> {
    interrupt::run_interruptible(move || {
        let start = Instant::now();
        let solutions = method.count(n)?;
        Ok((solutions, start.elapsed().as_secs_f64()))
    })?
}

/// Estimates the seconds for `n` queens by timing smaller boards of the same parity (the
/// mirrored methods save more on odd ones) and scaling the last of them up.
pub(crate) fn estimated(method: Method, n: u32) -> anyhow::Result<f64> {
    let mut size = n % 2;
    loop {
        let (_, measured) = timed(method, size)?;
        if measured >= MIN_MEASURED_SECONDS || size == n {
            let growth = (size + 1..=n).map(|n| growth::expected(method, n));
            return Ok(growth.fold(measured, |seconds, growth| seconds * growth));
        }
        size += 2;
    }
}

/// Adds medians, ratios, and work counters from separate runs that are not timed.
fn summarise(rows: &mut [Row]) -> anyhow::Result<()> {
    for row in rows.iter_mut() {
        let run = row.method.run(row.n)?;
        row.seconds = median(&mut row.runs);
        row.counters = interrupt::run_interruptible(move || run.counters())?;
    }
    for at in 0..rows.len() {
        let rivals = rows.iter().filter(|rival| rival.n == rows[at].n);
        let fastest = rivals
            .map(|rival| rival.seconds)
            .fold(f64::INFINITY, f64::min);
        rows[at].ratio = rows[at].seconds / fastest;
    }
    Ok(())
}

/// Fails if two methods count differently, which is a bug.
fn agree(rows: &[Row]) -> anyhow::Result<()> {
    for row in rows {
        let first = rows.iter().find(|other| other.n == row.n).unwrap_or(row);
        if first.solutions != row.solutions {
            bail!(
                "n = {}: {} counts {} but {} counts {}: this is a bug",
                row.n,
                first.method,
                counted(first.solutions, "solution"),
                row.method,
                row.solutions,
            );
        }
    }
    Ok(())
}

fn text(report: &CompareReport) -> String {
    let mut text = format!("{}\n", table(&report.results));
    text += &either!(
        "seconds: median of {repeat}, one thread; ratio: to the fastest method for the same n\n",
        "用时：{repeat} 次的中位数，单线程，单位为秒；倍数：与同一 n 最快的方法相比\n",
        repeat = report.repeat
    );
    for row in &report.skipped {
        let (method, n, budget) = (row.method, row.n, report.budget_seconds);
        let reason = match (row.estimated_seconds, method.check_size(n)) {
            (Some(seconds), _) => {
                let time = duration(seconds);
                either!(
                    "estimated time {time} (time budget {budget} s)",
                    "估计用时 {time}（时间上限 {budget} 秒）"
                )
            }
            (None, Err(error)) => in_words(&error),
            (None, Ok(())) => row.reason.clone(),
        };
        text += &either!(
            "skipped: {method} for n = {n}: {reason}\n",
            "跳过：{method}，n = {n}：{reason}\n"
        );
    }
    for claim in &report.claims {
        let holds = match claim.holds {
            true => either!("holds", "成立"),
            false => either!("does not hold here", "在本机不成立"),
        };
        let (said, method, n, took) = (say(claim.says), claim.method, claim.n, claim.seconds);
        text += &either!(
            "claim: {said}: {holds}, {method} took {took:.3} s for n = {n}\n",
            "“{said}”{holds}：{method} 计算 n = {n} 用时 {took:.3} 秒\n"
        );
    }
    text + &answers(report)
}

/// Gives the answer and the milliseconds of each method for the largest n, and those for the n that
/// tutorial C counts by bits, as that tutorial's program does.
fn answers(report: &CompareReport) -> String {
    let Some(largest) = report.results.iter().map(|row| row.n).max() else {
        return String::new();
    };
    let mut text = either!("\n{largest} queens\n", "\n{largest} 皇后问题\n");
    for row in report.results.iter().filter(|row| row.n == largest) {
        let (method, solutions) = (row.method, row.solutions);
        let time = milliseconds(row.seconds);
        text += &either!(
            "{method}: {solutions} solutions in {time}\n",
            "{method} 的答案：{solutions}，运行时间：{time}\n"
        );
    }
    let mut claims = report.claims.iter();
    if let Some(claim) = claims.find(|claim| claim.n > largest && claim.within_seconds > 1.0) {
        let (method, n, solutions) = (claim.method, claim.n, claim.solutions);
        let time = milliseconds(claim.seconds);
        let within = claim.within_seconds;
        text += &either!(
            "\n{n} queens, by {method} only: {solutions} solutions in {time} \
             (tutorial C: within {within} s)\n",
            "\n{n} 皇后问题，只用 {method} 的答案：{solutions}，运行时间：{time}\
             （教程 C：{within} 秒之内）\n"
        );
    }
    text
}

/// Writes a time in milliseconds, as tutorial C does, or in microseconds if it is shorter than one.
fn milliseconds(seconds: f64) -> String {
    match seconds < 1e-3 {
        true => format!("{:.1} {}", seconds * 1e6, either!("µs", "微秒")),
        false => format!("{:.1} {}", seconds * 1e3, either!("ms", "毫秒")),
    }
}

fn table(rows: &[Row]) -> Table {
    let head = [
        "n".to_owned(),
        either!("method", "方法"),
        either!("solutions", "解的个数"),
        either!("seconds", "用时"),
        either!("ratio", "倍数"),
        either!("tried", "尝试"),
        either!("placed", "放置"),
        either!("backtracks", "回溯"),
        either!("tests", "检查"),
    ];
    let rows = rows.iter().map(|row| {
        let [tried, placed, backtracks, tests] = work(&row.counters).map(|(_, count)| count);
        [
            row.n.to_string(),
            row.method.to_string(),
            row.solutions.to_string(),
            format!("{:.6}", row.seconds),
            format!("{:.2}", row.ratio),
            tried.to_string(),
            placed.to_string(),
            backtracks.to_string(),
            tests.to_string(),
        ]
    });
    output::table(head, &[1], rows)
}

/// Returns the work counters without the solutions, which a [`Row`] has.
fn work(counters: &Counters) -> [(&'static str, u64); 4] {
    [
        ("tried", counters.tried),
        ("placed", counters.placed),
        ("backtracks", counters.backtracks),
        ("tests", counters.tests),
    ]
}

fn without_solutions<S: Serializer>(counters: &Counters, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(work(counters))
}

fn as_string<S: Serializer>(count: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&count.to_string())
}
