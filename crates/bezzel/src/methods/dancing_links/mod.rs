//! Dancing links: Algorithm X of D. E. Knuth on n queens as an exact cover.
//!
//! Each square is an option, which covers four items: its row, its column and its two diagonals. A
//! solution chooses options so that every row and every column is covered exactly once and every
//! diagonal at most once. In the matrix with a row for each option and a column for each item:
//!
//! ```text
//!             rows     columns  diagonals    anti-diagonals
//!   (0, 0)    1 . .    1 . .    . . 1 . .    1 . . . .
//!   (0, 1)    1 . .    . 1 .    . 1 . . .    . 1 . . .      n = 3: nine options
//!   ...
//! ```
//!
//! The ones of a column form a doubly linked list with a head, and the heads of rows and columns
//! form another one. Covering an item unlinks its head, and unlinks its options from the lists of
//! their other items. A node that was unlinked keeps its own links, so undoing in reverse order
//! restores all lists: the links dance. The search branches on the item with the fewest options,
//! which may be a row or a column.
//!
//! Time O(n!), about a tenth of the squares of the row-by-row methods, but each costs many links;
//! memory 4n² nodes. Gain: the search itself finds where the fewest choices are left.

pub(super) mod about;

use std::iter::{Chain, successors};
use std::ops::{ControlFlow, Range};

use super::frames::{Frame, Moment};
use super::observer::{Data, Event, Report, Watch};
use super::opening::Opening;
use super::{SearchMethod, Step, Text};
use crate::Square;

pub(super) struct DancingLinks;

impl SearchMethod for DancingLinks {
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let squares = Square::all(n);
        let mut search = Options {
            n,
            links: Links::new(
                2 * n,
                (6 * n).saturating_sub(2),
                squares.map(|s| items(n, s)),
            ),
            queens: Vec::with_capacity(n as usize),
            current: 0,
            solutions: 0,
            report: Report::new(opening.images, observer),
        };
        for queen in &opening.queens {
            for item in items(n, *queen) {
                search.cover(item)?;
            }
            search.place(*queen)?;
        }
        search.next_item()?;
        ControlFlow::Continue(search.solutions)
    }

    fn frames(moment: Moment<'_>) -> Vec<Frame> {
        about::frames(moment)
    }

    fn own_sentence(n: u32, step: &Step) -> Option<Text> {
        about::sentence(n, step)
    }
}

/// Returns the items of a square: its row, its column, its diagonal and its anti-diagonal.
fn items(n: u32, Square { row, column }: Square) -> [u32; 4] {
    [
        row,
        n + column,
        3 * n - 1 + row - column,
        4 * n - 1 + row + column,
    ]
}

struct Options<'o, O> {
    n: u32,
    links: Links,
    queens: Vec<Square>,
    /// Item of the last step.
    current: u32,
    solutions: u64,
    report: Report<'o, O>,
}

impl<O: Watch> Options<'_, O> {
    /// Covers the item with the fewest options by each of them in turn.
    fn next_item(&mut self) -> ControlFlow<()> {
        let Some(item) = self.links.shortest_item() else {
            //@ choose
            self.solutions += 1; //@ solution
            return self.solution();
        };
        self.report_own("choose", item)?;
        self.cover(item)?;
        let mut node = self.links.nodes[item as usize].down;
        while node != item {
            //@ try
            let square = self.square(node);
            self.report.event(Event::Try { square }, || {
                data(self.n, self.current, &self.links)
            })?;
            for other in self.links.others(node) {
                self.cover(self.links.nodes[other as usize].item)?;
            }
            self.place(square)?;
            self.next_item()?; //@ place
            self.remove(square)?; //@ remove
            for other in self.links.others(node).rev() {
                self.uncover(self.links.nodes[other as usize].item)?;
            }
            node = self.links.nodes[node as usize].down;
        } //@ exhausted
        self.uncover(item)?;
        self.report_own("exhausted", item)
    }

    fn cover(&mut self, item: u32) -> ControlFlow<()> {
        self.links.cover(item); //@ cover
        self.report_own("cover", item)
    }

    fn uncover(&mut self, item: u32) -> ControlFlow<()> {
        self.links.uncover(item); //@ uncover
        self.report_own("uncover", item)
    }
}

impl<O: Watch> Options<'_, O> {
    fn place(&mut self, square: Square) -> ControlFlow<()> {
        self.queens.push(square);
        self.report.event(Event::Place { square }, || {
            data(self.n, self.current, &self.links)
        })
    }

    fn remove(&mut self, square: Square) -> ControlFlow<()> {
        self.queens.pop();
        self.report.event(Event::Remove { square }, || {
            data(self.n, self.current, &self.links)
        })
    }

    fn solution(&mut self) -> ControlFlow<()> {
        if !O::ENABLED {
            return ControlFlow::Continue(());
        }
        let mut columns = vec![0; self.n as usize];
        for queen in &self.queens {
            columns[queen.row as usize] = queen.column;
        }
        self.report
            .solution(&columns, || data(self.n, self.current, &self.links))
    }

    fn report_own(&mut self, name: &'static str, item: u32) -> ControlFlow<()> {
        if !O::ENABLED {
            return ControlFlow::Continue(());
        }
        self.current = item;
        let values = [item, self.links.lengths[item as usize]];
        let own = || Event::Own {
            name,
            at: None,
            values,
        };
        self.report.event(own(), || data(self.n, item, &self.links))
    }

    fn square(&self, node: u32) -> Square {
        let option = self.links.nodes[node as usize].option;
        Square::new(option / self.n, option % self.n)
    }
}

fn data(n: u32, current: u32, links: &Links) -> Data {
    Data::Tables {
        tables: about::tables(n, current, links),
    }
}

