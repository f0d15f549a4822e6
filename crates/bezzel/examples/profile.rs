//! Backtrack tree of the n queens: OEIS A319284, whose row sums are A319283.
//!
//! `cargo run --release -p bezzel-core --example profile -- 12`;
//! `-- 12 search` visits the nodes one by one.
//!
//! Level k has a node for each way to place queens that do not attack each other in the first k rows.
//! It is counted by the colour split: if the black queens have the rows R, the white ones have the
//! k − |R| other rows, and columns that no black queen has:
//! Σ b(R, C) · w(¬R, C′), over all R and all C and C′ without a common column.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

/// Sets of even or of odd columns as bits, by size.
struct Sets {
    by_size: Vec<Vec<u32>>,
    /// For each set its place among those of its size.
    rank: Vec<usize>,
}

impl Sets {
    fn new(columns: usize) -> Self {
        let mut by_size = vec![Vec::new(); columns + 1];
        let rank = (0..1 << columns).map(|set: u32| {
            let sets = &mut by_size[set.count_ones() as usize];
            sets.push(set);
            sets.len() - 1
        });
        let rank = rank.collect();
        Self { by_size, rank }
    }
}

/// Counts of the placements of one colour on fixed rows: one line for each set of columns of one
/// parity, in it one number for each set of the other parity.
struct Table {
    numbers: Vec<u32>,
    width: usize,
}

impl Table {
    /// Returns one line for each of the sets `to`: the sum of the lines of sets without a common column.
    fn sums(&self, from: &[u32], to: &[u32]) -> Table {
        let mut numbers = vec![0; to.len() * self.width];
        for (sum, set) in numbers.chunks_exact_mut(self.width).zip(to) {
            for (line, other) in self.numbers.chunks_exact(self.width).zip(from) {
                if set & other == 0 {
                    sum.iter_mut()
                        .zip(line)
                        .for_each(|(sum, number)| *sum += number);
                }
            }
        }
        Table { numbers, ..*self }
    }
}

/// Node of the search on squares of one colour.
#[derive(Clone, Copy, Default)]
struct Node {
    /// Columns that are taken: those whose sets are lines, and the others, half of their index as bits.
    taken: [u32; 2],
    /// Squares of the next row whose column or diagonal is taken.
    columns: u32,
    diagonals: u32,
    anti_diagonals: u32,
}

/// Places queens on squares of one colour of these rows.
struct Fill<'a> {
    rows: &'a [u32],
    /// The parity of row + column.
    colour: u32,
    /// The parity of the columns whose sets are lines of the table.
    line_parity: u32,
    columns: u32,
    sets: [&'a Sets; 2],
    table: Table,
}

impl Fill<'_> {
    fn visit(&mut self, at: usize, node: Node) {
        let Some(&row) = self.rows.get(at) else {
            // Without a row there is one placement.
            self.table.numbers[0] = 1;
            return;
        };
        let parity = (row + self.colour) % 2;
        let which = usize::from(parity != self.line_parity);
        let squares = (0x5555_5555 << parity) & ((1 << self.columns) - 1);
        let mut free = squares & !(node.columns | node.diagonals | node.anti_diagonals);
        if at + 1 == self.rows.len() {
            // The sets of the other parity are complete.
            let other = self.sets[1 - which].rank[node.taken[1 - which] as usize];
            let steps = if which == 0 {
                [self.table.width, 1]
            } else {
                [1, self.table.width]
            };
            let (first, rank) = (other * steps[1], &self.sets[which].rank);
            while free != 0 {
                let set = node.taken[which] | 1 << (free.trailing_zeros() / 2);
                self.table.numbers[first + rank[set as usize] * steps[0]] += 1;
                free &= free - 1;
            }
            return;
        }
        let down = self.rows[at + 1] - row;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let mut next = Node {
                taken: node.taken,
                columns: node.columns | queen,
                diagonals: (node.diagonals | queen) << down,
                anti_diagonals: (node.anti_diagonals | queen) >> down,
            };
            next.taken[which] |= 1 << (queen.trailing_zeros() / 2);
            self.visit(at + 1, next);
        }
    }
}

