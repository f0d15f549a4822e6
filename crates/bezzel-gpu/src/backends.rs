//! Backends by name: CPU threads, GPUs, or both.

use std::fmt;
use std::str::FromStr;

use bezzel::UnknownName;
use bezzel_count::Error;
use bezzel_count::{Backend, Counter, Engine};

use crate::device::{DeviceError, DeviceInfo};

/// Number of engines per device: one prepares units while the device counts those of the other.
const ENGINES_PER_DEVICE: u32 = 2;

/// Programming interface of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Driver {
    Cuda,
    OpenCl,
}

impl Driver {
    const ALL: [Self; 2] = [Self::Cuda, Self::OpenCl];

    fn name(self) -> &'static str {
        match self {
            Self::Cuda => "cuda",
            Self::OpenCl => "opencl",
        }
    }

    #[cfg(not(feature = "drivers"))]
    fn list(self) -> Result<Vec<DeviceInfo>, DeviceError> {
        Err(DeviceError::Failed(NO_DRIVERS.to_owned()))
    }

    #[cfg(not(feature = "drivers"))]
    fn open(self, _: usize) -> Result<Vec<Box<dyn Engine>>, DeviceError> {
        Err(DeviceError::Failed(NO_DRIVERS.to_owned()))
    }
}

#[cfg(not(feature = "drivers"))]
const NO_DRIVERS: &str = "this build has no GPU backends: build with the feature `gpu`";

/// Finds and opens devices.
#[cfg(feature = "drivers")]
mod drivers {
    use std::sync::Arc;

    use bezzel_count::Engine;

    use super::{Driver, ENGINES_PER_DEVICE};
    use crate::cuda::{self, Cuda};
    use crate::device::{Device, DeviceError, DeviceInfo};
    use crate::engine::{DeviceEngine, SpotCheck};
    use crate::opencl::{self, OpenCl};

    /// Probability that the CPU recounts a unit of a device.
    const SPOT_CHECK_PROBABILITY: f64 = 0.001;

    impl Driver {
        pub(super) fn list(self) -> Result<Vec<DeviceInfo>, DeviceError> {
            match self {
                Self::Cuda => cuda::list(),
                Self::OpenCl => opencl::list(),
            }
        }

        /// Opens the engines of one device.
        pub(super) fn open(self, index: usize) -> Result<Vec<Box<dyn Engine>>, DeviceError> {
            match self {
                Self::Cuda => engines(|| Cuda::open(index)),
                Self::OpenCl => engines(|| OpenCl::open(index)),
            }
        }
    }

    fn engines<D: Device + 'static>(
        open: impl Fn() -> Result<D, DeviceError>,
    ) -> Result<Vec<Box<dyn Engine>>, DeviceError> {
        let wrong = Arc::default();
        let engine = |_| -> Result<Box<dyn Engine>, DeviceError> {
            let spot_check = SpotCheck::new(SPOT_CHECK_PROBABILITY, Arc::clone(&wrong));
            Ok(Box::new(DeviceEngine::new(
                open()?,
                ENGINES_PER_DEVICE,
                spot_check,
            )))
        };
        (0..ENGINES_PER_DEVICE).map(engine).collect()
    }
}

/// Lists all available devices, and an error for each driver that cannot be used.
///
/// ```
/// for device in bezzel_gpu::devices() {
///     match device {
///         Ok(info) => println!("{}: {}", info.backend, info.name),
///         Err(why) => println!("{why}"),
///     }
/// }
/// ```
pub fn devices() -> Vec<Result<DeviceInfo, Error>> {
    let of = |driver: Driver| match driver.list() {
        Ok(devices) => devices.into_iter().map(Ok).collect(),
        Err(fault) => vec![Err(failed(driver.name(), &fault))],
    };
    Driver::ALL.into_iter().flat_map(of).collect()
}

/// One device of a driver, or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DeviceSelector {
    driver: Driver,
    /// Index of the device, from 0; `None` for all.
    index: Option<u32>,
}

