//! Requests, by subject, and their answers.

use serde::{Deserialize, Serialize};

use crate::Host;
use crate::problem::Problem;

/// A request, by its subject.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    /// A run of a method.
    #[cfg(feature = "methods")]
    Run(crate::runs::RunRequest),
    /// A board.
    #[cfg(feature = "methods")]
    Board(crate::boards::BoardRequest),
    /// A text in any form.
    #[cfg(feature = "puzzles")]
    Read(crate::read::ReadRequest),
    /// A puzzle.
    #[cfg(feature = "puzzles")]
    Puzzle(crate::puzzles::PuzzleRequest),
    /// Outputs of a learner's program.
    #[cfg(feature = "judge")]
    Judge(crate::judge::JudgeRequest),
    /// A count by the colour-split counter.
    #[cfg(feature = "count")]
    Count(crate::count::CountRequest),
}

/// An answer, as JSON.
pub(crate) struct Answer(Vec<u8>);

impl Answer {
    pub(crate) fn new(answer: &impl Serialize) -> Self {
        Self(serde_json::to_vec(answer).expect("plain data"))
    }
}

/// Answers requests. What takes long to prepare is kept for the next request.
#[derive(Default)]
pub struct Engine {
    #[cfg(feature = "count")]
    counter: crate::count::Answerer,
}

impl Engine {
    /// Answers a request, as `{"answer": …}` or `{"problem": …}`.
    pub fn answer(&mut self, request: &[u8], host: &mut dyn Host) -> Vec<u8> {
        let answered = serde_json::from_slice(request)
            .map_err(|error| Problem::in_english(&error))
            .and_then(|request| self.answered(request, host));
        let (name, json) = match answered {
            Ok(Answer(json)) => ("answer", json),
            Err(problem) => ("problem", Answer::new(&problem).0),
        };
        [b"{\"", name.as_bytes(), b"\":", &json, b"}"].concat()
    }

    fn answered(&mut self, request: Request, host: &mut dyn Host) -> Result<Answer, Problem> {
        match request {
            #[cfg(feature = "methods")]
            Request::Run(request) => request.answer(host),
            #[cfg(feature = "methods")]
            Request::Board(request) => request.answer(host),
            #[cfg(feature = "puzzles")]
            Request::Read(request) => request.answer(),
            #[cfg(feature = "puzzles")]
            Request::Puzzle(request) => request.answer(host),
            #[cfg(feature = "judge")]
            Request::Judge(request) => request.answer(),
            #[cfg(feature = "count")]
            Request::Count(request) => self.counter.answer(request, host),
        }
    }
}
