//! Boards and numbers in words: names of squares, Forsyth–Edwards notation, numbers with text between them, totals.

use super::board::{Board, BoardFault};
use super::cells::{is_bar, is_between};
use super::numbers::Numbers;
use super::{Family, Hints, Rank};
use crate::{MAX_DRAWN_SIZE, Square};

/// Ends of labels and prompts.
const LABEL_ENDS: [char; 4] = [':', '=', '?', '>'];
/// Words beside a number of solutions.
const NAMES: &str = "solution|total|count|answer|ways|result|number of|found|models|arrangement|configuration|\
    possibilit|lösung|anzahl|soluc|soluz|solução|решен|вариант|解|总|共|方案|种|答案|個|个";
/// Words before a time, and units after one.
const TIMES: &str = "time|elapsed|took|duration|cpu|耗时|用时|时间|zeit";
const UNITS: &str = "ms|s|sec|secs|second|seconds|us|µs|μs|ns|min|微秒|纳秒|m|kb|kib|mb|mib|bytes";
/// Words that name solutions, and no other numbers.
const SOLUTIONS: &str = "solution|ways|arrangement|configuration|解|方案|种|摆法|放法|答案";
/// What programs count beside solutions.
const WORK: &str = "次数|判断|冲突|调用|比较|尝试|搜索了|循环|执行|节点|内存|attempt|backtracks|calls|nodes|steps|checks|\
    iterations|conflicts|comparisons|memory|tries|visited";
/// Names of a variable with the number of solutions, alone before it.
const VARIABLES: &str = "sum|ans|num|res|cnt|tot|结果";
/// Words about some of the solutions, beside the number of all.
const PARTS: &str = "其中|独立|本质|基本|去掉|对称|distinct|unique|fundamental|symmetr";
/// Words that ask for a number.
const PROMPTS: &str =
    "enter|input|type|please|how many|choose|输入|eingeb|entrez|introduce|введите";
/// Words beside the row and column of a queen.
const PLACES: &str = "queen|place|row|col|position|皇后|行|列|reina|fila|zeile|spalte|dame";
/// Words that say that there is no solution.
const NONE: &str = "no solution|unsat|not exist|doesn't exist|无解|没有解|不存在|no answer|not possible|impossible|\
    keine lösung";

/// Returns true if a text has one of the words.
fn has(text: &str, words: &str) -> bool {
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
    let word = words.next()?.trim_matches(['"', '\'', ',', ';']);
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
    let mut has_queen = false;
    for (row, text) in (0..).zip(word.split('/')) {
        let (mut column, mut free) = (0_u32, 0_u32);
        let mut queens = Vec::new();
        for letter in text.chars() {
            match letter {
                '0'..='9' => free = (10 * free + letter.to_digit(10)?).min(1 << 20),
                'Q' | 'q' | 'x' | 'X' | '.' | '-' => {
                    column += std::mem::take(&mut free);
                    match letter {
                        'Q' | 'q' => queens.push(column),
                        '.' | '-' => {}
                        _ => blocked.push(Square::new(row, column)),
                    }
                    column += 1;
                }
                _ => return None,
            }
        }
        column += free;
        has_queen |= !queens.is_empty();
        if column != height as u32 && fault.is_none() {
            fault = Some(BoardFault::Width {
                row,
                found: column.into(),
            });
        }
        rows.push(queens);
    }
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
    let text = text.rsplit_once(" at ").map_or(text, |(_, names)| names);
    let is_between = |letter: char| letter.is_whitespace() || ",;-".contains(letter);
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let square = |word: &str| {
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
    };
    let squares: Vec<_> = words.map(square).collect::<Option<_>>()?;
    (!squares.is_empty()).then_some(squares)
}

