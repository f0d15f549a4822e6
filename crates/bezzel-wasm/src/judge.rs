//! The verdict about a learner's program, with the sentences of the command `judge`.

use bezzel::methods::Text;
use bezzel_judge::{Ending, Mode, Program};
use serde::{Deserialize, Serialize};

use crate::board::within;
use crate::limits::MAX_JUDGED_N;
use crate::problem::Problem;
use crate::reply::Answer;

/// Outputs of a program that should find all solutions; answered by [`Judged`].
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgeRequest {
    /// Its runs.
    runs: Vec<JudgedRun>,
}

/// Run of a program.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct JudgedRun {
    /// Number of queens.
    n: u32,
    /// Its output.
    printed: String,
    /// Its end.
    ending: Ending,
}

/// Verdict about a program.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Judged {
    /// True if all runs are right.
    right: bool,
    /// The verdict in one sentence.
    summary: Text,
    /// Kind of output.
    kind: Text,
    /// Verdicts about the runs.
    runs: Vec<RunVerdict>,
    /// Faults that explain all outputs, the most likely first.
    causes: Vec<Text>,
}

/// Verdict about a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct RunVerdict {
    /// Number of queens.
    n: u32,
    right: bool,
    /// Number of solutions.
    expected: String,
    /// Number of boards that were printed.
    boards: u64,
    /// The number that was printed.
    number: Option<String>,
    /// Faults, the most informative first.
    findings: Vec<Text>,
    /// Remarks.
    notes: Vec<Text>,
}

impl JudgeRequest {
    pub(crate) fn answer(self) -> Result<Answer, Problem> {
        let mut program = Program::new(Mode::All);
        for JudgedRun { n, printed, ending } in self.runs {
            within("n", n.into(), 1, MAX_JUDGED_N.into())?;
            let mut reader = program.reader(n);
            reader.push(printed.as_bytes());
            program.add(reader.finish(), ending);
        }
        let judgement = program.judgement();
        let runs = judgement.verdicts.iter().map(|verdict| RunVerdict {
            n: verdict.n,
            right: verdict.right,
            expected: verdict.expected.to_string(),
            boards: verdict.boards,
            number: verdict.number.map(|number| number.to_string()),
            findings: verdict.findings.iter().map(|one| one.text()).collect(),
            notes: verdict.notes.iter().map(|one| one.text()).collect(),
        });
        Ok(Answer::new(&Judged {
            right: judgement.right,
            summary: judgement.text(),
            kind: judgement.kind.text(),
            runs: runs.collect(),
            causes: judgement.causes.iter().map(|cause| cause.text()).collect(),
        }))
    }
}
