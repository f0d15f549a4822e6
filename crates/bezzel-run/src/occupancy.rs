//! The use case "on how many solutions does each square have a queen": one count for the total and
//! one for each orbit of squares, with the checks of [`Occupancy`].

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::{Occupancy, Total};
use bezzel_gpu::BackendSet;

use crate::{Count, CountEvent, CountRequest, Error};

/// Options of the occupancies.
#[derive(Debug, Clone)]
pub struct OccupancyRequest {
    /// Number of queens, rows and columns.
    pub n: u32,
    /// Backends of the record counter [default: the fastest CPU backend].
    pub backends: Option<BackendSet>,
    /// Number of CPU threads [default: all].
    pub threads: Option<u32>,
    /// Squares that were counted before, with their numbers of solutions.
    pub known: Vec<(Square, u128)>,
}

/// Progress of the occupancies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OccupancyProgress {
    /// Finished part, 0 to 1.
    pub fraction: f64,
    /// Number of squares that were counted.
    pub squares: u32,
    /// A square that has just been counted, with its number of solutions.
    pub counted: Option<(Square, u128)>,
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
type Observe<'a> = &'a mut dyn FnMut(&OccupancyProgress) -> bool;

impl OccupancyRequest {
    /// Returns a request with default options.
    pub fn new(n: u32) -> Self {
        Self {
            n,
            backends: None,
            threads: None,
            known: Vec::new(),
        }
    }

    /// Counts, for each square, the solutions with a queen on it. Returns `None` if `observe`
    /// returned false.
    ///
    /// Rows and columns must add up to Q(n), and the black squares to the queens of the count by
    /// colour; neither count places a queen.
    ///
    /// ```
    /// use bezzel_run::OccupancyRequest;
    /// let (occupancy, total) = OccupancyRequest::new(6).run(&mut |_| true)?.unwrap();
    /// assert_eq!(total.solutions, 4);
    /// assert_eq!(occupancy.row(0), [0, 1, 1, 1, 1, 0]);
    /// # Ok::<(), bezzel_run::Error>(())
    /// ```
    pub fn run(&self, observe: Observe<'_>) -> Result<Option<(Occupancy, Total)>, Error> {
        let squares = Occupancy::representatives(self.n);
        let Some((total, counts)) = self.count_squares(&squares, observe)? else {
            return Ok(None);
        };
        let occupancy = Occupancy::from_representatives(self.n, counts);
        occupancy.check(total.solutions)?;
        occupancy.check_colours(&total)?;
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
        let squares = Occupancy::first_row_representatives(self.n);
        let Some((total, mut columns)) = self.count_squares(&squares, observe)? else {
            return Ok(None);
        };
        let mirrored: Vec<u128> = columns[..self.n as usize / 2]
            .iter()
            .rev()
            .copied()
            .collect();
        columns.extend(mirrored);
        let (found, solutions) = (columns.iter().sum::<u128>(), total.solutions);
        if found != solutions && self.n > 0 {
            let what =
                format!("expected {solutions} solutions with a queen in row 0, found {found}");
            return Err(bezzel_count::Error::Inconsistent { n: self.n, what }.into());
        }
        Ok(Some(FirstRow { solutions, columns }))
    }

    /// Counts the total, and the solutions with a queen on each of these squares.
    fn count_squares(
        &self,
        squares: &[Square],
        observe: Observe<'_>,
    ) -> Result<Option<(Total, Vec<u128>)>, Error> {
        let all = squares.len() as f64 + 1.0;
        let mut progress = OccupancyProgress {
            fraction: 0.0,
            squares: 0,
            counted: None,
        };
        let mut observe_part = |part: f64, squares: u32, counted| {
            progress.counted = counted;
            progress.squares = squares;
            progress.fraction = (f64::from(squares) + part) / all;
            observe(&progress)
        };
        let request = CountRequest {
            record_counter: true,
            ..self.request(None)
        };
        let counted =
            Count::new(request)?.run(&mut |event| observe_part(fraction(event), 0, None))?;
        let Some(total) = counted.and_then(|result| result.total) else {
            return Ok(None);
        };
        let mut counts = Vec::new();
        for (index, &square) in (0..).zip(squares) {
            if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == square) {
                counts.push(*known);
                continue;
            }
            let board = Occupancy::board(self.n, square)?;
            let mut count = Count::new(self.request(Some(board)))?;
            let mut observe =
                |event: &CountEvent<'_>| observe_part(1.0 + fraction(event), index, None);
            let Some(result) = count.run(&mut observe)? else {
                return Ok(None);
            };
            counts.push(result.solutions);
            if !observe_part(1.0, index + 1, Some((square, result.solutions))) {
                return Ok(None);
            }
        }
        Ok(Some((total, counts)))
    }

    fn request(&self, board: Option<ConstrainedBoard>) -> CountRequest {
        CountRequest {
            board,
            backends: self.backends.clone(),
            threads: self.threads,
            ..CountRequest::new(self.n)
        }
    }
}

/// Returns the finished part of one count.
fn fraction(event: &CountEvent<'_>) -> f64 {
    let known = match event {
        CountEvent::Units { progress, .. } => progress.fraction,
        CountEvent::Method { fraction, .. } => *fraction,
        CountEvent::Summing => Some(1.0),
        _ => None,
    };
    known.unwrap_or(0.0)
}
