//! Bytes of others as UTF-8 text: UTF-16 with a byte order mark is converted, escape sequences of terminals are
//! removed. Text without either is passed on as it is.

const ESCAPE: u8 = 0x1b;

/// Converter of a stream of bytes.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    encoding: Option<Encoding>,
    /// First bytes, as long as they may be a byte order mark.
    start: Vec<u8>,
    escape: Escape,
    converted: Vec<u8>,
    plain: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
enum Encoding {
    Utf8,
    Utf16 {
        big: bool,
        first: Option<u8>,
        high: Option<u16>,
    },
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
        if self.encoding.is_some() {
            return self.decode(bytes, take);
        }
        let marks = [
            (&[0xef, 0xbb, 0xbf][..], Encoding::Utf8),
            (&[0xff, 0xfe], Encoding::utf16(false)),
            (&[0xfe, 0xff], Encoding::utf16(true)),
        ];
        for (at, &byte) in bytes.iter().enumerate() {
            self.start.push(byte);
            if let Some((_, encoding)) = marks.iter().find(|(mark, _)| *mark == self.start) {
                self.encoding = Some(*encoding);
                return self.decode(&bytes[at + 1..], take);
            }
            if !marks.iter().any(|(mark, _)| mark.starts_with(&self.start)) {
                self.finish(take);
                return self.decode(&bytes[at + 1..], take);
            }
        }
    }

    /// Passes on what was held back.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(&[u8])) {
        if self.encoding.is_none() {
            self.encoding = Some(Encoding::Utf8);
            let start = std::mem::take(&mut self.start);
            self.decode(&start, take);
        }
    }

    fn decode(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) {
        let Some(Encoding::Utf16 { .. }) = self.encoding else {
            return self.without_escapes(bytes, take);
        };
        let mut converted = std::mem::take(&mut self.converted);
        converted.clear();
        for &byte in bytes {
            if let Some(letter) = self.utf16(byte) {
                converted.extend(letter.encode_utf8(&mut [0; 4]).bytes());
            }
        }
        self.without_escapes(&converted, take);
        self.converted = converted;
    }

    fn utf16(&mut self, byte: u8) -> Option<char> {
        let Some(Encoding::Utf16 { big, first, high }) = &mut self.encoding else {
            return None;
        };
        let Some(before) = first.take() else {
            *first = Some(byte);
            return None;
        };
        let unit = match big {
            true => u16::from_be_bytes([before, byte]),
            false => u16::from_le_bytes([before, byte]),
        };
        if (0xd800..0xdc00).contains(&unit) {
            *high = Some(unit);
            return None;
        }
        let units = high.take().into_iter().chain([unit]);
        let letters = char::decode_utf16(units);
        letters.last()?.ok().or(Some(char::REPLACEMENT_CHARACTER))
    }

    fn without_escapes(&mut self, bytes: &[u8], take: &mut dyn FnMut(&[u8])) {
        if self.escape == Escape::None && !bytes.contains(&ESCAPE) {
            return take(bytes);
        }
        let mut plain = std::mem::take(&mut self.plain);
        plain.clear();
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
        take(&plain);
        self.plain = plain;
    }
}

impl Encoding {
    fn utf16(big: bool) -> Self {
        let (first, high) = (None, None);
        Encoding::Utf16 { big, first, high }
    }
}
