//! The use case "on how many solutions does each square have a queen": one count of the total, the
//! units of an [`OccupancyPlan`] on all threads, and the checks of [`Occupancy`].

use bezzel::{ConstrainedBoard, counted};
use bezzel_count::{
    Backend, Occupancy, OccupancyCounter, OccupancyPlan, OccupancySums, Route, Total,
};
use bezzel_gpu::BackendSet;

use crate::detached::detached;
use crate::threads::UnitThreads;
use crate::{Count, CountEvent, CountRequest, Error, available_threads};

/// Part of the time that the count of the total takes.
const TOTAL_PART: f64 = 0.1;

/// Options of the occupancies.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OccupancyRequest {
    /// Number of queens, rows and columns.
    pub n: u32,
    /// Board with placed queens and blocked squares [default: none].
    pub board: Option<ConstrainedBoard>,
    /// Backends of the record counter [default: the fastest CPU backend]. GPUs count the total only.
    pub backends: Option<BackendSet>,
    /// Number of CPU threads [default: all].
    pub threads: Option<u32>,
    /// Count everything by both routes, and compare.
    pub double_check: bool,
    /// Units that were counted before.
    pub finished: Vec<FinishedUnits>,
}

/// The finished units of one route, with their sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedUnits {
    /// The route.
    pub route: Route,
    /// For each unit of the [`OccupancyPlan`] whether it is finished.
    pub units: Vec<bool>,
    /// The sums of these units.
    pub sums: OccupancySums,
}

/// Progress of the occupancies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OccupancyProgress<'a> {
    /// Finished part, 0 to 1.
    pub fraction: f64,
    /// Number of finished units.
    pub units: u64,
    /// The finished units of each route so far.
    pub finished: &'a [FinishedUnits],
}

/// The numbers of solutions by the column of the queen in row 0, with the total that they add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstRow {
    /// Q(n).
    pub solutions: u128,
    /// The numbers, from column 0 on.
    pub columns: Vec<u128>,
}

