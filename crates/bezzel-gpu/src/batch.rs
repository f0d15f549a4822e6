//! One device batch: tiles that are in device memory at the same time.

use std::collections::BTreeMap;
use std::mem;

use bezzel::counted;
use bezzel_count::UnitResult;
use bezzel_count::lowering::{LoweredColour, LoweredTile, PAIRS_PER_GROUP};
use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};

use crate::device::{Device, DeviceError, Launch};
use crate::engine::DeviceEngine;
use crate::memory::Role;
use crate::tables::{ColumnsOfTiles, TableBuffer, TableOffsets};

/// Shared memory of the control block of a thread block, in words of 64 bits.
const CONTROL: u32 = 10 + 16 + 68 + 16;
/// Shared memory of each warp, in words of 64 bits, as in `kernels/join.h`.
const WARP_MEMORY: u32 = 288 + 64 + 32 + 2;

/// Maximum number of placements of a start list per chunk.
pub(crate) const MAX_STARTS_PER_CHUNK: u32 = 2048;

/// Parameters for which kernels are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variant {
    /// Number of open columns before the last two queens.
    pub open: u32,
    /// Set if squares are blocked.
    pub blocked: bool,
    /// Set if the table is in device memory, because shared memory is too small.
    pub table_global: bool,
}

impl Variant {
    /// Returns the macros of its program.
    pub fn macros(self) -> [(&'static str, u32); 3] {
        [
            ("BLOCKED", self.blocked.into()),
            ("OPEN", self.open),
            ("TABLE_GLOBAL", self.table_global.into()),
        ]
    }
}

/// Returns the bytes of shared memory that a thread block of `join` needs besides its table.
pub(crate) fn shared_memory(warps: u32) -> u32 {
    8 * (CONTROL + warps * WARP_MEMORY)
}

/// Returns the number of words in the table of a row group, each with the counts of two row pairs, and
/// of those behind it to which lanes add nothing.
fn table(colour: &LoweredColour) -> u32 {
    (colour.columns().finals().len() * PAIRS_PER_GROUP / 2) as u32 + 32
}

/// A start list to be joined.
#[derive(Debug, Clone, Copy)]
struct JoinItem {
    tile: usize,
    /// Offset of its colour in the table buffer.
    colour: u32,
    list: u32,
    length: u32,
    queens: u32,
    table: u32,
}

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Joined {
    tests: u64,
    finished: u64,
    longest: u64,
    full: u64,
}

/// Report of a kernel on the products of one Ro.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Product {
    low: u64,
    high: u64,
    joined: u64,
}

/// Memory of the tables and starts of the last batch.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    numbers: Vec<u32>,
    starts: Vec<u64>,
}

impl<D: Device> DeviceEngine<D> {
    /// Returns the variant for this colour of a tile.
    pub fn variant(&self, colour: &LoweredColour) -> Variant {
        let shared = shared_memory(self.device.about().warps) + 4 * table(colour);
        Variant {
            open: colour.open().clamp(2, 16),
            blocked: colour.quarter().reserved_bit().is_some(),
            table_global: shared > self.limits.local,
        }
    }

    /// Counts tiles that are in device memory at the same time. Every variant that they need must be
    /// among the programs, and their column tables among the packed ones.
    pub fn count_batch(
        &mut self,
        tiles: &[&LoweredTile],
        columns: &ColumnsOfTiles<'_>,
    ) -> Result<Vec<UnitResult>, DeviceError> {
        let Scratch { numbers, starts } = mem::take(&mut self.scratch);
        let mut tables = TableBuffer::reusing(numbers, starts);
        let offsets: Vec<TableOffsets> =
            tiles.iter().map(|tile| tables.add(tile, columns)).collect();
        self.write(Role::TableBuffer, cast_slice(&tables.numbers))?;
        self.write(Role::Starts, cast_slice(&tables.starts))?;
        self.reserve(Role::Cells, 4 * tables.cells)?;
        self.scratch = Scratch {
            numbers: tables.numbers,
            starts: tables.starts,
        };

        let mut short = Vec::new();
        let mut long: BTreeMap<Variant, Vec<JoinItem>> = BTreeMap::new();
        for (index, (tile, offsets)) in tiles.iter().zip(&offsets).enumerate() {
            for (colour, at) in [(&tile.black, offsets.black), (&tile.white, offsets.white)] {
                let items = items(index, colour, at);
                if colour.queens() < 2 {
                    short.extend(items);
                } else {
                    long.entry(self.variant(colour)).or_default().extend(items);
                }
            }
        }
        let mut results = vec![UnitResult::default(); tiles.len()];
        self.join_short(&short)?;
        for (variant, mut items) in long {
            // The longest first, so that all thread blocks end at about the same time.
            items.sort_by_key(|item| std::cmp::Reverse(item.length));
            self.join(variant, items, &mut results)?;
        }
        self.products(tiles, &offsets, &mut results)?;
        Ok(results)
    }

