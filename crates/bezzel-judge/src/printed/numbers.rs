//! Numbers in lines of text.

/// Certainty that a number is the number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// A number in some text.
    Text,
    /// A number in a text about solutions.
    Named,
    /// A line with nothing but the number.
    Alone,
}

const NAMES: [&str; 14] = [
    "solution",
    "total",
    "count",
    "answer",
    "ways",
    "result",
    "number of",
    "found",
    "解",
    "总",
    "共",
    "方案",
    "种",
    "个",
];
const TIMES: [&str; 8] = [
    "time", "elapsed", "took", "second", " ms", "耗时", "用时", "秒",
];

/// Returns the numbers of a line that has nothing else but separators; `None` for an empty row.
pub(super) fn only(line: &str) -> Option<Vec<Option<i128>>> {
    let words = line
        .split(|letter: char| letter.is_whitespace() || ",;{}".contains(letter))
        .filter(|word| !word.is_empty());
    let number = |word: &str| match word {
        "-" | "None" | "null" => Some(None),
        _ => word.parse().ok().map(Some),
    };
    let numbers: Vec<_> = words.map(number).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some(numbers)
}

/// Returns the number of a line with nothing but its digits, at most 18.
pub(super) fn single(line: &str) -> Option<i128> {
    let digits = line.as_bytes();
    let is_short = (1..=18).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_short.then(|| {
        digits
            .iter()
            .fold(0, |value, digit| 10 * value + i128::from(digit - b'0'))
    })
}

/// Returns the columns of a word such as `15863724`: each column once, in one digit.
pub(super) fn glued(line: &str, n: u32) -> Option<Vec<Option<i64>>> {
    let digits: Option<Vec<u32>> = line.trim().chars().map(|c| c.to_digit(10)).collect();
    let digits = digits.filter(|digits| n >= 4 && digits.len() as u64 == u64::from(n))?;
    let mut sorted = digits.clone();
    sorted.sort_unstable();
    let is_permutation = sorted.iter().copied().eq(0..n) || sorted.iter().copied().eq(1..=n);
    is_permutation.then(|| digits.into_iter().map(|d| Some(i64::from(d))).collect())
}

/// Returns the number of solutions that a text states, and how sure that is. Numbers with a decimal
/// point, in words, and texts about times do not count; of several, the one that is not n.
pub(super) fn stated(text: &str, n: u32) -> Option<(i128, Rank)> {
    let lower = text.to_lowercase();
    if TIMES.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let mut numbers = integers(text);
    if numbers.len() > 1
        && let Some(at) = numbers.iter().position(|&number| number == i128::from(n))
    {
        numbers.remove(at);
    }
    let number = *numbers.last()?;
    let is_named = NAMES.iter().any(|word| lower.contains(word));
    // A heading such as "8 queens".
    if !is_named && number == i128::from(n) && n != 1 {
        return None;
    }
    Some((number, if is_named { Rank::Named } else { Rank::Text }))
}

fn integers(text: &str) -> Vec<i128> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.' || letter == '_';
    text.split(|letter: char| !is_part(letter))
        .filter_map(|word| word.trim_end_matches('.').parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_in_text() {
        let named = Some((92, Rank::Named));
        assert_eq!(stated("Total: 92", 8), named);
        assert_eq!(stated("There are 92 solutions for 8 queens.", 8), named);
        assert_eq!(stated("8 皇后共有 92 个解", 8), named);
        assert_eq!(stated("n=8: 92", 8), Some((92, Rank::Text)));
        for other in ["Time: 12 ms", "8 queens", "took 0.5", "hello"] {
            assert_eq!(stated(other, 8), None, "{other}");
        }
    }

    #[test]
    fn digits_are_columns_if_each_is_there_once() {
        assert!(glued("15863724", 8).is_some());
        for number in ["14200", "16777216", "15863725", "2413"] {
            assert!(glued(number, 8).is_none(), "{number}");
        }
    }
}
