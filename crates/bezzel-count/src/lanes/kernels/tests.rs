//! Wrong lengths at the safe boundary panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::Backend;
use crate::lanes::NO_ROW;
use crate::lowering::{LoweredColour, LoweredTile, Lowering};
use crate::{Plan, Route};

/// A tile of n = 12 with three queens on each quarter.
fn tile() -> LoweredTile {
    let unit = Plan::new(12).unwrap().units().last().unwrap();
    let tiles = Lowering::default().units(&[unit], Route::Direct);
    tiles.into_iter().flatten().next().unwrap()
}

/// Kernels and the arguments of one node with two rows, which tests spoil.
struct Arguments<'a> {
    kernels: Kernels,
    colour: &'a LoweredColour,
    root: Lists,
    lists: Lists,
    tables: Vec<Row>,
    width: Width,
}

impl<'a> Arguments<'a> {
    fn new(kernels: Kernels, colour: &'a LoweredColour, width: Width) -> Self {
        let mut arguments = Self {
            kernels,
            colour,
            root: Lists::default(),
            lists: Lists::default(),
            tables: Vec::new(),
            width,
        };
        arguments.root.set_root(colour.starts(0));
        arguments.expand(0);
        let rows = table_rows(colour.columns().finals().len(), width == Width::Wide);
        arguments.tables = vec![Row::ZERO; rows * arguments.groups().len()];
        arguments
    }

    fn batch(&self) -> &'a Batch {
        &self.colour.columns().scatter().whole()[0]
    }

    fn groups(&self) -> &'a [RowGroup] {
        let rows = self.colour.rows();
        rows.groups_of(rows.nodes.iter().find(|node| node.depth == 1).unwrap())
    }

    fn expand(&mut self, row: u32) {
        let (level, quarter) = (self.batch().level(), self.colour.quarter());
        let (from, to) = (&self.root, &mut self.lists);
        self.kernels
            .expand(from, to, level, quarter, row, &mut Vec::new());
    }

    fn finish(&mut self) {
        let (batch, groups) = (self.batch(), self.groups());
        let lists = [&self.lists, &self.lists];
        let quarter = self.colour.quarter();
        let (tables, scratch) = (&mut self.tables, &mut Scratch::default());
        self.kernels
            .finish(self.width, lists, batch, quarter, groups, tables, scratch);
    }
}

/// Runs a test with all widths of counts. Every backend has the same checks.
fn with_all_widths(test: impl Fn(Kernels, Width)) {
    let kernels = Backend::Portable.kernels().unwrap();
    for width in [Width::Narrow, Width::Wide, Width::Shared] {
        test(kernels, width);
    }
}

fn refuses(call: impl FnOnce()) {
    let refused = catch_unwind(AssertUnwindSafe(call));
    assert!(refused.is_err(), "the arguments are accepted");
}

#[test]
fn expand_needs_the_lists_of_the_level_above_and_a_row_of_the_quarter() {
    let tile = tile();
    with_all_widths(|kernels, width| {
        let mut arguments = Arguments::new(kernels, &tile.black, width);
        refuses(|| arguments.expand(6));
        arguments.root = Lists::default();
        refuses(|| arguments.expand(0));
    });
}

#[test]
fn finish_needs_a_list_for_each_set() {
    let tile = tile();
    with_all_widths(|kernels, width| {
        let mut arguments = Arguments::new(kernels, &tile.black, width);
        arguments.finish();
        arguments.lists = Lists::default();
        refuses(|| arguments.finish());
        arguments.lists.set_root(&[0]);
        refuses(|| arguments.finish());
    });
}

#[test]
fn finish_needs_a_table_for_each_group_with_an_entry_for_each_final_set() {
    let tile = tile();
    with_all_widths(|kernels, width| {
        let mut arguments = Arguments::new(kernels, &tile.black, width);
        let rows = arguments.tables.len();
        for found in [rows + 1, rows - 1, 0] {
            arguments.tables.resize(found, Row::ZERO);
            refuses(|| arguments.finish());
        }
    });
}

#[test]
fn transpose_needs_room_for_every_run() {
    with_all_widths(|kernels, width| {
        let (table, mut cells) = (vec![Row::ZERO; 2 * 2 * LANES], vec![Row::ZERO; 8]);
        let mut transpose = |table: &[Row], to: usize| {
            let mut all = vec![[NO_ROW; LANES]; width.lists()];
            all[1][3] = to;
            kernels.transpose(width, table, &mut cells, &all, [4, 2], false)
        };
        assert!(transpose(&table, NO_ROW) && transpose(&table, 6));
        for to in [7, NO_ROW - 1] {
            refuses(|| {
                transpose(&table, to);
            });
        }
        refuses(|| {
            transpose(&table[1..], 0);
        });
        refuses(|| {
            let to = [[NO_ROW; LANES]];
            kernels.transpose(width, &table, &mut [], &to, [4, 2], false);
        });
    });
}

#[test]
fn dot_needs_tables_of_one_length() {
    with_all_widths(|kernels, width| {
        let rows = [Row::ZERO; 3];
        let wide = width == Width::Wide;
        assert_eq!(kernels.dot(wide, &rows, &rows), DotSums::default());
        refuses(|| {
            kernels.dot(wide, &rows, &rows[..2]);
        });
    });
}

#[test]
fn weighted_finish_needs_lists_and_weights_of_each_final_set() {
    let tile = tile();
    let kernels = Backend::Portable.kernels().unwrap();
    let mut arguments = Arguments::new(kernels, &tile.black, Width::Narrow);
    let rows = vec![Row::ZERO; tile.black.columns().finals().len()];
    let finish = |arguments: &Arguments<'_>, rows: &[Row], largest: u32, sums: usize| {
        let (lists, groups) = ([&arguments.lists, &arguments.lists], arguments.groups());
        kernels.finish_weighted(
            lists,
            arguments.batch(),
            arguments.colour.quarter(),
            groups,
            &vec![Weights { rows, largest }; groups.len()],
            &mut vec![SquareSums::ZERO; sums],
            &mut Scratch::default(),
        );
    };
    let groups = arguments.groups().len();
    finish(&arguments, &rows, NARROW_LIMIT - 1, groups);
    let needed = arguments.batch().finals();
    refuses(|| finish(&arguments, &rows[..needed - 1], 1, groups));
    refuses(|| finish(&arguments, &rows, NARROW_LIMIT, groups));
    refuses(|| finish(&arguments, &rows, 1, groups - 1));
    arguments.lists = Lists::default();
    refuses(|| finish(&arguments, &rows, 1, groups));
}

#[test]
fn transpose_runs_needs_runs_of_one_length() {
    let kernels = Backend::Portable.kernels().unwrap();
    let mut from = vec![Row::ZERO; LANES];
    from[3].0[5] = 7;
    let mut to = vec![Row::ZERO; LANES];
    let runs: [&[Row]; LANES] = std::array::from_fn(|lane| &from[lane..=lane]);
    kernels.transpose_runs(&runs, &mut to);
    assert_eq!(to[5].0[3], 7);
    refuses(|| kernels.transpose_runs(&runs, &mut to[1..]));
}
