//! Errors in JSON: splits the messages of [`serde_json`] into expected and found text.

use std::fmt::Display;

use serde::de::{self, Unexpected};

use super::super::error::shortened;

/// Creates the error of a visitor that found something unexpected.
pub fn unexpected<E: de::Error>(found: impl Display, expected: impl Display) -> E {
    let (found, expected) = (found.to_string(), expected.to_string());
    E::invalid_value(Unexpected::Other(&found), &expected.as_str())
}

/// Parts of a parser message.
pub(super) struct Problem {
    pub(super) fault: Fault,
    pub(super) expected: String,
    pub(super) found: String,
}

/// Faulty element, which determines the reported place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// End of the input.
    End,
    /// Value or field name read last.
    Value,
    /// Last character, which does not continue a name such as `null`.
    Word,
    /// Last character, which does not begin a value.
    NoValue,
    /// Last character.
    Character,
}

impl Fault {
    /// Returns `true` if a value was expected.
    pub(super) fn is_of_a_value(self) -> bool {
        matches!(self, Fault::Value | Fault::Word | Fault::NoValue)
    }
}

impl Problem {
    /// Interprets a parser message reported after the character `last`.
    pub(super) fn explained(message: &str, last: char) -> Self {
        let problem = |fault, expected: String, found: String| Self {
            fault,
            expected,
            found,
        };
        if let Some(open) = message.strip_prefix("EOF while parsing ") {
            let rest = format!("the rest of {open}");
            return problem(Fault::End, rest, "the end of the input".into());
        }
        if let Some(name) = message.strip_prefix("missing field ") {
            let field = format!("a field {name}");
            return problem(Fault::Character, field, "the end of the object".into());
        }
        if let Some(name) = message.strip_prefix("duplicate field ") {
            let again = format!("{name} again");
            return problem(Fault::Value, "each field once".into(), again);
        }
        if let Some(expected) = message.strip_prefix("expected ") {
            let fault = match expected {
                "ident" => Fault::Word,
                "value" => Fault::NoValue,
                _ => Fault::Character,
            };
            let found = match last {
                '\n' => "the end of the line".to_owned(),
                last => format!("{last:?}"),
            };
            return problem(fault, in_words(expected), found);
        }
        // The found text comes from the document and may contain these words too.
        if let Some((found, expected)) = message.rsplit_once(", expected ") {
            let found = ["invalid type: ", "invalid value: "]
                .iter()
                .find_map(|prefix| found.strip_prefix(prefix))
                .unwrap_or(found);
            let found = shortened(&in_words(found));
            return problem(Fault::Value, in_words(expected), found);
        }
        let fault = match message {
            "number out of range" => Fault::Value,
            _ => Fault::Character,
        };
        problem(fault, "well-formed JSON".into(), in_words(message))
    }
}

/// Translates a term of the parser into plain words.
fn in_words(term: &str) -> String {
    match term {
        "u32" => "an integer from 0 to 4294967295",
        "a sequence" | "sequence" => "a list",
        "map" => "an object",
        "value" => "a value",
        "ident" => "null, true or false",
        "key must be a string" => "a field name that is not a string",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a control character in a string"
        }
        other => other,
    }
    .to_owned()
}
