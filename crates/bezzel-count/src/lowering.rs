//! Units as flat tables, for devices that cannot follow the structures of a thread.
//!
//! A unit becomes one [`LoweredTile`] for each part of Re × Ro that is handled together. What a sheet
//! asks for is the same as what a [`Counter`](crate::Counter) does, so that results and work
//! counts agree exactly:
//!
//! * For each start list of a colour ([`LoweredColour`]), walk through the nodes. A node adds one queen, in
//!   its row, to the lists of its parent: the list of the column set U collects, over all c in U,
//!   the words of the list of U \ {c} that do not meet square (row, c).
//! * On the last level, each group of a node counts for up to [`PAIRS_PER_GROUP`] row pairs and all
//!   pairs of open columns the ways to add two queens, and adds them to the cells (T, F).
//! * The share is Σ weight · b · w over the cells of both colours, see [`LoweredTile::black_cell`].

use std::collections::HashMap;

use rayon::prelude::*;

use crate::colour::cover::Cover;
use crate::colour::join::JoinInput;
use crate::colour::orbit::Subproblem;
use crate::colour::sets;
use crate::colour::steps::needed;
use crate::colour::unit::{StartList, UnitEvaluator};
use crate::engine::Route;
use crate::lanes::LANES;
use crate::plan::Unit;

/// The most row pairs of a group.
pub const PAIRS_PER_GROUP: usize = LANES;

/// Stands for a member of a group, or an entry of a pair, that does not exist.
pub const NO_ENTRY: u32 = u32::MAX;

/// A part of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoweredTile {
    /// Whose starts are those of EE, one list for each Re.
    pub black: LoweredColour,
    /// Whose starts are those of OE, one list for each Ro.
    pub white: LoweredColour,
    /// A number for each Re, …
    pub re: Vec<u32>,
    /// … and for each Ro. Their sum s chooses the weight.
    pub ro: Vec<u32>,
    /// For each sum s: the weight of cells with Co before and from [`tied`](Self::tied) on, times
    /// [`Plan::VALUE_SCALE`](crate::Plan::VALUE_SCALE).
    pub weights: [[u32; 2]; 9],
    /// The number of sets Co.
    pub columns: u32,
    /// The number of the first Co that ties.
    pub tied: u32,
    /// Whether T are sets Co and F sets Ro or Re, instead of the other way round.
    pub exchanged: bool,
}

/// The join of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoweredColour {
    /// Rows and columns of the quarter that is joined, and the numbers of the anti-diagonal and
    /// of the diagonal through its square (0,0). Square (r, c) meets the bits
    /// `anti_diagonal + r + c` and `32 + diagonal + r − c`.
    pub quarter: [u32; 4],
    /// Queens on that quarter.
    pub queens: u32,
    /// The diagonals of all starts, list after list.
    pub starts: Vec<u64>,
    /// Where each list begins, and where the last ends.
    pub begin: Vec<u32>,
    /// The row sets T.
    pub row_sets: Vec<u32>,
    /// The column sets F.
    pub finals: Vec<u32>,
    /// In depth-first order, the root first. None if there are fewer than two queens.
    pub nodes: Vec<Node>,
    /// All groups, in the order of their nodes.
    pub groups: Vec<Group>,
    /// The column sets with 1, 2, … up to `queens − 2` columns.
    pub levels: Vec<Level>,
    /// For each set of the last level, or for the empty set if there is none, and for each pair
    /// of its open columns (1,0), (2,0), (2,1), (3,0) …: the number of the final set that they
    /// complete it to, or [`NO_ENTRY`].
    pub pairs: Vec<u32>,
}

/// A set of rows, reached from its parent by one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The number of rows.
    pub depth: u32,
    /// The last of them; 0 at the root.
    pub row: u32,
    /// The groups that are finished from here: the first, and how many.
    pub groups: [u32; 2],
}

/// Row pairs that are finished side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The number of each T, or [`NO_ENTRY`].
    pub members: [u32; PAIRS_PER_GROUP],
    /// The lower finishing row.
    pub first: [u32; PAIRS_PER_GROUP],
    /// The higher one.
    pub second: [u32; PAIRS_PER_GROUP],
}

