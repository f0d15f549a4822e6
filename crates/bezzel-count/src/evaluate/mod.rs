//! Counts lowered tiles on the CPU.
//!
//! A tile is counted in three steps: [`join`] fills the table b of black, then for two Ro at a
//! time the table w of white, and the products of both are added to the unit value.

mod join;
mod locate;
mod weighted;
mod workspace;

use self::join::Join;
use self::workspace::{CountOverflow, CountTable, Phase, Work, cell};
use crate::engine::UnitResult;
use crate::lanes::{Buffer, Row};
use crate::lowering::{LoweredTile, TermWeights};

pub(crate) use self::locate::{Located, locate};
pub(crate) use self::weighted::{SquareCounts, WeightedColours, weighted};
pub(crate) use self::workspace::Workspace;

/// Counts the tiles of a unit. Cost: about a quarter of a cycle per joined pair for large n.
pub(crate) fn evaluate(
    workspace: &mut Workspace,
    tiles: impl Iterator<Item = LoweredTile>,
) -> UnitResult {
    workspace.work = Work::default();
    let mut result = UnitResult::default();
    // Wide tables once narrow ones have overflowed.
    let mut wide = workspace.always_wide;
    for tile in tiles {
        let before = workspace.work;
        let part = match count_tile(workspace, &tile, wide) {
            Ok(part) => part,
            Err(CountOverflow) => {
                wide = true;
                workspace.work = before;
                count_tile(workspace, &tile, wide).expect("wide tables hold every count")
            }
        };
        result += part;
    }
    let Work { tests, finished } = workspace.work;
    UnitResult {
        tests,
        finished,
        ..result
    }
}

/// Returns value and joined pairs; the workspace adds up the work.
fn count_tile(
    workspace: &mut Workspace,
    tile: &LoweredTile,
    wide: bool,
) -> Result<UnitResult, CountOverflow> {
    let mut buffers = std::mem::take(&mut workspace.cells);
    let part = if tile.exchanged {
        by_columns(workspace, tile, wide, &mut buffers)
    } else {
        by_rows(workspace, tile, wide, &mut buffers)
    };
    workspace.cells = buffers;
    part
}

/// Counts a tile of the direct route: tables with one run of cells, over all Co, per (Re, Ro).
fn by_rows(
    workspace: &mut Workspace,
    tile: &LoweredTile,
    wide: bool,
    [b, w]: &mut [Buffer<Row>; 2],
) -> Result<UnitResult, CountOverflow> {
    let [black, white] = [Join(&tile.black), Join(&tile.white)];
    let (re, ro) = (tile.re.len(), tile.ro.len());
    let rows = black.rows(wide);
    let mut result = UnitResult::default();
    let mut b = CountTable::new(b, re * ro * rows, wide);
    let mut w = CountTable::new(w, 4 * re * rows, wide);
    black.run_lists(workspace, 0..tile.black.lists(), &mut b, rows, re * rows)?;

    for lists in white.list_ranges(wide) {
        let all_ro = lists.start as usize..lists.end as usize;
        white.run_lists(workspace, lists, &mut w, re * rows, rows)?;
        workspace.timed(Phase::Dot, |workspace| {
            for (half, ro) in all_ro.enumerate() {
                for index in 0..re {
                    let b = &b.rows[(ro * re + index) * rows..][..rows];
                    let w = &w.rows[(half * re + index) * rows..][..rows];
                    let weights = tile.weights[(tile.re[index] + tile.ro[ro]) as usize];
                    add_product(workspace, tile, weights, [b, w], wide, &mut result);
                }
            }
        });
    }
    Ok(result)
}

/// Adds Σ b·w over all Co for one (Re, Ro).
fn add_product(
    workspace: &Workspace,
    tile: &LoweredTile,
    weights: TermWeights,
    [b, w]: [&[Row]; 2],
    wide: bool,
    result: &mut UnitResult,
) {
    let (sum, left, right) = workspace.dot(b, w, wide);
    result.joined += u128::from(left) + u128::from(right);
    result.value += sum * u128::from(weights.plain);
    for index in tile.tied as usize..tile.columns as usize {
        let product = u128::from(cell(b, index, wide)) * u128::from(cell(w, index, wide));
        result.value -= product * u128::from(weights.plain - weights.tied);
    }
}

/// Counts a tile of the exchanged route: tables with one run of cells, over all Ro or Re, per Co.
fn by_columns(
    workspace: &mut Workspace,
    tile: &LoweredTile,
    wide: bool,
    [b, w]: &mut [Buffer<Row>; 2],
) -> Result<UnitResult, CountOverflow> {
    let [black, white] = [Join(&tile.black), Join(&tile.white)];
    let (b_rows, w_rows) = (black.rows(wide), white.rows(wide));
    let (re, columns) = (tile.re.len(), tile.columns as usize);
    let mut result = UnitResult::default();
    let mut b = CountTable::new(b, re * columns * b_rows, wide);
    let mut w = CountTable::new(w, 4 * columns * w_rows, wide);
    let lists = 0..tile.black.lists();
    black.run_lists(workspace, lists, &mut b, columns * b_rows, b_rows)?;

    for lists in white.list_ranges(wide) {
        let all_ro = lists.start as usize..lists.end as usize;
        white.run_lists(workspace, lists, &mut w, columns * w_rows, w_rows)?;
        for (half, ro) in all_ro.enumerate() {
            for index in 0..re {
                let weights = tile.weights[(tile.re[index] + tile.ro[ro]) as usize];
                for c in 0..columns {
                    let b = &b.rows[(index * columns + c) * b_rows..];
                    let w = &w.rows[(half * columns + c) * w_rows..];
                    let b = u128::from(cell(b, ro, wide));
                    let w = u128::from(cell(w, index, wide));
                    let weight = weights.of(c as u32, tile.tied);
                    result.joined += b + w;
                    result.value += b * w * u128::from(weight);
                }
            }
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests;
