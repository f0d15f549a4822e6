//! Call stack of a step: the frames of the recursion with the values of their locals, derived from
//! the step. The names are the names in the listings.

use super::observer::{Data, Event, Probe};
use super::text::Number;
use super::{Method, Step, StepKind};
use crate::Square;

/// Frame of the call stack.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Frame {
    /// Name of the function, with its arguments.
    pub name: String,
    /// Variables of the function, with their values at this step.
    pub locals: Vec<Local>,
}

/// Variable of a [`Frame`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Local {
    /// Name in the listings.
    pub name: String,
    /// Its value as the listing writes it, such as `3` or `01001`.
    pub value: String,
}

impl Local {
    /// Creates a variable with a value.
    pub fn new(name: &str, value: impl ToString) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_string(),
        }
    }
}

impl Frame {
    pub(super) fn new(name: impl Into<String>, locals: Vec<Local>) -> Self {
        Self {
            name: name.into(),
            locals,
        }
    }
}

/// A run and its current step.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) method: Method,
    pub(super) n: u32,
    /// Columns that each row allows, for a board with constraints.
    pub(super) allowed: Option<&'a [u64]>,
    pub(super) step: &'a Step,
}

/// Returns the frames of a step of a method that searches row by row, the outermost first.
pub(super) fn of_rows(moment: Moment<'_>) -> Vec<Frame> {
    let Moment {
        method, n, step, ..
    } = moment;
    let mut frames = vec![Frame::new(format!("queens(n = {n})"), moment.globals())];
    let fixed = moment.fixed();
    if moment.is_mirrored() && n > 1 {
        frames.push(Frame::new("start()", moment.start_locals(fixed)));
    }
    if is_start(step.kind) {
        return frames;
    }
    let rows = moment.rows();
    let top = moment.top(&rows);
    for (at, &row) in rows.iter().enumerate().take(top + 1) {
        let is_fixed = fixed.iter().any(|queen| queen.row == row);
        // The bit method starts below the fixed queens; the marker method passes through their rows.
        if !is_fixed {
            frames.push(moment.row_frame(row, at == top, &rows[..at]));
        } else if method == Method::MirroredMarkers {
            frames.push(Frame::new(search_of(row), Vec::new()));
        }
    }
    if top == n as usize {
        frames.extend(moment.full_frames());
    }
    frames.extend(moment.test_frame());
    frames
}

fn search_of(row: u32) -> String {
    format!("search(row = {})", Number::of(row))
}

const MASK_CALL: &str = "search(columns, anti, diagonals)";

fn is_start(kind: StepKind) -> bool {
    matches!(
        kind,
        StepKind::PlaceStart | StepKind::RemoveStart | StepKind::MasksStart
    )
}

