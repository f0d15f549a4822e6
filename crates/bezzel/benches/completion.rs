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
    /// The search of `bezzel complete`.
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

type Curve = (String, Vec<(f64, f64)>);

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks without --bench: then a few small boards are decided.
    let only_test = !env::args().any(|argument| argument == "--bench");
    let (boards, seconds) = if only_test { (2.0, 10.0) } else { (50.0, 2.0) };
    let boards = variable("BOARDS", boards) as usize;
    let limit = Duration::from_secs_f64(variable("LIMIT", seconds));
    let mut curves: Vec<Curve> = Vec::new();
    println!("| model | n | solvable | solver | decided | median seconds |");
    println!("|---|---|---|---|---|---|");
    for (name, model, sizes) in MODELS {
        let mut own: Vec<Curve> = Way::ALL
            .map(|way| (format!("{name}, {}", way.name()), Vec::new()))
            .into();
        let sizes = if only_test { &sizes[..1] } else { sizes };
        for &n in sizes {
            let drawn: Vec<_> = (0..boards as u64)
                .map(|seed| ConstrainedBoard::random(n, model(n), seed))
                .collect::<Result<_, _>>()?;
            let mut answers = vec![None; boards];
            let mut rows = Vec::new();
            for (way, curve) in Way::ALL.into_iter().zip(&mut own) {
                if way == Way::BitMasks && n > MAX_COMPLETED {
                    continue;
                }
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
                let decided = times.len();
                let median = median(times, boards);
                curve
                    .1
                    .extend(median.map(|seconds| (f64::from(n), seconds)));
                let median = median.map_or("-".to_owned(), |seconds| format!("{seconds:.5}"));
                rows.push((way.name(), decided, median));
            }
            let solvable = answers
                .iter()
                .filter(|answer| **answer == Some(true))
                .count();
            for (way, decided, median) in rows {
                println!(
                    "| {name} | {n} | {solvable} of {boards} | {way} | {decided} | {median} |"
                );
            }
        }
        curves.extend(own);
    }
    if let Some(path) = env::args()
        .skip(1)
        .find(|argument| argument.ends_with(".svg"))
    {
        plot(&path, &curves)?;
    }
    Ok(())
}

/// Draws one panel for each model.
fn plot(path: &str, curves: &[Curve]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (960, 380)).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((1, MODELS.len()));
    for ((panel, (name, _, sizes)), curves) in
        panels.iter().zip(MODELS).zip(curves.chunks(Way::ALL.len()))
    {
        let (first, last) = (sizes[0], sizes[sizes.len() - 1]);
        let mut chart = ChartBuilder::on(panel)
            .caption(format!("{name}: median seconds"), ("sans-serif", 15))
            .margin(8)
            .x_label_area_size(30)
            .y_label_area_size(44)
            .build_cartesian_2d(
                (f64::from(first)..f64::from(last)).log_scale(),
                (1e-6..10.0).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc("n")
            .x_label_formatter(&|n| format!("{n:.0}"))
            .y_label_formatter(&|seconds| format!("{seconds:.0e}"))
            .draw()?;
        for (at, (way, (_, points))) in Way::ALL.into_iter().zip(curves).enumerate() {
            let style = Palette99::pick(at).stroke_width(2);
            chart
                .draw_series(LineSeries::new(points.clone(), style).point_size(3))?
                .label(way.name())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .draw()?;
    }
    root.present()?;
    Ok(())
}