/// Counts the nodes of one level whose black queens have the rows R.
fn with_black_rows(black_rows: u32, level: u32, n: u32, sets: &[Sets; 2]) -> u64 {
    let (black, white): (Vec<u32>, Vec<u32>) =
        (0..level).partition(|row| black_rows >> row & 1 == 1);
    let of_parity = |rows: &[u32], parity| rows.iter().filter(|&row| row % 2 == parity).count();
    // Numbers of queens on the quarters EE, OO, EO and OE.
    let (ee, oo) = (of_parity(&black, 0), of_parity(&black, 1));
    let (eo, oe) = (of_parity(&white, 0), of_parity(&white, 1));
    let of_size = |parity: usize, size| -> &[u32] {
        sets[parity].by_size.get(size).map_or(&[], Vec::as_slice)
    };
    let (black_even, black_odd) = (of_size(0, ee), of_size(1, oo));
    let (white_even, white_odd) = (of_size(0, oe), of_size(1, eo));
    if ee + oe >= sets[0].by_size.len() || oo + eo >= sets[1].by_size.len() {
        return 0;
    }
    let fill = |rows: &[u32], colour, line_parity, lines: &[u32], width| {
        let table = Table {
            numbers: vec![0; lines.len() * width],
            width,
        };
        let sets = [&sets[line_parity as usize], &sets[1 - line_parity as usize]];
        let mut fill = Fill {
            rows,
            colour,
            line_parity,
            columns: n,
            sets,
            table,
        };
        fill.visit(0, Node::default());
        fill.table
    };
    // Lines of black are its odd columns, those of white its even ones.
    let black = fill(&black, 0, 1, black_odd, black_even.len()).sums(black_odd, white_odd);
    let white = fill(&white, 1, 0, white_even, white_odd.len()).sums(white_even, black_even);
    let product = |(at, &white_number): (usize, &u32)| {
        let (even, odd) = (at / white.width, at % white.width);
        u64::from(white_number) * u64::from(black.numbers[odd * black.width + even])
    };
    white.numbers.iter().enumerate().map(product).sum()
}

/// Returns how many sets of black rows have as many nodes as this one by symmetry, or 0 if one of them
/// is smaller. The reflections change the colour of a square if the board has an even side.
fn weight(black_rows: u32, level: u32, n: u32) -> u64 {
    let all = (1 << level) - 1;
    let of_colour = |rows: u32, side: u32| {
        if side.is_multiple_of(2) {
            all & !rows
        } else {
            rows
        }
    };
    let mirrored = |rows| of_colour(rows, n);
    let reversed = (u64::from(black_rows).reverse_bits() >> (64 - level)) as u32;
    let reversed = of_colour(reversed, level);
    let mut images = [
        black_rows,
        mirrored(black_rows),
        reversed,
        mirrored(reversed),
    ];
    images.sort_unstable();
    if images[0] < black_rows {
        return 0;
    }
    1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
}

/// Returns the number of nodes on levels 0 to n, after a call of `each` with level and number for each.
///
/// Panics for n > 30.
pub fn profile(n: u32, threads: usize, each: impl Fn(u32, u64)) -> Vec<u64> {
    assert!(n <= 30, "at most 30 columns");
    let sets = [n.div_ceil(2), n / 2].map(|columns| Sets::new(columns as usize));
    let level = |level: u32| {
        if level == 0 {
            each(0, 1);
            return 1;
        }
        let (next, total) = (AtomicU32::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let black_rows = next.fetch_add(1, Ordering::Relaxed);
                        if black_rows >= 1 << level {
                            break;
                        }
                        let weight = weight(black_rows, level, n);
                        if weight > 0 {
                            let number = with_black_rows(black_rows, level, n, &sets);
                            total.fetch_add(weight * number, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let total = total.into_inner();
        each(level, total);
        total
    };
    (0..=n).map(level).collect()
}

/// Returns the same numbers: visits each node.
pub fn by_search(n: u32) -> Vec<u64> {
    fn visit(level: usize, taken: [u32; 3], all: u32, nodes: &mut [u64]) {
        nodes[level] += 1;
        let [columns, diagonals, anti_diagonals] = taken;
        let mut free = all & !(columns | diagonals | anti_diagonals);
        while level + 1 < nodes.len() && free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let below = [
                columns | queen,
                (diagonals | queen) << 1,
                (anti_diagonals | queen) >> 1,
            ];
            visit(level + 1, below, all, nodes);
        }
    }
    let mut nodes = vec![0; n as usize + 1];
    visit(0, [0; 3], ((1_u64 << n) - 1) as u32, &mut nodes);
    nodes
}

#[allow(dead_code, reason = "the test calls no main function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n: u32 = arguments.next().map_or(Ok(8), |n| n.parse())?;
    if n > 30 {
        return Err(format!("expected a number from 0 to 30, found {n}").into());
    }
    let nodes = match arguments.next().as_deref() {
        None => profile(
            n,
            thread::available_parallelism()?.get(),
            |level, number| {
                eprintln!("level {level}: {number}");
            },
        ),
        Some("search") => by_search(n),
        Some(other) => return Err(format!("expected nothing or 'search', found '{other}'").into()),
    };
    println!("A319283({n}) = {}", nodes.iter().sum::<u64>());
    let nodes: Vec<String> = nodes.iter().map(u64::to_string).collect();
    println!("A319284 row {n}: {}", nodes.join(" "));
    Ok(())
}
