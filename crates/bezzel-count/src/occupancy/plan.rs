//! The units of a count of all occupancies.
//!
//! As for Q(n), the sum runs over the rows R and columns C of the queens of one colour, with the
//! product of the placements of both colours. Here a term counts once for each square of a black
//! placement on the quarter that is joined. The sum over some (R,C) that represent the orbits of a
//! group H of symmetries, each with the size of its orbit, gives numbers M, and
//!
//! ```text
//!   N(s) = Σ M(h(s)) / |H|   over all h in H
//! ```
//!
//! If H maps the quarter onto itself, its own squares are enough. For even n the reflections map
//! each quarter onto the others, so one quarter gives all numbers, with H = {identity, exchange of
//! rows and columns}. For odd n there are three, with eight, eight and four symmetries.
//!
//! On a board with constraints, H is a group of symmetries that leave it
//! unchanged, and there is one quarter for each orbit of quarters under all of them.

use std::sync::Arc;

use bezzel::{ConstrainedBoard, Square, Symmetry};

use crate::colour::constraint::Constraint;
use crate::colour::cover::Cover;
use crate::colour::every_row::EveryRow;
use crate::colour::orbit::{reverses_columns, reverses_rows};
use crate::colour::quarter::Quarter;
use crate::colour::sets;
use crate::lowering::RowTables;
use crate::plan::{MAX_COUNT_SIZE, check_size};
use crate::route::Route;
use crate::{Error, Occupancy};

/// Share of the cost of a count of occupancies that the count of the total takes.
pub const OCCUPANCY_TOTAL_SHARE: f64 = 0.1;

/// Version of the plans. It changes whenever units of the same index may mean different work.
pub const OCCUPANCY_PLAN_VERSION: u32 = 1;

/// All units of the occupancies of one n.
///
/// ```
/// use bezzel_count::{Backend, Counter, OccupancyPlan, Route};
/// let plan = OccupancyPlan::new(6, Route::Direct)?;
/// let mut counter = Counter::new(Backend::detect())?;
/// let mut sums = plan.zeros();
/// for unit in plan.units() {
///     sums.add(&counter.occupancy(unit)?);
/// }
/// let occupancy = plan.occupancy(&sums)?;
/// assert_eq!(occupancy.row(0), [0, 1, 1, 1, 1, 0]);
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct OccupancyPlan {
    n: u32,
    /// The symmetries that leave the board unchanged.
    symmetries: Vec<Symmetry>,
    /// Rows and columns are exchanged before the count.
    exchanged: bool,
    frames: Vec<Arc<Frame>>,
    units: Vec<OccupancyUnit>,
}

/// A unit of an [`OccupancyPlan`]: the sum for one set of columns of the starts.
#[derive(Debug, Clone)]
pub struct OccupancyUnit {
    pub(super) part: Arc<QuarterUnits>,
    /// The columns of the start lists, one bit for each.
    pub(super) columns: u32,
    cost: f64,
}

/// Sums M over all squares of the board, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OccupancySums(Vec<u128>);

impl OccupancySums {
    /// Creates the sums from their numbers, row by row.
    pub fn new(numbers: Vec<u128>) -> Self {
        Self(numbers)
    }

    /// Returns the numbers, row by row.
    pub fn numbers(&self) -> &[u128] {
        &self.0
    }

    /// Adds the sums of another unit of the same plan.
    pub fn add(&mut self, other: &Self) {
        for (sum, other) in self.0.iter_mut().zip(&other.0) {
            *sum += other;
        }
    }
}

/// A quarter whose squares are counted, with the symmetries H.
#[derive(Debug)]
pub(super) struct Frame {
    pub n: u32,
    /// Parity of the rows and columns of the quarter that is joined.
    pub odd: [bool; 2],
    /// The members of H.
    pub symmetries: Vec<Symmetry>,
    /// An orbit is represented by its greatest member, or else by its least.
    pub greatest: bool,
    /// Placed queens and blocked squares.
    pub given: Arc<Constraint>,
}

