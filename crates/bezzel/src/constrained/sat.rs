//! Boards as SAT instances.
//!
//! One variable stands for each square that may have a queen. Every row and column has at least
//! one queen, and every row, column and diagonal at most one. "At most one of a, b, c, d, …" is
//! written with one further variable y for every two: at most one of a, b, c, y, and at most one
//! of ¬y, d, … (W. Klieber, G. Kwon: "Efficient CNF encoding for selecting 1 from N objects", 2007,
//! with groups of three). The clause a, b, c, y determines y, so that the instance has as many
//! solutions as the board has completions.

use super::lines::Lines;
use super::{ConstrainedBoard, Square};
use crate::limits::MAX_SAT_SIZE;
use crate::{Contradiction, Error};

/// Groups of this size have a clause for each pair.
const PAIRWISE: usize = 5;

/// A SAT instance: clauses of literals, which are numbers of variables from 1, negative if negated.
///
/// The first variables stand for [`squares`](Self::squares), in this order; in a solution of the
/// instance, the true ones among them are the queens of a completion.
///
/// ```
/// let board: bezzel::ConstrainedBoard = "....\nx...\n....\n....\n".parse()?;
/// let instance = board.sat_instance()?;
/// assert_eq!(instance.squares().len(), 15);
/// assert!(instance.clauses().len() > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SatInstance {
    n: u32,
    squares: Vec<Square>,
    variables: i32,
    /// The literals of all clauses, one clause after the other.
    literals: Vec<i32>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
    contradiction: Option<Contradiction>,
}

impl ConstrainedBoard {
    /// Returns the SAT instance whose solutions are the completions, one for each. Fails for
    /// n > [`MAX_SAT_SIZE`].
    ///
    /// Placed queens are unit clauses. A contradictory board has the empty clause.
    pub fn sat_instance(&self) -> Result<SatInstance, Error> {
        let n = self.size();
        if n > MAX_SAT_SIZE {
            return Err(Error::TooLarge {
                n: n.into(),
                what: "a SAT instance",
                max: MAX_SAT_SIZE,
            });
        }
        let mut instance = SatInstance {
            n,
            squares: Vec::new(),
            variables: 0,
            literals: Vec::new(),
            ends: Vec::new(),
            contradiction: self.contradiction(),
        };
        if instance.contradiction.is_some() {
            instance.clause(&[]);
            return Ok(instance);
        }
        let attacked = Lines::of_queens(self.queens());
        let squares = (0..n).flat_map(|row| (0..n).map(move |column| Square::new(row, column)));
        let is_possible = |square: &Square| {
            self.queens.contains(square) || !attacked.contain(*square) && !self.is_blocked(*square)
        };
        instance.squares = squares.filter(is_possible).collect();
        instance.variables = instance.squares.len() as i32;
        instance.add_lines();
        let placed: Vec<i32> = (1..)
            .zip(&instance.squares)
            .filter(|(_, square)| self.queens.contains(square))
            .map(|(variable, _)| variable)
            .collect();
        for variable in placed {
            instance.clause(&[variable]);
        }
        Ok(instance)
    }
}

impl SatInstance {
    fn add_lines(&mut self) {
        let n = self.n as usize;
        let diagonals = (2 * n).saturating_sub(1);
        let mut rows = vec![Vec::new(); n];
        let mut columns = rows.clone();
        let mut main = vec![Vec::new(); diagonals];
        let mut anti = main.clone();
        for (variable, square) in (1..).zip(&self.squares) {
            let (row, column) = (square.row as usize, square.column as usize);
            rows[row].push(variable);
            columns[column].push(variable);
            main[row + n - 1 - column].push(variable);
            anti[row + column].push(variable);
        }
        for line in rows.iter().chain(&columns) {
            self.clause(line);
        }
        for line in [rows, columns, main, anti].into_iter().flatten() {
            self.at_most_one(line);
        }
    }

    fn clause(&mut self, literals: &[i32]) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    fn at_most_one(&mut self, mut literals: Vec<i32>) {
        while literals.len() > PAIRWISE {
            self.variables += 1;
            let (rest, further) = (literals.split_off(3), self.variables);
            literals.push(further);
            self.pairs(&literals);
            self.clause(&literals);
            literals = rest;
            literals.push(-further);
        }
        self.pairs(&literals);
    }

    fn pairs(&mut self, literals: &[i32]) {
        for (at, &first) in literals.iter().enumerate() {
            for &second in &literals[at + 1..] {
                self.clause(&[-first, -second]);
            }
        }
    }

    /// Returns the size of the board.
    #[cfg(feature = "sat")]
    pub(super) fn n(&self) -> u32 {
        self.n
    }

    /// Returns the reason why the board has no completion, if one is found without a search. The
    /// instance is then the empty clause.
    pub fn contradiction(&self) -> Option<&Contradiction> {
        self.contradiction.as_ref()
    }

    /// Returns the squares of the first variables.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Counts the variables, which are numbered from 1: squares first, then auxiliary
    /// ones.
    pub fn variables(&self) -> u32 {
        self.variables as u32
    }

    /// Iterates over the clauses, lists of literals: v, or −v for its negation.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[i32]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[start..end];
            start = end;
            clause
        })
    }
}
