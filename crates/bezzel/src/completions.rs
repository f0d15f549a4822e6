//! All completions of a partial placement.
//!
//! The search always continues in the row with the fewest free squares, so that a row without
//! any is detected at once. This saves more than faster nodes would: given queens leave few
//! free squares in rows anywhere on the board.

use std::ops::ControlFlow;

use crate::{Error, Placement, Square};

/// Largest board that [`completions`] accepts: its 2n − 1 diagonals fit in one word.
pub const MAX_COMPLETED: u32 = 32;

/// Calls `each` with the columns of every solution that contains the queens of `board`, until
/// it breaks. The search also breaks when `should_stop`, called every 4,096 nodes, returns
/// `true`.
///
/// Fails for boards larger than [`MAX_COMPLETED`]. If two queens of `board` attack each other,
/// there are no completions.
///
/// ```
/// use bezzel::Placement;
/// use std::ops::ControlFlow;
/// let board = Placement::from_rows([Some(0), Some(4), Some(7), None, None, None, None, None])?;
/// let mut found = Vec::new();
/// let _ = bezzel::completions(&board, &|| false, &mut |columns| {
///     found.push(columns.to_vec());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(found, [[0, 4, 7, 5, 2, 6, 1, 3]]);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn completions(
    board: &Placement,
    should_stop: &dyn Fn() -> bool,
    each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Error> {
    let n = board.size();
    if n > MAX_COMPLETED {
        return Err(Error::TooLarge {
            n: n.into(),
            what: "completing a board",
            max: MAX_COMPLETED,
        });
    }
    if board.first_conflict().is_some() {
        return Ok(ControlFlow::Continue(()));
    }
    let mut search = Search {
        n,
        columns: vec![0; n as usize],
        nodes: 0,
        should_stop,
        each,
    };
    let lines = board.queens().fold(Lines::default(), |lines, queen| {
        search.columns[queen.row as usize] = queen.column;
        lines.with(n, queen)
    });
    Ok(search.fill(lines))
}

/// Lines that the placed queens occupy, one bit each.
#[derive(Clone, Copy, Default)]
struct Lines {
    rows: u64,
    columns: u64,
    /// By column − row + n − 1.
    diagonals: u64,
    /// By column + row.
    anti_diagonals: u64,
}

impl Lines {
    fn with(self, n: u32, Square { row, column }: Square) -> Self {
        Self {
            rows: self.rows | 1 << row,
            columns: self.columns | 1 << column,
            diagonals: self.diagonals | 1 << (column + n - 1 - row),
            anti_diagonals: self.anti_diagonals | 1 << (column + row),
        }
    }

    /// Returns the free squares of a row, one bit per column.
    fn free(self, n: u32, row: u32) -> u64 {
        let attacked = self.columns | self.diagonals >> (n - 1 - row) | self.anti_diagonals >> row;
        !attacked & ((1 << n) - 1)
    }
}

struct Search<'a> {
    n: u32,
    columns: Vec<u32>,
    nodes: u32,
    should_stop: &'a dyn Fn() -> bool,
    each: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>,
}

impl Search<'_> {
    fn fill(&mut self, lines: Lines) -> ControlFlow<()> {
        // 4,096 nodes take well under 10 ms.
        const NODES_PER_STOP_CHECK: u32 = 4096;
        if self.nodes.is_multiple_of(NODES_PER_STOP_CHECK) && (self.should_stop)() {
            return ControlFlow::Break(());
        }
        self.nodes = self.nodes.wrapping_add(1);
        let empty = (0..self.n).filter(|row| lines.rows >> row & 1 == 0);
        let Some((row, mut free)) = empty
            .map(|row| (row, lines.free(self.n, row)))
            .min_by_key(|(_, free)| free.count_ones())
        else {
            return (self.each)(&self.columns);
        };
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            self.columns[row as usize] = column;
            self.fill(lines.with(self.n, Square::new(row, column)))?;
        }
        ControlFlow::Continue(())
    }
}
