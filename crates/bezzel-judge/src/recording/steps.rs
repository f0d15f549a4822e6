//! Recorded steps for a player of runs: the lit line, the variables, and the board that they describe.

use std::borrow::Cow;

use bezzel::methods::{Data, Event, Step, StepKind, Steps, Table, Text};
use bezzel::{Square, texts};

use super::{CALL, FoundBoard, KINDS, NUMBERS_PER_MOVE, RAISE, RETURN, Recording, State};
use crate::trace::{MoveKind, Player};

/// Letters of a value in a sentence.
const MAX_SAID: usize = 60;
/// Letters of a value in a table.
const MAX_SHOWN: usize = 200;
/// Name of the steps that change no queen.
const OTHER: &str = "line";

impl Recording {
    /// Returns the board that is shown: that of the calls of `place` if there are any, or of a variable.
    pub fn board(&self) -> FoundBoard {
        let calls = FoundBoard {
            name: String::new(),
            is_mask: false,
            moves: self.moves.clone(),
        };
        let found = || self.boards().into_iter().next();
        match calls.moves.is_empty() {
            true => found().unwrap_or(calls),
            false => calls,
        }
    }

    /// Returns the steps `from`, `from + 1`, …, at most `len` of them, with the queens of a board. The source line of a
    /// step is the line of the program, its data are the variables of all calls, the innermost first. O(steps).
    pub fn steps(&self, board: &FoundBoard, from: u64, len: usize) -> Steps {
        let mut state = State::default();
        let mut player = Player::default();
        let mut moves = board.moves.chunks_exact(NUMBERS_PER_MOVE).peekable();
        let mut steps = Vec::new();
        for (index, step) in (0..).zip(0..self.starts.len()) {
            if steps.len() == len {
                break;
            }
            self.apply(&mut state, step);
            let mut made = (
                StepKind::Own(OTHER),
                Event::Own {
                    name: OTHER,
                    at: None,
                    values: [0; 2],
                },
            );
            let is_due = |numbers: &&[i32]| numbers[5] <= step as i32;
            while let Some(numbers) = moves.next_if(is_due) {
                made = self.play(&mut player, numbers).unwrap_or(made);
            }
            if index < from {
                continue;
            }
            let [_, line, ..] = self.head(step);
            let tables = self.tables(&state);
            steps.push(player.step(index, made, Data::Tables { tables }, line as u32));
        }
        let ended = from + steps.len() as u64 >= self.len();
        Steps { steps, ended }
    }

    /// Makes a move, unless it is not possible.
    fn play(&self, player: &mut Player, numbers: &[i32]) -> Option<(StepKind, Event)> {
        let index = |at: usize| {
            let index = u32::try_from(numbers[at]).ok();
            index.filter(|&index| index < self.n)
        };
        player.play(kind(numbers), Square::new(index(1)?, index(2)?))
    }

    /// Returns the variables of each call as a table, the innermost call first.
    fn tables(&self, state: &State) -> Vec<Table> {
        let table = |frame: &super::Frame| {
            let (name, line) = (frame.name.map_or("", |name| self.text(name)), frame.line);
            let name = match name {
                "" => Text::new("program", "程序"),
                name => texts!("{name}", "{name}"),
            };
            let title = texts!([name], "{name}, line {line}", "{name}，第 {line} 行");
            let table = Table::new(title);
            let variables = frame.variables.iter();
            variables.fold(table, |table, &(name, value)| {
                let value = short(self.text(state.text(value)), MAX_SHOWN);
                table.row(format!("{} =", self.text(name)), [(value, '.')])
            })
        };
        state.frames.iter().rev().map(table).collect()
    }

    /// Describes a step: what it changed, and the line that runs next.
    pub fn sentence(&self, step: &Step) -> Text {
        let at = step.index as usize;
        let [kind, line, _, _, text, _] = self.head(at);
        let text = short(self.text(text), MAX_SAID);
        let values = || {
            let values = self.changed(at, step);
            Text::from((values.join(", "), values.join("，")))
        };
        match kind {
            CALL => match values() {
                none if none.english.is_empty() => texts!("{text} is called", "调用 {text}"),
                values => texts!(
                    [values],
                    "{text} is called: {values}",
                    "调用 {text}：{values}"
                ),
            },
            RETURN => texts!(
                "line {line}: the call returns {text}",
                "第 {line} 行：返回 {text}"
            ),
            RAISE => texts!("line {line}: {text}", "第 {line} 行：{text}"),
            _ => {
                let next = texts!("line {line} runs next", "接下来运行第 {line} 行");
                match values() {
                    none if none.english.is_empty() => next,
                    values => texts!([values, next], "{values}; {next}", "{values}；{next}"),
                }
            }
        }
    }

