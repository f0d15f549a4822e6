//! Tiles as the kernels read them: one array of numbers with offsets into itself. The structures
//! are those of `kernels/tables.h`.

use std::collections::HashMap;

use bezzel_count::lowering::{
    ColumnTables, LoweredColour, LoweredTile, NO_ENTRY, QuarterShape, RowGroup,
};
use bytemuck::{Pod, Zeroable};

/// First bit of the column in a source, as in `kernels/tables.h`.
const SOURCE_COLUMN: u32 = 24;

/// The tables of several tiles, and the starts of all of them.
#[derive(Debug, Default)]
pub(crate) struct TableBuffer<'a> {
    pub numbers: Vec<u32>,
    pub starts: Vec<u64>,
    /// Number of cells of all tiles.
    pub cells: u64,
    /// The column tables that were added, by their width and final sets. Many tiles have the same
    /// ones.
    columns: HashMap<(u32, &'a [u32]), ColumnOffsets>,
}

/// Offsets of column tables, and the number of their lists on all levels.
#[derive(Debug, Clone, Copy)]
struct ColumnOffsets {
    finals: u32,
    levels: u32,
    lists: u32,
    pairs: u32,
    opens: u32,
}

/// Offsets of a tile and of its colours in the table buffer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableOffsets {
    pub tile: u32,
    pub black: u32,
    pub white: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct ColourHead {
    queens: u32,
    columns: u32,
    anti_diagonal: u32,
    diagonal: u32,
    nodes: u32,
    nodes_at: u32,
    groups_at: u32,
    levels_at: u32,
    pairs_at: u32,
    /// For each set of the last level its open columns, four bits each.
    opens_at: u32,
    row_sets: u32,
    row_sets_at: u32,
    finals: u32,
    finals_at: u32,
    begin_at: u32,
    starts_at: u32,
    cells: [u32; 2],
    lists: u32,
    /// The bit of blocked squares, or [`NO_ENTRY`] if there are none.
    reserved: u32,
    blocked_at: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct LevelHead {
    sets: u32,
    sources_at: u32,
    lists_at: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct TileHead {
    re: u32,
    ro: u32,
    re_at: u32,
    ro_at: u32,
    weights_at: u32,
    columns: u32,
    tied: u32,
    exchanged: u32,
    black: [u32; 2],
    white: [u32; 2],
}

/// Returns the members of a row group, which come first, their rows, and their number.
fn group_numbers(group: &RowGroup) -> impl Iterator<Item = u32> {
    let used = group
        .members
        .iter()
        .take_while(|&&member| member != NO_ENTRY);
    let used = used.count() as u32;
    let numbers = [group.members, group.first, group.second];
    numbers.into_iter().flatten().chain([used])
}

/// Packs the columns that are not in `set`: four bits each, from the lowest on.
fn packed_columns(set: u32, width: u32) -> u64 {
    let open = (0..width).filter(|column| set >> column & 1 == 0);
    let packed = open
        .enumerate()
        .map(|(place, column)| u64::from(column) << (4 * place));
    packed.sum()
}

/// Returns the open columns of each set of the last level.
fn open_columns(columns: &ColumnTables, width: u32) -> Vec<u32> {
    let sets = columns.levels().last().into_iter().flatten();
    sets.flat_map(|&set| halves(packed_columns(set, width)))
        .collect()
}

/// Returns the sources of a level, each with the column that the source lacks.
fn sources_with_columns(sets: &[u32], sources: &[u32]) -> Vec<u32> {
    let columns = sets
        .iter()
        .flat_map(|&set| (0..32).filter(move |column| set >> column & 1 == 1));
    let pack = |(&source, column): (&u32, u32)| {
        assert!(source < 1 << SOURCE_COLUMN);
        source | column << SOURCE_COLUMN
    };
    sources.iter().zip(columns).map(pack).collect()
}

/// Returns the low and high half.
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

impl<'a> TableBuffer<'a> {
    /// Creates an empty buffer in the memory of these vectors.
    pub fn reusing(mut numbers: Vec<u32>, mut starts: Vec<u64>) -> Self {
        numbers.clear();
        starts.clear();
        Self {
            numbers,
            starts,
            ..Self::default()
        }
    }

    pub fn add(&mut self, tile: &'a LoweredTile) -> TableOffsets {
        let (black, black_cells) = self.colour(&tile.black);
        let (white, white_cells) = self.colour(&tile.white);
        let weights: Vec<u32> = (tile.weights.iter())
            .flat_map(|weights| [weights.plain, weights.tied])
            .collect();
        let head = TileHead {
            re: tile.re.len() as u32,
            ro: tile.ro.len() as u32,
            re_at: self.put(&tile.re),
            ro_at: self.put(&tile.ro),
            weights_at: self.put(&weights),
            columns: tile.columns,
            tied: tile.tied,
            exchanged: tile.exchanged.into(),
            black: halves(black_cells),
            white: halves(white_cells),
        };
        TableOffsets {
            tile: self.put(bytemuck::cast_slice(&[head])),
            black,
            white,
        }
    }

    fn colour(&mut self, colour: &'a LoweredColour) -> (u32, u64) {
        let (rows, columns) = (colour.rows(), colour.columns());
        let QuarterShape {
            columns: width,
            anti_diagonal,
            diagonal,
            ..
        } = colour.quarter();
        let tables = self.columns(columns, width);
        let cells = self.cells;
        self.cells += u64::from(colour.lists()) * colour.cells();
        let nodes: Vec<u32> = rows
            .nodes
            .iter()
            .flat_map(|node| [node.depth, node.row, node.first_group, node.groups])
            .collect();
        let groups: Vec<u32> = rows.groups.iter().flat_map(group_numbers).collect();
        let mut begin = vec![0];
        let starts_at = self.starts.len();
        for list in 0..colour.lists() {
            self.starts.extend_from_slice(colour.starts(list));
            begin.push((self.starts.len() - starts_at) as u32);
        }
        let head = ColourHead {
            queens: colour.queens(),
            columns: width,
            anti_diagonal,
            diagonal,
            nodes: rows.nodes.len() as u32,
            nodes_at: self.put(&nodes),
            groups_at: self.put(&groups),
            levels_at: tables.levels,
            pairs_at: tables.pairs,
            opens_at: tables.opens,
            row_sets: rows.row_sets.len() as u32,
            row_sets_at: self.put(&rows.row_sets),
            finals: columns.finals().len() as u32,
            finals_at: tables.finals,
            begin_at: self.put(&begin),
            starts_at: starts_at as u32,
            cells: halves(cells),
            lists: tables.lists,
            reserved: colour.reserved_bit().unwrap_or(NO_ENTRY),
            blocked_at: self.put(&colour.blocked_columns()),
        };
        (self.put(bytemuck::cast_slice(&[head])), cells)
    }

    /// Adds column tables, or finds them where they were added before.
    fn columns(&mut self, columns: &'a ColumnTables, width: u32) -> ColumnOffsets {
        let key = (width, columns.finals());
        if let Some(offsets) = self.columns.get(&key) {
            return *offsets;
        }
        let (levels, lists) = self.levels(columns);
        let offsets = ColumnOffsets {
            finals: self.put(columns.finals()),
            levels,
            lists,
            pairs: self.put(&columns.gather().pairs),
            opens: self.put(&open_columns(columns, width)),
        };
        self.columns.insert(key, offsets);
        offsets
    }

    /// Adds the levels, from the empty set on. Returns their offset and the number of their lists.
    fn levels(&mut self, columns: &ColumnTables) -> (u32, u32) {
        let root = LevelHead {
            sets: 1,
            sources_at: 0,
            lists_at: 0,
        };
        let mut heads = vec![root];
        let mut lists = 1;
        let below_root = columns.levels().iter().skip(1);
        for (level, sources) in below_root.zip(&columns.gather().sources) {
            let sets = level.len() as u32;
            heads.push(LevelHead {
                sets,
                sources_at: self.put(&sources_with_columns(level, sources)),
                lists_at: lists,
            });
            lists += sets;
        }
        (self.put(bytemuck::cast_slice(&heads)), lists)
    }

    fn put(&mut self, numbers: &[u32]) -> u32 {
        let at = self.numbers.len();
        self.numbers.extend_from_slice(numbers);
        u32::try_from(at).expect("device memory is full far below 2^32 numbers")
    }
}
