//! Joins the placements on two quarters of one colour.
//!
//! Given the placements on the first quarter (the *starts*, with fixed rows and columns), a join
//! counts for each row set T and column set F of the second quarter the pairs of placements that
//! do not attack each other. The starts are extended row by row along the nodes of the
//! [`RowTables`](crate::lowering::RowTables); the groups of a node are finished from its lists.
//!
//! Two start lists are joined at the same time: their counts share vectors. Of short start lists,
//! four are joined at the same time: their placements, tagged by start list, also share the lists
//! that *expand* writes, which would be nearly empty otherwise.

use super::workspace::{CountOverflow, CountTable, Phase, Workspace, cell, set_cell};
use crate::colour::sets;
use crate::cost::{MAX_SHARED_LINES, MAX_SHARED_STARTS};
use crate::lanes::{LANES, Lists, NARROW_LIMIT, NO_ROW, Row, TAGS, Width, cell_rows, table_rows};
use crate::lowering::scatter::{Batch, Level, Scatter};
use crate::lowering::{LoweredColour, Node};

/// Number of placements on the last level but one above which the last level is extended in
/// batches: the lists of all together would not fit the cache. Emerald Rapids and Turin,
/// 2026-11-21, `bezzel bench 20 22 24 27`.
const BATCHING_THRESHOLD: u64 = 1 << 14;

/// Number of starts that are joined at once, to bound the memory. Chunks of 2048 or less cost
/// time, because their lists get too short for vectors. Turin, 2026-11-21, units of n = 27 and 28.
pub(super) const MAX_STARTS_PER_CHUNK: usize = 8192;

/// Row of the count table where the counts of a start list begin; the counts of row set number t begin
/// at row `base + t · stride`. `None` if there is no such list.
pub(super) type TableBase = Option<usize>;

/// The join of one colour, from its tables.
#[derive(Clone, Copy)]
pub(super) struct Join<'a>(pub &'a LoweredColour);

