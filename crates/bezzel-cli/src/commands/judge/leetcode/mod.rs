//! `bezzel judge --leetcode`: calls the functions of an answer as LeetCode does.
//!
//! Problem 52 wants `totalNQueens`, the number, and problem 51 `solveNQueens`, the boards. LeetCode runs
//! all its tests in one process, so each function is called for n = 1 to 9 and again. If anything is
//! wrong then, it is called once for each n in a process of its own: what is right alone and wrong after
//! other calls is kept between them, such as a global list that is not emptied.

mod languages;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use bezzel::methods::Text;
use bezzel::{counted, texts};
use bezzel_judge::{Ending, Judgement, MIN_JUDGED_N, Mode, Program, Totals};
use serde_json::{Value, json};

use super::process::{self, Limits};
use languages::{Function, NO_FUNCTION};

/// Largest n that is called.
const MAX_N: u32 = 9;

pub(super) struct JudgedFunction {
    pub(super) name: &'static str,
    pub(super) judgement: Judgement,
    pub(super) kept: Option<KeptState>,
    /// The n whose call reached a limit.
    pub(super) stopped: Option<(u32, Ending)>,
}

impl JudgedFunction {
    pub(super) fn is_right(&self) -> bool {
        self.judgement.right && self.kept.is_none()
    }
}

/// A call that is right alone and wrong after others.
pub(super) struct KeptState {
    /// Its number among the calls, from 1.
    pub(super) call: usize,
    pub(super) n: u32,
    /// What it returned, and what it returns alone.
    pub(super) values: [Text; 2],
}

impl KeptState {
    pub(super) fn text(&self, name: &str) -> Text {
        let Self {
            call,
            n,
            values: [found, alone],
        } = self;
        let other = Text::new("other boards", "另一些棋盘");
        let alone = if found == alone { &other } else { alone };
        texts!(
            [found, alone],
            "call {call} in one process, {name}({n}), returns {found}; alone, it returns {alone}: the \
             program keeps something between calls, such as a global list or counter that is never reset",
            "在同一进程中，第 {call} 次调用（{name}({n})）返回 {found}，单独调用时返回 {alone}；\
             程序在两次调用之间保留了数据，例如没有重置的全局列表或计数器"
        )
    }
}

/// Judges each function of an answer.
///
/// # Errors
///
/// Fails if the file is no answer in a known language, or cannot be compiled or run here.
pub(super) fn run(file: &Path, limits: Limits) -> anyhow::Result<Vec<JudgedFunction>> {
    let folder = tempfile::tempdir()?;
    let prepared = languages::prepare(file, folder.path())?;
    let mut judged = Vec::new();
    for function in prepared.functions {
        let caller = Caller {
            command: &prepared.command,
            folder: folder.path(),
            function,
            limits,
        };
        judged.extend(caller.judge()?);
    }
    match judged.is_empty() {
        true => Err(languages::no_function(file)),
        false => Ok(judged),
    }
}

struct Caller<'a> {
    command: &'a [OsString],
    folder: &'a Path,
    function: Function,
    limits: Limits,
}

/// What a call returned: a number, boards, or something else as text; nothing if it did not return.
struct Call {
    n: u32,
    value: Option<Value>,
}

