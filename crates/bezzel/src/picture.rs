//! Pictures of boards as SVG: queens and crosses on a ground, which is chequered here and has regions
//! in puzzles.
//!
//! The unit of length is one square. The ground is made of few patterns and paths and the queen is one
//! shape, so the size of a picture is proportional to its number of queens:
//!
//! ```text
//! <svg xmlns="http://www.w3.org/2000/svg" class="board" data-n="4" …>
//!   <title>…</title> <defs>…</defs> <rect …/>
//!   <g class="queens"><use href="#queen" x="1" y="0"/>…</g>
//! </svg>
//! ```
//!
//! A bold red line joins queens that attack each other.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::{ConstrainedBoard, MAX_DRAWN_SIZE, Placement, Square, counted};

/// The outline of the queen on a square of side 1, in quotes; that of the page, too.
const OUTLINE: &str = include_str!("queen.json").trim_ascii_end();

/// The pattern of a chequered ground. Its dark squares are light enough for the dark queen.
const SQUARES: &str = r##"<pattern id="squares" width="2" height="2" patternUnits="userSpaceOnUse">
<rect width="2" height="2" fill="#f6eedf"/>
<path d="M1 0h1v1h-1zM0 1h1v1h-1z" fill="#c8a981" shape-rendering="crispEdges"/>
</pattern>
"##;

/// Largest board whose rows and columns are numbered.
const LARGEST_LABELLED: u32 = 40;

/// A board to be drawn.
pub struct Picture {
    /// The class attribute of the SVG element.
    pub class: &'static str,
    /// Number of rows and columns.
    pub size: u32,
    /// The text for readers that do not see the picture.
    pub title: String,
    /// The definitions of patterns that the ground uses.
    pub patterns: String,
    /// What is drawn below the crosses and queens.
    pub ground: String,
    /// The squares that are crossed out.
    pub crosses: Vec<Square>,
    /// The squares with queens.
    pub queens: Vec<Square>,
}

impl Picture {
    /// Draws a placement on a chequered ground.
    pub(crate) fn of_placement(board: &Placement, attack_lines: bool) -> Self {
        Self::chequered(
            board.size(),
            board.queens().collect(),
            Vec::new(),
            attack_lines,
        )
    }

    /// Draws queens, which are in reading order, and crosses on a chequered ground.
    fn chequered(size: u32, queens: Vec<Square>, crosses: Vec<Square>, attack_lines: bool) -> Self {
        let blocked = match crosses.len() {
            0 => String::new(),
            blocked => format!(", {blocked} of them blocked"),
        };
        let mut ground =
            format!("<rect width=\"{size}\" height=\"{size}\" fill=\"url(#squares)\"/>\n");
        if attack_lines {
            write_attack_lines(&mut ground, size, &queens);
        }
        let _ = writeln!(
            ground,
            "<rect width=\"{size}\" height=\"{size}\" fill=\"none\" stroke=\"#4a3b2a\" \
             stroke-width=\"{}\"/>",
            rounded(frame_width(size))
        );
        write_conflicts(&mut ground, size, &queens);
        Self {
            class: "board",
            size,
            title: format!(
                "{} on a board of {size} by {}{blocked}",
                counted(queens.len(), "queen"),
                counted(size, "square")
            ),
            patterns: SQUARES.to_owned(),
            ground,
            crosses,
            queens,
        }
    }

    /// Writes the picture as a document of its own, with the numbers of rows and columns from 0.
    ///
    /// Fails with the errors of `out`.
    pub fn write_alone(&self, out: &mut impl Write) -> io::Result<()> {
        let n = self.size;
        let size = f64::from(n);
        let labelled = (1..=LARGEST_LABELLED).contains(&n);
        let margin = if labelled { 0.75 } else { frame_width(n) };
        let pixels = if n > 20 { 960.0 / size } else { 48.0 };
        let attributes = format!(
            "xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" width=\"{1}\" height=\"{1}\"",
            self.class,
            rounded((size + 2.0 * margin) * pixels)
        );
        self.write_start(out, &attributes, margin, &self.title)?;
        write!(out, "{}", definitions(&self.patterns))?;
        if labelled {
            write_labels(out, n)?;
        }
        self.write_board(out)
    }

    /// Writes the picture as a part of a document that has its [`definitions`], with further attributes
    /// of its element.
    ///
    /// Fails with the errors of `out`.
    pub fn write_within(
        &self,
        out: &mut impl Write,
        attributes: &str,
        title: &str,
    ) -> io::Result<()> {
        let attributes = format!("class=\"{}\"{attributes}", self.class);
        self.write_start(out, &attributes, frame_width(self.size), title)?;
        self.write_board(out)
    }

