//! NVIDIA GPUs, through the CUDA driver, which is loaded at run time.

use std::ffi::c_int;
use std::sync::Arc;

use bezzel::counted;
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUdevice_attribute as Attribute, CUresult};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, LaunchConfig, PushKernelArg,
};
use cudarc::nvrtc::Ptx;

use crate::cache::Cache;
use crate::device::{Device, DeviceError, DeviceInfo, Launch};
use crate::nvrtc::{Nvrtc, Target};
use crate::source;
use bezzel_count::{EngineKind, NO_CUDA_DRIVER};

pub(crate) const WARPS: u32 = 16;
pub(crate) const RESIDENT: u32 = 2;

pub(crate) fn list() -> Result<Vec<DeviceInfo>, DeviceError> {
    (0..count()?)
        .map(|index| GpuHandle::find(index)?.about())
        .collect()
}

pub(crate) struct Cuda {
    about: DeviceInfo,
    architecture: u32,
    compiler: Nvrtc,
    cache: Cache,
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
}

impl Cuda {
    /// Opens the GPU with this index in [`list`].
    pub(crate) fn open(index: usize) -> Result<Self, DeviceError> {
        let count = count()?;
        if index >= count {
            return Err(DeviceError::Failed(format!(
                "CUDA has {count} GPUs, none is cuda:{index}: indices start at 0"
            )));
        }
        let gpu = GpuHandle::find(index)?;
        let compiler = Nvrtc::load(gpu.driver.0 as u32)?;
        gpu.wait_without_spinning()?;
        let context = CudaContext::new(index).map_err(at("cuDevicePrimaryCtxRetain"))?;
        // SAFETY: each buffer is used only on the stream of its GPU.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream().map_err(at("cuStreamCreate"))?;
        let (about, architecture) = (gpu.about()?, gpu.architecture()?);
        Ok(Self {
            about,
            architecture,
            compiler,
            cache: Cache::of_user(),
            context,
            stream,
        })
    }

    fn image(
        &self,
        source: &str,
        target: Target,
        options: &[String],
    ) -> Result<Vec<u8>, DeviceError> {
        let target_and_options = format!("{target:?} {options:?}");
        let version = self.compiler.version();
        let parts = [source, target_and_options.as_str(), version.as_str()];
        if let Some(image) = self.cache.get(&parts) {
            return Ok(image);
        }
        let (image, _) = self.compiler.compile(source, target, options)?;
        self.cache.put(&parts, &image);
        Ok(image)
    }
}

pub(crate) struct Program {
    kernels: Vec<(String, CudaFunction)>,
}

impl Device for Cuda {
    type Buffer = CudaSlice<u8>;
    type Program = Program;

    fn about(&self) -> &DeviceInfo {
        &self.about
    }

    fn compile(&self, kernels: &str, macros: &[(&str, u32)]) -> Result<Program, DeviceError> {
        let target = self.compiler.target(self.architecture)?;
        let image = self.image(&source::cuda(kernels), target, &definitions(macros))?;
        let image = match target {
            Target::Machine(_) => Ptx::from_binary(image),
            Target::Portable(_) => Ptx::from_src(
                String::from_utf8_lossy(&image)
                    .trim_end_matches('\0')
                    .to_owned(),
            ),
        };
        let module = self
            .context
            .load_module(image)
            .map_err(at("cuModuleLoadData"))?;
        let load = |name: &str| {
            let kernel = module
                .load_function(name)
                .map_err(at("cuModuleGetFunction"))?;
            self.allow_shared_memory(&kernel)?;
            Ok((name.to_owned(), kernel))
        };
        Ok(Program {
            kernels: source::names(kernels).map(load).collect::<Result<_, _>>()?,
        })
    }

    fn reserve(&mut self, bytes: u64) -> Result<CudaSlice<u8>, DeviceError> {
        // SAFETY: the content is arbitrary, and any byte is a valid `u8`.
        unsafe { self.stream.alloc(bytes as usize) }
            .map_err(at(&format!("cuMemAlloc of {}", counted(bytes, "byte"))))
    }

    fn write(&mut self, to: &mut CudaSlice<u8>, from: &[u8]) -> Result<(), DeviceError> {
        if from.is_empty() {
            return Ok(());
        }
        // The driver reads pageable memory before the call returns.
        self.stream
            .memcpy_htod(from, to)
            .map_err(at("cuMemcpyHtoD"))
    }

    fn read(&mut self, from: &CudaSlice<u8>, to: &mut [u8]) -> Result<(), DeviceError> {
        if !to.is_empty() {
            let part = from.slice(..to.len());
            self.stream
                .memcpy_dtoh(&part, to)
                .map_err(at("cuMemcpyDtoH"))?;
        }
        self.stream.synchronize().map_err(at("cuStreamSynchronize"))
    }

