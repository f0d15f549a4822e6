//! Text of others on a terminal: characters that repaint it or disguise a line are escaped.
//!
//! These are control characters (C0 and C1, such as ESC and carriage return), bidirectional overrides, joiners,
//! separators, and letters without ink.

use std::borrow::Cow;

/// Returns true if the character is visible and has no other effect when printed.
pub fn is_visible(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || (c.escape_debug().len() == 1 && !is_blank(c))
}

/// Returns true for letters and signs that have no ink: Hangul fillers, the empty Braille pattern,
/// and the other code points that the Unicode property Default_Ignorable_Code_Point contains.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns the text with each invisible character replaced by its escape, such as `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_visible) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().map(|c| {
        if is_visible(c) {
            c.to_string()
        } else if is_blank(c) {
            c.escape_unicode().to_string()
        } else {
            c.escape_debug().to_string()
        }
    });
    Cow::Owned(escaped.collect())
}

/// Does what [`printable`] does with each line.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_visible_or_end) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    Cow::Owned(lines.join("\n"))
}

/// Escapes the same characters in a JSON text, which may only have them in strings.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    if json.chars().all(is_visible_or_end) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        match is_visible_or_end(letter) {
            true => escaped.push(letter),
            false => {
                let units = letter.encode_utf16(&mut [0; 2]).to_vec();
                escaped.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
            }
        }
    }
    Cow::Owned(escaped)
}

fn is_visible_or_end(letter: char) -> bool {
    matches!(letter, '\n' | ' '..='~') || is_visible(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repaints_a_terminal_is_escaped() {
        let hostile = "a\r\u{1b}[2J\u{9b}1A\u{202e}\u{2028}b\nright";
        let escaped = r"a\r\u{1b}[2J\u{9b}1A\u{202e}\u{2028}b\nright";
        assert_eq!(printable(hostile), escaped);
        assert!(printable_lines(hostile).ends_with("b\nright"));
        let json = "\"\u{9b}\u{202e}é解♛\"";
        assert_eq!(printable_json(json), r#""\u009b\u202eé解♛""#);
        for plain in ["", "right for n = 1", "解 ♛ 👑 é", "a\nb"] {
            assert_eq!(printable_lines(plain), plain);
        }
    }
}
