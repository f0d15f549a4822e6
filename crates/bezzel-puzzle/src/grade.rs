//! Grades: the most complex rule that a puzzle needs.

use std::fmt;
use std::str::FromStr;

use bezzel::UnknownName;
use serde::{Deserialize, Serialize};

use crate::{Puzzle, Rule, Step};

/// The difficulty of a puzzle, by the most complex rule that it needs.
///
/// Grades do not depend on the order of the steps, nor on rotations and reflections.
///
/// ```
/// use bezzel_puzzle::{Grade, Rule};
/// assert_eq!(Grade::of_rule(Rule::Single), Grade::Easy);
/// assert!(Grade::Easy < Grade::Expert);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Rules up to [`Rule::Inside`].
    Easy,
    /// Rules up to [`Rule::AttacksAll`].
    Medium,
    /// Rules up to [`Rule::Sets`].
    Hard,
    /// All rules.
    Expert,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Grade; 4] = [Grade::Easy, Grade::Medium, Grade::Hard, Grade::Expert];

    /// Returns the grade of puzzles whose most complex rule is `rule`.
    pub fn of_rule(rule: Rule) -> Self {
        match rule {
            Rule::Queen | Rule::Single | Rule::Inside => Grade::Easy,
            Rule::AttacksAll => Grade::Medium,
            Rule::Sets => Grade::Hard,
            Rule::Contradiction => Grade::Expert,
        }
    }

    /// Returns the name, such as `easy`.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Expert => "expert",
        }
    }

    /// Returns the name in Chinese.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::Easy => "简单",
            Self::Medium => "中等",
            Self::Hard => "困难",
            Self::Expert => "专家",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Grade {
    type Err = UnknownName;

    /// Finds a grade by its name.
    ///
    /// ```
    /// use bezzel_puzzle::Grade;
    /// assert_eq!("hard".parse(), Ok(Grade::Hard));
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let names = Self::ALL.map(|grade| (grade.name(), grade));
        UnknownName::find("grade", name, &names)
    }
}

impl Puzzle {
    /// Returns the grade, or `None` if the rules do not solve the puzzle. Puzzles with no or several
    /// solutions have no grade.
    ///
    /// ```
    /// use bezzel_puzzle::{Grade, Puzzle};
    /// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
    /// assert_eq!(puzzle.grade(), Some(Grade::Easy));
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn grade(&self) -> Option<Grade> {
        let (mut hardest, mut queens) = (Rule::Queen, 0);
        for hint in self.steps() {
            hardest = hardest.max(hint.rule);
            queens += u32::from(matches!(hint.step, Step::Place(_)));
        }
        (queens == self.size()).then(|| Grade::of_rule(hardest))
    }
}