impl Join<'_> {
    /// Returns the number of rows that the counts of one row set fill.
    pub fn rows(self, wide: bool) -> usize {
        cell_rows(self.0.columns().finals().len(), wide)
    }

    /// Returns how many of these start lists are joined at a time, from the first one on: four if
    /// they are so short that their placements can share lists, else two.
    fn together(self, lists: &std::ops::Range<u32>, wide: bool) -> u32 {
        let four = lists.start..lists.end.min(lists.start + 4);
        let starts = || four.clone().map(|list| self.0.starts(list));
        let quarter = self.0.quarter();
        let shared = !wide
            && four.len() > 2
            && self.0.queens() >= 2
            && quarter.rows() + quarter.columns() <= MAX_SHARED_LINES
            && starts().map(<[u64]>::len).sum::<usize>() <= MAX_SHARED_STARTS;
        if shared { 4 } else { 2 }
    }

    /// Divides the start lists into those that are joined at a time.
    pub fn list_ranges(self, wide: bool) -> impl Iterator<Item = std::ops::Range<u32>> {
        let mut left = 0..self.0.lists();
        std::iter::from_fn(move || {
            let end = left.end.min(left.start + self.together(&left, wide));
            let range = left.start..end;
            left.start = end;
            (!range.is_empty()).then_some(range)
        })
    }

    /// Joins the start lists of a range, two or four at a time. List i of the range begins at row
    /// i · `stride` of the table.
    pub fn run_lists(
        self,
        workspace: &mut Workspace,
        lists: std::ops::Range<u32>,
        table: &mut CountTable,
        stride: usize,
        row_stride: usize,
    ) -> Result<(), CountOverflow> {
        let mut first = lists.start;
        let base = |list: u32| {
            let exists = list < lists.end;
            exists.then(|| (list - lists.start) as usize * stride)
        };
        let starts = |list: u32| {
            if list < lists.end {
                self.0.starts(list)
            } else {
                &[]
            }
        };
        while first < lists.end {
            let together = self.together(&(first..lists.end), table.wide);
            if together == 4 {
                let four = [first, first + 1, first + 2, first + 3];
                let (starts, bases) = (four.map(starts), four.map(base));
                self.run_four(workspace, starts, table, bases, row_stride)?;
            } else {
                let two = [first, first + 1];
                let (starts, bases) = (two.map(starts), two.map(base));
                self.run(workspace, starts, table, bases, row_stride)?;
            }
            first += together;
        }
        Ok(())
    }

    /// Writes the counts of four short start lists into the table: by shared lists if seven bits
    /// suffice for them, else two at a time.
    fn run_four(
        self,
        workspace: &mut Workspace,
        starts: [&[u64]; 4],
        table: &mut CountTable,
        bases: [TableBase; 4],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        let before = workspace.work;
        if let Err(CountOverflow) = self.run_shared(workspace, starts, table, bases, stride) {
            workspace.work = before;
            for two in [0, 2] {
                let (starts, bases) =
                    ([starts[two], starts[two + 1]], [bases[two], bases[two + 1]]);
                self.run(workspace, starts, table, bases, stride)?;
            }
        }
        Ok(())
    }

    /// Writes the counts of four start lists, whose placements share all lists, into the table. Fails
    /// if a count needs more than seven bits.
    fn run_shared(
        self,
        workspace: &mut Workspace,
        starts: [&[u64]; 4],
        table: &mut CountTable,
        bases: [TableBase; 4],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        let mut tagged = std::mem::take(&mut workspace.tagged);
        tagged.clear();
        let tags = TAGS.into_iter().fold(0, |all, tag| all | tag);
        for (own, starts) in TAGS.into_iter().zip(starts) {
            tagged.extend(starts.iter().map(|start| start | tags & !own));
        }
        self.set_roots(workspace, &[&tagged]);
        workspace.tagged = tagged;
        table.add = false;
        self.walk(workspace, Width::Shared, table, &bases, stride)
    }

    /// Writes the counts of two start lists into the table.
    pub fn run(
        self,
        workspace: &mut Workspace,
        starts: [&[u64]; 2],
        table: &mut CountTable,
        bases: [TableBase; 2],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        for (chunk, starts) in chunks(starts).enumerate() {
            table.add = chunk > 0;
            if self.0.queens() < 2 {
                for (starts, base) in starts.into_iter().zip(bases) {
                    if let Some(base) = base {
                        self.run_short(starts, table, base, stride)?;
                    }
                }
                continue;
            }
            self.set_roots(workspace, &starts);
            let width = match table.wide {
                true => Width::Wide,
                false => Width::Narrow,
            };
            self.walk(workspace, width, table, &bases, stride)?;
        }
        Ok(())
    }

    /// Returns the depth of the nodes whose groups are finished.
    pub(super) fn last(self) -> usize {
        self.0.queens() as usize - 2
    }

    pub(super) fn set_roots(self, workspace: &mut Workspace, starts: &[&[u64]]) {
        let last = self.last();
        if workspace.levels.len() <= last {
            workspace.levels.resize_with(last + 1, Default::default);
        }
        for (lists, starts) in workspace.levels[0].iter_mut().zip(starts) {
            lists.set_root(starts);
        }
        workspace.lists = starts.len();
    }

    /// Extends the start placements along the nodes and writes the counts of their groups.
    fn walk(
        self,
        workspace: &mut Workspace,
        width: Width,
        table: &mut CountTable,
        bases: &[TableBase],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        let last = self.last();
        let scatter = self.0.columns().scatter();
        for node in &self.0.rows().nodes {
            let depth = node.depth as usize;
            if depth < last {
                if depth > 0 {
                    self.expand(workspace, node, &scatter.levels()[depth - 1]);
                }
                continue;
            }
            self.finish(workspace, node, scatter, width);
            self.transpose(workspace, node, width, table, bases, stride)?;
        }
        Ok(())
    }

    pub(super) fn expand(self, workspace: &mut Workspace, node: &Node, level: &Level) {
        workspace.timed(Phase::Expand, |workspace| {
            let (above, below) = workspace.levels.split_at_mut(node.depth as usize);
            let from = &above[node.depth as usize - 1];
            let to = &mut below[0];
            let quarter = self.0.quarter();
            for (from, to) in from.iter().zip(to).take(workspace.lists) {
                let most = &mut workspace.most;
                let tests = workspace
                    .kernels
                    .expand(from, to, level, quarter, node.row, most);
                workspace.work.tests += tests;
            }
        });
    }

    /// Fills the tables of the groups of a node.
    fn finish(self, workspace: &mut Workspace, node: &Node, scatter: &Scatter, width: Width) {
        let wide = width == Width::Wide;
        let depth = node.depth as usize;
        let groups = self.0.rows().groups_of(node);
        let rows = table_rows(self.0.columns().finals().len(), wide);
        let mut buffer = std::mem::take(&mut workspace.tables);
        buffer.grow(groups.len() * rows);
        let tables = &mut buffer[..groups.len() * rows];
        tables.fill(Row::ZERO);
        for batch in batches(workspace, depth, scatter) {
            if depth > 0 {
                self.expand(workspace, node, batch.level());
            }
            let lists = &workspace.levels[depth][..workspace.lists];
            if wide {
                self.check_length(lists);
            }
            let placements = lists.iter().flat_map(Lists::lengths);
            workspace.work.finished += placements.copied().map(u64::from).sum::<u64>();
            workspace.timed(Phase::Finish, |workspace| {
                let lists = &workspace.levels[depth];
                workspace.kernels.finish(
                    width,
                    [&lists[0], &lists[workspace.lists - 1]],
                    batch,
                    self.0.quarter(),
                    groups,
                    tables,
                    &mut workspace.scratch,
                );
            });
        }
        workspace.tables = buffer;
    }

    /// Moves the counts of a node to the count table.
    fn transpose(
        self,
        workspace: &mut Workspace,
        node: &Node,
        width: Width,
        table: &mut CountTable,
        bases: &[TableBase],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        workspace.timed(Phase::Transpose, |workspace| {
            let groups = self.0.rows().groups_of(node);
            let rows = table_rows(self.0.columns().finals().len(), table.wide);
            let tables = workspace.tables.chunks_exact(rows);
            for (group, from) in groups.iter().zip(tables) {
                let members = group.used();
                let mut to = [[NO_ROW; LANES]; 4];
                for (to, base) in to.iter_mut().zip(bases) {
                    for (to, &member) in to.iter_mut().zip(members) {
                        *to = base.map_or(NO_ROW, |base| base + member as usize * stride);
                    }
                }
                let shape = [members.len(), self.rows(table.wide)];
                let (kernels, to) = (&workspace.kernels, &to[..width.lists()]);
                if !kernels.transpose(width, from, table.rows, to, shape, table.add) {
                    return Err(CountOverflow);
                }
            }
            Ok(())
        })
    }

    /// Asserts that 32-bit counts are sufficient: a table entry collects, from C(q,2) lists, at
    /// most two counts per placement.
    fn check_length(self, lists: &[Lists]) {
        let longest = lists.iter().flat_map(Lists::lengths).max();
        let most = 2 * sets::binomial(self.0.queens(), 2) * longest.copied().map_or(0, u64::from);
        assert!(
            most <= u64::from(u32::MAX),
            "expected counts below 2^32, found lists that allow {most}"
        );
    }

    /// Joins with no queen or one queen on the second quarter.
    fn run_short(
        self,
        starts: &[u64],
        table: &mut CountTable,
        base: usize,
        stride: usize,
    ) -> Result<(), CountOverflow> {
        let CountTable { wide, add, .. } = *table;
        for (index, &rows) in self.0.rows().row_sets.iter().enumerate() {
            let cells = &mut table.rows[base + index * stride..][..self.rows(wide)];
            if !add {
                cells.fill(Row::ZERO);
            }
            for (index, &columns) in self.0.columns().finals().iter().enumerate() {
                let square = if self.0.queens() == 0 {
                    0
                } else {
                    let quarter = self.0.quarter();
                    quarter.diagonals(rows.trailing_zeros(), columns.trailing_zeros())
                };
                let free = starts.iter().filter(|&&start| start & square == 0);
                let count = cell(cells, index, wide) + free.count() as u32;
                if !wide && count >= NARROW_LIMIT {
                    return Err(CountOverflow);
                }
                set_cell(cells, index, wide, count);
            }
        }
        Ok(())
    }
}