/// Returns the columns of a line with one digit or letter for each row, such as `2413` and `b d a c`: each is there once.
pub(super) fn glued_columns(text: &str, hints: &Hints) -> Option<Numbers> {
    let column = |letter: char| match letter {
        '0'..='9' => letter.to_digit(10).map(i128::from),
        'a'..='z' | 'A'..='Z' => Some(i128::from(u32::from(letter) % 32)),
        _ => None,
    };
    let is_gap = |letter: char| is_between(letter) || is_bar(letter);
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    let is_one = words.clone().nth(1).is_none();
    let words = words.take(33);
    let are_letters = words
        .clone()
        .all(|word| is_one && word.len() < 33 || word.len() == 1);
    let letters = words.flat_map(str::chars).filter(|_| are_letters);
    let columns: Numbers = letters
        .map(|letter| column(letter).map(Some))
        .collect::<Option<_>>()?;
    let size = columns.len() as u32;
    let fits = (4..27).contains(&size) && hints.n.is_none_or(|n| n == size);
    // Letters, or numbers with gaps, that count up are above the columns of a drawing.
    let may_be_head = text
        .trim()
        .contains(|letter: char| !letter.is_ascii_digit());
    let counts_up = may_be_head && columns.values.is_sorted();
    (fits && !hints.is_puzzle() && !counts_up && columns.is_permutation()).then_some(columns)
}

/// Returns the columns of the boards on a line with one digit for each row: `2413  3142`, ` 1: 2413   2: 3142`.
pub(super) fn several_columns(text: &str, hints: &Hints) -> Option<Vec<Numbers>> {
    let words = text.split_whitespace();
    let words = words.filter(|word| !word.ends_with([':', '.', ')', '、']));
    let board = |word: &str| {
        let word = word.rsplit(':').next()?.trim_end_matches([',', ';']);
        let are_digits = word.bytes().all(|byte| byte.is_ascii_digit());
        are_digits.then(|| glued_columns(word, hints))?
    };
    let boards: Vec<_> = words.map(board).collect::<Option<_>>()?;
    let are_equal = boards.windows(2).all(|two| two[0].len() == two[1].len());
    (boards.len() > 1 && are_equal).then_some(boards)
}

/// Returns the columns of a line with one more number, which counts the boards: `2 4 1 3 (1)`, `1、2 4 1 3`, `2413 --1`.
pub(super) fn counted_columns(text: &str, n: Option<u32>) -> Option<Numbers> {
    let n = n.filter(|&n| n > 3)? as usize;
    let Numbered { numbers, texts } = Numbered::of(text);
    let board = |columns: &[i128]| {
        let columns: Numbers = columns.iter().copied().map(Some).collect();
        let is_board = columns.len() == n && columns.is_permutation();
        (is_board && !columns.values.is_sorted()).then_some(columns)
    };
    if numbers.len() == 2 && !text.contains(char::is_alphabetic) {
        // A column 0 may be the first digit.
        let digits = |number: &i128| -> Vec<i128> {
            let digits = format!("{number:0n$}");
            digits.bytes().map(|digit| (digit - b'0').into()).collect()
        };
        return numbers.iter().find_map(|number| board(&digits(number)));
    }
    if numbers.len() != n + 1 {
        return None;
    }
    let have_one_gap = |gaps: &[&str]| {
        let is_gap = !gaps[0].contains(char::is_alphanumeric);
        is_gap && gaps.iter().all(|gap| *gap == gaps[0])
    };
    let is_named = texts[0].contains(char::is_alphabetic);
    let is_first = have_one_gap(&texts[2..=n]) && (is_named || texts[1] != texts[2]);
    let is_last = have_one_gap(&texts[1..n]) && texts[n] != texts[1];
    let first = is_first.then(|| board(&numbers[1..])).flatten();
    first.or_else(|| is_last.then(|| board(&numbers[..n])).flatten())
}

/// Returns what is behind a label or a prompt, or behind a number that only counts, with the label.
pub(super) fn unlabelled(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let label = text.rsplit_once(LABEL_ENDS);
    let counter = text.trim_start().split_once(char::is_whitespace);
    let counter = counter.filter(|(word, _)| is_counter(word));
    let both = label.into_iter().chain(counter);
    both.filter(|(label, rest)| label.contains(char::is_alphanumeric) && !rest.trim().is_empty())
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
    let of_rows = has(&label, "row|行|fila|zeile");
    (of_rows != has(&label, "col|列|spalte")).then_some(of_rows)
}

/// Returns true for a prompt.
pub(super) fn asks(label: &str) -> bool {
    has(&label.to_lowercase(), PROMPTS)
}

/// Returns true for a prompt that is not answered, which is no text of its own.
pub fn is_prompt(text: &str) -> bool {
    asks(text) && text.trim_end().ends_with(LABEL_ENDS)
}

