//! Boards in words: names of squares, Forsyth–Edwards notation, numbers with text between them.

use std::collections::BTreeSet;

use super::Family;
use super::board::{Board, BoardFault};
use super::numbers::Numbers;
use super::stated::is_about_totals;
use crate::constrained::compact;
use crate::{MAX_DRAWN_SIZE, Square};

/// Ends of labels and prompts.
pub(super) const LABEL_ENDS: [char; 4] = [':', '=', '?', '>'];
/// Words that ask for a number.
const PROMPTS: &str =
    "enter|input|type|please|how many|choose|输入|eingeb|entrez|introduce|введите";
/// Words beside a square from which a search removes the queen.
const REMOVALS: &str = "回溯|撤销|取消|移除|拿走|收回|退回|backtrack|remov|undo|unplace";
/// Words beside a square on which a search places a queen.
const PLACINGS: &str = "放置|尝试|摆放|place|put|try";
/// Words beside numbers of a search that are no row and column.
const SEARCHES: &str = "conflict|fitness|generation|iteration|冲突|适应度";
/// Words beside the row and column of a queen.
const PLACES: &str = "queen|place|row|col|position|皇后|行|列|reina|fila|zeile|spalte|dame";
/// Words for the region of a square.
const REGIONS: &str = "region|colo|area|group|cage|zone|区|色";
/// Returns true if a text has one of the words.
pub(super) fn has(text: &str, words: &str) -> bool {
    words.split('|').any(|word| text.contains(word))
}

/// Reads a board in FEN, as names of squares or as a model of a SAT solver.
pub(super) fn named_board(line: u64, text: &str, n: Option<u32>) -> Option<Board> {
    if let Some(board) = fen(line, text, n) {
        return Some(board);
    }
    let is_board = |squares: &Vec<_>| squares.len() > 1 || n == Some(1) && squares[0] == (0, 0);
    let (n, squares, family) = match squares(text).filter(is_board) {
        Some(squares) => {
            let most = squares.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
            let size = (most + 1).max(squares.len() as i64) as u32;
            (n.unwrap_or(size), squares, Family::Squares)
        }
        None => {
            let (n, squares) = model(text)?;
            (n, squares, Family::Pairs)
        }
    };
    Some(Board {
        family,
        shows_base: None,
        ..Board::of_pairs(line, n, squares, Some(0))
    })
}

/// Reads the first word of a line as a board, such as `1Q2/3Q/Q3/2Q1` with `x` for a blocked square, if the others are
/// those of a record in chess.
fn fen(line: u64, text: &str, n: Option<u32>) -> Option<Board> {
    let mut words = text.split_whitespace();
    let mut word = words.next()?;
    // The tag of a game: `[FEN "…"]`.
    if word.trim_end_matches(':') == "FEN" {
        word = words.next()?;
    }
    let word = word.trim_matches(['"', '\'', ',', ';']);
    let is_field = |word: &str| {
        word.len() <= 4
            && word
                .chars()
                .all(|letter| "wbKQkq-0123456789".contains(letter))
    };
    let height = word.split('/').count();
    if !words.all(is_field) || height < 2 || height > MAX_DRAWN_SIZE as usize {
        return None;
    }
    let (mut rows, mut blocked, mut fault) = (Vec::new(), Vec::new(), None);
    for (row, text) in (0..).zip(word.split('/')) {
        let (queens, crosses, width) = compact::row(text)?;
        blocked.extend(crosses.into_iter().map(|column| Square::new(row, column)));
        if width != height as u32 && fault.is_none() {
            fault = Some(BoardFault::Width {
                row,
                found: width.into(),
            });
        }
        rows.push(queens);
    }
    let has_queen = rows.iter().any(|queens| !queens.is_empty());
    if (fault.is_some() || word.contains('-')) && !has_queen {
        return None;
    }
    let mut board = Board::drawn(line, n.unwrap_or(height as u32), &rows, blocked);
    board.family = Family::Fen;
    board.fault = board.fault.or(fault);
    Some(board)
}

