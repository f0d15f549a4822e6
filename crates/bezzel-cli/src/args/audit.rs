//! Arguments of `bezzel campaign audit`.

use std::path::PathBuf;

use bezzel_campaign::Author;
use clap::Args;

use super::campaign::{Engines, percent};
use super::{Format, author};

/// Recount random parts of results that are committed to their parts.
///
/// `bezzel work --commit-parts` signs the root of a Merkle tree over the values of up to 16 parts
/// of each unit. This command draws parts, checks that the signed result contains them, and counts
/// them here by the direct route. A part that differs proves that its author signed a wrong value;
/// the exit code is 1 then. The ledger is not changed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign audit q24.bezzel\n  \
    bezzel campaign audit q24.bezzel --fraction 100%\n  \
    bezzel campaign audit q24.bezzel --host node7 --parts 4 --seed 1848")]
pub(crate) struct Audit {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Number of parts to recount of each drawn result, 1 to 16. One part of many results finds liars
    /// sooner than many parts of few.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(bezzel_count::MAX_PARTS)))]
    pub(crate) parts: u32,
    /// Percentage of the results to draw.
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = percent)]
    pub(crate) fraction: f64,
    /// Seed of the draw [default: random].
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// Audit only results signed by this author.
    #[arg(long, value_name = "AUTHOR", value_parser = author)]
    pub(crate) author: Option<Author>,
    /// Audit only results of this machine.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) format: Format,
}
