//! Picture of one board.

use std::io::{self, Write};

use crate::{Placement, Square, counted};

/// Chequered background and queen, each drawn in squares of side 1. The dark squares are light
/// enough, and the outline of the queen pale enough, to distinguish them without colour.
pub(super) const DEFINITIONS: &str = r##"<defs>
<pattern id="squares" width="2" height="2" patternUnits="userSpaceOnUse">
<rect width="2" height="2" fill="#f6eedf"/>
<path d="M1 0h1v1h-1zM0 1h1v1h-1z" fill="#c8a981" shape-rendering="crispEdges"/>
</pattern>
<path id="queen" fill="#23201d" stroke="#fffaf0" stroke-width=".05" stroke-linejoin="round" paint-order="stroke" d="M.27 .73L.13 .35L.345 .53L.315 .245L.445 .5L.5 .19L.555 .5L.685 .245L.655 .53L.87 .35L.73 .73Q.5 .67 .27 .73z
M.07 .34a.06 .06 0 1 1 .12 0a.06 .06 0 1 1 -.12 0z
M.255 .235a.06 .06 0 1 1 .12 0a.06 .06 0 1 1 -.12 0z
M.435 .185a.065 .065 0 1 1 .13 0a.065 .065 0 1 1 -.13 0z
M.625 .235a.06 .06 0 1 1 .12 0a.06 .06 0 1 1 -.12 0z
M.81 .34a.06 .06 0 1 1 .12 0a.06 .06 0 1 1 -.12 0z
M.245 .87L.265 .765Q.5 .705 .735 .765L.755 .87Q.5 .92 .245 .87z"/>
</defs>"##;

/// Largest board whose rows and columns are numbered.
const LARGEST_LABELLED: u32 = 40;

/// Board with drawing options.
pub(crate) struct Picture {
    pub(crate) size: u32,
    /// The queens in reading order.
    pub(crate) queens: Vec<Square>,
    /// Squares that are crossed out.
    pub(crate) blocked: Vec<Square>,
    pub(crate) attack_lines: bool,
}

impl Picture {
    /// Returns the picture of a placement.
    pub(super) fn new(board: &Placement, attack_lines: bool) -> Self {
        Self {
            size: board.size(),
            queens: board.queens().collect(),
            blocked: Vec::new(),
            attack_lines,
        }
    }

