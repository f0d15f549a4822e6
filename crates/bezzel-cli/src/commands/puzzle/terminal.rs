//! Puzzles drawn with box characters: lines between regions, a letter in each free square, the
//! numbers of rows and columns.
//!
//! ```text
//!      0   1   2   3   4
//!    ┌───────┬───────────┐
//!  0 │ a   a │ b   ♛   b │
//!    │       └───────┬───┤
//! ```
//!
//! Colours are an addition: the drawing is complete without them.

use std::fmt::Write;

use bezzel::Square;
use bezzel_puzzle::{Mark, Marks, Puzzle, region_colour};

/// Box characters by the lines that meet: 1 up, 2 right, 4 down, 8 left.
const JOINTS: [char; 16] = [
    ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];

/// Draws a puzzle with its marks.
pub(super) fn drawn(puzzle: &Puzzle, marks: &Marks, coloured: bool) -> String {
    let drawing = Drawing {
        puzzle,
        marks,
        coloured,
    };
    let n = puzzle.size() as i64;
    let numbers: String = (0..n).map(|column| format!("{column:>4}")).collect();
    let mut text = format!("  {numbers}\n");
    for row in 0..=n {
        text.push_str("   ");
        drawing.write_border(&mut text, row);
        if row < n {
            let _ = write!(text, "{row:>2} ");
            drawing.write_row(&mut text, row);
        }
    }
    text
}

struct Drawing<'a> {
    puzzle: &'a Puzzle,
    marks: &'a Marks,
    coloured: bool,
}

impl Drawing<'_> {
    /// Returns the region of a square, or `None` outside the board.
    fn region(&self, row: i64, column: i64) -> Option<u32> {
        let on_board = |index: i64| {
            u32::try_from(index)
                .ok()
                .filter(|&i| i < self.puzzle.size())
        };
        Some(
            self.puzzle
                .region(Square::new(on_board(row)?, on_board(column)?)),
        )
    }

    /// Returns true if there is a line between two squares.
    fn is_border(&self, one: (i64, i64), other: (i64, i64)) -> bool {
        self.region(one.0, one.1) != self.region(other.0, other.1)
    }

    /// Writes the line above a row.
    fn write_border(&self, text: &mut String, row: i64) {
        let n = i64::from(self.puzzle.size());
        for column in 0..=n {
            let [up_left, up_right, down_left, down_right] = [
                (row - 1, column - 1),
                (row - 1, column),
                (row, column - 1),
                (row, column),
            ];
            let lines = [
                self.is_border(up_left, up_right),
                self.is_border(up_right, down_right),
                self.is_border(down_left, down_right),
                self.is_border(up_left, down_left),
            ];
            let joint = (0..4)
                .map(|bit| usize::from(lines[bit]) << bit)
                .sum::<usize>();
            text.push(JOINTS[joint]);
            if column < n {
                text.push_str(if lines[1] { "───" } else { "   " });
            }
        }
        self.end_line(text);
    }

    fn write_row(&self, text: &mut String, row: i64) {
        let n = i64::from(self.puzzle.size());
        for column in 0..=n {
            let is_border = self.is_border((row, column - 1), (row, column));
            text.push(if is_border { '│' } else { ' ' });
            let Some(region) = self.region(row, column) else {
                continue;
            };
            let square = match self.marks.get(Square::new(row as u32, column as u32)) {
                Mark::Queen => '♛',
                Mark::Cross => '×',
                Mark::Free => (b'a' + region as u8) as char,
            };
            if self.coloured {
                let colour = palette_index(region_colour(region));
                let _ = write!(text, "\x1b[30;48;5;{colour}m {square} \x1b[0m");
            } else {
                let _ = write!(text, " {square} ");
            }
        }
        self.end_line(text);
    }

    fn end_line(&self, text: &mut String) {
        let length = text.trim_end_matches(' ').len();
        text.truncate(length);
        text.push('\n');
    }
}

/// Returns the nearest of the 216 colours that nearly all terminals have.
fn palette_index(colour: [u8; 3]) -> u32 {
    let [red, green, blue] = colour.map(|part| {
        let levels = [0u8, 95, 135, 175, 215, 255];
        let nearest = (0..6).min_by_key(|&level| levels[level as usize].abs_diff(part));
        nearest.unwrap_or(0)
    });
    16 + 36 * red + 6 * green + blue
}
