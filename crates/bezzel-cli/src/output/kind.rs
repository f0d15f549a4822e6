//! Rules for replacing existing files.
//!
//! An output may replace an empty file or one that bezzel wrote as the same kind of output, except boards
//! to complete, which people write too. All commands that replace files use this check.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use bezzel::notation::{self, Options};
use bezzel_puzzle::{Marks, Reader};

/// Kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Solutions in any notation.
    Boards,
    /// The plot of `compare`.
    #[cfg(feature = "plot")]
    Plot,
    /// The heat map of `occupancy`.
    #[cfg(feature = "plot")]
    HeatMap,
    /// The table of `occupancy`.
    Occupancy,
    Certificate,
    /// A board with constraints.
    Instance,
    /// New puzzles.
    Puzzles,
    /// The moves of `judge --trace`.
    Moves,
    /// A puzzle as SVG.
    PuzzlePicture,
    /// Puzzles to print.
    PuzzleSheet,
}

/// Caption of every plot.
#[cfg(feature = "plot")]
pub(crate) const PLOT_CAPTION: &str = "Time to count the solutions for n queens";
/// Beginning of the caption of every heat map.
#[cfg(feature = "plot")]
pub(crate) const HEAT_MAP_CAPTION: &str = "Share of solutions with a queen on each square";
/// Beginning of the file of `judge --trace`.
pub(crate) const TRACE_HEADER: &str = "# bezzel moves\n";
/// Number of bytes read from the start of a file.
const MAX_START_BYTES: u64 = 1 << 24;

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Boards => "boards that bezzel wrote",
            #[cfg(feature = "plot")]
            Self::Plot => "a plot that bezzel drew",
            #[cfg(feature = "plot")]
            Self::HeatMap => "a heat map that bezzel drew",
            Self::Occupancy => "a table of occupancies that bezzel wrote",
            Self::Certificate => "a certificate",
            Self::Instance => "a board that bezzel wrote",
            Self::Puzzles => "puzzles that bezzel made",
            Self::Moves => "moves that judge wrote",
            Self::PuzzlePicture => "a puzzle that bezzel drew",
            Self::PuzzleSheet => "a sheet of puzzles that bezzel wrote",
        }
    }

    /// Returns false for files that people also write by hand, and whose content no command can write
    /// again: only `--force` replaces them.
    fn is_reproducible(self) -> bool {
        self != Self::Instance
    }

    /// Fails if this kind of output must not replace the file at this path.
    pub(super) fn check(self, path: &Path, force: bool) -> anyhow::Result<()> {
        if force || !path.is_file() {
            return Ok(());
        }
        let start = File::open(path).and_then(|file| Start::read(&file));
        let found = match &start {
            Ok(start) if start.text.is_empty() => return Ok(()),
            Ok(start) if start.text.starts_with(b"plan n") || start.text.starts_with(b"u n") => {
                "a ledger"
            }
            Ok(start) if start.is(self) && self.is_reproducible() => return Ok(()),
            Ok(start) if start.is(self) => "a board",
            Ok(_) => "another file",
            Err(_) => "a file that cannot be read",
        };
        let own = match self.is_reproducible() {
            true => format!("{} or ", self.name()),
            false => String::new(),
        };
        bail!(
            "cannot write {}: expected {own}no file, found {found}: use another name, or \
             replace it with --force",
            path.display()
        )
    }

    /// Returns `true` for the start of this kind of output, as a killed process leaves it.
    pub(super) fn is_part(self, file: &File) -> bool {
        let Ok(Start { text, .. }) = Start::read(file) else {
            return false;
        };
        let whole = false;
        text.is_empty() || Start { text, whole }.is(self)
    }
}

/// Start of a file.
struct Start {
    text: Vec<u8>,
    /// `true` if it is the whole file.
    whole: bool,
}

impl Start {
    fn read(file: &File) -> io::Result<Self> {
        let mut text = Vec::new();
        file.take(MAX_START_BYTES).read_to_end(&mut text)?;
        let whole = (text.len() as u64) < MAX_START_BYTES;
        Ok(Self { text, whole })
    }

