//! Random solutions, all with the same probability.
//!
//! The total is a sum of unit values, each a sum of terms weight · b · w over row and column sets.
//! So a uniform number below the sum of all unit values selects, without any rejection,
//!
//! 1. a unit, by the cumulative sums of the unit values,
//! 2. a term (Re, Ro, Ce, Co) of this unit, which is counted once more in a fixed order; all
//!    numbers that belong to one unit share that count,
//! 3. a black and a white placement: the rest, divided by the weight, is a number below b · w, and
//!    the placements on exactly these rows and columns are listed by a small search.
//!
//! A term stands for all of its images under the symmetries, so one of the symmetries is applied
//! then, each with the same probability. Without this step the result would not be uniform. At last
//! the solution is moved from the image of the board that was counted to the given board.
//!
//! Every solution then has the same probability: the (R,C) of an orbit have weights that add up to
//! the size of the orbit, and each of its images is the result of |H| / size of the |H| symmetries.

use bezzel::{Symmetry, counted};

use crate::evaluate::{Located, locate};
use crate::{Counter, Error, Plan, Route, Unit, UnitResult};

/// Draws random solutions from the values of all units of a plan.
///
/// ```
/// use bezzel_count::{Backend, Counter, Plan, Route, UniformDraws};
/// let plan = Plan::new(8)?;
/// let mut counter = Counter::new(Backend::detect())?;
/// let values = plan.units().map(|unit| counter.count(&unit, Route::Direct).value).collect();
/// let draws = UniformDraws::new(plan, values)?;
/// for unit in draws.draw(3, 1) {
///     for (number, columns) in counter.solutions(&unit)? {
///         assert!(number < 3 && columns.len() == 8);
///     }
/// }
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct UniformDraws {
    plan: Plan,
    /// Sums of the values of all units up to each.
    ends: Vec<u128>,
}

/// A unit from which solutions are drawn.
#[derive(Debug, Clone)]
pub struct DrawnUnit {
    unit: Unit,
    /// Numbers below the unit value, in ascending order, with the index and the image of their
    /// solution.
    drawn: Vec<(u128, usize, Symmetry)>,
}

impl DrawnUnit {
    /// Returns the number of solutions that are drawn from it.
    pub fn solutions(&self) -> usize {
        self.drawn.len()
    }
}

impl UniformDraws {
    /// Prepares draws from the values of all units of a plan, in canonical order. Fails if they
    /// are not as many, or if they do not add up to whole solutions.
    pub fn new(plan: Plan, values: Vec<u128>) -> Result<Self, Error> {
        let mut tally = crate::Tally::default();
        for (unit, &value) in plan.units().zip(&values) {
            let result = UnitResult {
                value,
                ..UnitResult::default()
            };
            tally.add(&unit, &result)?;
        }
        tally.verified_total(&plan)?;
        let mut sum = 0;
        let ends = values.into_iter().map(|value| {
            sum += value;
            sum
        });
        Ok(Self {
            ends: ends.collect(),
            plan,
        })
    }

    /// Returns the number of solutions to draw from.
    pub fn solutions(&self) -> u128 {
        self.ends.last().unwrap_or(&0) / u128::from(Plan::VALUE_SCALE)
    }

    /// Draws this number of solutions, independently of each other; the same seed gives the same
    /// solutions in the same order. Returns the units that have them, none if there is no solution.
    pub fn draw(&self, count: usize, seed: u64) -> Vec<DrawnUnit> {
        let all = self.ends.last().copied().unwrap_or(0);
        let count = if all == 0 { 0 } else { count };
        let mut random = bezzel::seeded(seed);
        let symmetries: Vec<Symmetry> = self.plan.symmetries().collect();
        let mut drawn: Vec<(u128, usize, Symmetry)> = (0..count)
            .map(|index| {
                let number = random.u128(..all);
                // In 64 bits, so that a seed gives the same on machines of 32.
                let image = random.u64(..symmetries.len() as u64);
                (number, index, symmetries[image as usize])
            })
            .collect();
        drawn.sort_unstable_by_key(|&(number, index, _)| (number, index));
        let unit_of = |number: u128| self.ends.partition_point(|&end| end <= number);
        let units = drawn.chunk_by(|a, b| unit_of(a.0) == unit_of(b.0));
        let units = units.filter_map(|inside| {
            let index = unit_of(inside[0].0);
            let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
            let from_begin = |&(number, index, image): &_| (number - begin, index, image);
            Some(DrawnUnit {
                unit: self.plan.unit(index as u64)?,
                drawn: inside.iter().map(from_begin).collect(),
            })
        });
        units.collect()
    }
}