/// Returns true for a number that counts what follows, such as `1.`, `1)` or `#1`.
pub(super) fn is_counter(word: &str) -> bool {
    let digits = word.trim_start_matches(['#', '(']);
    let digits = digits.trim_end_matches(['.', ')', ':', '、']);
    let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
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
        let is_plain = !self.texts[0].contains(char::is_alphanumeric)
            || self.texts[0]
                .trim_end()
                .ends_with(['(', ':', '=', '?', '>']);
        // `n = 2, 2 cells a side`.
        if numbers == 2 && self.texts[2].contains(char::is_alphabetic) {
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

    /// Returns pairs of numbers that repeat with the same text between them: `Q1=2, Q2=4`, `queen(1,3) queen(2,1)`,
    /// or behind the number of each queen, `第1个皇后在第1行第3列，第2个皇后在第2行第1列`.
    pub(super) fn pairs(&self) -> Option<Vec<(i64, i64)>> {
        self.pairs_of(2).or_else(|| self.pairs_of(3))
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

    /// Returns the number of a queen, if a text has it, and row and column. On a board of one row, many texts have two
    /// equal numbers, so that the words have to name a place.
    pub(super) fn pair(&self, n: Option<u32>) -> Option<(Option<i128>, (i64, i64))> {
        // `Queen 1 is in row 1, column 2` has the number of the queen, too.
        let is_counted = self.numbers.len() == 3 && names_queen(&self.texts);
        if self.numbers.len() != 2 && !is_counted {
            return None;
        }
        let text = self.texts.concat();
        let is_variable = self.texts[0].ends_with(['Q', 'q', 'X', 'x', 'R', 'r', '[', '(']);
        let is_place =
            is_variable || !text.contains(char::is_alphabetic) || has(&text.to_lowercase(), PLACES);
        let may_be_total = if n == Some(1) { 3 } else { 2 };
        let (before, behind) = (self.texts[0], &self.texts[1..]);
        let may_be_total = may_be_total + usize::from(is_counted) - 1;
        let is_total = is_about_totals(before) || totals_behind(before, &behind[..may_be_total]);
        let square = pair(&self.numbers[usize::from(is_counted)..])?;
        let number = is_counted.then_some(self.numbers[0]);
        (!is_total && (is_place || n != Some(1))).then_some((number, square))
    }

    /// Returns true for a menu such as `1) count 2) list`, and for a prompt that is not answered: their numbers count
    /// no solutions.
    fn are_choices(&self) -> bool {
        let is_choice = |text: &&str| {
            let name = text
                .trim_start()
                .strip_prefix([')', '.', '、', ':', '-', '=', ']']);
            name.is_some_and(|name| name.contains(char::is_alphabetic))
        };
        let counts_up = self.numbers.windows(2).all(|two| two[1] == two[0] + 1);
        let is_menu = matches!(self.numbers[..], [0 | 1, _, ..]) && counts_up;
        let end = self.texts[self.numbers.len()].trim_end();
        let is_open = end.ends_with(LABEL_ENDS);
        is_menu && self.texts[1..].iter().all(is_choice)
            || is_open && self.texts.iter().any(|text| asks(text))
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

/// Returns true for a text about numbers of solutions or times.
pub(super) fn is_about_totals(text: &str) -> bool {
    let lower = text.to_lowercase();
    has(&lower, NAMES) || has(&lower, TIMES) || lower.contains("queens")
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
    let digits = first.strip_prefix('#').unwrap_or_default();
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_colour = matches!(digits.len(), 3 | 6) && is_hex;
    first.starts_with("//") || first.starts_with('#') && !is_colour
}

/// Returns the number of solutions that a text states, and how sure that is. Times, sizes and numbers with a decimal
/// point do not count.
pub(super) fn stated(text: &str, n: Option<u32>) -> Option<(i128, Rank)> {
    let text = without_thousands(text).to_lowercase();
    let all = Numbered::of(&text);
    if all.are_choices() {
        return None;
    }
    let mut found: Vec<(i128, bool, bool)> = Vec::new();
    let mut sizes = 0;
    // True if the clause so far is about solutions.
    let mut is_named = false;
    for (at, &number) in all.numbers.iter().enumerate() {
        let (before, after) = (all.texts[at], all.texts[at + 1]);
        let (start, clause) = match before.rsplit_once([',', ';', '。', '!']) {
            Some((_, clause)) => (true, clause),
            None => (false, before),
        };
        is_named = has(clause, NAMES) || is_named && !start;
        let glued = |text: Option<char>| {
            text.is_some_and(|c| c.is_ascii_alphabetic() || c == '.' || c == '_')
        };
        let is_decimal = after.starts_with('.') && after.len() == 1 && at + 1 < all.numbers.len()
            || before == "." && at > 0;
        let in_word = glued(before.chars().last()) && !before.ends_with(". ");
        let unit = after.trim_start();
        let unit = unit
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default();
        let is_time = UNITS.split('|').any(|other| other == unit)
            || unit.starts_with(['秒', '毫', '次', '步'])
            || has(clause, TIMES);
        let rest = after
            .split([',', ';', '。', '.'])
            .next()
            .unwrap_or_default();
        let is_work = !has(rest, SOLUTIONS)
            && (has(rest, WORK) || has(clause, WORK) && !has(clause, SOLUTIONS));
        let next = after.trim_start_matches([' ', '-']);
        let before_size = before.trim_end().trim_end_matches(['=', ':']).trim_end();
        let is_asked =
            before_size == "n" || before_size.ends_with(" n") || before_size.ends_with("(n");
        let is_size = is_asked && !has(unit, NAMES)
            || ["queen", "皇后", "x", "×", "by ", "阶"]
                .iter()
                .any(|word| next.starts_with(word));
        // `Solution 7: 0`, and `1) Count solutions` in a menu.
        let is_item = before.trim().is_empty() && after.starts_with([')', '.', '、']) && at == 0;
        let is_heading = after.trim_start().starts_with(':') && at + 1 < all.numbers.len();
        let is_label = is_heading || is_item && after.trim().len() > 1;
        if is_decimal || is_time || is_work || is_label || in_word && !before.ends_with("n=") {
            continue;
        }
        if is_size && n.is_none_or(|n| i128::from(n) == number) {
            sizes += 1;
            continue;
        }
        let is_negative = before.ends_with('-') && !before.ends_with("--");
        let name = clause.trim_end_matches([' ', '=', ':']).trim_start();
        let is_named =
            is_named || has(rest, NAMES) || VARIABLES.split('|').any(|other| other == name);
        let is_part = has(clause, PARTS) || has(rest, PARTS);
        found.push((
            if is_negative { -number } else { number },
            is_named,
            is_part,
        ));
    }
    let names = found.iter().filter(|(_, is_named, _)| *is_named).count();
    if found.len() > 1 && sizes == 0 {
        // The only number that is named is that of the solutions.
        let is_size = |&(number, is_named, _): &(i128, bool, bool)| {
            n.is_some_and(|n| number == i128::from(n)) && !(is_named && names == 1)
        };
        if let Some(at) = found.iter().position(is_size) {
            found.remove(at);
        }
    }
    // `No solution for 2 queens`.
    if found.is_empty() {
        return has(&text, NONE).then_some((0, Rank::Named));
    }
    let mut all_named = found.iter().filter(|(_, is_named, _)| *is_named);
    let whole = all_named.clone().rfind(|(.., is_part)| !is_part);
    let named = whole.or(all_named.next_back());
    // Which of several numbers?
    if named.is_none() && found.len() > 1 {
        return None;
    }
    let &(number, is_named, _) = named.or(found.last())?;
    // A heading such as "8 queens".
    if !is_named && n.is_some_and(|n| number == i128::from(n) && n != 1) {
        return None;
    }
    Some((number, if is_named { Rank::Named } else { Rank::Text }))
}

/// Removes the signs between groups of three digits.
fn without_thousands(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut plain = String::with_capacity(text.len());
    for (at, &letter) in letters.iter().enumerate() {
        let is_sign = matches!(
            letter,
            ',' | '\'' | '’' | '_' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '.'
        );
        let group = (1..=3).all(|next| is_digit(at + next)) && !is_digit(at + 4);
        let before = (1..=3)
            .take_while(|&back| at >= back && is_digit(at - back))
            .count();
        let decimal = letter == '.'
            && !(letters.get(at + 4) == Some(&'.')
                || at >= 5 && letters[at - 4] == '.' && is_digit(at - 5));
        if !(is_sign && group && before > 0 && !(at >= 4 && is_digit(at - 4)) && !decimal) {
            plain.push(letter);
        }
    }
    plain
}
