//! Solutions seen on the torus: OEIS A181499 to A181502, A062164 and A062165.
//!
//! `cargo run --release -p bezzel-core --example torus -- 12` prints the rows for n = 12;
//! `-- 12 naive` finds them again by a second, slower method.
//!
//! On the torus, diagonals and anti-diagonals wrap around the edges. Each consists of two lines of
//! the board, so it has at most two queens of a solution, which are then in *conflict*. The
//! symmetries of the torus are the eight of the square, shifts of rows and of columns, and factors
//! f coprime to n, which move (r, c) to (f·r, f·c). They keep conflicts, but their image of a
//! solution need not be a solution. Solutions are in one class if a symmetry maps one to the other:
//! A062164 counts the classes without, A062165 those with factors.

use std::collections::BTreeMap;

use bezzel::{Placement, Square, Symmetry, is_canonical, solutions};

/// Numbers of solutions and classes for one n.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Solutions by number of conflicts, queens in conflict, connected components of these, and
    /// size of the largest component, where a queen without conflict counts as one of size 1.
    pub solutions: [Vec<u128>; 4],
    /// Classes without factors, and with them.
    pub classes: [u128; 2],
}

impl Row {
    fn new(n: u32) -> Self {
        let zeros = vec![0; n as usize + 1];
        let (solutions, classes) = (std::array::from_fn(|_| zeros.clone()), [0; 2]);
        Self { solutions, classes }
    }

    fn add(&mut self, statistics: [usize; 4], solutions: u32) {
        for (numbers, value) in self.solutions.iter_mut().zip(statistics) {
            numbers[value] += u128::from(solutions);
        }
    }
}

/// Two queens on one line of the torus.
#[derive(Clone, Copy)]
struct Conflict {
    first: Square,
    second: Square,
    is_anti: bool,
}

/// Tables for boards of one size.
struct Torus {
    n: u32,
    /// For each a and b the shifts s after which a + s is greater than b + s, modulo n, as bits.
    greater: Vec<Vec<u64>>,
    /// One of f and −f for each f coprime to n: −1 is the rotation by 180°.
    factors: Vec<u32>,
}

fn coprime(a: u32, b: u32) -> bool {
    (2..=a.min(b)).all(|divisor: u32| !a.is_multiple_of(divisor) || !b.is_multiple_of(divisor))
}

impl Torus {
    fn new(n: u32) -> Self {
        let greater = |a, b| {
            let shifts = (0..n).filter(|shift| (a + shift) % n > (b + shift) % n);
            shifts.map(|shift| 1 << shift).sum()
        };
        let greater = (0..n).map(|a| (0..n).map(|b| greater(a, b)).collect());
        let factors = (1..=(n / 2).max(1)).filter(|&factor| coprime(factor, n));
        Self {
            n,
            greater: greater.collect(),
            factors: factors.collect(),
        }
    }

    fn conflicts(&self, columns: &[u32], found: &mut Vec<Conflict>) {
        found.clear();
        for is_anti in [false, true] {
            let mut on_line = [None; 64];
            for (row, &column) in (0..).zip(columns) {
                let queen = Square::new(row, column);
                let line = row + if is_anti { column } else { self.n - column };
                let line = &mut on_line[(line % self.n) as usize];
                if let Some(first) = line.replace(queen) {
                    found.push(Conflict {
                        first,
                        second: queen,
                        is_anti,
                    });
                }
            }
        }
    }

    /// Counts the shifts after which a factor of the solution is a solution again: no conflict
    /// becomes an attack, for which the queens differ by as many rows as columns on the board, with
    /// equal signs on a diagonal and with opposite ones on an anti-diagonal.
    fn shifts_to_solutions(&self, conflicts: &[Conflict], factor: u32) -> u32 {
        let mut good = [u64::MAX >> (64 - self.n); 64];
        let times = |a: u32, b: u32| {
            let [a, b] = [a, b].map(|x| (factor * x % self.n) as usize);
            self.greater[a][b]
        };
        for &Conflict {
            first,
            second,
            is_anti,
        } in conflicts
        {
            let rows = times(first.row, second.row);
            let columns = times(first.column, second.column);
            for (shift, good) in good[..self.n as usize].iter_mut().enumerate() {
                let is_below = rows >> shift & 1 == 1;
                *good &= if is_below == is_anti {
                    columns
                } else {
                    !columns
                };
            }
        }
        good[..self.n as usize]
            .iter()
            .map(|columns| columns.count_ones())
            .sum()
    }

