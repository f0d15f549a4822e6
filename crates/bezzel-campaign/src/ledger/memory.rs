//! A copy of the results that this process knows, in case another file is copied over the ledger.
//!
//! Such a copy keeps name and inode, so the open file no longer contains the results either.

use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};

use tempfile::SpooledTempFile;

/// Maximum size in memory; beyond it, the lines are in an unnamed temporary file.
const MAX_BYTES_IN_MEMORY: usize = 4 << 20;
/// Maximum number of results of an opened ledger that are kept.
const MAX_KNOWN_RESULTS: u64 = 1 << 16;

/// Result lines, in order of their addition.
pub(super) struct Memory {
    lines: SpooledTempFile,
    has_failed: bool,
    /// Number of results when the ledger was opened.
    known: u64,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            lines: SpooledTempFile::new(MAX_BYTES_IN_MEMORY),
            has_failed: false,
            known: 0,
        }
    }

    /// Adds a line. A full disk is no fault of the ledger: the copy is then incomplete.
    pub(super) fn add(&mut self, line: &str) {
        if !self.has_failed {
            self.has_failed = self
                .lines
                .write_all(format!("{line}\n").as_bytes())
                .is_err();
        }
    }

    /// Adds a result that was in the ledger when it was opened, if there are not too many.
    pub(super) fn add_known(&mut self, line: &str) {
        self.known += 1;
        if self.known <= MAX_KNOWN_RESULTS {
            self.add(line);
        }
    }

    /// Returns true unless a result is missing.
    pub(super) fn is_whole(&self) -> bool {
        self.known <= MAX_KNOWN_RESULTS && !self.has_failed
    }

    /// Returns all complete lines.
    pub(super) fn lines(&mut self) -> io::Result<Vec<String>> {
        self.lines.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(&mut self.lines);
        let mut lines = Vec::new();
        let mut line = String::new();
        while reader.read_line(&mut line)? > 0 {
            if line.ends_with('\n') {
                lines.push(line.trim_end().to_owned());
            }
            line.clear();
        }
        self.lines.seek(SeekFrom::End(0))?;
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_in_order_also_beyond_the_memory() {
        let mut memory = Memory::new();
        let expected: Vec<String> = (0..70_000).map(|line| format!("{line:0100}")).collect();
        expected[..10].iter().for_each(|line| memory.add(line));
        assert_eq!(memory.lines().unwrap(), expected[..10]);
        expected[10..].iter().for_each(|line| memory.add(line));
        assert!(memory.lines.is_rolled() && memory.is_whole());
        assert!(memory.lines().unwrap() == expected);
    }
}
