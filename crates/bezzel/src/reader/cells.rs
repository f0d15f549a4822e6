//! Lines as cells: one sign for each square, whatever is between them.

use super::lines::numeral_value;
use super::numbers::value;
use super::signs::QUEENS;

/// First character of those that stand for words, in a plane of Unicode for private use.
const FIRST_NAME: u32 = 0xf_0000;
const MAX_NAMES: usize = 4096;
/// Longest word that names a region, or a number beside a row.
const MAX_NAME_CHARS: usize = 32;

/// Words that stand in cells, such as names of regions or the numbers of rows, as one character each.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<String>);

/// Cells of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) line: u64,
    pub(super) cells: Vec<char>,
    /// True if the cells are the characters between the borders of a frame, in which free squares may be blanks.
    pub(super) is_framed: bool,
    /// True if free squares at its end may be cut off: they were blanks.
    pub(super) is_open: bool,
    /// True if the cells are those of a line of numbers.
    pub(super) is_numeric: bool,
    /// Number of cells in each of several groups with gaps between them; 0 for one group.
    pub(super) group: usize,
    /// The line, to be said if it is no row of a board.
    pub(super) text: String,
}

impl Names {
    /// Returns the character of a word.
    pub(super) fn sign(&mut self, word: &str) -> Option<char> {
        let mut letters = word.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return Some(letter);
        }
        let known = self.0.iter().position(|name| name == word);
        let at = known.or_else(|| {
            let fits = self.0.len() < MAX_NAMES && word.chars().count() <= MAX_NAME_CHARS;
            fits.then(|| self.0.push(word.to_owned()))?;
            Some(self.0.len() - 1)
        })?;
        char::from_u32(FIRST_NAME + at as u32)
    }

    /// Returns the word of a character, if it stands for one.
    fn word(&self, sign: char) -> Option<&str> {
        let at = u32::from(sign).checked_sub(FIRST_NAME)?;
        self.0.get(at as usize).map(String::as_str)
    }

    /// Returns what a cell contains.
    pub(super) fn text(&self, sign: char) -> String {
        self.word(sign)
            .map_or_else(|| sign.to_string(), str::to_owned)
    }

    /// Returns true if the cell contains a word of several letters.
    pub(super) fn is_word(&self, sign: char) -> bool {
        self.word(sign).is_some()
    }

    /// Returns the number of a row or column in a cell: digits, `R1`, a Chinese digit, or a letter from `a`, which is 1.
    pub(super) fn value(&self, sign: char) -> Option<i64> {
        let number = |word: &str| word.trim_matches(['.', ')', ':', 'R', 'C']).parse().ok();
        match (self.word(sign), sign) {
            (Some(word), _) => number(word),
            (None, 'a'..='z' | 'A'..='Z') => Some(i64::from(u32::from(sign) % 32)),
            (None, _) => {
                let digit = sign.to_digit(10).map(i64::from);
                digit.or_else(|| Some(numeral_value(sign)? as i64))
            }
        }
    }
}

pub(super) fn is_bar(letter: char) -> bool {
    "|│║┃¦｜┆┊".contains(letter)
}

/// Returns true for characters of horizontal lines and corners.
fn is_edge(letter: char) -> bool {
    "+-=~".contains(letter) || ('─'..='╿').contains(&letter) && !is_bar(letter)
}

/// Returns true if a line is the edge of a frame, or separates rows or boards: lines, corners, bars and blanks only.
pub(super) fn is_rule(text: &str) -> bool {
    let is_part = |letter: char| is_edge(letter) || is_bar(letter) || letter.is_whitespace();
    let edges = text.chars().filter(|&letter| is_edge(letter)).count();
    let corner = |letter: char| letter == '+' || ('┌'..='╿').contains(&letter);
    let solid = text.trim();
    // `- - - -` may be a row.
    let dashed = solid.contains(char::is_whitespace) && !solid.contains(corner);
    edges > 0 && text.chars().all(is_part) && (edges > 1 || solid.contains(corner)) && !dashed
}

/// Returns the sign of a square, which may be a blank, if the text is nothing else.
pub(super) fn only_sign(text: &str) -> Option<char> {
    let mut signs = text.chars();
    let sign = signs.next().unwrap_or(' ');
    signs.next().is_none().then_some(sign)
}

/// Returns true if each sign is there twice, as in `--QQ----`.
pub(super) fn is_doubled(cells: &[char]) -> bool {
    cells.len().is_multiple_of(2) && cells.chunks(2).all(|two| two[0] == two[1])
}

