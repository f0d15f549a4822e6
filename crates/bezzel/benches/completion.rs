//! Measures completion: solved fraction and median time against n, on random boards at the phase
//! transition, for each model and solver.
//!
//! Prints a table and draws the median times:
//! `cargo bench -p bezzel-core --bench completion -- times.svg`. The number of boards and the time
//! limit of each are the environment variables `BOARDS` and `LIMIT`.

use std::env;
use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use bezzel::{Advance, ConstrainedBoard, MAX_COMPLETED, RandomModel};
use plotters::prelude::*;

type Model = fn(u32) -> RandomModel;

/// Model, name and sizes.
const MODELS: [(&str, Model, &[u32]); 3] = [
    (
        "placed queens",
        RandomModel::placed_queens,
        &[20, 32, 43, 75, 120, 177, 300, 500, 1000],
    ),
    (
        "excluded diagonals",
        RandomModel::excluded_diagonals,
        &[10, 12, 14, 16, 18, 20, 22],
    ),
    (
        "blocked squares",
        RandomModel::blocked_squares,
        &[10, 14, 18, 22, 26, 30, 34, 38],
    ),
];

/// A way to decide whether a board has a completion.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    BitMasks,
    ExactCover,
    Sat,
    /// What `bezzel complete` does.
    Complete,
}

impl Way {
    const ALL: [Self; 4] = [Self::BitMasks, Self::ExactCover, Self::Sat, Self::Complete];

    fn name(self) -> &'static str {
        match self {
            Self::BitMasks => "bit masks",
            Self::ExactCover => "exact cover",
            Self::Sat => "SAT solver",
            Self::Complete => "bezzel complete",
        }
    }

    /// Returns `None` if it takes longer than the limit.
    fn decide(self, board: &ConstrainedBoard, limit: Duration) -> Option<bool> {
        let deadline = Instant::now() + limit;
        match self {
            Self::BitMasks if board.size() > MAX_COMPLETED => None,
            Self::BitMasks | Self::Complete => visited(board, deadline),
            Self::ExactCover => covered(board, deadline),
            Self::Sat => satisfied(board, deadline),
        }
    }
}

fn visited(board: &ConstrainedBoard, deadline: Instant) -> Option<bool> {
    let mut found = false;
    let is_late = || Instant::now() >= deadline;
    let flow = board.visit_completions(&is_late, &mut |_| {
        found = true;
        ControlFlow::Break(())
    });
    let is_stopped = flow.expect("a small board").is_break() && !found;
    (!is_stopped).then_some(found)
}

fn covered(board: &ConstrainedBoard, deadline: Instant) -> Option<bool> {
    const STEPS: u64 = 1 << 12;
    let (problem, _) = board.exact_cover().expect("a small board");
    let mut search = problem.search();
    while Instant::now() < deadline {
        match search.advance(STEPS) {
            Advance::Solution(_) => return Some(true),
            Advance::Paused => {}
            Advance::End => return Some(false),
        }
    }
    None
}

struct Stop(Instant);

impl Callbacks for Stop {
    fn stop(&self) -> bool {
        Instant::now() >= self.0
    }
}

fn satisfied(board: &ConstrainedBoard, deadline: Instant) -> Option<bool> {
    let instance = board.sat_instance().expect("a small board");
    let mut solver = Solver::new(SolverOpts::default(), Stop(deadline));
    let variables: Vec<Var> = (0..instance.variables())
        .map(|_| solver.new_var_default())
        .collect();
    for clause in instance.clauses() {
        let literal = |one: &i32| Lit::new(variables[one.unsigned_abs() as usize - 1], *one > 0);
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    match solver.solve_limited(&[]) {
        answer if answer == lbool::TRUE => Some(true),
        answer if answer == lbool::FALSE => Some(false),
        _ => None,
    }
}

/// The median of the times, of which those beyond the limit are missing.
fn median(mut times: Vec<f64>, boards: usize) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(boards / 2).copied()
}

fn variable(name: &str, otherwise: f64) -> f64 {
    let value = env::var(name).ok().and_then(|value| value.parse().ok());
    value.unwrap_or(otherwise)
}

