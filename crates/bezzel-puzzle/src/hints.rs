//! Hints: the next step of a player, with its reason.

use std::fmt;

use bezzel::Square;
use bezzel::methods::Text;
use serde::Serialize;

use crate::reasoner::Reasoner;
use crate::rules::{Conclusion, Deduction};
use crate::square_set::SquareSet;
use crate::{Mark, Marks, Mistake, Puzzle, Rule, Unit};

/// The step that a hint proposes.
///
/// ```
/// use bezzel::Square;
/// use bezzel_puzzle::{Marks, Step};
/// # let puzzle: bezzel_puzzle::Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// let hint = puzzle.hint(&Marks::new(5)).unwrap().unwrap();
/// assert_eq!(hint.step, Step::Place(Square::new(4, 3)));
/// # Ok::<(), bezzel::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PuzzleStep))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A queen belongs on this square.
    Place(Square),
    /// No queen can be on these squares, which are free now. At least one.
    RuleOut(Vec<Square>),
}

/// The next step of a player, with its reason.
///
/// ```
/// use bezzel_puzzle::{Marks, Puzzle, Rule, Step, Unit};
/// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// let mut marks = Marks::new(5);
/// let hint = puzzle.hint(&marks).unwrap().unwrap();
/// assert_eq!((hint.rule, &hint.units[..]), (Rule::Single, &[Unit::Region(4)][..]));
/// assert_eq!(
///     hint.to_string(),
///     "single: region E has one free square; place a queen at row 4 column 3"
/// );
/// while let Some(hint) = puzzle.hint(&marks).unwrap() {
///     marks.apply(&hint);
/// }
/// assert!(puzzle.is_solved(&marks));
/// # Ok::<(), bezzel::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The simplest rule that allows a step now.
    pub rule: Rule,
    /// The units of the argument. For [`Rule::Sets`], first the k units whose free squares are
    /// given, then the k units that contain them; for [`Rule::Contradiction`], the unit that would
    /// be left without a square.
    pub units: Vec<Unit>,
    /// The squares of the argument: the queen, the free squares of the units, or the square on
    /// which a queen is supposed.
    pub because: Vec<Square>,
    /// The squares that the rule decides, and why.
    pub step: Step,
}

impl Puzzle {
    /// Returns the next step: the first rule that makes progress, with the least k for
    /// [`Rule::Sets`]. `None` if the queens solve the puzzle or no rule makes progress.
    ///
    /// Every step is sound: if the marks agree with a solution, so does the step. Fails if the marks
    /// break a rule of the puzzle.
    pub fn hint(&self, marks: &Marks) -> Result<Option<Hint>, Mistake> {
        if let Some(mistake) = self.mistake(marks) {
            return Err(mistake);
        }
        let reasoner = Reasoner::new(self);
        let deduction = reasoner.next_deduction(&reasoner.state(marks));
        Ok(deduction.map(|deduction| Hint::new(deduction, &reasoner)))
    }

    /// Returns the steps from the empty board, as [`hint`](Self::hint) gives them, until no rule
    /// makes progress.
    ///
    /// ```
    /// use bezzel_puzzle::{Marks, Puzzle};
    /// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
    /// let mut marks = Marks::new(5);
    /// puzzle.steps().for_each(|step| marks.apply(&step));
    /// assert!(puzzle.is_solved(&marks));
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = Hint> + use<> {
        let reasoner = Reasoner::new(self);
        let mut state = reasoner.state(&Marks::new(self.size()));
        std::iter::from_fn(move || {
            let deduction = reasoner.next_deduction(&state)?;
            reasoner.apply(&mut state, &deduction.conclusion);
            Some(Hint::new(deduction, &reasoner))
        })
    }
}

impl Hint {
    fn new(deduction: Deduction, reasoner: &Reasoner) -> Self {
        let squares = |set: SquareSet| -> Vec<Square> {
            set.iter().map(|index| reasoner.square(index)).collect()
        };
        Self {
            rule: deduction.rule,
            units: deduction.units,
            because: squares(deduction.because),
            step: match deduction.conclusion {
                Conclusion::Place(index) => Step::Place(reasoner.square(index)),
                Conclusion::RuleOut(set) => Step::RuleOut(squares(set)),
            },
        }
    }
}

impl Hint {
    /// Returns rule, reason and step in one sentence, in both languages. Rows and columns count from 0.
    pub fn text(&self) -> Text {
        (self.to_string(), self.chinese()).into()
    }

    fn chinese(&self) -> String {
        let squares = |squares: &[Square]| {
            let one = |square: &Square| format!("第 {} 行第 {} 列", square.row, square.column);
            squares.iter().map(one).collect::<Vec<_>>().join("、")
        };
        let units = |units: &[Unit]| {
            let names: Vec<_> = units.iter().map(Unit::chinese).collect();
            // The space behind a letter is for a Chinese word.
            names.join("、").replace(" 、", "、")
        };
        let (all, because) = (units(&self.units), squares(&self.because));
        let (from, to) = self.units.split_at(self.units.len() / 2);
        let reason = match self.rule {
            Rule::Queen => format!("{because}的皇后排除{all}的其余格子和相邻的格子"),
            Rule::Single => format!("{all}只剩一个可用的格子"),
            Rule::Inside | Rule::Sets => {
                format!("{}的可用格子都在{}之内", units(from), units(to))
            }
            Rule::AttacksAll => format!("如果在下面的格子放皇后，{all}的可用格子会全部受到攻击"),
            Rule::Contradiction => {
                format!("如果在{because}放皇后，推下去{all}就没有可用的格子了")
            }
        };
        let step = match &self.step {
            Step::Place(square) => format!("皇后放在{}", squares(&[*square])),
            Step::RuleOut(out) => format!("排除{}", squares(out)),
        };
        format!("{}：{reason}；{step}", self.rule.chinese())
    }
}

impl fmt::Display for Hint {
    /// Writes rule, reason and step in one English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        let (units, because) = (listed(&self.units), listed(&self.because));
        let (from, to) = self.units.split_at(self.units.len() / 2);
        match self.rule {
            Rule::Queen => write!(
                f,
                "the queen at {because} rules out {units}, and the squares around it"
            ),
            Rule::Single => write!(f, "{units} has one free square"),
            Rule::Inside | Rule::Sets => write!(
                f,
                "all free squares of {} are in {}",
                listed(from),
                listed(to)
            ),
            Rule::AttacksAll => {
                let from = match &self.step {
                    Step::RuleOut(squares) if squares.len() > 1 => "each of these squares",
                    _ => "this square",
                };
                write!(
                    f,
                    "from {from}, a queen would attack every free square of {units}"
                )
            }
            Rule::Contradiction => write!(
                f,
                "a queen at {because} would in the end leave no free square in {units}"
            ),
        }?;
        match &self.step {
            Step::Place(square) => write!(f, "; place a queen at {square}"),
            Step::RuleOut(squares) => write!(f, "; rule out {}", listed(squares)),
        }
    }
}

/// Joins names by commas and "and".
fn listed(items: &[impl fmt::Display]) -> String {
    let names: Vec<String> = items.iter().map(|item| item.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

impl Marks {
    /// Carries out the step of a hint.
    pub fn apply(&mut self, hint: &Hint) {
        match &hint.step {
            Step::Place(square) => drop(self.set(*square, Mark::Queen)),
            Step::RuleOut(squares) => {
                for square in squares {
                    self.set(*square, Mark::Cross);
                }
            }
        }
    }
}