pub(super) fn is_between(letter: char) -> bool {
    letter.is_whitespace() || ",;'\"`[](){}".contains(letter)
}

/// Returns the text between the borders of a line, if it has no bars inside.
pub(super) fn framed(text: &str, edge: Option<(char, usize)>) -> Option<Vec<char>> {
    let letters: Vec<char> = text.trim_end().chars().collect();
    let start = letters.iter().position(|letter| !letter.is_whitespace())?;
    let (sign, length) = edge?;
    let [first, inner @ .., last] = &letters[start..] else {
        return None;
    };
    let by_edge =
        "*+=#".contains(sign) && *first == sign && *last == sign && inner.len() + 2 == length;
    let by_bars = is_bar(*first) && is_bar(*last);
    let is_plain = !inner.iter().any(|&letter| is_bar(letter));
    ((by_edge || by_bars) && is_plain && !inner.is_empty()).then(|| inner.to_vec())
}

/// Returns the squares of a line of nothing but blanks and a queen, up to the queen.
pub(super) fn queen_among_blanks(text: &str) -> Option<Vec<char>> {
    let queen = text.trim().chars().next()?;
    let is_sign = QUEENS.contains(queen) || "*#@xXoO●★".contains(queen);
    let is_queen = is_sign && text.trim().len() == queen.len_utf8();
    let cells = || match text.contains('\t') {
        false => text.trim_end().chars().collect(),
        // From a spreadsheet.
        true => {
            let squares = text.trim_end().split('\t');
            squares
                .map(|square| square.trim().chars().next().unwrap_or(' '))
                .collect()
        }
    };
    is_queen.then(cells)
}

/// Returns the colour of a square of a puzzle in HTML or SVG, or what follows `region`, `color` or, in a table, `class`
/// in its tag. A square with text in it has none.
pub(super) fn colour(tag: &str) -> Option<&str> {
    let (tag, inner) = tag.split_once('>')?;
    let marks = match &tag[..tag.len().min(2)] {
        "td" => "background|region|color|class",
        "re" => "fill",
        _ => "background|region|color",
    };
    let rest = marks
        .split('|')
        .find_map(|mark| Some(tag.split_once(mark)?.1));
    let rest = rest?.trim_start_matches("-color");
    let rest = rest.trim_start_matches(|sign: char| " :=-_'\"".contains(sign));
    let value = rest.split([';', '"', '\'']).next()?;
    // `rgb(255, 0, 0)` is one colour, `color-3 wide` is two classes.
    let length = value.find(' ').filter(|_| !value.contains('('));
    let value = &value[..length.unwrap_or(value.len())];
    (!inner.starts_with(char::is_alphanumeric) && !value.is_empty()).then_some(value)
}

/// Returns the row of a table in HTML or LaTeX, with bars between its squares: `<td>Q</td><td></td>`, `Q & & \\\\`.
pub(super) fn table_row(text: &str) -> Option<String> {
    let of_html = || {
        let squares = text.split("<td").skip(1);
        let inner = squares.map(|square| square.split_once('>').unwrap_or_default().1);
        let inner = inner.map(|inner| inner.split('<').next().unwrap_or_default());
        let row = inner.map(|inner| format!("|{inner}")).collect::<String>();
        (!row.is_empty()).then(|| row + "|")
    };
    let of_latex = || {
        let text = text.trim().trim_end_matches("\\hline").trim_end();
        let row = text.strip_suffix("\\\\")?.replace('&', "|");
        Some(format!("|{row}|"))
    };
    of_html().or_else(of_latex)
}

