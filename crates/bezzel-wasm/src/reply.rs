//! Answers, as JSON.

use serde::Serialize;

pub(crate) struct Answer(pub(crate) Vec<u8>);

impl Answer {
    pub(crate) fn new(answer: &impl Serialize) -> Self {
        Self(serde_json::to_vec(answer).expect("plain data"))
    }
}
