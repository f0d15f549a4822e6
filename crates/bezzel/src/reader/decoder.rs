//! Bytes of others as UTF-8 text: UTF-16 with a byte order mark and GBK, the code page of Windows in China, are
//! converted, escape sequences of terminals are removed, full-width digits, letters and signs become those of ASCII.
//! Text without these is passed on as it is.

use std::borrow::Cow;
use std::iter;

const ESCAPE: u8 = 0x1b;
/// First byte of full-width letters in UTF-8.
const WIDE: u8 = 0xef;
/// Most bytes of a line that wait for its end.
const MAX_HELD: usize = 1 << 16;

/// Converter of a stream of bytes.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// First bytes, as long as they may be a byte order mark.
    start: Vec<u8>,
    has_begun: bool,
    /// Order of the bytes of UTF-16.
    utf16: Option<fn([u8; 2]) -> u16>,
    first_byte: Option<u8>,
    first_unit: Option<u16>,
    /// Start of a line with other bytes than ASCII, whose end shows whether it is UTF-8.
    held: Vec<u8>,
    escape: Escape,
    /// First bytes of a letter that may be a full-width one.
    wide: Vec<u8>,
}

/// Place in an escape sequence: colours are `ESC [ 31 m`, titles `ESC ] … BEL`.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Escape {
    #[default]
    None,
    Begun,
    Control,
    Command,
}

impl Decoder {
    /// Passes the text of the next bytes to `take`.
    pub(super) fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) {
        if self.has_begun {
            return self.decode(bytes, take);
        }
        self.start.extend_from_slice(bytes);
        if self.start.len() > 2 {
            self.begin(take);
        }
    }

    /// Passes on what was held back.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(&[u8])) {
        self.begin(take);
        let held = std::mem::take(&mut self.held);
        self.in_utf8(&held, take);
    }

    fn begin(&mut self, take: &mut dyn FnMut(&[u8])) {
        self.has_begun = true;
        let start = std::mem::take(&mut self.start);
        let text = match &start[..] {
            [0xef, 0xbb, 0xbf, text @ ..] => text,
            [0xff, 0xfe, text @ ..] => {
                self.utf16 = Some(u16::from_le_bytes);
                text
            }
            [0xfe, 0xff, text @ ..] => {
                self.utf16 = Some(u16::from_be_bytes);
                text
            }
            text => text,
        };
        self.decode(text, take);
    }

    fn decode(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) {
        let Some(unit) = self.utf16 else {
            return self.whole_lines(bytes, take);
        };
        let mut converted = Vec::new();
        for &byte in bytes {
            let Some(first) = self.first_byte.take() else {
                self.first_byte = Some(byte);
                continue;
            };
            let unit = unit([first, byte]);
            if (0xd800..0xdc00).contains(&unit) {
                self.first_unit = Some(unit);
                continue;
            }
            let units = self.first_unit.take().into_iter().chain([unit]);
            let letter = char::decode_utf16(units).last().and_then(Result::ok);
            let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
            converted.extend(letter.encode_utf8(&mut [0; 4]).bytes());
        }
        self.without_escapes(&converted, take);
    }

    /// Holds back the start of a line with other bytes than ASCII.
    fn whole_lines(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) {
        if self.held.is_empty() && bytes.is_ascii() {
            return self.without_escapes(bytes, take);
        }
        self.held.extend_from_slice(bytes);
        let end = match self.held.iter().rposition(|&byte| byte == b'\n') {
            Some(last) => last + 1,
            None if self.held.len() < MAX_HELD => return,
            None => match std::str::from_utf8(&self.held) {
                // A letter is not whole.
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                _ => self.held.len(),
            },
        };
        let rest = self.held.split_off(end);
        let lines = std::mem::replace(&mut self.held, rest);
        self.in_utf8(&lines, take);
    }

    /// Passes on lines in UTF-8, after converting those in GBK.
    fn in_utf8(&mut self, lines: &[u8], take: &mut dyn FnMut(&[u8])) {
        if std::str::from_utf8(lines).is_ok() {
            return self.without_escapes(lines, take);
        }
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            self.without_escapes(&of_gbk(line), take);
        }
    }

    fn without_escapes(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) {
        if self.escape == Escape::None && !bytes.contains(&ESCAPE) {
            return self.without_wide(bytes, take);
        }
        let mut plain = Vec::new();
        for &byte in bytes {
            self.escape = match (self.escape, byte) {
                (_, ESCAPE) => Escape::Begun,
                // Nothing of a sequence that is never closed is lost but its line.
                (Escape::None, _) | (_, b'\n') => {
                    plain.push(byte);
                    Escape::None
                }
                (Escape::Begun, b'[') => Escape::Control,
                (Escape::Begun, b']') => Escape::Command,
                (Escape::Control, b'@'..=b'~') | (Escape::Command, 7) | (Escape::Begun, _) => {
                    Escape::None
                }
                (other, _) => other,
            };
        }
        self.without_wide(&plain, take);
    }

    /// Converts `！` to `～`, U+FF01 to U+FF5E, which are three bytes each.
    fn without_wide(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) {
        if self.wide.is_empty() && !bytes.contains(&WIDE) {
            return take(bytes);
        }
        let mut plain = Vec::new();
        for &byte in bytes {
            if byte == WIDE {
                plain.append(&mut self.wide);
            } else if self.wide.is_empty() {
                plain.push(byte);
                continue;
            }
            self.wide.push(byte);
            match self.wide[..] {
                [_] | [_, 0xbc | 0xbd] => continue,
                [_, 0xbc, last @ 0x81..=0xbf] => plain.push(last - 0x60),
                [_, 0xbd, last @ 0x80..=0x9e] => plain.push(last - 0x20),
                _ => plain.append(&mut self.wide),
            }
            self.wide.clear();
        }
        take(&plain);
    }
}

/// Returns a line in UTF-8 if it is in GBK, and as it is if it is neither or was in UTF-8.
fn of_gbk(line: &[u8]) -> Cow<'_, [u8]> {
    #[cfg(feature = "gbk")]
    if std::str::from_utf8(line).is_err()
        && let Some(text) =
            encoding_rs::GBK.decode_without_bom_handling_and_without_replacement(line)
    {
        return Cow::Owned(text.into_owned().into_bytes());
    }
    Cow::Borrowed(line)
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
