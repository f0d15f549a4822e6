//! Boards as JSON: what `generate completion --format json` writes and `--board` reads.

use anyhow::anyhow;
use bezzel::{ConstrainedBoard, Square};
use serde::{Deserialize, Serialize};

/// Example of the format in error messages.
const EXAMPLE: &str = r#"{"n":4,"queens":[[0,1]],"blocked":[[3,0]]}"#;

/// A board with its constraints. Squares are pairs of row and column, from 0.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonBoard {
    pub(super) n: u32,
    /// The model, its parameter and the seed of a random board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) parameter: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    #[serde(default)]
    pub(super) queens: Vec<(u32, u32)>,
    #[serde(default)]
    pub(super) blocked: Vec<(u32, u32)>,
    #[serde(default)]
    pub(super) blocked_diagonals: Vec<i32>,
    #[serde(default)]
    pub(super) blocked_anti_diagonals: Vec<u32>,
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
    fn board(&self) -> anyhow::Result<ConstrainedBoard> {
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
pub(super) fn read(text: &str) -> Option<anyhow::Result<ConstrainedBoard>> {
    match serde_json::from_str::<JsonBoard>(text) {
        Ok(found) => Some(found.board()),
        Err(error) if has_constraints(text) => Some(Err(anyhow!(
            "expected a board such as {EXAMPLE}, found another one: {error}"
        ))),
        Err(_) => None,
    }
}

/// Returns true if the text names blocked squares, or has a queen as a pair.
fn has_constraints(text: &str) -> bool {
    let mut brackets = text.chars().filter(|symbol| !symbol.is_whitespace());
    let mut last = ' ';
    text.contains("\"blocked")
        || brackets.any(|symbol| std::mem::replace(&mut last, symbol) == '[' && symbol == '[')
}
