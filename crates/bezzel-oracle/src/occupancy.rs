//! Separately counted occupancies and numbers of solutions by colour.

use crate::constrained::lines;

/// Numbers of solutions with a queen on each square, `vectors/occupancy.csv`.
pub const OCCUPANCY_CSV: &str = include_str!("../vectors/occupancy.csv");

/// Numbers of solutions by the number of queens on black squares, `vectors/by_colour.csv`.
pub const BY_COLOUR_CSV: &str = include_str!("../vectors/by_colour.csv");

/// The rows of [`OCCUPANCY_CSV`] for n queens, n = 1 to 13: one number for each column. `None` for
/// other n.
pub fn occupancy(n: u32) -> Option<Vec<Vec<u128>>> {
    let numbers: Vec<u128> = of_size(OCCUPANCY_CSV, n);
    let rows = numbers.chunks(n.max(1) as usize);
    (numbers.len() as u32 == n * n && n > 0).then(|| rows.map(<[u128]>::to_vec).collect())
}

/// The numbers of [`BY_COLOUR_CSV`] for n queens, n = 1 to 14, with 0, 1, … n queens on black
/// squares, whose row + column is even. `None` for other n.
pub fn by_colour(n: u32) -> Option<Vec<u128>> {
    let numbers = of_size(BY_COLOUR_CSV, n);
    (numbers.len() as u32 == n + 1).then_some(numbers)
}

/// Returns the last field of all lines of this n.
fn of_size(csv: &str, n: u32) -> Vec<u128> {
    let n = n.to_string();
    let lines = lines(csv).filter(|fields| fields[0] == n);
    lines
        .map(|fields| fields[fields.len() - 1].parse().expect("a number"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{solutions, totals};

    #[test]
    fn small_boards_are_counted_again() {
        for n in 1..=9 {
            let mut occupied = vec![vec![0; n as usize]; n as usize];
            let mut black = vec![0; n as usize + 1];
            for columns in solutions(n) {
                for (row, &column) in columns.iter().enumerate() {
                    occupied[row][column as usize] += 1;
                }
                let is_black = |(row, column): &(u32, &u32)| (row + **column) % 2 == 0;
                black[(0..).zip(&columns).filter(is_black).count()] += 1;
            }
            assert_eq!(occupancy(n), Some(occupied));
            assert_eq!(by_colour(n), Some(black));
        }
    }

    #[test]
    fn all_rows_add_up() {
        for totals in totals().into_iter().filter(|totals| totals.n <= 14) {
            for row in occupancy(totals.n).into_iter().flatten() {
                assert_eq!(row.iter().sum::<u128>(), totals.all);
            }
            let colours = by_colour(totals.n).expect("stored");
            assert_eq!(colours.iter().sum::<u128>(), totals.all);
        }
        assert_eq!(
            (occupancy(0), occupancy(14), by_colour(15)),
            (None, None, None)
        );
    }
}