    fn launch(
        &mut self,
        variant: Option<Variant>,
        kernel: &str,
        launch: Launch,
        roles: &[Role],
        numbers: &[u32],
    ) -> Result<(), DeviceError> {
        // All programs contain the kernels that need no variant.
        let program = match variant {
            Some(variant) => self.programs.get(&variant),
            None => self.programs.values().next(),
        };
        let program = program.expect("the engine compiles all variants of a batch before");
        debug_assert!(launch.local <= self.limits.local, "{kernel}: {launch:?}");
        let buffers: Vec<&D::Buffer> = roles.iter().map(|&role| self.buffers.get(role)).collect();
        // SAFETY: the engine compiles its programs for its device. Each caller names the buffers and numbers
        // in the order of `kernels/join.h` and `kernels/sums.h`, after it has written or reserved them for
        // these numbers. All offsets come from `TableBuffer`, of whose tables all are in device memory. The
        // tests on the emulated GPU, whose buffers have fences, run every kernel.
        unsafe { (self.device).launch(program, kernel, launch, &buffers, numbers) }
    }

    fn write(&mut self, role: Role, bytes: &[u8]) -> Result<(), DeviceError> {
        self.buffers.write(&mut self.device, role, bytes)
    }

    fn reserve(&mut self, role: Role, bytes: u64) -> Result<(), DeviceError> {
        self.buffers.reserve(&mut self.device, role, bytes)
    }

    /// Reads the reports of a kernel on this many items.
    fn outcomes<T: Pod>(&mut self, count: usize) -> Result<Vec<T>, DeviceError> {
        let mut outcomes = vec![T::zeroed(); count];
        let buffer = self.buffers.get(Role::Outcomes);
        self.device.read(buffer, cast_slice_mut(&mut outcomes))?;
        Ok(outcomes)
    }

    fn join_short(&mut self, items: &[JoinItem]) -> Result<(), DeviceError> {
        if items.is_empty() {
            return Ok(());
        }
        let count = items.len() as u32;
        self.write(Role::Items, cast_slice(&wanted(items)))?;
        let launch = Launch {
            blocks: self.limits.blocks.min(count),
            local: 0,
        };
        let roles = [Role::TableBuffer, Role::Starts, Role::Items, Role::Cells];
        self.launch(None, "join_short", launch, &roles, &[count])
    }

    fn join(
        &mut self,
        variant: Variant,
        mut items: Vec<JoinItem>,
        results: &mut [UnitResult],
    ) -> Result<(), DeviceError> {
        let mut chunk = self
            .chunks
            .get(&variant)
            .copied()
            .unwrap_or(MAX_STARTS_PER_CHUNK);
        while !items.is_empty() {
            let outcomes = self.join_chunks(variant, &items, chunk)?;
            let mut again = Vec::new();
            for (item, outcome) in items.iter().zip(outcomes) {
                if outcome.full != 0 {
                    again.push(*item);
                    continue;
                }
                item.check_counts(outcome.longest)?;
                results[item.tile] += UnitResult {
                    tests: outcome.tests,
                    finished: outcome.finished,
                    ..UnitResult::default()
                };
            }
            if !again.is_empty() && chunk == 1 {
                let what = "the lists of one start do not fit the arena";
                return Err(DeviceError::Memory(what.to_owned()));
            }
            if again.len() > items.len() / 32 {
                self.chunks.insert(variant, (chunk / 2).max(1));
            }
            items = again;
            chunk = (chunk / 2).max(1);
        }
        Ok(())
    }

    /// Joins the items with starts in chunks of this size.
    fn join_chunks(
        &mut self,
        variant: Variant,
        items: &[JoinItem],
        chunk: u32,
    ) -> Result<Vec<Joined>, DeviceError> {
        let count = items.len() as u32;
        let blocks = self.limits.blocks.min(count);
        let table = items.iter().map(|item| item.table).max().unwrap_or(0);
        let mut local = shared_memory(self.device.about().warps);
        let mut tables = 0;
        if variant.table_global {
            tables = 4 * u64::from(blocks) * u64::from(table);
        } else {
            local += 4 * table;
        }
        let capacity = self.limits.capacity;
        self.write(Role::Items, cast_slice(&wanted(items)))?;
        self.write(Role::Queue, &[0; 4])?;
        self.reserve(Role::Arena, 8 * u64::from(blocks) * u64::from(capacity))?;
        self.reserve(Role::Tables, tables)?;
        self.reserve(Role::Outcomes, (items.len() * size_of::<Joined>()) as u64)?;
        let roles = [
            Role::TableBuffer,
            Role::Starts,
            Role::Items,
            Role::Queue,
            Role::Arena,
            Role::Tables,
            Role::Cells,
            Role::Outcomes,
        ];
        let numbers = [count, capacity, table, chunk, self.limits.largest_sum];
        let launch = Launch { blocks, local };
        self.launch(Some(variant), "join", launch, &roles, &numbers)?;
        self.outcomes(items.len())
    }

