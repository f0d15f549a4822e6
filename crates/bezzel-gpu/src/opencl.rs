//! OpenCL devices, GPUs and CPUs. A work-group is one warp of 32 work-items.

use std::ffi::{CString, c_void};
use std::fmt::Write as _;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use bezzel::counted;
use opencl3::command_queue as queues;
use opencl3::context::context as contexts;
use opencl3::device::{self as devices, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU};
use opencl3::error_codes::{
    CL_DEVICE_NOT_FOUND, CL_INVALID_BUFFER_SIZE, CL_MEM_OBJECT_ALLOCATION_FAILURE,
    CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, CL_PLATFORM_NOT_FOUND_KHR, ClError,
    DLOPEN_RUNTIME_LOAD_FAILED,
};
use opencl3::event;
use opencl3::kernel as kernels;
use opencl3::memory::{self, CL_MEM_READ_WRITE};
use opencl3::platform::platform as platforms;
use opencl3::program::{self as programs, CL_PROGRAM_BUILD_LOG};
use opencl3::types::{CL_BLOCKING, cl_device_id, cl_event, cl_int};

use crate::device::{Device, DeviceError, DeviceInfo, Launch};
use crate::source;
use bezzel_count::EngineKind;

const LANES: usize = 32;

/// Lists the devices of all platforms.
pub(crate) fn list() -> Result<Vec<DeviceInfo>, DeviceError> {
    let found = found()?;
    (0..)
        .zip(&found)
        .map(|(index, &device)| about(index, device))
        .collect()
}

/// Open device with a separate queue.
pub(crate) struct OpenCl {
    about: DeviceInfo,
    device: cl_device_id,
    queue: Handle,
    context: Handle,
}

// SAFETY: OpenCL objects may be used from every thread; only setting the arguments of one kernel
// object from two threads is not allowed, and a `Program` is not `Sync`.
unsafe impl Send for OpenCl {}
// SAFETY: as above.
unsafe impl Sync for OpenCl {}

impl OpenCl {
    /// Opens the device with this index in [`list`].
    pub(crate) fn open(index: usize) -> Result<Self, DeviceError> {
        let found = found()?;
        let Some(&device) = found.get(index) else {
            let count = counted(found.len(), "device");
            return Err(DeviceError::Failed(format!(
                "OpenCL has {count}, none is opencl:{index}: indices start at 0"
            )));
        };
        let about = about(index, device)?;
        check_suitable(device, &about)?;
        let context = contexts::create_context(&[device], ptr::null(), None, ptr::null_mut())
            .map_err(at("clCreateContext"))?;
        let context = Handle {
            object: context,
            release: contexts::release_context,
        };
        // SAFETY: the context is live and belongs to this device.
        let queue = unsafe { queues::create_command_queue(context.object, device, 0) }
            .map_err(at("clCreateCommandQueue"))?;
        let queue = Handle {
            object: queue,
            release: queues::release_command_queue,
        };
        Ok(Self {
            about,
            device,
            queue,
            context,
        })
    }

    fn log(&self, program: &Handle) -> String {
        programs::get_program_build_info(program.object, self.device, CL_PROGRAM_BUILD_LOG)
            .map_or_else(
                |_| "no log".to_owned(),
                |log| String::from(log).trim().to_owned(),
            )
    }
}

/// Compiled kernels with their names.
pub(crate) struct Program {
    kernels: Vec<(String, Handle)>,
    _program: Handle,
}

impl Device for OpenCl {
    type Buffer = Buffer;
    type Program = Program;

    fn about(&self) -> &DeviceInfo {
        &self.about
    }

    fn compile(&self, kernels: &str, macros: &[(&str, u32)]) -> Result<Program, DeviceError> {
        let text = source::opencl(kernels);
        let program = programs::create_program_with_source(self.context.object, &[&text])
            .map_err(at("clCreateProgramWithSource"))?;
        let program = Handle {
            object: program,
            release: programs::release_program,
        };
        let mut options = options(macros);
        if self.about.is_cpu {
            // PoCL writes "1 warning generated." to stderr for each loop that it does not unroll.
            options += " -w -D CPU_DEVICE";
        }
        let options = CString::new(options).expect("names of macros have no zero bytes");
        programs::build_program(
            program.object,
            &[self.device],
            &options,
            None,
            ptr::null_mut(),
        )
        .map_err(|code| match fault("clBuildProgram", code) {
            DeviceError::Failed(what) => {
                DeviceError::Failed(format!("{what}: {}", self.log(&program)))
            }
            memory => memory,
        })?;
        let kernels = kernels::create_kernels_in_program(program.object)
            .map_err(at("clCreateKernelsInProgram"))?
            .into_iter()
            .map(|object| Handle {
                object,
                release: kernels::release_kernel,
            })
            .map(|kernel| Ok((name(&kernel)?, kernel)))
            .collect::<Result<_, _>>()?;
        Ok(Program {
            kernels,
            _program: program,
        })
    }

