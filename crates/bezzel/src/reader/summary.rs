//! What was read, in one sentence.

use std::collections::BTreeMap;

use crate::counted;
use crate::methods::Text;
use crate::printable::printable;

use super::Family;
use super::numbers::MAX_NUMBERS;
use super::words::is_prompt;
use super::{Item, Rank};

/// Longest excerpt of other text.
const MAX_EXCERPT_CHARS: usize = 60;
/// What boards of each [`Family`] are called: a board, what it is of, and both in Chinese.
const FORMS: [[&str; 3]; 6] = [
    ["drawing", "", "图形"],
    ["list", " of columns", "列号表"],
    ["list", " of pairs", "坐标表"],
    ["list", " of squares", "格名表"],
    ["board", " in FEN", " FEN 棋盘"],
    ["list", " of bit masks", "位掩码表"],
];
/// The forms that people write most. Few write bit masks, so these are not named.
const NAMED: &str = "drawings such as '. Q . .', columns such as '1 3 0 2', pairs such as '(0, 1)', \
    squares such as 'b1 d2', FEN such as '1Q2/3Q/Q3/2Q1' and JSON";
const NAMED_ZH: &str = "图形（如“. Q . .”）、列号（如“1 3 0 2”）、坐标（如“(0, 1)”）、\
    格名（如“b1 d2”）、FEN（如“1Q2/3Q/Q3/2Q1”）和 JSON";

/// What was read of a text.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Number of boards, right or wrong.
    pub boards: u64,
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of lines of other text, without prompts.
    pub text_lines: u64,
    /// Line and beginning of the first other text, with control characters escaped. A prompt, if there is only that.
    pub text: Option<(u64, String)>,
    /// Number from which columns count, if the boards are lists or pairs.
    pub base: Option<u32>,
    /// True if each list of columns began with n.
    pub n_first: bool,
    /// Why a part of the text was not read although it may be a board.
    pub(super) refused: Option<NotRead>,
    /// Last number that was printed.
    pub number: Option<(u64, i128, Rank)>,
    /// Number of boards that were shown twice, such as a list and a drawing of it.
    pub(super) repeated: u64,
    pub(super) families: BTreeMap<u8, u64>,
    /// Smallest and largest board.
    pub(super) sizes: Option<(u32, u32)>,
    pub(super) signs: Vec<(String, &'static str)>,
}

/// Why a text has not the board or puzzle that it should have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRead {
    /// The text is empty.
    Empty,
    /// It has two meanings.
    Ambiguous {
        /// Line of the text, from 1.
        line: u64,
        /// Beginning of this line.
        text: String,
    },
    /// It is in no form that is read.
    NotUnderstood {
        /// Line of the text, from 1.
        line: u64,
        /// Beginning of this line.
        text: String,
    },
    /// A line has too many numbers.
    TooLong {
        /// Line of the text, from 1.
        line: u64,
    },
    /// It has numbers and no board.
    NumbersOnly {
        /// Line of the last one, from 1.
        line: u64,
        /// Value of this number.
        number: i128,
    },
}

impl Summary {
    pub(super) fn add(&mut self, item: &Item) {
        match item {
            Item::Board(board) => {
                self.boards += 1;
                *self.families.entry(board.family as u8).or_default() += 1;
                self.add_size(board.n);
            }
            Item::Regions(regions) => {
                self.puzzles += 1;
                self.add_size(regions.rows.len() as u32);
            }
            Item::Number { line, value, rank } => self.number = Some((*line, *value, *rank)),
            Item::Text { line, text } => {
                let is_prompt = is_prompt(text);
                self.text_lines += u64::from(!is_prompt);
                if self.text.is_none() || self.text_lines == 1 && !is_prompt {
                    self.text = Some((*line, excerpt(text)));
                }
            }
            Item::Move { .. } | Item::EmptyList => {}
        }
    }

    fn add_size(&mut self, n: u32) {
        let (least, most) = self.sizes.unwrap_or((n, n));
        self.sizes = Some((least.min(n), most.max(n)));
    }

    /// Returns why the text has no board or puzzle; `None` if it has one.
    pub fn not_read(&self) -> Option<NotRead> {
        if self.refused.is_some() || self.boards + self.puzzles > 0 {
            return self.refused.clone();
        }
        Some(match (self.text.clone(), self.number) {
            (Some((line, text)), _) => NotRead::NotUnderstood { line, text },
            (None, Some((line, number, _))) => NotRead::NumbersOnly { line, number },
            (None, None) => NotRead::Empty,
        })
    }

    /// Says what other text the text has, if it has any.
    pub fn other_text(&self) -> Option<Text> {
        let (line, text) = self.text.as_ref().filter(|_| self.text_lines > 0)?;
        Some(ignored(self.text_lines, *line, text))
    }