/// All units of a quarter with the same number of queens.
#[derive(Debug)]
pub(super) struct QuarterUnits {
    pub frame: Arc<Frame>,
    /// Number of queens of the starts.
    pub starts: u32,
    /// The row sets of the queens on the quarter that is joined.
    pub rows: Arc<RowTables>,
    /// For each group the lanes whose first and second finishing row count.
    pub counted: Vec<[u16; 2]>,
    /// The column sets of the queens on the quarter that is joined.
    pub columns: Vec<u32>,
}

impl Frame {
    /// Returns the quarter that shares its rows, and its columns, with the joined quarter or not.
    pub fn quarter(&self, [rows, columns]: [bool; 2]) -> Quarter {
        let [rows, columns] = self.parities([rows, columns]);
        self.given.quarter(rows, columns)
    }

    /// Returns whether the rows, and the columns, of this quarter are odd.
    fn parities(&self, [rows, columns]: [bool; 2]) -> [bool; 2] {
        [self.odd[0] == rows, self.odd[1] == columns]
    }

    /// Returns the bits that every start word of the colour of the joined quarter, or of the other
    /// colour, contains.
    pub fn initial(&self, other_colour: bool) -> u64 {
        self.given
            .initial((self.odd[0] != other_colour) != self.odd[1])
    }

    /// Removes the sets that the placed queens do not allow as rows, or as columns, of a quarter.
    fn retain_allowed(&self, sets: &mut Vec<u32>, odd: [bool; 2], are_rows: bool) {
        let allowed = match are_rows {
            true => self.given.rows(odd),
            false => self.given.columns(odd),
        };
        sets.retain(|&set| allowed.allow(set));
    }

    /// Returns whether a square is counted.
    fn contains(&self, square: Square) -> bool {
        [square.row % 2 == 1, square.column % 2 == 1] == self.odd
    }

    /// Returns the size of the orbit of the starts' columns and rows; `None` if another member
    /// represents it.
    pub fn orbit(&self, columns: u32, rows: u32) -> Option<u32> {
        let starts = self.quarter([false, false]);
        let [row_key, column_key] = [starts.rows(), starts.columns()].map(sets::keys);
        // Among equal columns, those that put the white rows next to each other.
        let key = |columns: u32, rows: u32| {
            let upper = (rows >> starts.rows().div_ceil(2)).count_ones();
            (column_key(columns), upper, row_key(rows))
        };
        let own = key(columns, rows);
        let mut equal = 0;
        for &symmetry in &self.symmetries {
            let [mut c, mut r] = [columns, rows];
            if symmetry.exchanges_axes() {
                (c, r) = (r, c);
            }
            if reverses_columns(symmetry) {
                c = sets::reversed(c, starts.columns());
            }
            if reverses_rows(symmetry) {
                r = sets::reversed(r, starts.rows());
            }
            let image = key(c, r);
            if image == own {
                equal += 1;
            } else if (image > own) == self.greatest {
                return None;
            }
        }
        Some(self.symmetries.len() as u32 / equal)
    }

    /// Returns the parts with 1, 2, … queens on the quarter.
    fn parts(self: &Arc<Self>) -> impl Iterator<Item = QuarterUnits> {
        let [joined, start] = [[true, true], [false, false]].map(|same| self.quarter(same));
        (1..=joined.rows().min(joined.columns())).filter_map(move |queens| {
            let starts = (start.columns() + queens).checked_sub(joined.rows())?;
            let white = start.rows().checked_sub(starts)?;
            (starts <= start.columns() && white <= joined.columns())
                .then(|| self.part(&joined, queens, starts))
        })
    }

