//! What is before and behind a row: bullets, labels, the words of a log, and remarks.

use super::cells::is_bar;
use super::numbers::Numbers;
use super::signs::{FREE, QUEENS};
use super::stated::is_about_totals;
use super::words::{LABEL_ENDS, is_counter};

/// Signs that a program found a solution.
const TICKS: [char; 4] = ['✓', '✔', '✅', '√'];
/// Signs that begin a remark behind a row.
const MARKS: [&str; 9] = ["//", "#", "--", ";;", "%", "<-", "->", "<--", "-->"];
/// Squares as shapes.
const SHAPES: &str = "●○◯★☆⬜⬛□■◻☐";

/// Returns a row with a queen, or columns, without the sign of a list or a comment before it: `* 1 3 0 2`, `// . Q . .`,
/// `- ".Q.."`.
pub(super) fn without_bullet(text: &str) -> Option<&str> {
    let (bullet, rest) = text.trim_start().split_once(' ')?;
    let has_queen = || rest.matches(|sign| QUEENS.contains(sign)).count() == 1;
    let are_columns = || Numbers::of(rest).is_some_and(|numbers| numbers.len() > 1);
    let is_quoted = || rest.starts_with(['"', '\'']);
    match bullet {
        "*" | "+" | "#" | "%" => {
            (has_queen() && !rest.contains(bullet) || are_columns()).then_some(rest)
        }
        "//" | "--" | ";;" => Some(rest),
        "-" => is_quoted().then_some(rest),
        // The columns of a matrix in AMPL.
        ":" => rest.trim_end().strip_suffix(":="),
        _ => None,
    }
}

fn is_square(sign: char) -> bool {
    QUEENS.contains(sign)
        || FREE.contains(sign)
        || is_bar(sign)
        || "*+".contains(sign)
        || SHAPES.contains(sign)
}

/// Returns true for one or several squares, also with names such as `Queen` and `Q1`.
fn are_squares(word: &str) -> bool {
    let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let is_other = |sign: char| !sign.is_alphanumeric() && !TICKS.contains(&sign);
    let is_sign = |sign| is_square(sign) || is_other(sign) || "xXoO".contains(sign);
    word.chars().all(is_sign) || matches!(name, "Q" | "Queen")
}

/// Returns true for squares that may be a row beside words.
fn is_drawn(row: &str) -> bool {
    let squares = row.split_whitespace().count();
    let is_glued = squares == 1 && row.trim().chars().all(is_square);
    squares > 2
        || is_glued && row.trim().chars().nth(2).is_some() && (has_queen(row) || !row.contains('-'))
}

/// Returns true for one queen, also as one shape or number among others: `○●○○`, `0 1 0 0`.
fn has_queen(row: &str) -> bool {
    let cells = || row.chars().filter(|sign| !sign.is_whitespace());
    let is_alone = |sign: char| cells().filter(|&other| other == sign).count() == 1;
    let are_shapes = cells().nth(2).is_some() && cells().all(|sign| SHAPES.contains(sign));
    let bits = row.split_whitespace();
    let are_bits =
        bits.clone().nth(2).is_some() && bits.clone().all(|bit| matches!(bit, "0" | "1"));
    are_bits && bits.filter(|&bit| bit == "1").count() == 1
        || row.matches(|sign| QUEENS.contains(sign)).count() == 1
        || are_shapes && cells().filter(|&sign| is_alone(sign)).count() == 1
}