/// Set of backends: CPU threads, GPUs, or both.
///
/// Names are those of [`Backend`], and `cuda` or `opencl` for all devices of that driver, or
/// one of them by index, such as `cuda:0`. Commas separate several backends: `cuda,avx512`.
/// OpenCL devices that are CPUs are used only by index, or if OpenCL offers no other device.
///
/// ```
/// use bezzel_gpu::BackendSet;
/// let both: BackendSet = "cuda:0,portable".parse()?;
/// assert_eq!(both.to_string(), "cuda:0,portable");
/// assert!(both.has_devices() && both.cpu().is_some());
/// assert_eq!("gpu".parse::<BackendSet>().unwrap_err().to_string(),
///     "unknown backend 'gpu': expected portable, neon, avx2, avx512, cuda, cuda:0, opencl, opencl:0 \
///      (or another index), or several separated by commas, each device once and one CPU backend");
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendSet {
    cpu: Option<Backend>,
    devices: Vec<DeviceSelector>,
}

impl BackendSet {
    /// Returns the names of all CPU backends, then those of the drivers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let cpu = Backend::ALL.map(Backend::name).into_iter();
        cpu.chain(Driver::ALL.map(Driver::name))
    }

    /// Returns the fastest CPU backend of this machine.
    pub fn detect() -> Self {
        Backend::detect().into()
    }

    /// Returns the CPU backend, if the set contains one.
    pub fn cpu(&self) -> Option<Backend> {
        self.cpu
    }

    /// Returns `true` if the set contains CUDA devices.
    pub fn uses_cuda(&self) -> bool {
        let mut selectors = self.devices.iter();
        selectors.any(|selector| selector.driver == Driver::Cuda)
    }

    /// Returns `true` if the set contains devices of a driver.
    pub fn has_devices(&self) -> bool {
        !self.devices.is_empty()
    }

    /// Returns the number of engines that [`engines`](Self::engines) would open. Opens none.
    ///
    /// # Errors
    ///
    /// Those of a missing backend or device.
    pub fn count_engines(&self, threads: u32) -> Result<u32, Error> {
        let mut engines = 0;
        for selector in &self.devices {
            engines += selector.check()?.len() as u32 * ENGINES_PER_DEVICE;
        }
        if let Some(backend) = self.cpu {
            Counter::new(backend)?;
            engines += threads;
        }
        Ok(engines)
    }

    /// Opens all backends: two engines per device, of which one prepares units while the device
    /// counts those of the other, and one engine per CPU thread if the set contains a CPU
    /// backend.
    ///
    /// # Errors
    ///
    /// [`Error::Device`] if a named device does not exist or fails; [`Error::MissingBackend`]
    /// if this CPU does not support the named backend.
    pub fn engines(&self, threads: u32) -> Result<Vec<Box<dyn Engine>>, Error> {
        let mut engines: Vec<Box<dyn Engine>> = Vec::new();
        for selector in &self.devices {
            for index in selector.find()? {
                let opened = selector.driver.open(index).map_err(|fault| {
                    failed(&format!("{}:{index}", selector.driver.name()), &fault)
                })?;
                engines.extend(opened);
            }
        }
        if let Some(backend) = self.cpu {
            for _ in 0..threads {
                engines.push(Box::new(Counter::new(backend)?));
            }
        }
        Ok(engines)
    }
}

impl From<Backend> for BackendSet {
    fn from(backend: Backend) -> Self {
        Self {
            cpu: Some(backend),
            devices: Vec::new(),
        }
    }
}

fn failed(name: &str, fault: &DeviceError) -> Error {
    Error::Device {
        name: name.to_owned(),
        what: fault.to_string(),
    }
}

impl DeviceSelector {
    /// Returns the indices of the selected devices. CPU devices are used only if there is no
    /// other.
    fn find(self) -> Result<Vec<usize>, Error> {
        if let Some(index) = self.index {
            return Ok(vec![index as usize]);
        }
        let name = self.driver.name();
        let all = self.driver.list().map_err(|fault| failed(name, &fault))?;
        let of_kind = |is_cpu: bool| -> Vec<usize> {
            let devices = (0..).zip(&all);
            devices
                .filter(|(_, info)| info.is_cpu == is_cpu)
                .map(|(index, _)| index)
                .collect()
        };
        let found = Some(of_kind(false)).filter(|devices| !devices.is_empty());
        let found = found.unwrap_or_else(|| of_kind(true));
        if found.is_empty() {
            let none = DeviceError::Failed("no device found".to_owned());
            return Err(failed(name, &none));
        }
        Ok(found)
    }

    /// Returns the indices of the selected devices, which exist.
    fn check(self) -> Result<Vec<usize>, Error> {
        let found = self.find()?;
        let Some(index) = self.index else {
            return Ok(found);
        };
        let name = format!("{}:{index}", self.driver.name());
        let all = self.driver.list().map_err(|fault| failed(&name, &fault))?;
        if (index as usize) < all.len() {
            return Ok(found);
        }
        let missing = format!("expected an index below {}, found {index}", all.len());
        Err(failed(&name, &DeviceError::Failed(missing)))
    }

