//! What counting asks of a card, whichever driver it has.

use bezzel_count::EngineKind;
use thiserror::Error;

/// A card, as its driver describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its name among backends: `cuda:0`, `opencl:1`.
    pub backend: String,
    /// Driver and index.
    pub kind: EngineKind,
    /// What the maker calls it.
    pub card: String,
    /// The driver and what it is for: `CUDA 13.0, sm_90`, `OpenCL 3.0 PoCL`.
    pub driver: String,
    /// Bytes of memory.
    pub memory: u64,
    /// The most bytes of one buffer.
    pub largest: u64,
    /// Multiprocessors or compute units.
    pub units: u32,
    /// Bytes of fast memory that the groups of one unit share.
    pub local_unit: u32,
    /// Bytes of it that one group may have.
    pub local_group: u32,
    /// Warps of 32 threads in one group, as the kernels are compiled for this driver.
    pub warps: u32,
    /// Whether this is a processor that stands in for a card.
    pub processor: bool,
}

/// Why a card cannot go on. The text names the call of the driver that failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum DeviceError {
    /// There is not so much memory.
    #[cfg(feature = "drivers")]
    #[error("out of memory: {0}")]
    Memory(String),
    /// The driver or the card failed, and nothing more can be asked of it.
    #[error("{0}")]
    Failed(String),
}

/// How a kernel is run.
#[cfg(feature = "drivers")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Launch {
    /// Groups of [`DeviceInfo::warps`] warps.
    pub groups: u32,
    /// Bytes of fast memory for each group, at most [`DeviceInfo::local_group`].
    pub local: u32,
}

#[cfg(feature = "drivers")]
/// A card that is open. Calls are carried out in their order.
pub(crate) trait Device: Send + Sync {
    /// Memory of the card.
    type Buffer: Send;
    /// The kernels, compiled.
    type Program: Send;

    /// What card this is.
    fn about(&self) -> &DeviceInfo;
    /// Compiles kernels, which are written in the words of `kernels/cuda.h`, with these macros
    /// defined. May be called from several threads at once.
    fn compile(&self, kernels: &str, macros: &[(&str, u32)]) -> Result<Self::Program, DeviceError>;
    /// Memory with arbitrary content; at least one byte.
    fn reserve(&mut self, bytes: u64) -> Result<Self::Buffer, DeviceError>;
    /// Copies to the beginning of a buffer.
    fn write(&mut self, to: &mut Self::Buffer, from: &[u8]) -> Result<(), DeviceError>;
    /// Copies from the beginning of a buffer, once all that was asked for before is done.
    fn read(&mut self, from: &Self::Buffer, to: &mut [u8]) -> Result<(), DeviceError>;
    /// Runs a kernel. Its arguments are the buffers, then the numbers; under OpenCL the fast
    /// memory is one more argument after them, under CUDA it is the dynamic shared memory.
    fn launch(
        &mut self,
        program: &Self::Program,
        kernel: &str,
        launch: Launch,
        buffers: &[&Self::Buffer],
        numbers: &[u32],
    ) -> Result<(), DeviceError>;
}
