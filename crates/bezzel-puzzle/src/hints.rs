//! Hints: the next step of a player, with its reason.

use std::fmt;

use bezzel::methods::Text;
use bezzel::{Square, texts};
use serde::Serialize;

use crate::reasoner::Reasoner;
use crate::{Mark, Marks, Mistake, Puzzle, Rule, Unit, at};

/// The step that a hint proposes.
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
        Ok(reasoner.next_hint(&reasoner.state(marks)))
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
            let hint = reasoner.next_hint(&state)?;
            reasoner.apply(&mut state, &hint.step);
            Some(hint)
        })
    }
}

impl Hint {
    /// Returns rule, reason and step in one sentence, in both languages. Rows and columns count from 0.
    pub fn text(&self) -> Text {
        let (from, to) = self.units.split_at(self.units.len() / 2);
        let [all, from, to] = [&self.units, from, to].map(units);
        let because = squares(&self.because);
        let reason = match self.rule {
            Rule::Queen => texts!(
                [because, all],
                "the queen at {because} rules out {all}, and the squares around it",
                "{because}的皇后排除{all}的其余格子和相邻的格子"
            ),
            Rule::Single => texts!(
                [all],
                "{all} has one free square",
                "{all}只剩一个可用的格子"
            ),
            Rule::Inside | Rule::Sets => texts!(
                [from, to],
                "all free squares of {from} are in {to}",
                "{from}的可用格子都在{to}之内"
            ),
            Rule::AttacksAll => {
                let these = match &self.step {
                    Step::RuleOut(squares) if squares.len() > 1 => "each of these squares",
                    _ => "this square",
                };
                texts!(
                    [all],
                    "from {these}, a queen would attack every free square of {all}",
                    "如果在下面的格子放皇后，{all}的可用格子会全部受到攻击"
                )
            }
            Rule::Contradiction => texts!(
                [because, all],
                "a queen at {because} would in the end leave no free square in {all}",
                "如果在{because}放皇后，推下去{all}就没有可用的格子了"
            ),
        };
        let step = match &self.step {
            Step::Place(square) => {
                texts!([at = at(*square)], "place a queen at {at}", "皇后放在{at}")
            }
            Step::RuleOut(out) => texts!([out = squares(out)], "rule out {out}", "排除{out}"),
        };
        let rule = Text::new(self.rule.name(), self.rule.chinese());
        texts!(
            [rule, reason, step],
            "{rule}: {reason}; {step}",
            "{rule}：{reason}；{step}"
        )
    }
}

impl fmt::Display for Hint {
    /// Writes rule, reason and step in one English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english)
    }
}

fn squares(squares: &[Square]) -> Text {
    listed(squares.iter().map(|&square| at(square)))
}

fn units(units: &[Unit]) -> Text {
    listed(units.iter().map(|unit| unit.text()))
}

fn listed(names: impl Iterator<Item = Text>) -> Text {
    let names = names.map(|name| (name.english, name.chinese));
    let (english, chinese): (Vec<_>, Vec<_>) = names.unzip();
    let english = match english.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => english.concat(),
    };
    // The space behind a letter is for a Chinese word.
    (english, chinese.join("、").replace(" 、", "、")).into()
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