    fn products(
        &mut self,
        tiles: &[&LoweredTile],
        offsets: &[TableOffsets],
        results: &mut [UnitResult],
    ) -> Result<(), DeviceError> {
        let mut of = Vec::new();
        let mut wanted = Vec::new();
        for (index, (tile, offsets)) in tiles.iter().zip(offsets).enumerate() {
            for ro in 0..tile.ro.len() as u32 {
                of.push(index);
                wanted.push(KernelItem {
                    table: offsets.tile,
                    list: ro,
                });
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let count = wanted.len() as u32;
        self.write(Role::Items, cast_slice(&wanted))?;
        self.reserve(Role::Outcomes, (wanted.len() * size_of::<Product>()) as u64)?;
        let launch = Launch {
            blocks: count.min(16 * self.limits.blocks),
            // Three sums of each thread.
            local: 8 * 3 * 32 * self.device.about().warps,
        };
        let roles = [Role::TableBuffer, Role::Items, Role::Cells, Role::Outcomes];
        self.launch(None, "products", launch, &roles, &[count])?;
        for (index, product) in of.into_iter().zip(self.outcomes::<Product>(wanted.len())?) {
            results[index] += UnitResult {
                value: u128::from(product.low) | u128::from(product.high) << 64,
                joined: product.joined.into(),
                ..UnitResult::default()
            };
        }
        Ok(())
    }
}

/// Returns the start lists of one colour.
fn items(tile: usize, colour: &LoweredColour, at: u32) -> impl Iterator<Item = JoinItem> {
    (0..colour.lists()).map(move |list| JoinItem {
        tile,
        colour: at,
        list,
        length: colour.starts(list).len() as u32,
        queens: colour.queens(),
        table: table(colour),
    })
}

/// One item of a kernel, as it reads it.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct KernelItem {
    /// The offset of a colour or of a tile.
    table: u32,
    /// The number of a start list, or of a set Ro.
    list: u32,
}

/// Returns the items as kernels read them.
fn wanted(items: &[JoinItem]) -> Vec<KernelItem> {
    let item = |item: &JoinItem| KernelItem {
        table: item.colour,
        list: item.list,
    };
    items.iter().map(item).collect()
}

impl JoinItem {
    /// Checks that 32-bit counts were sufficient: a cell collects, from C(q,2) lists, at most two
    /// counts per placement. `longest` is the length of the longest list, or the sum of those of
    /// all chunks.
    fn check_counts(&self, longest: u64) -> Result<(), DeviceError> {
        let queens = u64::from(self.queens);
        let most = longest.checked_mul(queens * (queens - 1));
        match most {
            Some(most) if most <= u64::from(u32::MAX) => Ok(()),
            _ => Err(DeviceError::Failed(format!(
                "a count may exceed 32 bits: lists of {}",
                counted(longest, "placement")
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::KERNELS;
    use bezzel_count::lowering::NO_ENTRY;

    /// Returns the value of a macro of the kernels: a number, or a sum of numbers and macros.
    fn kernel_constant(name: &str) -> u32 {
        let definition = |line: &'static str| line.strip_prefix("#define ")?.split_once(' ');
        let mut definitions = KERNELS.lines().filter_map(definition);
        let found = definitions.find(|(defined, _)| *defined == name);
        let (_, value) = found.unwrap_or_else(|| panic!("expected a macro {name}"));
        let terms = value.trim().trim_matches(['(', ')']).split(" + ");
        let value_of = |term: &str| match term.trim_end_matches('u').strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).unwrap(),
            None => term.parse().unwrap_or_else(|_| kernel_constant(term)),
        };
        terms.map(value_of).sum()
    }

    #[test]
    fn constants_of_kernels_are_those_of_the_host() {
        assert_eq!(kernel_constant("PAIRS_PER_GROUP"), PAIRS_PER_GROUP as u32);
        assert_eq!(kernel_constant("NO_ENTRY"), NO_ENTRY);
        assert_eq!(kernel_constant("CONTROL"), CONTROL);
        assert_eq!(kernel_constant("WARP_MEMORY"), WARP_MEMORY);
    }
}