    fn part(self: &Arc<Self>, joined: &Quarter, queens: u32, starts: u32) -> QuarterUnits {
        let mut row_sets = sets::subsets(joined.rows(), queens);
        self.retain_allowed(&mut row_sets, self.odd, true);
        sets::sort_descending(&mut row_sets, &sets::keys(joined.rows()));
        let mut columns = sets::subsets(joined.columns(), queens);
        self.retain_allowed(&mut columns, self.odd, false);
        let (cover, counted) = if queens < 2 {
            (Cover::default(), Vec::new())
        } else {
            let every = EveryRow::new(&row_sets, joined.rows());
            (every.cover, every.counted)
        };
        QuarterUnits {
            frame: Arc::clone(self),
            starts,
            rows: Arc::new(RowTables::covered_by(&cover, &row_sets)),
            counted,
            columns,
        }
    }
}

impl QuarterUnits {
    /// Returns the row sets of the starts for one set of columns, each with its weight.
    pub fn start_rows(&self, columns: u32) -> Vec<(u32, u32)> {
        let frame = &self.frame;
        let starts = [false, false];
        let mut row_sets = sets::subsets(frame.quarter(starts).rows(), self.starts);
        frame.retain_allowed(&mut row_sets, frame.parities(starts), true);
        row_sets
            .into_iter()
            .filter_map(|rows| Some((rows, frame.orbit(columns, rows)?)))
            .collect()
    }
}

impl OccupancyPlan {
    /// Plans all occupancies of n queens. The exchanged route counts the other colour for even n,
    /// and other representatives of the orbits: it shares no list with the direct route. Fails for
    /// n > [`MAX_COUNT_SIZE`].
    pub fn new(n: u32, route: Route) -> Result<Self, Error> {
        check_size(n)?;
        let direct = route == Route::Direct;
        let given = Arc::new(Constraint::of_squares(&ConstrainedBoard::new(n)?));
        let quarters: &[[bool; 2]] = match (n % 2, direct) {
            (0, true) => &[[true, true]],
            (0, false) => &[[false, true]],
            (_, true) => &[[true, true], [false, false], [false, true]],
            (_, false) => &[[true, true], [false, false], [true, false]],
        };
        let frames = quarters.iter().map(|&odd| {
            let keeps = |symmetry: &Symmetry| image_of_quarter(*symmetry, n, odd) == odd;
            Frame {
                n,
                odd,
                symmetries: Symmetry::ALL.into_iter().filter(keeps).collect(),
                greatest: direct,
                given: Arc::clone(&given),
            }
        });
        Ok(Self::of_frames(n, frames.collect(), Symmetry::ALL.to_vec()))
    }

