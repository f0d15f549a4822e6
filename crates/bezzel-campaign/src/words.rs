//! Foreign text on a terminal: invisible characters are rejected on input and escaped on output.
//!
//! Control characters (C0 and C1, such as ESC), bidirectional overrides, joiners and separators can
//! repaint a terminal or disguise a line.

use std::borrow::Cow;

/// Maximum length of the name of a program, host or backend, in characters.
pub(crate) const MAX_WORD: usize = 100;

/// Returns true if the character is visible and has no other effect when printed.
fn is_visible(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}

/// Returns the text with each invisible character replaced by its escape, such as `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_visible) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().map(|c| {
        if is_visible(c) {
            c.to_string()
        } else {
            c.escape_debug().to_string()
        }
    });
    Cow::Owned(escaped.collect())
}

/// Returns true if the text can be a word of a line.
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.chars().count() <= MAX_WORD
        && text.chars().all(|c| is_visible(c) && !c.is_whitespace())
}

/// Converts text to a word of a line: other characters become `_`.
pub(crate) fn word(text: &str) -> String {
    let allowed = |c: char| {
        if is_visible(c) && !c.is_whitespace() {
            c
        } else {
            '_'
        }
    };
    match text.trim() {
        "" => "-".to_owned(),
        text => text.chars().map(allowed).take(MAX_WORD).collect(),
    }
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
