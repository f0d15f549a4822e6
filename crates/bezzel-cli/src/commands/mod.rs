//! The commands, one module each.

pub(crate) mod backends;
pub(crate) mod bench;
mod board_output;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod complete;
pub(crate) mod constraints;
pub(crate) mod count;
pub(crate) mod engines;
pub(crate) mod first;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod ledger;
pub(crate) mod list;
pub(crate) mod methods;
pub(crate) mod occupancy;
pub(crate) mod puzzle;
pub(crate) mod random;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod shell_files;
pub(crate) mod work;
