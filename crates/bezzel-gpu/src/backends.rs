//! Backends by name: CPU threads, GPUs, or both.

use std::fmt;
use std::str::FromStr;

use bezzel::UnknownName;
use bezzel_count::Error;
use bezzel_count::{Backend, Counter, Engine};

use crate::device::{DeviceError, DeviceInfo};

/// Backend name of all GPUs; a colon and an index follow for one of them.
const CUDA: &str = "cuda";

#[cfg(not(feature = "drivers"))]
mod driver {
    use bezzel_count::Engine;

    use crate::device::{DeviceError, DeviceInfo};

    const NO_DRIVERS: &str = "this build has no GPU backends: build with the feature `gpu`";

    pub(super) fn list() -> Result<Vec<DeviceInfo>, DeviceError> {
        Err(DeviceError::Failed(NO_DRIVERS.to_owned()))
    }

    pub(super) fn open(_: usize) -> Result<Vec<Box<dyn Engine>>, DeviceError> {
        Err(DeviceError::Failed(NO_DRIVERS.to_owned()))
    }
}

#[cfg(feature = "drivers")]
mod driver {
    use std::sync::Arc;

    use bezzel_count::Engine;

    use crate::cuda::Cuda;
    pub(super) use crate::cuda::list;
    use crate::device::DeviceError;
    use crate::engine::{DeviceEngine, SpotCheck};

    /// Number of engines per device: while the device counts for one, the others prepare units.
    const ENGINES_PER_DEVICE: u32 = 3;

    /// Probability that the CPU recounts a unit of a device.
    const SPOT_CHECK_PROBABILITY: f64 = 0.001;

    /// Opens the engines of one device.
    pub(super) fn open(index: usize) -> Result<Vec<Box<dyn Engine>>, DeviceError> {
        let (wrong, turn) = (Arc::default(), Arc::default());
        let engine = |_| -> Result<Box<dyn Engine>, DeviceError> {
            let spot_check = SpotCheck::new(SPOT_CHECK_PROBABILITY, Arc::clone(&wrong));
            let device = Cuda::open(index)?;
            Ok(Box::new(DeviceEngine::new(
                device,
                ENGINES_PER_DEVICE,
                spot_check,
                Arc::clone(&turn),
            )))
        };
        (0..ENGINES_PER_DEVICE).map(engine).collect()
    }
}

/// Lists the GPUs of this machine.
///
/// ```
/// match bezzel_gpu::devices() {
///     Ok(devices) => devices.iter().for_each(|info| println!("{}: {}", info.kind, info.name)),
///     Err(why) => println!("{why}"),
/// }
/// ```
///
/// # Errors
///
/// [`Error::Device`] if the driver cannot be used.
pub fn devices() -> Result<Vec<DeviceInfo>, Error> {
    driver::list().map_err(|fault| failed(CUDA, &fault))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GpuSelector {
    /// Index of the GPU, from 0; `None` for all.
    index: Option<u32>,
}

/// Set of backends: CPU threads, GPUs, or both.
///
/// The names are the names of [`Backend`], `cuda` for all GPUs, and `cuda` with an index, such as
/// `cuda:0`. Commas separate several backends: `cuda,avx512`.
///
/// ```
/// use bezzel_gpu::BackendSet;
/// let both: BackendSet = "cuda:0,portable".parse()?;
/// assert_eq!(both.to_string(), "cuda:0,portable");
/// assert!(both.has_devices() && both.cpu().is_some());
/// assert_eq!("gpu".parse::<BackendSet>().unwrap_err().to_string(),
///     "unknown backend 'gpu': expected portable, neon, avx2, avx512, cuda, cuda:0 (or another index), \
///      or several separated by commas, each device once and one CPU backend");
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendSet {
    cpu: Option<Backend>,
    gpus: Vec<GpuSelector>,
}

impl BackendSet {
    /// Returns the names of all CPU backends, then that of all GPUs.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Backend::ALL.map(Backend::name).into_iter().chain([CUDA])
    }

    /// Returns the fastest CPU backend of this machine.
    pub fn detect() -> Self {
        Backend::detect().into()
    }

    /// Returns the CPU backend, if the set contains one.
    pub fn cpu(&self) -> Option<Backend> {
        self.cpu
    }

    /// Returns `true` if the set contains GPUs.
    pub fn has_devices(&self) -> bool {
        !self.gpus.is_empty()
    }

    /// Checks that all backends exist. Opens no device.
    ///
    /// # Errors
    ///
    /// The error of a missing backend or device.
    pub fn check(&self) -> Result<(), Error> {
        for selector in &self.gpus {
            selector.check()?;
        }
        self.cpu.map_or(Ok(()), |cpu| Counter::new(cpu).map(drop))
    }

    /// Opens all backends: three engines per GPU, which prepare units in turn while the GPU counts,
    /// and one engine per CPU thread if the set contains a CPU backend.
    ///
    /// # Errors
    ///
    /// [`Error::Device`] if a named GPU does not exist or fails; [`Error::MissingBackend`] if this
    /// CPU does not support the named backend.
    pub fn engines(&self, threads: u32) -> Result<Vec<Box<dyn Engine>>, Error> {
        let mut engines: Vec<Box<dyn Engine>> = Vec::new();
        for selector in &self.gpus {
            for index in selector.find()? {
                let opened = driver::open(index);
                engines.extend(opened.map_err(|fault| failed(&format!("{CUDA}:{index}"), &fault))?);
            }
        }
        if let Some(backend) = self.cpu {
            for _ in 0..threads {
                engines.push(Box::new(Counter::new(backend)?));
            }
        }
        Ok(engines)
    }

    /// Returns `true` if `other` selects a GPU of this set again.
    fn overlaps(&self, other: GpuSelector) -> bool {
        self.gpus.iter().any(|selector| {
            selector.index.is_none() || other.index.is_none() || selector.index == other.index
        })
    }
}