/// Column sets of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The sets.
    pub sets: Vec<u32>,
    /// For each set, and each of its columns from the least on: the number, on the level before,
    /// of the set without that column.
    pub sources: Vec<u32>,
}

impl LoweredTile {
    /// The sheets of each unit, to be counted on this route. Works on all cores, and once for
    /// what units of one Ce have in common.
    pub fn lower_units(units: &[Unit], route: Route) -> Vec<Vec<LoweredTile>> {
        let mut subproblems: HashMap<(u32, u32, u32), &Unit> = HashMap::new();
        for unit in units {
            subproblems.entry(key(unit)).or_insert(unit);
        }
        let subproblems: HashMap<_, Subproblem> = subproblems
            .into_par_iter()
            .map(|(key, unit)| (key, Subproblem::of_unit(unit)))
            .collect();
        let units = units.par_iter();
        units
            .map(|unit| Self::of(unit, &subproblems[&key(unit)], route))
            .collect()
    }

    fn of(unit: &Unit, subproblem: &Subproblem, route: Route) -> Vec<LoweredTile> {
        let task = UnitEvaluator::new(unit, subproblem, route);
        let mut sheets = Vec::new();
        task.each_tile(|re, ro| sheets.push(Self::new(&task, re, ro)));
        sheets
    }

    fn new(task: &UnitEvaluator, re: &[StartList], ro: &[StartList]) -> Self {
        let [black, white] = task.sides(re, ro);
        let numbers = |started: &[StartList]| started.iter().map(|started| started.set.1).collect();
        let weight = |sum: usize| {
            let (plain, tied) = task.subproblem.weights((0, sum as u32), (0, 0));
            [plain as u32, tied as u32]
        };
        Self {
            black: LoweredColour::new(black, re),
            white: LoweredColour::new(white, ro),
            re: numbers(re),
            ro: numbers(ro),
            weights: std::array::from_fn(weight),
            columns: task.subproblem.co.len() as u32,
            tied: task.subproblem.co_tied as u32,
            exchanged: task.exchanged,
        }
    }

    /// The place of b for these numbers of Re, Ro and Co among the cells of black: those of one
    /// start list after the other, in each of one T after the other.
    pub fn black_cell(&self, re: u32, ro: u32, co: u32) -> u64 {
        self.black.cell(re, self.inside(ro, co))
    }

    /// The place of w among the cells of white.
    pub fn white_cell(&self, re: u32, ro: u32, co: u32) -> u64 {
        self.white.cell(ro, self.inside(re, co))
    }

    fn inside(&self, rows: u32, co: u32) -> [u32; 2] {
        if self.exchanged {
            [co, rows]
        } else {
            [rows, co]
        }
    }
}

/// What the units of one chapter have in common.
fn key(unit: &Unit) -> (u32, u32, u32) {
    (unit.n, unit.a, unit.ce)
}

impl LoweredColour {
    fn new(side: JoinInput, started: &[StartList]) -> Self {
        let JoinInput {
            quarter,
            row_sets,
            finals,
        } = side;
        let queens = row_sets.first().map_or(0, |set| set.count_ones());
        let (cover, levels) = if queens < 2 {
            (Cover::default(), Vec::new())
        } else {
            let cover = Cover::new(&row_sets, quarter.rows());
            (cover, needed(&finals, quarter.columns()))
        };
        let mut begin = vec![0];
        let mut starts = Vec::new();
        for list in started {
            starts.extend_from_slice(list.starts);
            begin.push(starts.len() as u32);
        }
        let (nodes, groups) = flat(&cover);
        Self {
            quarter: [
                quarter.rows(),
                quarter.columns(),
                quarter.anti_diagonal(),
                quarter.diagonal(),
            ],
            queens,
            starts,
            begin,
            nodes,
            groups,
            pairs: levels
                .last()
                .map_or_else(Vec::new, |sets| pairs(sets, &finals, quarter.columns())),
            levels: levels.windows(2).map(Level::new).collect(),
            row_sets,
            finals,
        }
    }

    /// The number of cells of one start list.
    pub fn cells(&self) -> u64 {
        self.row_sets.len() as u64 * self.finals.len() as u64
    }