impl Moment<'_> {
    fn is_mirrored(&self) -> bool {
        matches!(
            self.method,
            Method::MirroredMarkers | Method::MirroredBitmask
        )
    }

    fn has_masks(&self) -> bool {
        matches!(self.method, Method::Bitmask | Method::MirroredBitmask)
    }

    /// Returns the rows in the order of the recursion.
    fn rows(&self) -> Vec<u32> {
        match self.method {
            Method::ColourSplit => (0..self.n)
                .step_by(2)
                .chain((1..self.n).step_by(2))
                .collect(),
            _ => (0..self.n).collect(),
        }
    }

    /// Returns the position of the current row in the order; n below the last row.
    fn top(&self, rows: &[u32]) -> usize {
        let is_full = match self.step.event {
            Event::Solution { .. } | Event::Join { .. } => true,
            Event::Test { .. } | Event::Rejected { .. } => self.method == Method::BruteForce,
            _ => false,
        };
        let row = match self.step.event {
            Event::Masks { row, .. } | Event::Exhausted { row } => Some(row),
            _ => self.step.event.square().map(|square| square.row),
        };
        let at = |row| rows.iter().position(|one| *one == row);
        match is_full {
            true => rows.len(),
            false => row.and_then(at).unwrap_or(rows.len()),
        }
    }

    /// Returns the data of all frames.
    fn globals(&self) -> Vec<Local> {
        match &self.step.data {
            Data::Masks { .. } => vec![mask("full", 0..self.n, self.n)],
            Data::Positions { columns } => {
                let candidate = self.step.stored_candidate(self.method);
                let columns = columns.iter().copied();
                let columns = columns.chain(candidate.map(|square| square.column));
                let mut columns: Vec<_> = columns
                    .map(|column| Number::of(column).to_string())
                    .collect();
                // The array of the slope test has n entries from the start; those below the current
                // row hold what earlier branches left, and are not read.
                if self.method == Method::SlopeTest {
                    columns.resize(self.n as usize, "·".to_owned());
                }
                vec![Local::new("columns", format!("[{}]", columns.join(", ")))]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the queens of the start position: those that a mirrored method places first.
    fn fixed(&self) -> &[Square] {
        let (n, queens) = (self.n, &*self.step.queens);
        if !self.is_mirrored() || n < 2 {
            return &[];
        }
        let is_middle = |number: u32| n % 2 == 1 && number == n / 2;
        let first = |is: &dyn Fn(Square) -> bool| queens.first().is_some_and(|queen| is(*queen));
        let fixed = match self.method {
            Method::MirroredBitmask if first(&|queen| is_middle(queen.column)) => 2,
            Method::MirroredBitmask => 1,
            _ if n % 2 == 0 => 1,
            _ if first(&|queen| is_middle(queen.row) && is_middle(queen.column)) => 3,
            _ => 2,
        };
        &queens[..queens.len().min(fixed)]
    }

    /// Returns the queens of a start position, and the masks below them.
    fn start_locals(&self, fixed: &[Square]) -> Vec<Local> {
        let written =
            |queen: &Square| format!("({}, {})", Number::of(queen.row), Number::of(queen.column));
        let names: Vec<_> = fixed.iter().map(written).collect();
        let names = if names.is_empty() {
            "–".to_owned()
        } else {
            names.join(" ")
        };
        let mut locals = vec![Local::new("fixed", names)];
        if self.method != Method::MirroredBitmask {
            return locals;
        }
        let is_new = self.step.kind == StepKind::PlaceStart;
        let above = &fixed[..fixed.len() - usize::from(is_new && !fixed.is_empty())];
        locals.extend(masks_below(self.n, above.len() as u32, above));
        if (is_new || self.step.kind == StepKind::MasksStart)
            && let Some(queen) = fixed.last()
        {
            locals.push(mask("queen", [queen.column], self.n));
        }
        locals
    }

    /// Returns the frames below the last row.
    fn full_frames(&self) -> Vec<Frame> {
        let (n, step) = (self.n, self.step);
        match self.method {
            Method::ColourSplit => vec![Frame::new("complete()", self.joined())],
            Method::Bitmask | Method::MirroredBitmask => {
                vec![Frame::new(MASK_CALL, masks_below(n, n, &step.queens))]
            }
            Method::BruteForce if matches!(step.event, Event::Solution { .. }) => vec![
                Frame::new(search_of(n), Vec::new()),
                Frame::new("is_solution()", Vec::new()),
            ],
            _ => vec![Frame::new(search_of(n), Vec::new())],
        }
    }

    /// Returns the sets of the queens on even squares, and the sets to be looked up.
    fn joined(&self) -> Vec<Local> {
        let n = self.n;
        let rows: Vec<_> = self.step.queens.iter().map(|queen| queen.row).collect();
        let columns: Vec<_> = self.step.queens.iter().map(|queen| queen.column).collect();
        let others =
            |taken: &[u32]| -> Vec<u32> { (0..n).filter(|bit| !taken.contains(bit)).collect() };
        vec![
            mask("R", rows.iter().copied(), n),
            mask("C", columns.iter().copied(), n),
            mask("full & ~R", others(&rows), n),
            mask("full & ~C", others(&columns), n),
        ]
    }

    /// Returns the number of solutions that a search of a row has found: those below the queen above
    /// it, without the names of the call that has not returned.
    fn found(&self, queen: Option<Square>, is_top: bool) -> Local {
        let Step {
            queens, counters, ..
        } = self.step;
        let below = |level: usize| {
            let before = self.step.solutions_before.get(level);
            before.map_or(0, |before| counters.solutions - before)
        };
        let place = queen.and_then(|queen| queens.iter().position(|other| *other == queen));
        let depth = place.unwrap_or(queens.len());
        // A row of the colour split without a queen waits for its first call.
        let all = match (queen.is_some() || is_top, depth) {
            (false, _) => 0,
            (true, 0) => counters.solutions,
            (true, depth) => below(depth - 1),
        };
        let open = queen.map_or(0, |_| below(depth));
        Local::new("found", all - open)
    }

    /// Returns the frame of a row: the current one, or one that waits for the rows below.
    fn row_frame(&self, row: u32, is_top: bool, above: &[u32]) -> Frame {
        let (n, step) = (self.n, self.step);
        let queen = step.queens.iter().copied().find(|queen| queen.row == row);
        let square = step.event.square().filter(|_| is_top).or(queen);
        let column = Local::new(
            "column",
            square.map_or("–".to_owned(), |square| {
                Number::of(square.column).to_string()
            }),
        );
        let is_above = |queen: &&Square| above.contains(&queen.row);
        let queens: Vec<_> = step.queens.iter().filter(is_above).copied().collect();
        let mut locals = match self.method {
            Method::Bitmask | Method::MirroredBitmask => {
                let mut locals = vec![Local::new("row", Number::of(row))];
                let column = square.map(|square| square.column);
                locals.extend(self.masks_of(row, is_top, column, &queens));
                locals
            }
            Method::LastColumn => {
                let taken: u32 = queens.iter().map(|queen| queen.column).sum();
                let missing = n * n.saturating_sub(1) / 2 - taken;
                let missing = Number::sum(missing, n - queens.len() as u32);
                vec![Local::new("missing", missing), column]
            }
            Method::ColourSplit => vec![
                column,
                mask("R", queens.iter().map(|queen| queen.row), n),
                mask("C", queens.iter().map(|queen| queen.column), n),
            ],
            Method::DiagonalMarkers | Method::MirroredMarkers | Method::LinkedColumns => {
                let mut locals = vec![column];
                if let Some(square) = square {
                    let (difference, sum) = (row + n - square.column, row + square.column);
                    locals.push(Local::new("row − column + n", difference));
                    locals.push(Local::new("row + column", Number::sum(sum, 2)));
                }
                locals
            }
            _ => vec![column],
        };
        locals.push(self.found(queen, is_top));
        let name = match self.has_masks() {
            true => MASK_CALL.to_owned(),
            false => search_of(row),
        };
        Frame::new(name, locals)
    }

    fn masks_of(
        &self,
        row: u32,
        is_top: bool,
        column: Option<u32>,
        queens: &[Square],
    ) -> Vec<Local> {
        let (n, step) = (self.n, self.step);
        let everything = u64::MAX.checked_shr(64 - n).unwrap_or(0);
        let allowed = self.allowed.map(|allowed| allowed[row as usize]);
        let attacked: u128 = attacked_by(row, queens)
            .iter()
            .flatten()
            .fold(0, |set, bit| set | 1 << bit);
        let free = allowed.unwrap_or(everything) & !(attacked as u64);
        // A candidate counts as free until it is taken.
        let is_left = |bit: &u32| match (&step.event, column) {
            (Event::Exhausted { .. }, _) if is_top => false,
            (Event::Test { .. }, _) if is_top => true,
            (_, None) => true,
            (Event::Try { .. }, Some(column)) if is_top => *bit >= column,
            (_, Some(column)) => *bit > column,
        };
        let mut locals = masks_below(n, row, queens);
        if let Some(allowed) = allowed {
            locals.push(mask("board", bits(allowed), n));
        }
        locals.push(mask("free", bits(free).filter(is_left), n));
        let is_test = is_top && matches!(step.event, Event::Test { .. });
        if let Some(column) = column.filter(|_| !is_test) {
            locals.push(mask("queen", [column], n));
        }
        locals
    }

    /// Returns the frame of a test of one square.
    fn test_frame(&self) -> Option<Frame> {
        let (square, other) = match self.step.event {
            Event::Rejected { square, by, .. } => (square, Some(by)),
            Event::Test {
                square,
                probe: Probe::Queen { square: other },
            } => (square, Some(other)),
            Event::Test { square, .. } => (square, None),
            _ => return None,
        };
        let row = Number::of(square.row);
        match (self.method, other) {
            (Method::BruteForce, Some(other)) => {
                Some(Frame::new("is_solution()", comparison(square, other)))
            }
            (Method::SlopeTest, Some(other)) => {
                let locals = comparison(square, other).split_off(1);
                Some(Frame::new(format!("is_safe(row = {row})"), locals))
            }
            (Method::BorderedBoard, _) => {
                let (r, c) = match (self.step.event.probe(), other) {
                    (Some(Probe::Cell { row, column }), _) => (row, column),
                    (_, Some(other)) => (other.row + 1, other.column + 1),
                    _ => return None,
                };
                let sideways = (i64::from(c) - i64::from(square.column) - 1).signum();
                let locals = vec![
                    Local::new("direction", format!("({sideways}, -1)")),
                    Local::new("r", r),
                    Local::new("c", c),
                ];
                let column = Number::of(square.column);
                let name = format!("is_safe(row = {row}, column = {column})");
                Some(Frame::new(name, locals))
            }
            _ => None,
        }
    }
}

fn comparison(square: Square, other: Square) -> Vec<Local> {
    vec![
        Local::new("row", Number::of(square.row)),
        Local::new("above", Number::of(other.row)),
        Local::new("across", square.column.abs_diff(other.column)),
    ]
}

/// Returns a set of bits, in binary and as an integer.
fn mask(name: &str, bits: impl IntoIterator<Item = u32>, width: u32) -> Local {
    let value = bits.into_iter().fold(0_u128, |set, bit| set | 1 << bit);
    Local::new(
        name,
        format!("0b{value:0w$b} = {value}", w = width as usize),
    )
}

fn bits(word: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |bit| word >> bit & 1 == 1)
}

/// Returns the columns of a row that the queens above it attack: along columns, diagonals and
/// anti-diagonals. Diagonals may leave the board: the bits of the next rows.
fn attacked_by(row: u32, queens: &[Square]) -> [Vec<u32>; 3] {
    let down = |queen: &Square| row - queen.row;
    [
        queens.iter().map(|queen| queen.column).collect(),
        queens
            .iter()
            .map(|queen| queen.column + down(queen))
            .collect(),
        queens
            .iter()
            .filter_map(|queen| queen.column.checked_sub(down(queen)))
            .collect(),
    ]
}

fn masks_below(n: u32, row: u32, queens: &[Square]) -> Vec<Local> {
    let [columns, diagonals, anti] = attacked_by(row, queens);
    vec![
        mask("columns", columns, n),
        mask("diagonals", diagonals, n),
        mask("anti", anti, n),
    ]
}
