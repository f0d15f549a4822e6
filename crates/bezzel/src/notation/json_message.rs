//! What is wrong with JSON: the messages of [`serde_json`], parted into what was expected and
//! what was found.

use std::fmt::Display;

use serde::de::{self, Unexpected};

use super::error::shortened;

/// The error of a visitor that found something else than it expected.
pub(super) fn unexpected<E: de::Error>(found: impl Display, expected: impl Display) -> E {
    let (found, expected) = (found.to_string(), expected.to_string());
    E::invalid_value(Unexpected::Other(&found), &expected.as_str())
}

/// What was expected and what was found, according to a message of the parser.
pub(super) fn explained(message: &str) -> (String, String) {
    if let Some(open) = message.strip_prefix("EOF while parsing ") {
        return (format!("the rest of {open}"), "the end of the input".into());
    }
    if let Some(name) = message.strip_prefix("missing field ") {
        return (format!("a field {name}"), "the end of the object".into());
    }
    if let Some(name) = message.strip_prefix("duplicate field ") {
        return ("each field once".into(), format!("{name} again"));
    }
    if let Some(expected) = message.strip_prefix("expected ") {
        return (in_words(expected), "another character".into());
    }
    // What was found is text of the document, where these words may stand too.
    if let Some((found, expected)) = message.rsplit_once(", expected ") {
        let found = ["invalid type: ", "invalid value: "]
            .iter()
            .find_map(|prefix| found.strip_prefix(prefix))
            .unwrap_or(found);
        return (in_words(expected), shortened(&in_words(found)));
    }
    ("well-formed JSON".into(), in_words(message))
}

/// A term of the parser, for someone who does not know its language.
fn in_words(term: &str) -> String {
    match term {
        "u32" => "an integer from 0 to 4294967295",
        "a sequence" | "sequence" => "a list",
        "map" => "an object",
        "value" => "a value",
        "ident" => "null, true or false",
        "key must be a string" => "a field name that is no string",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a control character in a string"
        }
        other => other,
    }
    .to_owned()
}
