//! Numbers of solutions in sentences, beside times, sizes and other counts.

use super::Rank;
use super::words::{LABEL_ENDS, Numbered, asks, has};

/// Words beside a number of solutions.
const NAMES: &str = "solution|total|count|answer|ways|result|number of|found|models|arrangement|configuration|\
    possibilit|lösung|anzahl|gesamt|oplossing|soluc|soluz|soluç|rozwiąza|решен|вариант|расстанов|всего|итого|경우의|\
    가지|개수|총|解|总|共|方案|种|答案|個|个|通り|合計";
/// Ends of the words before the number of queens.
const SIZES: &str = "size|number of queens|大小|规模|皇后个数|皇后数量|皇后数|阶数";
/// Ends of clauses.
const CLAUSE_ENDS: [char; 4] = [',', ';', '。', '!'];
/// Words before a time, and units after one.
const TIMES: &str = "time|elapsed|took|duration|cpu|耗时|用时|时间|zeit";
const UNITS: &str =
    "ms|s|wallclock|sec|secs|second|seconds|us|µs|μs|ns|min|微秒|纳秒|m|kb|kib|mb|mib|bytes";
/// Words that name solutions, and no other numbers.
const SOLUTIONS: &str = "solution|ways|arrangement|configuration|解|方案|种|摆法|放法|答案";
/// What programs count beside solutions.
const WORK: &str = "次数|判断|冲突|调用|比较|尝试|搜索了|循环|执行|节点|内存|attempt|backtracks|calls|nodes|steps|checks|\
    iterations|conflicts|comparisons|memory|tries|visited";
/// Names of a variable with the number of solutions, alone before it.
const VARIABLES: &str = "sum|ans|num|res|cnt|tot|结果";
/// Words about some of the solutions, beside the number of all.
const PARTS: &str = "其中|独立|本质|基本|去掉|对称|distinct|unique|fundamental|symmetr";
/// Words that say that there is no solution.
const NONE: &str = "no solution|unsat|not exist|doesn't exist|无解|没有解|不存在|no answer|not possible|impossible|\
    keine lösung";

/// Returns true for a text about numbers of solutions or times.
pub(super) fn is_about_totals(text: &str) -> bool {
    let lower = text.to_lowercase();
    has(&lower, NAMES) || has(&lower, TIMES) || lower.contains("queens")
}

impl Numbered<'_> {
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
}

/// A number in a text, and the text beside it.
struct Place<'a> {
    value: i128,
    before: &'a str,
    /// The end of the text before it, from the last comma on.
    clause: &'a str,
    /// Its name, if it has one of its own, or the clause.
    label: &'a str,
    after: &'a str,
    /// The text behind it, up to the next comma or the name of the next number.
    rest: &'a str,
    is_first: bool,
    is_last: bool,
    /// True for 256 in `Found 2/256`, but not for 92 in `Solution 2/92`.
    is_whole: bool,
}

/// A number that may count the solutions.
struct Count {
    value: i128,
    /// True if the text speaks of solutions.
    is_named: bool,
    /// True if it counts only some of them.
    is_part: bool,
}

