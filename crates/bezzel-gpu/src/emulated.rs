//! Emulated GPU for tests: compiles the CUDA source for the CPU and schedules threads at random
//! (`emulated/gpu.h`). It detects missing barriers and diverging lanes, which a real GPU may
//! tolerate.

use std::ffi::{CStr, CString, c_char, c_void};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{env, fs, fs::File};

use bezzel::counted;
use libloading::Library;

use crate::cache::Cache;
use crate::device::{Device, DeviceError, DeviceInfo, Launch};
use crate::{cuda, source};
use bezzel_count::EngineKind;

const FIBERS: &str = include_str!("emulated/fiber.h");
const GPU: &str = include_str!("emulated/gpu.h");
const LAUNCH: &str = include_str!("emulated/launch.h");
/// Bytes around a buffer that detect writes outside it.
const FENCE: usize = 4096;
const FENCE_BYTE: u8 = 0x5a;

pub(crate) struct Emulated {
    about: DeviceInfo,
    random: fastrand::Rng,
    used: Arc<AtomicU64>,
    launches_left: Option<u32>,
}

impl Emulated {
    /// Opens a GPU with the block size of CUDA; the seed determines the schedule.
    pub(crate) fn open(seed: u64) -> Self {
        Self::with(seed, cuda::WARPS, 1 << 30)
    }

    /// Opens a GPU with this many warps per thread block and bytes of memory.
    pub(crate) fn with(seed: u64, warps: u32, memory: u64) -> Self {
        let about = DeviceInfo {
            kind: EngineKind::Emulated(0),
            name: "emulated GPU".to_owned(),
            driver: "the C++ compiler".to_owned(),
            memory,
            compute_units: 3,
            local_per_block: 227 << 10,
            warps,
        };
        Self {
            about,
            random: fastrand::Rng::with_seed(seed),
            used: Arc::default(),
            launches_left: None,
        }
    }

    /// Makes the GPU fail after this many launches.
    pub(crate) fn lost_after(mut self, launches: u32) -> Self {
        self.launches_left = Some(launches);
        self
    }
}

/// Kernels as a CPU library.
pub(crate) struct Program {
    kernels: Library,
}

/// Memory with a fence on both sides. Kernels write to it without the compiler's knowledge, so
/// it is accessed only through its pointer.
pub(crate) struct Buffer {
    words: *mut [u128],
    bytes: usize,
    used: Arc<AtomicU64>,
}

// SAFETY: only the buffer owns the memory, and kernels run while it is borrowed.
unsafe impl Send for Buffer {}

impl Buffer {
    fn new(bytes: usize, random: &mut fastrand::Rng, used: Arc<AtomicU64>) -> Self {
        let mut words = vec![0u128; (bytes + 2 * FENCE).div_ceil(size_of::<u128>())];
        let all = bytemuck::cast_slice_mut(&mut words);
        all.fill(FENCE_BYTE);
        random.fill(&mut all[FENCE..][..bytes]);
        used.fetch_add(bytes as u64, Relaxed);
        Self {
            words: Box::into_raw(words.into_boxed_slice()),
            bytes,
            used,
        }
    }

    fn all(&self) -> &[u8] {
        // SAFETY: the buffer owns the memory, and no kernel runs during the borrow.
        bytemuck::cast_slice(unsafe { &*self.words })
    }

    fn content(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        let all = bytemuck::cast_slice_mut(unsafe { &mut *self.words });
        &mut all[FENCE..][..self.bytes]
    }

    /// Returns the pointer passed to kernels.
    fn start(&self) -> *mut c_void {
        self.words.cast::<u8>().wrapping_add(FENCE).cast()
    }

    fn fences_are_intact(&self) -> bool {
        let (before, rest) = self.all().split_at(FENCE);
        let after = &rest[self.bytes..];
        before.iter().chain(after).all(|&byte| byte == FENCE_BYTE)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.used.fetch_sub(self.bytes as u64, Relaxed);
        // SAFETY: the pointer comes from `Box::into_raw` and is freed once.
        drop(unsafe { Box::from_raw(self.words) });
    }
}

/// Type of `gpu_launch` in the library.
///
/// # Safety
///
/// `kernel` must be zero-terminated, `buffers` and `numbers` must point to as many elements as
/// their counts, and each buffer must be as large as the kernel requires.
type LaunchFunction = unsafe extern "C" fn(
    kernel: *const c_char,
    blocks: u32,
    local: u32,
    seed: u64,
    buffers: *const *mut c_void,
    buffer_count: u32,
    numbers: *const u32,
    number_count: u32,
) -> *const c_char;

impl Device for Emulated {
    type Buffer = Buffer;
    type Program = Program;

    fn about(&self) -> &DeviceInfo {
        &self.about
    }

    fn compile(&self, kernels: &str, macros: &[(&str, u32)]) -> Result<Program, DeviceError> {
        let text = text(kernels);
        let mut options: Vec<_> = macros
            .iter()
            .map(|(name, value)| format!("-D{name}={value}"))
            .collect();
        options.push(format!("-DWARPS={}", self.about.warps));
        let image = image(&text, &options).map_err(DeviceError::Failed)?;
        let load = || {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("kernels.so");
            fs::write(&path, image)?;
            // SAFETY: the library is compiled from the text above and has no initialisers. Each
            // program has a separate copy, since the state of the GPU is in it.
            unsafe { Library::new(&path) }.map_err(std::io::Error::other)
        };
        let kernels =
            load().map_err(|error| DeviceError::Failed(format!("the kernels: {error}")))?;
        Ok(Program { kernels })
    }

