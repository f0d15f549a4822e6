//! Repairs of the copy of a damaged ledger, with the pages of an empty one.
//!
//! The tables of a ledger begin at the same pages as those of an empty ledger of the same format.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::schema;

/// Length of the header of a file, with which its first page begins.
const HEADER_BYTES: usize = 100;

/// Lengthens the copy of a truncated file to the length that its header states: SQLite reads no part
/// of a file that lacks a page. The missing pages are those of an empty ledger, so that the schema
/// is complete, or zeros.
pub(super) fn pad(path: &Path) -> io::Result<()> {
    /// More pages than this are an error of the header.
    const MAX_PAGES: u64 = 1 << 24;
    let mut header = [0; HEADER_BYTES];
    let mut file = fs::File::options().read(true).write(true).open(path)?;
    if file.read_exact(&mut header).is_err() {
        return Ok(());
    }
    let number = |at: usize| {
        let bytes = std::array::from_fn(|byte| header[at + byte]);
        u64::from(u32::from_be_bytes(bytes))
    };
    let size = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 1 << 16,
        size => u64::from(size),
    };
    let pages = number(28).min(MAX_PAGES);
    let length = file.metadata()?.len();
    if size == 0 || length >= pages * size {
        return Ok(());
    }
    let empty = schema::empty_file(number(60) as u32).unwrap_or_default();
    let whole = length / size * size;
    file.set_len(pages * size)?;
    if let Some(missing) = empty.get(whole as usize..)
        && empty.len() as u64 <= pages * size
    {
        file.seek(SeekFrom::Start(whole))?;
        file.write_all(missing)?;
    }
    Ok(())
}

/// Replaces the schema by that of the format in the header. Returns false if that is not possible.
pub(super) fn restore_schema(path: &Path) -> io::Result<bool> {
    let mut header = [0; HEADER_BYTES];
    let mut file = fs::File::options().read(true).write(true).open(path)?;
    file.read_exact(&mut header)?;
    let format = u32::from_be_bytes(std::array::from_fn(|byte| header[60 + byte]));
    let Some(empty) = schema::empty_file(format) else {
        return Ok(false);
    };
    let size = number(&empty, 16, 2);
    if size != number(&header, 16, 2) {
        return Ok(false);
    }
    for page in schema_pages(&empty) {
        let end = page * size;
        let start = if page == 1 { HEADER_BYTES } else { end - size };
        let Some(content) = empty.get(start..end) else {
            return Ok(false);
        };
        file.seek(SeekFrom::Start(start as u64))?;
        file.write_all(content)?;
    }
    Ok(true)
}

/// Returns the pages of the schema: the first one and, if it is an inner node, its children.
fn schema_pages(file: &[u8]) -> Vec<usize> {
    const INNER_NODE: usize = 5;
    let mut pages = vec![1];
    if number(file, HEADER_BYTES, 1) == INNER_NODE {
        let cells = 0..number(file, HEADER_BYTES + 3, 2);
        let children = cells.map(|cell| {
            let at = number(file, HEADER_BYTES + 12 + 2 * cell, 2);
            number(file, at, 4)
        });
        pages.extend(children.filter(|page| *page > 0));
        pages.push(number(file, HEADER_BYTES + 8, 4));
    }
    pages
}

/// Reads a number of so many bytes, the most significant one first; 0 beyond the end.
fn number(file: &[u8], at: usize, length: usize) -> usize {
    let bytes = file.get(at..at + length).unwrap_or_default();
    let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
    bytes.iter().fold(0, join)
}
