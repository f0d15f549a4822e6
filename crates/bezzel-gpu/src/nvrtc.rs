//! NVIDIA's compiler, as a library that is looked for at run time. It needs no card.

use std::env;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::ptr;

use libloading::Library;

use crate::device::DeviceError;

/// The library to take, if it is set.
const VARIABLE: &str = "BEZZEL_NVRTC";
/// Versions of the library that have all that is asked of it, the latest first.
const MAJORS: [u32; 3] = [13, 12, 11];

/// The compiler.
pub(crate) struct Nvrtc {
    functions: Functions,
    version: (i32, i32),
    architectures: Vec<u32>,
    // After the functions that are in it.
    _library: Library,
}

/// What a compilation is for; 90 is `sm_90`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Machine code for this architecture.
    Machine(u32),
    /// PTX, which the driver turns into machine code for a card that the compiler does not know.
    Portable(u32),
}

type Handle = *mut c_void;
type Code = c_int;
type Text = *const c_char;

/// What nvrtc.h declares.
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

/// One function tells how long something is, the other one copies it.
#[derive(Clone, Copy)]
struct Output {
    length: unsafe extern "C" fn(Handle, *mut usize) -> Code,
    copy: unsafe extern "C" fn(Handle, *mut u8) -> Code,
}

impl Functions {
    fn of(library: &Library) -> Result<Self, libloading::Error> {
        // SAFETY: these are the functions of nvrtc.h, and the fields have their types.
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
        // SAFETY: every code has a text, which lives as long as the library.
        let meaning = unsafe { CStr::from_ptr((self.meaning)(code)) };
        Err(DeviceError::Failed(format!(
            "{call}: {}",
            meaning.to_string_lossy()
        )))
    }
}

impl Nvrtc {
    /// Loads the library that `BEZZEL_NVRTC` names, or else one that is installed, if possible of
    /// the same major version as the driver.
    pub(crate) fn load(major: u32) -> Result<Self, DeviceError> {
        if let Some(path) = env::var_os(VARIABLE) {
            let library = open(&path).map_err(|error| {
                let path = path.to_string_lossy();
                DeviceError::Failed(format!(
                    "{VARIABLE} names {path}, which cannot be loaded: {error}"
                ))
            })?;
            return Self::new(library);
        }
        match names(major)
            .iter()
            .find_map(|name| open(name.as_ref()).ok())
        {
            Some(library) => Self::new(library),
            None => Err(DeviceError::Failed(format!(
                "NVRTC, the compiler of CUDA, is not installed; {VARIABLE} may name its library"
            ))),
        }
    }

    fn new(library: Library) -> Result<Self, DeviceError> {
        let functions =
            Functions::of(&library).map_err(|error| DeviceError::Failed(error.to_string()))?;
        let (mut major, mut minor, mut count) = (0, 0, 0);
        // SAFETY: the calls fill one number each, and then as many as they told.
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
            _library: library,
        })
    }

    /// `13.0`.
    pub(crate) fn version(&self) -> String {
        format!("{}.{}", self.version.0, self.version.1)
    }

    /// How to compile for a card of this architecture.
    pub(crate) fn target(&self, card: u32) -> Result<Target, DeviceError> {
        match self
            .architectures
            .iter()
            .copied()
            .filter(|&known| known <= card)
            .max()
        {
            // Machine code runs on all later cards of its generation.
            Some(known) if known / 10 == card / 10 => Ok(Target::Machine(known)),
            Some(known) => Ok(Target::Portable(known)),
            None => Err(DeviceError::Failed(format!(
                "NVRTC {} compiles for no card as old as sm_{card}",
                self.version()
            ))),
        }
    }

    /// Compiles, and gives a cubin, or PTX with a zero byte at its end, and the log: warnings and
    /// what options ask for. The error has the log in it.
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
        // SAFETY: there are as many options as told, and they live during the call.
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

/// A source on its way.
struct Program<'c> {
    functions: &'c Functions,
    handle: Handle,
}

impl<'c> Program<'c> {
    fn new(functions: &'c Functions, source: &str) -> Result<Self, DeviceError> {
        let source = CString::new(source).expect("sources have no zero bytes");
        let name = c"kernels.cu".as_ptr();
        let mut handle = ptr::null_mut();
        // SAFETY: both texts end with zero, and there are no headers.
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
        // SAFETY: the program is live, and there is room for the length that was told.
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
        // SAFETY: the program is live and is not used again.
        unsafe { (self.functions.destroy)(&mut self.handle) };
    }
}

fn open(name: &OsStr) -> Result<Library, libloading::Error> {
    // SAFETY: loading NVRTC has no effect but its being loaded.
    unsafe { Library::new(name) }
}

/// What the library may be called, the best first.
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
        // Version 11 counts its minor versions as well.
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
