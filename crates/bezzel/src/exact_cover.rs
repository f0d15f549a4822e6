//! Exact cover: choose options so that every primary item is covered exactly once and every
//! secondary item at most once.
//!
//! This is Algorithm X of D. E. Knuth ("Dancing links", 2000; The Art of Computer Programming
//! 7.2.2.1). The options of an item form a doubly linked list. Covering an item takes all its
//! options out of the lists of their other items; since a removed node keeps its own links, undoing
//! in reverse order restores every list. The search continues with the item that has the fewest
//! options left, the first of them if there are several, so that its order is deterministic. The
//! lists work like the lists of the method [`DancingLinks`](crate::methods::Method::DancingLinks).
//!
//! n queens are such a problem: the options are the squares, rows and columns are primary items,
//! diagonals and anti-diagonals secondary ones
//! ([`ConstrainedBoard::exact_cover`](crate::ConstrainedBoard::exact_cover)).
//!
//! ```
//! use bezzel::exact_cover::ExactCover;
//! // Cover 0, 1 and 2 with {0, 1}, {2}, {0, 2} and {1}.
//! let mut cover = ExactCover::new(3, 0);
//! for option in [&[0, 1][..], &[2], &[0, 2], &[1]] {
//!     cover.add_option(option);
//! }
//! let solutions: Vec<_> = cover.search().collect();
//! assert_eq!(solutions, [[0, 1], [2, 3]]);
//! ```

use std::iter::FusedIterator;

use crate::limits::MAX_COVERED_SIZE;
use crate::methods::dancing_links::Links;
use crate::{Advance, ConstrainedBoard, Error, Square};

/// The largest number of items and of items in all options together.
const MAX_ENTRIES: u32 = 1 << 30;

/// An exact-cover problem: items, and options that each cover some of them.
///
/// Items are numbered from 0, the primary ones first; options in the order in which they are
/// added.
///
/// ```
/// use bezzel::exact_cover::ExactCover;
/// let mut cover = ExactCover::new(2, 0); // two primary items
/// for option in [&[0][..], &[1], &[0, 1]] {
///     cover.add_option(option);
/// }
/// assert_eq!((cover.option_count(), cover.option(2)), (3, &[0, 1][..]));
/// assert_eq!(cover.search().count(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct ExactCover {
    primary: u32,
    items: u32,
    /// The items of all options, one option after the other.
    entries: Vec<u32>,
    /// The end of each option in `entries`.
    ends: Vec<u32>,
}

