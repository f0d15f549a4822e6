//! The puzzles of the page, compiled to WebAssembly: the page makes, grades and explains them without
//! a server, by the rules of the library.
//!
//! Requests and answers are JSON. The page writes a request of k bytes to the address that
//! `request(k)` returns, calls `answer()`, which returns the length of the answer, and reads the answer
//! at `answer_address()`. Long searches are split: while an answer is `"unfinished"`, the page asks
//! `"continue"`, and stays responsive in between.

use std::cell::RefCell;

use bezzel::Square;
use bezzel::{Advance, notation::ReadError};
use bezzel_puzzle::{Day, Generator, Grade, Hint, Marks, Puzzle, SolutionCount, Solutions};
use serde::{Deserialize, Serialize};

/// Steps of the search for solutions between two answers.
const STEPS_PER_ANSWER: u64 = 1 << 10;

/// A request of the page.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Request {
    /// A new puzzle.
    New {
        n: u32,
        grade: Option<Grade>,
        seed: u64,
    },
    /// The puzzle of a date.
    Day(String),
    /// The number of solutions and the grade of a puzzle, given by its rows of letters.
    Analyse(Vec<String>),
    /// The next step for a player with these rows of marks.
    Hint {
        regions: Vec<String>,
        marks: Vec<String>,
    },
    /// The next part of an unfinished search.
    Continue,
}

/// An answer to the page.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    Unfinished,
    Puzzle {
        #[serde(flatten)]
        puzzle: Puzzle,
        grade: Option<Grade>,
        /// 2 if there are several.
        solutions: u32,
    },
    Hint {
        /// Marks that differ from the solution.
        wrong: Vec<Square>,
        /// `None` if there is nothing to do.
        hint: Option<Hint>,
    },
    Error(String),
}

/// A search that is not finished.
enum Search {
    New(Generator),
    Analysis {
        puzzle: Puzzle,
        solutions: Box<Solutions>,
        found: u32,
    },
}

/// The state between two requests.
///
/// ```
/// let mut puzzles = bezzel_wasm::Puzzles::default();
/// let mut answer = puzzles.answer(br#"{"day":"2026-11-23"}"#);
/// while answer == br#""unfinished""# {
///     answer = puzzles.answer(br#""continue""#);
/// }
/// assert!(answer.starts_with(br#"{"puzzle":{"n":6,"#));
/// ```
#[derive(Default)]
pub struct Puzzles {
    search: Option<Search>,
}

impl Puzzles {
    /// Answers a request. A new search replaces an unfinished one.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = match serde_json::from_slice(request) {
            Ok(request) => self.answered(request),
            Err(error) => Err(error.to_string()),
        };
        let answer = answer.unwrap_or_else(Answer::Error);
        serde_json::to_vec(&answer).expect("strings and numbers")
    }

    fn answered(&mut self, request: Request) -> Result<Answer, String> {
        match request {
            Request::New { n, grade, seed } => {
                let generator = Generator::new(n, seed).map_err(|error| error.to_string())?;
                self.search = Some(Search::New(match grade {
                    Some(grade) => generator.with_grade(grade),
                    None => generator,
                }));
            }
            Request::Day(date) => {
                let day: Day = date
                    .parse()
                    .map_err(|error: bezzel_puzzle::DayError| error.to_string())?;
                self.search = Some(Search::New(day.generator()));
            }
            Request::Analyse(regions) => {
                let (puzzle, marks) = read(&regions, &[]).map_err(|error| error.to_string())?;
                self.search = Some(Search::Analysis {
                    solutions: Box::new(puzzle.solutions(&marks)),
                    puzzle,
                    found: 0,
                });
            }
            Request::Hint { regions, marks } => {
                let (puzzle, marks) = read(&regions, &marks).map_err(|error| error.to_string())?;
                return Ok(hint(&puzzle, &marks));
            }
            Request::Continue => {}
        }
        let answer = match &mut self.search {
            Some(search) => search.advance(),
            None => Err("expected a search to continue, found none".to_owned()),
        };
        if !matches!(answer, Ok(Answer::Unfinished)) {
            self.search = None;
        }
        answer
    }
}

impl Search {
    fn advance(&mut self) -> Result<Answer, String> {
        match self {
            Search::New(generator) => Ok(match generator.attempt() {
                Some(made) => Answer::Puzzle {
                    puzzle: made.puzzle,
                    grade: Some(made.grade),
                    solutions: 1,
                },
                None => Answer::Unfinished,
            }),
            Search::Analysis {
                puzzle,
                solutions,
                found,
            } => {
                match solutions.advance(STEPS_PER_ANSWER) {
                    Advance::Paused => return Ok(Answer::Unfinished),
                    Advance::Solution(_) if *found == 0 => {
                        *found = 1;
                        return Ok(Answer::Unfinished);
                    }
                    Advance::Solution(_) => *found = 2,
                    Advance::End => {}
                }
                Ok(Answer::Puzzle {
                    grade: (*found == 1).then(|| puzzle.grade()).flatten(),
                    puzzle: puzzle.clone(),
                    solutions: *found,
                })
            }
        }
    }
}

fn hint(puzzle: &Puzzle, marks: &Marks) -> Answer {
    let wrong: Vec<Square> = match puzzle.solve() {
        SolutionCount::One(solution) => marks.wrong(&solution).collect(),
        _ => Vec::new(),
    };
    // Marks that agree with a solution break no rule.
    let hint = match wrong.is_empty() {
        true => puzzle.hint(marks).unwrap_or_default(),
        false => None,
    };
    Answer::Hint { wrong, hint }
}

fn read(regions: &[String], marks: &[String]) -> Result<(Puzzle, Marks), ReadError> {
    let document = format!("{}\n\n{}\n", regions.join("\n"), marks.join("\n"));
    Puzzle::read(document.as_bytes())
}

/// The memory that the page reads and writes.
#[derive(Default)]
struct Memory {
    request: Vec<u8>,
    answer: Vec<u8>,
    puzzles: Puzzles,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Makes room for a request of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.request = vec![0; length];
        memory.request.as_mut_ptr()
    })
}

/// Answers the request and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        memory.answer = memory.puzzles.answer(&memory.request);
        memory.answer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_address() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.answer.as_ptr())
}