/// Divides two start lists into parts that are joined at once.
pub(super) fn chunks(starts: [&[u64]; 2]) -> impl Iterator<Item = [&[u64]; 2]> {
    let longest = starts[0].len().max(starts[1].len());
    let chunks = longest.div_ceil(MAX_STARTS_PER_CHUNK).max(1);
    (0..chunks).map(move |chunk| {
        let cut = |starts: &[u64], chunk| starts.len() * chunk / chunks;
        starts.map(|starts| &starts[cut(starts, chunk)..cut(starts, chunk + 1)])
    })
}

/// Returns the last level in batches if the lists of the level above are long.
pub(super) fn batches<'a>(
    workspace: &Workspace,
    depth: usize,
    scatter: &'a Scatter,
) -> &'a [Batch] {
    if depth == 0 {
        return scatter.whole();
    }
    let lists = &workspace.levels[depth - 1][..workspace.lists];
    let lengths = lists.iter().flat_map(Lists::lengths);
    if lengths.copied().map(u64::from).sum::<u64>() > BATCHING_THRESHOLD {
        scatter.batches()
    } else {
        scatter.whole()
    }
}

#[cfg(test)]
mod tests {
    use super::super::workspace::Work;
    use super::*;
    use crate::Backend;
    use crate::lowering::Quarter;

