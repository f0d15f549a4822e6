//! The judgement of a program: what is right and wrong in its outputs, as data.

use std::borrow::Cow;

use bezzel::is_canonical;
use bezzel::methods::Text;
use serde::Serialize;

use crate::causes::{self, Cause};
use crate::finding::{Finding, Note};
use crate::kinds::{Ending, Kind, Mode};
use crate::missing;
use crate::printed::{Printed, Reader};
use crate::totals::Totals;
use crate::uncalled::Uncalled;

/// Largest n for which the output of a program that ignores n is judged.
const MAX_FIXED_SIZE: u32 = 12;
/// Smallest n for which there are several solutions.
pub(crate) const MIN_SEVERAL: u32 = 4;

/// What follows from all outputs of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Outcome {
    /// The output for every n is right.
    Right,
    /// A run is wrong, and what it printed was understood.
    Wrong,
    /// Something was printed that is no number and no board in a form that is read.
    NotUnderstood {
        /// n of the first such run.
        n: u32,
    },
    /// The program prints the same for each n.
    SizeFixed {
        /// The n for which that is right; `None` if it is right for no n.
        right_for: Option<u32>,
    },
    /// One right solution for each n, where all are expected.
    OneOnly,
    /// Nothing is printed for any n, or the same blank lines for each.
    Silent,
}

/// What is right and wrong in the output for one n.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Number of queens that the program was asked for.
    pub n: u32,
    /// True without a finding.
    pub right: bool,
    /// Number of solutions that should be printed or counted.
    pub expected: u128,
    /// Number of boards that were printed.
    pub boards: u64,
    /// Number of solutions that the program states.
    pub number: Option<i128>,
    /// Faults, the most informative first.
    pub findings: Vec<Finding>,
    /// Remarks that do not make the output wrong.
    pub notes: Vec<Note>,
    /// Number of moves that the program reported.
    pub moves: u64,
    /// What was read, in one sentence; empty if that was no board.
    pub read: Text,
}

impl Verdict {
    /// Returns true if text was printed, and no number and no board.
    fn is_unclear(&self) -> bool {
        !self.right && self.findings.iter().all(is_text)
    }
}

/// What is right and wrong in all outputs of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// True if there is a run and all are right.
    pub right: bool,
    /// What follows from all runs.
    pub outcome: Outcome,
    /// What output was expected.
    pub mode: Mode,
    /// What the program prints, found out over all n.
    pub kind: Kind,
    /// Number from which the program counts rows and columns, if its outputs show it.
    pub base: Option<u32>,
    /// One verdict for each n, in the order of the runs.
    pub verdicts: Vec<Verdict>,
    /// Faults that explain all outputs, the most likely first.
    pub causes: Vec<&'static Cause>,
    /// What the program has, if it prints nothing because no line calls it.
    pub uncalled: Option<Uncalled>,
    /// The only n for which the output is wrong, if there are several runs.
    pub only_wrong_for: Option<u32>,
}

/// One run of a program: its output and its end.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) printed: Printed,
    pub(crate) ending: Ending,
    /// Unknown in `Mode::One`, where only the existence of a solution counts.
    pub(crate) totals: Option<Totals>,
}

impl Run {
    pub(crate) fn has_ended(&self) -> bool {
        self.ending == Ending::Ended
    }
}

/// A program, with its outputs so far.
///
/// ```
/// use bezzel_judge::{Ending, Mode, Program};
/// let mut program = Program::new(Mode::One);
/// let mut reader = program.reader(4);
/// reader.push(b"[[1, 3, 0, 2]]\n");
/// program.add(reader.finish(), Ending::Ended);
/// assert!(program.judgement().right);
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    pub(crate) mode: Mode,
    pub(crate) base: Option<u32>,
    uncalled: Option<Uncalled>,
    pub(crate) runs: Vec<Run>,
}