    fn write_start(
        &self,
        out: &mut impl Write,
        attributes: &str,
        margin: f64,
        title: &str,
    ) -> io::Result<()> {
        writeln!(
            out,
            "<svg {attributes} data-n=\"{}\" viewBox=\"{1} {1} {2} {2}\" role=\"img\">\n\
             <title>{title}</title>",
            self.size,
            rounded(-margin),
            rounded(f64::from(self.size) + 2.0 * margin),
        )
    }

    fn write_board(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.ground.as_bytes())?;
        if !self.crosses.is_empty() {
            out.write_all(
                b"<path class=\"crosses\" fill=\"none\" stroke=\"#23201d\" stroke-width=\".07\" \
                  stroke-linecap=\"round\" d=\"",
            )?;
            for Square { row, column } in &self.crosses {
                write!(out, "M{column}.3 {row}.3l.4 .4m0 -.4l-.4 .4")?;
            }
            out.write_all(b"\"/>\n")?;
        }
        out.write_all(b"<g class=\"queens\">")?;
        for &Square { row, column } in &self.queens {
            write!(out, "<use href=\"#queen\" x=\"{column}\" y=\"{row}\"/>")?;
        }
        out.write_all(b"</g>\n</svg>\n")
    }
}

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
        let crosses = Square::all(n).filter(|&square| self.is_blocked(square));
        let picture = Picture::chequered(n, self.queens().collect(), crosses.collect(), false);
        let mut out = Vec::new();
        picture.write_alone(&mut out).ok()?;
        String::from_utf8(out).ok()
    }
}

/// Returns the definitions of chequered boards.
pub(crate) fn chequered_definitions() -> String {
    definitions(SQUARES)
}

/// Returns the definitions that pictures with these patterns need. The queen has an edge that is pale
/// enough to be seen on the dark squares without colour.
pub fn definitions(patterns: &str) -> String {
    format!(
        "<defs>\n{patterns}<path id=\"queen\" fill=\"#23201d\" stroke=\"#fffaf0\" stroke-width=\".05\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\" d={OUTLINE}/>\n</defs>\n"
    )
}

/// Returns a frame width that stays visible on large boards.
fn frame_width(size: u32) -> f64 {
    (f64::from(size) * 0.008).max(0.05)
}

/// Writes the row and column numbers, 0-based as in messages.
fn write_labels(out: &mut impl Write, size: u32) -> io::Result<()> {
    out.write_all(
        b"<g font-family=\"sans-serif\" font-size=\".3\" fill=\"#6b5a45\" text-anchor=\"middle\">\n",
    )?;
    for index in 0..size {
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
fn write_attack_lines(out: &mut String, n: u32, queens: &[Square]) {
    out.push_str(
        "<path class=\"attacks\" fill=\"none\" stroke=\"#2f5d8a\" stroke-opacity=\".45\" \
         stroke-width=\".035\" d=\"",
    );
    for &Square { row, column } in queens {
        let (below, right) = (n - 1 - row, n - 1 - column);
        let (up_left, down_right) = (row.min(column), below.min(right));
        let (up_right, down_left) = (row.min(right), below.min(column));
        let _ = write!(
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
        );
    }
    out.push_str("\"/>\n");
}

/// Draws lines between queens that attack each other.
fn write_conflicts(out: &mut String, size: u32, queens: &[Square]) {
    let pairs = attacking_neighbours(size, queens);
    if pairs.is_empty() {
        return;
    }
    out.push_str(
        "<path class=\"conflicts\" fill=\"none\" stroke=\"#d5162a\" stroke-width=\".14\" \
         stroke-linecap=\"round\" d=\"",
    );
    for [first, second] in pairs {
        let _ = write!(
            out,
            "M{}.5 {}.5L{}.5 {}.5",
            first.column, first.row, second.column, second.row
        );
    }
    out.push_str("\"/>\n");
}

/// Returns the attacking pairs with no queen between them, at most 4n. Lines through these cover
/// all other pairs.
fn attacking_neighbours(size: u32, queens: &[Square]) -> Vec<[Square; 2]> {
    let n = size as usize;
    let mut lasts = [n, n, 2 * n, 2 * n].map(|lines| vec![None; lines]);
    let mut pairs = Vec::new();
    for &second in queens {
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

/// Rounds a length to three decimals.
fn rounded(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}
