//! The lines of ledgers: one grammar, one parser, one writer, one checksum.
//!
//! ```text
//! plan n16 p3 CHECKSUM                       the board that is counted, as first line of a ledger
//! u n16 p3 UNIT ROUTE BACKEND VALUE JOINED TESTS FINISHED MICROSECONDS TIME PROGRAM HOST CHECKSUM
//! o n20 p1 ROUTE UNITS SUMS CHECKSUM         part of an occupancy
//! ```
//!
//! Each line says by itself what it is a result of: `n16` is the board, or `n16:BOARD` with placed
//! queens and blocked squares in one word; `p3` is the version of the plan. A checksum has 16
//! hexadecimal digits, the first 8 bytes of the SHA-256 of the line before it.
//!
//! So a file of such lines needs no header and no order: files can be joined, filtered and shuffled,
//! and what is between intact lines is a fault that costs only itself. The parser looks for the
//! beginning of a line (`u n`) anywhere. It reads a stream with bounded memory, and computes one
//! checksum for each beginning.

use std::io::{self, Read};

use sha2::{Digest, Sha256};

use crate::words::{hex, printable};

/// Number of faults whose text is kept.
pub const MAX_NAMED_FAULTS: usize = 20;
/// Maximum length of a line in bytes. Lines of units have 200 bytes, lines of occupancies with n = 32
/// up to 40,000.
const MAX_LINE_BYTES: usize = 1 << 16;
/// Number of bytes that are shown of a fault.
const SHOWN_BYTES: usize = 60;
const CHECKSUM_DIGITS: usize = 16;

/// The kinds of lines: the first word, and the number of words with the checksum.
const KINDS: [(&str, usize); 3] = [("u", 15), ("plan", 4), ("o", 7)];

/// A line whose checksum is right.
pub struct Line<'a> {
    /// All words but the checksum. The first one is the kind.
    pub words: Vec<&'a str>,
    /// The checksum, by which equal lines are known.
    pub key: u64,
}

/// What was found between intact lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults {
    /// Number of damaged or unknown lines.
    pub number: u64,
    /// Descriptions of the first 20 of them.
    pub named: Vec<String>,
}

impl Faults {
    /// Adds a fault; only the first 20 are described.
    pub fn add(&mut self, line: u64, what: &str) {
        self.number += 1;
        if self.named.len() < MAX_NAMED_FAULTS {
            self.named.push(format!("line {line}: {what}"));
        }
    }
}

/// The place in a file up to which it was read.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// Number of bytes that were read.
    pub offset: u64,
    /// Number of line ends before it.
    pub lines: u64,
}

/// Returns a line with its checksum.
pub fn with_checksum(mut body: String) -> String {
    let digits = hex(&checksum(body.as_bytes()).to_be_bytes());
    body.push(' ');
    body + &digits
}

fn checksum(body: &[u8]) -> u64 {
    let digest = Sha256::digest(body);
    u64::from_be_bytes(digest[..8].try_into().expect("SHA-256 has 32 bytes"))
}

/// Reads the intact lines of a stream that begins at `place`, and moves the place to the end of what
/// was read. The beginning of a line at the end of the stream is not read: another process may be
/// writing it. Returns its number of bytes.
///
/// A visitor returns a description if it refuses a line, which is a fault then.
pub fn read_lines(
    stream: &mut dyn Read,
    place: &mut Place,
    faults: &mut Faults,
    visit: &mut dyn FnMut(&Line) -> Result<(), String>,
) -> io::Result<u64> {
    let mut buffer = Vec::with_capacity(4 * MAX_LINE_BYTES);
    let mut gap = Gap::default();
    loop {
        let read = stream
            .take((4 * MAX_LINE_BYTES - buffer.len()) as u64)
            .read_to_end(&mut buffer)?;
        let is_end = read == 0;
        let mut at = 0;
        let mut from = 0;
        while let Some(start) = beginning(&buffer, from) {
            match line_at(&buffer[start..]) {
                Found::Line(line, length) => {
                    gap.skip(&buffer[at..start], place, faults);
                    gap.end(place, faults);
                    if let Err(what) = visit(&line) {
                        faults.add(place.lines + 1, &what);
                    }
                    at = start + length;
                    from = at;
                    place.offset += length as u64;
                }
                Found::Incomplete if is_end || buffer.len() - start < MAX_LINE_BYTES => {
                    gap.skip(&buffer[at..start], place, faults);
                    at = start;
                    if is_end {
                        gap.end(place, faults);
                        return Ok((buffer.len() - start) as u64);
                    }
                    break;
                }
                Found::Incomplete | Found::Nothing => from = start + 1,
            }
        }
        let torn = first_bytes_at_end(&buffer[at..]);
        if beginning(&buffer, at.max(from)).is_none() {
            let end = buffer.len() - torn;
            gap.skip(&buffer[at..end], place, faults);
            at = end;
        }
        buffer.drain(..at);
        if is_end {
            gap.end(place, faults);
            return Ok(torn as u64);
        }
    }
}