    /// Counts the symmetries of the torus with this factor that leave a solution unchanged.
    fn unchanged(&self, columns: &[u32], factor: u32) -> u32 {
        let n = self.n;
        let wrap = |sum: u32| if sum < n { sum } else { sum - n };
        let mut found = 0;
        for symmetry in Symmetry::ALL {
            let image = |row: u32| {
                let column = columns[row as usize];
                symmetry.apply(Square::new(factor * row % n, factor * column % n), n)
            };
            let (first, second) = (image(0), image(1 % n));
            found += (0..n)
                .filter(|&down| {
                    let right = columns[wrap(first.row + down) as usize] + n - first.column;
                    let stays = |queen: Square| {
                        let column = columns[wrap(queen.row + down) as usize];
                        column == wrap(queen.column + wrap(right))
                    };
                    stays(second) && (2..n).all(|row| stays(image(row)))
                })
                .count() as u32;
        }
        found
    }
}

/// Calls `each` with the columns of each fundamental solution and the size of its orbit.
fn for_each_fundamental(n: u32, mut each: impl FnMut(&[u32], u32)) {
    let mut search = solutions(n).expect("a board with at most 64 rows");
    // A canonical form has its first queen in the left half.
    while let Some(columns) = search.next_columns().filter(|columns| 2 * columns[0] < n) {
        if is_canonical(columns) {
            let stays = |symmetry: &&Symmetry| {
                (0..n).all(|row| {
                    let image = symmetry.apply(Square::new(row, columns[row as usize]), n);
                    columns[image.row as usize] == image.column
                })
            };
            let unchanged = Symmetry::ALL.iter().filter(stays).count();
            each(columns, 8 / unchanged as u32);
        }
    }
}

/// Returns the numbers for n queens. Of the symmetries of the torus, u leave a solution unchanged
/// and v map it to solutions, so its class has v / u of them. The classes are the sum of u / v.
///
/// Panics for n = 0 and n > 64.
pub fn row(n: u32) -> Row {
    let torus = Torus::new(n);
    let mut row = Row::new(n);
    // The solutions by u and v, without and with factors.
    let mut classes: [BTreeMap<[u32; 2], u128>; 2] = Default::default();
    let mut conflicts = Vec::new();
    for_each_fundamental(n, |columns, orbit_size| {
        torus.conflicts(columns, &mut conflicts);
        row.add(statistics(columns.len(), &conflicts), orbit_size);
        let mut sums = [0; 2];
        for &factor in &torus.factors {
            sums[0] += torus.unchanged(columns, factor);
            sums[1] += 8 * torus.shifts_to_solutions(&conflicts, factor);
            if factor == 1 {
                *classes[0].entry(sums).or_default() += u128::from(orbit_size);
            }
        }
        *classes[1].entry(sums).or_default() += u128::from(orbit_size);
    });
    row.classes = classes.map(|classes| {
        let whole = classes.into_iter().map(|([unchanged, mapped], solutions)| {
            let (unchanged, mapped) = (u128::from(unchanged), u128::from(mapped));
            assert_eq!(unchanged * solutions % mapped, 0, "a part of a class");
            unchanged * solutions / mapped
        });
        whole.sum()
    });
    row
}

/// Counts conflicts, queens in conflict, components and queens of the largest component.
fn statistics(n: usize, conflicts: &[Conflict]) -> [usize; 4] {
    let mut component: [usize; 64] = std::array::from_fn(|row| row);
    for conflict in conflicts {
        let [from, to] =
            [conflict.first, conflict.second].map(|queen| component[queen.row as usize]);
        for other in &mut component[..n] {
            if *other == from {
                *other = to;
            }
        }
    }
    let mut sizes = [0; 64];
    for &component in &component[..n] {
        sizes[component] += 1;
    }
    let sizes = &sizes[..n];
    let engaged = sizes.iter().filter(|&&size| size > 1);
    [
        conflicts.len(),
        engaged.clone().sum(),
        engaged.count(),
        sizes.iter().copied().max().unwrap_or(0),
    ]
}

