//! Sheets as the kernels read them: one array of numbers, in which everything is found by its
//! place. The structures are those of `kernels/tables.h`.

use std::collections::HashMap;

use bezzel_count::lowering::{self, LoweredTile};
use bytemuck::{Pod, Zeroable};

/// The tables of several sheets, and the starts of all of them.
#[derive(Debug, Default)]
pub(crate) struct TableBuffer {
    pub numbers: Vec<u32>,
    pub starts: Vec<u64>,
    /// How many cells the sheets have together.
    pub cells: u64,
    /// Tables that several sides have in common.
    shared: HashMap<Vec<u32>, u32>,
}

/// Where a sheet is in the book.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableOffsets {
    pub sheet: u32,
    pub black: u32,
    pub white: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct SideHead {
    queens: u32,
    columns: u32,
    anti_diagonal: u32,
    diagonal: u32,
    nodes: u32,
    nodes_at: u32,
    groups_at: u32,
    levels_at: u32,
    pairs_at: u32,
    row_sets: u32,
    row_sets_at: u32,
    finals: u32,
    finals_at: u32,
    begin_at: u32,
    starts_at: u32,
    cells: [u32; 2],
    lists: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct LevelHead {
    sets: u32,
    sets_at: u32,
    sources_at: u32,
    lists_at: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct SheetHead {
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

/// The low and high half.
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

impl TableBuffer {
    /// Writes a sheet down.
    pub fn add(&mut self, sheet: &LoweredTile) -> TableOffsets {
        let (black, black_cells) = self.side(&sheet.black);
        let (white, white_cells) = self.side(&sheet.white);
        let head = SheetHead {
            re: sheet.re.len() as u32,
            ro: sheet.ro.len() as u32,
            re_at: self.put(&sheet.re),
            ro_at: self.put(&sheet.ro),
            weights_at: self.put(sheet.weights.as_flattened()),
            columns: sheet.columns,
            tied: sheet.tied,
            exchanged: sheet.exchanged.into(),
            black: halves(black_cells),
            white: halves(white_cells),
        };
        TableOffsets {
            sheet: self.put(bytemuck::cast_slice(&[head])),
            black,
            white,
        }
    }

    fn side(&mut self, side: &lowering::LoweredColour) -> (u32, u64) {
        let (levels_at, lists) = self.levels(side);
        let cells = self.cells;
        self.cells += u64::from(side.lists()) * side.cells();
        let nodes: Vec<u32> = side
            .nodes
            .iter()
            .flat_map(|node| [node.depth, node.row, node.groups[0], node.groups[1]])
            .collect();
        let groups: Vec<u32> = side
            .groups
            .iter()
            .flat_map(|group| [group.members, group.first, group.second])
            .flatten()
            .collect();
        let [_, columns, anti_diagonal, diagonal] = side.quarter;
        let head = SideHead {
            queens: side.queens,
            columns,
            anti_diagonal,
            diagonal,
            nodes: side.nodes.len() as u32,
            nodes_at: self.put(&nodes),
            groups_at: self.put(&groups),
            levels_at,
            pairs_at: self.share(&side.pairs),
            row_sets: side.row_sets.len() as u32,
            row_sets_at: self.put(&side.row_sets),
            finals: side.finals.len() as u32,
            finals_at: self.share(&side.finals),
            begin_at: self.put(&side.begin),
            starts_at: self.starts.len() as u32,
            cells: halves(cells),
            lists,
        };
        self.starts.extend_from_slice(&side.starts);
        (self.put(bytemuck::cast_slice(&[head])), cells)
    }

    /// Writes the levels down, from the empty set on; also returns how many lists they have.
    fn levels(&mut self, side: &lowering::LoweredColour) -> (u32, u32) {
        let root = LevelHead {
            sets: 1,
            sets_at: self.share(&[0]),
            sources_at: 0,
            lists_at: 0,
        };
        let mut heads = vec![root];
        let mut lists = 1;
        for level in &side.levels {
            let sets = level.sets.len() as u32;
            heads.push(LevelHead {
                sets,
                sets_at: self.share(&level.sets),
                sources_at: self.share(&level.sources),
                lists_at: lists,
            });
            lists += sets;
        }
        (self.put(bytemuck::cast_slice(&heads)), lists)
    }

    fn put(&mut self, numbers: &[u32]) -> u32 {
        let at = self.numbers.len();
        self.numbers.extend_from_slice(numbers);
        u32::try_from(at).expect("sheets are taken in until the memory is full, far below 2^32")
    }

    /// As [`put`](Self::put), but what is there already is not written again.
    fn share(&mut self, numbers: &[u32]) -> u32 {
        if let Some(&at) = self.shared.get(numbers) {
            return at;
        }
        let at = self.put(numbers);
        self.shared.insert(numbers.to_vec(), at);
        at
    }
}
