//! The tables mean the same as what the CPU kernels do with them.

use super::*;
use crate::colour::sets;
use crate::{Backend, Counter, Plan, UnitResult};

/// Joins one colour placement by placement, from the public form of the tables.
struct Reference<'a> {
    colour: &'a LoweredColour,
    cells: Vec<u64>,
    tests: u64,
    finished: u64,
}

impl Reference<'_> {
    fn square(&self, row: u32, column: u32) -> u64 {
        let quarter = self.colour.quarter();
        let (anti, main) = (quarter.anti_diagonal, quarter.diagonal);
        1 << (anti + row + column) | 1 << (32 + main + row - column)
    }

    fn run(&mut self) {
        for list in 0..self.colour.lists() {
            let starts = self.colour.starts(list);
            let first = self.cells.len();
            self.cells.resize(first + self.colour.cells() as usize, 0);
            match self.colour.queens() {
                0 | 1 => self.short(starts, first),
                _ => self.long(starts, first),
            }
        }
    }

    fn short(&mut self, starts: &[u64], mut cell: usize) {
        for rows in &self.colour.rows().row_sets {
            for columns in self.colour.columns().finals() {
                let square = match self.colour.queens() {
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
        let last = self.colour.queens() - 2;
        let mut levels = vec![vec![starts.to_vec()]];
        for node in &self.colour.rows().nodes {
            if node.depth > 0 {
                levels.truncate(node.depth as usize);
                let lists = self.expand(node, levels.last().unwrap());
                levels.push(lists);
            }
            if node.depth == last {
                let lists = levels.last().unwrap();
                self.finished += lists.iter().map(|list| list.len() as u64).sum::<u64>();
                for group in self.colour.rows().groups_of(node) {
                    self.finish(group, lists, cells);
                }
            }
        }
    }

    fn expand(&mut self, node: &Node, above: &[Vec<u64>]) -> Vec<Vec<u64>> {
        let columns = self.colour.columns();
        let (depth, sets) = (node.depth as usize, &columns.levels()[node.depth as usize]);
        let mut lists = Vec::new();
        let sources = columns.gather().sources[depth - 1].chunks(depth);
        for (&set, sources) in sets.iter().zip(sources) {
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

    fn finish(&mut self, group: &RowGroup, lists: &[Vec<u64>], cells: usize) {
        let width = self.colour.quarter().columns;
        let columns = self.colour.columns();
        let sets = columns.levels().last().unwrap();
        let mut pairs = columns.gather().pairs.iter();
        for (list, &set) in lists.iter().zip(sets) {
            let open: Vec<u32> = sets::elements(sets::full(width) & !set).collect();
            assert_eq!(open.len() as u32, self.colour.open());
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
                                let cell = self.colour.cell(0, (member, entry)) as usize;
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

fn joined(colour: &LoweredColour) -> Reference<'_> {
    let mut reference = Reference {
        colour,
        cells: Vec::new(),
        tests: 0,
        finished: 0,
    };
    reference.run();
    reference
}

fn by_tables(unit: &Unit, route: Route) -> UnitResult {
    let mut result = UnitResult::default();
    let tiles = Lowering::default().units(std::slice::from_ref(unit), route);
    for tile in tiles.into_iter().flatten() {
        let (black, white) = (joined(&tile.black), joined(&tile.white));
        for reference in [&black, &white] {
            result.tests += reference.tests;
            result.finished += reference.finished;
        }
        for (re, re_number) in (0..).zip(&tile.re) {
            for (ro, ro_number) in (0..).zip(&tile.ro) {
                let weights = tile.weights[(re_number + ro_number) as usize];
                for co in 0..tile.columns {
                    let b = u128::from(black.cells[tile.black_cell(re, ro, co) as usize]);
                    let w = u128::from(white.cells[tile.white_cell(re, ro, co) as usize]);
                    let weight = weights.of(co, tile.tied);
                    result.value += u128::from(weight) * b * w;
                    result.joined += b + w;
                }
            }
        }
    }
    result
}

/// Same values and work counters as on the CPU, on both routes.
#[test]
fn tables_mean_what_counters_do() {
    let largest = if cfg!(debug_assertions) { 10 } else { 13 };
    for n in 1..=largest {
        let plan = Plan::new(n).unwrap();
        let mut counter = Counter::new(Backend::detect()).unwrap();
        for unit in plan.units() {
            for route in [Route::Direct, Route::Exchanged] {
                let found = by_tables(&unit, route);
                assert_eq!(found, counter.count(&unit, route), "{unit}, {route:?}");
            }
        }
    }
}