impl Caller<'_> {
    /// Returns `None` if the program has no such function.
    fn judge(&self) -> anyhow::Result<Option<JudgedFunction>> {
        let sizes: Vec<u32> = (1..=MAX_N).chain(1..=MAX_N).collect();
        let (calls, ending) = self.call(&sizes)?;
        if matches!(&ending, Ending::Crashed { status, .. } if status == NO_FUNCTION) {
            return Ok(None);
        }
        let first = calls.len().min(MAX_N as usize);
        let (judgement, stopped) = judgement(&calls[..first], &ending);
        let mut judged = JudgedFunction {
            name: self.function.name,
            judgement,
            kept: None,
            stopped,
        };
        let mut again = calls.iter().skip(first).zip(&calls);
        let is_repeated = again.all(|(second, first)| second.value == first.value);
        let has_ended = ending == Ending::Ended || judged.stopped.is_some();
        if judged.judgement.right && is_repeated && has_ended {
            return Ok(Some(judged));
        }
        let mut alone = Vec::new();
        let mut last = Ending::Ended;
        for n in 1..=MAX_N {
            let (mut calls, ending) = self.call(&[n])?;
            alone.append(&mut calls);
            last = ending;
            if last != Ending::Ended {
                break;
            }
        }
        (judged.judgement, judged.stopped) = self::judgement(&alone, &last);
        judged.kept = calls.iter().enumerate().find_map(|(at, call)| {
            let alone = alone.iter().find(|alone| alone.n == call.n)?;
            (call.value.is_some() && call.value != alone.value).then(|| KeptState {
                call: at + 1,
                n: call.n,
                values: [&call.value, &alone.value].map(shown),
            })
        });
        Ok(Some(judged))
    }

    /// Calls the function for these n in one process.
    fn call(&self, sizes: &[u32]) -> anyhow::Result<(Vec<Call>, Ending)> {
        let results = self.folder.join("results");
        // Nothing of the process before.
        let _ = fs::remove_file(&results);
        let mut words = self.command.to_vec();
        words.push(results.clone().into());
        words.push(self.function.name.into());
        words.extend(sizes.iter().map(|n| n.to_string().into()));
        // What the program prints does not count.
        let reader = Program::new(Mode::All).reader(1);
        let ran = process::run(&words, "", self.limits, reader)?;
        let text = fs::read_to_string(&results).unwrap_or_default();
        let mut calls = Vec::new();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("call", n)) => calls.extend(n.parse().ok().map(|n| Call { n, value: None })),
                Some(("value", value)) => {
                    if let Some(call) = calls.last_mut() {
                        call.value = serde_json::from_str(value).ok();
                    }
                }
                _ => {}
            }
        }
        Ok((calls, ran.ending))
    }
}

/// Judges what calls returned, board by board in lines of their own. A limit that is reached at a
/// larger n than every program must reach is no fault.
fn judgement(calls: &[Call], ending: &Ending) -> (Judgement, Option<(u32, Ending)>) {
    let mut program = Program::new(Mode::All);
    let mut stopped = None;
    for call in calls {
        let ended = match call.value {
            Some(_) => Ending::Ended,
            None => ending.clone(),
        };
        if ended.is_limit() && call.n > MIN_JUDGED_N {
            stopped = Some((call.n, ended));
            break;
        }
        let mut reader = program.reader(call.n);
        if let Some(value) = &call.value {
            reader.push(as_output(value).as_bytes());
        }
        program.add_counted(reader.finish(), ended, Some(Totals::of(call.n)));
    }
    (program.judgement(), stopped)
}

/// Writes what was returned as a program would print it.
fn as_output(value: &Value) -> String {
    match value {
        Value::Array(boards) if !boards.is_empty() => {
            boards.iter().map(|board| format!("{board}\n")).collect()
        }
        other => format!("{other}\n"),
    }
}

fn shown(value: &Option<Value>) -> Text {
    match value {
        None => Text::new("nothing", "空值"),
        Some(Value::Array(boards)) => texts!(
            "{all}",
            "{number} 个棋盘",
            all = counted(boards.len(), "board"),
            number = boards.len()
        ),
        Some(other) => {
            let value = process::shortened(&other.to_string());
            texts!("{value}", "{value}")
        }
    }
}

/// Returns the JSON object of one function.
pub(super) fn object(judged: &JudgedFunction) -> Value {
    json!({
        "function": judged.name,
        "right": judged.is_right(),
        "verdict": judged.judgement.text().english,
        "kept_state": judged.kept.as_ref().map(|kept| kept.text(judged.name).english),
    })
}