/// Returns the same numbers by other means: compares all pairs of queens, walks along conflicts, and
/// counts a fundamental solution for its class if no shift of a factor of it is a solution with a
/// smaller canonical form.
pub fn naive_row(n: u32) -> Row {
    let mut row = Row::new(n);
    for_each_fundamental(n, |columns, orbit_size| {
        let in_conflict = |a: usize, b: usize| {
            let [down, right] = [a.abs_diff(b) as u32, columns[a].abs_diff(columns[b])];
            a != b && (down == right || down + right == n)
        };
        let all = 0..columns.len();
        let pairs = all.clone().flat_map(|a| (0..a).map(move |b| (a, b)));
        let conflicts = pairs.filter(|&(a, b)| in_conflict(a, b)).count();
        let mut seen = vec![false; columns.len()];
        let mut sizes = Vec::new();
        for start in all.clone() {
            let mut waiting = vec![start];
            let mut size = 0;
            while let Some(queen) = waiting.pop() {
                if !std::mem::replace(&mut seen[queen], true) {
                    size += 1;
                    waiting.extend(all.clone().filter(|&other| in_conflict(queen, other)));
                }
            }
            sizes.push(size);
        }
        let engaged = sizes.iter().filter(|&&size| size > 1);
        let largest = sizes.iter().copied().max().unwrap_or(0);
        row.add(
            [conflicts, engaged.clone().sum(), engaged.count(), largest],
            orbit_size,
        );

        let mut is_first = true;
        for factor in (1..n.max(2)).filter(|&factor| coprime(factor, n)) {
            is_first = is_first && !has_smaller_image(columns, factor);
            if factor == 1 {
                row.classes[0] += u128::from(is_first);
            }
        }
        row.classes[1] += u128::from(is_first);
    });
    row
}

/// Returns true if a shift of a factor of a solution is a solution with a smaller canonical form.
fn has_smaller_image(columns: &[u32], factor: u32) -> bool {
    let n = columns.len() as u32;
    let mut image = vec![0; columns.len()];
    for shift in 0..n * n {
        let (mut diagonals, mut anti_diagonals) = (0_u128, 0_u128);
        let is_solution = (0..n).all(|row| {
            let column = (factor * columns[row as usize] + shift % n) % n;
            let row = (factor * row + shift / n) % n;
            let (diagonal, anti_diagonal) = (1 << (row + n - column), 1 << (row + column));
            let is_free = diagonals & diagonal == 0 && anti_diagonals & anti_diagonal == 0;
            diagonals |= diagonal;
            anti_diagonals |= anti_diagonal;
            image[row as usize] = column;
            is_free
        });
        if is_solution {
            let image = Placement::from_columns(image.iter().copied()).expect("columns below n");
            let canonical = image.canonical().expect("a solution");
            if canonical
                < Placement::from_columns(columns.iter().copied()).expect("columns below n")
            {
                return true;
            }
        }
    }
    false
}

#[allow(dead_code, reason = "the test calls no main function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n: u32 = arguments.next().map_or(Ok(8), |n| n.parse())?;
    if !(1..=64).contains(&n) {
        return Err(format!("expected a number from 1 to 64, found {n}").into());
    }
    let Row { solutions, classes } = match arguments.next().as_deref() {
        None => row(n),
        Some("naive") => naive_row(n),
        Some(other) => return Err(format!("expected nothing or 'naive', found '{other}'").into()),
    };
    for (sequence, number) in ["A062164", "A062165"].iter().zip(classes) {
        println!("{sequence}({n}) = {number}");
    }
    for (sequence, numbers) in (181_499..).zip(solutions) {
        let numbers: Vec<String> = numbers.iter().map(u128::to_string).collect();
        println!("A{sequence} row {n}: {}", numbers.join(" "));
    }
    Ok(())
}
