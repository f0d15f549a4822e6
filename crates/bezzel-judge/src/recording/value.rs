//! Values of variables, as Python and JavaScript write them, and the queens that they place on a board.

use bezzel::Square;

/// Deeper lists are no boards.
const MAX_DEPTH: usize = 8;
/// Signs of a queen, and of an empty square.
const QUEENS: [&str; 11] = ["Q", "q", "*", "X", "x", "1", "#", "W", "♛", "♕", "👑"];
const EMPTY: [&str; 6] = [".", "_", "-", " ", "0", ""];

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// `None`, `null` or `undefined`.
    Nothing,
    Flag(bool),
    Whole(i64),
    Fraction,
    Text(String),
    List(Vec<Value>),
    /// Keys with their values; the items of a set have the value true.
    Keyed(Vec<(Value, Value)>),
}

impl Value {
    /// Reads a list, dictionary or set of plain values.
    pub(super) fn read(text: &str) -> Option<Self> {
        if !text.starts_with(['[', '(', '{']) {
            return None;
        }
        let mut tokens = Tokens {
            rest: text.trim_end(),
        };
        let value = tokens.value(0)?;
        tokens.rest.is_empty().then_some(value)
    }

    fn is_queen(&self) -> bool {
        match self {
            Value::Flag(flag) => *flag,
            Value::Whole(number) => *number == 1,
            Value::Text(text) => QUEENS.contains(&&**text),
            _ => false,
        }
    }

    fn is_empty_square(&self) -> bool {
        match self {
            Value::Nothing => true,
            Value::Flag(flag) => !flag,
            Value::Whole(number) => *number == 0,
            Value::Text(text) => EMPTY.contains(&&**text),
            _ => false,
        }
    }

    /// Calls `tell` with all numbers in the value.
    pub(super) fn each_number(&self, tell: &mut impl FnMut(i64)) {
        match self {
            Value::Whole(number) => tell(*number),
            Value::List(items) => items.iter().for_each(|item| item.each_number(tell)),
            Value::Keyed(pairs) => pairs.iter().for_each(|(key, held)| {
                key.each_number(tell);
                held.each_number(tell);
            }),
            _ => {}
        }
    }

    /// Returns the queens that the value places on a board of n rows, whose numbers count from `base`.
    pub(super) fn queens(&self, n: u32, base: i64) -> Option<Vec<Square>> {
        let size = n as usize;
        match self {
            Value::Keyed(pairs) => of_keyed(pairs, n, base),
            Value::List(items) => {
                let rows: Option<Vec<_>> = items.iter().map(Value::row).collect();
                let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
                    return of_columns(items, n, base);
                };
                let has_width = |width: usize| rows.iter().all(|row| row.len() == width);
                if has_width(size) && (n != 2 || rows.len() == size) {
                    return of_matrix(&rows, n);
                }
                (rows.len() <= size && has_width(2)).then(|| of_pairs(&rows, n, base))?
            }
            _ => None,
        }
    }

    /// Returns the squares of a row: of a list, a string, or an object such as `{row: 0, col: 1}`.
    fn row(&self) -> Option<Vec<Value>> {
        match self {
            Value::List(items) => Some(items.clone()),
            Value::Text(text) => {
                let signs = text.chars().map(|sign| Value::Text(sign.to_string()));
                Some(signs.collect())
            }
            Value::Keyed(pairs) => {
                let is_named = |(key, _): &(Value, Value)| matches!(key, Value::Text(_));
                let is_square = pairs.len() == 2 && pairs.iter().all(is_named);
                is_square.then(|| pairs.iter().map(|(_, held)| held.clone()).collect())
            }
            _ => None,
        }
    }
}