    fn reserve(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        let largest = self.about.largest;
        if bytes > largest {
            let what = format!(
                "expected a buffer of at most {}, found {bytes}",
                counted(largest, "byte")
            );
            return Err(DeviceError::Memory(what));
        }
        // SAFETY: the context is live, and no host memory is passed.
        let buffer = unsafe {
            memory::create_buffer(
                self.context.object,
                CL_MEM_READ_WRITE,
                bytes as usize,
                ptr::null_mut(),
            )
        };
        let buffer = buffer.map_err(|code| match code {
            CL_OUT_OF_RESOURCES => DeviceError::Memory(text("clCreateBuffer", code)),
            code => fault("clCreateBuffer", code),
        })?;
        Ok(Buffer {
            memory: Handle {
                object: buffer,
                release: memory::release_mem_object,
            },
            bytes,
        })
    }

    fn write(&mut self, to: &mut Buffer, from: &[u8]) -> Result<(), DeviceError> {
        assert!(
            from.len() as u64 <= to.bytes,
            "the data must fit into the buffer"
        );
        if from.is_empty() {
            return Ok(());
        }
        // SAFETY: both ends have this length, and the call returns after the copy.
        let copied = unsafe {
            queues::enqueue_write_buffer(
                self.queue.object,
                to.memory.object,
                CL_BLOCKING,
                0,
                from.len(),
                from.as_ptr().cast(),
                0,
                ptr::null(),
            )
        };
        copied.map(forget).map_err(at("clEnqueueWriteBuffer"))
    }

    fn read(&mut self, from: &Buffer, to: &mut [u8]) -> Result<(), DeviceError> {
        assert!(
            to.len() as u64 <= from.bytes,
            "the data must be in the buffer"
        );
        if to.is_empty() {
            return queues::finish(self.queue.object).map_err(at("clFinish"));
        }
        // SAFETY: both ends have this length, and the call returns after the copy.
        let copied = unsafe {
            queues::enqueue_read_buffer(
                self.queue.object,
                from.memory.object,
                CL_BLOCKING,
                0,
                to.len(),
                to.as_mut_ptr().cast(),
                0,
                ptr::null(),
            )
        };
        copied.map(forget).map_err(at("clEnqueueReadBuffer"))
    }

    unsafe fn launch(
        &mut self,
        program: &Program,
        kernel: &str,
        launch: Launch,
        buffers: &[&Buffer],
        numbers: &[u32],
    ) -> Result<(), DeviceError> {
        let Some((_, handle)) = program.kernels.iter().find(|(name, _)| name == kernel) else {
            return Err(DeviceError::Failed(format!("no kernel named {kernel}")));
        };
        let set = |index: usize, size: usize, value: *const c_void| {
            // SAFETY: `value` is null for shared memory or points to `size` bytes, which the call
            // copies. The driver checks the number of arguments and their sizes.
            unsafe { kernels::set_kernel_arg(handle.object, index as u32, size, value) }
                .map_err(at(&format!("clSetKernelArg {index} of {kernel}")))
        };
        for (index, buffer) in buffers.iter().enumerate() {
            set(
                index,
                size_of::<*mut c_void>(),
                (&raw const buffer.memory.object).cast(),
            )?;
        }
        for (index, number) in (buffers.len()..).zip(numbers) {
            set(index, size_of::<u32>(), ptr::from_ref(number).cast())?;
        }
        set(
            buffers.len() + numbers.len(),
            launch.local.max(8) as usize,
            ptr::null(),
        )?;
        let items = launch.blocks as usize * LANES;
        // SAFETY: all arguments are set, and the caller guarantees that they are those of the kernel.
        let started = unsafe {
            queues::enqueue_nd_range_kernel(
                self.queue.object,
                handle.object,
                1,
                ptr::null(),
                ptr::from_ref(&items),
                ptr::from_ref(&LANES),
                0,
                ptr::null(),
            )
        };
        started
            .map(forget)
            .map_err(at(&format!("clEnqueueNDRangeKernel {kernel}")))?;
        queues::flush(self.queue.object).map_err(at("clFlush"))
    }
}

pub(crate) struct Buffer {
    memory: Handle,
    bytes: u64,
}

/// OpenCL object that is released with its owner. A failed device may reject even that, which
/// has no consequence.
struct Handle {
    object: *mut c_void,
    release: unsafe fn(*mut c_void) -> Result<(), cl_int>,
}

