//! What a program without output has: functions or a class that nothing calls, as in an answer to LeetCode.

use bezzel::methods::Text;
use bezzel::texts;

/// Names that LeetCode calls.
const CALLED: [&str; 2] = ["solveNQueens", "totalNQueens"];

/// Names that a program defines and never calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncalled {
    /// The class or the functions, at most three.
    pub names: Vec<String>,
    /// True if `names` has a class, false if it has functions.
    pub is_class: bool,
    /// True if LeetCode calls one of them.
    pub is_answer: bool,
}

impl Uncalled {
    /// Looks for definitions in a Python or JavaScript program. Returns `None` if there is none, or if a line outside of
    /// all definitions names one.
    pub fn of(program: &str) -> Option<Self> {
        let lines = || {
            program
                .lines()
                .filter(|line| !line.starts_with([' ', '\t', '#', '/', '*', '@', '}', ')']))
        };
        let mut names: Vec<(&str, bool)> = Vec::new();
        for line in lines() {
            names.extend(defined(line).filter(|(name, _)| !name.is_empty()));
        }
        let is_used = |line: &str| {
            let mut words =
                line.split(|letter: char| !(letter.is_alphanumeric() || "_$".contains(letter)));
            words.any(|word| word == "__name__" || names.iter().any(|(name, _)| *name == word))
        };
        let mut others = lines().filter(|line| defined(line).is_none());
        if names.is_empty() || others.any(is_used) {
            return None;
        }
        let is_class = names.iter().any(|&(_, is_class)| is_class);
        let names = names.iter().filter(|&&(_, other)| other == is_class);
        Some(Self {
            names: names.take(3).map(|(name, _)| (*name).to_owned()).collect(),
            is_class,
            is_answer: CALLED.iter().any(|name| program.contains(name)),
        })
    }

    /// Says what is there, and what to do. `has_leetcode` names the option of the command that calls an answer to
    /// LeetCode.
    pub fn text(&self, has_leetcode: bool) -> Text {
        let names = Text::from((self.names.join(", "), self.names.join("、")));
        let what = match (self.is_class, self.names.len()) {
            (true, _) => Text::new("the class", "类"),
            (false, 1) => Text::new("the function", "函数"),
            (false, _) => Text::new("the functions", "函数"),
        };
        let hint = match self.is_answer && has_leetcode {
            true => Text::new(
                "; judge an answer to LeetCode with --leetcode FILE",
                "；评测力扣的答案请用 --leetcode FILE",
            ),
            false => Text::new(
                "; read n, call it and print what it returns",
                "；请读入 n，调用它并输出结果",
            ),
        };
        texts!(
            [names, what, hint],
            "the program defines {what} {names}, and no line calls it{hint}",
            "程序定义了{what} {names}，但没有调用{hint}"
        )
    }
}

/// Returns the name that a line defines, and true for a class.
fn defined(line: &str) -> Option<(&str, bool)> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let word = |from: usize| {
        let rest = line[from..].trim_start();
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        &rest[..end]
    };
    for (start, is_class) in [
        ("def ", false),
        ("async def ", false),
        ("function ", false),
        ("class ", true),
    ] {
        if line.starts_with(start) {
            return Some((word(start.len()), is_class));
        }
    }
    for start in ["var ", "let ", "const "] {
        if line.starts_with(start) && (line.contains("function") || line.contains("=>")) {
            return Some((word(start.len()), false));
        }
    }
    let passive = ["import ", "from ", "'use strict'", "\"use strict\""];
    passive
        .iter()
        .any(|start| line.starts_with(start))
        .then_some(("", false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_without_a_call_are_found() {
        let class = "from typing import List\n\nclass Solution:\n    def solveNQueens(self, n):\n        return []\n";
        let function = "def solve(n):\n    return 2\n\ndef place(n):\n    return solve(n)\n";
        let javascript =
            "/**\n * @param {number} n\n */\nvar totalNQueens = function(n) {\n  return 2;\n};\n";
        let said = |program: &str| Some(Uncalled::of(program)?.text(true).english.into_owned());
        let leetcode = "; judge an answer to LeetCode with --leetcode FILE";
        for (program, says, hint) in [
            (class, "the class Solution", leetcode),
            (
                function,
                "the functions solve, place",
                "; read n, call it and print what it returns",
            ),
            (javascript, "the function totalNQueens", leetcode),
        ] {
            let expected = format!("the program defines {says}, and no line calls it{hint}");
            assert_eq!(said(program), Some(expected));
        }
        for call in [
            "print(solve(4))\n",
            "if __name__ == '__main__':\n    place(4)\n",
            "x = Solution()\n",
        ] {
            assert_eq!(said(&(class.to_owned() + function + call)), None, "{call}");
        }
        assert_eq!(said("print(4)\n"), None);
    }
}
