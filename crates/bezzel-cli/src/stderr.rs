//! Messages on stderr.

use std::fmt::Display;
use std::io::{self, Write};

use bezzel_run::printable;

/// Writes lines to stderr. Control characters, which may come from foreign input, are escaped. A full or
/// closed stderr is not an error.
pub(crate) fn write_note(text: impl Display) {
    let text = text.to_string();
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    let _ = io::stderr().write_all((lines.join("\n") + "\n").as_bytes());
}