/// Returns the cells of a line, and the size of their groups. `kinds` accepts all words as cells.
pub(super) fn cells(text: &str, names: &mut Names, kinds: bool) -> Option<(Vec<char>, usize)> {
    if let Some(cells) = emoji(text, names) {
        return Some((cells, 0));
    }
    if text.contains(is_bar) {
        let row = barred(text.trim(), is_bar, names, kinds);
        // `.Q..|...Q|Q...|..Q.`
        return row.or_else(|| rows(&text.split(is_bar).collect::<Vec<_>>()));
    }
    // Cells of a table, whose free squares are empty.
    if text.contains(",,") || text.contains("\"\",") || text.contains("'',") {
        return barred(text.trim(), |letter| letter == ',', names, kinds);
    }
    if text.contains("\t\t") && !text.contains(' ') {
        return barred(text, |letter| letter == '\t', names, kinds);
    }
    if text.contains(";;") {
        return barred(text.trim(), |letter| letter == ';', names, kinds);
    }
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let mut words: Vec<&str> = words.collect();
    if words.len() > 2 {
        // A free square of pandas, Python or JavaScript.
        let is_nothing = |word: &str| word.len() > 1 && value(word) == Some(None);
        let nothing = words.iter_mut().filter(|word| is_nothing(word));
        nothing.for_each(|word| *word = ".");
    }
    match words[..] {
        [] => return None,
        [word] => return glued(word, kinds).map(|cells| (cells, 0)),
        _ => {}
    }
    let least = words.iter().map(|word| word.len()).min();
    let lone = words
        .iter()
        .map(|word| repeated(word, least).filter(|_| !kinds));
    if words.len() > 2
        && let Some(lone) = lone.collect()
    {
        words = lone;
    }
    let is_single = |word: &&str| word.chars().nth(1).is_none();
    let inner = &words[1..words.len() - 1];
    let is_label = |word: &str| {
        word.trim_end_matches(['.', ')', ':'])
            .parse::<u32>()
            .is_ok()
    };
    if inner.iter().all(is_single) {
        let (first, last) = (words[0], words[words.len() - 1]);
        let fits = |word: &str| kinds || is_single(&word) || is_label(word);
        let both = fits(first) && fits(last);
        let cells = words.iter().map(|word| names.sign(word));
        if both && (words.len() > 2 || is_single(&first) || is_single(&last)) {
            return Some((cells.collect::<Option<_>>()?, group(text)));
        }
    }
    if let [first, second] = words[..] {
        // The number of a row beside its squares.
        let (label, row, is_first) = match (is_label(first), is_label(second)) {
            (true, false) => (first, second, true),
            (false, true) => (second, first, false),
            _ => ("", "", true),
        };
        let kinds = kinds && is_first;
        if let (Some(mut row), Some(label)) = (glued(row, kinds), names.sign(label)) {
            row.insert(if is_first { 0 } else { row.len() }, label);
            return Some((row, 0));
        }
    }
    rows(&words).or_else(|| {
        let cells = words.iter().map(|word| names.sign(word));
        // `board := [][]int{` is no row.
        let is_name = |word: &&str| word.contains(char::is_alphanumeric) || is_single(word);
        let are_kinds = kinds && words.len() > 3 && words.iter().all(is_name);
        are_kinds.then(|| Some((cells.collect::<Option<_>>()?, 0)))?
    })
}

/// Returns the cells of a row of emoji by their names, as chats copy them: `:white_large_square: :crown:`.
fn emoji(text: &str, names: &mut Names) -> Option<Vec<char>> {
    let inner = text.trim().strip_prefix(':')?.strip_suffix(':')?;
    let words = inner.split(':').map(str::trim);
    let sign = |word: &str| {
        let is_name = word.len() > 2
            && word
                .bytes()
                .all(|byte| b"_-+".contains(&byte) || byte.is_ascii_alphanumeric());
        match word {
            _ if !is_name => None,
            _ if word.contains("queen") || word.contains("crown") => Some('♛'),
            _ if word.starts_with("white") => Some('⬜'),
            _ if word.starts_with("black") => Some('⬛'),
            _ => names.sign(word),
        }
    };
    words.filter(|word| !word.is_empty()).map(sign).collect()
}

/// Returns the cells of rows of the same size beside each other, and this size.
fn rows(words: &[&str]) -> Option<(Vec<char>, usize)> {
    let rows = words.iter().map(|word| glued(word.trim(), false));
    let rows: Vec<_> = rows.collect::<Option<_>>()?;
    let size = rows.first()?.len();
    let are_equal = rows.iter().all(|row| row.len() == size);
    are_equal.then(|| (rows.concat(), size))
}

/// Returns the sign that a word repeats as often as all others do, as in `.. QQ .. ..`; `Q1` and `Queen` are queens.
fn repeated(word: &str, least: Option<usize>) -> Option<&str> {
    let first = word.chars().next()?;
    let is_queen = first == 'Q' && (word == "Queen" || word[1..].parse::<u32>().is_ok());
    let is_repeated = word.chars().all(|letter| letter == first);
    let is_sign = is_repeated && (first.len_utf8() == word.len() || least == Some(word.len()));
    (is_queen || is_sign).then(|| &word[..first.len_utf8()])
}

