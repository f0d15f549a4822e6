//! Pictures of boards with constraints: blocked squares are crossed out.

use super::{ConstrainedBoard, Square};
use crate::MAX_DRAWN_SIZE;
use crate::notation::svg::Picture;

impl ConstrainedBoard {
    /// Returns a picture as SVG: queens, lines between queens that attack each other, and crosses on
    /// blocked squares. `None` for n > [`MAX_DRAWN_SIZE`].
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// let mut board = ConstrainedBoard::new(4)?;
    /// board.place(Square::new(0, 1))?.block(Square::new(3, 0))?;
    /// let picture = board.svg().unwrap();
    /// assert!(picture.contains("<title>1 queen on a board of 4 by 4 squares, 1 of them blocked</title>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self) -> Option<String> {
        let n = self.size();
        if n > MAX_DRAWN_SIZE {
            return None;
        }
        let squares = Square::all(n);
        let picture = Picture {
            size: n,
            queens: self.queens().collect(),
            blocked: squares.filter(|&square| self.is_blocked(square)).collect(),
            attack_lines: false,
        };
        let mut out = Vec::new();
        picture.write_alone(&mut out).ok()?;
        String::from_utf8(out).ok()
    }
}