impl Place<'_> {
    fn of<'a>(all: &Numbered<'a>, at: usize) -> Place<'a> {
        let (before, after) = (all.texts[at], all.texts[at + 1]);
        let clause = before.rsplit(CLAUSE_ENDS).next().unwrap_or_default();
        // `共4种 递归次数:37` has the name of the next number behind a blank.
        let parts = |text: &'a str| match text.trim_end().ends_with([':', '=']) {
            true => text.trim_end().rsplit_once(' ').unwrap_or(("", text)),
            false => (text, text),
        };
        let is_last = at + 1 == all.numbers.len();
        let rest = if is_last { after } else { parts(after).0 };
        let rest = rest.split([',', ';', '。', '.']).next();
        let part = all.texts[at.saturating_sub(1)].trim_end();
        let is_part = part.ends_with([':', '=']) || !has(part, SOLUTIONS);
        Place {
            value: all.numbers[at],
            before,
            clause,
            label: if at > 0 { parts(clause).1 } else { clause },
            after,
            rest: rest.unwrap_or_default(),
            is_first: at == 0,
            is_last,
            is_whole: at > 0 && is_part && matches!(before.trim(), "/" | "of" | "out of"),
        }
    }

    /// Returns the word behind the number.
    fn unit(&self) -> &str {
        let mut words = self
            .after
            .trim_start()
            .split(|letter: char| !letter.is_alphabetic());
        words.next().unwrap_or_default()
    }

    /// Returns true for a part of a word or of a decimal number, and for numbers of times, of work, and of solutions that
    /// follow one another.
    fn counts_others(&self) -> bool {
        let Place {
            before,
            clause,
            label,
            after,
            rest,
            ..
        } = self;
        let glues = |letter: char| letter.is_ascii_alphabetic() || letter == '.' || letter == '_';
        let in_word = before.ends_with(glues) && !before.ends_with(". ") && !before.ends_with("n=");
        let is_decimal = *after == "." && !self.is_last || *before == "." && !self.is_first;
        let unit = self.unit();
        let is_time = UNITS.split('|').any(|other| other == unit)
            || unit.starts_with(['秒', '毫', '次', '步'])
            || has(clause, TIMES);
        let is_work = !has(rest, SOLUTIONS)
            && (has(rest, WORK) || has(label, WORK) && !has(label, SOLUTIONS));
        // `Solution 7: 0`, `1) Count solutions` in a menu, and `其中第1个解的棋盘`.
        let is_item =
            before.trim().is_empty() && after.starts_with([')', '.', '、']) && self.is_first;
        let is_heading = after.trim_start().starts_with(':') && !self.is_last;
        let is_label =
            is_heading || is_item && after.trim().len() > 1 || before.trim_end().ends_with('第');
        is_decimal || in_word || is_time || is_work || is_label || self.is_whole
    }

    /// Returns true for the number of queens in `Q(8) = 92`.
    fn is_argument(&self) -> bool {
        let sign = self.after.trim_start_matches([')', ']']).trim();
        self.before.ends_with(['(', '[']) && matches!(sign, "=" | ":" | "->" | "→")
    }

    /// Returns true for the number of queens.
    fn is_size(&self, n: Option<u32>) -> bool {
        let next = self.after.trim_start_matches([' ', '-']);
        let name = self
            .before
            .trim_end()
            .trim_end_matches(['=', ':'])
            .trim_end();
        let is_asked = name == "n" || name.ends_with(" n") || name.ends_with("(n");
        let is_asked = is_asked || SIZES.split('|').any(|size| name.ends_with(size));
        let mut behind = ["queen", "皇后", "x", "×", "by ", "阶"].iter();
        let is_size =
            is_asked && !has(self.unit(), NAMES) || behind.any(|word| next.starts_with(word));
        (is_size || self.is_argument()) && n.is_none_or(|n| i128::from(n) == self.value)
    }

    fn count(&self, is_named: bool) -> Count {
        let is_negative = self.before.ends_with('-') && !self.before.ends_with("--");
        let name = self.clause.trim_end_matches([' ', '=', ':']).trim_start();
        let is_variable = VARIABLES.split('|').any(|other| other == name);
        Count {
            value: if is_negative { -self.value } else { self.value },
            is_named: is_named || has(self.rest, NAMES) || is_variable,
            is_part: has(self.clause, PARTS) || has(self.rest, PARTS),
        }
    }
}

/// Returns the number of solutions that a text states, and how sure that is. Times, sizes and numbers with a decimal
/// point do not count.
pub(super) fn stated(text: &str, n: Option<u32>) -> Option<(i128, Rank)> {
    let text = without_thousands(text).to_lowercase();
    let all = Numbered::of(&text);
    if all.are_choices() {
        return None;
    }
    let mut counts: Vec<Count> = Vec::new();
    let mut has_size = false;
    // True if the clause so far is about solutions.
    let mut is_named = false;
    for at in 0..all.numbers.len() {
        let place = Place::of(&all, at);
        let begins_clause = place.clause.len() < place.before.len();
        is_named = has(place.clause, NAMES) || is_named && !begins_clause;
        if place.counts_others() {
            continue;
        }
        match place.is_size(n) {
            true => {
                has_size = true;
                is_named |= place.is_argument();
            }
            false => counts.push(place.count(is_named)),
        }
    }
    let names = counts.iter().filter(|count| count.is_named).count();
    if counts.len() > 1 && !has_size {
        // The only number that is named is that of the solutions.
        let is_n = |value: i128| n.is_some_and(|n| value == i128::from(n));
        let is_size = |count: &Count| is_n(count.value) && !(count.is_named && names == 1);
        if let Some(at) = counts.iter().position(is_size) {
            counts.remove(at);
        }
    }
    // `No solution for 2 queens`.
    if counts.is_empty() {
        return has(&text, NONE).then_some((0, Rank::Named));
    }
    best(&counts, n)
}

/// Returns the number of all solutions, or else the last one that is named.
fn best(counts: &[Count], n: Option<u32>) -> Option<(i128, Rank)> {
    let mut named = counts.iter().filter(|count| count.is_named);
    let whole = named.clone().rfind(|count| !count.is_part);
    let best = whole.or(named.next_back());
    // Which of several numbers?
    if best.is_none() && counts.len() > 1 {
        return None;
    }
    let &Count {
        value,
        is_named,
        is_part,
    } = best.or(counts.last())?;
    // A heading such as "8 queens".
    if !is_named && n.is_some_and(|n| value == i128::from(n) && n != 1) {
        return None;
    }
    let rank = match (is_named, is_part) {
        (true, true) => Rank::Part,
        (true, false) => Rank::Named,
        (false, _) => Rank::Text,
    };
    Some((value, rank))
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
