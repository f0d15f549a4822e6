//! Recorded steps of a program: its lines, calls, returns and exceptions, with the variables after each of them.
//!
//! `recorder.py` records a Python program, the page a JavaScript one, both in the same numbers. A trace has them as
//! lines `record JSON`, after `n N` and `program TEXT`.

mod board;
mod steps;
mod value;

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

pub use board::FoundBoard;

use crate::trace::MoveKind;

/// Numbers before the changes of a step: kind, line, depth, characters printed, text, number of changes.
const HEAD: usize = 6;
/// Kinds of steps.
const LINE: i32 = 0;
const CALL: i32 = 1;
const RETURN: i32 = 2;
const RAISE: i32 = 3;
/// Numbers of a move: kind, row, column, line, characters printed, steps before it.
const NUMBERS_PER_MOVE: usize = 6;
/// Kinds of moves, by their numbers.
const KINDS: [MoveKind; 3] = [MoveKind::Place, MoveKind::Remove, MoveKind::Solution];
/// Largest n whose programs are recorded, and largest number of nested calls.
const MAX_N: u32 = 32;
const MAX_DEPTH: i32 = 1024;

/// Part of a recording, as the recorder reports it.
#[derive(Deserialize)]
struct Record {
    moves: Vec<i32>,
    steps: Vec<i32>,
    texts: Vec<String>,
}

/// What a program did, step by step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recording {
    n: u32,
    program: Vec<String>,
    /// Calls of `place`, `remove` and `solution`.
    moves: Vec<i32>,
    numbers: Vec<i32>,
    texts: Vec<String>,
    /// Where each step begins.
    starts: Vec<usize>,
}

/// Call of a function, or the program itself.
#[derive(Debug, Clone, Default)]
struct Frame {
    /// Number of the function's name; `None` for the program.
    name: Option<i32>,
    line: i32,
    /// Names with the numbers of texts, or of collections as -1 - number.
    variables: Vec<(i32, i32)>,
}

impl Frame {
    fn value(&self, name: i32) -> Option<i32> {
        let mut variables = self.variables.iter();
        variables
            .find(|(own, _)| *own == name)
            .map(|&(_, value)| value)
    }
}

/// Call stack and contents of collections after some steps.
#[derive(Debug, Clone, Default)]
struct State {
    frames: Vec<Frame>,
    collections: HashMap<i32, i32>,
}

impl State {
    /// Returns the number of a value's text.
    fn text(&self, value: i32) -> i32 {
        match value {
            0.. => value,
            _ => self.collections.get(&(-1 - value)).copied().unwrap_or(-1),
        }
    }
}

