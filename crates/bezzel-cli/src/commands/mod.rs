//! One file per command.

pub(crate) mod backends;
pub(crate) mod bench;
pub(crate) mod campaign;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod engines;
pub(crate) mod first;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod methods;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod timing;
pub(crate) mod work;

mod writing;

use std::thread;

/// The threads that were asked for, or as many as there are processors.
pub(crate) fn threads(asked: Option<u32>) -> u32 {
    asked.unwrap_or_else(|| {
        thread::available_parallelism().map_or(1, |processors| processors.get() as u32)
    })
}
