//! The CPU backends: their names, and the features of the CPU that they need. Nothing else in the
//! workspace lists the names or detects features.

use std::fmt;
use std::str::FromStr;

use bezzel::UnknownName;

use super::Kernels;
use crate::Error;

/// A CPU backend: the set of vector instructions that the kernels use. All backends give the same
/// results and work counters.
///
/// ```
/// use bezzel_count::Backend;
/// let backend: Backend = "portable".parse()?;
/// assert!(backend.is_available());
/// let all = Backend::ALL.into_iter().filter(|backend| backend.is_available());
/// assert_eq!(all.last(), Some(Backend::detect()));
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Plain Rust, on every CPU; in WebAssembly, in modules without vector instructions.
    Portable,
    /// 128-bit vectors of WebAssembly, in modules that are compiled with this feature.
    #[cfg(target_arch = "wasm32")]
    Simd128,
    /// 128-bit vectors: all ARM CPUs with 64 bits.
    Neon,
    /// 256-bit vectors: x86-64 CPUs from 2013 on.
    Avx2,
    /// 512-bit vectors: x86-64 servers from 2017 on. BITALG, VBMI and GFNI (all three from
    /// 2019 on), are used if the CPU has them.
    Avx512,
}

/// A feature of CPUs: the first one of a backend is the architecture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuFeature {
    /// Its name, such as `avx512bw`.
    pub name: &'static str,
    /// True if this CPU has it.
    pub is_present: bool,
}

/// Returns features of an architecture, and whether this CPU has them.
macro_rules! features {
    ($architecture:literal = $name:literal, $detect:ident: $($feature:tt)*) => {
        vec![
            CpuFeature {
                name: $name,
                is_present: cfg!(target_arch = $architecture),
            },
            $(CpuFeature {
                name: $feature,
                is_present: {
                    #[cfg(target_arch = $architecture)]
                    let is_present = std::arch::$detect!($feature);
                    #[cfg(not(target_arch = $architecture))]
                    let is_present = false;
                    is_present
                },
            },)*
        ]
    };
}

impl Backend {
    /// All backends, from the simplest to the fastest of each kind of machine.
    #[cfg(not(target_arch = "wasm32"))]
    pub const ALL: [Backend; 4] = [
        Backend::Portable,
        Backend::Neon,
        Backend::Avx2,
        Backend::Avx512,
    ];

    /// All backends of this kind of machine, from the simplest to the fastest.
    #[cfg(target_arch = "wasm32")]
    pub const ALL: [Backend; 2] = [Backend::Portable, Backend::Simd128];

