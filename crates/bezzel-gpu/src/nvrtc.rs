//! NVIDIA's run-time compiler NVRTC, a library that is loaded at run time. It needs no GPU.

use std::env;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr;

use libloading::Library;

use crate::device::DeviceError;

/// Environment variable with the path of the library.
const VARIABLE: &str = "BEZZEL_NVRTC";
/// Major versions of the library with all required functions, the latest first.
const MAJORS: [u32; 3] = [13, 12, 11];

pub(crate) struct Nvrtc {
    functions: Functions,
    version: (i32, i32),
    architectures: Vec<u32>,
    // Never unloaded: its functions for the end of a thread or of the process may still be called.
    _library: ManuallyDrop<Library>,
}

/// Target of a compilation; 90 means `sm_90`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Machine(u32),
    /// PTX, which the driver compiles for a GPU that is newer than the compiler.
    Portable(u32),
}

type Handle = *mut c_void;
type Code = c_int;
type Text = *const c_char;

/// Functions declared in nvrtc.h.
///
/// # Safety
///
/// Callers pass live handles, zero-terminated texts, and pointers to as many elements as the
/// function reads or writes.
struct Functions {
    meaning: unsafe extern "C" fn(Code) -> Text,
    version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> Code,
    architecture_count: unsafe extern "C" fn(*mut c_int) -> Code,
    architectures: unsafe extern "C" fn(*mut c_int) -> Code,
    create: unsafe extern "C" fn(*mut Handle, Text, Text, c_int, *const Text, *const Text) -> Code,
    compile: unsafe extern "C" fn(Handle, c_int, *const Text) -> Code,
    log: Output,
    machine: Output,
    portable: Output,
    destroy: unsafe extern "C" fn(*mut Handle) -> Code,
}

/// Pair of functions: one returns the length of an output, the other one copies it.
///
/// # Safety
///
/// The handle must be live, and `copy` needs room for the length.
#[derive(Clone, Copy)]
struct Output {
    length: unsafe extern "C" fn(Handle, *mut usize) -> Code,
    copy: unsafe extern "C" fn(Handle, *mut u8) -> Code,
}

impl Functions {
    fn of(library: &Library) -> Result<Self, libloading::Error> {
        // SAFETY: nvrtc.h declares these functions with the types of the fields.
        unsafe {
            let output = |length: &CStr, copy: &CStr| -> Result<Output, libloading::Error> {
                Ok(Output {
                    length: *library.get(length)?,
                    copy: *library.get(copy)?,
                })
            };
            Ok(Self {
                meaning: *library.get(c"nvrtcGetErrorString")?,
                version: *library.get(c"nvrtcVersion")?,
                architecture_count: *library.get(c"nvrtcGetNumSupportedArchs")?,
                architectures: *library.get(c"nvrtcGetSupportedArchs")?,
                create: *library.get(c"nvrtcCreateProgram")?,
                compile: *library.get(c"nvrtcCompileProgram")?,
                log: output(c"nvrtcGetProgramLogSize", c"nvrtcGetProgramLog")?,
                machine: output(c"nvrtcGetCUBINSize", c"nvrtcGetCUBIN")?,
                portable: output(c"nvrtcGetPTXSize", c"nvrtcGetPTX")?,
                destroy: *library.get(c"nvrtcDestroyProgram")?,
            })
        }
    }

    fn check(&self, call: &str, code: Code) -> Result<(), DeviceError> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: every code has a text that lives as long as the library.
        let meaning = unsafe { CStr::from_ptr((self.meaning)(code)) };
        Err(DeviceError::Failed(format!(
            "{call}: {}",
            meaning.to_string_lossy()
        )))
    }
}

impl Nvrtc {
    /// Loads the library named by `BEZZEL_NVRTC`, or an installed one, preferably of the same
    /// major version as the driver.
    pub(crate) fn load(major: u32) -> Result<Self, DeviceError> {
        if let Some(path) = env::var_os(VARIABLE) {
            let library = open(&path).map_err(|error| {
                let path = path.to_string_lossy();
                DeviceError::Failed(format!("cannot load {path}, named by {VARIABLE}: {error}"))
            })?;
            return Self::new(library);
        }
        match names(major)
            .iter()
            .find_map(|name| open(name.as_ref()).ok())
        {
            Some(library) => Self::new(library),
            None => Err(DeviceError::Failed(format!(
                "NVRTC, the run-time compiler of CUDA, not found: set {VARIABLE} to its library"
            ))),
        }
    }

    fn new(library: Library) -> Result<Self, DeviceError> {
        let functions =
            Functions::of(&library).map_err(|error| DeviceError::Failed(error.to_string()))?;
        let (mut major, mut minor, mut count) = (0, 0, 0);
        // SAFETY: the calls write one number each, and the last one writes `count` numbers.
        let known = unsafe {
            functions.check("nvrtcVersion", (functions.version)(&mut major, &mut minor))?;
            let code = (functions.architecture_count)(&mut count);
            functions.check("nvrtcGetNumSupportedArchs", code)?;
            let mut known = vec![0; usize::try_from(count).unwrap_or(0)];
            let code = (functions.architectures)(known.as_mut_ptr());
            functions.check("nvrtcGetSupportedArchs", code)?;
            known
        };
        let architectures = known
            .into_iter()
            .map(|architecture| architecture as u32)
            .collect();
        Ok(Self {
            functions,
            version: (major, minor),
            architectures,
            _library: ManuallyDrop::new(library),
        })
    }