/// Returns row and column of each square of a line of names such as `a1 b3` or `Queens at a1, b3`, both from 0.
fn squares(text: &str) -> Option<Vec<(i64, i64)>> {
    let text = text
        .rsplit_once(" at ")
        .map_or(text, |(_, names)| names)
        .trim()
        .trim_end_matches('.');
    let is_between = |letter: char| letter.is_whitespace() || ",;-".contains(letter);
    // `b1d2a3c4`
    let glued = text.as_bytes().chunks_exact(2);
    let is_name = |name: &[u8]| name[0].is_ascii_lowercase() && name[1].is_ascii_digit();
    let is_glued = glued.len() > 3 && text.len().is_multiple_of(2) && glued.clone().all(is_name);
    let names: String = glued
        .flat_map(|name| [name[0], name[1], b' '])
        .map(char::from)
        .collect();
    let words = if is_glued { &names } else { text }.split(is_between);
    let words = words.filter(|word| !word.is_empty());
    let squares: Vec<_> = words.map(square).collect::<Option<_>>()?;
    (!squares.is_empty()).then_some(squares)
}

/// Returns row and column of a square by its name, such as `a1`, both from 0.
fn square(word: &str) -> Option<(i64, i64)> {
    let named = word.strip_prefix(['Q', 'q']);
    let word = named
        .filter(|rest| rest.starts_with(char::is_alphabetic))
        .unwrap_or(word);
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let [letter] = letters.as_bytes() else {
        return None;
    };
    let column = letter
        .is_ascii_alphabetic()
        .then(|| letter.to_ascii_lowercase() - b'a')?;
    let row: u32 = word[1..].parse().ok()?;
    Some((i64::from(row) - 1, i64::from(column)))
}

/// Returns the squares of a region of a puzzle by their names, such as `a1` or `r1c2`, if they are different.
pub(super) fn region<'a>(names: impl Iterator<Item = &'a str>) -> Option<Vec<(i64, i64)>> {
    let numbers = |name: &str| {
        let (row, column) = name
            .trim_start_matches(['r', 'R'])
            .split_once(['c', 'C', ','])?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    let squares = names.map(|name| square(name).or_else(|| numbers(name)));
    let squares: Vec<_> = squares.collect::<Option<_>>()?;
    let different: BTreeSet<_> = squares.iter().collect();
    (different.len() == squares.len() && !squares.is_empty()).then_some(squares)
}

/// The heads of a table, which say what the numbers below them are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Heads {
    /// So many names that count up, one for each row of the board.
    Columns(usize),
    /// So many names, and which of them name the row and the column of a queen or square, and its region.
    Queen(usize, [usize; 2], Option<usize>),
}

/// Returns where the row and the column of a square, and its region, are among names such as `x`, `y` and `color`.
pub(super) fn square_places(names: &[impl AsRef<str>]) -> Option<([usize; 2], Option<usize>)> {
    let names = || names.iter().map(|name| name.as_ref().to_lowercase());
    let find = |of_rows| names().position(|name| names_rows(&name) == Some(of_rows));
    let places = [find(true)?, find(false)?];
    let is_region = |name: &str| names().len() == 3 || has(name, REGIONS);
    let mut others = names().enumerate().filter(|(at, _)| !places.contains(at));
    Some((
        places,
        others.find(|(_, name)| is_region(name)).map(|(at, _)| at),
    ))
}

