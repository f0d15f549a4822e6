//! Arguments of `bezzel campaign audit`.

use std::path::PathBuf;

use bezzel_campaign::Author;
use clap::Args;

use super::campaign::{Engines, percent};
use super::{Force, Format, author, whole, whole_number};

/// Recount random parts of results that are committed to their parts.
///
/// `bezzel work --commit-parts` signs the root of a Merkle tree over the values of up to 16 parts
/// of each unit. This command draws parts, checks that the signed result contains them, and counts
/// them here by the direct route. A part that differs proves that its author signed a wrong value;
/// the exit code is 1 then. The ledger is not changed.
///
/// `--proofs` writes the signed results and the parts that differ. With `--check`, anyone can verify
/// such a file without the ledger: every signature and path is checked, and each part is counted here.
/// The exit code is 0 if all parts differ, 1 if one does not.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign audit q24.bezzel\n  \
    bezzel campaign audit q24.bezzel --fraction 100%\n  \
    bezzel campaign audit q24.bezzel --host node7 --parts 4 --seed 1848\n  \
    bezzel campaign audit q24.bezzel --proofs q24.proofs\n  \
    bezzel campaign audit --check q24.proofs")]
pub(crate) struct Audit {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE", required_unless_present = "check")]
    pub(crate) file: Option<PathBuf>,
    /// Number of parts to recount of each drawn result, 1 to 16. One part of many results finds liars
    /// sooner than many parts of few.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=bezzel_count::MAX_PARTS), allow_negative_numbers = true)]
    pub(crate) parts: u32,
    /// Percentage of the results to draw.
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = percent)]
    pub(crate) fraction: f64,
    /// Seed of the draw [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Audit only results signed by this author.
    #[arg(long, value_name = "AUTHOR", value_parser = author)]
    pub(crate) author: Option<Author>,
    /// Audit only results of this machine.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Write the proofs of wrong parts to this file, in place of those of an earlier audit. Without
    /// any, no file is left there.
    #[arg(long, value_name = "PROOFS")]
    pub(crate) proofs: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
    /// Check the proofs in this file, which somebody else may have written, instead of drawing parts.
    #[arg(long, value_name = "PROOFS", conflicts_with_all = ["file", "parts", "fraction", "seed", "author", "host", "proofs", "force"])]
    pub(crate) check: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) format: Format,
}
