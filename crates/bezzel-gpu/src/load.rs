//! One load: sheets that are in the memory of the card together.

use std::collections::BTreeMap;

use bezzel_count::UnitResult;
use bezzel_count::lowering::{LoweredColour, LoweredTile, PAIRS_PER_GROUP};
use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};

use crate::device::{Device, DeviceError, Launch};
use crate::memory::{Buffers, Limits, Role};
use crate::tables::{TableBuffer, TableOffsets};

/// Words of 64 bits of fast memory: the control block of a group, …
const CONTROL: u32 = 16;
/// … and what each of its warps needs, as in `kernels/join.h`.
const WARP_MEMORY: u32 = 96 + 64 + 1 + 2;

/// For which sides the kernels are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variant {
    /// Columns that are open when two queens are left.
    pub open: u32,
    /// Whether the table is in the memory of the card, for want of fast memory.
    pub table_global: bool,
}

impl Variant {
    /// What this side needs.
    pub fn of<D: Device>(device: &D, side: &LoweredColour) -> Self {
        let about = device.about();
        let fast = 8 * (CONTROL + about.warps * WARP_MEMORY) + 4 * table(side);
        Self {
            open: side.open().clamp(2, 16),
            table_global: fast > about.local_group,
        }
    }

    /// The macros of its program.
    pub fn macros<D: Device>(self, device: &D) -> [(&'static str, u32); 3] {
        [
            // What makes a card faster only makes a processor's compiler slower.
            ("AHEAD", if device.about().is_cpu { 1 } else { 4 }),
            ("OPEN", self.open),
            ("TABLE_GLOBAL", self.table_global.into()),
        ]
    }
}

/// The numbers in the table of a group.
fn table(side: &LoweredColour) -> u32 {
    (side.finals.len() * PAIRS_PER_GROUP) as u32
}

/// A start list that is to be joined.
#[derive(Debug, Clone, Copy)]
struct JoinItem {
    /// The sheet among those of the load.
    sheet: usize,
    /// Where its side is in the book.
    side: u32,
    list: u32,
    length: u32,
    queens: u32,
    table: u32,
}

/// What a kernel says of an item.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Joined {
    tests: u64,
    finished: u64,
    longest: u64,
    full: u64,
}

/// What a kernel says of the products of one Ro.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Product {
    low: u64,
    high: u64,
    joined: u64,
}

/// All that a load needs of its engine.
pub(crate) struct DeviceBatch<'a, D: Device> {
    pub device: &'a mut D,
    pub buffers: &'a mut Buffers<D>,
    pub programs: &'a BTreeMap<Variant, D::Program>,
    pub limits: &'a Limits,
    /// Start lists are joined in pieces of this many placements at most, and of half as many
    /// whenever the lists that come of them do not fit into the arena.
    pub piece: u32,
}