/// Returns the heads of a table: `q0,q1,q2,q3`, `c1 c2 c3 c4`, `Row | Column`, `solution,row,col`.
pub(super) fn heads(text: &str) -> Option<Heads> {
    // `| id | row 0 | row 1 |` has blanks in its heads.
    let has_signs = text.contains([',', ';', '|', '│']);
    let is_between =
        |letter: char| letter.is_whitespace() && !has_signs || ",;|│\t".contains(letter);
    let words = text.split(is_between).map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<_> = words.take(MAX_DRAWN_SIZE as usize).collect();
    let is_name = |word: &&str| word.chars().all(|sign| sign == '_' || sign.is_alphabetic());
    if (2..=5).contains(&words.len()) && words.iter().all(is_name) {
        let (places, region) = square_places(&words)?;
        return Some(Heads::Queen(words.len(), places, region));
    }
    let head = |word: &&'_ str| {
        let word = word.trim_end_matches('行');
        let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let number: i128 = word[name.len()..].parse().ok()?;
        // `r1c1 r1c2` are squares.
        let is_name = name.contains(char::is_alphabetic) && !name.contains(char::is_numeric);
        is_name.then_some((name.to_owned(), number))
    };
    // `id,q0,q1,q2,q3`
    let is_other = |word: &&&str| !word.contains(|letter: char| letter.is_ascii_digit());
    let heads = words
        .iter()
        .skip(words.first().filter(is_other).iter().count());
    let heads: Vec<_> = heads.map(head).collect::<Option<_>>()?;
    let are_alike = heads.iter().all(|(name, _)| *name == heads[0].0);
    let count_up = counts_up(heads.iter().map(|(_, number)| *number));
    (heads.len() > 1 && are_alike && count_up).then_some(Heads::Columns(heads.len()))
}

/// Returns what a program printed behind a prompt, such as `How many queens? `.
pub(super) fn answer(text: &str, n: Option<u32>) -> Option<&str> {
    let (prompt, rest) = text.split_once('?').or_else(|| {
        let split = text.split_once(LABEL_ENDS);
        split.filter(|(prompt, _)| asks(prompt))
    })?;
    let is_prompt = prompt.contains(char::is_alphanumeric) && !rest.trim().is_empty();
    // Of the blanks behind a prompt, the first is a part of it, and not a free square, in English or if a row remains.
    let is_row = |text: &str| {
        let length = text.chars().count();
        n.is_some_and(|n| [length, length.div_ceil(2)].contains(&(n as usize)))
    };
    let behind_blank = rest
        .strip_prefix(' ')
        .filter(|behind| is_row(behind) || prompt.is_ascii() && !is_row(rest));
    is_prompt.then_some(behind_blank.unwrap_or(rest))
}

/// Returns true if a label names rows, false if it names columns.
pub(super) fn names_rows(label: &str) -> Option<bool> {
    let label = label.to_lowercase();
    let of_rows = has(&label, "row|rank|行|fila|zeile") || matches!(&*label, "r" | "y" | "i");
    let of_columns = has(&label, "col|file|列|spalte") && !label.contains("colo");
    let of_columns = of_columns || matches!(&*label, "c" | "x" | "j");
    (of_rows != of_columns).then_some(of_rows)
}

/// Returns true for a line about a queen that a search removes, such as `回溯：第1行第1列`.
pub fn removes(text: &str) -> bool {
    has(&text.to_lowercase(), REMOVALS)
}

/// Returns true for a line about a queen that a search places.
pub(super) fn places(text: &str) -> bool {
    has(&text.to_lowercase(), PLACINGS)
}

/// Returns true for a prompt.
pub(super) fn asks(label: &str) -> bool {
    has(&label.to_lowercase(), PROMPTS)
}

/// Returns true for a prompt that is not answered, which is no text of its own.
pub fn is_prompt(text: &str) -> bool {
    asks(text) && text.trim_end().ends_with(LABEL_ENDS)
}

/// Returns true for a number that counts what follows, such as `1.`, `1)`, `#1`, `①` or `2.5%`.
pub(super) fn is_counter(word: &str) -> bool {
    let digits = word.trim_start_matches(['#', '(']);
    let digits = digits.trim_end_matches(['.', ')', ':', '、']);
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let share = word.strip_suffix('%');
    let is_share = |letter: char| letter.is_ascii_digit() || letter == '.';
    if share.is_some_and(|share| share.chars().all(is_share)) {
        return true;
    }
    let mut letters = word.chars();
    if matches!((letters.next(), letters.next()), (Some('①'..='⑳'), None)) {
        return true;
    }
    // `1...` is a row.
    are_digits && (1..3).contains(&(word.chars().count() - digits.len()))
}

