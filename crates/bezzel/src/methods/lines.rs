//! Source lines that do the steps: the line of the algorithm, not of the report.

use std::panic::Location;
use std::sync::LazyLock;

use super::kind::StepKind::{self, *};
use super::sources::SOURCES;
use super::steps::SourceLine;

/// Code of the line that does a step of these kinds, for each source file.
type Lines = &'static [(&'static [StepKind], &'static str)];

/// The brace that ends the loop over the squares of a row.
const END_OF_LOOP: (&[StepKind], &str) = (&[Exhausted], "        }");
const FOR_EACH_COLUMN: (&[StepKind], &str) = (&[Try], "        for column in 0..self.n {");

static LINES: [(&str, Lines); 9] = [
    (
        "brute_force.rs",
        &[
            FOR_EACH_COLUMN,
            (&[Place], "        self.columns.push(square.column);"),
            (&[Remove], "            self.columns.pop();"),
            (
                &[TestQueen],
                "                if let Some(line) = square.line_to(other) {",
            ),
            (
                &[Rejected],
                "                    return ControlFlow::Continue(());",
            ),
            (&[Solution], "        self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "bordered_board.rs",
        &[
            (&[Try], "        for column in 0..self.board.n {"),
            (
                &[TestCell],
                "                match self.board.cells[self.board.index(row, column)] {",
            ),
            (
                &[Rejected],
                "                        return ControlFlow::Continue(false);",
            ),
            (&[Place], "        *self.board.cell(square) = Cell::Queen;"),
            (&[Remove], "        *self.board.cell(square) = Cell::Empty;"),
            (&[Solution], "        self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "slope_test.rs",
        &[
            FOR_EACH_COLUMN,
            (
                &[TestQueen],
                "            if across == 0 || across == square.row - other.row {",
            ),
            (
                &[Rejected],
                "                return ControlFlow::Continue(false);",
            ),
            (&[Place], "        self.columns.push(square.column);"),
            (&[Remove], "                self.columns.pop();"),
            (&[Solution], "            self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "diagonal_markers.rs",
        &[
            FOR_EACH_COLUMN,
            (&[TestColumn], "        if self.column_taken(square) {"),
            (&[TestDiagonal], "        if self.diagonal_taken(square) {"),
            (
                &[TestAntiDiagonal],
                "            self.anti_diagonal_taken(square)",
            ),
            (&[Rejected], "        if let Some(line) = line {"),
            (&[Place], "        self.markers.mark(square, true);"),
            (&[Remove], "        self.markers.mark(square, false);"),
            (&[Solution], "            self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "mirrored_markers.rs",
        &[
            FOR_EACH_COLUMN,
            (&[PlaceStart], "            search.place(*queen)?;"),
            (&[RemoveStart], "            search.remove(*queen)?;"),
            (&[Place], "        self.markers.mark(square, true);"),
            (&[Remove], "        self.markers.mark(square, false);"),
            (&[Solution, Image], "        self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "linked_columns.rs",
        &[
            (&[Try], "        while column != head {"),
            (&[Rejected], "        if let Some(line) = line {"),
            (&[Place], "        self.state.ring.unlink(square.column);"),
            (&[Remove], "        self.state.ring.restore(square.column);"),
            (&[Solution], "            self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "last_column.rs",
        &[
            FOR_EACH_COLUMN,
            (
                &[Try],
                "        let square = Square::new(row, self.missing);",
            ),
            (&[Rejected], "            Some(line) => {"),
            (&[Place], "        self.markers.mark(square, true);"),
            (&[Remove], "        self.markers.mark(square, false);"),
            (&[Solution], "        self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "bitmask.rs",
        &[
            (
                &[PlaceStart],
                "        let below = masks.with(1 << queen.column);",
            ),
            (
                &[MasksStart, RemoveStart],
                "        self.open(rest, below)?;",
            ),
            (
                &[TestMasks],
                "        let mut candidates = masks.free(self.all);",
            ),
            (
                &[Try],
                "            let queen = candidates & candidates.wrapping_neg();",
            ),
            (&[Place], "            let below = masks.with(queen);"),
            (
                &[Masks],
                "            self.row(below.columns, below.diagonals, below.anti_diagonals)?;",
            ),
            // The masks of the row were never changed: returning to them removes the queen.
            (&[Remove], "        while candidates != 0 {"),
            (&[Solution, Image], "            self.solutions += 1;"),
            END_OF_LOOP,
        ],
    ),
    (
        "colour_split.rs",
        &[
            (
                &[Try],
                "        for column in (first..self.state.n).step_by(2) {",
            ),
            (
                &[TestMasks],
                "        let safe = masks.free(1 << square.column) != 0;",
            ),
            (&[Rejected], "        if !safe {"),
            (&[Place], "                self.state.place(square);"),
            (&[Remove], "                self.state.queens.pop();"),
            (&[Join], "        self.solutions += matches;"),
            (&[Solution], "        for white in &whites {"),
            END_OF_LOOP,
        ],
    ),
];

/// Returns the line that does a step of this kind, in the file that reports the step. Of several
/// such lines it is the one nearest to the report.
pub(super) fn algorithm_line(kind: StepKind, report: &'static Location<'static>) -> SourceLine {
    let path = report.file();
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let nearest = lines_of(file, kind).min_by_key(|line| line.abs_diff(report.line()));
    SourceLine {
        file,
        line: nearest.unwrap_or_else(|| report.line()),
    }
}

/// Lines that do steps of some kinds, counted from 1.
type Numbers = Vec<(&'static [StepKind], u32)>;

/// Lines of each source file that do steps. They are found once, and not again for each step of a run.
static NUMBERS: LazyLock<Vec<(&str, Numbers)>> = LazyLock::new(|| {
    let numbers = |(file, codes): (&'static str, Lines)| {
        let text = SOURCES.iter().find(|(name, _)| *name == file);
        let lines = (1..).zip(text.map_or("", |(_, text)| text).lines());
        let does = |(number, line)| {
            let same = codes.iter().filter(move |(_, code)| *code == line);
            same.map(move |(kinds, _)| (*kinds, number))
        };
        (file, lines.flat_map(does).collect())
    };
    LINES.into_iter().map(numbers).collect()
});

/// Iterates over the lines of a file that do steps of a kind, counted from 1.
fn lines_of(file: &str, kind: StepKind) -> impl Iterator<Item = u32> {
    let lines = NUMBERS.iter().find(|(name, _)| *name == file);
    let lines = lines.map_or(&[][..], |(_, lines)| lines);
    let does = move |(kinds, number): &(&[StepKind], u32)| kinds.contains(&kind).then_some(*number);
    lines.iter().filter_map(does)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NEVER;
    use crate::methods::{Method, steps};

    #[test]
    fn each_step_has_a_line_of_the_algorithm() {
        for method in Method::ALL {
            for n in [4, 5, 6] {
                for step in steps(method, n, 0, 20_000, NEVER).unwrap().steps {
                    let SourceLine { file, line } = step.source;
                    assert!(
                        lines_of(file, step.kind).any(|one| one == line),
                        "{method}: no line of {file} does '{}', reported in line {line}",
                        step.kind
                    );
                }
            }
        }
    }

    #[test]
    fn every_line_is_in_its_file() {
        for (file, codes) in LINES {
            let (_, text) = SOURCES.iter().find(|(name, _)| *name == file).unwrap();
            for (_, code) in codes {
                assert!(text.lines().any(|line| line == *code), "{file}: {code}");
                assert!(!code.contains("emit"), "{file}: {code}");
            }
        }
    }
}