/// Returns the length of the end of these bytes that may be the first bytes of a line.
fn first_bytes_at_end(bytes: &[u8]) -> usize {
    let longest = |(kind, _): &(&str, usize)| {
        let start = format!("{kind} n");
        let lengths = (1..=start.len()).rev();
        lengths
            .into_iter()
            .find(|length| bytes.ends_with(&start.as_bytes()[..*length]))
    };
    KINDS.iter().filter_map(longest).max().unwrap_or(0)
}

/// Bytes between intact lines.
#[derive(Default)]
struct Gap {
    /// The start of a fault in the present line.
    text: Vec<u8>,
}

impl Gap {
    fn skip(&mut self, bytes: &[u8], place: &mut Place, faults: &mut Faults) {
        for byte in bytes {
            let is_blank = byte.is_ascii_whitespace();
            // The mark that some editors put before a text in UTF-8.
            let is_mark = place.offset < 3 && [0xef, 0xbb, 0xbf].contains(byte);
            place.offset += 1;
            if *byte == b'\n' {
                self.end(place, faults);
                place.lines += 1;
            } else if !(is_mark || is_blank && self.text.is_empty())
                && self.text.len() <= SHOWN_BYTES
            {
                self.text.push(*byte);
            }
        }
    }

    /// Reports the fault of this line, if there is one.
    fn end(&mut self, place: &Place, faults: &mut Faults) {
        if self.text.is_empty() {
            return;
        }
        let is_long = self.text.len() > SHOWN_BYTES;
        self.text.truncate(SHOWN_BYTES);
        let text = String::from_utf8_lossy(&self.text);
        let text = printable(text.trim_end());
        let more = if is_long { "…" } else { "" };
        faults.add(
            place.lines + 1,
            &format!("damaged or unknown: '{text}{more}'"),
        );
        self.text.clear();
    }
}

/// Returns the next place where a line may begin: a kind before ` n`.
fn beginning(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(space) = bytes[at..].iter().position(|byte| *byte == b' ') {
        let space = at + space;
        if bytes.get(space + 1) == Some(&b'n') {
            let kind = KINDS.iter().find_map(|(kind, _)| {
                let start = space.checked_sub(kind.len())?;
                (start >= from && &bytes[start..space] == kind.as_bytes()).then_some(start)
            });
            if kind.is_some() {
                return kind;
            }
        }
        at = space + 1;
    }
    None
}

enum Found<'a> {
    Line(Line<'a>, usize),
    /// The bytes end before the line does.
    Incomplete,
    Nothing,
}

/// Parses the line that begins with these bytes.
fn line_at(bytes: &[u8]) -> Found<'_> {
    let kind = KINDS.iter().find(|(kind, _)| {
        bytes.starts_with(kind.as_bytes()) && bytes.get(kind.len()) == Some(&b' ')
    });
    let Some((_, count)) = kind else {
        return Found::Nothing;
    };
    let (mut words, mut start) = (Vec::with_capacity(count - 1), 0);
    let limit = &bytes[..bytes.len().min(MAX_LINE_BYTES)];
    while words.len() + 1 < *count {
        let length = limit[start..].iter().position(u8::is_ascii_whitespace);
        let Some(length) = length else {
            return Found::Incomplete;
        };
        let end = start + length;
        match str::from_utf8(&bytes[start..end]) {
            Ok(word) if length > 0 && bytes[end] == b' ' => words.push(word),
            _ => return Found::Nothing,
        }
        start = end + 1;
    }
    let digits = &bytes[start..bytes.len().min(start + CHECKSUM_DIGITS)];
    if !digits
        .iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    {
        return Found::Nothing;
    }
    if digits.len() < CHECKSUM_DIGITS {
        return Found::Incomplete;
    }
    let stated = str::from_utf8(digits).map(|digits| u64::from_str_radix(digits, 16));
    let key = checksum(&bytes[..start - 1]);
    match stated {
        Ok(Ok(stated)) if stated == key => {
            Found::Line(Line { words, key }, start + CHECKSUM_DIGITS)
        }
        _ => Found::Nothing,
    }
}

