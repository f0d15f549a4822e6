//! Published and separately counted boards with constraints.

use crate::attack;

/// Boards with constraints and their numbers of solutions, `vectors/constrained.csv`.
pub const CONSTRAINED_CSV: &str = include_str!("../vectors/constrained.csv");

/// Boards with excluded diagonals, `vectors/excluded-diagonals.csv`.
pub const EXCLUDED_DIAGONALS_CSV: &str = include_str!("../vectors/excluded-diagonals.csv");

/// A board with constraints. Squares are pairs of row and column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Constrained {
    /// The number of the line in its file.
    pub id: String,
    /// Size of the board.
    pub n: u32,
    /// Queens that every solution contains.
    pub placed: Vec<(u32, u32)>,
    /// Squares without a queen.
    pub blocked: Vec<(u32, u32)>,
    /// Diagonals without a queen, by row − column.
    pub diagonals: Vec<i32>,
    /// Anti-diagonals without a queen, by row + column.
    pub anti_diagonals: Vec<u32>,
    /// Number of solutions, if it was counted.
    pub count: Option<u128>,
    /// True if there is a solution.
    pub solvable: bool,
}

impl Constrained {
    /// Returns true if a list of columns, one for each row, obeys the constraints.
    pub fn allows(&self, columns: &[u32]) -> bool {
        let column = |row: u32| columns[row as usize];
        self.placed.iter().all(|&(r, c)| column(r) == c)
            && self.blocked.iter().all(|&(r, c)| column(r) != c)
            && (0..self.n).all(|row| {
                let difference = row as i32 - column(row) as i32;
                !self.diagonals.contains(&difference)
                    && !self.anti_diagonals.contains(&(row + column(row)))
            })
    }

    /// Draws the board, one line a row: `Q` for a placed queen, `x` for another square without a
    /// queen, `.` for a free square.
    pub fn drawing(&self) -> String {
        let mark = |row: u32, column: u32| {
            let difference = row as i32 - column as i32;
            let is_blocked = self.blocked.contains(&(row, column))
                || self.diagonals.contains(&difference)
                || self.anti_diagonals.contains(&(row + column));
            match (self.placed.contains(&(row, column)), is_blocked) {
                (true, _) => 'Q',
                (false, true) => 'x',
                (false, false) => '.',
            }
        };
        let row = |row| {
            (0..self.n)
                .map(move |column| mark(row, column))
                .chain(['\n'])
        };
        (0..self.n).flat_map(row).collect()
    }

    /// Returns true if two of the placed queens attack each other.
    pub fn has_attacking_pair(&self) -> bool {
        let queens = || {
            self.placed
                .iter()
                .map(|&(r, c)| (i64::from(r), i64::from(c)))
        };
        queens().any(|a| queens().any(|b| a != b && attack(a, b)))
    }
}

/// The boards of [`CONSTRAINED_CSV`].
pub fn constrained() -> Vec<Constrained> {
    lines(CONSTRAINED_CSV)
        .map(|fields| {
            let count = fields[4].parse().expect("a number");
            let mut board = parse(fields[0], fields[1], fields[2], fields[3]);
            board.count = Some(count);
            board.solvable = count > 0;
            board
        })
        .collect()
}

/// The boards of [`EXCLUDED_DIAGONALS_CSV`].
pub fn excluded_diagonals() -> Vec<Constrained> {
    lines(EXCLUDED_DIAGONALS_CSV)
        .map(|fields| {
            let mut board = parse(fields[1], fields[0], "", fields[3]);
            board.solvable = fields[4] == "1";
            board.count = fields[5].parse().ok();
            board
        })
        .collect()
}

pub(crate) fn lines(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .map(|line| line.split(',').collect())
}

fn parse(id: &str, n: &str, placed: &str, blocked: &str) -> Constrained {
    let mut board = Constrained {
        id: id.to_owned(),
        n: n.parse().expect("a number"),
        ..Default::default()
    };
    let pairs = |list: &str| -> Vec<(String, String)> {
        list.split(';')
            .filter_map(|pair| pair.split_once(':'))
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .collect()
    };
    let number = |text: &str| text.parse::<u32>().expect("a number");
    for (row, column) in pairs(placed) {
        board.placed.push((number(&row), number(&column)));
    }
    for (kind, value) in pairs(blocked) {
        match kind.as_str() {
            "d" => board.diagonals.push(value.parse().expect("a number")),
            "a" => board.anti_diagonals.push(number(&value)),
            row => board.blocked.push((number(row), number(&value))),
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solutions;

    #[test]
    fn small_counts_are_those_of_a_filter_of_all_solutions() {
        let boards = constrained();
        assert_eq!(boards.len(), 200);
        for board in boards.iter().filter(|board| board.n <= 8) {
            let all = solutions(board.n);
            let allowed = all.iter().filter(|columns| board.allows(columns)).count();
            assert_eq!(board.count, Some(allowed as u128), "board {}", board.id);
        }
    }

    #[test]
    fn the_published_boards_are_complete() {
        let boards = excluded_diagonals();
        assert_eq!(boards.len(), 96);
        for board in boards {
            let counted = board
                .count
                .is_none_or(|count| (count > 0) == board.solvable);
            assert!(counted, "board {}", board.id);
        }
    }
}
