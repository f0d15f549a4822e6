//! Pictures of puzzles: colours and patterns of the regions, thick lines between them.
//!
//! The unit of length is one square. The first square of each region has its letter, to which
//! hints refer.

use std::fmt::Write;

use bezzel::Square;
use bezzel::shared::queen_symbol;

use crate::palette::PALETTE;
use crate::{Mark, Marks, Puzzle, Unit, letter};

/// Pixels per square.
const PIXELS: f64 = 48.0;
/// Space around the board, half of the frame.
const MARGIN: f64 = 0.05;
/// Space for the numbers of rows and columns.
const LABELLED_MARGIN: f64 = 0.75;

impl Puzzle {
    /// Returns a picture of the puzzle and its marks as a document. Row and column numbers are
    /// 0-based. Panics if the marks are of another size.
    ///
    /// ```
    /// use bezzel_puzzle::{Marks, Puzzle};
    /// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
    /// let picture = puzzle.svg(&Marks::new(5));
    /// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"puzzle\""));
    /// # Ok::<(), bezzel::notation::ReadError>(())
    /// ```
    pub fn svg(&self, marks: &Marks) -> String {
        let n = self.size();
        let across = f64::from(n) + 2.0 * LABELLED_MARGIN;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"puzzle\" width=\"{0}\" \
             height=\"{0}\" viewBox=\"-{LABELLED_MARGIN} -{LABELLED_MARGIN} {across} {across}\" \
             role=\"img\">\n<title>{1}</title>\n{2}<g font-family=\"sans-serif\" \
             font-size=\".3\" fill=\"#6b5a45\" text-anchor=\"middle\">\n",
            across * PIXELS,
            self.title(),
            definitions(n),
        );
        for at in 0..n {
            let _ = write!(
                out,
                "<text x=\"{at}.5\" y=\"-.26\">{at}</text><text x=\"-.4\" y=\"{at}.61\">{at}</text>"
            );
        }
        out.push_str("\n</g>\n");
        self.write_board(&mut out, marks);
        out.push_str("</svg>\n");
        out
    }

    /// Returns the picture as a part of an HTML document that has the [`definitions`].
    pub(crate) fn inline_svg(&self, marks: &Marks) -> String {
        let across = f64::from(self.size()) + 2.0 * MARGIN;
        let mut out = format!(
            "<svg class=\"puzzle\" viewBox=\"-{MARGIN} -{MARGIN} {across} {across}\" \
             role=\"img\" aria-label=\"{}\">\n",
            self.title()
        );
        self.write_board(&mut out, marks);
        out.push_str("</svg>\n");
        out
    }

    fn title(&self) -> String {
        format!("Puzzle on a board of {0} by {0} squares", self.size())
    }

    fn write_board(&self, out: &mut String, marks: &Marks) {
        assert_eq!(marks.size(), self.size(), "marks of another board");
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
        self.write_lines(out);
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
        out.push_str("</g>\n<g class=\"marks\">");
        for Square { row, column } in marks.squares_with(Mark::Queen) {
            let _ = write!(out, "<use href=\"#queen\" x=\"{column}\" y=\"{row}\"/>");
        }
        for Square { row, column } in marks.squares_with(Mark::Cross) {
            let _ = write!(
                out,
                "<path d=\"M{column}.36 {row}.36l.28 .28m0 -.28l-.28 .28\" stroke=\"#23201d\" \
                 stroke-width=\".07\" stroke-linecap=\"round\"/>"
            );
        }
        out.push_str("</g>\n");
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

/// Returns the patterns of n regions and the queen.
pub(crate) fn definitions(n: u32) -> String {
    let mut out = "<defs>\n".to_owned();
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
    let _ = writeln!(out, "{}\n</defs>", queen_symbol());
    out
}