/// Returns the cells between bars; an empty one is a blank.
fn barred<'a>(
    text: &'a str,
    divides: fn(char) -> bool,
    names: &mut Names,
    kinds: bool,
) -> Option<(Vec<char>, usize)> {
    // `|_Q_|___|`
    let ends = |letter: char| letter.is_whitespace() || "_'\"".contains(letter);
    let solid = |piece: &'a str| match piece.trim() {
        "_" => "_",
        // `| **Q** |` in Markdown.
        piece if piece.len() > 4 && piece.starts_with("**") => piece.trim_matches('*'),
        piece => piece.trim_matches(ends),
    };
    let mut pieces: Vec<&str> = text.split(divides).map(solid).collect();
    if text.starts_with(is_bar) {
        pieces.remove(0);
    }
    if text.ends_with(is_bar) {
        pieces.pop();
    }
    if let [piece] = pieces[..] {
        return match piece.chars().nth(1) {
            None => Some((vec![piece.chars().next().unwrap_or(' ')], 0)),
            Some(_) => cells(piece, names, kinds),
        };
    }
    // `1 | . Q . .`: the row stands between its labels.
    let is_row = |piece: &&&str| piece.contains(char::is_whitespace);
    let is_label = |piece: &&str| {
        let is_letter = piece.len() == 1 && piece.starts_with(char::is_alphabetic);
        is_letter || piece.parse::<u32>().is_ok()
    };
    let mut rows = pieces.iter().filter(is_row);
    if let (Some(row), None) = (rows.next(), rows.next())
        && pieces.iter().filter(|piece| is_label(piece)).count() + 1 == pieces.len()
    {
        return cells(row, names, kinds);
    }
    let last = pieces.len().checked_sub(1)?;
    let cell = |(at, piece): (usize, &str)| {
        // `Queens #123 | 0:42` is no row.
        let is_label = (at == 0 || at == last) && (last > 2 || piece.parse::<u32>().is_ok());
        let is_short = piece.chars().nth(1).is_none() || kinds || is_label;
        match piece {
            "" => Some(' '),
            _ => is_short.then(|| names.sign(piece))?,
        }
    };
    let row: Option<Vec<char>> = pieces.iter().copied().enumerate().map(cell).collect();
    row.map(|row| (row, 0))
}

/// Returns the signs of a word that may be a row.
pub(super) fn glued(word: &str, kinds: bool) -> Option<Vec<char>> {
    let cells: Vec<char> = word.chars().collect();
    let mut signs: Vec<char> = Vec::new();
    for &cell in &cells {
        if !signs.contains(&cell) {
            if signs.len() == 24 {
                return None;
            }
            signs.push(cell);
        }
    }
    let is_letter = |sign: &&char| sign.is_alphanumeric();
    let letters: Vec<_> = signs.iter().filter(is_letter).collect();
    let usual = letters.iter().all(|sign| "QqXxWwOo01".contains(**sign));
    let is_once = |sign: &char| cells.iter().filter(|cell| *cell == sign).count() == 1;
    // `TFTT`, `口皇口口`.
    let has_one = cells.len() > 2 && signs.len() == 2 && signs.iter().any(is_once);
    let few = signs.len() <= 4 && (usual || letters.len() == 1 && signs.len() > 1 || has_one);
    // A word with small and large letters is a title.
    let is_mixed = signs.iter().any(|sign| sign.is_lowercase())
        && signs.iter().any(|sign| sign.is_uppercase());
    let is_emoji = |sign: &char| *sign >= '\u{2600}';
    // Regions, and squares without one.
    let is_upper = |sign: &char| "#._*x".contains(*sign) || sign.is_uppercase();
    let are_upper = letters.len() > 1 && signs.iter().all(is_upper);
    let are_names = are_upper || signs.iter().all(|sign| is_letter(&sign) || is_emoji(sign));
    let regions = kinds && cells.len() >= 3 && are_names && (are_upper || !is_mixed);
    (!cells.is_empty() && (few || regions)).then_some(cells)
}

/// Returns the number of cells in each of several groups of the same size with larger gaps between them, or 0.
pub(super) fn group(text: &str) -> usize {
    let mut gaps = Vec::new();
    let mut gap = 0;
    for letter in text.trim().chars() {
        match is_between(letter) {
            true => gap += if letter == '\t' { 4 } else { 1 },
            false if gap > 0 => gaps.push(std::mem::take(&mut gap)),
            false => {}
        }
    }
    let (Some(&least), Some(&most)) = (gaps.iter().min(), gaps.iter().max()) else {
        return 0;
    };
    if least == most {
        return 0;
    }
    let mut sizes = gaps.split(|&gap| gap == most).map(|group| group.len() + 1);
    let first = sizes.next().unwrap_or(0);
    if sizes.all(|size| size == first) {
        first
    } else {
        0
    }
}