    /// Returns the variables that a step changed, as `name = value`.
    fn changed(&self, at: usize, step: &Step) -> Vec<String> {
        let Data::Tables { tables } = &step.data else {
            return Vec::new();
        };
        let mut changed: Vec<String> = Vec::new();
        for row in tables.iter().flat_map(|table| &table.rows) {
            let (name, value) = (&row.label, &row.cells[0]);
            let is_changed = self.changes(at).any(|[frame, number, text]| match frame {
                -1 => short(self.text(text), MAX_SHOWN) == *value,
                _ => name.strip_suffix(" =") == Some(self.text(number)),
            });
            if is_changed && !changed.iter().any(|other| other.starts_with(name)) {
                changed.push(format!("{name} {}", short(value, MAX_SAID)));
            }
        }
        changed
    }
}

fn kind(numbers: &[i32]) -> MoveKind {
    KINDS[numbers[0] as usize]
}

fn short(text: &str, length: usize) -> Cow<'_, str> {
    match text.char_indices().nth(length) {
        Some((at, _)) => Cow::Owned(format!("{}…", &text[..at])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that fills `queens`, recorded by `recorder.py`.
    const TRACE: &str = include_str!("four.trace");

    fn recording() -> Recording {
        Recording::read_text(TRACE).unwrap().expect("a recording")
    }

    #[test]
    fn steps_have_lines_variables_and_the_board() {
        let recording = recording();
        let board = recording.board();
        assert_eq!((&*board.name, recording.size()), ("queens", 4));
        let all = recording.steps(&board, 0, usize::MAX);
        assert!(all.ended && all.steps.len() as u64 == recording.len());
        assert_eq!(recording.steps(&board, 20, 7).steps, all.steps[20..27]);
        let solutions: Vec<_> = all
            .steps
            .iter()
            .filter_map(|step| match &step.event {
                Event::Solution { columns, .. } => Some(columns.to_vec()),
                _ => None,
            })
            .collect();
        assert_eq!(solutions, [[1, 3, 0, 2], [2, 0, 3, 1]]);
        let is_solution = |step: &&Step| matches!(step.event, Event::Solution { .. });
        let first = all.steps.iter().find(is_solution).expect("a solution");
        let Data::Tables { tables } = &first.data else {
            panic!("variables")
        };
        assert_eq!(tables.len(), 5, "four calls and the program");
        let row = tables.iter().flat_map(|table| &table.rows);
        let queens = row
            .rev()
            .find(|row| row.label == "queens =")
            .expect("a variable");
        assert_eq!(queens.cells, ["[1, 3, 0, 2]"]);
    }

    #[test]
    fn sentences_say_what_changed_and_which_line_runs_next() {
        let recording = recording();
        let steps = recording.steps(&recording.board(), 0, usize::MAX).steps;
        let said: Vec<_> = steps
            .iter()
            .map(|step| recording.sentence(step).english)
            .collect();
        for sentence in [
            "n = 4; line 1 runs next",
            "queens = []; line 5 runs next",
            "search is called: row = 0",
            "queens = [0]; line 12 runs next",
            "line 9: the call returns None",
        ] {
            assert!(
                said.iter().any(|one| one == sentence),
                "{sentence}: {said:#?}"
            );
        }
    }

    #[test]
    fn damaged_recordings_are_refused_with_their_line() {
        for record in [
            "{",
            "{\"moves\":[],\"steps\":[0,1,0,0,-1],\"texts\":[]}",
            "{\"moves\":[],\"steps\":[9,1,0,0,-1,0],\"texts\":[]}",
            "{\"moves\":[],\"steps\":[0,1,0,0,5,0],\"texts\":[]}",
            "{\"moves\":[],\"steps\":[0,1,0,0,-1,1],\"texts\":[]}",
            "{\"moves\":[],\"steps\":[0,1,0,0,-1,1,3,0,0],\"texts\":[\"x\"]}",
            "{\"moves\":[],\"steps\":[0,1,9999999,0,-1,0],\"texts\":[]}",
            "{\"moves\":[0,1,2],\"steps\":[],\"texts\":[]}",
        ] {
            let text = format!("n 4\nrecord {record}\n");
            assert_eq!(Recording::read_text(&text), Err(2), "{record}");
        }
        assert_eq!(
            Recording::read_text("record {\"moves\":[],\"steps\":[],\"texts\":[]}\n"),
            Err(1)
        );
    }
}
