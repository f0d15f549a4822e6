//! Messages on stderr.

use std::fmt::Display;
use std::io::{self, Write};

use bezzel::printable::printable_lines;

/// Writes lines to stderr. Control characters, which may come from foreign input, are escaped. A full or
/// closed stderr is not an error.
pub(crate) fn write_note(text: impl Display) {
    let text = text.to_string();
    let _ = io::stderr().write_all((printable_lines(&text).into_owned() + "\n").as_bytes());
}