    /// Returns the counts of one start list for all row and column sets.
    fn counts(
        workspace: &mut Workspace,
        queens: u32,
        starts: &[u64],
        wide: bool,
    ) -> Option<Vec<u32>> {
        let quarter = Quarter::new(12, true, true);
        let sets: Vec<u32> = sets::subsets(quarter.rows(), queens);
        let colour = LoweredColour::without_starts(quarter, &sets, &sets);
        let join = Join(&colour);
        let stride = join.rows(wide);
        let mut rows = vec![Row([u32::MAX; LANES]); sets.len() * stride];
        let mut table = CountTable {
            rows: &mut rows,
            wide,
            add: false,
        };
        let bases = [None, Some(0)];
        join.run(workspace, [&[], starts], &mut table, bases, stride)
            .ok()?;
        let all = (0..sets.len()).flat_map(|t| (0..sets.len()).map(move |f| (t, f)));
        Some(
            all.map(|(t, f)| cell(&rows[t * stride..], f, wide))
                .collect(),
        )
    }

    /// Start lists that share lists have the counts that each has alone: lengths around the lengths of lines
    /// and chunks, and counts around 2⁷ and 2⁸, which the narrow table takes.
    #[test]
    fn shared_lists_count_as_separate_ones() {
        let mut random = fastrand::Rng::with_seed(4);
        let quarter = Quarter::new(14, true, true);
        let sets: Vec<u32> = sets::subsets(quarter.rows(), 4);
        let colour = LoweredColour::without_starts(quarter, &sets, &sets);
        let join = Join(&colour);
        let mut start = |attacked: u32| {
            (0..attacked).fold(0, |word, _| {
                word | 1u64 << (random.u32(0..14) + 32 * random.u32(0..2))
            })
        };
        let mut list = |length: usize, attacked| (0..length).map(|_| start(attacked)).collect();
        let cases: [[Vec<u64>; 4]; 4] = [
            [list(7, 4), list(8, 2), list(9, 3), list(1, 0)],
            [list(65, 5), list(0, 0), list(63, 6), list(0, 0)],
            [list(127, 9), list(3, 6), list(17, 5), list(64, 8)],
            [list(256, 3), list(90, 0), list(1, 5), list(0, 0)],
        ];
        let stride = join.rows(false);
        let (mut shared, mut separate) = (0, 0);
        for kernels in Backend::ALL.into_iter().flat_map(Backend::variants) {
            let mut workspace = Workspace::new(kernels);
            for lists in cases
                .each_ref()
                .map(|lists| lists.each_ref().map(Vec::as_slice))
            {
                let mut tables = [(); 3].map(|()| vec![Row::ZERO; 4 * sets.len() * stride]);
                let bases: [usize; 4] = std::array::from_fn(|at| at * sets.len() * stride);
                let [four, one, alone] = tables.each_mut().map(|rows| CountTable {
                    rows,
                    wide: false,
                    add: false,
                });
                let (mut four, mut one, mut alone) = (four, one, alone);
                join.run_four(&mut workspace, lists, &mut four, bases.map(Some), stride)
                    .unwrap();
                let work = std::mem::take(&mut workspace.work);
                let fits =
                    join.run_shared(&mut workspace, lists, &mut one, bases.map(Some), stride);
                workspace.work = Work::default();
                for (list, base) in lists.into_iter().zip(bases) {
                    join.run(
                        &mut workspace,
                        [list, &[]],
                        &mut alone,
                        [Some(base), None],
                        stride,
                    )
                    .unwrap();
                }
                assert_eq!(std::mem::take(&mut workspace.work), work);
                let counts = |table: &CountTable| -> Vec<u32> {
                    table.rows.iter().flat_map(|row| row.0).collect()
                };
                assert!(counts(&four) == counts(&alone));
                let most = counts(&alone)
                    .into_iter()
                    .map(|two| (two & 0xffff).max(two >> 16));
                let most = most.max().unwrap();
                assert!(fits.is_err() || most < 128, "{most}");
                assert!(fits.is_ok() || most > 63, "{most}");
                *if fits.is_ok() {
                    &mut shared
                } else {
                    &mut separate
                } += 1;
            }
        }
        assert!(shared > 0 && separate > 0);
    }