impl Recording {
    /// Reads the recording of a trace; `None` if it has moves only.
    ///
    /// # Errors
    ///
    /// Fails with the number of the first line that no recorder writes.
    ///
    /// ```
    /// use bezzel_judge::Recording;
    /// let trace = "n 4\nprogram \"x = 1\\n\"\nrecord {\"moves\":[],\"steps\":[0,1,0,0,-1,0],\"texts\":[]}\n";
    /// let recording = Recording::read_text(trace).unwrap().unwrap();
    /// assert_eq!((recording.len(), recording.program()), (1, &["x = 1".to_owned()][..]));
    /// assert_eq!(Recording::read_text("n 4\nplace 0 1\n"), Ok(None));
    /// ```
    pub fn read_text(text: &str) -> Result<Option<Self>, u64> {
        let mut recording = Self::default();
        let mut is_recorded = false;
        // A program that was killed leaves an incomplete line.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for (number, line) in (1_u64..).zip(whole.lines()) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "n" => recording.n = rest.trim().parse().unwrap_or(0),
                "program" => {
                    let program: String = serde_json::from_str(rest).map_err(|_| number)?;
                    recording.program = program.lines().map(str::to_owned).collect();
                }
                "record" => {
                    is_recorded = true;
                    let record: Record = serde_json::from_str(rest).map_err(|_| number)?;
                    recording.add(record).ok_or(number)?;
                }
                _ => {}
            }
        }
        if is_recorded && !(1..=MAX_N).contains(&recording.n) {
            return Err(1);
        }
        Ok(is_recorded.then_some(recording))
    }

    /// Adds a part, or returns `None` if its numbers are none of a recorder.
    fn add(&mut self, mut record: Record) -> Option<()> {
        let is_move = |numbers: &[i32]| {
            numbers.len() == NUMBERS_PER_MOVE && (0..KINDS.len() as i32).contains(&numbers[0])
        };
        if !record.moves.chunks(NUMBERS_PER_MOVE).all(is_move) {
            return None;
        }
        self.moves.append(&mut record.moves);
        self.texts.append(&mut record.texts);
        let texts = i32::try_from(self.texts.len()).ok()?;
        let is_text = |number: i32| (-1..texts).contains(&number);
        let mut rest = &record.steps[..];
        let mut start = self.numbers.len();
        while !rest.is_empty() {
            let head = rest.get(..HEAD)?;
            let &[kind, line, depth, _, text, changes] = head else {
                return None;
            };
            let length = HEAD.checked_add(usize::try_from(changes).ok()?.checked_mul(3)?)?;
            let is_change = |change: &[i32]| match change[0] {
                -1 => is_text(change[2]),
                frame => (0..=depth).contains(&frame) && is_text(change[1]) && change[2] < texts,
            };
            let is_step = (LINE..=RAISE).contains(&kind) && line >= 0 && is_text(text);
            let is_known = is_step && (0..MAX_DEPTH).contains(&depth);
            if !is_known || !rest.get(HEAD..length)?.chunks(3).all(is_change) {
                return None;
            }
            self.starts.push(start);
            start += length;
            rest = &rest[length..];
        }
        self.numbers.append(&mut record.steps);
        Some(())
    }

    /// Returns the number n of rows and columns.
    pub fn size(&self) -> u32 {
        self.n
    }

    /// Returns the number of steps.
    pub fn len(&self) -> u64 {
        self.starts.len() as u64
    }

    /// Returns true without a step.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the lines of the program.
    pub fn program(&self) -> &[String] {
        &self.program
    }

    fn text(&self, number: i32) -> &str {
        let text = usize::try_from(number)
            .ok()
            .and_then(|at| self.texts.get(at));
        text.map_or("", String::as_str)
    }

    fn head(&self, step: usize) -> [i32; HEAD] {
        let start = self.starts[step];
        self.numbers[start..start + HEAD]
            .try_into()
            .expect("a head")
    }

    fn changes(&self, step: usize) -> impl Iterator<Item = [i32; 3]> + '_ {
        let start = self.starts[step] + HEAD;
        let end = start + 3 * self.numbers[start - 1] as usize;
        let changes = self.numbers[start..end].chunks_exact(3);
        changes.map(|change| [change[0], change[1], change[2]])
    }

    /// Changes the state as the step does.
    fn apply(
        &self,
        State {
            frames,
            collections,
        }: &mut State,
        step: usize,
    ) {
        let [kind, line, depth, _, text, _] = self.head(step);
        let depth = depth as usize;
        frames.truncate(if kind == CALL { depth } else { depth + 1 });
        while frames.len() <= depth {
            let is_called = frames.len() == depth && depth > 0;
            frames.push(Frame {
                name: is_called.then_some(text),
                ..Frame::default()
            });
        }
        frames[depth].line = line;
        for [frame, name, value] in self.changes(step) {
            if frame < 0 {
                collections.insert(name, value);
                continue;
            }
            let variables = &mut frames[frame as usize].variables;
            match variables.iter_mut().find(|(own, _)| *own == name) {
                Some((_, old)) => *old = value,
                None => variables.push((name, value)),
            }
        }
    }

    /// Returns all variables by the numbers of their names, with the texts that they have, and how often each comes.
    fn every_value(&self) -> BTreeMap<i32, BTreeMap<i32, u32>> {
        let mut found: BTreeMap<i32, BTreeMap<i32, u32>> = BTreeMap::new();
        let mut owners: HashMap<i32, Vec<i32>> = HashMap::new();
        let mut contents: HashMap<i32, i32> = HashMap::new();
        let mut count = |name: i32, text: i32| {
            *found.entry(name).or_default().entry(text).or_default() += 1;
        };
        let all = (0..self.starts.len()).flat_map(|step| self.changes(step));
        for [frame, name, value] in all {
            if frame < 0 {
                contents.insert(name, value);
                let names = owners.get(&name).into_iter().flatten();
                names.for_each(|&owner| count(owner, value));
            } else if value < 0 {
                let names = owners.entry(-1 - value).or_default();
                if !names.contains(&name) {
                    names.push(name);
                }
                count(name, contents.get(&(-1 - value)).copied().unwrap_or(-1));
            } else {
                count(name, value);
            }
        }
        found
    }

    /// Calls `tell` for each step, from 0, at which the innermost variable of this name has another text, with the line
    /// that changed it: that of the step before.
    fn follow(&self, name: i32, mut tell: impl FnMut(usize, Option<&str>, i32)) {
        let mut state = State::default();
        let mut before = None;
        let mut line = 0;
        for step in 0..self.starts.len() {
            self.apply(&mut state, step);
            let mut frames = state.frames.iter().rev();
            let value = frames.find_map(|frame| frame.value(name));
            let text = value.map(|value| state.text(value));
            let [_, next, ..] = self.head(step);
            if text != before {
                let changed_by = if step == 0 { next } else { line };
                tell(step, text.map(|text| self.text(text)), changed_by);
            }
            (before, line) = (text, next);
        }
    }
}