/// Numbers of a text, and the text before, between and behind them.
pub(super) struct Numbered<'a> {
    pub(super) numbers: Vec<i128>,
    pub(super) texts: Vec<&'a str>,
}

impl<'a> Numbered<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let (mut numbers, mut texts) = (Vec::new(), Vec::new());
        let mut rest = text;
        let mut start = 0;
        while let Some(at) = rest[start..].find(|letter: char| letter.is_ascii_digit()) {
            let at = start + at;
            let digits = rest[at..].bytes().take_while(u8::is_ascii_digit).count();
            match rest[at..at + digits].parse() {
                Ok(number) => {
                    numbers.push(number);
                    texts.push(&rest[..at]);
                    rest = &rest[at + digits..];
                    start = 0;
                }
                Err(_) => start = at + digits,
            }
        }
        texts.push(rest);
        Self { numbers, texts }
    }

    /// Returns the columns of rows, if the numbers have the same sign between them, such as `2-4-1-3`.
    pub(super) fn columns(&self, n: Option<u32>, last_size: usize) -> Option<Numbers> {
        let numbers = self.numbers.len();
        let between = self.texts.get(1..numbers)?;
        let first = between.first()?;
        // `1:3:0:2` is no time of day.
        let is_sign = !first.contains(|letter: char| letter.is_alphanumeric() || letter == '.')
            && (!first.contains(':') || n.is_some() && numbers > 3);
        // `Found 1,3,0,2`
        let is_word = self.texts[0].ends_with(' ') && numbers > 3;
        let is_plain = !self.texts[0].contains(char::is_alphanumeric)
            || is_word && self.is_unsorted_permutation()
            || self.texts[0]
                .trim_end()
                .ends_with(['(', ':', '=', '?', '>']);
        // `n = 2, 2 cells a side`, `solutions: 0/4`.
        let is_move = || removes(self.texts[0]) || places(self.texts[0]);
        let is_other = self.texts[numbers].contains(char::is_alphabetic) || first.trim() == "/";
        if numbers == 2 && (is_other || is_move()) {
            return None;
        }
        let mut sorted = self.numbers.clone();
        sorted.sort_unstable();
        let least = sorted[0];
        let counts_up = sorted.iter().zip(least..).all(|(&a, b)| a == b);
        let is_known =
            n.is_some_and(|n| n as usize == numbers) || numbers == last_size && numbers > 2;
        // The first row of a drawing may stand behind a prompt.
        let is_row = numbers > 2 && self.numbers.iter().all(|&number| number < 2);
        let fits = is_known && !is_row || n.is_none() && numbers > 3 && counts_up && least < 2;
        (is_sign && is_plain && fits && between.iter().all(|text| text == first))
            .then(|| self.numbers.iter().copied().map(Some).collect())
    }

    fn is_unsorted_permutation(&self) -> bool {
        let numbers: Numbers = self.numbers.iter().copied().map(Some).collect();
        numbers.is_permutation() && !numbers.values.is_sorted()
    }

    /// Returns pairs of numbers that repeat with the same text between them: `Q1=2, Q2=4`, `queen(1,3) queen(2,1)`,
    /// or behind the number of each queen, `第1个皇后在第1行第3列，第2个皇后在第2行第1列`.
    pub(super) fn pairs(&self) -> Option<Vec<(i64, i64)>> {
        // Behind them, a number may count: `Q1->2 Q2->4 … count=1`.
        let start = || {
            let (_, numbers) = self.numbers.split_last()?;
            let (_, texts) = self.texts.split_last()?;
            let (name, gaps) = texts.split_last()?;
            let is_named = name.contains(char::is_alphabetic) && !gaps.contains(name);
            let (numbers, texts) = (numbers.to_vec(), texts.to_vec());
            (numbers.len() > 5 && is_named).then(|| Self { numbers, texts }.pairs_of(2))?
        };
        let pairs = self.pairs_of(2).or_else(|| self.pairs_of(3));
        pairs.or_else(start)
    }

    fn pairs_of(&self, each: usize) -> Option<Vec<(i64, i64)>> {
        // The number of the solution before them.
        let from = self.numbers.len() % each;
        let (numbers, texts) = (&self.numbers[from..], &self.texts[from..]);
        if from > 1 || numbers.len() < 2 * each || texts[1].trim().is_empty() {
            return None;
        }
        let inner = &texts[1..numbers.len()];
        if inner[0] == inner[1] && (texts[0].is_empty() || texts[0] == inner[0]) {
            return None;
        }
        let repeats = inner.iter().zip(&inner[each..]).all(|(a, b)| a == b);
        if !repeats || totals_behind(texts[0], &inner[..each - 1]) {
            return None;
        }
        let pairs = numbers
            .chunks_exact(each)
            .map(|queen| pair(&queen[each - 2..]));
        let pairs: Vec<(i64, i64)> = pairs.collect::<Option<_>>()?;
        let is_counted = counts_up(numbers.iter().step_by(each).copied());
        // `x=1,y=0 x=3,y=1`
        let columns = pairs.iter().map(|pair| pair.1);
        let is_swapped = each == 2 && inner[0].contains(',') && counts_up(columns);
        let is_call = texts[0].ends_with('(') && inner[0].contains(',') && inner[0] != inner[1];
        let are_places = each == 2 || names_queen(texts);
        (are_places && (is_counted || is_swapped || is_call)).then_some(pairs)
    }

    /// Returns row, column and value of a variable, 0 or 1, as programs and solvers print it: `board[0][1] = 1`,
    /// `x_0_1 = 1.0`, `x[0,1]  1`.
    pub(super) fn variable(&self) -> Option<((i64, i64), bool)> {
        let (row, column, value) = match self.numbers[..] {
            [row, column, value @ 0..=1] => (row, column, value),
            [row, column, value @ 0..=1, 0] if self.texts[3] == "." => (row, column, value),
            _ => return None,
        };
        let is_name = self.texts[0].ends_with(['[', '(', '_']);
        let is_gap = matches!(self.texts[1], "][" | "](" | ")(" | "," | ", " | ",_" | "_");
        let sign = self.texts[2].trim_start_matches([']', ')']);
        let is_sign = sign.starts_with([' ', '=', ':']) && matches!(sign.trim(), "" | "=" | ":");
        let is_alone = self.texts[self.numbers.len()]
            .trim_matches([' ', ';', ',', '\r'])
            .is_empty();
        let is_variable = is_name && is_gap && is_sign && is_alone;
        is_variable.then_some((pair(&[row, column])?, value == 1))
    }

    /// Returns the number of a queen, if a text has it, and row and column. On a board of one row, many texts have two
    /// equal numbers, so that the words have to name a place.
    pub(super) fn pair(&self, n: Option<u32>) -> Option<(Option<i128>, (i64, i64))> {
        // `Queen 1 is in row 1, column 2` has the number of the queen, too.
        let is_counted = self.numbers.len() == 3 && names_queen(&self.texts);
        if self.numbers.len() != 2 && !is_counted {
            return None;
        }
        // `Q(1) = 1` is the number of solutions.
        let is_value = self.texts[1].starts_with([')', ']']) && self.texts[1].ends_with([' ', '=']);
        if n == Some(1) && self.numbers == [1, 1] && is_value {
            return None;
        }
        let text = self.texts.concat();
        let is_variable = self.texts[0].ends_with(['Q', 'q', 'X', 'x', 'R', 'r', '[', '(']);
        let is_place =
            is_variable || !text.contains(char::is_alphabetic) || has(&text.to_lowercase(), PLACES);
        let may_be_total = if n == Some(1) { 3 } else { 2 };
        let (before, behind) = (self.texts[0], &self.texts[1..]);
        let may_be_total = may_be_total + usize::from(is_counted) - 1;
        let is_total = is_about_totals(before) && !before.ends_with('[')
            || totals_behind(before, &behind[..may_be_total]);
        let square = pair(&self.numbers[usize::from(is_counted)..])?;
        let number = is_counted.then_some(self.numbers[0]);
        let is_other = is_total || has(&text.to_lowercase(), SEARCHES);
        (!is_other && (is_place || n != Some(1))).then_some((number, square))
    }

    /// Returns the text with a sign for each number.
    pub(super) fn skeleton(&self) -> String {
        self.texts.join("#").trim().to_owned()
    }
}