    /// The number of start lists.
    pub fn lists(&self) -> u32 {
        self.begin.len() as u32 - 1
    }

    /// How many columns are open when two queens are left; at least 2 if there are as many.
    pub fn open(&self) -> u32 {
        self.quarter[1] + 2 - self.queens.max(2)
    }

    fn cell(&self, list: u32, [t, f]: [u32; 2]) -> u64 {
        u64::from(list) * self.cells() + u64::from(t) * self.finals.len() as u64 + u64::from(f)
    }
}

impl Level {
    fn new(two: &[Vec<u32>]) -> Self {
        let [above, sets] = two else {
            unreachable!("windows of two");
        };
        let without = |set: u32| sets::elements(set).map(move |column| set & !(1 << column));
        let sources = sets.iter().flat_map(|&set| without(set));
        let place = |set: u32| above.binary_search(&set).expect("it leads there") as u32;
        Self {
            sources: sources.map(place).collect(),
            sets: sets.clone(),
        }
    }
}

fn flat(cover: &Cover) -> (Vec<Node>, Vec<Group>) {
    let (mut nodes, mut groups) = (Vec::new(), Vec::new());
    for node in &cover.nodes {
        nodes.push(Node {
            depth: node.depth as u32,
            row: node.row,
            groups: [groups.len() as u32, node.groups.len() as u32],
        });
        groups.extend(node.groups.iter().map(|group| {
            let mut members = [NO_ENTRY; PAIRS_PER_GROUP];
            members[..group.members.len()].copy_from_slice(&group.members);
            Group {
                members,
                first: group.first,
                second: group.second,
            }
        }));
    }
    (nodes, groups)
}

