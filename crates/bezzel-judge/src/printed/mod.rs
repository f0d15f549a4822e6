//! Reads what a program prints, in bounded memory: numbers, boards in any usual form, other text.
//!
//! ```text
//!   bytes ──▶ Reader: lines, and lists in brackets (nested.rs)
//!                │
//!                ▼
//!             Lines (lines.rs): number? board? row of a board? move? text?
//!                │
//!                ▼
//!             Printed (collected.rs): solutions found, first fault, first repetition, number
//! ```

mod collected;
mod drawn;
mod lines;
mod nested;
mod numbers;

pub use collected::{Printed, Repeated, WrongBoard};

use lines::Lines;
use nested::Nested;

use crate::kinds::Mode;

/// Longest line that is read as one; the rest of a longer one is ignored.
const MAX_LINE_BYTES: usize = 1 << 16;
/// Longest document in a picture or frame that is kept until its end.
pub(crate) const MAX_DOCUMENT_BYTES: usize = 1 << 22;

/// Incremental reader of the output of one run. Memory is bounded by the distinct solutions, not by
/// the output.
///
/// Create it with [`Program::reader`](crate::Program::reader).
#[derive(Debug)]
pub struct Reader {
    lines: Lines,
    /// Number of the current line, from 1.
    number: u64,
    line: Vec<u8>,
    nested: Option<Nested>,
    bytes: u64,
}

impl Reader {
    pub(crate) fn new(n: u32, mode: Mode, base: Option<u32>) -> Self {
        Self {
            lines: Lines::new(n, mode, base),
            number: 1,
            line: Vec::new(),
            nested: None,
            bytes: 0,
        }
    }

    /// Reads the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        for &byte in bytes {
            self.byte(byte);
        }
    }

    /// Reads a move that is no part of the output, such as `place 0 1`, which the program makes on this line
    /// of its text. Returns false if the text is no move.
    pub fn push_move(&mut self, line: u64, text: &str) -> bool {
        self.lines.push_move(line, text)
    }

    /// Ends the output and returns what was read.
    pub fn finish(mut self) -> Printed {
        if let Some(nested) = self.nested.take() {
            // Lists that were never closed, as of a program that was stopped.
            drop(nested);
            self.lines.text(self.number, "[…");
        }
        if !self.line.is_empty() {
            self.end_line();
        }
        self.lines.finish(self.bytes)
    }

    fn byte(&mut self, byte: u8) {
        if let Some(nested) = &mut self.nested {
            let closed = nested.byte(byte);
            for (line, item) in nested.take() {
                self.lines.item(line, item);
            }
            if closed {
                self.nested = None;
            }
            if byte == b'\n' {
                self.number += 1;
            }
            return;
        }
        match byte {
            b'\n' => {
                self.end_line();
                self.number += 1;
            }
            b'[' | b'(' if !self.lines.is_in_document() && self.opens_list(byte) => {
                self.lines.before_list(self.number, &self.line);
                self.line.clear();
                self.nested = Some(Nested::new(byte, self.number, self.lines.size()));
            }
            _ if self.line.len() < MAX_LINE_BYTES => self.line.push(byte),
            _ => {}
        }
    }

    /// Returns true if a bracket opens a list: not that of `f(x)` or `place(0, 1)`.
    fn opens_list(&self, byte: u8) -> bool {
        let before = self.line.last();
        byte == b'[' || before.is_none_or(|byte| !byte.is_ascii_alphanumeric())
    }

    fn end_line(&mut self) {
        let text = String::from_utf8_lossy(&self.line);
        self.lines.line(self.number, text.trim_end_matches('\r'));
        self.line.clear();
    }
}