/// Returns true if the text before or behind the first of three numbers says that this is the number of a queen.
fn names_queen(texts: &[&str]) -> bool {
    has(&texts[..2].concat().to_lowercase(), PLACES)
}

/// Returns true if one of the texts behind numbers is about totals; that of `第1个皇后放在第2列` is about a place.
fn totals_behind(before: &str, texts: &[&str]) -> bool {
    let is_ordinal = before.trim_end().ends_with('第');
    texts.iter().any(|text| {
        let rest = text.trim_start().strip_prefix(['个', '個']);
        let rest = rest.filter(|rest| is_ordinal && rest.starts_with("皇后"));
        is_about_totals(rest.unwrap_or(text))
    })
}

fn pair(numbers: &[i128]) -> Option<(i64, i64)> {
    Some((numbers[0].try_into().ok()?, numbers[1].try_into().ok()?))
}

/// Returns true if numbers count up from 0 or 1.
pub(super) fn counts_up<N: Into<i128>>(numbers: impl Iterator<Item = N>) -> bool {
    let mut numbers = numbers.map(Into::into).peekable();
    let first = numbers.peek().copied().unwrap_or(0);
    first < 2 && (first..).zip(numbers).all(|(next, number)| number == next)
}

/// Returns row and column of each positive variable of a model of n² variables: `v 1 -2 -3 4 0`.
fn model(text: &str) -> Option<(u32, Vec<(i64, i64)>)> {
    let words = text.strip_prefix("v ")?.split_whitespace();
    let mut literals: Vec<i64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    literals.retain(|&literal| literal != 0);
    let variables = literals
        .iter()
        .map(|literal| literal.unsigned_abs())
        .max()?;
    let n = variables.isqrt();
    if n * n != variables || literals.len() as u64 != variables {
        return None;
    }
    let placed = literals.iter().filter(|&&literal| literal > 0);
    let square = |&literal: &i64| ((literal - 1) / n as i64, (literal - 1) % n as i64);
    Some((n as u32, placed.map(square).collect()))
}

/// Returns true for a sentence that no form of a board has: letters without a number or a label, and a word of five
/// different ones.
pub(super) fn is_prose(text: &str) -> bool {
    let (mut letters, mut is_prose) = (0_u128, false);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => letters |= 1 << byte,
            b' ' | b',' | b'.' | b'!' | b';' => letters = 0,
            _ => return false,
        }
        is_prose |= letters.count_ones() > 4;
    }
    is_prose
}

/// Returns true for a comment in a document of puzzles, and false for colours such as `#ff0000`.
pub(super) fn is_comment(text: &str) -> bool {
    let first = text.trim_start().split([' ', '\t', ',']).next();
    let first = first.unwrap_or_default();
    first.starts_with("//") || first.starts_with('#') && !is_colour(first)
}

/// Returns true for a colour such as `#ff0000`.
pub(super) fn is_colour(word: &str) -> bool {
    let digits = word.strip_prefix('#').unwrap_or_default();
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    matches!(digits.len(), 3 | 6) && is_hex
}