impl<D: Device> DeviceBatch<'_, D> {
    /// Counts the sheets. Every variant that they need must be among the programs.
    pub fn run(mut self, sheets: &[&LoweredTile]) -> Result<Vec<UnitResult>, DeviceError> {
        let mut book = TableBuffer::default();
        let places: Vec<TableOffsets> = sheets.iter().map(|sheet| book.add(sheet)).collect();
        let (device, buffers) = (&mut *self.device, &mut *self.buffers);
        buffers.write(device, Role::TableBuffer, cast_slice(&book.numbers))?;
        buffers.write(device, Role::Starts, cast_slice(&book.starts))?;
        buffers.reserve(device, Role::Cells, 4 * book.cells)?;

        let mut short = Vec::new();
        let mut long: BTreeMap<Variant, Vec<JoinItem>> = BTreeMap::new();
        for (index, (sheet, place)) in sheets.iter().zip(&places).enumerate() {
            for (side, at) in [(&sheet.black, place.black), (&sheet.white, place.white)] {
                let items = items(index, side, at);
                if side.queens < 2 {
                    short.extend(items);
                } else {
                    long.entry(Variant::of(self.device, side))
                        .or_default()
                        .extend(items);
                }
            }
        }
        let mut results = vec![UnitResult::default(); sheets.len()];
        self.join_short(&short)?;
        for (variant, mut items) in long {
            // The longest first, so that all groups end at about the same time.
            items.sort_by_key(|item| std::cmp::Reverse(item.length));
            self.join(variant, items, &mut results)?;
        }
        self.products(sheets, &places, &mut results)?;
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
        // All programs have the kernels that need no variant.
        let program = match variant {
            Some(variant) => self.programs.get(&variant),
            None => self.programs.values().next(),
        };
        let program = program.expect("what the sheets need was compiled before");
        let buffers: Vec<&D::Buffer> = roles.iter().map(|&role| self.buffers.get(role)).collect();
        self.device
            .launch(program, kernel, launch, &buffers, numbers)
    }

    fn write(&mut self, role: Role, bytes: &[u8]) -> Result<(), DeviceError> {
        self.buffers.write(self.device, role, bytes)
    }

    fn reserve(&mut self, role: Role, bytes: u64) -> Result<(), DeviceError> {
        self.buffers.reserve(self.device, role, bytes)
    }

    /// What the kernel has said of this many items.
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
            groups: self.limits.groups.min(count),
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
        let mut piece = self.piece;
        while !items.is_empty() {
            let outcomes = self.join_pieces(variant, &items, piece)?;
            let mut again = Vec::new();
            for (item, outcome) in items.iter().zip(outcomes) {
                if outcome.full != 0 {
                    again.push(*item);
                    continue;
                }
                item.check_counts(outcome.longest)?;
                results[item.sheet] += UnitResult {
                    tests: outcome.tests,
                    finished: outcome.finished,
                    ..UnitResult::default()
                };
            }
            if !again.is_empty() && piece == 1 {
                let what = "the lists that come of one start do not fit into the arena";
                return Err(DeviceError::Memory(what.to_owned()));
            }
            items = again;
            piece = (piece / 2).max(1);
        }
        Ok(())
    }

    /// Joins the items with starts in pieces of this size.
    fn join_pieces(
        &mut self,
        variant: Variant,
        items: &[JoinItem],
        piece: u32,
    ) -> Result<Vec<Joined>, DeviceError> {
        let count = items.len() as u32;
        let groups = self.limits.groups.min(count);
        let table = items.iter().map(|item| item.table).max().unwrap_or(0);
        let mut local = 8 * (CONTROL + self.device.about().warps * WARP_MEMORY);
        let mut tables = 0;
        if variant.table_global {
            tables = 4 * u64::from(groups) * u64::from(table);
        } else {
            local += 4 * table;
        }
        let capacity = self.limits.capacity;
        self.write(Role::Items, cast_slice(&wanted(items)))?;
        self.write(Role::Queue, &[0; 4])?;
        self.reserve(Role::Arena, 8 * u64::from(groups) * u64::from(capacity))?;
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
        let numbers = [count, capacity, table, piece];
        let launch = Launch { groups, local };
        self.launch(Some(variant), "join", launch, &roles, &numbers)?;
        self.outcomes(items.len())
    }

    /// Sums the products of all cells.
    fn products(
        &mut self,
        sheets: &[&LoweredTile],
        places: &[TableOffsets],
        results: &mut [UnitResult],
    ) -> Result<(), DeviceError> {
        let mut of = Vec::new();
        let mut wanted = Vec::new();
        for (index, (sheet, place)) in sheets.iter().zip(places).enumerate() {
            for ro in 0..sheet.ro.len() as u32 {
                of.push(index);
                wanted.push([place.sheet, ro]);
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let count = wanted.len() as u32;
        self.write(Role::Items, cast_slice(&wanted))?;
        self.reserve(Role::Outcomes, (wanted.len() * size_of::<Product>()) as u64)?;
        let launch = Launch {
            groups: count.min(16 * self.limits.groups),
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

/// The start lists of a side.
fn items(sheet: usize, side: &LoweredColour, at: u32) -> impl Iterator<Item = JoinItem> {
    (0..side.lists()).map(move |list| {
        let begin = &side.begin[list as usize..];
        JoinItem {
            sheet,
            side: at,
            list,
            length: begin[1] - begin[0],
            queens: side.queens,
            table: table(side),
        }
    })
}

/// The items as kernels read them.
fn wanted(items: &[JoinItem]) -> Vec<[u32; 2]> {
    items.iter().map(|item| [item.side, item.list]).collect()
}

impl JoinItem {
    /// A cell collects, from C(q,2) lists, at most two counts per placement. `longest` is the
    /// longest list, or the sum of those of all pieces.
    fn check_counts(&self, longest: u64) -> Result<(), DeviceError> {
        let queens = u64::from(self.queens);
        let most = longest.checked_mul(queens * (queens - 1));
        match most {
            Some(most) if most <= u64::from(u32::MAX) => Ok(()),
            _ => Err(DeviceError::Failed(format!(
                "a count may exceed 32 bits: lists of {longest} placements"
            ))),
        }
    }
}
