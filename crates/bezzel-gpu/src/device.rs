//! Interface between the engine and a device of any driver.

use bezzel_count::EngineKind;
use thiserror::Error;

/// Properties of a device, as reported by its driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The driver, and the index of the device there. Its text form is the backend name, such as
    /// `cuda:0`.
    pub kind: EngineKind,
    /// Product name, such as `NVIDIA H100 80GB HBM3`.
    pub name: String,
    /// Driver with its version and target, such as `CUDA 13.0, sm_90`.
    pub driver: String,
    /// Device memory in bytes.
    pub memory: u64,
    /// Number of multiprocessors.
    pub compute_units: u32,
    /// Bytes of shared memory available to one thread block.
    pub local_per_block: u32,
    /// Number of warps (32 threads) per thread block of the kernels.
    pub warps: u32,
}

/// Error of a device. The text names the driver call that failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum DeviceError {
    /// The device has not enough memory.
    #[cfg(feature = "drivers")]
    #[error("out of memory: {0}")]
    Memory(String),
    /// The driver or the device failed and cannot be used any more.
    #[error("{0}")]
    Failed(String),
}

#[cfg(feature = "drivers")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Launch {
    /// Number of thread blocks, of [`DeviceInfo::warps`] warps each.
    pub blocks: u32,
    /// Bytes of shared memory per thread block, at most [`DeviceInfo::local_per_block`].
    pub local: u32,
}

/// Open device, which executes calls in order.
#[cfg(feature = "drivers")]
pub(crate) trait Device: Send + Sync {
    type Buffer: Send;
    type Program: Send;

    fn about(&self) -> &DeviceInfo;
    /// Compiles kernels, written with the primitives of `kernels/cuda.h`, with these macros.
    /// May be called from several threads at the same time.
    fn compile(&self, kernels: &str, macros: &[(&str, u32)]) -> Result<Self::Program, DeviceError>;
    /// Allocates at least one byte of memory with arbitrary content.
    fn reserve(&mut self, bytes: u64) -> Result<Self::Buffer, DeviceError>;
    fn write(&mut self, to: &mut Self::Buffer, from: &[u8]) -> Result<(), DeviceError>;
    /// Copies from the start of a buffer after all earlier calls are complete.
    fn read(&mut self, from: &Self::Buffer, to: &mut [u8]) -> Result<(), DeviceError>;
    /// Runs a kernel. Its arguments are the buffers, then the numbers.
    ///
    /// # Safety
    ///
    /// The program is of this device. The buffers and numbers are those that the kernel declares, in its
    /// order. Each buffer is as large as the kernel reads and writes with these numbers and this launch,
    /// and every offset in a buffer leads into the buffer that it is for. Drivers check none of this.
    unsafe fn launch(
        &mut self,
        program: &Self::Program,
        kernel: &str,
        launch: Launch,
        buffers: &[&Self::Buffer],
        numbers: &[u32],
    ) -> Result<(), DeviceError>;
}
