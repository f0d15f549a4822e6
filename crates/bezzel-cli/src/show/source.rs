//! The source of a show: the run of a method, the moves of a program, or its recorded lines.

use std::ops::ControlFlow;

use bezzel::methods::{
    Data, Event, ForEachStep, Language, Listing, Method, MethodInfo, Run, Step, Steps, Tutorial,
};
use bezzel::{ConstrainedBoard, NEVER, counted};
use bezzel_judge::{FoundBoard, Recording, Trace};

use super::text;
use crate::language::{either, is_chinese, say, sentence};

/// Lines of a program that are shown above and below the one that runs.
const LINES_AROUND: usize = 2;

/// Steps with their sentences.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// The run of a method on a board, with its listing.
    Run(Run, Listing),
    /// The moves that a program reported.
    Moves(Trace),
    /// The recorded lines of a program, with its board.
    Lines(Recording, FoundBoard),
}

impl Source {
    /// Shows a run beside the listing in Python, or in the language and with the names of a tutorial.
    pub(crate) fn of_run(run: Run, names: Option<Tutorial>) -> Self {
        let language = names.map_or(Language::Python, Tutorial::language);
        let mut listings = run.method().listings(names).into_iter();
        let listing = listings.find(|listing| listing.language == language);
        Self::Run(
            run,
            listing.expect("each method has listings in all languages"),
        )
    }

    /// Returns the title: `8 queens by bitmask`.
    pub(crate) fn title(&self, board: &ConstrainedBoard) -> String {
        let n = board.size();
        let queens = counted(n, "queen");
        match self {
            Self::Run(run, _) => {
                let method = run.method();
                either!("{queens} by {method}", "{n} 皇后，{method}")
            }
            Self::Moves(_) | Self::Lines(..) => {
                either!("{queens} by a program", "{n} 皇后，运行记录")
            }
        }
    }