// SAFETY: OpenCL objects may be used and released from any thread.
unsafe impl Send for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the object was created once and is released once.
        let _ = unsafe { (self.release)(self.object) };
    }
}

fn forget(done: cl_event) {
    // SAFETY: the event comes from the previous call and has no other owner.
    let _ = unsafe { event::release_event(done) };
}

/// Lists devices in the order of their platforms. A faulty platform does not hide the others.
fn found() -> Result<Vec<cl_device_id>, DeviceError> {
    // Drivers initialise at the first call, and not all of them are thread-safe then.
    static FIRST: Mutex<()> = Mutex::new(());
    let _one_at_a_time = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    let platforms = match platforms::get_platform_ids() {
        Ok(platforms) => platforms,
        Err(CL_PLATFORM_NOT_FOUND_KHR) => Vec::new(),
        Err(DLOPEN_RUNTIME_LOAD_FAILED) => {
            return Err(DeviceError::Failed(
                "OpenCL library not found: install an OpenCL driver".to_owned(),
            ));
        }
        Err(code) => return Err(fault("clGetPlatformIDs", code)),
    };
    let mut found = Vec::new();
    let mut broken = None;
    for platform in platforms {
        match devices::get_device_ids(platform, CL_DEVICE_TYPE_ALL) {
            Ok(devices) => found.extend(devices),
            Err(CL_DEVICE_NOT_FOUND) => {}
            Err(code) => broken = Some(fault("clGetDeviceIDs", code)),
        }
    }
    match broken {
        Some(fault) if found.is_empty() => Err(fault),
        _ => Ok(found),
    }
}

fn about(index: usize, device: cl_device_id) -> Result<DeviceInfo, DeviceError> {
    let device = devices::Device::new(device);
    let describe = || -> opencl3::Result<DeviceInfo> {
        let shared = u32::try_from(device.local_mem_size()?).unwrap_or(u32::MAX);
        Ok(DeviceInfo {
            backend: format!("opencl:{index}"),
            kind: EngineKind::OpenCl(index as u32),
            name: device.name()?.trim().to_owned(),
            driver: format!(
                "{}, driver {}",
                device.version()?.trim(),
                device.driver_version()?.trim()
            ),
            memory: device.global_mem_size()?,
            largest: device.max_mem_alloc_size()?,
            compute_units: device.max_compute_units()?,
            local_unit: shared,
            local_per_block: shared,
            warps: 1,
            is_cpu: device.dev_type()? & CL_DEVICE_TYPE_CPU != 0,
        })
    };
    describe().map_err(|ClError(code)| fault("clGetDeviceInfo", code))
}

fn check_suitable(device: cl_device_id, about: &DeviceInfo) -> Result<(), DeviceError> {
    let device = devices::Device::new(device);
    let unfit = || -> opencl3::Result<Option<&str>> {
        Ok(if !device.available()? {
            Some("is not available")
        } else if !device.compiler_available()? {
            Some("has no compiler")
        } else if !device.endian_little()? {
            Some("is big-endian")
        } else if device.max_work_group_size()? < LANES {
            Some("does not support work-groups of 32")
        } else {
            None
        })
    };
    match unfit().map_err(|ClError(code)| fault("clGetDeviceInfo", code))? {
        Some(reason) => Err(DeviceError::Failed(format!("{} {reason}", about.name))),
        None => Ok(()),
    }
}

fn options(macros: &[(&str, u32)]) -> String {
    macros
        .iter()
        .fold("-cl-std=CL1.2".to_owned(), |mut options, (name, value)| {
            let _ = write!(options, " -D {name}={value}");
            options
        })
}

fn name(kernel: &Handle) -> Result<String, DeviceError> {
    kernels::get_kernel_info(kernel.object, kernels::CL_KERNEL_FUNCTION_NAME)
        .map(String::from)
        .map_err(at("clGetKernelInfo"))
}

fn at(call: &str) -> impl Fn(cl_int) -> DeviceError + '_ {
    move |code| fault(call, code)
}

fn fault(call: &str, code: cl_int) -> DeviceError {
    let text = text(call, code);
    match code {
        CL_MEM_OBJECT_ALLOCATION_FAILURE | CL_OUT_OF_HOST_MEMORY | CL_INVALID_BUFFER_SIZE => {
            DeviceError::Memory(text)
        }
        _ => DeviceError::Failed(text),
    }
}

fn text(call: &str, code: cl_int) -> String {
    format!("{call}: {}", ClError(code))
}

#[cfg(test)]
mod tests;
