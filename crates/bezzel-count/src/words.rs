//! Foreign text on a terminal: invisible characters are rejected on input and escaped on output.
//!
//! Control characters (C0 and C1, such as ESC), bidirectional overrides, joiners and separators can
//! repaint a terminal or disguise a line.

use std::borrow::Cow;

/// Maximum length of the name of a program, host or backend, in characters.
const MAX_WORD: usize = 100;

/// Returns true if the character is visible and has no other effect when printed.
fn is_visible(c: char) -> bool {
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

/// Returns true if the text can be a word of a line.
pub fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= MAX_WORD && text.chars().all(is_of_word)
}

fn is_of_word(c: char) -> bool {
    is_visible(c) && !c.is_whitespace()
}

/// Converts text to a word of a line: other characters become `_`.
pub fn word(text: &str) -> String {
    let allowed = |c: char| if is_of_word(c) { c } else { '_' };
    match text.trim() {
        "" => "-".to_owned(),
        text => text.chars().map(allowed).take(MAX_WORD).collect(),
    }
}

/// Returns the start of a line in printable form.
pub fn shortened(line: &str) -> String {
    const ENOUGH: usize = 60;
    let start: String = line.chars().take(ENOUGH).collect();
    let mut text = printable(&start).into_owned();
    if line.chars().count() > ENOUGH {
        text.push('…');
    }
    text
}

/// Writes bytes in lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped_and_no_word() {
        let hidden = [
            '\u{1b}',
            '\u{7}',
            '\u{0}',
            '\n',
            '\r',
            '\t',
            '\u{7f}',
            '\u{85}',
            '\u{9b}',
            '\u{202e}',
            '\u{2066}',
            '\u{200f}',
            '\u{200b}',
            '\u{2028}',
            '\u{feff}',
            '\u{a0}',
            '\u{e0001}',
            '\u{115f}',
            '\u{2800}',
            '\u{3164}',
            '\u{ffa0}',
            '\u{17b4}',
            '\u{fe0f}',
            '\u{fffc}',
        ];
        for c in hidden {
            let text = format!("a{c}b");
            let shown = printable(&text);
            assert!(
                shown.is_ascii() && !shown.contains(char::is_control),
                "{c:?}"
            );
            assert!(shown.starts_with("a\\") && shown.ends_with('b'), "{shown}");
            assert!(!is_word(&text), "{c:?}");
            assert_eq!(word(&text), "a_b");
        }
        for text in ["host-1.example", "größe", "主机", "it's\"\\"] {
            assert_eq!(printable(text), text);
            assert!(is_word(text) && word(text) == text, "{text}");
        }
        assert_eq!(printable("two words"), "two words");
        assert!(!is_word("two words") && !is_word("") && !is_word(&"a".repeat(101)));
        assert_eq!(word(" \u{1b}[2J"), "_[2J");
    }
}
