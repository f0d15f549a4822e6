//! Uniform draws from boards with few completions: a search counts all of them. It keeps the first
//! ones; if there are more, it visits all again to return those that were drawn.

use std::ops::ControlFlow;

use bezzel::ConstrainedBoard;

use crate::Error;

/// Number of completions that are kept: 10 MB for n = 32.
const MAX_KEPT: usize = 1 << 16;

/// Draws `count` completions, each as one column for each row, or none if the board has none. All have
/// the same probability, and equal seeds give equal completions. Returns `None` if `should_stop` returned
/// true. Fails for boards that a [search](ConstrainedBoard::visit_completions) does not accept.
///
/// ```
/// use bezzel::{ConstrainedBoard, NEVER, Square};
/// let mut board = ConstrainedBoard::new(8)?;
/// board.place(Square::new(0, 3))?;
/// let drawn = bezzel_count::draw_listed(&board, 2, 1, NEVER)?.unwrap();
/// assert_eq!([drawn[0][0], drawn[1][0]], [3, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_listed(
    board: &ConstrainedBoard,
    count: usize,
    seed: u64,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<Vec<u32>>>, Error> {
    drawn_keeping(board, count, seed, should_stop, MAX_KEPT)
}

fn drawn_keeping(
    board: &ConstrainedBoard,
    count: usize,
    seed: u64,
    should_stop: &dyn Fn() -> bool,
    most: usize,
) -> Result<Option<Vec<Vec<u32>>>, Error> {
    let mut all = 0u64;
    let mut kept: Vec<Vec<u32>> = Vec::new();
    let flow = board.visit_completions(should_stop, &mut |columns| {
        all += 1;
        if kept.len() < most {
            kept.push(columns.to_vec());
        }
        ControlFlow::Continue(())
    })?;
    if flow.is_break() {
        return Ok(None);
    }
    let count = if all == 0 { 0 } else { count };
    let mut random = bezzel::seeded(seed);
    let numbers = (0..count).map(|_| random.u64(..all));
    if all <= most as u64 {
        let solutions = numbers.map(|number| kept[number as usize].clone());
        return Ok(Some(solutions.collect()));
    }
    let mut wanted: Vec<(u64, usize)> = numbers.zip(0..).collect();
    wanted.sort_unstable();
    let mut wanted = wanted.into_iter().peekable();
    let mut solutions = vec![Vec::new(); count];
    let mut number = 0;
    let _ = board.visit_completions(should_stop, &mut |columns| {
        while let Some((_, index)) = wanted.next_if(|(drawn, _)| *drawn == number) {
            solutions[index] = columns.to_vec();
        }
        number += 1;
        match wanted.peek() {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    })?;
    Ok(wanted.peek().is_none().then_some(solutions))
}

#[cfg(test)]
mod tests {
    use bezzel::{NEVER, Square};

    use super::*;

    /// A fixed seed, so that the test never fails by chance: 18 completions, 17 degrees of freedom.
    #[test]
    fn all_completions_have_the_same_probability() {
        let mut board = ConstrainedBoard::new(8).unwrap();
        board.place(Square::new(0, 3)).unwrap();
        let mut all: Vec<Vec<u32>> = Vec::new();
        let _ = board.visit_completions(NEVER, &mut |columns| {
            all.push(columns.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(all.len(), 18);
        let each = 1000;
        let solutions = draw_listed(&board, 18 * each, 1, NEVER).unwrap().unwrap();
        for most in [0, 17, 18] {
            let again = drawn_keeping(&board, 50, 1, NEVER, most).unwrap();
            assert_eq!(again.unwrap(), solutions[..50], "keeps {most}");
        }
        let found = all
            .iter()
            .map(|columns| solutions.iter().filter(|other| *other == columns).count());
        let deviation = |found: usize| (found as f64 - each as f64).powi(2) / each as f64;
        let chi_square: f64 = found.map(deviation).sum();
        assert!(chi_square < 35.7, "0.5% of all seeds: {chi_square}");
    }

    #[test]
    fn boards_without_completion_and_stopped_draws_give_nothing() {
        let mut board = ConstrainedBoard::new(6).unwrap();
        board.place(Square::new(0, 0)).unwrap();
        assert_eq!(draw_listed(&board, 3, 1, NEVER).unwrap(), Some(Vec::new()));
        let board = ConstrainedBoard::new(16).unwrap();
        assert_eq!(draw_listed(&board, 1, 1, &|| true).unwrap(), None);
    }
}
