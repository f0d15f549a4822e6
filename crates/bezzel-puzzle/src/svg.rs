//! Pictures of puzzles: colours and patterns of the regions, thick lines between them.
//!
//! The first square of each region has its letter, to which hints refer.

use std::fmt::Write;

use bezzel::Square;
use bezzel::shared::Picture;

use crate::palette::PALETTE;
use crate::{Mark, Marks, Puzzle, Unit, letter};

impl Puzzle {
    /// Returns a picture of the puzzle and its marks as a document. Row and column numbers are
    /// 0-based. Panics if the marks are of another size.
    ///
    /// ```
    /// use bezzel_puzzle::{Marks, Puzzle};
    /// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
    /// let picture = puzzle.svg(&Marks::new(5));
    /// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"puzzle\""));
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn svg(&self, marks: &Marks) -> String {
        let mut out = Vec::new();
        let written = self.picture(marks).write_alone(&mut out);
        written.expect("memory takes all that is written");
        String::from_utf8(out).expect("pictures are text")
    }

    pub(crate) fn picture(&self, marks: &Marks) -> Picture {
        assert_eq!(marks.size(), self.size(), "marks of another board");
        Picture {
            class: "puzzle",
            size: self.size(),
            title: format!("Puzzle on a board of {0} by {0} squares", self.size()),
            patterns: patterns(self.size()),
            ground: self.ground(),
            crosses: marks.squares_with(Mark::Cross).collect(),
            queens: marks.squares_with(Mark::Queen).collect(),
        }
    }

    fn ground(&self) -> String {
        let mut out = String::new();
        for region in 0..self.size() {
            let mut path = String::new();
            for Square { row, column } in self.squares_of(Unit::Region(region)) {
                let _ = write!(path, "M{column} {row}h1v1h-1z");
            }
            let colour = PALETTE.colour(region);
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\".01\"/>\
                 <path d=\"{path}\" fill=\"url(#region-{region})\"/>"
            );
        }
        self.write_lines(&mut out);
        out.push_str(
            "<g font-family=\"sans-serif\" font-size=\".26\" fill=\"#23201d\" \
             stroke=\"#fffaf0\" stroke-width=\".07\" paint-order=\"stroke\">",
        );
        for region in 0..self.size() {
            if let Some(Square { row, column }) = self.squares_of(Unit::Region(region)).next() {
                let letter = letter(region);
                let _ = write!(
                    out,
                    "<text x=\"{column}.07\" y=\"{row}.28\">{letter}</text>"
                );
            }
        }
        out.push_str("</g>\n");
        out
    }

    /// Draws thin lines between squares, and thick lines between regions and around the board.
    fn write_lines(&self, out: &mut String) {
        let n = self.size();
        let (mut thin, mut thick) = (String::new(), format!("M0 0H{n}V{n}H0z"));
        for Square { row, column } in self.squares() {
            let region = self.region(Square::new(row, column));
            let neighbours = [
                (row, column + 1, format!("M{} {row}v1", column + 1)),
                (row + 1, column, format!("M{column} {}h1", row + 1)),
            ];
            for (row, column, line) in neighbours {
                if row < n && column < n {
                    let is_border = self.region(Square::new(row, column)) != region;
                    let lines = if is_border { &mut thick } else { &mut thin };
                    lines.push_str(&line);
                }
            }
        }
        let _ = writeln!(
            out,
            "<path d=\"{thin}\" fill=\"none\" stroke=\"#23201d\" stroke-opacity=\".35\" \
             stroke-width=\".02\"/>\n<path d=\"{thick}\" fill=\"none\" stroke=\"#23201d\" \
             stroke-width=\".08\" stroke-linecap=\"square\" stroke-linejoin=\"miter\"/>"
        );
    }
}

/// Returns the patterns of n regions.
pub(crate) fn patterns(n: u32) -> String {
    let mut out = String::new();
    for region in 0..n {
        let pattern = PALETTE.pattern(region);
        let _ = writeln!(
            out,
            "<pattern id=\"region-{region}\" width=\"1\" height=\"1\" \
             patternUnits=\"userSpaceOnUse\"><path d=\"{pattern}\" fill=\"none\" \
             stroke=\"#23201d\" stroke-opacity=\".42\" stroke-width=\".05\" \
             stroke-linecap=\"round\"/></pattern>"
        );
    }
    out
}