    /// Plans the occupancies of the solutions that contain the placed queens of a board and none of
    /// its blocked squares. The exchanged route exchanges rows and columns of the board, and counts
    /// other quarters and other representatives. A board that contradicts itself has a plan without
    /// units. Fails for n > [`MAX_COUNT_SIZE`].
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// use bezzel_count::{Backend, Counter, OccupancyPlan, Route};
    /// let mut board = ConstrainedBoard::new(6)?;
    /// board.place(Square::new(0, 1))?;
    /// let plan = OccupancyPlan::constrained(&board, Route::Direct)?;
    /// let mut counter = Counter::new(Backend::detect())?;
    /// let mut sums = plan.zeros();
    /// for unit in plan.units() {
    ///     sums.add(&counter.occupancy(unit)?);
    /// }
    /// assert_eq!(plan.occupancy(&sums)?.row(1), [0, 0, 0, 1, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn constrained(board: &ConstrainedBoard, route: Route) -> Result<Self, Error> {
        let n = board.size();
        if board.is_unconstrained() || n > MAX_COUNT_SIZE {
            return Self::new(n, route);
        }
        if board.contradiction().is_some() {
            return Ok(Self::of_frames(n, Vec::new(), vec![Symmetry::Identity]));
        }
        let exchanged = route == Route::Exchanged;
        let given = Arc::new(match exchanged {
            true => Constraint::of_squares(&board.image(Symmetry::Transpose)),
            false => Constraint::of_squares(board),
        });
        let mut quarters = [[true, true], [false, false], [false, true], [true, false]];
        if exchanged {
            quarters.reverse();
        }
        let mut frames: Vec<Frame> = Vec::new();
        for odd in quarters {
            let image = |symmetry: Symmetry| image_of_quarter(symmetry, n, odd);
            let has_image =
                |frame: &Frame| given.symmetries().members().any(|h| image(h) == frame.odd);
            if !frames.iter().any(has_image) {
                frames.push(Frame {
                    n,
                    odd,
                    symmetries: given
                        .symmetries()
                        .members()
                        .filter(|&h| image(h) == odd)
                        .collect(),
                    greatest: !exchanged,
                    given: Arc::clone(&given),
                });
            }
        }
        let symmetries = given.symmetries().members().collect();
        Ok(Self {
            exchanged,
            ..Self::of_frames(n, frames, symmetries)
        })
    }

    fn of_frames(n: u32, frames: Vec<Frame>, symmetries: Vec<Symmetry>) -> Self {
        let frames: Vec<Arc<Frame>> = frames.into_iter().map(Arc::new).collect();
        let mut units = Vec::new();
        for part in frames.iter().flat_map(|frame| frame.parts()) {
            let part = Arc::new(part);
            let starts = [false, false];
            let columns = part.frame.quarter(starts).columns();
            let mut columns = sets::subsets(columns, part.starts);
            let parities = part.frame.parities(starts);
            part.frame.retain_allowed(&mut columns, parities, false);
            for columns in columns {
                let lists = part.start_rows(columns).len();
                let cells = part.rows.row_sets.len() * part.columns.len();
                if lists > 0 && cells > 0 {
                    units.push(OccupancyUnit {
                        part: Arc::clone(&part),
                        columns,
                        cost: lists as f64 * cells as f64,
                    });
                }
            }
        }
        Self {
            n,
            symmetries,
            exchanged: false,
            frames,
            units,
        }
    }

    /// Returns the size of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Returns all units, always in the same order.
    pub fn units(&self) -> &[OccupancyUnit] {
        &self.units
    }

    /// Makes the sums of no unit, to which results are added.
    pub fn zeros(&self) -> OccupancySums {
        OccupancySums(vec![0; (self.n * self.n) as usize])
    }

    /// Returns the occupancies from the sums of all units. Fails with [`Error::Inconsistent`] if a sum is no multiple of the number of symmetries.
    pub fn occupancy(&self, sums: &OccupancySums) -> Result<Occupancy, Error> {
        let n = self.n;
        let index = |square: Square| (square.row * n + square.column) as usize;
        let mut counts = vec![0; (n * n) as usize];
        let squares = Square::all(n);
        for square in squares {
            let Some(frame) = self.frames.iter().find(|frame| frame.contains(square)) else {
                continue;
            };
            let images = frame.symmetries.iter().map(|h| h.apply(square, n));
            let sum: u128 = images.map(|image| sums.0[index(image)]).sum();
            let symmetries = frame.symmetries.len() as u128;
            if !sum.is_multiple_of(symmetries) {
                let what = format!("expected a multiple of {symmetries} on {square}, found {sum}");
                return Err(Error::Inconsistent { n, what });
            }
            for symmetry in &self.symmetries {
                let mut image = symmetry.apply(square, n);
                if self.exchanged {
                    image = Symmetry::Transpose.apply(image, n);
                }
                counts[index(image)] = sum / symmetries;
            }
        }
        Ok(Occupancy::new(n, counts))
    }
}

impl OccupancyUnit {
    /// Returns a number in proportion to the expected time.
    pub fn cost(&self) -> f64 {
        self.cost
    }
}

/// Returns the parities of the rows and columns of the image of a quarter.
fn image_of_quarter(symmetry: Symmetry, n: u32, odd: [bool; 2]) -> [bool; 2] {
    // Reflections of an even board exchange the parities.
    let reversed = |reverses: bool| reverses && n.is_multiple_of(2);
    let [row, column] = if symmetry.exchanges_axes() {
        [odd[1], odd[0]]
    } else {
        odd
    };
    [
        row ^ reversed(reverses_rows(symmetry)),
        column ^ reversed(reverses_columns(symmetry)),
    ]
}