impl ExactCover {
    /// Creates a problem with items but no options.
    ///
    /// Panics if there are 2³⁰ items or more.
    pub fn new(primary: u32, secondary: u32) -> Self {
        let items = primary.checked_add(secondary);
        let items = items.filter(|&items| items < MAX_ENTRIES);
        Self {
            primary,
            items: items.expect("fewer items"),
            entries: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds an option and returns its number. The order of its items has no effect.
    ///
    /// Panics if an item is not below the number of items or is given twice, if no item is primary, and
    /// if all options together have 2³⁰ items or more.
    pub fn add_option(&mut self, items: &[u32]) -> u32 {
        for (at, item) in items.iter().enumerate() {
            assert!(*item < self.items, "an item outside");
            assert!(!items[..at].contains(item), "an item twice");
        }
        let has_primary = items.iter().any(|&item| item < self.primary);
        assert!(has_primary, "an option without a primary item");
        let left = (MAX_ENTRIES - self.items) as usize - self.entries.len();
        assert!(items.len() < left, "too many items in all options");
        self.entries.extend(items);
        self.ends.push(self.entries.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// Counts the options that were added, which are numbered from 0.
    pub fn option_count(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Returns the items of an option, in the order in which they were given. Panics if there is no
    /// such option.
    pub fn option(&self, option: u32) -> &[u32] {
        let option = option as usize;
        let start = if option == 0 {
            0
        } else {
            self.ends[option - 1]
        };
        &self.entries[start as usize..self.ends[option] as usize]
    }

    /// Starts a search for all solutions. Takes O(size of the problem) time and memory.
    pub fn search(&self) -> Covers {
        Covers::new(self)
    }
}

impl ConstrainedBoard {
    /// Fails if the board is too large for an exact-cover problem, which has up to n² options.
    pub(crate) fn check_covered(&self) -> Result<(), Error> {
        match self.size() {
            n if n > MAX_COVERED_SIZE => Err(Error::TooLarge {
                n: n.into(),
                what: "completing a board",
                max: MAX_COVERED_SIZE,
            }),
            _ => Ok(()),
        }
    }

    /// Returns the exact-cover problem whose solutions are the completions, and the square of each
    /// option. Rows and columns are primary items, diagonals and anti-diagonals secondary ones.
    ///
    /// The options are the placed queens and the squares that are neither blocked nor attacked. A
    /// contradictory board has no options. Fails for n > [`MAX_COVERED_SIZE`].
    ///
    /// ```
    /// let board: bezzel::ConstrainedBoard = "....\nx...\n....\n....\n".parse()?;
    /// let (problem, squares) = board.exact_cover()?;
    /// let solutions: Vec<_> = problem.search().collect();
    /// assert_eq!(solutions.len(), 1);
    /// let columns: Vec<_> = solutions[0].iter().map(|&at| squares[at as usize].column).collect();
    /// assert_eq!(columns, [1, 3, 0, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exact_cover(&self) -> Result<(ExactCover, Vec<Square>), Error> {
        self.check_covered()?;
        let n = self.size();
        let lines = (2 * n).saturating_sub(1);
        let mut problem = ExactCover::new(2 * n, 2 * lines);
        let squares = self.possible_squares();
        for &Square { row, column } in &squares {
            let diagonal = 2 * n + (row + n - 1 - column);
            let anti_diagonal = 2 * n + lines + row + column;
            let items = [row, n + column, diagonal, anti_diagonal];
            problem.add_option(&items);
        }
        Ok((problem, squares))
    }
}

/// The solutions of an exact-cover problem, each as its options in ascending order.
///
/// The order of the solutions depends on the problem only.
#[derive(Debug, Clone)]
pub struct Covers {
    links: Links,
    /// The nodes by which the chosen options were reached.
    chosen: Vec<u32>,
    position: Position,
    solution: Vec<u32>,
}

/// The next step of the search.
#[derive(Debug, Clone, Copy)]
enum Position {
    /// Choose an item.
    Enter,
    /// Try the option of this node of a covered item.
    Try(u32),
    /// Undo the last choice.
    Leave,
}

impl Covers {
    fn new(problem: &ExactCover) -> Self {
        let options = (0..problem.option_count()).map(|option| problem.option(option));
        Self {
            links: Links::new(problem.primary, problem.items, options),
            chosen: Vec::new(),
            position: Position::Enter,
            solution: Vec::new(),
        }
    }

    /// Continues the search for at most `steps` steps, each of which chooses an item, tries an
    /// option or undoes one.
    ///
    /// ```
    /// use bezzel::Advance;
    /// use bezzel::exact_cover::ExactCover;
    /// let mut cover = ExactCover::new(1, 1);
    /// cover.add_option(&[0, 1]);
    /// let mut search = cover.search();
    /// assert_eq!(search.advance(1), Advance::Paused);
    /// assert_eq!(search.advance(10), Advance::Solution(&[0]));
    /// assert_eq!(search.advance(10), Advance::End);
    /// ```
    pub fn advance(&mut self, steps: u64) -> Advance<'_> {
        for _ in 0..steps {
            match self.position {
                Position::Enter => match self.links.shortest_item() {
                    None => {
                        self.position = Position::Leave;
                        let options = self.chosen.iter();
                        self.solution.clear();
                        self.solution
                            .extend(options.map(|&node| self.links.nodes[node as usize].option));
                        self.solution.sort_unstable();
                        return Advance::Solution(&self.solution);
                    }
                    Some(item) if self.links.lengths[item as usize] == 0 => {
                        self.position = Position::Leave;
                    }
                    Some(item) => {
                        self.links.cover(item);
                        self.position = Position::Try(self.links.nodes[item as usize].down);
                    }
                },
                Position::Try(node) if node < self.links.lengths.len() as u32 => {
                    self.links.uncover(node);
                    self.position = Position::Leave;
                }
                Position::Try(node) => {
                    for other in self.links.others(node) {
                        self.links.cover(self.links.nodes[other as usize].item);
                    }
                    self.chosen.push(node);
                    self.position = Position::Enter;
                }
                Position::Leave => {
                    let Some(node) = self.chosen.pop() else {
                        return Advance::End;
                    };
                    self.undo(node);
                    self.position = Position::Try(self.links.nodes[node as usize].down);
                }
            }
        }
        Advance::Paused
    }

    /// Returns the options that are chosen at present, in the order in which they were chosen.
    pub fn chosen(&self) -> impl Iterator<Item = u32> {
        let nodes = self.chosen.iter();
        nodes.map(|&node| self.links.nodes[node as usize].option)
    }

    /// Leaves out the other sets of options that contain the first `depth` chosen ones, for callers that know
    /// that none of them is wanted.
    pub fn leave(&mut self, depth: usize) {
        if let Position::Try(node) = self.position {
            self.links.uncover(self.links.nodes[node as usize].item);
        }
        while self.chosen.len() > depth {
            let node = self.chosen.pop().expect("a chosen option");
            self.undo(node);
            self.links.uncover(self.links.nodes[node as usize].item);
        }
        self.position = Position::Leave;
    }

    /// Uncovers the items of a chosen option, except that by which it was reached.
    fn undo(&mut self, node: u32) {
        for other in self.links.others(node).rev() {
            self.links.uncover(self.links.nodes[other as usize].item);
        }
    }
}

impl Iterator for Covers {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        match self.advance(u64::MAX) {
            Advance::Solution(options) => Some(options.to_vec()),
            _ => None,
        }
    }
}

impl FusedIterator for Covers {}
