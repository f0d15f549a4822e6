//! Finds the parts of a unit value that some numbers below it belong to, for random draws.
//!
//! The value of a unit is Σ weight · b · w over (Re, Ro, Co). In a fixed order of these sets, each
//! term is an interval of the numbers below the value, and so is each pair of a black and a white
//! placement inside of it.

use super::join::Join;
use super::workspace::{CountOverflow, CountTable, Workspace, cell};
use crate::lanes::{Buffer, Row};
use crate::lowering::LoweredTile;

/// The sets of a term, and a black and a white placement on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    /// The rows of the joined queens: the rows of OO for black, of EO for white.
    pub rows: [u32; 2],
    /// The columns of the joined black queens.
    pub columns: u32,
    /// The number of the black and of the white placement on these sets.
    pub placement: [u64; 2],
    /// The numbers of placements, b and w.
    pub placements: [u64; 2],
}

/// Finds the terms of numbers below the value of a unit, in ascending order. Returns as many terms
/// as numbers, unless the last ones are not below the value.
pub(crate) fn locate(
    workspace: &mut Workspace,
    tiles: impl Iterator<Item = LoweredTile>,
    numbers: &[u128],
) -> Vec<Located> {
    let mut search = Locator {
        numbers,
        begin: 0,
        found: Vec::new(),
    };
    for tile in tiles {
        if search.found.len() == numbers.len() {
            break;
        }
        let mut buffers = std::mem::take(&mut workspace.cells);
        let walked = search.tile(workspace, &tile, &mut buffers);
        workspace.cells = buffers;
        walked.expect("wide tables hold every count");
    }
    search.found
}

struct Locator<'a> {
    numbers: &'a [u128],
    /// Sum of the terms so far.
    begin: u128,
    found: Vec<Located>,
}

impl Locator<'_> {
    /// Walks through the terms of a tile, by Ro, then Re, then Co.
    fn tile(
        &mut self,
        workspace: &mut Workspace,
        tile: &LoweredTile,
        [b, w]: &mut [Buffer<Row>; 2],
    ) -> Result<(), CountOverflow> {
        let [black, white] = [Join(&tile.black), Join(&tile.white)];
        let (re, ro) = (tile.re.len(), tile.ro.len());
        let rows = black.rows(true);
        let mut b = CountTable::new(b, re * ro * rows, true);
        let mut w = CountTable::new(w, re * rows, true);
        black.run_lists(workspace, 0..tile.black.lists(), &mut b, rows, re * rows)?;
        for at in 0..ro {
            let list = at as u32..at as u32 + 1;
            white.run_lists(workspace, list, &mut w, re * rows, rows)?;
            for index in 0..re {
                let b = &b.rows[(at * re + index) * rows..][..rows];
                let w = &w.rows[index * rows..][..rows];
                self.pair(tile, [index, at], [b, w]);
            }
        }
        Ok(())
    }

    /// Walks through the terms of one (Re, Ro).
    fn pair(&mut self, tile: &LoweredTile, [re, ro]: [usize; 2], [b, w]: [&[Row]; 2]) {
        let weights = tile.weights[(tile.re[re] + tile.ro[ro]) as usize];
        for co in 0..tile.columns as usize {
            let counts = [cell(b, co, true), cell(w, co, true)].map(u64::from);
            let weight = weights.of(co as u32, tile.tied);
            let pairs = u128::from(counts[0]) * u128::from(counts[1]);
            let end = self.begin + pairs * u128::from(weight);
            while let Some(&number) = self.numbers.get(self.found.len())
                && number < end
            {
                let pair = (number - self.begin) / u128::from(weight);
                let [black, white] = [&tile.black, &tile.white];
                let last = u128::from(counts[1]);
                self.found.push(Located {
                    rows: [black.rows().row_sets[ro], white.rows().row_sets[re]],
                    columns: black.columns().finals()[co],
                    placement: [(pair / last) as u64, (pair % last) as u64],
                    placements: counts,
                });
            }
            self.begin = end;
        }
    }
}