    /// Writes the picture as a separate document.
    pub(crate) fn write_alone(&self, out: &mut impl Write) -> io::Result<()> {
        let n = self.size;
        let size = f64::from(n);
        let labelled = (1..=LARGEST_LABELLED).contains(&n);
        let margin = if labelled { 0.75 } else { self.frame_width() };
        let across = size + 2.0 * margin;
        let pixels = if n > 20 { 960.0 / size } else { 48.0 };
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" data-n=\"{n}\" \
             width=\"{0}\" height=\"{0}\" viewBox=\"{1} {1} {2} {2}\" role=\"img\">\n\
             <title>{3}</title>\n{DEFINITIONS}",
            rounded(across * pixels),
            rounded(-margin),
            rounded(across),
            self.title()
        )?;
        if labelled {
            self.write_labels(out)?;
        }
        self.write_board(out)?;
        out.write_all(b"</svg>\n")
    }

    /// Writes the picture as one of a gallery, `width` units wide, with its corner at `place`.
    pub(super) fn write_in_gallery(
        &self,
        out: &mut impl Write,
        number: u64,
        place: (u64, u64),
        width: u64,
    ) -> io::Result<()> {
        let n = self.size;
        let margin = self.frame_width();
        writeln!(
            out,
            "<svg class=\"board\" data-n=\"{n}\" x=\"{}\" y=\"{}\" \
             width=\"{width}\" height=\"{width}\" viewBox=\"{2} {2} {3} {3}\">\n\
             <title>Board {number}: {4}</title>",
            place.0,
            place.1,
            rounded(-margin),
            rounded(f64::from(n) + 2.0 * margin),
            self.title()
        )?;
        self.write_board(out)?;
        out.write_all(b"</svg>\n")
    }

    fn title(&self) -> String {
        let (n, queens, blocked) = (self.size, self.queens.len(), self.blocked.len());
        let crossed = match blocked {
            0 => String::new(),
            _ => format!(", {blocked} of them blocked"),
        };
        format!(
            "{} on a board of {n} by {}{crossed}",
            counted(queens, "queen"),
            counted(n, "square")
        )
    }

    /// Returns a frame width that stays visible on large boards.
    fn frame_width(&self) -> f64 {
        (f64::from(self.size) * 0.008).max(0.05)
    }

    fn write_board(&self, out: &mut impl Write) -> io::Result<()> {
        let n = self.size;
        let frame = rounded(self.frame_width());
        writeln!(
            out,
            "<rect width=\"{n}\" height=\"{n}\" fill=\"url(#squares)\"/>"
        )?;
        if self.attack_lines {
            self.write_attack_lines(out)?;
        }
        writeln!(
            out,
            "<rect width=\"{n}\" height=\"{n}\" fill=\"none\" stroke=\"#4a3b2a\" \
             stroke-width=\"{frame}\"/>"
        )?;
        self.write_conflicts(out)?;
        self.write_blocked(out)?;
        out.write_all(b"<g class=\"queens\">")?;
        for &Square { row, column } in &self.queens {
            write!(out, "<use href=\"#queen\" x=\"{column}\" y=\"{row}\"/>")?;
        }
        out.write_all(b"</g>\n")
    }

    /// Writes the row and column numbers, 0-based as in messages.
    fn write_labels(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(
            b"<g font-family=\"sans-serif\" font-size=\".3\" fill=\"#6b5a45\" text-anchor=\"middle\">\n",
        )?;
        for index in 0..self.size {
            write!(
                out,
                "<text x=\"{index}.5\" y=\"-.26\">{index}</text>\
                 <text x=\"-.4\" y=\"{index}.61\">{index}</text>"
            )?;
        }
        out.write_all(b"\n</g>\n")
    }

    /// Writes the row, column and diagonals of each queen from edge to edge as one path, so
    /// that overlapping lines are no darker.
    fn write_attack_lines(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(
            b"<path class=\"attacks\" fill=\"none\" stroke=\"#2f5d8a\" stroke-opacity=\".45\" \
              stroke-width=\".035\" d=\"",
        )?;
        let n = self.size;
        for &Square { row, column } in &self.queens {
            let (below, right) = (n - 1 - row, n - 1 - column);
            let (up_left, down_right) = (row.min(column), below.min(right));
            let (up_right, down_left) = (row.min(right), below.min(column));
            write!(
                out,
                "M0 {row}.5H{n}M{column}.5 0V{n}M{} {}L{} {}M{} {}L{} {}",
                column - up_left,
                row - up_left,
                column + down_right + 1,
                row + down_right + 1,
                column + up_right + 1,
                row - up_right,
                column - down_left,
                row + down_left + 1,
            )?;
        }
        out.write_all(b"\"/>\n")
    }

    /// Draws lines between queens that attack each other.
    fn write_conflicts(&self, out: &mut impl Write) -> io::Result<()> {
        let pairs = self.attacking_neighbours();
        if pairs.is_empty() {
            return Ok(());
        }
        out.write_all(
            b"<path class=\"conflicts\" fill=\"none\" stroke=\"#d5162a\" stroke-width=\".14\" \
              stroke-linecap=\"round\" d=\"",
        )?;
        for [first, second] in pairs {
            write!(
                out,
                "M{}.5 {}.5L{}.5 {}.5",
                first.column, first.row, second.column, second.row
            )?;
        }
        out.write_all(b"\"/>\n")
    }

    /// Crosses out the blocked squares.
    fn write_blocked(&self, out: &mut impl Write) -> io::Result<()> {
        if self.blocked.is_empty() {
            return Ok(());
        }
        out.write_all(
            b"<path class=\"blocked\" fill=\"none\" stroke=\"#23201d\" stroke-width=\".07\" \
              stroke-linecap=\"round\" d=\"",
        )?;
        for Square { row, column } in &self.blocked {
            write!(out, "M{column}.3 {row}.3l.4 .4m0 -.4l-.4 .4")?;
        }
        out.write_all(b"\"/>\n")
    }

    /// Returns the attacking pairs with no queen between them, at most 4n. Lines through these cover
    /// all other pairs.
    fn attacking_neighbours(&self) -> Vec<[Square; 2]> {
        let n = self.size as usize;
        let mut lasts = [n, n, 2 * n, 2 * n].map(|lines| vec![None; lines]);
        let mut pairs = Vec::new();
        for &second in &self.queens {
            let (row, column) = (second.row as usize, second.column as usize);
            let lines = [row, column, row + n - column, row + column];
            for (lasts, line) in lasts.iter_mut().zip(lines) {
                if let Some(first) = lasts[line].replace(second) {
                    pairs.push([first, second]);
                }
            }
        }
        pairs
    }
}

/// Rounds a length to three decimals.
fn rounded(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}
