//! Words for people, on stderr. A full or closed stderr is no reason to fail.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes one line to stderr.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