    /// Says what was read, such as `2 drawings of 4 × 4, queens 'Q'`.
    pub fn text(&self) -> Text {
        let (least, most) = self.sizes.unwrap_or_default();
        let size = match least == most {
            true => format!("{least} × {least}"),
            false => format!("{least} × {least} to {most} × {most}"),
        };
        let size_zh = size.replace("to", "到");
        let families = self.families.iter();
        let families = families.map(|(&family, &count)| (count, FORMS[usize::from(family)]));
        let puzzles = (self.puzzles, ["puzzle", "", "谜题"]);
        let parts = families.chain([puzzles]).filter(|(count, _)| *count > 0);
        let (parts, parts_zh): (Vec<_>, Vec<_>) = parts
            .map(|(count, [noun, end, noun_zh])| {
                let part = format!("{}{end}", counted(count, noun));
                (part, format!("{count} 个 {size_zh} 的{noun_zh}"))
            })
            .unzip();
        let mut english = parts.join(" and ");
        let mut chinese = parts_zh.join("和 ");
        if self.sizes.is_some() {
            english += &format!(" of {size}");
        }
        for (role, role_zh) in [
            ("queens", "皇后"),
            ("numbers as queens", "皇后（数字）"),
            ("blocked squares", "禁用格"),
        ] {
            let signs = self.signs.iter().filter(|(_, other)| *other == role);
            let signs: Vec<_> = signs.map(|(sign, _)| excerpt(sign)).collect();
            if !signs.is_empty() {
                english += &format!(", {role} '{}'", signs.join("' '"));
                chinese += &format!("，{role_zh}为“{}”", signs.join("”“"));
            }
        }
        if self.n_first {
            english += ", n first";
            chinese += "，n 在前";
        }
        let are_masks = self.families.contains_key(&(Family::Masks as u8));
        if let Some(base) = self.base.filter(|_| !are_masks) {
            english += &format!(", numbered from {base}");
            chinese += &format!("，从 {base} 编号");
        }
        if let count @ 1.. = self.repeated {
            english += &format!(", {count} shown twice");
            chinese += &format!("，其中 {count} 个给出了两次");
        }
        if let count @ 1.. = self.text_lines {
            english += &format!("; {} of other text", counted(count, "line"));
            chinese += &format!("；另有 {count} 行其他文字");
        }
        (english, chinese).into()
    }
}

impl NotRead {
    /// Says why nothing was read, and what is.
    pub fn text(&self) -> Text {
        let (english, chinese) = match self {
            NotRead::Empty => (
                "expected a board, found none".to_owned(),
                "没有棋盘".to_owned(),
            ),
            NotRead::Ambiguous { line, text } => (
                format!(
                    "line {line}: '{text}' is n and its columns, or columns only: use --one-based for n and columns \
                     from 1, --notation positions for columns only"
                ),
                format!(
                    "第 {line} 行“{text}”有两种读法：如果第一个数是 n，其余是从 1 编号的列号，请用 --one-based；如果全部\
                     都是列号，请用 --notation positions"
                ),
            ),
            NotRead::NotUnderstood { line, text } => (
                format!("line {line} is '{text}': not understood; bezzel reads {NAMED}"),
                format!("第 {line} 行是“{text}”，无法理解；可读：{NAMED_ZH}"),
            ),
            NotRead::TooLong { line } => (
                format!(
                    "line {line} has more than {MAX_NUMBERS} numbers, the most that a board may have"
                ),
                format!("第 {line} 行的数字超过 {MAX_NUMBERS} 个，这是棋盘的上限"),
            ),
            NotRead::NumbersOnly { line, number } => (
                format!("expected a board, found only the number {number} in line {line}"),
                format!("没有棋盘，只有第 {line} 行的数字 {number}"),
            ),
        };
        (english, chinese).into()
    }
}

impl std::fmt::Display for NotRead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().english)
    }
}

/// Says that so many lines are no part of a board, and what the first one is.
pub fn ignored(lines: u64, line: u64, excerpt: &str) -> Text {
    Text::from((
        format!(
            "{} of other text ignored, the first is line {line}: '{excerpt}'",
            counted(lines, "line")
        ),
        format!("忽略了 {lines} 行其他文字，第一处在第 {line} 行：“{excerpt}”"),
    ))
}

/// Shortens text of others to the first characters of one line, and escapes it as [`printable`] does.
pub fn excerpt(text: &str) -> String {
    let text = text.trim();
    let line: String = text.chars().take(MAX_EXCERPT_CHARS).collect();
    let mut line = printable(&line).into_owned();
    if text.chars().nth(MAX_EXCERPT_CHARS).is_some() {
        line.push('…');
    }
    line
}
