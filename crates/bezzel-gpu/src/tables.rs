//! Tiles as the kernels read them: one array of numbers with offsets into itself. The structures
//! are the same as in `kernels/tables.h`.

use std::collections::HashMap;

use bezzel_count::lowering::{ColumnTables, LoweredColour, LoweredTile, NO_ENTRY, RowGroup};
use bytemuck::{Pod, Zeroable};
use rayon::prelude::*;

/// First bit of the column in a source, as in `kernels/tables.h`.
const SOURCE_COLUMN: u32 = 24;
/// First bit of the distance in a target, as in `kernels/tables.h`.
const TARGET_DISTANCE: u32 = 24;

/// The tables of several tiles, and the starts of all of them.
#[derive(Debug, Default)]
pub(crate) struct TableBuffer<'a> {
    pub numbers: Vec<u32>,
    pub starts: Vec<u64>,
    /// Number of cells of all tiles.
    pub cells: u64,
    /// The column tables that were added. Many tiles have the same ones.
    columns: HashMap<ColumnKey<'a>, ColumnOffsets>,
}

/// The width and the final sets of column tables.
type ColumnKey<'a> = (u32, &'a [u32]);

fn column_key(colour: &LoweredColour) -> ColumnKey<'_> {
    (colour.quarter().columns(), colour.columns().finals())
}

/// Column tables as the kernels read them.
#[derive(Debug)]
struct PackedColumns {
    /// For each level from the one with one column on, its number of sets, and their sources.
    levels: Vec<(u32, Vec<u32>)>,
    targets: Vec<u32>,
    opens: Vec<u32>,
}

impl PackedColumns {
    fn new(columns: &ColumnTables, width: u32) -> Self {
        let below_root = columns.levels().iter().skip(1);
        let levels = below_root.zip(&columns.gather().sources);
        let pack = |(sets, sources): (&Vec<u32>, &Vec<u32>)| {
            (sets.len() as u32, sources_with_columns(sets, sources))
        };
        Self {
            levels: levels.map(pack).collect(),
            targets: targets(columns, width),
            opens: open_columns(columns, width),
        }
    }
}

/// The column tables of several tiles.
#[derive(Debug)]
pub(crate) struct ColumnsOfTiles<'a>(HashMap<ColumnKey<'a>, PackedColumns>);