/// Reads a matrix: of two signs, the queen is the one that is no sign of an empty square.
fn of_matrix(rows: &[Vec<Value>], n: u32) -> Option<Vec<Square>> {
    let mut signs: Vec<&Value> = Vec::new();
    for sign in rows.iter().flatten() {
        if !signs.contains(&sign) {
            signs.push(sign);
        }
        if signs.len() > 2 {
            return None;
        }
    }
    if rows.len() > n as usize {
        return None;
    }
    let known: Vec<_> = signs.iter().filter(|sign| sign.is_queen()).collect();
    let others: Vec<_> = signs
        .iter()
        .filter(|sign| !sign.is_empty_square())
        .collect();
    let queen = match (&known[..], &others[..]) {
        ([queen], _) | (_, [queen]) => **queen,
        (_, []) if signs.len() == 1 => return Some(Vec::new()),
        _ => return None,
    };
    let squares: Vec<_> = (0..)
        .zip(rows)
        .flat_map(|(row, signs)| {
            let queens = (0..).zip(signs).filter(|(_, sign)| *sign == queen);
            queens.map(move |(column, _)| Square::new(row, column))
        })
        .collect();
    (known.len() == 1 || squares.len() <= n as usize).then_some(squares)
}

/// Reads pairs of row and column.
fn of_pairs(pairs: &[Vec<Value>], n: u32, base: i64) -> Option<Vec<Square>> {
    let index = |value: &Value| match value {
        Value::Whole(number) => u32::try_from(number - base).ok().filter(|&index| index < n),
        _ => None,
    };
    let square = |pair: &Vec<Value>| Some(Square::new(index(&pair[0])?, index(&pair[1])?));
    pairs.iter().map(square).collect()
}

/// Reads columns by row: numbers outside the board and words for nothing stand for rows without queens.
fn of_columns(columns: &[Value], n: u32, base: i64) -> Option<Vec<Square>> {
    let is_padded = columns.len() == n as usize + 1 && base == 1;
    let rows = &columns[usize::from(is_padded)..];
    if rows.len() > n as usize {
        return None;
    }
    let mut squares = Vec::new();
    for (row, value) in (0..).zip(rows) {
        match value {
            Value::Whole(number) if (base..base + i64::from(n)).contains(number) => {
                squares.push(Square::new(row, (number - base) as u32));
            }
            Value::Whole(_) | Value::Nothing => {}
            Value::Text(text) if text.is_empty() => {}
            _ => return None,
        }
    }
    Some(squares)
}

/// Reads a dictionary of columns by row, or the squares of a set or dictionary.
fn of_keyed(pairs: &[(Value, Value)], n: u32, base: i64) -> Option<Vec<Square>> {
    let is_number = |(key, held): &(Value, Value)| {
        matches!(key, Value::Whole(_)) && matches!(held, Value::Whole(_) | Value::Nothing)
    };
    if pairs.iter().all(is_number) {
        let columns = base..base + i64::from(n);
        let is_placed =
            |held: &Value| matches!(held, Value::Whole(column) if columns.contains(column));
        let placed = pairs.iter().filter(|(_, held)| is_placed(held));
        let squares: Vec<_> = placed
            .map(|(key, held)| vec![key.clone(), held.clone()])
            .collect();
        return of_pairs(&squares, n, base);
    }
    let placed = pairs.iter().filter(|(_, held)| held.is_queen());
    let squares: Option<Vec<_>> = placed
        .map(|(key, _)| match key {
            Value::List(items) if items.len() == 2 => Some(items.clone()),
            _ => None,
        })
        .collect();
    of_pairs(&squares?, n, base)
}

