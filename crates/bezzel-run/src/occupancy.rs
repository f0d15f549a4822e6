//! On how many solutions each square has a queen: one count of the total, the units of an
//! [`OccupancyPlan`] on all threads, and the checks of [`Occupancy`].

use bezzel::{ConstrainedBoard, counted};
use bezzel_count::{
    OCCUPANCY_TOTAL_SHARE, Occupancy, OccupancyCounter, OccupancyPlan, Route, Total,
};

use crate::progress::{FinishedUnits, Observer};
use crate::threads::UnitThreads;
use crate::wait::in_phase;
use crate::{
    Control, CountJob, CountUnits, Done, EngineSelection, Error, Job, JobError, Phase, Progress,
};

/// Counts, for each square, the solutions with a queen on it.
///
/// Checks the table: each row and each column must add up to Q(n), and the even squares to the
/// queens on even squares in all solutions.
///
/// ```
/// use bezzel::{ConstrainedBoard, Square};
/// use bezzel_run::{Control, EngineSelection, Job, OccupancyJob};
/// let mut board = ConstrainedBoard::new(8)?;
/// board.place(Square::new(0, 3))?;
/// let mut job = OccupancyJob::new(board, EngineSelection::new(None, None));
/// let (occupancy, total) = job.run(&Control::never(), &mut |_| {})?;
/// assert_eq!((total.solutions, occupancy.at(Square::new(0, 3))), (18, 18));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OccupancyJob {
    board: ConstrainedBoard,
    engines: EngineSelection,
    /// Counts everything by both routes, and compares.
    pub double_check: bool,
    /// Units that were counted before. A run adds its own.
    pub resume_from: Vec<FinishedUnits>,
}

/// The numbers of solutions by the column of the queen in row 0, with the total that they add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstRow {
    /// The number of solutions or completions.
    pub solutions: u128,
    /// The numbers, from column 0 on.
    pub columns: Vec<u128>,
}

impl OccupancyJob {
    /// Counts the completions of this board. GPUs count their total only.
    pub fn new(board: ConstrainedBoard, engines: EngineSelection) -> Self {
        Self {
            board,
            engines,
            double_check: false,
            resume_from: Vec::new(),
        }
    }

    /// Returns the plan of a board and a route. Takes a minute for large n.
    pub fn plan(board: &ConstrainedBoard, route: Route) -> Result<OccupancyPlan, Error> {
        Ok(match board.is_unconstrained() {
            true => OccupancyPlan::new(board.size(), route)?,
            false => OccupancyPlan::constrained(board, route)?,
        })
    }
}

impl Job for OccupancyJob {
    type Answer = (Occupancy, Total);

