//! Arguments of `bezzel key`, and the option `--key`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Format;

/// Create and show keys, with which results are signed.
///
/// A signature shows that results come from the same person. docs/cluster.md describes counts with
/// results of other people.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel key new my.key\n  \
    bezzel key show my.key")]
pub(crate) struct Key {
    #[command(subcommand)]
    pub(crate) command: KeyCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Create a key in a new file that only its owner can read, and print its author.
    #[command(after_help = "Example:\n  bezzel key new my.key")]
    New(KeyFile),
    /// Print the author of a key: what others need to know of it.
    #[command(after_help = "Example:\n  bezzel key show my.key")]
    Show(KeyFile),
}

#[derive(Debug, Args)]
pub(crate) struct KeyFile {
    /// File of the key, which must stay secret.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// The key of a command that counts.
#[derive(Debug, Args)]
pub(crate) struct Signing {
    /// Sign results with the key in FILE, which `bezzel key new` created.
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
}
