//! What counts, by name: threads of the processor, cards, or both.

use std::fmt;
use std::str::FromStr;

use bezzel::UnknownName;
use bezzel_count::Error;
use bezzel_count::{Backend, Counter, Engine};

use crate::device::{DeviceError, DeviceInfo};

/// The way to a card.
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
const NO_DRIVERS: &str = "this build has no GPU backends: build it with the feature `gpu`";

/// Finds and opens devices.
#[cfg(feature = "drivers")]
mod drivers {
    use std::sync::Arc;

    use bezzel_count::Engine;

    use super::Driver;
    use crate::cuda::{self, Cuda};
    use crate::device::{Device, DeviceError, DeviceInfo};
    use crate::engine::{DeviceEngine, SpotCheck};
    use crate::opencl::{self, OpenCl};

    /// The part of the units of a card that the processor counts again.
    const SPOT_CHECK_PROBABILITY: f64 = 0.001;

    /// Engines for one card: one prepares its units while the other's are counted.
    const ENGINES_PER_DEVICE: u32 = 2;

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
            let recount = SpotCheck::new(SPOT_CHECK_PROBABILITY, Arc::clone(&wrong));
            Ok(Box::new(DeviceEngine::new(
                open()?,
                ENGINES_PER_DEVICE,
                recount,
            )))
        };
        (0..ENGINES_PER_DEVICE).map(engine).collect()
    }
}

/// All cards that there are, and why a driver has none.
///
/// ```
/// for card in bezzel_gpu::cards() {
///     match card {
///         Ok(about) => println!("{}: {}", about.backend, about.card),
///         Err(why) => println!("{why}"),
///     }
/// }
/// ```
pub fn cards() -> Vec<Result<DeviceInfo, Error>> {
    let of = |driver: Driver| match driver.list() {
        Ok(cards) => cards.into_iter().map(Ok).collect(),
        Err(fault) => vec![Err(failed(driver.name(), &fault))],
    };
    Driver::ALL.into_iter().flat_map(of).collect()
}

/// Cards of one driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DeviceSelector {
    driver: Driver,
    /// One of them, from 0, or all.
    index: Option<u32>,
}

/// What counts units: threads with one vector unit, cards, or both at once.
///
/// Names are those of [`Backend`], and `cuda` or `opencl` for all cards of that driver, or one
/// of them, counted from 0: `cuda:0`. Several are joined by commas: `cuda,avx512`. Processors to
/// which OpenCL leads are taken if they are named, or if OpenCL has nothing else.
///
/// ```
/// use bezzel_gpu::BackendSet;
/// let both: BackendSet = "cuda:0,portable".parse()?;
/// assert_eq!(both.to_string(), "cuda:0,portable");
/// assert!(both.has_cards());
/// assert_eq!("gpu".parse::<BackendSet>().unwrap_err().to_string(),
///     "unknown backend 'gpu': accepted are portable, avx2, avx512, cuda, cuda:0, opencl, opencl:0 \
///      (or any other number), or several with commas, each card once and one of the processor");
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackendSet {
    processor: Option<Backend>,
    cards: Vec<DeviceSelector>,
}

impl BackendSet {
    /// The fastest vector unit of this processor.
    pub fn detect() -> Self {
        Backend::detect().into()
    }

    /// The vector unit of the processor, if that counts too.
    pub fn processor(&self) -> Option<Backend> {
        self.processor
    }

    /// Returns whether CUDA devices are among them.
    pub fn uses_cuda(&self) -> bool {
        self.cards.iter().any(|cards| cards.driver == Driver::Cuda)
    }

    /// Whether cards are among them.
    pub fn has_cards(&self) -> bool {
        !self.cards.is_empty()
    }

    /// Opens all of them: two engines for each card, of which one prepares units while the card
    /// counts those of the other, and then one for each of `threads` threads of the processor,
    /// if that is among them.
    ///
    /// Fails with [`Error::Device`] if a card that was named is not there, and with
    /// [`Error::MissingBackend`] if the processor lacks what was named.
    pub fn engines(&self, threads: u32) -> Result<Vec<Box<dyn Engine>>, Error> {
        let mut engines: Vec<Box<dyn Engine>> = Vec::new();
        for cards in &self.cards {
            for index in cards.find()? {
                let opened = cards
                    .driver
                    .open(index)
                    .map_err(|fault| failed(&format!("{}:{index}", cards.driver.name()), &fault))?;
                engines.extend(opened);
            }
        }
        if let Some(backend) = self.processor {
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
            processor: Some(backend),
            cards: Vec::new(),
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
    /// The numbers of these cards. What is only a processor is taken if there is nothing else.
    fn find(self) -> Result<Vec<usize>, Error> {
        if let Some(index) = self.index {
            return Ok(vec![index as usize]);
        }
        let name = self.driver.name();
        let all = self.driver.list().map_err(|fault| failed(name, &fault))?;
        let cards = |processor: bool| -> Vec<usize> {
            let cards = (0..).zip(&all);
            cards
                .filter(|(_, about)| about.processor == processor)
                .map(|(index, _)| index)
                .collect()
        };
        let found = Some(cards(false)).filter(|cards| !cards.is_empty());
        let found = found.unwrap_or_else(|| cards(true));
        if found.is_empty() {
            let none = DeviceError::Failed("there is no card".to_owned());
            return Err(failed(name, &none));
        }
        Ok(found)
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
            processor: None,
            cards: Vec::new(),
        };
        for name in names.split(',').map(str::trim) {
            let processor = Backend::ALL.into_iter().find(|one| one.name() == name);
            let cards = DeviceSelector::named(name);
            let twice = processor.is_some() && backends.processor.is_some()
                || cards.is_some_and(|cards| backends.overlaps(cards));
            match (processor, cards) {
                _ if twice => return Err(unknown(names, false)),
                (Some(processor), _) => backends.processor = Some(processor),
                (_, Some(cards)) => backends.cards.push(cards),
                _ => return Err(unknown(name, true)),
            }
        }
        Ok(backends)
    }
}

impl BackendSet {
    /// Whether a card would be named twice.
    fn overlaps(&self, other: DeviceSelector) -> bool {
        self.cards.iter().any(|cards| {
            cards.driver == other.driver
                && (cards.index.is_none() || other.index.is_none() || cards.index == other.index)
        })
    }
}

/// A name that is none, and what it may be meant for if it is a single one.
fn unknown(name: &str, single: bool) -> Error {
    let names = Backend::ALL.map(Backend::name).into_iter();
    let names = names.chain(Driver::ALL.map(Driver::name));
    let error = UnknownName {
        kind: "backend",
        name: name.to_owned(),
        suggestion: single.then(|| UnknownName::nearest(name, names)).flatten(),
        accepted: "portable, avx2, avx512, cuda, cuda:0, opencl, opencl:0 (or any other number), \
                   or several with commas, each card once and one of the processor"
            .to_owned(),
    };
    error.into()
}

impl fmt::Display for BackendSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.cards.iter().map(|cards| match cards.index {
            Some(index) => format!("{}:{index}", cards.driver.name()),
            None => cards.driver.name().to_owned(),
        });
        let processor = self.processor.map(|backend| backend.name().to_owned());
        let names: Vec<String> = cards.chain(processor).collect();
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
    fn a_card_that_is_not_there_is_an_error() {
        for names in ["cuda:4000000", "opencl:4000000"] {
            let error = names.parse::<BackendSet>().unwrap().engines(1);
            let error = error
                .err()
                .expect("no machine has so many cards")
                .to_string();
            assert!(error.starts_with(&format!("{names}: ")), "{error}");
        }
    }
}