/// Node of the lists: the head of an item, or an item of an option.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) item: u32,
    pub(crate) up: u32,
    pub(crate) down: u32,
    pub(crate) option: u32,
}

/// The lists of an exact-cover problem.
#[derive(Debug, Clone)]
pub(crate) struct Links {
    /// First the heads of the items, then the items of all options.
    pub(crate) nodes: Vec<Node>,
    /// The number of options in the list of each item.
    pub(crate) lengths: Vec<u32>,
    /// The primary items that are not covered; the last entry is the head of this list. A secondary
    /// item is a list of its own.
    previous: Vec<u32>,
    next: Vec<u32>,
    /// The end of each option in `nodes`.
    ends: Vec<u32>,
}

impl Links {
    /// Creates the lists for options with these items. The first `primary` items must be covered.
    pub(crate) fn new<T: AsRef<[u32]>>(
        primary: u32,
        items: u32,
        options: impl Iterator<Item = T>,
    ) -> Self {
        let heads = (0..items).map(|item| Node {
            item,
            up: item,
            down: item,
            option: u32::MAX,
        });
        let mut links = Self {
            nodes: heads.collect(),
            lengths: vec![0; items as usize],
            previous: (0..=items).collect(),
            next: (0..=items).collect(),
            ends: Vec::new(),
        };
        for item in 0..primary {
            let before = item.checked_sub(1).unwrap_or(items);
            links.link(before, item);
            links.link(item, items);
        }
        for (option, items) in (0..).zip(options) {
            for &item in items.as_ref() {
                links.append(item, option);
            }
            links.ends.push(links.nodes.len() as u32);
        }
        links
    }

    fn link(&mut self, before: u32, after: u32) {
        self.next[before as usize] = after;
        self.previous[after as usize] = before;
    }

    fn append(&mut self, item: u32, option: u32) {
        let (node, up) = (self.nodes.len() as u32, self.nodes[item as usize].up);
        self.nodes.push(Node {
            item,
            up,
            down: item,
            option,
        });
        self.nodes[up as usize].down = node;
        self.nodes[item as usize].up = node;
        self.lengths[item as usize] += 1;
    }

    /// Returns the range of nodes of the option that a node belongs to.
    fn option_of(&self, node: u32) -> Range<u32> {
        let option = self.nodes[node as usize].option as usize;
        let start = match option {
            0 => self.lengths.len() as u32,
            _ => self.ends[option - 1],
        };
        start..self.ends[option]
    }

    /// Returns the other nodes of the option that a node belongs to: those to the right of it, then
    /// those to the left.
    pub(crate) fn others(&self, node: u32) -> Chain<Range<u32>, Range<u32>> {
        let Range { start, end } = self.option_of(node);
        (node + 1..end).chain(start..node)
    }

    /// Iterates over the uncovered primary items.
    pub(crate) fn uncovered(&self) -> impl Iterator<Item = u32> {
        let head = self.lengths.len() as u32;
        let after = move |item: u32| Some(self.next[item as usize]).filter(|next| *next != head);
        successors(after(head), move |item| after(*item))
    }

    /// Returns the first of the uncovered primary items with the fewest options.
    pub(crate) fn shortest_item(&self) -> Option<u32> {
        let head = self.lengths.len() as u32;
        let (mut best, mut fewest) = (None, u32::MAX);
        let mut item = self.next[head as usize];
        while item != head && fewest > 0 {
            let length = self.lengths[item as usize];
            if length < fewest {
                (best, fewest) = (Some(item), length);
            }
            item = self.next[item as usize];
        }
        best
    }

    /// Removes an item and all its options.
    pub(crate) fn cover(&mut self, item: u32) {
        let (previous, next) = self.neighbours(item);
        self.link(previous, next);
        let mut node = self.nodes[item as usize].down;
        while node != item {
            for other in self.others(node) {
                let Node { item, up, down, .. } = self.nodes[other as usize];
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                self.lengths[item as usize] -= 1;
            }
            node = self.nodes[node as usize].down;
        }
    }

    /// Undoes [`cover`](Self::cover), in reverse order.
    pub(crate) fn uncover(&mut self, item: u32) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            for other in self.others(node).rev() {
                let Node { item, up, down, .. } = self.nodes[other as usize];
                self.nodes[up as usize].down = other;
                self.nodes[down as usize].up = other;
                self.lengths[item as usize] += 1;
            }
            node = self.nodes[node as usize].up;
        }
        let (previous, next) = self.neighbours(item);
        self.next[previous as usize] = item;
        self.previous[next as usize] = item;
    }

    fn neighbours(&self, item: u32) -> (u32, u32) {
        (self.previous[item as usize], self.next[item as usize])
    }
}

#[cfg(test)]
mod tests {
    use crate::NEVER;
    use crate::methods::{Data, Method};

    #[test]
    fn links_are_restored_and_dancing_links_try_fewer_squares() {
        let run = Method::DancingLinks.run(5).unwrap();
        let steps = run.steps(0, usize::MAX, NEVER).steps;
        let tables = |data: &Data| match data {
            Data::Tables { tables } => tables.iter().flat_map(|table| table.rows.clone()).collect(),
            other => panic!("{other:?}"),
        };
        // The first step chooses an item of the whole matrix, the last one has restored it.
        let (first, last): (Vec<_>, Vec<_>) =
            (tables(&steps[0].data), tables(&steps.last().unwrap().data));
        assert_eq!(first, last);
        assert_eq!(first.len(), 1 + 25);
        let tried = |method: Method| method.run(8).unwrap().counters().tried;
        assert!(5 * tried(Method::DancingLinks) < tried(Method::SlopeTest));
    }
}
