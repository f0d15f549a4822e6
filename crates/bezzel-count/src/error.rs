//! Errors of counting.

use bezzel::counted;
use bezzel::methods::{Text, counted_from};
use thiserror::Error;

/// An error of this crate.
///
/// ```
/// use bezzel_count::{Error, Plan};
/// let error = Plan::new(33).unwrap_err();
/// assert!(matches!(error, Error::Library(_)));
/// assert!(error.to_string().contains("32"), "{error}");
/// ```
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The CPU does not have the instructions of a backend.
    #[error(
        "this CPU does not support the backend '{name}', because it has no {missing}: `bezzel backends` \
         lists the available backends"
    )]
    MissingBackend {
        /// The name of the backend, as `--backend` accepts it.
        name: &'static str,
        /// The names of the missing features.
        missing: String,
    },
    /// A device reported a failure, or its driver did.
    #[error("{name}: {what}")]
    Device {
        /// Backend with the number of the device, such as `cuda:0`.
        name: String,
        /// What the device or its driver reported.
        what: String,
    },
    /// The operating system refused to start threads.
    #[error("cannot start {}: {why}", counted(threads, "thread"))]
    Threads {
        /// Threads that were requested.
        threads: usize,
        /// The reason, from the operating system.
        why: String,
    },
    /// A count is inconsistent: a fault of the program or of the machine.
    #[error("the count for n = {n} is wrong: {what}")]
    Inconsistent {
        /// Number of rows and columns of the board.
        n: u32,
        /// The check that failed, with both numbers.
        what: String,
    },
    /// A result is larger than its unit allows.
    #[error("expected at most {most} as {what} of unit {unit}, found {found}: the result is wrong")]
    ResultTooLarge {
        /// The name of the unit in its plan.
        unit: String,
        /// The number that is too large.
        what: &'static str,
        /// The value that was found.
        found: u128,
        /// Its largest possible value.
        most: u128,
    },
    /// A text that is not the constraint of a plan.
    #[error("expected the board of a plan for n = {n}: {what}")]
    Constraint {
        /// Number of rows and columns of the board.
        n: u32,
        /// What is wrong with the text.
        what: String,
    },
    /// A line that is not a result of this plan.
    #[error("{0}")]
    Line(String),
    /// An error of the library: a size out of range, or an unknown name.
    #[error(transparent)]
    Library(#[from] bezzel::Error),
}

/// What a device reports without its driver.
pub const NO_CUDA_DRIVER: &str = "CUDA driver not found: install the NVIDIA driver";

impl Error {
    /// Returns the message in both languages. Rare errors are in English only.
    pub fn text(&self) -> Text {
        let chinese = match self {
            Self::MissingBackend { name, missing } => format!(
                "这个 CPU 不支持后端 {name}，缺少 {missing}；`bezzel backends` 列出可用的后端"
            ),
            Self::Device { name, what } if what == NO_CUDA_DRIVER => {
                format!("{name}：没有找到 CUDA 驱动程序，请安装 NVIDIA 驱动程序")
            }
            Self::Device { name, what } => format!("{name}：{what}"),
            Self::Library(error) => match error.text() {
                Some(text) => counted_from(0, &text.chinese),
                None => error.to_string(),
            },
            other => other.to_string(),
        };
        (self.to_string(), chinese).into()
    }
}

impl From<bezzel::UnknownName> for Error {
    fn from(error: bezzel::UnknownName) -> Self {
        Self::Library(error.into())
    }
}
