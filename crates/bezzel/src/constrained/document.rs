//! Reading a board in any of its forms: a drawing, one word, JSON, or a placement in any notation.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use super::ConstrainedBoard;
#[cfg(feature = "json")]
use super::json;
use crate::notation::{self, Options, ReadError};
use crate::{BoardError, Error};

/// First characters of a drawing of '.', 'Q' and 'x'.
const DRAWING: &[u8] = b".Qx";

/// Number of bytes that can decide on the form of a document: more than a row of the largest board.
const MAX_START_BYTES: u64 = 1 << 16;

/// U+FEFF, which some editors put before the first character.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl ConstrainedBoard {
    /// Reads a board in any form: a drawing, as [`read`](Self::read) does, one word, as
    /// [`from_compact`](Self::from_compact) does, JSON ([`JsonBoard`](super::JsonBoard)), or one
    /// placement in any [`Notation`](crate::notation::Notation), whose queens are placed.
    ///
    /// Fails if the document is not one board or cannot be read. Contradictory boards are read.
    ///
    /// ```
    /// use bezzel::ConstrainedBoard;
    /// let drawn = ConstrainedBoard::read_document(&b".Q..\n....\n....\nx...\n"[..])?;
    /// for document in ["1Q2/4/4/x3", r#"{"n":4,"queens":[[0,1]],"blocked":[[3,0]]}"#] {
    ///     assert_eq!(ConstrainedBoard::read_document(document.as_bytes())?, drawn);
    /// }
    /// let placed = ConstrainedBoard::read_document(&b"1 3 - -\n"[..])?;
    /// assert_eq!(placed.queens().count(), 2);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn read_document(mut input: impl BufRead) -> Result<Self, Error> {
        let start = first_word(&mut input).map_err(ReadError::from)?;
        let input = start.as_slice().chain(input);
        let word = without_mark(&start);
        let first = word.first().copied();
        if first == Some(b'{') {
            let text = text(input)?;
            #[cfg(feature = "json")]
            if let Some(board) = json::read(&text) {
                return board;
            }
            placement(text.as_bytes())
        } else if is_compact(word) {
            compact(&text(input)?)
        } else if first == Some(b'1') {
            // Alone, it is the free board of one square. As a column it would be outside of the board.
            let text = text(input)?;
            match text.trim() {
                "1" => compact(&text),
                _ => placement(text.as_bytes()),
            }
        } else if first.is_none_or(|first| DRAWING.contains(&first)) {
            Ok(Self::read(input)?)
        } else {
            placement(input)
        }
    }
}

/// Reads the first word, or its beginning up to a '/', in whatever pieces it arrives.
fn first_word(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    for byte in input.take(MAX_START_BYTES).bytes() {
        let byte = byte?;
        start.push(byte);
        let is_end = byte == b'/' || byte.is_ascii_whitespace();
        if is_end && !without_mark(&start).is_empty() {
            break;
        }
    }
    Ok(start)
}

/// Returns a text without a byte order mark and without blanks at its ends.
fn without_mark(text: &[u8]) -> &[u8] {
    let mut mark = [0; 4];
    let mark = BYTE_ORDER_MARK.encode_utf8(&mut mark).as_bytes();
    text.strip_prefix(mark).unwrap_or(text).trim_ascii()
}

/// Returns true if the first word is that of a board in one word: it has a '/'.
fn is_compact(word: &[u8]) -> bool {
    word.ends_with(b"/") && word.len() > 1 && !word.contains(&b'<')
}

fn text(mut input: impl Read) -> Result<String, Error> {
    let mut text = String::new();
    match input.read_to_string(&mut text) {
        Ok(_) => Ok(text.trim_start_matches(BYTE_ORDER_MARK).to_owned()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(BoardError::NotUtf8.into()),
        Err(error) => Err(ReadError::from(error).into()),
    }
}

fn compact(text: &str) -> Result<ConstrainedBoard, Error> {
    let lines = (1..).zip(text.lines());
    let mut words =
        lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    let word = words.next().map_or("", |(_, word)| word);
    let board = ConstrainedBoard::from_compact(word)?;
    match words.next() {
        None => Ok(board),
        Some((line, found)) => Err(BoardError::AfterCompact {
            line,
            found: found.chars().take(20).collect(),
        }
        .into()),
    }
}

fn placement(input: impl BufRead) -> Result<ConstrainedBoard, Error> {
    let mut boards = Vec::new();
    let read = notation::read(input, None, &Options::default(), &mut |entry| {
        boards.push(entry);
        if boards.len() > 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if let Some(second) = boards.get(1) {
        return Err(BoardError::Several { line: second.line }.into());
    }
    read?;
    let entry = boards.pop().ok_or(BoardError::Missing)?;
    let placement = entry.board.map_err(BoardError::TwoInARow)?;
    Ok(ConstrainedBoard::from(&placement))
}
