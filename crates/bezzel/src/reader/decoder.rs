//! Bytes of others as text: UTF-16 with a byte order mark and GBK, the code page of Windows in China, are converted,
//! escape sequences of terminals are removed, full-width digits, letters and signs become ASCII.
//! Text without these is passed on as it is.

use std::borrow::Cow;
use std::iter;

const ESCAPE: char = '\x1b';
/// Most bytes of a line that wait for its end.
const MAX_HELD: usize = 1 << 16;

/// Converter of a stream of bytes.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// True when the first bytes were seen, which may be a byte order mark.
    has_begun: bool,
    /// Order of the bytes of UTF-16.
    utf16: Option<fn([u8; 2]) -> u16>,
    /// Start of a line, whose end shows whether it is UTF-8.
    held: Vec<u8>,
}

impl Decoder {
    /// Passes the text of the lines that these bytes end to `take`.
    pub(super) fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(&str)) {
        self.held.extend_from_slice(bytes);
        // A line may come byte by byte: only the new bytes may end it.
        if bytes.contains(&b'\n') || self.held.len() >= MAX_HELD {
            self.begin();
            let rest = self.held.split_off(self.whole_lines());
            let lines = std::mem::replace(&mut self.held, rest);
            self.decode(&lines, take);
        }
    }

    /// Passes on what was held back.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(&str)) {
        self.begin();
        self.decode(&self.held, take);
    }

    /// Removes the byte order mark before the first line.
    fn begin(&mut self) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        let length = match self.held[..] {
            [0xef, 0xbb, 0xbf, ..] => 3,
            [0xff, 0xfe, ..] => {
                self.utf16 = Some(u16::from_le_bytes);
                2
            }
            [0xfe, 0xff, ..] => {
                self.utf16 = Some(u16::from_be_bytes);
                2
            }
            _ => 0,
        };
        self.held.drain(..length);
    }

    /// Returns the length of the whole lines, or of a part of a line that is too long to wait for its end.
    fn whole_lines(&self) -> usize {
        let end = match self.utf16 {
            None => self.held.iter().rposition(|&byte| byte == b'\n'),
            Some(order) => {
                let (units, _) = self.held.as_chunks();
                let last = units
                    .iter()
                    .rposition(|&unit| order(unit) == u16::from(b'\n'));
                last.map(|at| 2 * at + 1)
            }
        };
        match end {
            Some(last) => last + 1,
            None if self.held.len() < MAX_HELD => 0,
            None if self.utf16.is_some() => MAX_HELD,
            None => whole_letters(&self.held[..MAX_HELD]),
        }
    }

    fn decode(&self, bytes: &[u8], take: &mut dyn FnMut(&str)) {
        if let Some(order) = self.utf16 {
            let (units, _) = bytes.as_chunks();
            let units: Vec<u16> = units.iter().map(|&unit| order(unit)).collect();
            return take(&plain(&String::from_utf16_lossy(&units)));
        }
        match str::from_utf8(bytes) {
            Ok(text) => take(&plain(text)),
            Err(_) => bytes
                .split_inclusive(|&byte| byte == b'\n')
                .for_each(|line| take(&plain(&of_gbk(line)))),
        }
    }
}

/// Returns the length of a text in UTF-8 without a letter or an escape sequence that may end behind it.
fn whole_letters(text: &[u8]) -> usize {
    match text.iter().rposition(|&byte| char::from(byte) == ESCAPE) {
        Some(last @ 1..) => last,
        _ => match str::from_utf8(text) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => text.len(),
        },
    }
}

/// Returns a line that is in UTF-8 or GBK. Of one that is in neither, each other byte is replaced.
fn of_gbk(line: &[u8]) -> Cow<'_, str> {
    #[cfg(feature = "gbk")]
    if str::from_utf8(line).is_err()
        && let Some(text) =
            encoding_rs::GBK.decode_without_bom_handling_and_without_replacement(line)
    {
        return text;
    }
    String::from_utf8_lossy(line)
}

/// Returns true for characters that change only the look of the one before them.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Removes escape sequences (`ESC [ 31 m`, `ESC ] … BEL`) and what is invisible. Makes full-width letters ASCII letters.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split(ESCAPE);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let last = match part.as_bytes().first() {
            Some(b'[') => part[1..]
                .find(|letter| matches!(letter, '@'..='~' | '\n'))
                .map(|at| at + 1),
            Some(b']') => part.find(['\x07', '\n']),
            _ => Some(0),
        };
        // Nothing of a sequence that is never closed is lost but its line.
        let rest = last.map_or("", |last| &part[last..]);
        plain += rest.strip_prefix(|last| last != '\n').unwrap_or(rest);
    }
    let letters = plain.chars().filter(|&letter| !is_invisible(letter));
    let narrow = |letter| match letter {
        '！'..='～' => char::from((u32::from(letter) - 0xfee0) as u8),
        // The end of an emoji that is a digit in a frame.
        '\u{20e3}' => ' ',
        other => other,
    };
    Cow::Owned(letters.map(narrow).collect())
}

/// Replaces entities of HTML such as `&#9819;`, `&#x265B;` and `&nbsp;`.
pub(super) fn without_entities(text: &str) -> Cow<'_, str> {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    if plain.len() == text.len() {
        return Cow::Borrowed(text);
    }
    for part in parts {
        let letter = |name: &str| match (name, name.strip_prefix('#')) {
            ("nbsp", _) => Some(' '),
            ("middot", _) => Some('·'),
            (_, Some(code)) => char::from_u32(match code.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => code.parse().ok()?,
            }),
            _ => None,
        };
        let entity = part.split_once(';');
        match entity.and_then(|(name, rest)| Some((letter(name)?, rest))) {
            Some((letter, rest)) => plain.extend(iter::once(letter).chain(rest.chars())),
            None => plain.extend(["&", part]),
        }
    }
    Cow::Owned(plain)
}
