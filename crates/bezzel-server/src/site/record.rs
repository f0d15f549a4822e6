//! Recorded runs: chunks of steps, each stored as its difference from the step before.

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;

use bezzel::ConstrainedBoard;
use bezzel::methods::{
    Context, Event, ForEachStep, Method, Observer, Run, ShownStep, Step, Stoppable,
};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};

use crate::tree::TreeBuilder;

/// Number of steps per chunk (`STEPS_PER_CHUNK` of the page).
const STEPS_PER_CHUNK: u64 = 1024;

/// Key of a difference: the names that the step before has and this one lacks.
const REMOVED: &str = "-";

/// Key of the difference of an array: its new length, if it changed.
const LENGTH: &str = "#";

/// All steps of a run.
pub(super) struct RecordedRun {
    /// Method and n, such as `bitmask-8`.
    pub(super) name: String,
    /// Compressed chunks of steps.
    pub(super) chunks: Vec<Vec<u8>>,
    pub(super) steps: u64,
    /// Steps at which a solution was found.
    pub(super) solutions: Vec<u64>,
}

/// Cuts a run into chunks, each with the decision tree before it.
struct ChunkRecorder<'a, F> {
    index: u64,
    tree: TreeBuilder,
    steps: ForEachStep<F>,
    current: &'a RefCell<Vec<ShownStep>>,
    before: Value,
    chunks: Vec<Vec<u8>>,
    solutions: Vec<u64>,
}

impl<F: FnMut(Step) -> ControlFlow<()>> ChunkRecorder<'_, F> {
    fn end_chunk(&mut self) {
        let steps = self.current.take();
        if steps.is_empty() {
            return;
        }
        let (mut before, mut sentences) = (Value::Null, Vec::new());
        let steps = steps
            .iter()
            .map(|step| {
                let mut step = serde_json::to_value(step).expect("a step is plain data");
                number_sentence(&mut step, &mut sentences);
                let change = difference(&before, &step);
                before = step;
                change
            })
            .collect();
        // `json!` would copy all values.
        let parts = [
            ("tree", self.before.take()),
            ("sentences", Value::Array(sentences)),
            ("steps", Value::Array(steps)),
        ];
        let chunk = Map::from_iter(parts.map(|(name, value)| (name.to_owned(), value)));
        self.chunks.push(compress(&Value::Object(chunk)));
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for ChunkRecorder<'_, F> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> ControlFlow<()> {
        if self.index.is_multiple_of(STEPS_PER_CHUNK) {
            self.end_chunk();
            self.before =
                serde_json::to_value(self.tree.clone().tree()).expect("a tree is plain data");
        }
        if matches!(event, Event::Solution { .. }) {
            self.solutions.push(self.index);
        }
        self.tree.add(&event);
        self.index += 1;
        self.steps.event(event, context)
    }
}

/// Records a run, unless `should_stop` ends it.
pub(super) fn record(
    method: Method,
    n: u32,
    should_stop: &dyn Fn() -> bool,
) -> Result<RecordedRun, bezzel::Error> {
    let run = Run::new(method, &ConstrainedBoard::new(n)?)?;
    let current = RefCell::new(Vec::new());
    let steps = ForEachStep::new(0, |step| {
        current.borrow_mut().push(run.shown(step));
        ControlFlow::Continue(())
    });
    let mut recorder = ChunkRecorder {
        index: 0,
        tree: TreeBuilder::default(),
        steps,
        current: &current,
        before: Value::Null,
        chunks: Vec::new(),
        solutions: Vec::new(),
    };
    let _ = run.observe(&mut Stoppable::new(&mut recorder, &should_stop));
    recorder.end_chunk();
    Ok(RecordedRun {
        name: format!("{method}-{n}"),
        chunks: recorder.chunks,
        steps: recorder.index,
        solutions: recorder.solutions,
    })
}

/// Replaces the sentence of a step by its number in this list: a run has few different ones.
fn number_sentence(step: &mut Value, sentences: &mut Vec<Value>) {
    let Some(sentence) = step.get_mut("sentence") else {
        return;
    };
    let known = sentences.iter().position(|known| known == sentence);
    let number = known.unwrap_or_else(|| {
        sentences.push(sentence.clone());
        sentences.len() - 1
    });
    *sentence = json!(number);
}