impl<'a> ColumnsOfTiles<'a> {
    /// Packs the column tables of these tiles with all cores.
    pub fn pack(tiles: &[&'a LoweredTile]) -> Self {
        let colours = tiles.iter().flat_map(|tile| [&tile.black, &tile.white]);
        let distinct: HashMap<ColumnKey<'a>, &LoweredColour> =
            colours.map(|colour| (column_key(colour), colour)).collect();
        let pack = |(key, colour): (ColumnKey<'a>, &LoweredColour)| {
            (key, PackedColumns::new(colour.columns(), key.0))
        };
        Self(distinct.into_par_iter().map(pack).collect())
    }
}

/// Offsets of column tables, and the number of their lists on all levels.
#[derive(Debug, Clone, Copy)]
struct ColumnOffsets {
    finals: u32,
    levels: u32,
    lists: u32,
    targets: u32,
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
    targets_at: u32,
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

/// Returns for each sum of a lane the places of its two columns among the open ones; (0,0) if the lane
/// counts no such sum. A product of eight columns with themselves has each sum twice, and one of the two
/// counts; two products with eight others have each sum once.
fn pairs_of_lane(lane: u32, open: u32) -> Vec<(u32, u32)> {
    let (row, pair) = (lane / 4, lane % 4);
    // As `is_odd_element` of `kernels/tables.h`.
    let odd = (row % 2) ^ u32::from(pair <= row / 2);
    let counts = row % 2 == 0 || pair != row / 2;
    let own = |first: u32| match counts {
        true => (first + row, first + 2 * pair + odd),
        false => (0, 0),
    };
    let across = |odd: u32| (row, 8 + 2 * pair + odd);
    match open {
        ..=8 => vec![own(0)],
        9 => vec![own(0), across(0)],
        _ => vec![own(0), across(0), across(1), own(8)],
    }
}

/// Returns the final sets of each set of the last level, in the order of the lanes that count them.
fn targets(columns: &ColumnTables, width: u32) -> Vec<u32> {
    let Some(sets) = columns.levels().last() else {
        return Vec::new();
    };
    let open = width - sets[0].count_ones();
    let lanes: Vec<_> = (0..32).map(|lane| pairs_of_lane(lane, open)).collect();
    let slots = (0..lanes[0].len()).flat_map(|slot| lanes.iter().map(move |lane| lane[slot]));
    let slots: Vec<(u32, u32)> = slots.map(|(a, b)| (a.min(b), a.max(b))).collect();
    let pairs = columns
        .gather()
        .pairs
        .chunks_exact((open * (open - 1) / 2) as usize);
    let mut targets = Vec::with_capacity(sets.len() * slots.len());
    for (set, pairs) in sets.iter().zip(pairs) {
        let packed = packed_columns(*set, width);
        let column = |place: u32| (packed >> (4 * place)) as u32 & 15;
        targets.extend(slots.iter().map(|&(low, high)| {
            if low == high || high >= open {
                return NO_ENTRY;
            }
            let target = pairs[(high * (high - 1) / 2 + low) as usize];
            assert!(target == NO_ENTRY || target < 1 << TARGET_DISTANCE);
            target | (column(high) - column(low)) << TARGET_DISTANCE
        }));
    }
    targets
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

    /// Adds a tile, whose column tables are among the packed ones.
    pub fn add(&mut self, tile: &'a LoweredTile, packed: &ColumnsOfTiles<'_>) -> TableOffsets {
        let (black, black_cells) = self.colour(&tile.black, packed);
        let (white, white_cells) = self.colour(&tile.white, packed);
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

    fn colour(&mut self, colour: &'a LoweredColour, packed: &ColumnsOfTiles<'_>) -> (u32, u64) {
        let (rows, columns, quarter) = (colour.rows(), colour.columns(), colour.quarter());
        let tables = self.columns(colour, packed);
        let cells = self.cells;
        self.cells += u64::from(colour.lists()) * colour.cells();
        let nodes: Vec<u32> = rows
            .nodes
            .iter()
            .flat_map(|node| [node.depth, node.row, node.first_group, node.groups])
            .collect();
        let groups: Vec<u32> = rows.groups.iter().flat_map(group_numbers).collect();
        let blocked: [u32; 16] = std::array::from_fn(|row| quarter.blocked(row as u32));
        let mut begin = vec![0];
        let starts_at = self.starts.len();
        for list in 0..colour.lists() {
            self.starts.extend_from_slice(colour.starts(list));
            begin.push((self.starts.len() - starts_at) as u32);
        }
        let head = ColourHead {
            queens: colour.queens(),
            columns: quarter.columns(),
            anti_diagonal: quarter.anti_diagonal(),
            diagonal: quarter.diagonal(),
            nodes: rows.nodes.len() as u32,
            nodes_at: self.put(&nodes),
            groups_at: self.put(&groups),
            levels_at: tables.levels,
            targets_at: tables.targets,
            opens_at: tables.opens,
            row_sets: rows.row_sets.len() as u32,
            row_sets_at: self.put(&rows.row_sets),
            finals: columns.finals().len() as u32,
            finals_at: tables.finals,
            begin_at: self.put(&begin),
            starts_at: starts_at as u32,
            cells: halves(cells),
            lists: tables.lists,
            reserved: quarter.reserved_bit().unwrap_or(NO_ENTRY),
            blocked_at: self.put(&blocked),
        };
        (self.put(bytemuck::cast_slice(&[head])), cells)
    }

    /// Adds column tables, or finds them where they were added before.
    fn columns(&mut self, colour: &'a LoweredColour, packed: &ColumnsOfTiles<'_>) -> ColumnOffsets {
        let key = column_key(colour);
        if let Some(offsets) = self.columns.get(&key) {
            return *offsets;
        }
        let tables = &packed.0[&key];
        let (levels, lists) = self.levels(&tables.levels);
        let offsets = ColumnOffsets {
            finals: self.put(key.1),
            levels,
            lists,
            targets: self.put(&tables.targets),
            opens: self.put(&tables.opens),
        };
        self.columns.insert(key, offsets);
        offsets
    }

    /// Adds the levels, from the empty set on. Returns their offset and the number of their lists.
    fn levels(&mut self, below_root: &[(u32, Vec<u32>)]) -> (u32, u32) {
        let root = LevelHead {
            sets: 1,
            sources_at: 0,
            lists_at: 0,
        };
        let mut heads = vec![root];
        let mut lists = 1;
        for (sets, sources) in below_root {
            heads.push(LevelHead {
                sets: *sets,
                sources_at: self.put(sources),
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