/// For all sets and pairs of open columns the number of the final set, see [`LoweredColour::pairs`].
fn pairs(sets: &[u32], finals: &[u32], width: u32) -> Vec<u32> {
    let mut number = vec![NO_ENTRY; 1 << width];
    for (index, &set) in finals.iter().enumerate() {
        number[set as usize] = index as u32;
    }
    let mut pairs = Vec::new();
    for &set in sets {
        let open = || sets::elements(sets::full(width) & !set);
        for high in open() {
            let lower = open().take_while(|&low| low < high);
            pairs.extend(lower.map(|low| number[(set | 1 << low | 1 << high) as usize]));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Counter, Plan, UnitResult};

    /// Follows a side word by word.
    struct Walk<'a> {
        side: &'a LoweredColour,
        cells: Vec<u64>,
        tests: u64,
        finished: u64,
    }

    impl Walk<'_> {
        fn square(&self, row: u32, column: u32) -> u64 {
            let [_, _, anti, main] = self.side.quarter;
            1 << (anti + row + column) | 1 << (32 + main + row - column)
        }

        fn run(&mut self) {
            for list in 0..self.side.lists() {
                let begin = &self.side.begin[list as usize..];
                let starts = &self.side.starts[begin[0] as usize..begin[1] as usize];
                let first = self.cells.len();
                self.cells.resize(first + self.side.cells() as usize, 0);
                match self.side.queens {
                    0 | 1 => self.short(starts, first),
                    _ => self.long(starts, first),
                }
            }
        }

        fn short(&mut self, starts: &[u64], mut cell: usize) {
            for rows in &self.side.row_sets {
                for columns in &self.side.finals {
                    let square = match self.side.queens {
                        0 => 0,
                        _ => self.square(rows.trailing_zeros(), columns.trailing_zeros()),
                    };
                    let free = starts.iter().filter(|&start| start & square == 0);
                    self.cells[cell] = free.count() as u64;
                    cell += 1;
                }
            }
        }

        fn long(&mut self, starts: &[u64], cells: usize) {
            let last = self.side.queens - 2;
            let mut levels = vec![vec![starts.to_vec()]];
            for node in &self.side.nodes {
                if node.depth > 0 {
                    levels.truncate(node.depth as usize);
                    let lists = self.expand(node, levels.last().unwrap());
                    levels.push(lists);
                }
                if node.depth == last {
                    let lists = levels.last().unwrap();
                    self.finished += lists.iter().map(|list| list.len() as u64).sum::<u64>();
                    let [first, count] = node.groups;
                    for group in &self.side.groups[first as usize..][..count as usize] {
                        self.finish(group, lists, cells);
                    }
                }
            }
        }

        fn expand(&mut self, node: &Node, above: &[Vec<u64>]) -> Vec<Vec<u64>> {
            let level = &self.side.levels[node.depth as usize - 1];
            let mut lists = Vec::new();
            let sources = level.sources.chunks(node.depth as usize);
            for (&set, sources) in level.sets.iter().zip(sources) {
                let mut list = Vec::new();
                for (column, &source) in sets::elements(set).zip(sources) {
                    let square = self.square(node.row, column);
                    let words = &above[source as usize];
                    self.tests += words.len() as u64;
                    let kept = words.iter().filter(|&word| word & square == 0);
                    list.extend(kept.map(|word| word | square));
                }
                lists.push(list);
            }
            lists
        }

        fn finish(&mut self, group: &Group, lists: &[Vec<u64>], cells: usize) {
            let width = self.side.quarter[1];
            let last = self.side.levels.last();
            let sets = last.map_or(vec![0], |level| level.sets.clone());
            let mut pairs = self.side.pairs.iter();
            for (list, set) in lists.iter().zip(sets) {
                let open: Vec<u32> = sets::elements(sets::full(width) & !set).collect();
                assert_eq!(open.len() as u32, self.side.open());
                for high in 1..open.len() {
                    for low in 0..high {
                        let entry = *pairs.next().unwrap();
                        if entry == NO_ENTRY {
                            continue;
                        }
                        for lane in 0..PAIRS_PER_GROUP {
                            let member = group.members[lane];
                            if member == NO_ENTRY {
                                continue;
                            }
                            let rows = [group.first[lane], group.second[lane]];
                            for columns in [[open[low], open[high]], [open[high], open[low]]] {
                                let one = self.square(rows[0], columns[0]);
                                let other = self.square(rows[1], columns[1]);
                                if one & other == 0 {
                                    let free = list.iter().filter(|&w| w & (one | other) == 0);
                                    let cell = self.side.cell(0, [member, entry]) as usize;
                                    self.cells[cells + cell] += free.count() as u64;
                                }
                            }
                        }
                    }
                }
            }
            assert!(pairs.next().is_none());
        }
    }

    fn walked(side: &LoweredColour) -> Walk<'_> {
        let mut walk = Walk {
            side,
            cells: Vec::new(),
            tests: 0,
            finished: 0,
        };
        walk.run();
        walk
    }

    fn by_sheets(unit: &Unit, route: Route) -> UnitResult {
        let mut result = UnitResult::default();
        let sheets = LoweredTile::lower_units(std::slice::from_ref(unit), route);
        for sheet in sheets.into_iter().flatten() {
            let (black, white) = (walked(&sheet.black), walked(&sheet.white));
            for walk in [&black, &white] {
                result.tests += walk.tests;
                result.finished += walk.finished;
            }
            for (re, re_number) in (0..).zip(&sheet.re) {
                for (ro, ro_number) in (0..).zip(&sheet.ro) {
                    let weights = sheet.weights[(re_number + ro_number) as usize];
                    for co in 0..sheet.columns {
                        let b = u128::from(black.cells[sheet.black_cell(re, ro, co) as usize]);
                        let w = u128::from(white.cells[sheet.white_cell(re, ro, co) as usize]);
                        let weight = weights[usize::from(co >= sheet.tied)];
                        result.value += u128::from(weight) * b * w;
                        result.joined += b + w;
                    }
                }
            }
        }
        result
    }

    /// What the tables say is what threads do, down to the work counts.
    #[test]
    fn sheets_say_what_counters_do() {
        let largest = if cfg!(debug_assertions) { 10 } else { 13 };
        for n in 1..=largest {
            let plan = Plan::new(n).unwrap();
            let mut counter = Counter::new(Backend::detect()).unwrap();
            for unit in plan.units() {
                for route in [Route::Direct, Route::Exchanged] {
                    let found = by_sheets(&unit, route);
                    assert_eq!(found, counter.count(&unit, route), "{unit}, {route:?}");
                }
            }
        }
    }
}