/// The rest of a text, token by token.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn take(&mut self, length: usize) -> &'a str {
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest.trim_start();
        token
    }

    fn next_is(&mut self, sign: char) -> bool {
        let is_next = self.rest.starts_with(sign);
        if is_next {
            self.take(sign.len_utf8());
        }
        is_next
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.rest.chars().next()? {
            _ if depth > MAX_DEPTH => None,
            '[' => self.items(']', depth).map(Value::List),
            '(' => self.items(')', depth).map(Value::List),
            '{' => self.pairs(depth).map(Value::Keyed),
            quote @ ('"' | '\'') => self.quoted(quote),
            _ => match self.word()? {
                "True" | "true" => Some(Value::Flag(true)),
                "False" | "false" => Some(Value::Flag(false)),
                "None" | "null" | "undefined" => Some(Value::Nothing),
                word => {
                    let whole = word.parse().map(Value::Whole).ok();
                    let is_number = || word.parse::<f64>().is_ok();
                    whole.or_else(|| is_number().then_some(Value::Fraction))
                }
            },
        }
    }

    fn word(&mut self) -> Option<&'a str> {
        let is_part = |sign: char| sign.is_alphanumeric() || "_.+-$".contains(sign);
        let length = self.rest.find(|sign| !is_part(sign));
        let word = self.take(length.unwrap_or(self.rest.len()));
        (!word.is_empty()).then_some(word)
    }

    fn quoted(&mut self, quote: char) -> Option<Value> {
        let mut is_escaped = false;
        let end = self.rest[1..].find(|sign| {
            let is_end = sign == quote && !is_escaped;
            is_escaped = sign == '\\' && !is_escaped;
            is_end
        })?;
        let token = self.take(end + 2);
        Some(Value::Text(token[1..=end].to_owned()))
    }

    fn items(&mut self, close: char, depth: usize) -> Option<Vec<Value>> {
        self.take(1);
        let mut items = Vec::new();
        while !self.next_is(close) {
            items.push(self.value(depth + 1)?);
            if !self.next_is(',') && !self.rest.starts_with(close) {
                return None;
            }
        }
        Some(items)
    }

    fn pairs(&mut self, depth: usize) -> Option<Vec<(Value, Value)>> {
        self.take(1);
        let mut pairs = Vec::new();
        while !self.next_is('}') {
            // The keys of JavaScript's objects have no quotes.
            let before = self.rest;
            let name = self
                .word()
                .filter(|word| !word.starts_with(|sign: char| sign.is_ascii_digit()));
            let key = match name {
                Some(name) if self.rest.starts_with(':') => Value::Text(name.to_owned()),
                _ => {
                    self.rest = before;
                    self.value(depth + 1)?
                }
            };
            let held = match self.next_is(':') {
                true => self.value(depth + 1)?,
                false => Value::Flag(true),
            };
            pairs.push((key, held));
            if !self.next_is(',') && !self.rest.starts_with('}') {
                return None;
            }
        }
        Some(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_both_languages_are_boards() {
        for (text, base) in [
            ("[1, 3]", 0),
            ("[2, 4]", 1),
            ("[0, 2, 4, 0, 0]", 1),
            ("[1, 3, -1, -1]", 0),
            ("[1, 3, None, None]", 0),
            ("[1, 3, '', \"\"]", 0),
            ("(1, 3)", 0),
            ("{0: 1, 1: 3}", 0),
            ("{0: 1, 1: 3, 2: None}", 0),
            ("{(0, 1), (1, 3)}", 0),
            ("{(0, 1): True, (1, 3): True, (2, 2): False}", 0),
            ("[(0, 1), (1, 3)]", 0),
            ("[{row: 0, col: 1}, {row: 1, col: 3}]", 0),
            ("['.Q..', '...Q']", 0),
            ("['.Q..', '...Q', '....', '....']", 0),
            (
                "[[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]",
                0,
            ),
            (
                "[[false, true, false, false], [false, false, false, true]]",
                0,
            ),
            (
                "[[\"·\", \"Q\", \"·\", \"·\"], [\"·\", \"·\", \"·\", \"Q\"]]",
                0,
            ),
        ] {
            let queens = Value::read(text).and_then(|value| value.queens(4, base));
            let expected = vec![Square::new(0, 1), Square::new(1, 3)];
            assert_eq!(queens, Some(expected), "{text}");
        }
        for text in ["[]", "{}", "['....', '....']", "[-1, -1, -1, -1]"] {
            let queens = Value::read(text).and_then(|value| value.queens(4, 0));
            assert_eq!(queens, Some(Vec::new()), "{text}");
        }
    }

    #[test]
    fn other_values_are_no_boards() {
        for text in [
            "4",
            "'Q'",
            "[0, 1",
            "[1.5]",
            "[0, 1, 2, 3, 4]",
            "[(0, 4)]",
            "[[0, 1, 2, 3]]",
            "{'a': 1}",
            "list of 40: [0]",
            "<Board>",
        ] {
            let queens = Value::read(text).and_then(|value| value.queens(4, 0));
            assert_eq!(queens, None, "{text}");
        }
        let deep = "[".repeat(4000);
        assert_eq!(Value::read(&deep), None);
    }
}
