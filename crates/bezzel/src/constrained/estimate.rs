//! An estimate of the work of a search, from random paths down its tree.
//!
//! A path continues at each node with one of its d children, chosen at random. The product of the d
//! above a level is then an unbiased estimate of the number of nodes on that level (Knuth,
//! "Estimating the efficiency of backtrack programs", 1975). The estimate is the average over many
//! paths, each of which visits at most n nodes.

use fastrand::Rng;

use super::ConstrainedBoard;
use super::lines::bits;
use super::search::Masks;
use crate::{Error, Square};

/// Number of random paths. Estimates of boards of n = 14 to 22 are then within 5% of the number of nodes.
const PATHS: u32 = 4000;

/// The estimate is the same for equal boards.
const SEED: u64 = 1;

impl ConstrainedBoard {
    /// Estimates the number of nodes of the search that counts the completions: 0 for a board that
    /// contradicts itself. Takes a few milliseconds. Fails for n > [`MAX_COMPLETED`](crate::MAX_COMPLETED).
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// let mut board = ConstrainedBoard::new(20)?;
    /// let nodes = board.estimated_nodes()?;
    /// board.place(Square::new(0, 4))?.block_diagonal(0)?;
    /// assert!(board.estimated_nodes()? < nodes / 20.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimated_nodes(&self) -> Result<f64, Error> {
        let masks = Masks::new(self)?;
        if self.contradiction().is_some() {
            return Ok(0.0);
        }
        let mut random = Rng::with_seed(SEED);
        let nodes: f64 = (0..PATHS).map(|_| path(&masks, &mut random)).sum();
        Ok(nodes / f64::from(PATHS))
    }
}

/// Returns the nodes of all levels, as one random path estimates them.
fn path(masks: &Masks, random: &mut Rng) -> f64 {
    let mut taken = masks.start;
    let (mut level, mut nodes) = (1.0, 0.0);
    while let Some((row, free)) = masks.tightest(taken) {
        nodes += level;
        // The search does not enter the last row.
        if free == 0 || masks.open(taken) == 1 << row {
            break;
        }
        level *= f64::from(free.count_ones());
        let chosen = random.u32(..free.count_ones()) as usize;
        let column = bits(free).nth(chosen).expect("one of the free squares");
        taken = taken.with(masks.n, Square::new(row, column));
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RandomModel;
    use crate::constrained::lines::Taken;

    /// Counts the nodes of the search.
    fn nodes(masks: &Masks, taken: Taken) -> f64 {
        let Some((row, free)) = masks.tightest(taken) else {
            return 0.0;
        };
        let with = |column| taken.with(masks.n, Square::new(row, column));
        let below = bits(free).map(|column| nodes(masks, with(column)));
        1.0 + below.sum::<f64>()
    }

    #[test]
    fn estimates_are_close_to_the_number_of_nodes() {
        let mut boards = vec![ConstrainedBoard::new(10).unwrap()];
        boards.push(boards[0].clone());
        boards[1].place(Square::new(0, 3)).unwrap();
        for seed in 0..3 {
            let models = [
                (12, RandomModel::BlockedSquares { share: 0.3 }),
                (15, RandomModel::excluded_diagonals(15)),
                (14, RandomModel::PlacedQueens { queens: 2 }),
            ];
            boards
                .extend(models.map(|(n, model)| ConstrainedBoard::random(n, model, seed).unwrap()));
        }
        for board in boards {
            let masks = Masks::new(&board).unwrap();
            let all = nodes(&masks, masks.start);
            let ratio = board.estimated_nodes().unwrap() / all;
            assert!(ratio > 0.6 && ratio < 1.7, "{ratio}:\n{board}");
        }
    }

    #[test]
    fn contradictions_have_no_nodes_and_large_boards_no_estimate() {
        let mut board = ConstrainedBoard::new(8).unwrap();
        board.place(Square::new(0, 0)).unwrap();
        board.place(Square::new(1, 1)).unwrap();
        assert_eq!(board.estimated_nodes().unwrap(), 0.0);
        assert!(
            ConstrainedBoard::new(33)
                .unwrap()
                .estimated_nodes()
                .is_err()
        );
    }
}