impl Program {
    /// Creates a program without outputs.
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            base: None,
            uncalled: None,
            runs: Vec::new(),
        }
    }

    /// Takes note of the text of the program, to say what is there if nothing is printed.
    pub fn source(&mut self, text: &str) {
        self.uncalled = Uncalled::of(text);
    }

    /// Creates a reader for the output for n queens, which knows what earlier outputs showed.
    pub fn reader(&self, n: u32) -> Reader {
        Reader::new(n, self.mode, self.base)
    }

    /// Adds an output, and counts the solutions for its n as [`Totals::of`] does.
    ///
    /// # Panics
    ///
    /// Panics for n > 32, except in `Mode::One`.
    pub fn add(&mut self, printed: Printed, ending: Ending) {
        let totals = (self.mode != Mode::One).then(|| Totals::of(printed.n));
        self.add_counted(printed, ending, totals);
    }

    /// Adds an output with the right numbers, which are not needed in `Mode::One`.
    pub fn add_counted(&mut self, printed: Printed, ending: Ending, totals: Option<Totals>) {
        self.base = self.base.or(printed.base);
        self.runs.push(Run {
            printed,
            ending,
            totals,
        });
    }

    /// Judges all outputs so far. Solutions are enumerated for each n with missing ones.
    pub fn judgement(&self) -> Judgement {
        if let Some(program) = self.without_headings() {
            return program.judgement();
        }
        let kind = self.kind();
        let read = self.runs.iter().map(|run| self.with_lone_board(run, kind));
        let read: Vec<Cow<Run>> = read.collect();
        let runs: Vec<&Run> = read.iter().map(|run| &**run).collect();
        let kind = match kind {
            Kind::BoardsAndNumber if self.shows_some(&runs) => Kind::SomeBoardsAndNumber,
            kind => kind,
        };
        let verdicts: Vec<_> = runs.iter().map(|run| self.verdict(run, kind)).collect();
        let right = !verdicts.is_empty() && verdicts.iter().all(|verdict| verdict.right);
        let outcome = match right {
            true => Outcome::Right,
            false => self.outcome(&verdicts, &runs),
        };
        let mut wrong = verdicts.iter().filter(|verdict| !verdict.right);
        let only_wrong_for = match (wrong.next(), wrong.next()) {
            (Some(only), None) if verdicts.len() > 2 => Some(only.n),
            _ => None,
        };
        let uncalled = self
            .uncalled
            .clone()
            .filter(|_| outcome == Outcome::Silent && runs.iter().all(|run| run.has_ended()));
        // No cause is better than a wrong one.
        let causes = match outcome {
            Outcome::Wrong if !verdicts.iter().any(Verdict::is_unclear) => {
                causes::all(self.mode, kind, &runs)
            }
            _ => Vec::new(),
        };
        // Without a cause, boards may be wrong because the reader takes them for what they are not.
        let mut larger = verdicts
            .iter()
            .zip(&runs)
            .filter(|(verdict, _)| verdict.n >= MIN_SEVERAL);
        let is_misread = |(verdict, run): (&Verdict, &&Run)| run.printed.is_misread(verdict.right);
        let first = larger.clone().next().map(|(verdict, _)| verdict.n);
        let outcome = match (outcome, first) {
            (Outcome::Wrong, Some(n)) if causes.is_empty() && larger.all(is_misread) => {
                Outcome::NotUnderstood { n }
            }
            (outcome, _) => outcome,
        };
        Judgement {
            right,
            outcome,
            mode: self.mode,
            // A number among words that were not understood counts no solutions.
            kind: match (outcome, kind) {
                (Outcome::NotUnderstood { .. }, Kind::Numbers) => Kind::Nothing,
                (_, kind) => kind,
            },
            base: self.base.filter(|_| kind != Kind::Numbers),
            causes,
            verdicts,
            uncalled,
            only_wrong_for,
        }
    }

    fn outcome(&self, verdicts: &[Verdict], runs: &[&Run]) -> Outcome {
        let is_silent = |run: &&Run| {
            let is_same = run.printed.fingerprint == runs[0].printed.fingerprint;
            is_same && run.printed.is_blank() && run.printed.trace.is_empty()
        };
        if runs.iter().all(is_silent) {
            return Outcome::Silent;
        }
        let has_output = |run: &&&Run| !run.ending.is_limit() && run.printed.bytes > 0;
        let ended = || runs.iter().filter(has_output);
        let first = ended().next().map(|run| &run.printed);
        let is_same =
            |run: &&Run| Some(run.printed.fingerprint) == first.map(|first| first.fingerprint);
        if let Some(first) = first
            && ended().count() > 1
            && ended().count() == runs.len()
            && ended().all(is_same)
        {
            let is_right = |mode: Mode, n: u32| {
                let mut program = Program::new(mode);
                let mut reader = program.reader(n);
                reader.push(&first.output);
                let printed = reader.finish();
                let has_answer = printed.boards > 0 || printed.number.is_some();
                program.add(printed, Ending::Ended);
                has_answer && program.verdict(&program.runs[0], program.kind()).right
            };
            let mut sizes = (MIN_SEVERAL..=MAX_FIXED_SIZE).filter(|_| first.is_whole());
            let right_for = sizes.clone().find(|&n| is_right(self.mode, n));
            // The same number for each n may have another cause.
            let has_board = first.boards > 0 || sizes.any(|n| is_right(Mode::One, n));
            if right_for.is_some() || has_board {
                return Outcome::SizeFixed { right_for };
            }
        }
        // A number in a menu or a heading may be no answer.
        let is_vague = |run: &Run| run.printed.number_is_vague && run.printed.text.is_some();
        let mut wrong = verdicts.iter().zip(runs);
        let mut unclear = verdicts.iter().filter(|verdict| verdict.is_unclear());
        let are_large = unclear.clone().any(|verdict| verdict.n >= MIN_SEVERAL);
        if let Some(first) = unclear.next()
            && wrong.all(|(verdict, run)| {
                let is_blank = run.has_ended() && run.printed.is_blank();
                let is_small = are_large && verdict.n < MIN_SEVERAL;
                verdict.right || verdict.is_unclear() || is_vague(run) || is_blank || is_small
            })
        {
            return Outcome::NotUnderstood { n: first.n };
        }
        let is_one = |run: &&Run| {
            let Printed { n, boards, .. } = run.printed;
            let number = run.printed.number.map(|(_, number)| number);
            run.has_ended()
                && run.printed.wrong.is_none()
                && boards == u64::from(!matches!(n, 2 | 3))
                && number.is_none_or(|number| number == i128::from(boards))
        };
        let expects_more = verdicts.iter().any(|verdict| verdict.expected > 1);
        match self.mode != Mode::One && expects_more && runs.iter().all(is_one) {
            true => Outcome::OneOnly,
            false => Outcome::Wrong,
        }
    }

    fn kind(&self) -> Kind {
        // Boards of moves count only if nothing is printed for any n.
        let prints_board = |run: &Run| run.printed.boards > 0 && !run.printed.boards_are_moves;
        // Of larger boards, the form may not be read while their number is.
        let counts = |run: &Run| {
            let number = run.printed.number.map(|(_, number)| number);
            run.printed.n < MIN_SEVERAL
                || !prints_board(run) && number.is_some_and(|number| number != 0)
        };
        let is_large = |run: &Run| run.printed.n >= MIN_SEVERAL;
        let only_counts = self.runs.iter().any(is_large) && self.runs.iter().all(counts);
        let has_boards = self.runs.iter().any(prints_board) && !only_counts;
        // For n = 1, the number may be a board, and for n = 2 and 3, a program may say that there is none.
        let has_number = self.runs.iter().any(|run| {
            let Printed { n, boards, .. } = run.printed;
            run.printed.number.is_some() && (!has_boards || n > 3 && boards > 0)
        });
        // Beside text, a blank line is no empty list.
        let has_text = self.runs.iter().any(|run| run.printed.text.is_some());
        let shows_list = |run: &Run| {
            let is_list = !(has_text && run.printed.is_blank());
            run.printed.empty_lists > 0 && is_list || !run.printed.trace.is_empty()
        };
        let has_list = self.runs.iter().any(shows_list);
        // One row alone does not decide: `0` is its column, counted from 0, and `1` its number or its column.
        let is_lone = |run: &Run| match run.printed.n {
            1 => {
                run.printed.boards == 0 && run.printed.number.is_some_and(|(_, number)| number == 0)
            }
            n => n < 4 && run.printed.boards == 0 && run.printed.number.is_none(),
        };
        if !has_boards
            && self.runs.iter().all(is_lone)
            && self.runs.iter().any(|run| run.printed.n == 1)
        {
            return Kind::Boards;
        }
        match (has_boards, has_number) {
            (false, false) if has_list => Kind::Boards,
            (false, false) => Kind::Nothing,
            (false, true) => Kind::Numbers,
            (true, false) => Kind::Boards,
            (true, true) => Kind::BoardsAndNumber,
        }
    }

    /// Returns true if the number is right for each n, and no more than a fixed number of different solutions is printed,
    /// as tasks of online judges ask, or none for larger n.
    fn shows_some(&self, runs: &[&Run]) -> bool {
        let ended = || runs.iter().filter(|run| run.has_ended());
        let most = ended().map(|run| run.printed.boards).max().unwrap_or(0);
        let with_boards = ended().filter(|run| run.printed.boards > 0);
        let largest = with_boards.map(|run| run.printed.n).max();
        let is_right = |run: &&&Run| {
            let printed = &run.printed;
            let expected = self.expected(run);
            let number = printed.number.map_or(0, |(_, number)| number);
            let is_small = Some(printed.n) <= largest;
            let boards = if is_small {
                expected.min(most.into())
            } else {
                0
            };
            printed.wrong.is_none()
                && printed.repeated.is_none()
                && u128::from(printed.boards) == boards
                && u128::try_from(number) == Ok(expected)
        };
        let shows_less = |run: &&&Run| self.expected(run) > run.printed.boards.into();
        // A fault for some n does not change what the program prints for the others.
        let right = ended().filter(is_right).filter(shows_less).count();
        let wrong = ended().filter(|run| !is_right(run)).count();
        self.mode != Mode::One && right > 1 && right > wrong
    }

    fn verdict(&self, run: &Run, kind: Kind) -> Verdict {
        let printed = &run.printed;
        let expected = self.expected(run);
        let mut notes = notes(printed);
        let mut findings = Vec::new();
        findings.extend(printed.wrong_move.map(|error| Finding::Move { error }));
        // A wrong board of moves is a wrong move.
        findings.extend(printed.wrong.clone().filter(|_| !printed.boards_are_moves));
        findings.extend(printed.repeated.clone());
        if run.has_ended() {
            self.complete(run, kind, expected, &mut findings);
        } else {
            let ending = run.ending.clone();
            let mut missing = Vec::new();
            let is_exit = matches!(&run.ending, Ending::Crashed { .. }) && findings.is_empty();
            if is_exit {
                self.complete(run, kind, expected, &mut missing);
            }
            let has_printed = printed.boards > 0 || printed.number.is_some();
            match is_exit && missing.is_empty() && has_printed {
                true => notes.push(Note::Ending { ending }),
                false => findings.insert(0, Finding::Ending { ending }),
            }
        }
        if findings.iter().any(is_text) {
            notes.retain(|note| !matches!(note, Note::Text { .. }));
        }
        Verdict {
            n: printed.n,
            right: findings.is_empty(),
            expected,
            boards: printed.boards,
            number: printed.number.map(|(_, number)| number),
            findings,
            notes,
            moves: printed.trace.len(),
            read: printed.form.clone(),
        }
    }

    fn expected(&self, run: &Run) -> u128 {
        match (self.mode, run.totals) {
            (Mode::All, Some(totals)) => totals.solutions,
            (Mode::Fundamental, Some(totals)) => totals.fundamental,
            _ => u128::from(!matches!(run.printed.n, 2 | 3)),
        }
    }

    /// Judges the output of a run that ended: are all boards there, and is the number right?
    fn complete(&self, run: &Run, kind: Kind, expected: u128, findings: &mut Vec<Finding>) {
        let printed = &run.printed;
        let lists = matches!(kind, Kind::Boards | Kind::BoardsAndNumber);
        let found = u128::from(printed.found());
        if self.mode == Mode::One {
            if printed.boards > 1 {
                let boards = printed.boards;
                findings.push(Finding::Several { boards });
            } else if printed.boards == 0 && expected > 0 {
                findings.push(nothing(printed));
            }
            return;
        }
        // A number in text that was not understood says nothing where boards are printed.
        let is_vague = lists && printed.boards == 0 && printed.number_is_vague;
        let is_right = |number: i128| u128::try_from(number) == Ok(expected);
        let stated = printed.number.filter(|&(_, number)| {
            let is_unclear = is_vague && printed.text.is_some() || printed.numbers_are_mixed();
            !is_unclear || is_right(number) && !is_vague
        });
        if lists && !printed.is_truncated && found < expected {
            let is_wrong = stated.is_some_and(|(_, number)| !is_right(number));
            match printed.boards == 0 && !is_wrong {
                true if printed.text.is_some() => findings.push(nothing(printed)),
                _ => findings.extend(self.missing(run, expected)),
            }
        }
        if let Some((line, number)) = stated {
            if !is_right(number) {
                findings.push(Finding::Number {
                    line,
                    found: number,
                    expected,
                    boards_are_right: printed.boards > 0 && findings.is_empty(),
                    is_fundamental: self.mode == Mode::Fundamental,
                });
            }
        } else if !lists && (kind == Kind::Numbers || expected > 0) {
            findings.push(nothing(printed));
        }
    }

    fn missing(&self, run: &Run, expected: u128) -> Option<Finding> {
        let printed = &run.printed;
        let all = missing::expected(printed.n, self.mode)?;
        let first = all.iter().find(|columns| !printed.has(columns))?.clone();
        Some(Finding::Missing {
            missing: expected - u128::from(printed.found()),
            expected,
            first,
            pattern: missing::pattern(&all, |columns| {
                debug_assert!(self.mode != Mode::Fundamental || is_canonical(columns));
                printed.has(columns)
            }),
        })
    }
}

/// Returns true if only text was printed; the finding has its first line.
fn is_text(finding: &Finding) -> bool {
    matches!(finding, Finding::Nothing { text: Some(_) })
}

fn nothing(printed: &Printed) -> Finding {
    Finding::Nothing {
        text: printed.text.clone(),
    }
}

fn notes(printed: &Printed) -> Vec<Note> {
    let text = printed.text.as_ref().filter(|_| printed.text_lines > 0);
    let text = text.map(|(line, excerpt)| Note::Text {
        line: *line,
        excerpt: excerpt.clone(),
        lines: printed.text_lines,
    });
    let not_compared = printed.is_truncated.then_some(Note::NotCompared);
    text.into_iter().chain(not_compared).collect()
}