/// Receives the progress and returns false to cancel.
type Observe<'a> = &'a mut dyn FnMut(&OccupancyProgress<'_>) -> bool;

impl FinishedUnits {
    /// Returns no finished units of this plan.
    pub fn none(plan: &OccupancyPlan, route: Route) -> Self {
        Self {
            route,
            units: vec![false; plan.units().len()],
            sums: plan.zeros(),
        }
    }

    fn count(&self) -> u64 {
        self.units.iter().filter(|&&finished| finished).count() as u64
    }
}

impl OccupancyRequest {
    /// Returns a request with default options.
    pub fn new(n: u32) -> Self {
        Self {
            n,
            board: None,
            backends: None,
            threads: None,
            double_check: false,
            finished: Vec::new(),
        }
    }

    /// Returns a request for the completions of a board.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// use bezzel_run::OccupancyRequest;
    /// let mut board = ConstrainedBoard::new(8)?;
    /// board.place(Square::new(0, 3))?;
    /// let (occupancy, total) = OccupancyRequest::of_board(board).run(&mut |_| true)?.unwrap();
    /// assert_eq!((total.solutions, occupancy.at(Square::new(0, 3))), (18, 18));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_board(board: ConstrainedBoard) -> Self {
        let request = Self::new(board.size());
        Self {
            board: Some(board).filter(|board| !board.is_unconstrained()),
            ..request
        }
    }

    /// Returns the plan of a route.
    pub fn plan(&self, route: Route) -> Result<OccupancyPlan, Error> {
        let plan = match &self.board {
            None => OccupancyPlan::new(self.n, route),
            Some(board) => OccupancyPlan::constrained(board, route),
        };
        Ok(plan?)
    }

    /// Counts, for each square, the solutions with a queen on it. Returns `None` if `observe`
    /// returned false.
    ///
    /// Checks the table: each row and each column must add up to Q(n), and the black squares to the
    /// queens on black squares in all solutions.
    ///
    /// ```
    /// use bezzel_run::OccupancyRequest;
    /// let (occupancy, total) = OccupancyRequest::new(6).run(&mut |_| true)?.unwrap();
    /// assert_eq!(total.solutions, 4);
    /// assert_eq!(occupancy.row(0), [0, 1, 1, 1, 1, 0]);
    /// # Ok::<(), bezzel_run::Error>(())
    /// ```
    pub fn run(&self, observe: Observe<'_>) -> Result<Option<(Occupancy, Total)>, Error> {
        const ROUTES: [Route; 2] = [Route::Direct, Route::Exchanged];
        let routes = &ROUTES[..1 + usize::from(self.double_check)];
        let plan = move |request: &Self| -> Result<Vec<_>, Error> {
            routes.iter().map(|&route| request.plan(route)).collect()
        };
        let Some(plans) = self.planned(plan, observe)? else {
            return Ok(None);
        };
        let plans = plans.into_iter().zip(routes);
        let runs: Vec<_> = plans
            .map(|(plan, &route)| self.resumed(plan, route))
            .collect();
        let Some((total, counted)) = self.count(&runs, observe)? else {
            return Ok(None);
        };
        let mut found = Vec::new();
        for ((plan, _), counted) in runs.iter().zip(&counted) {
            let occupancy = plan.occupancy(&counted.sums)?;
            occupancy.check(total.solutions)?;
            occupancy.check_colours(&total)?;
            found.push(occupancy);
        }
        let occupancy = found.swap_remove(0);
        if found.iter().any(|other| *other != occupancy) {
            let what = "the two routes give different numbers".to_owned();
            return Err(bezzel_count::Error::Inconsistent { n: self.n, what }.into());
        }
        Ok(Some((occupancy, total)))
    }

    /// Counts the solutions by the column of the queen in row 0 (OEIS A059963). They must add up
    /// to Q(n). Returns `None` if `observe` returned false.
    ///
    /// ```
    /// use bezzel_run::OccupancyRequest;
    /// let row = OccupancyRequest::new(5).first_row(&mut |_| true)?.unwrap();
    /// assert_eq!((row.columns, row.solutions), (vec![2, 2, 2, 2, 2], 10));
    /// # Ok::<(), bezzel_run::Error>(())
    /// ```
    pub fn first_row(&self, observe: Observe<'_>) -> Result<Option<FirstRow>, Error> {
        let plan = |request: &Self| Ok(OccupancyPlan::first_row(request.n)?);
        let Some(plan) = self.planned(plan, observe)? else {
            return Ok(None);
        };
        let run = self.resumed(plan, Route::Direct);
        let Some((total, finished)) = self.count(std::slice::from_ref(&run), observe)? else {
            return Ok(None);
        };
        let occupancy = run.0.occupancy(&finished[0].sums)?;
        let columns = match self.n {
            0 => Vec::new(),
            _ => occupancy.row(0).to_vec(),
        };
        let (found, solutions) = (columns.iter().sum::<u128>(), total.solutions);
        if found != solutions && self.n > 0 {
            let what = format!(
                "expected {} with a queen in row 0, found {found}",
                counted(solutions, "solution")
            );
            return Err(bezzel_count::Error::Inconsistent { n: self.n, what }.into());
        }
        Ok(Some(FirstRow { solutions, columns }))
    }

    /// Makes plans, which takes a minute for large n. Returns `None` if `observe` returned false.
    fn planned<P: Send + 'static>(
        &self,
        plan: impl FnOnce(&Self) -> Result<P, Error> + Send + 'static,
        observe: Observe<'_>,
    ) -> Result<Option<P>, Error> {
        let request = self.clone();
        let mut should_continue = || report(0.0, &self.finished, observe);
        detached(&mut should_continue, move || plan(&request))?.transpose()
    }

    /// Returns a plan with its units that were counted before.
    fn resumed(&self, plan: OccupancyPlan, route: Route) -> (OccupancyPlan, FinishedUnits) {
        let known = self.finished.iter().find(|known| {
            let squares = known.sums.numbers().len() == plan.zeros().numbers().len();
            known.route == route && known.units.len() == plan.units().len() && squares
        });
        let finished = known.cloned();
        let finished = finished.unwrap_or_else(|| FinishedUnits::none(&plan, route));
        (plan, finished)
    }

    /// Counts the total, and the units that are not finished yet.
    fn count(
        &self,
        runs: &[(OccupancyPlan, FinishedUnits)],
        observe: Observe<'_>,
    ) -> Result<Option<(Total, Vec<FinishedUnits>)>, Error> {
        let mut finished: Vec<FinishedUnits> = runs.iter().map(|run| run.1.clone()).collect();
        let request = CountRequest {
            board: self.board.clone(),
            record_counter: true,
            backends: self.backends.clone(),
            threads: self.threads,
            ..CountRequest::new(self.n)
        };
        let counted = Count::new(request)?
            .run(&mut |event| report(TOTAL_PART * fraction(event), &finished, observe))?;
        let Some(total) = counted.and_then(|result| result.total) else {
            return Ok(None);
        };
        if !self.count_units(runs, &mut finished, observe)? {
            return Ok(None);
        }
        let missing = |finished: &FinishedUnits| finished.units.iter().any(|finished| !finished);
        if finished.iter().any(missing) {
            return Err(Error::Panicked);
        }
        Ok(Some((total, finished)))
    }

    /// Counts the units that are not finished yet, the most expensive first. Returns false if
    /// `observe` did.
    fn count_units(
        &self,
        runs: &[(OccupancyPlan, FinishedUnits)],
        finished: &mut [FinishedUnits],
        observe: Observe<'_>,
    ) -> Result<bool, Error> {
        let open = |(index, (plan, known)): (usize, &(OccupancyPlan, FinishedUnits))| {
            let units = plan.units().iter().cloned().enumerate();
            let units = units.filter(|(at, _)| !known.units[*at]);
            let units = units.map(|(at, unit)| (index, at, unit));
            units.collect::<Vec<_>>()
        };
        let mut units: Vec<_> = runs.iter().enumerate().flat_map(open).collect();
        units.sort_by(|a, b| a.2.cost().total_cmp(&b.2.cost()));
        let all: f64 = (runs.iter().flat_map(|(plan, _)| plan.units()))
            .map(|unit| unit.cost())
            .sum();
        let mut done = all - units.iter().map(|(.., unit)| unit.cost()).sum::<f64>();

        let threads = self.threads.unwrap_or_else(available_threads) as usize;
        let counters = (0..threads.min(units.len())).map(|_| OccupancyCounter::new(self.backend()));
        let counters = counters.collect::<Result<Vec<_>, _>>()?;
        let units = units.into_iter().rev();
        let threads = UnitThreads::start(counters, units, |counter, (run, at, unit)| {
            (run, at, unit.cost(), counter.count(&unit))
        })?;
        threads.for_each(|counted| {
            if let Some((run, at, cost, sums)) = counted {
                let finished = &mut finished[run];
                finished.sums.add(&sums?);
                finished.units[at] = true;
                done += cost;
            }
            let part = TOTAL_PART + (1.0 - TOTAL_PART) * done / all.max(1.0);
            Ok(report(part.min(1.0), finished, observe))
        })
    }

    fn backend(&self) -> Backend {
        let cpu = self.backends.as_ref().and_then(BackendSet::cpu);
        cpu.unwrap_or_else(Backend::detect)
    }
}

/// Calls the observer, and returns its answer.
fn report(fraction: f64, finished: &[FinishedUnits], observe: Observe<'_>) -> bool {
    observe(&OccupancyProgress {
        fraction,
        units: finished.iter().map(FinishedUnits::count).sum(),
        finished,
    })
}

/// Returns the finished part of the count of the total.
fn fraction(event: &CountEvent<'_>) -> f64 {
    let known = match event {
        CountEvent::Units { progress, .. } => progress.fraction,
        CountEvent::Method { fraction, .. } => *fraction,
        CountEvent::Summing => Some(1.0),
        _ => None,
    };
    known.unwrap_or(0.0)
}
