//! Answers, as JSON.

use serde::Serialize;

/// The answer to one request, as JSON.
pub(crate) struct Answer(pub(crate) Vec<u8>);

impl Answer {
    /// Writes an answer.
    pub(crate) fn new(answer: &impl Serialize) -> Self {
        Self(serde_json::to_vec(answer).expect("plain data"))
    }
}
