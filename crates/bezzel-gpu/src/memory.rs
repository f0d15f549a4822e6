//! Division of device memory.

use bezzel_count::lowering::{LoweredColour, LoweredTile};

use crate::cuda::RESIDENT;
use crate::device::{Device, DeviceError, DeviceInfo};

#[derive(Debug, Clone)]
pub(crate) struct Limits {
    /// Table cells of both colours.
    pub cells: u64,
    /// Placements of the start lists of both colours.
    pub starts: u64,
    /// Thread blocks that run at the same time.
    pub blocks: u32,
    /// Bytes of shared memory per thread block; tests have fewer.
    pub local: u32,
    /// 64-bit words for the lists of one thread block.
    pub capacity: u32,
    /// Largest sum that a table holds; tests have a smaller one.
    pub largest_sum: u32,
}

/// Upper limit for the lists of a thread block, which are rarely longer.
const MAX_ARENA_WORDS: u64 = 1 << 22;
/// Lower limit, below which even short lists would not fit.
const MIN_ARENA_WORDS: u32 = 1 << 12;

impl Limits {
    /// Computes the limits of one of `sharing` engines of this device.
    pub fn new(about: &DeviceInfo, sharing: u32) -> Self {
        let memory = about.memory / u64::from(sharing);
        let blocks = RESIDENT * about.compute_units.max(1);
        Self {
            cells: memory / 2 / 4,
            starts: memory / 16 / 8,
            blocks,
            local: about.local_per_block,
            largest_sum: u16::MAX.into(),
            capacity: (memory / 4 / 8 / u64::from(blocks)).min(MAX_ARENA_WORDS) as u32,
        }
    }

    /// Returns how many of these tiles, in order, fit into one device batch; at least one.
    pub fn fitting(&self, tiles: &[&LoweredTile]) -> usize {
        let (mut cells, mut starts) = (0, 0);
        let taken = tiles.iter().take_while(|tile| {
            for colour in [&tile.black, &tile.white] {
                cells += all_cells(colour);
                starts += colour.start_count();
            }
            cells <= self.cells && starts <= self.starts
        });
        taken.count().max(1)
    }

    /// Halves the limits after an allocation failed. Returns `false` if they become too small.
    pub fn shrink(&mut self) -> bool {
        self.cells /= 2;
        self.starts /= 2;
        self.capacity /= 2;
        self.capacity >= MIN_ARENA_WORDS
    }
}

fn all_cells(colour: &LoweredColour) -> u64 {
    u64::from(colour.lists()) * colour.cells()
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Role {
    TableBuffer,
    Starts,
    Items,
    Queue,
    Arena,
    Tables,
    Cells,
    Outcomes,
}

/// Buffers of an engine, reused for all device batches.
pub(crate) struct Buffers<D: Device> {
    all: [Option<(D::Buffer, u64)>; 8],
}

impl<D: Device> Default for Buffers<D> {
    fn default() -> Self {
        Self {
            all: [const { None }; 8],
        }
    }
}

impl<D: Device> Buffers<D> {
    /// Ensures that the buffer has at least this many bytes. Its content may be lost.
    pub fn reserve(&mut self, device: &mut D, role: Role, bytes: u64) -> Result<(), DeviceError> {
        let slot = &mut self.all[role as usize];
        if slot.as_ref().is_none_or(|(_, has)| *has < bytes) {
            // Free the old buffer first to make room for the new one.
            *slot = None;
            let bytes = bytes.max(64);
            *slot = Some((device.reserve(bytes)?, bytes));
        }
        Ok(())
    }

    /// Writes these bytes to the start of the buffer.
    pub fn write(&mut self, device: &mut D, role: Role, bytes: &[u8]) -> Result<(), DeviceError> {
        self.reserve(device, role, bytes.len() as u64)?;
        match &mut self.all[role as usize] {
            Some((buffer, _)) => device.write(buffer, bytes),
            None => unreachable!("reserved above"),
        }
    }

    /// Returns a buffer that has been reserved.
    pub fn get(&self, role: Role) -> &D::Buffer {
        match &self.all[role as usize] {
            Some((buffer, _)) => buffer,
            None => unreachable!("kernels run after their buffers are reserved"),
        }
    }
}