    /// Returns the description of the method; a program searches as the slope test does.
    pub(crate) fn about(&self) -> &'static MethodInfo {
        match self {
            Self::Run(run, _) => run.method().about(),
            Self::Moves(_) | Self::Lines(..) => Method::SlopeTest.about(),
        }
    }

    pub(crate) fn idea(&self) -> String {
        match self {
            Self::Run(run, _) => say(&run.method().about().idea).to_owned(),
            Self::Moves(trace) => either!(
                "{moves} of a program",
                "共 {len} 步操作",
                moves = counted(trace.len(), "move"),
                len = trace.len()
            ),
            Self::Lines(recording, board) => {
                let (steps, number) = (counted(recording.len(), "step"), recording.len());
                let recorded = match &*board.name {
                    "" => String::new(),
                    name => either!(", board: {name}", "，棋盘：{name}"),
                };
                either!("{steps} recorded{recorded}", "共 {number} 步{recorded}")
            }
        }
    }

    pub(crate) fn sentence(&self, step: &Step) -> String {
        let text = match self {
            Self::Run(run, _) => run.sentence(step),
            Self::Moves(trace) => trace.sentence(step),
            // Its braces belong to the program's values.
            Self::Lines(recording, _) => return say(&recording.sentence(step)).to_owned(),
        };
        sentence(0, &text)
    }

    /// Returns the line of the method's listing that does a step, with its number, or the lines around that of a
    /// program.
    pub(crate) fn lit_lines(&self, step: &Step) -> Vec<String> {
        match self {
            Self::Run(_, listing) => {
                let line = |number: usize| {
                    let line = shown(listing, number - 1).trim();
                    either!("line {number}: {line}", "第 {number} 行：{line}")
                };
                listing.line_of(step.kind).map(line).into_iter().collect()
            }
            Self::Moves(_) => Vec::new(),
            Self::Lines(recording, _) => {
                let lit = step.source.line as usize;
                let numbers = lit.saturating_sub(LINES_AROUND).max(1)..=lit + LINES_AROUND;
                let line = |number: usize| {
                    let line = recording.program().get(number - 1)?;
                    let mark = if number == lit { '>' } else { ' ' };
                    Some(format!("{mark}{number:>3}  {line}"))
                };
                numbers.filter_map(line).collect()
            }
        }
    }

    /// Returns the whole program, or the whole listing if it has the names of a tutorial.
    pub(crate) fn whole_listing(&self) -> Option<String> {
        let lines: Vec<&str> = match self {
            Self::Run(_, listing) if !listing.names.is_empty() => {
                let all = 0..listing.lines.len();
                all.map(|at| shown(listing, at)).collect()
            }
            Self::Lines(recording, _) => recording.program().iter().map(|line| &**line).collect(),
            _ => return None,
        };
        let numbered = (1..).zip(lines);
        let numbered = numbered.map(|(number, line)| format!("{number:>3}  {line}\n"));
        Some(numbered.collect())
    }

    /// Formats the data structures of a step, or the variables of a program, each on a line of its own.
    pub(crate) fn data_lines(&self, n: u32, step: &Step) -> Vec<String> {
        match (self, &step.data) {
            // Its braces belong to the program's values.
            (Self::Lines(..), Data::Tables { tables }) => {
                tables.iter().flat_map(text::table_lines).collect()
            }
            (_, data) => text::data_lines(n, data),
        }
    }

    /// Says why there are no more steps: the run has ended, or the program has a fault.
    pub(crate) fn ended(&self, steps: u64, solutions: u64) -> String {
        if let Self::Moves(trace) = self
            && let Some(error) = trace.error()
        {
            let fault = sentence(0, &error.text());
            return either!("the moves end: {fault}", "操作到此为止：{fault}");
        }
        either!(
            "the run has ended after {all}: {found}",
            "共 {steps} 步，运行结束：{solutions} 个解",
            all = counted(steps, "step"),
            found = counted(solutions, "solution")
        )
    }

    pub(crate) fn steps(&self, from: u64, len: usize, should_stop: &dyn Fn() -> bool) -> Steps {
        match self {
            Self::Run(run, _) => run.steps(from, len, should_stop),
            Self::Moves(trace) => trace.steps(from, len),
            Self::Lines(recording, board) => recording.steps(board, from, len),
        }
    }

    pub(crate) fn next_solution(&self, from: u64, should_stop: &dyn Fn() -> bool) -> Option<u64> {
        match self {
            Self::Run(run, _) => run.next_solution(from, should_stop),
            Self::Moves(_) | Self::Lines(..) => self.solutions().into_iter().find(|&at| at >= from),
        }
    }

    pub(crate) fn previous_solution(
        &self,
        before: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<u64> {
        match self {
            Self::Run(run, _) => run.previous_solution(before, should_stop),
            Self::Moves(_) | Self::Lines(..) => {
                self.solutions().into_iter().rfind(|&at| at < before)
            }
        }
    }

    /// Returns the numbers of the steps that are solutions.
    fn solutions(&self) -> Vec<u64> {
        let mut found = Vec::new();
        let _ = self.for_each(|step| {
            if matches!(step.event, Event::Solution { .. }) {
                found.push(step.index);
            }
            ControlFlow::Continue(())
        });
        found
    }

    pub(crate) fn for_each(
        &self,
        mut each: impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Self::Run(run, _) = self {
            return run.observe(&mut ForEachStep::new(0, each));
        }
        const PAGE: usize = 4096;
        for from in (0..).step_by(PAGE) {
            let page = self.steps(from, PAGE, NEVER);
            page.steps.into_iter().try_for_each(&mut each)?;
            if page.ended {
                break;
            }
        }
        ControlFlow::Continue(())
    }
}

fn shown(listing: &Listing, at: usize) -> &str {
    let line = &listing.lines[at];
    if is_chinese() {
        &line.chinese
    } else {
        &line.english
    }
}
