//! Boards as JSON: what `bezzel generate completion --format json` writes.

use serde::{Deserialize, Serialize};

use super::ConstrainedBoard;
use crate::{Error, ReadError, Square};

/// A board with its constraints, for JSON. Squares are pairs of row and column, from 0.
///
/// ```
/// use bezzel::{ConstrainedBoard, JsonBoard, Square};
/// let mut board = ConstrainedBoard::new(4)?;
/// board.place(Square::new(0, 1))?.block(Square::new(3, 0))?;
/// let json = JsonBoard::from(&board);
/// assert_eq!((json.queens, json.blocked), (vec![(0, 1)], vec![(3, 0)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct JsonBoard {
    /// Number of rows and columns.
    pub n: u32,
    /// The model of a random board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The parameter of its model, such as the number of placed queens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<f64>,
    /// The seed that gives the same board again, if it was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Row and column of each placed queen, from 0.
    #[serde(default)]
    pub queens: Vec<(u32, u32)>,
    /// Row and column of each blocked square, from 0.
    #[serde(default)]
    pub blocked: Vec<(u32, u32)>,
    /// The values of row − column of the blocked diagonals.
    #[serde(default)]
    pub blocked_diagonals: Vec<i32>,
    /// The values of row + column of the blocked anti-diagonals.
    #[serde(default)]
    pub blocked_anti_diagonals: Vec<u32>,
}

impl From<&ConstrainedBoard> for JsonBoard {
    fn from(board: &ConstrainedBoard) -> Self {
        let pair = |square: Square| (square.row, square.column);
        Self {
            n: board.size(),
            queens: board.queens().map(pair).collect(),
            blocked: board.blocked_squares().map(pair).collect(),
            blocked_diagonals: board.blocked_diagonals().collect(),
            blocked_anti_diagonals: board.blocked_anti_diagonals().collect(),
            ..Self::default()
        }
    }
}

impl JsonBoard {
    fn board(&self) -> Result<ConstrainedBoard, Error> {
        let mut board = ConstrainedBoard::new(self.n)?;
        for &(row, column) in &self.queens {
            board.place(Square::new(row, column))?;
        }
        for &(row, column) in &self.blocked {
            board.block(Square::new(row, column))?;
        }
        for &difference in &self.blocked_diagonals {
            board.block_diagonal(difference)?;
        }
        for &sum in &self.blocked_anti_diagonals {
            board.block_anti_diagonal(sum)?;
        }
        Ok(board)
    }
}

/// Reads a board. `None` for another JSON object, such as a placement with one column a row.
pub(super) fn read(text: &str) -> Option<Result<ConstrainedBoard, Error>> {
    match serde_json::from_str::<JsonBoard>(text) {
        Ok(found) => Some(found.board()),
        Err(error) if has_constraints(text) => {
            let example = r#"{"n":4,"queens":[[0,1]],"blocked":[[3,0]]}"#;
            let message = (
                format!("expected a board such as {example}, found another one: {error}"),
                format!("应为 {example} 这样的棋盘：{error}"),
            );
            let message = message.into();
            let line = None;
            Some(Err(ReadError::Content { line, message }.into()))
        }
        Err(_) => None,
    }
}

/// Returns true if the text names blocked squares, or has a queen as a pair.
fn has_constraints(text: &str) -> bool {
    let mut brackets = text.chars().filter(|symbol| !symbol.is_whitespace());
    let mut last = ' ';
    text.contains("blocked")
        || brackets.any(|symbol| std::mem::replace(&mut last, symbol) == '[' && symbol == '[')
}
