//! How the memory of a card is shared out.

use bezzel_count::lowering::{LoweredColour, LoweredTile};

use crate::device::{Device, DeviceError, DeviceInfo};

/// What a load may take.
#[derive(Debug, Clone)]
pub(crate) struct Limits {
    /// Cells of both colours.
    pub cells: u64,
    /// Starts of both colours.
    pub starts: u64,
    /// Groups that run at once.
    pub groups: u32,
    /// Words of 64 bits for the lists of one group.
    pub capacity: u32,
}

/// More than this for the lists of a group gains nothing: they are rarely longer.
const MAX_ARENA_WORDS: u64 = 1 << 22;
/// With less than this even short lists would have to be cut.
const MIN_ARENA_WORDS: u32 = 1 << 12;

impl Limits {
    /// The limits of one of `sharing` engines on this card.
    pub fn new(about: &DeviceInfo, sharing: u32) -> Self {
        // A processor has other work, and its caches are all that it has of fast memory.
        let part = if about.processor { 8 } else { 1 };
        let memory = about.memory / u64::from(sharing) / part;
        // Under OpenCL a group is one warp, and a unit holds several.
        let groups = match (about.processor, about.warps) {
            (true, _) => about.units.max(1),
            (false, 1) => 8 * about.units.max(1),
            (false, _) => about.units.max(1),
        };
        let arena = (memory / 4).min(about.largest);
        Self {
            cells: (memory / 2).min(about.largest) / 4,
            starts: (memory / 16).min(about.largest) / 8,
            groups,
            capacity: (arena / 8 / u64::from(groups)).min(MAX_ARENA_WORDS) as u32,
        }
    }

    /// How many of these sheets to take at once, in their order; at least one.
    pub fn fitting(&self, sheets: &[&LoweredTile]) -> usize {
        let (mut cells, mut starts) = (0, 0);
        let taken = sheets.iter().take_while(|sheet| {
            for side in [&sheet.black, &sheet.white] {
                cells += all_cells(side);
                starts += side.start_count();
            }
            cells <= self.cells && starts <= self.starts
        });
        taken.count().max(1)
    }

    /// Takes less from now on, because the card had not so much. Returns whether that is possible.
    pub fn shrink(&mut self) -> bool {
        self.cells /= 2;
        self.starts /= 2;
        self.capacity /= 2;
        self.capacity >= MIN_ARENA_WORDS
    }
}

fn all_cells(side: &LoweredColour) -> u64 {
    u64::from(side.lists()) * side.cells()
}

/// What a buffer is for.
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

/// The buffers of an engine, kept from load to load.
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
    /// Sees to it that the buffer has at least this many bytes. What is in it may be lost.
    pub fn reserve(&mut self, device: &mut D, role: Role, bytes: u64) -> Result<(), DeviceError> {
        let slot = &mut self.all[role as usize];
        if slot.as_ref().is_none_or(|(_, has)| *has < bytes) {
            // First the old one goes, then there is room for the new one.
            *slot = None;
            let bytes = bytes.max(64);
            *slot = Some((device.reserve(bytes)?, bytes));
        }
        Ok(())
    }

    /// Puts these bytes at the beginning of the buffer.
    pub fn write(&mut self, device: &mut D, role: Role, bytes: &[u8]) -> Result<(), DeviceError> {
        self.reserve(device, role, bytes.len() as u64)?;
        match &mut self.all[role as usize] {
            Some((buffer, _)) => device.write(buffer, bytes),
            None => unreachable!("reserved just now"),
        }
    }

    /// A buffer that is there.
    pub fn get(&self, role: Role) -> &D::Buffer {
        match &self.all[role as usize] {
            Some((buffer, _)) => buffer,
            None => unreachable!("kernels run after their buffers are reserved"),
        }
    }
}
