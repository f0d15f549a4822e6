//! The language of sentences: `--lang`, or that of the environment.
//!
//! Data have no language: numbers, boards, JSON and CSV are the same in both. Help is English.

use std::borrow::Borrow;
use std::ffi::OsString;
use std::sync::OnceLock;

use bezzel::methods::{Reading, Text, counted_from};
use clap::ValueEnum;

/// Value of `--lang`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English.
    En,
    /// Chinese, simplified.
    Zh,
}

static READING: OnceLock<Reading> = OnceLock::new();

/// Sets the language before the arguments are parsed, so that errors in them have it too.
pub(crate) fn choose(arguments: &[OsString]) {
    let asked = asked(
        arguments
            .iter()
            .map(|word| word.to_string_lossy().into_owned()),
    );
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok());
    // A second run in one process, as from Python, keeps the language of the first.
    let _ = READING.set(reading_of(asked.as_deref(), variables));
}

fn asked(words: impl Iterator<Item = String>) -> Option<String> {
    let mut words = words.skip(1).take_while(|word| word != "--");
    while let Some(word) = words.next() {
        if word == "--lang" {
            return words.next();
        }
        if let Some(value) = word.strip_prefix("--lang=") {
            return Some(value.to_owned());
        }
    }
    None
}

/// The first of the variables that is not empty decides, as for other programs.
fn reading_of(asked: Option<&str>, variables: [Option<String>; 3]) -> Reading {
    let set = variables
        .into_iter()
        .flatten()
        .find(|value| !value.is_empty());
    // A name that is refused may also be meant as one of them.
    let asked = asked.filter(|name| {
        ["en", "zh", "cn"]
            .iter()
            .any(|known| name.starts_with(known))
    });
    match asked.or(set.as_deref()) {
        Some(name) if name.starts_with("zh") || name.starts_with("cn") => Reading::Chinese,
        _ => Reading::English,
    }
}

/// Returns the language of sentences.
pub(crate) fn reading() -> Reading {
    *READING.get().unwrap_or(&Reading::English)
}

/// Returns true if sentences are Chinese.
pub(crate) fn is_chinese() -> bool {
    reading() == Reading::Chinese
}

/// Returns a text in the language of sentences.
pub(crate) fn say(text: &Text) -> &str {
    text.read(reading())
}

/// Returns a text in the language of sentences, with rows and columns counted from `base`.
pub(crate) fn sentence(base: u32, text: &Text) -> String {
    counted_from(base, say(text))
}

/// Serializes a text: data have no language.
pub(crate) fn in_english<S: serde::Serializer>(
    text: &impl Borrow<Text>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_str(&text.borrow().english)
}

/// Formats the one of two sentences that has the language. Values may have names.
macro_rules! either {
    ($english:literal, $chinese:literal $(, $name:ident = $value:expr)*) => {{
        $(let $name = &$value;)*
        match $crate::language::reading() {
            bezzel::methods::Reading::English => format!($english),
            bezzel::methods::Reading::Chinese => format!($chinese),
        }
    }};
}
pub(crate) use either;