    fn is(&self, kind: Kind) -> bool {
        match kind {
            Kind::Boards => self.is_boards(),
            #[cfg(feature = "plot")]
            Kind::Plot => self.contains("<svg ", 1 << 10) && self.contains(PLOT_CAPTION, 1 << 12),
            #[cfg(feature = "plot")]
            Kind::HeatMap => {
                self.contains("<svg ", 1 << 10) && self.contains(HEAT_MAP_CAPTION, 1 << 12)
            }
            Kind::Occupancy => self.is_occupancy(),
            Kind::Certificate => self.text.starts_with(b"bezzel certificate "),
            Kind::Instance => {
                self.text.starts_with(b"{\"n\":")
                    || bezzel::ConstrainedBoard::read(&self.text[..]).is_ok()
            }
            Kind::Puzzles => self.is_puzzles(),
            Kind::Moves => self.text.starts_with(TRACE_HEADER.as_bytes()),
            Kind::PuzzlePicture => self.contains("class=\"puzzle\"", 1 << 10),
            Kind::PuzzleSheet => self.contains("<title>bezzel puzzle sheet</title>", 1 << 10),
        }
    }

    fn contains(&self, words: &str, within: usize) -> bool {
        let start = &self.text[..self.text.len().min(within)];
        start
            .windows(words.len())
            .any(|window| window == words.as_bytes())
    }

    /// Returns `true` if it has the header of a list and all its lines are as expected.
    /// Returns `true` if it contains only new puzzles, without marks of a player.
    fn is_puzzles(&self) -> bool {
        let is_json = self.text.starts_with(b"{\"n\":") && self.contains("\"seed\":", 1 << 10);
        let has_header = self.text.starts_with(b"# ") && self.contains("; puzzle 1 ", 1 << 7);
        let (mut unmarked, mut others) = (0, 0);
        for read in Reader::new(&self.text[..]) {
            let is_unmarked = read.is_ok_and(|(puzzle, marks)| marks == Marks::new(puzzle.size()));
            *(if is_unmarked {
                &mut unmarked
            } else {
                &mut others
            }) += 1;
        }
        // The last puzzle may be truncated.
        (is_json || has_header) && (others == 0 || !self.whole && others == 1 && unmarked > 0)
    }

    /// Returns `true` for a table in any format. In one of text, all rows and columns add up to the
    /// same number.
    fn is_occupancy(&self) -> bool {
        if self.text.starts_with(b"row,column,solutions\n") {
            return true;
        }
        if self.text.starts_with(b"{\"n\":") {
            return self.contains("\"occupancy\":[[", 1 << 8);
        }
        let text = String::from_utf8_lossy(&self.text);
        let rows = text.lines().map_while(|line| {
            let numbers: Result<Vec<u128>, _> = line
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::parse)
                .collect();
            numbers.ok()
        });
        let rows: Vec<_> = rows.collect();
        let n = rows.len();
        if n == 0 || rows.iter().any(|row| row.len() != n) {
            return false;
        }
        let sums = rows.iter().map(|row| row.iter().sum());
        let columns = (0..n).map(|column| rows.iter().map(|row| row[column]).sum());
        let sums: BTreeSet<u128> = sums.chain(columns).collect();
        sums.len() == 1
    }

    /// Returns `true` if it contains only solutions.
    fn is_boards(&self) -> bool {
        [false, true]
            .into_iter()
            .any(|one_based| self.is_read(one_based))
    }

    fn is_read(&self, one_based: bool) -> bool {
        let options = Options {
            one_based,
            ..Options::default()
        };
        let (mut solutions, mut others) = (0, 0);
        let read = notation::read(&self.text[..], None, &options, &mut |entry| {
            let is_solution = entry.board.is_ok_and(|board| {
                board.first_conflict().is_none() && board.first_empty_row().is_none()
            });
            *(if is_solution {
                &mut solutions
            } else {
                &mut others
            }) += 1;
            ControlFlow::Continue(())
        });
        let is_one_long_board = || {
            let is_position = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
            self.text.iter().all(is_position)
        };
        match read {
            Ok(_) if others == 0 => true,
            // The last board is truncated.
            Ok(_) => !self.whole && others == 1 && solutions > 0,
            Err(_) => !self.whole && others == 0 && (solutions > 0 || is_one_long_board()),
        }
    }
}
