//! Proofs that a board has no completion, as deductions that a person can follow.
//!
//! Rows and columns are the *lines* of a proof. A queen is forced on the last free square of a
//! line, and a square is ruled out if a queen there would leave a line without a free square. If
//! neither rule applies, the proof distinguishes the free squares of a line with few of them. Only
//! deductions that the conclusion needs are kept.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use super::lines::RowOrColumn;
use super::{ConstrainedBoard, Square};
use crate::error::named;
use crate::methods::{Number, Text, counted_from};
use crate::{Contradiction, MAX_COMPLETED, counted};

pub use crate::error::NoProof;
pub use crate::limits::MAX_PROOF_STEPS;

/// A proof that a board has no completion: deductions, then a conclusion.
///
/// ```
/// use bezzel::{ConstrainedBoard, NEVER};
///
/// let board: ConstrainedBoard = "Q...\n....\n....\n....\n".parse()?;
/// let proof = board.prove_impossible(NEVER)?;
/// let text = proof.to_string();
/// assert_eq!(text.lines().last(), Some("Row 3 has no free square left."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Proof {
    /// The deductions, each of which uses the constraints and the earlier ones.
    pub steps: Vec<Deduction>,
    /// Why no completion is left after these deductions.
    pub conclusion: Conclusion,
}

/// A step of a proof.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "deduction")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Deduction {
    /// A line has one free square left, so a queen must be there.
    Forced {
        /// The free square, where a queen is placed.
        square: Square,
        /// The row or column that has no other free square.
        line: RowOrColumn,
    },
    /// A queen on this square would attack all free squares of a line.
    RuledOut {
        /// The square that becomes blocked.
        square: Square,
        /// The row or column whose free squares it attacks.
        line: RowOrColumn,
    },
}

/// The end of a proof.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "conclusion")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Conclusion {
    /// The constraints contradict each other.
    Contradiction {
        /// Two constraints that exclude each other; as JSON its message.
        #[serde(serialize_with = "as_text")]
        #[cfg_attr(feature = "schema", schema(value_type = String))]
        reason: Contradiction,
    },
    /// A line has no free square left.
    NoSquare {
        /// The row or column without one.
        line: RowOrColumn,
    },
    /// A queen on any of the free squares of a line leads to a contradiction.
    Cases {
        /// The row or column with the fewest free squares.
        line: RowOrColumn,
        /// One case for each free square of the line.
        cases: Vec<Case>,
    },
}

/// A case of a proof.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ProofCase))]
pub struct Case {
    /// The square of the supposed queen.
    pub square: Square,
    /// The proof that there is no completion with it.
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub proof: Proof,
}

fn as_text<S: serde::Serializer>(reason: &Contradiction, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reason)
}

/// The number of a deduction or supposition while the proof is made.
type Id = usize;

/// The free squares, and the reason why each of the others is not free.
#[derive(Clone)]
struct FreeSquares {
    n: u32,
    free: Vec<bool>,
    /// The deduction that ruled a square out; `None` for the constraints.
    reasons: Vec<Option<Id>>,
    /// The lines that have a queen, rows first.
    filled: Vec<bool>,
}

impl FreeSquares {
    fn new(board: &ConstrainedBoard) -> Self {
        let n = board.size();
        let mut state = Self {
            n,
            free: vec![false; (n * n) as usize],
            reasons: vec![None; (n * n) as usize],
            filled: vec![false; 2 * n as usize],
        };
        for square in board.possible_squares() {
            let index = state.index(square);
            state.free[index] = true;
        }
        for queen in board.queens() {
            let index = state.index(queen);
            state.free[index] = false;
            state.fill(queen);
        }
        state
    }

    fn fill(&mut self, queen: Square) {
        self.filled[queen.row as usize] = true;
        self.filled[(self.n + queen.column) as usize] = true;
    }

    fn index(&self, square: Square) -> usize {
        (square.row * self.n + square.column) as usize
    }

    fn is_free(&self, square: Square) -> bool {
        self.free[self.index(square)]
    }