    /// Returns the name, as in `--backend` and in results.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Portable => "portable",
            #[cfg(target_arch = "wasm32")]
            Backend::Simd128 => "simd128",
            Backend::Neon => "neon",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
        }
    }

    /// Returns the backends of this architecture, from the simplest to the fastest, also those whose
    /// features this CPU lacks.
    pub fn of_this_architecture() -> impl Iterator<Item = Backend> + Clone {
        Self::ALL.into_iter().filter(|one| {
            let features = one.features();
            features.first().is_none_or(|first| first.is_present)
        })
    }

    /// Returns the architecture and the features that the backend needs. `portable` needs none, but a
    /// WebAssembly module with vector instructions does not contain it.
    pub fn features(self) -> Vec<CpuFeature> {
        match self {
            #[cfg(all(
                target_arch = "wasm32",
                target_feature = "simd128",
                not(debug_assertions)
            ))]
            Backend::Portable => vec![CpuFeature {
                name: "a module without vector instructions",
                is_present: false,
            }],
            #[allow(unreachable_patterns, reason = "it is not in some modules")]
            Backend::Portable => Vec::new(),
            #[cfg(target_arch = "wasm32")]
            Backend::Simd128 => vec![CpuFeature {
                name: "simd128",
                is_present: cfg!(target_feature = "simd128"),
            }],
            Backend::Neon => features!("aarch64" = "aarch64", is_aarch64_feature_detected: "neon"),
            Backend::Avx2 => features!("x86_64" = "x86-64", is_x86_feature_detected:
                "avx2" "bmi1" "bmi2" "popcnt"),
            Backend::Avx512 => features!("x86_64" = "x86-64", is_x86_feature_detected:
                "avx2" "bmi1" "bmi2" "popcnt" "avx512f" "avx512bw" "avx512vl"),
        }
    }

    /// Returns the features that make the backend faster if the CPU has all of them.
    pub fn more_features(self) -> Vec<CpuFeature> {
        let mut features = match self {
            Backend::Avx512 => features!("x86_64" = "x86-64", is_x86_feature_detected:
                "avx512bitalg" "avx512vbmi" "gfni"),
            _ => return Vec::new(),
        };
        features.remove(0);
        features
    }

    /// Returns the needed features that this CPU does not have: only the architecture if it is
    /// another one.
    pub fn missing_features(self) -> Vec<&'static str> {
        let features = self.features();
        let is_other = features.first().is_some_and(|first| !first.is_present);
        let missing = features.iter().filter(|feature| !feature.is_present);
        let missing = missing.map(|feature| feature.name);
        missing
            .take(if is_other { 1 } else { usize::MAX })
            .collect()
    }

    /// Returns the fastest backend that this CPU supports.
    pub fn detect() -> Backend {
        Self::ALL
            .into_iter()
            .rev()
            .find(|backend| backend.is_available())
            .unwrap_or(Backend::Portable)
    }

    /// Returns whether this CPU has the features that the backend needs.
    pub fn is_available(self) -> bool {
        !self.variants().is_empty()
    }

    /// Returns the fastest kernels. Fails with [`Error::MissingBackend`] if the CPU lacks the features.
    pub(crate) fn kernels(self) -> Result<Kernels, Error> {
        let found = self.variants().into_iter().next();
        found.ok_or_else(|| Error::MissingBackend {
            name: self.name(),
            missing: self.missing_features().join(", "),
        })
    }

    /// Returns all kernels of this backend that the CPU supports, the fastest first.
    pub(crate) fn variants(self) -> Vec<Kernels> {
        if !self.missing_features().is_empty() {
            return Vec::new();
        }
        match self {
            #[cfg(any(
                debug_assertions,
                not(all(target_arch = "wasm32", target_feature = "simd128"))
            ))]
            Backend::Portable => vec![super::portable::KERNELS],
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => vec![super::simd128::KERNELS],
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Backend::Neon => vec![super::neon::KERNELS],
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => vec![super::avx2::KERNELS],
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                let mut found = vec![super::avx512::plain::KERNELS];
                if self.more_features().iter().all(|one| one.is_present) {
                    found.insert(0, super::avx512::KERNELS);
                }
                found
            }
            // What this module does not have.
            #[allow(unreachable_patterns, reason = "no other backend on some targets")]
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let names = Self::ALL.map(|backend| (backend.name(), backend));
        Ok(UnknownName::find("backend", name, &names)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backend_has_kernels_or_lacks_a_feature() {
        for backend in Backend::ALL {
            let lacks = !backend.missing_features().is_empty();
            assert_eq!(backend.variants().is_empty(), lacks, "{backend}");
        }
    }

    #[test]
    fn a_missing_backend_says_what_the_cpu_lacks() {
        for backend in Backend::ALL.into_iter().filter(|one| !one.is_available()) {
            let Err(error) = backend.kernels() else {
                panic!("{backend} needs features that this CPU does not have");
            };
            let needed = backend.features();
            let lacks = needed.iter().find(|one| !one.is_present).expect("one");
            let expected = format!("'{backend}', because it has no {}", lacks.name);
            assert!(error.to_string().contains(&expected), "{error}");
        }
    }
}
