//! The grammar of JSON, token by token, on a [`Scanner`].
//!
//! Reading the tokens here, and not through a general parser, is what lets an error point at
//! one square inside a string, and a document of any length be read without holding it.

use std::io::BufRead;

use super::ReadError;
use super::scanner::Scanner;

impl<R: BufRead> Scanner<R> {
    /// Takes `byte`, after white space.
    pub(super) fn expect(&mut self, byte: u8) -> Result<(), ReadError> {
        self.skip_blank()?;
        if self.accept(byte)? {
            return Ok(());
        }
        Err(self.unexpected(format!("{:?}", char::from(byte))))
    }

    /// Takes a comma, or else the byte that closes the list. True for the comma.
    pub(super) fn comma_or(&mut self, close: u8) -> Result<bool, ReadError> {
        self.skip_blank()?;
        if self.accept(b',')? {
            return Ok(true);
        }
        if self.accept(close)? {
            return Ok(false);
        }
        Err(self.unexpected(format!("',' or {:?}", char::from(close))))
    }

    /// Takes one of the words `true`, `false` and `null`.
    pub(super) fn word(&mut self, word: &'static str) -> Result<(), ReadError> {
        for &byte in word.as_bytes() {
            if !self.accept(byte)? {
                return Err(self.unexpected(word));
            }
        }
        Ok(())
    }

    /// Takes the next character of a string, with its escape resolved; `None` for the quotation
    /// mark that ends it.
    pub(super) fn string_char(&mut self) -> Result<Option<char>, ReadError> {
        match self.peek()? {
            Some(b'"') => {
                self.next()?;
                Ok(None)
            }
            Some(b'\\') => {
                self.next()?;
                self.escape().map(Some)
            }
            None | Some(0..b' ') => Err(self.unexpected("a character of a string or '\"'")),
            Some(_) => self.next_char(),
        }
    }

    /// Takes a whole string whose length matters nowhere beyond `longest`: what is longer is
    /// cut there, so that a name costs no memory.
    pub(super) fn string(&mut self, longest: usize) -> Result<String, ReadError> {
        self.expect(b'"')?;
        let mut text = String::new();
        while let Some(next) = self.string_char()? {
            if text.len() <= longest {
                text.push(next);
            }
        }
        Ok(text)
    }

    fn escape(&mut self) -> Result<char, ReadError> {
        let resolved = match self.peek()? {
            Some(same @ (b'"' | b'\\' | b'/')) => same.into(),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.next()?;
                return self.escaped_code();
            }
            _ => return Err(self.unexpected("an escape: one of \"\\/bfnrtu")),
        };
        self.next()?;
        Ok(resolved)
    }

    /// A character by its number: four hexadecimal digits, or eight in two halves.
    fn escaped_code(&mut self) -> Result<char, ReadError> {
        let at = self.position();
        let high = self.hexadecimal()?;
        let mut code = high;
        if (0xd800..0xdc00).contains(&high) {
            self.word("\\u")?;
            let low = self.hexadecimal()?;
            if (0xdc00..0xe000).contains(&low) {
                code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        char::from_u32(code)
            .ok_or_else(|| ReadError::malformed(at, "a Unicode character", format!("{high:04x}")))
    }

    fn hexadecimal(&mut self) -> Result<u32, ReadError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek()?.and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.unexpected("a hexadecimal digit"));
            };
            self.next()?;
            code = code * 16 + digit;
        }
        Ok(code)
    }

    /// Takes any value and forgets it. Lists in lists cost one byte each and no call stack.
    pub(super) fn skip_value(&mut self) -> Result<(), ReadError> {
        let mut open = Vec::new();
        loop {
            if let Some(close) = self.value_begins()? {
                open.push(close);
                continue;
            }
            loop {
                let Some(&close) = open.last() else {
                    return Ok(());
                };
                if self.comma_or(close)? {
                    if close == b'}' {
                        self.skip_key()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    /// Takes a whole value, or the beginning of a list that has members; then it says how that
    /// list is closed.
    fn value_begins(&mut self) -> Result<Option<u8>, ReadError> {
        self.skip_blank()?;
        match self.peek()? {
            Some(b'{') => {
                self.next()?;
                self.skip_blank()?;
                if !self.accept(b'}')? {
                    self.skip_key()?;
                    return Ok(Some(b'}'));
                }
            }
            Some(b'[') => {
                self.next()?;
                self.skip_blank()?;
                if !self.accept(b']')? {
                    return Ok(Some(b']'));
                }
            }
            Some(b'"') => {
                self.next()?;
                while self.string_char()?.is_some() {}
            }
            Some(b't') => self.word("true")?,
            Some(b'f') => self.word("false")?,
            Some(b'n') => self.word("null")?,
            Some(b'-' | b'0'..=b'9') => self.skip_number()?,
            _ => return Err(self.unexpected("a value")),
        }
        Ok(None)
    }

    fn skip_key(&mut self) -> Result<(), ReadError> {
        self.expect(b'"')?;
        while self.string_char()?.is_some() {}
        self.expect(b':')
    }

    fn skip_number(&mut self) -> Result<(), ReadError> {
        self.accept(b'-')?;
        if !self.accept(b'0')? {
            self.skip_digits()?;
        }
        if self.accept(b'.')? {
            self.skip_digits()?;
        }
        if self.accept(b'e')? || self.accept(b'E')? {
            if !self.accept(b'+')? {
                self.accept(b'-')?;
            }
            self.skip_digits()?;
        }
        Ok(())
    }

    fn skip_digits(&mut self) -> Result<(), ReadError> {
        if !matches!(self.peek()?, Some(b'0'..=b'9')) {
            return Err(self.unexpected("a digit"));
        }
        while let Some(b'0'..=b'9') = self.peek()? {
            self.next()?;
        }
        Ok(())
    }
}