    unsafe fn launch(
        &mut self,
        program: &Program,
        kernel: &str,
        launch: Launch,
        buffers: &[&CudaSlice<u8>],
        numbers: &[u32],
    ) -> Result<(), DeviceError> {
        let Some((_, function)) = program.kernels.iter().find(|(name, _)| name == kernel) else {
            return Err(DeviceError::Failed(format!("no kernel named {kernel}")));
        };
        let mut call = self.stream.launch_builder(function);
        for &buffer in buffers {
            call.arg(buffer);
        }
        for number in numbers {
            call.arg(number);
        }
        let shape = LaunchConfig {
            grid_dim: (launch.blocks, 1, 1),
            block_dim: (32 * WARPS, 1, 1),
            shared_mem_bytes: launch.local,
        };
        // SAFETY: the caller guarantees that the arguments fit the kernel.
        unsafe { call.launch(shape) }.map_err(at(&format!("cuLaunchKernel {kernel}")))?;
        Ok(())
    }
}

impl Cuda {
    /// Raises the limit of shared memory per thread block, which is 48 KiB by default.
    fn allow_shared_memory(&self, kernel: &CudaFunction) -> Result<(), DeviceError> {
        use sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as MOST;
        let taken = kernel
            .shared_size_bytes()
            .map_err(at("cuFuncGetAttribute"))?;
        let left = self.about.local_per_block as c_int - taken;
        kernel
            .set_attribute(MOST, left)
            .map_err(at("cuFuncSetAttribute"))
    }
}

/// GPU that is not necessarily open.
struct GpuHandle {
    index: usize,
    device: sys::CUdevice,
    driver: (c_int, c_int),
}

impl GpuHandle {
    fn find(index: usize) -> Result<Self, DeviceError> {
        let device = result::device::get(index as c_int).map_err(at("cuDeviceGet"))?;
        let mut version = 0;
        // SAFETY: the driver is loaded and writes one number.
        unsafe { sys::cuDriverGetVersion(&mut version) }
            .result()
            .map_err(at("cuDriverGetVersion"))?;
        Ok(Self {
            index,
            device,
            driver: (version / 1000, version % 1000 / 10),
        })
    }

    fn about(&self) -> Result<DeviceInfo, DeviceError> {
        let (major, minor) = self.driver;
        // SAFETY: the device comes from the driver.
        let memory = unsafe { result::device::total_mem(self.device) }
            .map_err(at("cuDeviceTotalMem"))? as u64;
        Ok(DeviceInfo {
            kind: EngineKind::Cuda(self.index as u32),
            name: result::device::get_name(self.device).map_err(at("cuDeviceGetName"))?,
            driver: format!("CUDA {major}.{minor}, sm_{}", self.architecture()?),
            memory,
            compute_units: self.attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            local_per_block: self
                .attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
            warps: WARPS,
        })
    }

    fn architecture(&self) -> Result<u32, DeviceError> {
        let major = self.attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = self.attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        Ok(major * 10 + minor)
    }

    fn attribute(&self, attribute: Attribute) -> Result<u32, DeviceError> {
        // SAFETY: the device comes from the driver.
        let value = unsafe { result::device::get_attribute(self.device, attribute) };
        value
            .map(|value| value as u32)
            .map_err(at("cuDeviceGetAttribute"))
    }

    /// Makes threads that wait for the GPU sleep, so that the CPU is free to count. A context
    /// that the other engine of this GPU has opened may keep its flags.
    fn wait_without_spinning(&self) -> Result<(), DeviceError> {
        let flags = sys::CUctx_flags::CU_CTX_SCHED_BLOCKING_SYNC as u32;
        // SAFETY: the device comes from the driver.
        match unsafe { sys::cuDevicePrimaryCtxSetFlags_v2(self.device, flags) }.result() {
            Err(DriverError(CUresult::CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE)) => Ok(()),
            set => set.map_err(at("cuDevicePrimaryCtxSetFlags")),
        }
    }
}

fn count() -> Result<usize, DeviceError> {
    // SAFETY: looking for the library only loads it.
    if !unsafe { sys::is_culib_present() } {
        return Err(DeviceError::Failed(NO_CUDA_DRIVER.to_owned()));
    }
    match result::init() {
        Ok(()) => {}
        Err(DriverError(CUresult::CUDA_ERROR_NO_DEVICE)) => return Ok(0),
        Err(error) => return Err(fault("cuInit", error)),
    }
    result::device::get_count()
        .map(|count| count as usize)
        .map_err(at("cuDeviceGetCount"))
}

pub(crate) fn definitions(macros: &[(&str, u32)]) -> Vec<String> {
    [("WARPS", WARPS), ("RESIDENT", RESIDENT)]
        .iter()
        .chain(macros)
        .map(|(name, value)| format!("--define-macro={name}={value}"))
        .collect()
}

fn at(call: &str) -> impl Fn(DriverError) -> DeviceError + '_ {
    move |error| fault(call, error)
}

fn fault(call: &str, error: DriverError) -> DeviceError {
    let text = match (error.error_name(), error.error_string()) {
        (Ok(name), Ok(meaning)) => {
            format!(
                "{call}: {} ({})",
                name.to_string_lossy(),
                meaning.to_string_lossy()
            )
        }
        _ => format!("{call}: error {}", error.0 as u32),
    };
    match error.0 {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => DeviceError::Memory(text),
        _ => DeviceError::Failed(text),
    }
}

#[cfg(test)]
mod tests;