    const LENGTHS: &[usize] = if cfg!(debug_assertions) {
        &[MAX_STARTS_PER_CHUNK + 1, 32768]
    } else {
        &[
            MAX_STARTS_PER_CHUNK - 1,
            MAX_STARTS_PER_CHUNK + 1,
            32767,
            32768,
            70000,
        ]
    };

    /// Lists at the limits of 16 bits and around the length of a chunk. The counts of k copies of a
    /// placement are k times its counts.
    #[test]
    fn counts_are_never_cut_off() {
        for backend in Backend::ALL {
            for kernels in backend.variants() {
                let mut workspace = Workspace::new(kernels);
                for queens in [0, 1, 3] {
                    let one = counts(&mut workspace, queens, &[0], false).expect("small counts");
                    let most = *one.iter().max().expect("a set");
                    assert!(most > 0);
                    for &length in LENGTHS {
                        let starts = vec![0; length];
                        let times = |count: &u32| count * length as u32;
                        let expected: Vec<u32> = one.iter().map(times).collect();
                        let wide = counts(&mut workspace, queens, &starts, true);
                        assert_eq!(wide.as_ref(), Some(&expected), "{length} on {backend}");
                        let fits = most as usize * length < NARROW_LIMIT as usize;
                        let narrow = counts(&mut workspace, queens, &starts, false);
                        assert_eq!(narrow, fits.then_some(expected), "{length} on {backend}");
                    }
                }
            }
        }
    }
}