    /// Returns the lines without a queen.
    fn open_lines(&self) -> impl Iterator<Item = RowOrColumn> + '_ {
        let rows = (0..self.n).map(RowOrColumn::Row);
        let lines = rows.chain((0..self.n).map(RowOrColumn::Column));
        lines
            .zip(&self.filled)
            .filter(|(_, filled)| !**filled)
            .map(|(line, _)| line)
    }

    fn free_squares(&self, line: RowOrColumn) -> impl Iterator<Item = Square> + '_ {
        line.squares(self.n).filter(|&square| self.is_free(square))
    }

    /// Returns the deductions that ruled out the squares of a line that `attacker` does not attack.
    fn reasons(&self, line: RowOrColumn, attacker: Option<Square>) -> Vec<Id> {
        let spared = |square: &Square| {
            attacker.is_none_or(|queen| queen != *square && queen.line_to(*square).is_none())
        };
        let squares = line.squares(self.n).filter(spared);
        squares
            .filter_map(|square| self.reasons[self.index(square)])
            .collect()
    }

    fn rule_out(&mut self, square: Square, reason: Id) {
        let index = self.index(square);
        if std::mem::take(&mut self.free[index]) {
            self.reasons[index] = Some(reason);
        }
    }

    fn place(&mut self, queen: Square, reason: Id) {
        for square in Square::all(self.n) {
            if square != queen && queen.line_to(square).is_some() {
                self.rule_out(square, reason);
            }
        }
        self.fill(queen);
    }

    /// Returns a free square and an open line all of whose squares a queen there would attack.
    fn ruled_out(&self) -> Option<(Square, RowOrColumn)> {
        let free = || Square::all(self.n).filter(|&square| self.is_free(square));
        free().find_map(|square| {
            let mut lines = self.open_lines().filter(|line| !line.contains(square));
            let line = lines.find(|&line| {
                self.free_squares(line)
                    .all(|other| square.line_to(other).is_some())
            })?;
            Some((square, line))
        })
    }
}

/// A proof, and the deductions outside it that it needs.
struct Sliced {
    proof: Proof,
    needs: BTreeSet<Id>,
}

/// The next id, and the limit of their number.
struct Prover<'a> {
    next: Id,
    should_stop: &'a dyn Fn() -> bool,
}

impl Prover<'_> {
    fn id(&mut self) -> Result<Id, NoProof> {
        self.next += 1;
        if self.next > MAX_PROOF_STEPS {
            return Err(NoProof::TooLong);
        }
        if self.next.is_multiple_of(64) && (self.should_stop)() {
            return Err(NoProof::Stopped);
        }
        Ok(self.next)
    }

    /// Proves that a state without completions has none.
    fn prove(&mut self, mut state: FreeSquares) -> Result<Sliced, NoProof> {
        let mut steps = Vec::new();
        let (conclusion, mut needs) = loop {
            let fewest = state
                .open_lines()
                .map(|line| (state.free_squares(line).count(), line))
                .min_by_key(|(count, _)| *count);
            let (count, line) = fewest.expect("a state without completions has an open line");
            match count {
                0 => {
                    let needs = state.reasons(line, None).into_iter().collect();
                    break (Conclusion::NoSquare { line }, needs);
                }
                1 => {
                    let square = state.free_squares(line).next().expect("one square");
                    let (id, needs) = (self.id()?, state.reasons(line, None));
                    state.place(square, id);
                    steps.push((id, Deduction::Forced { square, line }, needs));
                }
                _ => {
                    let Some((square, other)) = state.ruled_out() else {
                        break self.cases(&state, line)?;
                    };
                    let (id, needs) = (self.id()?, state.reasons(other, Some(square)));
                    state.rule_out(square, id);
                    let line = other;
                    steps.push((id, Deduction::RuledOut { square, line }, needs));
                }
            }
        };
        let mut kept = Vec::new();
        for (id, step, its_needs) in steps.into_iter().rev() {
            if needs.remove(&id) {
                needs.extend(its_needs);
                kept.push(step);
            }
        }
        kept.reverse();
        let steps = kept;
        let proof = Proof { steps, conclusion };
        Ok(Sliced { proof, needs })
    }

    fn cases(
        &mut self,
        state: &FreeSquares,
        line: RowOrColumn,
    ) -> Result<(Conclusion, BTreeSet<Id>), NoProof> {
        let mut needs: BTreeSet<Id> = state.reasons(line, None).into_iter().collect();
        let squares: Vec<Square> = state.free_squares(line).collect();
        let mut cases = Vec::new();
        for square in squares {
            let id = self.id()?;
            let mut supposed = state.clone();
            supposed.place(square, id);
            let mut sliced = self.prove(supposed)?;
            sliced.needs.remove(&id);
            needs.extend(sliced.needs);
            let proof = sliced.proof;
            cases.push(Case { square, proof });
        }
        Ok((Conclusion::Cases { line, cases }, needs))
    }
}