    /// Returns the version, such as `13.0`.
    pub(crate) fn version(&self) -> String {
        format!("{}.{}", self.version.0, self.version.1)
    }

    /// Selects the target for a GPU of this architecture.
    pub(crate) fn target(&self, gpu: u32) -> Result<Target, DeviceError> {
        match self
            .architectures
            .iter()
            .copied()
            .filter(|&known| known <= gpu)
            .max()
        {
            // Machine code runs on all later GPUs of its generation.
            Some(known) if known / 10 == gpu / 10 => Ok(Target::Machine(known)),
            Some(known) => Ok(Target::Portable(known)),
            None => Err(DeviceError::Failed(format!(
                "NVRTC {} does not support sm_{gpu}: use an older version",
                self.version()
            ))),
        }
    }

    /// Compiles and returns a cubin, or zero-terminated PTX, and the log with warnings and
    /// requested information. Errors include the log.
    pub(crate) fn compile(
        &self,
        source: &str,
        target: Target,
        options: &[String],
    ) -> Result<(Vec<u8>, String), DeviceError> {
        let program = Program::new(&self.functions, source)?;
        let architecture = match target {
            Target::Machine(architecture) => format!("--gpu-architecture=sm_{architecture}"),
            Target::Portable(architecture) => format!("--gpu-architecture=compute_{architecture}"),
        };
        let options: Vec<CString> = [architecture, "--std=c++17".to_owned()]
            .iter()
            .chain(options)
            .map(|option| CString::new(option.as_str()).expect("options have no zero bytes"))
            .collect();
        let pointers: Vec<_> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the number of options is that of the pointers, and they live during the call.
        let code = unsafe {
            (self.functions.compile)(program.handle, pointers.len() as c_int, pointers.as_ptr())
        };
        let log = program.bytes("nvrtcGetProgramLog", self.functions.log)?;
        let log = String::from_utf8_lossy(&log)
            .trim_matches(['\0', '\n', ' '])
            .to_owned();
        self.functions
            .check("nvrtcCompileProgram", code)
            .map_err(|fault| DeviceError::Failed(format!("{fault}: {log}")))?;
        let image = match target {
            Target::Machine(_) => program.bytes("nvrtcGetCUBIN", self.functions.machine)?,
            Target::Portable(_) => program.bytes("nvrtcGetPTX", self.functions.portable)?,
        };
        Ok((image, log))
    }
}

struct Program<'c> {
    functions: &'c Functions,
    handle: Handle,
}

impl<'c> Program<'c> {
    fn new(functions: &'c Functions, source: &str) -> Result<Self, DeviceError> {
        let source = CString::new(source).expect("sources have no zero bytes");
        let name = c"kernels.cu".as_ptr();
        let mut handle = ptr::null_mut();
        // SAFETY: both texts are zero-terminated, and there are no headers.
        let code = unsafe {
            (functions.create)(
                &mut handle,
                source.as_ptr(),
                name,
                0,
                ptr::null(),
                ptr::null(),
            )
        };
        functions.check("nvrtcCreateProgram", code)?;
        Ok(Self { functions, handle })
    }

    fn bytes(&self, call: &str, output: Output) -> Result<Vec<u8>, DeviceError> {
        let mut length = 0;
        // SAFETY: the program is live, and the buffer has the returned length.
        unsafe {
            self.functions
                .check(call, (output.length)(self.handle, &mut length))?;
            let mut bytes = vec![0; length];
            self.functions
                .check(call, (output.copy)(self.handle, bytes.as_mut_ptr()))?;
            Ok(bytes)
        }
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: the program is live and not used again.
        unsafe { (self.functions.destroy)(&mut self.handle) };
    }
}

fn open(name: &OsStr) -> Result<Library, libloading::Error> {
    // SAFETY: NVRTC has no initialisers with side effects.
    unsafe { Library::new(name) }
}

/// Returns possible file names of the library, the best first.
fn names(major: u32) -> Vec<String> {
    let majors = [major]
        .into_iter()
        .chain(MAJORS.into_iter().filter(|&other| other != major));
    if cfg!(windows) {
        return majors
            .map(|major| format!("nvrtc64_{}_0.dll", major * 10))
            .collect();
    }
    let folders = ["", "/usr/local/cuda/lib64/", "/opt/cuda/lib64/"];
    let in_folder = |major: u32| {
        // Version 11 has minor versions in its name.
        let suffix = if major == 11 {
            "11.2".to_owned()
        } else {
            major.to_string()
        };
        folders.map(|folder| format!("{folder}libnvrtc.so.{suffix}"))
    };
    majors
        .flat_map(in_folder)
        .chain(folders.map(|folder| format!("{folder}libnvrtc.so")))
        .collect()
}

#[cfg(test)]
mod tests;
