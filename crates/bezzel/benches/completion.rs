//! Measures completion: solved fraction and median time against n, on random boards at the phase
//! transition, for each model and solver.
//!
//! Prints a table, and draws the fractions and the median times:
//! `cargo bench -p bezzel-core --bench completion -- times.svg`. The number of boards and the time
//! limit of each are the environment variables `BOARDS` and `LIMIT`.

use std::env;
use std::error::Error;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use bezzel::{Advance, ConstrainedBoard, MAX_COMPLETED, RandomModel};
use plotters::coord::Shift;
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
        &[10, 14, 18, 22, 26, 30, 34, 38, 40],
    ),
];

/// A way to decide whether a board has a completion.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    BitMasks,
    ExactCover,
    /// The search of `bezzel complete`.
    Complete,
}

impl Way {
    const ALL: [Self; 3] = [Self::BitMasks, Self::ExactCover, Self::Complete];

    fn name(self) -> &'static str {
        match self {
            Self::BitMasks => "bit masks",
            Self::ExactCover => "exact cover",
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

/// The median of the times. Times beyond the limit are missing.
fn median(mut times: Vec<f64>, boards: usize) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(boards / 2).copied()
}

fn variable(name: &str, otherwise: f64) -> f64 {
    let value = env::var(name).ok().and_then(|value| value.parse().ok());
    value.unwrap_or(otherwise)
}

/// Points by n.
type Points = Vec<(f64, f64)>;

/// The curves of one model.
#[derive(Default)]
struct Curves {
    /// Fraction of the boards that have a completion, of those that any solver decided.
    solvable: Points,
    /// Fraction of the boards that each solver decided.
    decided: [Points; Way::ALL.len()],
    /// Median seconds of each solver.
    seconds: [Points; Way::ALL.len()],
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test` runs benchmarks without --bench: then a few small boards are decided.
    let only_test = !env::args().any(|argument| argument == "--bench");
    let (boards, seconds) = if only_test { (2.0, 10.0) } else { (50.0, 2.0) };
    let boards = variable("BOARDS", boards) as usize;
    let limit = Duration::from_secs_f64(variable("LIMIT", seconds));
    let mut curves: Vec<Curves> = Vec::new();
    println!("| model | n | solvable | solver | decided | median seconds |");
    println!("|---|---|---|---|---|---|");
    for (name, model, sizes) in MODELS {
        let mut own = Curves::default();
        let sizes = if only_test { &sizes[..1] } else { sizes };
        for &n in sizes {
            let drawn: Vec<_> = (0..boards as u64)
                .map(|seed| ConstrainedBoard::random(n, model(n), seed))
                .collect::<Result<_, _>>()?;
            let mut answers = vec![None; boards];
            let mut rows = Vec::new();
            for (at, way) in Way::ALL.into_iter().enumerate() {
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
                let fraction = decided as f64 / boards as f64;
                own.decided[at].push((n.into(), fraction));
                own.seconds[at].extend(median.map(|seconds| (f64::from(n), seconds)));
                let median = median.map_or("-".to_owned(), |seconds| format!("{seconds:.5}"));
                rows.push((way.name(), decided, median));
            }
            let solvable = answers
                .iter()
                .filter(|answer| **answer == Some(true))
                .count();
            let known = answers.iter().flatten().count().max(1);
            let fraction = solvable as f64 / known as f64;
            own.solvable.push((n.into(), fraction));
            for (way, decided, median) in rows {
                println!(
                    "| {name} | {n} | {solvable} of {boards} | {way} | {decided} | {median} |"
                );
            }
        }
        curves.push(own);
    }
    if let Some(path) = env::args()
        .skip(1)
        .find(|argument| argument.ends_with(".svg"))
    {
        plot(&path, &curves)?;
    }
    Ok(())
}

/// Draws two panels for each model: fractions above median times.
fn plot(path: &str, curves: &[Curves]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (960, 640)).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((2, MODELS.len()));
    let (above, below) = panels.split_at(MODELS.len());
    for (at, ((name, _, sizes), curves)) in MODELS.into_iter().zip(curves).enumerate() {
        let sizes = f64::from(sizes[0])..f64::from(sizes[sizes.len() - 1]);
        fractions(&above[at], name, sizes.clone(), curves)?;
        times(&below[at], name, sizes, &curves.seconds)?;
    }
    root.present()?;
    Ok(())
}

type Panel<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws the fraction of boards with a completion, and the fractions that the solvers decided.
fn fractions(
    panel: &Panel,
    name: &str,
    sizes: Range<f64>,
    curves: &Curves,
) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(panel)
        .caption(format!("{name}: fraction of boards"), ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(30)
        .y_label_area_size(44)
        .build_cartesian_2d(sizes.log_scale(), -0.02..1.02)?;
    chart
        .configure_mesh()
        .x_desc("n")
        .x_label_formatter(&|n| format!("{n:.0}"))
        .y_labels(6)
        .y_label_formatter(&|fraction| format!("{fraction:.1}"))
        .draw()?;
    for (at, points) in curves.decided.iter().enumerate() {
        let style = Palette99::pick(at).stroke_width(2);
        chart.draw_series(LineSeries::new(points.clone(), style))?;
    }
    chart
        .draw_series(LineSeries::new(curves.solvable.clone(), BLACK.stroke_width(2)).point_size(3))?
        .label("with a completion")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK.stroke_width(2)));
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}

/// Draws the median times of the solvers.
fn times(
    panel: &Panel,
    name: &str,
    sizes: Range<f64>,
    curves: &[Points],
) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(panel)
        .caption(format!("{name}: median seconds"), ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(30)
        .y_label_area_size(44)
        .build_cartesian_2d(sizes.log_scale(), (1e-6..10.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("n")
        .x_label_formatter(&|n| format!("{n:.0}"))
        .y_label_formatter(&|seconds| format!("{seconds:.0e}"))
        .draw()?;
    for (at, (way, points)) in Way::ALL.into_iter().zip(curves).enumerate() {
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
    Ok(())
}