impl ConstrainedBoard {
    /// Proves that the board has no completion. Fails if it has one, if the proof is too long, if
    /// `should_stop` returns true, or for n > [`MAX_COMPLETED`].
    pub fn prove_impossible(&self, should_stop: &dyn Fn() -> bool) -> Result<Proof, NoProof> {
        let n = self.size();
        if n > MAX_COMPLETED {
            return Err(NoProof::TooLarge { n });
        }
        if let Some(reason) = self.contradiction() {
            return Ok(Proof {
                steps: Vec::new(),
                conclusion: Conclusion::Contradiction { reason },
            });
        }
        let mut found = None;
        let flow = self.visit_completions(should_stop, &mut |columns| {
            found = Some(columns.to_vec());
            ControlFlow::Break(())
        });
        match (found, flow.expect("a small board")) {
            (Some(columns), _) => return Err(NoProof::Completion(columns)),
            (None, ControlFlow::Break(())) => return Err(NoProof::Stopped),
            (None, ControlFlow::Continue(())) => {}
        }
        let mut prover = Prover {
            next: 0,
            should_stop,
        };
        Ok(prover.prove(FreeSquares::new(self))?.proof)
    }
}

impl Proof {
    /// Returns the number of deductions and cases.
    pub fn len(&self) -> usize {
        let cases = match &self.conclusion {
            Conclusion::Cases { cases, .. } => cases.iter().map(|case| 1 + case.proof.len()).sum(),
            _ => 0,
        };
        self.steps.len() + cases
    }

    /// Returns true if the conclusion follows from the constraints at once.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the proof as lines, one for each deduction, with cases indented.
    pub fn text(&self) -> Text {
        let mut lines = (String::new(), String::new());
        self.write(&mut lines, 0);
        lines.into()
    }

    fn write(&self, lines: &mut (String, String), depth: usize) {
        let indent = "  ".repeat(depth);
        let mut add = |text: Text| {
            lines.0 += &format!("{indent}{}\n", text.english);
            lines.1 += &format!("{indent}{}\n", text.chinese);
        };
        self.steps.iter().for_each(|step| add(step.text()));
        match &self.conclusion {
            Conclusion::Contradiction { reason } => {
                let reason = reason.text();
                add(texts(
                    format!("There is no completion: {}.", reason.english),
                    format!("无法补全：{}。", reason.chinese),
                ));
            }
            Conclusion::NoSquare { line } => {
                let (english, chinese) = line.named();
                add(texts(
                    format!("{english} has no free square left."),
                    format!("{chinese}没有可用的格子了。"),
                ));
            }
            Conclusion::Cases { line, cases } => {
                let (english, chinese) = line.named();
                let count = cases.len();
                add(texts(
                    format!(
                        "{english} has {}, but a queen on any of them leads to a contradiction:",
                        counted(count, "free square")
                    ),
                    format!("{chinese}有 {count} 个可用的格子，但皇后放在哪一格都会引出矛盾："),
                ));
                for Case { square, proof } in cases {
                    let (english, chinese) = named(*square);
                    lines.0 += &format!("{indent}- Suppose that a queen is at {english}.\n");
                    lines.1 += &format!("{indent}- 假设在{chinese}放皇后。\n");
                    proof.write(lines, depth + 1);
                }
            }
        }
    }
}

fn texts(english: String, chinese: String) -> Text {
    (english, chinese).into()
}

impl RowOrColumn {
    /// Returns its name at the beginning of a sentence, in both languages.
    fn named(self) -> (String, String) {
        let (Self::Row(number) | Self::Column(number)) = self;
        let number = Number::of(number);
        match self {
            Self::Row(_) => (format!("Row {number}"), format!("第 {number} 行")),
            Self::Column(_) => (format!("Column {number}"), format!("第 {number} 列")),
        }
    }
}

impl Deduction {
    fn text(&self) -> Text {
        match self {
            Self::Forced { square, line } => {
                let (place, line) = (named(*square), line.named());
                texts(
                    format!(
                        "{} has only one free square left, so its queen is at {}.",
                        line.0, place.0
                    ),
                    format!("{}只剩一个可用的格子，所以皇后在{}。", line.1, place.1),
                )
            }
            Self::RuledOut { square, line } => {
                let (place, line) = (named(*square), line.named());
                let lower = line.0.to_lowercase();
                texts(
                    format!(
                        "A queen at {} would leave no free square in {lower}, so no queen is there.",
                        place.0
                    ),
                    format!(
                        "如果在{}放皇后，{}就没有可用的格子，所以这一格不能放皇后。",
                        place.1, line.1
                    ),
                )
            }
        }
    }
}

impl fmt::Display for Proof {
    /// Writes the English [`text`](Proof::text).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted_from(0, &self.text().english))
    }
}