/// Returns a row without a remark behind it: `.Q.. // row 0`, `. Q . .  第1行`. In a puzzle, a remark has a mark.
pub(super) fn without_remark(text: &str, is_puzzle: bool, n: Option<u32>) -> Option<&str> {
    // Most rows have none, and are many.
    let may_be_remark =
        |sign: char| sign.is_alphanumeric() && !"QqxXoO".contains(sign) || TICKS.contains(&sign);
    if !text.contains(may_be_remark) {
        return None;
    }
    let split = |first: &str| text.split_at(first.as_ptr() as usize - text.as_ptr() as usize);
    let mut words = text.split_whitespace();
    let mark = words.clone().find(|word| MARKS.contains(word));
    let is_cell = |sign: char| !sign.is_ascii_alphanumeric() || "Qq01xXoO".contains(sign);
    let are_cells = |row: &str| row.chars().all(is_cell) && has_queen(row);
    let mark = mark.filter(|mark| is_puzzle || are_cells(split(mark).0));
    let first = mark
        .or_else(|| words.find(|word| !is_puzzle && !are_squares(word) || MARKS.contains(word)))?;
    let (row, remark) = split(first);
    let is_marked = MARKS.contains(&first);
    let last = row.trim_end().rsplit_once(' ');
    let row = match last.filter(|(_, last)| "|-–—:;=".contains(*last)) {
        Some((squares, last)) if !squares.contains(last) => squares,
        _ => row,
    };
    let has_queen = has_queen(row);
    // `----- Solution 1 -----` is a heading.
    let is_heading = || remark.trim_end().ends_with(is_square) || is_about_totals(remark);
    let is_only = n == Some(1) && row.trim().chars().count() == 1;
    let is_row = match has_queen || is_puzzle {
        _ if is_only => row.trim().contains(is_square),
        true => is_marked || is_drawn(row),
        false if row.contains('0') || !is_marked && !row.chars().all(is_square) => false,
        false => is_marked || is_drawn(row) && !is_heading(),
    };
    let is_word = |word: &str| word.chars().nth(1).is_some() && word.contains(char::is_alphabetic);
    let is_number = |word: &str| is_marked && has_queen && word.parse::<u32>().is_ok();
    let is_tick = |word: &str| has_queen && word.starts_with(TICKS);
    let is_remark = |word: &str| is_word(word) || is_number(word) || is_tick(word);
    (is_row && remark.split_whitespace().any(is_remark)).then_some(row)
}

/// Returns what is behind a label or a prompt, or behind a number that only counts, with the label.
pub(super) fn unlabelled(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let label = text.rsplit_once(LABEL_ENDS);
    let counter = text.trim_start().split_once(char::is_whitespace);
    let counter = counter.filter(|(word, _)| is_counter(word));
    let labels = behind_words(text).into_iter().chain(label);
    let labels = labels.chain(counter).chain(row_label(text));
    labels.filter(|(label, rest)| label.contains(char::is_alphanumeric) && !rest.trim().is_empty())
}

/// Returns the name of a row, such as `第1行` or `Row 1`, and the row behind it.
fn row_label(text: &str) -> Option<(&str, &str)> {
    let start = text.trim_start();
    let name = start.strip_prefix('第').or_else(|| {
        let name = start
            .get(..3)
            .filter(|name| name.eq_ignore_ascii_case("row"))?;
        Some(start[name.len()..].trim_start())
    })?;
    let rest = name.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = rest.strip_prefix('行').unwrap_or(rest);
    let is_label = rest.len() < name.len() && behind.starts_with(char::is_whitespace);
    is_label.then(|| start.split_at(start.len() - behind.len()))
}

/// Returns a row behind words, such as the start of a line in a log: `- INFO - . Q . .`.
pub(super) fn behind_words(text: &str) -> Option<(&str, &str)> {
    let last = text.split_whitespace().rfind(|word| !are_squares(word))?;
    // `INFO:root:. Q . .`
    if last.ends_with(|sign: char| is_square(sign) && sign != '0') {
        return None;
    }
    let end = last.as_ptr() as usize - text.as_ptr() as usize + last.len();
    let (label, row) = text.split_at(end);
    let row = match row.trim_start().split_once(' ').unwrap_or_default() {
        (sign @ ("-" | "|"), squares) if label.trim_start().starts_with(sign) => squares,
        (sign @ ("-" | "|"), squares) if !squares.contains(sign) => squares,
        // The first square, or a dash behind the words.
        ("-", _) => return None,
        _ => row.strip_prefix(' ')?,
    };
    let is_named = label.matches(char::is_alphabetic).nth(1).is_some();
    let is_row = is_drawn(row) && !row.contains(':');
    let is_row = is_row && (has_queen(row) || !row.contains('0') && !is_about_totals(label));
    (is_named && is_row).then_some((label, row))
}
