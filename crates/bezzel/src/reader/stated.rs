//! Numbers of solutions in sentences, beside times, sizes and other counts.

use super::Rank;
use super::words::{LABEL_ENDS, Numbered, asks, has};

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
        // `其中第1个解的棋盘`
        if before.trim_end().ends_with('第') {
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
    let &(number, is_named, is_part) = named.or(found.last())?;
    // A heading such as "8 queens".
    if !is_named && n.is_some_and(|n| number == i128::from(n) && n != 1) {
        return None;
    }
    let rank = match (is_named, is_part) {
        (true, true) => Rank::Part,
        (true, false) => Rank::Named,
        (false, _) => Rank::Text,
    };
    Some((number, rank))
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
