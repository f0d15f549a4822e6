//! Wrong lengths at the safe boundary panic with a message, on every backend.

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
        let (level, quarter) = (self.batch().level(), self.colour.joined_quarter());
        let (from, to) = (&self.root, &mut self.lists);
        self.kernels
            .expand(from, to, level, quarter, row, &mut Vec::new());
    }

    fn finish(&mut self) {
        let (batch, groups) = (self.batch(), self.groups());
        let lists = [&self.lists, &self.lists];
        let quarter = self.colour.joined_quarter();
        let (tables, scratch) = (&mut self.tables, &mut Scratch::default());
        self.kernels
            .finish(self.width, lists, batch, quarter, groups, tables, scratch);
    }
}

/// Runs a test on all kernels that this CPU supports, with all widths of counts.
fn on_all_kernels(test: impl Fn(Kernels, Width)) {
    for kernels in Backend::ALL.into_iter().flat_map(Backend::variants) {
        for width in [Width::Narrow, Width::Wide, Width::Shared] {
            test(kernels, width);
        }
    }
}

/// Expects a panic whose message contains a text.
fn refuses(expected: &str, call: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err(expected);
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.contains(expected), "{message}");
}

#[test]
fn expand_needs_the_lists_of_the_level_above_and_a_row_of_the_quarter() {
    let tile = tile();
    on_all_kernels(|kernels, width| {
        let mut arguments = Arguments::new(kernels, &tile.black, width);
        refuses("expected a row below 6, found 6", || arguments.expand(6));
        arguments.root = Lists::default();
        refuses("expected 1 lists, found 0", || arguments.expand(0));
    });
}

#[test]
fn finish_needs_a_list_for_each_set() {
    let tile = tile();
    on_all_kernels(|kernels, width| {
        let mut arguments = Arguments::new(kernels, &tile.black, width);
        arguments.finish();
        arguments.lists = Lists::default();
        refuses("lists, found 0", || arguments.finish());
        arguments.lists.set_root(&[0]);
        refuses("lists, found 1", || arguments.finish());
    });
}

#[test]
fn finish_needs_a_table_for_each_group_with_an_entry_for_each_final_set() {
    let tile = tile();
    on_all_kernels(|kernels, width| {
        let mut arguments = Arguments::new(kernels, &tile.black, width);
        let rows = arguments.tables.len();
        for found in [rows + 1, rows - 1, 0] {
            arguments.tables.resize(found, Row::ZERO);
            let expected = format!("expected tables of {rows} rows, found {found}");
            refuses(&expected, || arguments.finish());
        }
    });
}

#[test]
fn transpose_needs_room_for_every_run() {
    on_all_kernels(|kernels, width| {
        let (table, mut cells) = (vec![Row::ZERO; 2 * 2 * LANES], vec![Row::ZERO; 8]);
        let mut transpose = |table: &[Row], to: usize| {
            let mut all = vec![[NO_ROW; LANES]; width.lists()];
            all[1][3] = to;
            kernels.transpose(width, table, &mut cells, &all, [4, 2], false)
        };
        assert!(transpose(&table, NO_ROW) && transpose(&table, 6));
        refuses(
            "expected room for 2 rows of cells from row 7 on, found 8 rows",
            || {
                transpose(&table, 7);
            },
        );
        refuses("expected room for 2 rows of cells", || {
            transpose(&table, NO_ROW - 1);
        });
        refuses("expected a table of 64 rows, found 63", || {
            transpose(&table[1..], 0);
        });
        let lists = width.lists();
        refuses(&format!("expected {lists} lists, found 1"), || {
            let to = [[NO_ROW; LANES]];
            kernels.transpose(width, &table, &mut [], &to, [4, 2], false);
        });
    });
}

#[test]
fn dot_needs_tables_of_one_length() {
    on_all_kernels(|kernels, width| {
        let rows = [Row::ZERO; 3];
        let wide = width == Width::Wide;
        assert_eq!(kernels.dot(wide, &rows, &rows), DotSums::default());
        refuses("expected 3 rows, found 2", || {
            kernels.dot(wide, &rows, &rows[..2]);
        });
    });
}

#[test]
fn weighted_finish_needs_lists_and_weights_of_each_final_set() {
    let tile = tile();
    on_all_kernels(|kernels, width| {
        let mut arguments = Arguments::new(kernels, &tile.black, width);
        let rows = vec![Row::ZERO; tile.black.columns().finals().len()];
        let finish = |arguments: &Arguments<'_>, rows: &[Row], largest: u32, sums: usize| {
            let (lists, groups) = ([&arguments.lists, &arguments.lists], arguments.groups());
            kernels.finish_weighted(
                lists,
                arguments.batch(),
                arguments.colour.joined_quarter(),
                groups,
                &vec![Weights { rows, largest }; groups.len()],
                &mut vec![SquareSums::ZERO; sums],
                &mut Scratch::default(),
            );
        };
        let groups = arguments.groups().len();
        finish(&arguments, &rows, NARROW_LIMIT - 1, groups);
        let needed = arguments.batch().finals();
        let too_few = format!("expected weights of {needed} sets, found {}", needed - 1);
        refuses(&too_few, || {
            finish(&arguments, &rows[..needed - 1], 1, groups);
        });
        refuses("expected weights below 32768, found 32768", || {
            finish(&arguments, &rows, NARROW_LIMIT, groups);
        });
        refuses("tables, found", || finish(&arguments, &rows, 1, groups - 1));
        arguments.lists = Lists::default();
        refuses("lists, found 0", || finish(&arguments, &rows, 1, groups));
    });
}

#[test]
fn transpose_runs_needs_runs_of_one_length() {
    on_all_kernels(|kernels, _| {
        let mut from = vec![Row::ZERO; LANES];
        from[3].0[5] = 7;
        let mut to = vec![Row::ZERO; LANES];
        let runs: [&[Row]; LANES] = std::array::from_fn(|lane| &from[lane..=lane]);
        kernels.transpose_runs(&runs, &mut to);
        assert_eq!(to[5].0[3], 7);
        refuses("expected 15 words, found 16", || {
            kernels.transpose_runs(&runs, &mut to[1..])
        });
    });
}