impl From<Backend> for BackendSet {
    fn from(backend: Backend) -> Self {
        Self {
            cpu: Some(backend),
            gpus: Vec::new(),
        }
    }
}

fn failed(name: &str, fault: &DeviceError) -> Error {
    Error::Device {
        name: name.to_owned(),
        what: fault.to_string(),
    }
}

impl GpuSelector {
    /// Returns the indices of the selected GPUs.
    fn find(self) -> Result<Vec<usize>, Error> {
        if let Some(index) = self.index {
            return Ok(vec![index as usize]);
        }
        match devices()?.len() {
            0 => {
                let none = DeviceError::Failed("no device found".to_owned());
                Err(failed(CUDA, &none))
            }
            count => Ok((0..count).collect()),
        }
    }

    /// Checks that the selected GPUs exist.
    fn check(self) -> Result<(), Error> {
        if let Some(index) = self.index {
            let name = self.to_string();
            let all = driver::list().map_err(|fault| failed(&name, &fault))?;
            if index as usize >= all.len() {
                let missing = format!("expected an index below {}, found {index}", all.len());
                return Err(failed(&name, &DeviceError::Failed(missing)));
            }
        }
        self.find().map(drop)
    }

    fn named(name: &str) -> Option<Self> {
        let rest = name.strip_prefix(CUDA)?;
        if rest.is_empty() {
            return Some(Self { index: None });
        }
        let digits = rest.strip_prefix(':')?;
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let index = digits.parse().ok().filter(|_| is_number)?;
        Some(Self { index: Some(index) })
    }
}

impl fmt::Display for GpuSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "{CUDA}:{index}"),
            None => f.write_str(CUDA),
        }
    }
}

impl FromStr for BackendSet {
    type Err = Error;

    fn from_str(names: &str) -> Result<Self, Error> {
        let mut backends = Self {
            cpu: None,
            gpus: Vec::new(),
        };
        for name in names.split(',').map(str::trim) {
            let cpu = Backend::ALL.into_iter().find(|one| one.name() == name);
            let selector = GpuSelector::named(name);
            let is_repeated = cpu.is_some() && backends.cpu.is_some()
                || selector.is_some_and(|selector| backends.overlaps(selector));
            match (cpu, selector) {
                _ if is_repeated => return Err(unknown(names, false)),
                (Some(cpu), _) => backends.cpu = Some(cpu),
                (_, Some(selector)) => backends.gpus.push(selector),
                _ => return Err(unknown(name, true)),
            }
        }
        Ok(backends)
    }
}

/// Creates the error for an unknown name, with a suggestion if it is a `single` one.
fn unknown(name: &str, single: bool) -> Error {
    let nearest = || UnknownName::nearest(name, BackendSet::names());
    let error = UnknownName {
        kind: "backend",
        name: name.to_owned(),
        suggestion: single.then(nearest).flatten(),
        accepted: format!(
            "{}, {CUDA}, {CUDA}:0 (or another index), or several separated by commas, each device once \
             and one CPU backend",
            Backend::ALL.map(Backend::name).join(", "),
        ),
    };
    error.into()
}

/// The names, the GPUs first.
impl fmt::Display for BackendSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gpus = self.gpus.iter().map(GpuSelector::to_string);
        let cpu = self.cpu.map(|backend| backend.name().to_owned());
        f.write_str(&gpus.chain(cpu).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for names in ["portable", "cuda", "cuda:1,cuda:0,avx2"] {
            assert_eq!(names.parse::<BackendSet>().unwrap().to_string(), names);
        }
        let mixed: BackendSet = "avx2, cuda:3".parse().unwrap();
        assert_eq!(mixed.to_string(), "cuda:3,avx2");
    }

    #[test]
    fn other_names_are_refused() {
        for names in [
            "",
            ",",
            "cuda,",
            "cuda:",
            "cuda:x",
            "cuda:-1",
            "cuda:+1",
            "cuda:99999999999",
            "gpu",
            "avx2,portable",
            "cuda,cuda:0",
            "cuda:1,cuda:1",
            "cudax",
        ] {
            let error = names.parse::<BackendSet>().unwrap_err().to_string();
            assert!(error.starts_with("unknown backend '"), "{names}: {error}");
        }
        for (name, meant) in [("CUDA", "cuda"), ("axv2", "avx2"), ("avx2,cdua", "cuda")] {
            let near = name.parse::<BackendSet>().unwrap_err().to_string();
            assert!(near.contains(&format!("did you mean '{meant}'?")), "{near}");
        }
    }

    #[test]
    fn a_missing_device_is_an_error() {
        let backends: BackendSet = "cuda:4000000".parse().unwrap();
        for error in [backends.engines(1).err(), backends.check().err()] {
            let error = error.expect("no machine has that many devices").to_string();
            assert!(error.starts_with("cuda:4000000: "), "{error}");
        }
    }
}
