//! What was read, in one sentence.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::counted;
use crate::methods::Text;
use crate::printable::printable;

use super::numbers::MAX_NUMBERS;
use super::{Family, Item, Rank};

/// Longest excerpt of other text.
const MAX_EXCERPT_CHARS: usize = 60;
/// Forms that are named where a text is not understood.
const FORMS: [&str; 2] = [
    "drawings such as '. Q . .', columns such as '1 3 0 2' or [1, 3, 0, 2], pairs such as (0, 1), squares such as \
     'b1 d2', FEN such as 1Q2/3Q/Q3/2Q1, and JSON",
    "图形（如“. Q . .”）、列号（如“1 3 0 2”或 [1, 3, 0, 2]）、坐标（如 (0, 1)）、格名（如“b1 d2”）、FEN（如 1Q2/3Q/Q3/2Q1）和 JSON",
];

/// What was read of a text.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Number of boards.
    pub boards: u64,
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of lines of other text.
    pub text_lines: u64,
    /// Line and beginning of the first other text, with control characters escaped.
    pub text: Option<(u64, String)>,
    /// Number from which columns count, if the boards are lists or pairs.
    pub base: Option<u32>,
    /// True if each list of columns began with n.
    pub n_first: bool,
    /// Line and beginning of a text with two meanings, which was not read.
    pub ambiguous: Option<(u64, String)>,
    /// First line with more numbers than are read.
    pub(super) too_long: Option<u64>,
    /// Last number that was printed.
    pub number: Option<(u64, i128, Rank)>,
    /// Number of boards that were shown twice, as a list and as a drawing.
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
        /// Line, from 1.
        line: u64,
        /// Its beginning.
        text: String,
    },
    /// It is in no form that is read.
    NotUnderstood {
        /// Line, from 1.
        line: u64,
        /// Its beginning.
        text: String,
    },
    /// A line has too many numbers.
    TooLong {
        /// Line, from 1.
        line: u64,
    },
    /// It has numbers and no board.
    NumbersOnly {
        /// Line of the last one, from 1.
        line: u64,
        /// Its value.
        number: i128,
    },
}

impl Summary {
    pub(super) fn add(&mut self, item: &Item) {
        match item {
            Item::Board(board) => {
                self.boards += 1;
                *self.families.entry(board.family as u8).or_default() += 1;
                let (least, most) = self.sizes.unwrap_or((board.n, board.n));
                self.sizes = Some((least.min(board.n), most.max(board.n)));
            }
            Item::Regions(regions) => {
                self.puzzles += 1;
                let n = regions.rows.len() as u32;
                let (least, most) = self.sizes.unwrap_or((n, n));
                self.sizes = Some((least.min(n), most.max(n)));
            }
            Item::Number { line, value, rank } => self.number = Some((*line, *value, *rank)),
            Item::Text { line, text } => {
                self.text_lines += 1;
                self.text.get_or_insert_with(|| (*line, excerpt(text)));
            }
            Item::Move { .. } | Item::EmptyList => {}
        }
    }

    /// Returns why the text has no board or puzzle; `None` if it has one.
    pub fn not_read(&self) -> Option<NotRead> {
        if let Some((line, text)) = self.ambiguous.clone() {
            return Some(NotRead::Ambiguous { line, text });
        }
        if let Some(line) = self.too_long {
            return Some(NotRead::TooLong { line });
        }
        if self.boards + self.puzzles > 0 {
            return None;
        }
        Some(match (&self.text, self.number) {
            (Some((line, text)), _) => NotRead::NotUnderstood {
                line: *line,
                text: text.clone(),
            },
            (None, Some((line, number, _))) => NotRead::NumbersOnly { line, number },
            (None, None) => NotRead::Empty,
        })
    }

    /// Says what was read, such as `2 drawings of 4 × 4, queens 'Q'`.
    pub fn text(&self) -> Text {
        let (mut english, mut chinese) = (String::new(), String::new());
        let size = match self.sizes {
            None => (String::new(), String::new()),
            Some((least, most)) if least == most => (
                format!(" of {least} × {least}"),
                format!(" {least} × {least} 的"),
            ),
            Some((least, most)) => (
                format!(" of {least} × {least} to {most} × {most}"),
                format!(" {least} × {least} 到 {most} × {most} 的"),
            ),
        };
        let kinds = [
            (Family::Drawing, "drawing", "图形"),
            (Family::List, "list", "列号表"),
            (Family::Pairs, "list", "坐标表"),
            (Family::Squares, "list", "格名表"),
            (Family::Fen, "board", " FEN 棋盘"),
        ];
        let ends = ["", " of columns", " of pairs", " of squares", " in FEN"];
        let mut parts = Vec::new();
        for (((family, noun, noun_zh), end), kind) in kinds.into_iter().zip(ends).zip(0..) {
            debug_assert_eq!(family as u8, kind);
            if let Some(&boards) = self.families.get(&kind) {
                let part = format!("{}{end}", counted(boards, noun));
                parts.push((part, format!("{boards} 个{}{noun_zh}", size.1)));
            }
        }
        if self.puzzles > 0 {
            let part = counted(self.puzzles, "puzzle");
            parts.push((part, format!("{} 个{}谜题", self.puzzles, size.1)));
        }
        let join = |parts: Vec<&str>, and: &str| parts.join(and);
        english.push_str(&join(parts.iter().map(|part| &*part.0).collect(), " and "));
        chinese.push_str(&join(parts.iter().map(|part| &*part.1).collect(), "和"));
        english.push_str(&size.0);
        for (role, role_zh) in [
            ("queens", "皇后"),
            ("numbers of rows as queens", "皇后（行号）"),
            ("blocked squares", "禁用格"),
        ] {
            let signs = self.signs.iter().filter(|(_, other)| *other == role);
            let signs: Vec<String> = signs
                .map(|(sign, _)| format!("'{}'", excerpt(sign)))
                .collect();
            if !signs.is_empty() {
                // Writing to a string cannot fail.
                let _ = write!(english, ", {role} {}", signs.join(" "));
                let _ = write!(chinese, "，{role_zh} {}", signs.join(" "));
            }
        }
        if self.n_first {
            english.push_str(", n first");
            chinese.push_str("，n 在前");
        }
        if let Some(base) = self.base {
            let _ = write!(english, ", numbered from {base}");
            let _ = write!(chinese, "，从 {base} 编号");
        }
        if self.repeated > 0 {
            let _ = write!(
                english,
                ", {} shown as a list and as a drawing",
                self.repeated
            );
            let _ = write!(chinese, "，其中 {} 个同时以列表和图形给出", self.repeated);
        }
        if self.text_lines > 0 {
            let _ = write!(
                english,
                "; {} of other text",
                counted(self.text_lines, "line")
            );
            let _ = write!(chinese, "；另有 {} 行其他文字", self.text_lines);
        }
        (english, chinese).into()
    }
}

impl NotRead {
    /// Says why nothing was read, and what is.
    pub fn text(&self) -> Text {
        let [forms, forms_zh] = FORMS;
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
                    "第 {line} 行“{text}”可读作 n 和各列，也可只读作各列：--one-based 表示 n 和从 1 编号的列，--notation \
                     positions 表示只有列"
                ),
            ),
            NotRead::NotUnderstood { line, text } => (
                format!("line {line} is '{text}': not understood; bezzel reads {forms}"),
                format!("第 {line} 行是“{text}”，无法理解；可读：{forms_zh}"),
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