    fn named(name: &str) -> Option<Self> {
        let (driver, index) = match name.split_once(':') {
            Some((driver, index)) => (driver, Some(index)),
            None => (name, None),
        };
        let driver = Driver::ALL.into_iter().find(|one| one.name() == driver)?;
        let number = |index: &str| {
            let digits = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
            index.parse().ok().filter(|_| digits)
        };
        let index = match index {
            Some(index) => Some(number(index)?),
            None => None,
        };
        Some(Self { driver, index })
    }
}

impl FromStr for BackendSet {
    type Err = Error;

    fn from_str(names: &str) -> Result<Self, Error> {
        let mut backends = Self {
            cpu: None,
            devices: Vec::new(),
        };
        for name in names.split(',').map(str::trim) {
            let cpu = Backend::ALL.into_iter().find(|one| one.name() == name);
            let selector = DeviceSelector::named(name);
            let is_repeated = cpu.is_some() && backends.cpu.is_some()
                || selector.is_some_and(|selector| backends.overlaps(selector));
            match (cpu, selector) {
                _ if is_repeated => return Err(unknown(names, false)),
                (Some(cpu), _) => backends.cpu = Some(cpu),
                (_, Some(selector)) => backends.devices.push(selector),
                _ => return Err(unknown(name, true)),
            }
        }
        Ok(backends)
    }
}

impl BackendSet {
    /// Returns `true` if `other` selects a device of this set again.
    fn overlaps(&self, other: DeviceSelector) -> bool {
        self.devices.iter().any(|selector| {
            selector.driver == other.driver
                && (selector.index.is_none()
                    || other.index.is_none()
                    || selector.index == other.index)
        })
    }
}

/// Creates the error for an unknown name, with a suggestion if it is a `single` one.
fn unknown(name: &str, single: bool) -> Error {
    let devices = Driver::ALL.map(Driver::name);
    let devices = devices.map(|name| format!("{name}, {name}:0"));
    let error = UnknownName {
        kind: "backend",
        name: name.to_owned(),
        suggestion: single
            .then(|| UnknownName::nearest(name, BackendSet::names()))
            .flatten(),
        accepted: format!(
            "{}, {} (or another index), or several separated by commas, each device once and one CPU \
             backend",
            Backend::ALL.map(Backend::name).join(", "),
            devices.join(", "),
        ),
    };
    error.into()
}

impl fmt::Display for BackendSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let devices = self.devices.iter().map(|selector| match selector.index {
            Some(index) => format!("{}:{index}", selector.driver.name()),
            None => selector.driver.name().to_owned(),
        });
        let cpu = self.cpu.map(|backend| backend.name().to_owned());
        let names: Vec<String> = devices.chain(cpu).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for names in ["portable", "cuda", "cuda:1,opencl:0,avx2", "opencl"] {
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
            "opencl:1,opencl:1",
        ] {
            let error = names.parse::<BackendSet>().unwrap_err().to_string();
            assert!(error.starts_with("unknown backend '"), "{names}: {error}");
        }
        for (name, meant) in [("CUDA", "cuda"), ("axv2", "avx2"), ("cuda,opncl", "opencl")] {
            let near = name.parse::<BackendSet>().unwrap_err().to_string();
            assert!(near.contains(&format!("did you mean '{meant}'?")), "{near}");
        }
    }

    #[test]
    fn engines_are_counted_without_opening_them() {
        for (names, threads) in [("portable", 0), ("portable", 3), ("opencl,portable", 2)] {
            let backends: BackendSet = names.parse().unwrap();
            let opened = backends
                .engines(threads)
                .map(|engines| engines.len() as u32);
            assert_eq!(opened.ok(), backends.count_engines(threads).ok(), "{names}");
        }
    }

    #[test]
    fn a_missing_device_is_an_error() {
        for names in ["cuda:4000000", "opencl:4000000"] {
            let backends: BackendSet = names.parse().unwrap();
            for error in [backends.engines(1).err(), backends.count_engines(1).err()] {
                let error = error.expect("no machine has that many devices").to_string();
                assert!(error.starts_with(&format!("{names}: ")), "{error}");
            }
        }
    }
}
