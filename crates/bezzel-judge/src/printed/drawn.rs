//! Rows of drawn boards: one symbol for queens, another for empty squares.

/// Symbols that can only be a queen.
const QUEENS: &str = "Qq♛♕♔♚Xx1W";
/// Symbols that can be a queen or an empty square.
const EITHER: &str = "#*@oO+■□●○⬛⬜";
/// Symbols that can only be an empty square.
const EMPTY: &str = ".-_0·∙";

/// Returns true if a word can be the row of a drawn board.
pub(super) fn is_drawn(word: &str) -> bool {
    let is_symbol = |letter: char| {
        [QUEENS, EITHER, EMPTY]
            .iter()
            .any(|all| all.contains(letter))
    };
    let mut symbols: Vec<char> = word.chars().collect();
    symbols.sort_unstable();
    symbols.dedup();
    !symbols.is_empty() && symbols.len() <= 2 && symbols.iter().all(|&symbol| is_symbol(symbol))
}

/// Returns the row in a line, without blanks, commas and bars between its squares.
pub(super) fn row(line: &str, n: u32) -> Option<String> {
    let squares: String = line
        .chars()
        .filter(|letter| !letter.is_whitespace() && !"|,;'\"[]".contains(*letter))
        .collect();
    let fits = squares.chars().count() as u64 == u64::from(n) && is_drawn(&squares);
    fits.then_some(squares)
}

/// Returns true if a line only separates boards: one symbol, which is not that of an empty square
/// of a row.
pub(super) fn is_separator(row: &str) -> bool {
    let mut symbols = row.chars();
    let first = symbols.next();
    symbols.all(|symbol| Some(symbol) == first)
        && first.is_none_or(|symbol| "-_=*+#~".contains(symbol))
}

/// Returns the symbol of queens in the rows of a board: the one that can be nothing else, or the rarer
/// one of two. None for an empty board.
pub(super) fn queen_symbol(rows: &[&str]) -> Option<char> {
    let mut symbols: Vec<(char, usize)> = Vec::new();
    for symbol in rows.iter().flat_map(|row| row.chars()) {
        match symbols.iter_mut().find(|(known, _)| *known == symbol) {
            Some((_, times)) => *times += 1,
            None => symbols.push((symbol, 1)),
        }
    }
    let only_queen = symbols.iter().find(|(symbol, _)| QUEENS.contains(*symbol));
    if let Some((symbol, _)) = only_queen {
        return Some(*symbol);
    }
    let rare = symbols
        .iter()
        .filter(|(symbol, _)| EITHER.contains(*symbol))
        .min_by_key(|(_, times)| *times)?;
    let is_alone =
        symbols.len() == 1 && rows.iter().map(|row| row.chars().count()).sum::<usize>() > 1;
    (!is_alone).then_some(rare.0)
}

pub(super) fn queens(row: &str, queen: Option<char>) -> Option<Vec<u32>> {
    is_drawn(row).then(|| {
        let squares = (0..).zip(row.chars());
        squares
            .filter(|(_, symbol)| Some(*symbol) == queen)
            .map(|(column, _)| column)
            .collect()
    })
}

pub(super) fn board(rows: &[&str]) -> Option<Vec<Vec<u32>>> {
    let queen = queen_symbol(rows);
    rows.iter().map(|row| queens(row, queen)).collect()
}
