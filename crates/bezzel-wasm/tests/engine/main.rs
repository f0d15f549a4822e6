//! The engine: valid and invalid requests, and its limits of time.

#![cfg(all(feature = "methods", feature = "count"))]

mod any;
mod boards;
mod count;
mod given;
mod judged;
mod puzzles;
mod races;
mod records;
mod refused;
mod runs;
mod stored;
mod timely;

use std::cell::Cell;
use std::time::Instant;

use bezzel_wasm::{Engine, Host};
use serde_json::{Value, json};

/// A program that runs the engine, with a clock as a test needs it.
struct Program {
    clock: Box<dyn Fn() -> f64>,
    messages: Vec<Value>,
}

impl Program {
    /// With the clock of this machine.
    fn new() -> Self {
        let start = Instant::now();
        Self {
            clock: Box::new(move || start.elapsed().as_secs_f64()),
            messages: Vec::new(),
        }
    }

    /// With a clock that goes on by some seconds at each look.
    fn ticking(seconds: f64) -> Self {
        let looks = Cell::new(0.0);
        Self {
            clock: Box::new(move || looks.replace(looks.get() + 1.0) * seconds),
            messages: Vec::new(),
        }
    }
}

impl Host for Program {
    fn seconds(&self) -> f64 {
        (self.clock)()
    }

    fn tell(&mut self, message: &[u8]) {
        self.messages.push(serde_json::from_slice(message).unwrap());
    }
}

/// Returns the answer to a request, or the problem, which is described in one line.
fn ask_text(
    engine: &mut Engine,
    program: &mut Program,
    request: impl AsRef<[u8]>,
) -> Result<Value, Value> {
    let answer = engine.answer(request.as_ref(), program);
    let mut answer: Value = serde_json::from_slice(&answer).unwrap();
    let fields = answer.as_object_mut().unwrap();
    assert_eq!(fields.len(), 1, "{fields:?}");
    if let Some(answer) = fields.remove("answer") {
        return Ok(answer);
    }
    let problem = fields.remove("problem").expect("a problem");
    let detail = problem["detail"].as_str().expect("a detail");
    assert!(!detail.is_empty() && !detail.contains('\n'), "{detail}");
    Err(problem)
}

fn ask_with(engine: &mut Engine, program: &mut Program, request: &Value) -> Result<Value, Value> {
    ask_text(engine, program, request.to_string())
}

/// Asks a new engine.
fn ask(request: Value) -> Result<Value, Value> {
    ask_with(&mut Engine::default(), &mut Program::new(), &request)
}

/// Returns the answer to a request that a new engine must answer.
#[track_caller]
fn good(request: Value) -> Value {
    let shown = request.to_string();
    ask(request).unwrap_or_else(|problem| panic!("{shown}: {problem}"))
}

/// Checks that a request is refused with these words.
#[track_caller]
fn refused(request: Value, words: &str) {
    let shown = request.to_string();
    let problem = ask(request).expect_err(&shown);
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains(words), "'{words}' is not in '{detail}'");
}

/// Checks a table of JSON values and the words with which the requests about each are refused.
#[track_caller]
fn all_refused(table: &str, requests: impl Fn(Value) -> Vec<Value>) {
    for line in table.lines().filter(|line| !line.is_empty()) {
        let (value, words) = line.split_once(" => ").expect(line);
        let value = serde_json::from_str(value).expect(line);
        let requests = requests(value).into_iter();
        requests.for_each(|request| refused(request, words));
    }
}

/// Returns a board with queens at rows and columns.
fn board(n: u32, queens: &[(u32, u32)]) -> Value {
    let at = |&(row, column): &(u32, u32)| json!({"row": row, "column": column});
    let queens: Vec<Value> = queens.iter().map(at).collect();
    json!({"n": n, "queens": queens})
}

/// Returns these fields of an object.
fn fields<const N: usize>(object: &Value, names: [&str; N]) -> Value {
    names.map(|name| object[name].clone()).into()
}