    fn run(
        &mut self,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<(Occupancy, Total), JobError> {
        let routes = &Route::ALL[..1 + usize::from(self.double_check)];
        let board = self.board.clone();
        let plan = move || -> Result<Vec<_>, Error> {
            let plan = |&route: &Route| Self::plan(&board, route);
            routes.iter().map(plan).collect()
        };
        let plans = in_phase(Phase::Preparing, control, observe, plan)??;
        let mut units = Units {
            finished: resumed(&plans, routes, &self.resume_from),
            plans,
        };
        let counted = units.count(&self.board, &self.engines, control, observe);
        self.resume_from.clone_from(&units.finished);
        let total = counted?;
        let mut found = Vec::new();
        for (plan, finished) in units.plans.iter().zip(&units.finished) {
            let occupancy = plan.occupancy(&finished.sums)?;
            occupancy.check(total.solutions)?;
            occupancy.check_colours(&total)?;
            found.push(occupancy);
        }
        let occupancy = found.swap_remove(0);
        if found.iter().any(|other| *other != occupancy) {
            let what = "the two routes give different numbers".to_owned();
            let n = self.board.size();
            return Err(bezzel_count::Error::Inconsistent { n, what }.into());
        }
        Ok((occupancy, total))
    }
}

/// Counts the solutions by the column of the queen in row 0 (OEIS A059963). They must add up
/// to Q(n).
///
/// ```
/// use bezzel_run::{Control, EngineSelection, FirstRowJob, Job};
/// let mut job = FirstRowJob::new(5, EngineSelection::new(None, None));
/// let row = job.run(&Control::never(), &mut |_| {})?;
/// assert_eq!((row.columns, row.solutions), (vec![2, 2, 2, 2, 2], 10));
/// # Ok::<(), bezzel_run::JobError>(())
/// ```
pub struct FirstRowJob {
    n: u32,
    engines: EngineSelection,
}

impl FirstRowJob {
    /// Counts the solutions for n queens. GPUs count their total only.
    pub fn new(n: u32, engines: EngineSelection) -> Self {
        Self { n, engines }
    }
}

impl Job for FirstRowJob {
    type Answer = FirstRow;

    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<FirstRow, JobError> {
        let n = self.n;
        let plan = in_phase(Phase::Preparing, control, observe, move || {
            OccupancyPlan::first_row(n)
        })??;
        let mut units = Units {
            finished: vec![FinishedUnits::none(&plan, Route::Direct)],
            plans: vec![plan],
        };
        let board = ConstrainedBoard::new(n)?;
        let solutions = units
            .count(&board, &self.engines, control, observe)?
            .solutions;
        let occupancy = units.plans[0].occupancy(&units.finished[0].sums)?;
        let columns = match n {
            0 => Vec::new(),
            _ => occupancy.row(0).to_vec(),
        };
        let found = columns.iter().sum::<u128>();
        if found != solutions && n > 0 {
            let what = format!(
                "expected {} with a queen in row 0, found {found}",
                counted(solutions, "solution")
            );
            return Err(bezzel_count::Error::Inconsistent { n, what }.into());
        }
        Ok(FirstRow { solutions, columns })
    }
}

/// Returns, for each plan, its units that were counted before.
fn resumed(
    plans: &[OccupancyPlan],
    routes: &[Route],
    finished: &[FinishedUnits],
) -> Vec<FinishedUnits> {
    let resumed = |(plan, &route): (&OccupancyPlan, &Route)| {
        let known = finished.iter().find(|known| {
            let squares = known.sums.numbers().len() == plan.zeros().numbers().len();
            known.route == route && known.units.len() == plan.units().len() && squares
        });
        let known = known.cloned();
        known.unwrap_or_else(|| FinishedUnits::none(plan, route))
    };
    plans.iter().zip(routes).map(resumed).collect()
}

/// The units of plans, and those that are counted.
struct Units {
    plans: Vec<OccupancyPlan>,
    finished: Vec<FinishedUnits>,
}

impl Units {
    /// Counts the total, and the units that are not finished yet.
    fn count(
        &mut self,
        board: &ConstrainedBoard,
        engines: &EngineSelection,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<Total, JobError> {
        let mut job = CountJob::by_units(board.clone(), CountUnits::new(engines.clone()))?;
        let counted = job.run(control, &mut |progress| {
            let part = match progress.phase {
                Phase::Summing => 1.0,
                _ => progress.fraction.unwrap_or(0.0),
            };
            self.show(OCCUPANCY_TOTAL_SHARE * part, observe);
        })?;
        self.count_units(engines, control, observe)?;
        let missing = |finished: &FinishedUnits| finished.units.iter().any(|finished| !finished);
        match counted.units {
            Some(units) if !self.finished.iter().any(missing) => Ok(units.total),
            _ => Err(Error::Panicked.into()),
        }
    }

    /// Counts the units that are not finished yet, the most expensive first.
    fn count_units(
        &mut self,
        engines: &EngineSelection,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<(), JobError> {
        let open = |(index, (plan, known)): (usize, (&OccupancyPlan, &FinishedUnits))| {
            let units = plan.units().iter().cloned().enumerate();
            let units = units.filter(|(at, _)| !known.units[*at]);
            let units = units.map(|(at, unit)| (index, at, unit));
            units.collect::<Vec<_>>()
        };
        let plans = self.plans.iter().zip(&self.finished).enumerate();
        let mut units: Vec<_> = plans.flat_map(open).collect();
        units.sort_by(|a, b| a.2.cost().total_cmp(&b.2.cost()));
        let all: f64 = (self.plans.iter().flat_map(OccupancyPlan::units))
            .map(|unit| unit.cost())
            .sum();
        let mut done = all - units.iter().map(|(.., unit)| unit.cost()).sum::<f64>();

        let threads = (engines.cpu_threads() as usize).min(units.len());
        let counters = (0..threads).map(|_| OccupancyCounter::new(engines.cpu_backend()));
        let counters = counters.collect::<Result<Vec<_>, _>>()?;
        let units = units.into_iter().rev();
        let threads = UnitThreads::start(counters, units, |counter, (plan, at, unit)| {
            (plan, at, unit.cost(), counter.count(&unit))
        })?;
        threads.for_each(control, |counted| {
            if let Some((plan, at, cost, sums)) = counted {
                let finished = &mut self.finished[plan];
                finished.sums.add(&sums?);
                finished.units[at] = true;
                done += cost;
            }
            let part = OCCUPANCY_TOTAL_SHARE + (1.0 - OCCUPANCY_TOTAL_SHARE) * done / all.max(1.0);
            self.show(part.min(1.0), observe);
            Ok(())
        })
    }

    fn show(&self, fraction: f64, observe: &mut Observer) {
        observe(&Progress {
            fraction: Some(fraction),
            done: Done::Units(self.finished.iter().map(FinishedUnits::count).sum()),
            occupancy: &self.finished,
            ..Progress::of(Phase::Counting)
        });
    }
}