impl Counter {
    /// Returns the solutions that are drawn from a unit: the number of the draw, and one column for
    /// each row. Takes one count of the unit. Fails with [`Error::Inconsistent`] if the unit values of the draws were wrong.
    pub fn solutions(&mut self, drawn: &DrawnUnit) -> Result<Vec<(usize, Vec<u32>)>, Error> {
        let numbers: Vec<u128> = drawn.drawn.iter().map(|&(number, ..)| number).collect();
        let tiles = self.lowering.tiles(&drawn.unit, Route::Direct);
        let located = locate(&mut self.workspace, tiles, &numbers);
        if located.len() < numbers.len() {
            let n = drawn.unit.n();
            let what = format!("expected the value of unit {} to be larger", drawn.unit);
            return Err(Error::Inconsistent { n, what });
        }
        let solutions = located.iter().zip(&drawn.drawn);
        let solutions = solutions.map(|(located, &(_, index, image))| {
            let columns = solution(&drawn.unit, located)?;
            let mut moved = Vec::new();
            image.apply_to_columns(&columns, &mut moved);
            let mut given = Vec::new();
            drawn.unit.image().apply_to_columns(&moved, &mut given);
            Ok((index, given))
        });
        solutions.collect()
    }
}

/// Returns the solution of a term.
fn solution(unit: &Unit, located: &Located) -> Result<Vec<u32>, Error> {
    let mut solution = vec![0; unit.n as usize];
    let black = unit.black_sets(located.rows, located.columns);
    let colours = [black, black.complement(unit.n)];
    for (white, lines) in [false, true].into_iter().zip(colours) {
        let colour = usize::from(white);
        let mut search = ColourSearch {
            unit,
            white,
            left: located.placement[colour],
            found: 0,
            chosen: None,
            placed: Vec::new(),
        };
        search.place(lines.rows, lines.columns, [0; 2]);
        match search.chosen {
            Some(chosen) if search.found == located.placements[colour] => {
                for (row, column) in chosen {
                    solution[row as usize] = column;
                }
            }
            _ => {
                let (expected, found) = (located.placements[colour], search.found);
                let what = format!(
                    "expected {} of one colour, found {found}",
                    counted(expected, "placement")
                );
                return Err(Error::Inconsistent { n: unit.n, what });
            }
        }
    }
    Ok(solution)
}

/// Lists the placements of one colour on exactly some rows and columns of the whole board.
struct ColourSearch<'a> {
    unit: &'a Unit,
    white: bool,
    /// Number of placements to skip before the one that is drawn.
    left: u64,
    found: u64,
    chosen: Option<Vec<(u32, u32)>>,
    placed: Vec<(u32, u32)>,
}

impl ColourSearch<'_> {
    fn place(&mut self, rows: u32, columns: u32, occupied: [u64; 2]) {
        if rows == 0 {
            if self.left == 0 && self.chosen.is_none() {
                self.chosen = Some(self.placed.clone());
            }
            self.left = self.left.saturating_sub(1);
            self.found += 1;
            return;
        }
        let row = rows.trailing_zeros();
        for column in crate::colour::sets::elements(columns) {
            let lines = [1 << (row + column), 1 << (32 + row - column)];
            let is_white = (row + column) % 2 == 1;
            let attacked = lines[0] & occupied[0] | lines[1] & occupied[1] != 0;
            if is_white == self.white && !attacked && self.unit.allows(row, column) {
                self.placed.push((row, column));
                let occupied = [occupied[0] | lines[0], occupied[1] | lines[1]];
                self.place(rows & (rows - 1), columns & !(1 << column), occupied);
                self.placed.pop();
            }
        }
    }
}
