//! Arguments of `bezzel key`, and the option `--key`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Format;

/// Create and show keys, with which results are signed.
///
/// The secret key stays with you. Others know its public name, which shows that results are yours.
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
    /// Create a secret key in a new file that only its owner can read, and print its public name.
    #[command(after_help = "Example:\n  bezzel key new my.key")]
    New(KeyFile),
    /// Print the public name of a key.
    #[command(after_help = "Example:\n  bezzel key show my.key")]
    Show(KeyFile),
}

#[derive(Debug, Args)]
pub(crate) struct KeyFile {
    /// File of the secret key.
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