/// What [`other_format`] says if the first bytes of a file show nothing.
pub const NO_INTACT_LINE: &str = "no intact line of one";

/// Says what a file without an intact line is, if its first bytes show it.
pub fn other_format(start: &[u8]) -> &'static str {
    match start {
        [0x1f, 0x8b, ..] => "a file compressed by gzip: uncompress it with gunzip",
        [b'B', b'Z', b'h', ..] => "a file compressed by bzip2: uncompress it with bunzip2",
        [0xfd, b'7', b'z', b'X', b'Z', ..] => "a file compressed by xz: uncompress it with unxz",
        [0, 0, 0, 0, ..] => NO_INTACT_LINE,
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, ..] | [_, 0, 0, 0, ..] => {
            "text in UTF-32: convert it with `iconv -f UTF-32 -t UTF-8`"
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [_, 0, _, _, ..] | [0, _, _, _, ..] => {
            "text in UTF-16: convert it with `iconv -f UTF-16 -t UTF-8`"
        }
        _ => NO_INTACT_LINE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "plan n16 p3";

    fn read(bytes: &[u8]) -> (usize, Faults, Place, u64) {
        let (mut place, mut faults, mut lines) = (Place::default(), Faults::default(), 0);
        let torn = read_lines(&mut &*bytes, &mut place, &mut faults, &mut |line| {
            assert_eq!(line.words, ["plan", "n16", "p3"]);
            lines += 1;
            Ok(())
        });
        (lines, faults, place, torn.unwrap())
    }

    #[test]
    fn intact_lines_are_found_in_whatever_way_they_are_separated() {
        let line = with_checksum(BODY.to_owned());
        let crlf = format!("{line}\r\n{line}\r\n");
        let texts = [
            (format!("{line}\n{line}\n"), 0),
            (crlf, 0),
            (format!("{line}\r{line}\r"), 0),
            (format!("{line} {line}"), 0),
            (format!("{line}{line}"), 0),
            (format!("\u{feff}{line}\n\n\n{line}"), 0),
            (format!("{line}\nplan n16 p3 {line}\n"), 1),
            (format!("{line}\nplan n1{line}\n"), 1),
            (format!("{line}\n0123456789abcdef\nx\n{line}\n"), 2),
            (format!("{line}\n{}\n{line}\n", line.replace("16", "17")), 1),
        ];
        for (text, wrong) in texts {
            let (lines, faults, place, torn) = read(text.as_bytes());
            assert_eq!((lines, torn), (2, 0), "{text}");
            assert_eq!(faults.number, wrong, "{text}: {faults:?}");
            assert_eq!(place.offset, text.len() as u64, "{text}");
        }
    }

    #[test]
    fn the_beginning_of_a_line_at_the_end_is_left_for_the_next_read() {
        let line = with_checksum(BODY.to_owned());
        for cut in 1..line.len() {
            let text = format!("{line}\n{}", &line[..cut]);
            let (lines, faults, place, torn) = read(text.as_bytes());
            assert_eq!((lines, faults.number), (1, 0), "{cut}");
            assert_eq!(
                (torn, place.offset),
                (cut as u64, line.len() as u64 + 1),
                "{cut}"
            );
        }
    }

    /// Junk of each kind is read in a time and a memory that do not depend on what it is.
    #[test]
    fn junk_is_skipped_and_only_its_first_faults_are_kept() {
        let line = with_checksum(BODY.to_owned());
        let fields = "u n 0123456789abcdef ".repeat(40_000);
        let junk = [
            "x\n".repeat(400_000),
            "u n ".repeat(200_000),
            "x".repeat(900_000),
            fields.clone(),
            fields.replace(' ', "\n"),
            "u n16 p3 ".to_owned() + &"9".repeat(900_000),
            "\0".repeat(900_000),
        ];
        for junk in junk {
            let started = std::time::Instant::now();
            let (lines, faults, place, torn) = read(format!("{junk}\n{line}\n").as_bytes());
            assert_eq!((lines, torn), (1, 0), "{:.20}", junk);
            assert!(faults.number > 0 && faults.named.len() <= MAX_NAMED_FAULTS);
            assert!(
                faults.named.iter().all(|fault| fault.len() < 500),
                "{faults:?}"
            );
            assert_eq!(place.offset as usize, junk.len() + line.len() + 2);
            assert!(started.elapsed().as_secs() < 60, "{:.20}", junk);
        }
    }
}
