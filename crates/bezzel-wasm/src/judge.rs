//! The verdict about a learner's program, with the sentences of the command `judge`, and the check of its moves.

use bezzel::Square;
use bezzel::methods::Text;
use bezzel::shared::check_range;
use bezzel_judge::{
    Ending, Finding, FoundBoard, Judgement, MAX_JUDGED_N, MIN_JUDGED_N, Mode, Outcome, Program,
    Recording, ReportedMove, Trace, Verdict,
};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::limits::MAX_BOARD_N;
use crate::problem::Problem;

/// A request about a learner's program.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JudgeRequest {
    /// Runs of a program; answered by [`Judged`].
    Runs(RunsRequest),
    /// A trace: lines `place R C`, `remove R C` and `solution`, `n N` for the size, and `record JSON`; answered by
    /// [`Moves`].
    Moves(String),
    /// The time of a program among methods; answered by a text.
    Place(PlaceRequest),
}

/// Runs of a program, with the output that is expected of it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct RunsRequest {
    /// Text of the program, in Python or JavaScript.
    program: String,
    mode: Mode,
    runs: Vec<JudgedRun>,
}

/// What a program did for one n.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct JudgedRun {
    /// Number of queens.
    n: u32,
    /// All that the program printed.
    printed: String,
    /// Its moves, one in each line, after the number of the line of the program that makes it.
    moves: String,
    /// How the run ended.
    ending: Ending,
}

/// The time of a program, and the times of methods.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct PlaceRequest {
    seconds: f64,
    /// Names and seconds of the methods, the slowest first.
    methods: Vec<(String, f64)>,
}

/// Verdict about a program.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Judged {
    /// True if all runs are right.
    right: bool,
    /// The verdict in one sentence.
    summary: Text,
    /// What the program prints, such as boards, unless the verdict says all that is known.
    kind: Option<Text>,
    /// Verdicts about the runs.
    runs: Vec<RunVerdict>,
    /// Faults that explain all outputs, the most likely first.
    causes: Vec<Text>,
    /// What the program has, if it prints nothing because no line calls it.
    uncalled: Option<Text>,
    /// The limit that ended the last run, if this is no fault: the board is large.
    stopped: Option<Text>,
}

/// Verdict about a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct RunVerdict {
    /// Number of queens.
    n: u32,
    right: bool,
    /// Number of solutions that should be printed or counted.
    expected: String,
    /// Number of boards that were printed.
    boards: u64,
    /// The number that was printed.
    number: Option<String>,
    /// Faults, the most informative first.
    findings: Vec<Text>,
    /// Queens of the board that shows the first fault which a board can show.
    shown: Option<Vec<Square>>,
    /// Remarks that do not make the output wrong.
    notes: Vec<Text>,
}

/// Moves of a program, checked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Moves {
    /// Number of rows and columns.
    n: u32,
    /// The moves in their order; rows and columns count from 0.
    moves: Vec<ReportedMove>,
    /// Those that are not possible, which change nothing.
    faults: Vec<WrongMove>,
    /// Variables of the recorded program that may be the board, the most likely first.
    boards: Vec<FoundBoard>,
}

/// Move that is not possible.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct WrongMove {
    /// Number of moves before it.
    index: u64,
    /// Why it is not possible.
    text: Text,
}

impl JudgeRequest {
    pub(crate) fn answer(self) -> Result<Answer, Problem> {
        Ok(match self {
            JudgeRequest::Runs(request) => Answer::new(&judged(request)?),
            JudgeRequest::Moves(text) => Answer::new(&moves(&text)?),
            JudgeRequest::Place(PlaceRequest { seconds, methods }) => {
                let methods: Vec<_> = methods
                    .iter()
                    .map(|(name, time)| (&**name, *time))
                    .collect();
                Answer::new(&bezzel_judge::place(seconds, &methods))
            }
        })
    }
}

fn judged(request: RunsRequest) -> Result<Judged, Problem> {
    let RunsRequest { mode, mut runs, .. } = request;
    let stopped = runs.pop_if(|run| run.n > MIN_JUDGED_N && run.ending.is_limit());
    for run in &runs {
        check_range("n", run.n.into(), 1..=MAX_JUDGED_N.into())?;
    }
    let judgement = judgement(&request.program, mode, &runs);
    // One solution for each n is not wrong, although all are expected.
    let as_one = match judgement.outcome {
        Outcome::OneOnly => Some(self::judgement(&request.program, Mode::One, &runs)),
        _ => None,
    };
    let verdicts = &as_one.as_ref().unwrap_or(&judgement).verdicts;
    Ok(Judged {
        right: judgement.right,
        summary: judgement.text(),
        kind: judgement.prints(),
        runs: verdicts.iter().map(run_verdict).collect(),
        causes: judgement.causes.iter().map(|cause| cause.text()).collect(),
        uncalled: judgement.uncalled.map(|uncalled| uncalled.text(false)),
        stopped: stopped.map(|run| {
            let text = run.ending.text();
            let english = format!("n = {}: {}", run.n, text.english);
            (english, format!("n = {}：{}", run.n, text.chinese)).into()
        }),
    })
}

fn judgement(program: &str, mode: Mode, runs: &[JudgedRun]) -> Judgement {
    let mut judged = Program::new(mode);
    judged.source(program);
    for run in runs {
        let mut reader = judged.reader(run.n);
        reader.push(run.printed.as_bytes());
        for line in run.moves.lines() {
            let (line, text) = line.split_once(' ').unwrap_or_default();
            reader.push_move(line.parse().unwrap_or(0), text);
        }
        judged.add(reader.finish(), run.ending.clone());
    }
    judged.judgement()
}

fn run_verdict(verdict: &Verdict) -> RunVerdict {
    let text = |finding: &Finding| match finding {
        Finding::Move { error } => error.text_in_program(),
        _ => finding.text(),
    };
    let board = verdict.findings.iter().find_map(Finding::board);
    let squares = |rows: Vec<Vec<u32>>| {
        let row = |(row, columns): (u32, Vec<u32>)| {
            let square = move |column| Square::new(row, column);
            columns.into_iter().map(square)
        };
        (0..).zip(rows).flat_map(row).collect()
    };
    RunVerdict {
        n: verdict.n,
        right: verdict.right,
        expected: verdict.expected.to_string(),
        boards: verdict.boards,
        number: verdict.number.map(|number| number.to_string()),
        findings: verdict.findings.iter().map(text).collect(),
        shown: board.map(squares),
        notes: verdict.notes.iter().map(|one| one.text()).collect(),
    }
}

fn moves(text: &str) -> Result<Moves, Problem> {
    let trace = Trace::read_text(text);
    check_range("n", trace.size().into(), 1..=MAX_BOARD_N.into())?;
    let recording = Recording::read_text(text).map_err(|line| {
        Problem::new(
            format_args!("expected a trace, found something else on line {line}"),
            format_args!("第 {line} 行不是运行记录"),
        )
    })?;
    let wrong = trace.errors().into_iter().map(|error| WrongMove {
        index: error.index,
        text: error.fault.text(),
    });
    Ok(Moves {
        n: trace.size(),
        moves: trace.reported().collect(),
        faults: wrong.collect(),
        boards: recording.map_or_else(Vec::new, |recording| recording.boards()),
    })
}
