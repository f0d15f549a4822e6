//! Grades: the most complex rule that a puzzle needs.

use serde::{Deserialize, Serialize};

use crate::{Puzzle, Rule, Step};

/// The difficulty of a puzzle, by the most complex rule that it needs.
///
/// Grades do not depend on the order of the steps, nor on rotations and reflections.
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

bezzel::names! {
    /// All grades, the easiest first.
    Grade, "grade": Easy = "easy", Medium = "medium", Hard = "hard", Expert = "expert"
}

impl Grade {
    /// Returns the grade of puzzles whose most complex rule is `rule`.
    pub fn of_rule(rule: Rule) -> Self {
        match rule {
            Rule::Queen | Rule::Single | Rule::Inside => Grade::Easy,
            Rule::AttacksAll => Grade::Medium,
            Rule::Sets => Grade::Hard,
            Rule::Contradiction => Grade::Expert,
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