    fn reserve(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        let left = self.about.memory - self.used.load(Relaxed);
        if bytes > left {
            return Err(DeviceError::Memory(format!(
                "expected at most {}, found {bytes}",
                counted(left, "byte")
            )));
        }
        Ok(Buffer::new(
            bytes as usize,
            &mut self.random,
            self.used.clone(),
        ))
    }

    fn write(&mut self, to: &mut Buffer, from: &[u8]) -> Result<(), DeviceError> {
        to.content()[..from.len()].copy_from_slice(from);
        Ok(())
    }

    fn read(&mut self, from: &Buffer, to: &mut [u8]) -> Result<(), DeviceError> {
        to.copy_from_slice(&from.all()[FENCE..][..from.bytes][..to.len()]);
        Ok(())
    }

    unsafe fn launch(
        &mut self,
        program: &Program,
        kernel: &str,
        launch: Launch,
        buffers: &[&Buffer],
        numbers: &[u32],
    ) -> Result<(), DeviceError> {
        match &mut self.launches_left {
            Some(0) => return Err(DeviceError::Failed("the emulated GPU failed".to_owned())),
            Some(left) => *left -= 1,
            None => {}
        }
        if launch.local > self.about.local_per_block || launch.blocks == 0 {
            return Err(DeviceError::Failed(format!(
                "cannot launch {kernel} with {launch:?}"
            )));
        }
        let name = CString::new(kernel).expect("names of kernels have no zero bytes");
        let pointers: Vec<*mut c_void> = buffers.iter().map(|buffer| buffer.start()).collect();
        // SAFETY: the types are the types of `gpu_launch`, which checks the number and kind of arguments.
        // The caller guarantees the sizes of buffers, and the fences detect writes outside them.
        let fault = unsafe {
            let start = program
                .kernels
                .get::<LaunchFunction>(c"gpu_launch")
                .map_err(|error| DeviceError::Failed(error.to_string()))?;
            let fault = start(
                name.as_ptr(),
                launch.blocks,
                launch.local,
                self.random.u64(..),
                pointers.as_ptr(),
                pointers.len() as u32,
                numbers.as_ptr(),
                numbers.len() as u32,
            );
            (!fault.is_null()).then(|| CStr::from_ptr(fault).to_string_lossy().into_owned())
        };
        if let Some(fault) = fault {
            return Err(DeviceError::Failed(fault));
        }
        match buffers
            .iter()
            .position(|buffer| !buffer.fences_are_intact())
        {
            Some(index) => Err(DeviceError::Failed(format!(
                "{kernel} wrote outside its buffer {index}"
            ))),
            None => Ok(()),
        }
    }
}

/// Returns the compiled text: the GPU, the CUDA source, and a table of its kernels.
fn text(kernels: &str) -> String {
    let entries: String = source::names(kernels)
        .map(|name| format!("    ENTRY({name}),\n"))
        .collect();
    let source = source::cuda(kernels);
    format!(
        r#"{FIBERS}{GPU}
#line 1 "prelude"
{source}
{LAUNCH}
static constexpr Entry ENTRIES[] = {{
{entries}}};
extern "C" const char *gpu_launch(const char *kernel, uint32_t blocks, uint32_t local,
                                   uint64_t seed, void *const *buffers, uint32_t buffer_count,
                                   const uint32_t *numbers, uint32_t number_count) {{
    Arguments arguments = {{buffers, numbers, buffer_count, number_count}};
    return launch(ENTRIES, sizeof ENTRIES / sizeof *ENTRIES, kernel, blocks, local, seed, arguments);
}}
"#
    )
}

const OPTIONS: [&str; 10] = [
    "-std=c++17",
    "-O1",
    "-fPIC",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unknown-pragmas",
    "-Wno-unused-parameter",
    "-Wno-unused-function",
    "-fsanitize=shift,alignment",
];

/// Returns the library, compiled once for all test processes and cached beside the program.
fn image(text: &str, options: &[String]) -> Result<Vec<u8>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let folder = program.with_file_name("emulated");
    let cache = Cache::in_folder(&folder);
    let compiler = run(Command::new("c++").arg("--version"))?;
    let options = [&OPTIONS.map(str::to_owned)[..], options].concat();
    let parts = [text, &options.join(" "), &compiler];
    // Test processes that start together want the same kernels: one compiles them, and the others wait.
    let lock = fs::create_dir_all(&folder).and_then(|()| {
        let lock = File::create(folder.join(options.join("") + ".lock"))?;
        lock.lock().map(|()| lock)
    });
    let _lock = lock.map_err(|error| format!("the lock of the kernels: {error}"))?;
    if let Some(image) = cache.get(&parts) {
        return Ok(image);
    }
    let image = build(text, &options)?;
    cache.put(&parts, &image);
    Ok(image)
}

/// Runs the compiler and returns its output.
fn run(compiler: &mut Command) -> Result<String, String> {
    let output = compiler.output().map_err(|error| {
        format!("cannot run the C++ compiler c++, which the emulated GPU needs: {error}")
    })?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(said(&output.stdout)),
        false => Err(format!("c++: {}", said(&output.stderr))),
    }
}

fn build(text: &str, options: &[String]) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [source, object, library] =
        ["kernels.cpp", "kernels.o", "kernels.so"].map(|name| folder.path().join(name));
    fs::write(&source, text).map_err(|error| error.to_string())?;
    run(Command::new("c++")
        .args(options)
        .arg("-c")
        .arg(&source)
        .arg("-o")
        .arg(&object))?;
    run(Command::new("c++")
        .arg("-shared")
        .arg(&object)
        .arg("-o")
        .arg(&library))?;
    fs::read(&library).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
