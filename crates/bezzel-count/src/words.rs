//! Words of lines: characters that are not visible are rejected on input.

use bezzel::printable::is_visible;

/// Maximum length of the name of a program, host or backend, in characters.
const MAX_WORD: usize = 100;

pub use bezzel::printable::printable;

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
        let hidden = "\u{1b}\u{7}\u{0}\n\r\t\u{7f}\u{85}\u{9b}\u{202e}\u{2066}\u{200f}\
            \u{200b}\u{2028}\u{feff}\u{a0}\u{e0001}\u{115f}\u{2800}\u{3164}\u{ffa0}\u{17b4}\u{fe0f}\u{fffc}";
        for c in hidden.chars() {
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