/// Returns what changed: of objects, the names with other values; of arrays, the length and the places
/// with other values; of anything else, the new value.
fn difference(before: &Value, after: &Value) -> Value {
    let (old, new) = match (before, after) {
        (Value::Object(old), Value::Object(new)) => (old, new),
        (Value::Array(old), Value::Array(new)) => return array_difference(old, new),
        _ => return after.clone(),
    };
    let mut changed = Map::new();
    for (name, value) in new {
        match old.get(name) {
            Some(same) if same == value => {}
            Some(other) => {
                changed.insert(name.clone(), difference(other, value));
            }
            None => {
                changed.insert(name.clone(), value.clone());
            }
        }
    }
    let removed: Vec<&String> = old.keys().filter(|name| !new.contains_key(*name)).collect();
    if !removed.is_empty() {
        changed.insert(REMOVED.to_owned(), json!(removed));
    }
    Value::Object(changed)
}

fn array_difference(old: &[Value], new: &[Value]) -> Value {
    let mut changed = Map::new();
    if old.len() != new.len() {
        changed.insert(LENGTH.to_owned(), json!(new.len()));
    }
    for (at, value) in new.iter().enumerate() {
        let before = old.get(at).unwrap_or(&Value::Null);
        if before != value || at >= old.len() {
            changed.insert(at.to_string(), difference(before, value));
        }
    }
    Value::Object(changed)
}

/// Returns the JSON compressed with gzip.
pub(super) fn compress(value: &Value) -> Vec<u8> {
    // In one piece: for each piece, the encoder clears the rest of its buffer.
    let text = serde_json::to_vec(value).expect("a value is plain data");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(&text);
    written.expect("a vector accepts all bytes");
    encoder.finish().expect("a vector accepts all bytes")
}

#[cfg(test)]
mod tests {
    use bezzel::NEVER;

    use super::*;

    /// Applies a difference, as the page does.
    fn apply(before: &Value, change: &Value) -> Value {
        let (old, change) = match (before, change) {
            (Value::Object(old), Value::Object(change)) => (old, change),
            (Value::Array(old), Value::Object(change)) => return applied_to_array(old, change),
            _ => return change.clone(),
        };
        let mut new = old.clone();
        for (name, value) in change {
            if name == REMOVED {
                for removed in value.as_array().unwrap() {
                    new.remove(removed.as_str().unwrap());
                }
            } else {
                let before = old.get(name).unwrap_or(&Value::Null);
                new.insert(name.clone(), apply(before, value));
            }
        }
        Value::Object(new)
    }

    fn applied_to_array(old: &[Value], change: &Map<String, Value>) -> Value {
        let length = change.get(LENGTH).map(|length| length.as_u64().unwrap());
        let length = length.map_or(old.len(), |length| length as usize);
        let value = |at: usize| {
            let before = old.get(at).unwrap_or(&Value::Null);
            let change = change.get(&at.to_string());
            change.map_or_else(|| before.clone(), |change| apply(before, change))
        };
        (0..length).map(value).collect()
    }

    #[test]
    fn differences_restore_each_step_of_each_method() {
        for method in Method::ALL {
            let mut before = Value::Null;
            let run = Run::new(method, &ConstrainedBoard::new(4).unwrap()).unwrap();
            let mut each = ForEachStep::new(0, |step: Step| {
                let step = serde_json::to_value(run.shown(step)).unwrap();
                let change = difference(&before, &step);
                assert_eq!(apply(&before, &change), step);
                before = step;
                ControlFlow::Continue(())
            });
            assert!(method.observe(4, &mut each).unwrap().is_continue());
        }
    }

    #[test]
    fn chunks_have_all_steps_and_solutions() {
        let run = record(Method::SlopeTest, 6, NEVER).unwrap();
        assert_eq!(run.name, "slope-test-6");
        assert_eq!(run.solutions.len(), 4);
        assert_eq!(run.chunks.len() as u64, run.steps.div_ceil(STEPS_PER_CHUNK));
    }
}