/// The result of a solver for one model and n.
struct Row {
    model: &'static str,
    n: u32,
    way: Way,
    /// Fractions of the boards that have a completion, and that were decided.
    solvable: f64,
    decided: f64,
    median: Option<f64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks without --bench: then a few small boards are decided.
    let only_test = !env::args().any(|argument| argument == "--bench");
    let (boards, seconds) = if only_test { (2.0, 10.0) } else { (50.0, 2.0) };
    let boards = variable("BOARDS", boards) as usize;
    let limit = Duration::from_secs_f64(variable("LIMIT", seconds));
    let mut rows = Vec::new();
    println!("| model | n | solvable | solver | decided | median seconds |");
    println!("|---|---|---|---|---|---|");
    for (name, model, sizes) in MODELS {
        let sizes = if only_test { &sizes[..1] } else { sizes };
        for &n in sizes {
            let drawn: Vec<_> = (0..boards as u64)
                .map(|seed| ConstrainedBoard::random(n, model(n), seed))
                .collect::<Result<_, _>>()?;
            for row in measured(name, n, &drawn, limit) {
                let median = row.median;
                println!(
                    "| {name} | {n} | {:.0}% | {} | {:.0}% | {} |",
                    100.0 * row.solvable,
                    row.way.name(),
                    100.0 * row.decided,
                    median.map_or("-".to_owned(), |seconds| format!("{seconds:.5}"))
                );
                rows.push(row);
            }
        }
    }
    let path = env::args().skip(1);
    if let Some(path) = path.into_iter().find(|argument| argument.ends_with(".svg")) {
        plot(&path, &rows)?;
    }
    Ok(())
}

/// Decides the boards with each solver. The answers must agree.
fn measured(model: &'static str, n: u32, drawn: &[ConstrainedBoard], limit: Duration) -> Vec<Row> {
    let boards = drawn.len();
    let mut answers = vec![None; boards];
    let mut rows = Vec::new();
    let ways = Way::ALL.into_iter();
    for way in ways.filter(|way| *way != Way::BitMasks || n <= MAX_COMPLETED) {
        let mut times = Vec::new();
        for (board, answer) in drawn.iter().zip(&mut answers) {
            let started = Instant::now();
            let Some(found) = way.decide(board, limit) else {
                continue;
            };
            times.push(started.elapsed().as_secs_f64());
            assert!(answer.is_none_or(|before| before == found), "{board}");
            *answer = Some(found);
        }
        rows.push(Row {
            model,
            n,
            way,
            solvable: 0.0,
            decided: times.len() as f64 / boards as f64,
            median: median(times, boards),
        });
    }
    let solvable = answers.iter().filter(|answer| **answer == Some(true));
    let solvable = solvable.count() as f64 / boards as f64;
    for row in &mut rows {
        row.solvable = solvable;
    }
    rows
}

/// Colours of Okabe and Ito, distinguishable in print and for colour-blind readers.
const COLOURS: [RGBColor; 4] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
];

/// A line of a chart: name, colour and points.
type Curve = (&'static str, RGBColor, Vec<(f64, f64)>);

/// Draws the median times above the decided fractions, with one column for each model.
fn plot(path: &str, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (960, 620)).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((2, MODELS.len()));
    for (at, (name, _, sizes)) in MODELS.into_iter().enumerate() {
        let own = || rows.iter().filter(|row| row.model == name);
        let of = |value: &dyn Fn(&Row) -> Option<f64>| -> Vec<Curve> {
            let ways = Way::ALL.into_iter().zip(COLOURS);
            ways.map(|(way, colour)| {
                let points = own().filter(|row| row.way == way);
                let points = points.filter_map(|row| Some((f64::from(row.n), value(row)?)));
                (way.name(), colour, points.collect())
            })
            .collect()
        };
        let range = f64::from(sizes[0])..f64::from(sizes[sizes.len() - 1]);
        let times = of(&|row| row.median);
        let title = format!("{name}: median seconds");
        let mut chart = builder(&panels[at], &title)
            .build_cartesian_2d(range.clone().log_scale(), (5e-6..2.0).log_scale())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(4)
            .x_label_formatter(&|n| format!("{n:.0}"))
            .y_label_formatter(&|seconds| format!("{seconds:.0e}"))
            .draw()?;
        for (name, colour, points) in times {
            let style = colour.stroke_width(2);
            chart
                .draw_series(LineSeries::new(points, style).point_size(3))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .draw()?;
        let mut fractions = of(&|row| Some(row.decided));
        let solvable = own().map(|row| (f64::from(row.n), row.solvable));
        fractions.push(("solvable", RGBColor(204, 121, 167), solvable.collect()));
        let title = format!("{name}: fraction decided, and solvable");
        let mut chart = builder(&panels[MODELS.len() + at], &title)
            .build_cartesian_2d(range.log_scale(), 0.0..1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("n (log scale)")
            .x_labels(4)
            .x_label_formatter(&|n| format!("{n:.0}"))
            .draw()?;
        for (name, colour, points) in fractions {
            let style = colour.stroke_width(2);
            let series = chart.draw_series(LineSeries::new(points, style).point_size(3))?;
            if name == "solvable" {
                series
                    .label(name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
            }
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerLeft)
            .background_style(WHITE.mix(0.8))
            .draw()?;
    }
    root.present()?;
    Ok(())
}

fn builder<'a, 'b>(
    panel: &'a DrawingArea<SVGBackend<'b>, plotters::coord::Shift>,
    title: &str,
) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(panel);
    builder
        .caption(title, ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(30)
        .y_label_area_size(44);
    builder
}
