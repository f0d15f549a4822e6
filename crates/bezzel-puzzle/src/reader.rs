//! Puzzles and marks as text: read in any form that the library reads, written as JSON.

use std::io::BufRead;
use std::str::FromStr;

use bezzel::methods::Text;
use bezzel::reader::{
    Board, BoardFault, Expect, Hints, Item, Items, NotRead, ReadText, Regions, read_all,
};
use bezzel::{ConstrainedBoard, MAX_DRAWN_SIZE, ReadError, Square, counted};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::{MIN_SIZE, Mark, Marks, Puzzle, PuzzleError};

/// Reads the puzzles of a document and their marks, one after another.
///
/// Regions are n × n cells of n kinds: letters, digits, names, colours or emoji, as lines, lists, JSON objects of any
/// keys, source code or tables, or squares with lines between regions. A drawing of queens and crosses after them has
/// their marks. Lines that begin with `#` or `//` are comments.
///
/// After a faulty puzzle, reading continues with the next one. Only an error of the input ends it.
///
/// ```
/// use bezzel_puzzle::Reader;
/// let document = "AAAB\nACBB\nCCCB\nDDCC\n\n[[0,0,0,1],[0,2,1,1],[2,2,2,1],[3,3,2,2]]\n";
/// let puzzles: Vec<_> = Reader::new(document.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles[0], puzzles[1]);
/// # Ok::<(), bezzel::ReadError>(())
/// ```
pub struct Reader<R> {
    items: Items<R>,
    /// Regions whose marks may follow.
    regions: Option<Regions>,
    /// Marks whose regions may follow, as in an object.
    marks: Option<Board>,
    /// True if there was a puzzle or an error.
    has_found: bool,
}

impl<R: BufRead> Reader<R> {
    /// Creates the reader of a document.
    pub fn new(input: R) -> Self {
        let hints = Hints {
            expect: Expect::Puzzles,
            ..Hints::default()
        };
        Self {
            items: Items::new(input, hints),
            regions: None,
            marks: None,
            has_found: false,
        }
    }

    /// Says which lines are no part of a puzzle, after the last one.
    pub fn other_text(&self) -> Option<Text> {
        self.items.summary.other_text()
    }

    /// Reads the only puzzle of the document.
    fn only(mut self) -> Result<(Puzzle, Marks), ReadError> {
        let puzzle = self
            .next()
            .unwrap_or(Err(ReadError::NotRead(NotRead::Empty)))?;
        match self.next() {
            None => Ok(puzzle),
            Some(_) => Err(ReadError::Content {
                line: None,
                message: Text::new(
                    "expected one puzzle, found several",
                    "应只有一道谜题，实际有多道",
                ),
            }),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<(Puzzle, Marks), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = loop {
            match self.items.next() {
                Some(Ok(Item::Regions(regions))) => {
                    if let Some(before) = self.regions.take() {
                        self.regions = Some(regions);
                        break puzzle(&before, None);
                    }
                    match self
                        .marks
                        .take()
                        .filter(|marks| marks.n as usize == regions.rows.len())
                    {
                        Some(marks) => break puzzle(&regions, Some(&marks)),
                        None => self.regions = Some(regions),
                    }
                }
                Some(Ok(Item::Board(board))) => match self.regions.take() {
                    Some(regions) => break puzzle(&regions, Some(&board)),
                    None => self.marks = Some(board),
                },
                Some(Ok(Item::Text { line, text })) if are_marks(&text) => {
                    if let Some(regions) = self.regions.take() {
                        break Err(bad_marks(line, regions.rows.len()));
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => break Err(error.into()),
                None => match self.regions.take() {
                    Some(regions) => break puzzle(&regions, None),
                    None if self.has_found => return None,
                    None => break Err(not_found(self.items.summary.not_read())),
                },
            }
        };
        self.has_found = true;
        Some(found)
    }
}

/// Returns true for a row of marks; one below a puzzle that is no part of its marks is too long or too short.
fn are_marks(text: &str) -> bool {
    let squares = text.trim();
    // Three points are an ellipsis.
    squares.len() > 2 && squares != "..." && squares.bytes().all(|sign| b".Qx ".contains(&sign))
}

fn bad_marks(line: u64, n: usize) -> ReadError {
    let message = Text::from((
        format!(
            "expected {} of {n} marks '.', 'Q' or 'x'",
            counted(n as u64, "row")
        ),
        format!("标记应为 {n} 行，每行 {n} 个“.”“Q”或“x”"),
    ));
    ReadError::Content {
        line: Some(line),
        message,
    }
}

fn not_found(why: Option<NotRead>) -> ReadError {
    let line = match &why {
        Some(NotRead::NotUnderstood { line, .. }) => Some(*line),
        _ => None,
    };
    let (found, found_zh) = match why {
        Some(NotRead::NotUnderstood { text, .. }) => {
            (format!("'{text}'"), format!("实际为“{text}”"))
        }
        Some(_) => ("no puzzle".to_owned(), "没有找到谜题".to_owned()),
        None => (
            "a board without regions".to_owned(),
            "实际为没有区域的棋盘".to_owned(),
        ),
    };
    let message = (
        format!(
            "expected n rows of n squares in n regions, such as 'AABB', lists or JSON, found {found}"
        ),
        format!("应为 n 行，每行 n 格，共 n 个区域（如“AABB”、列表或 JSON），{found_zh}"),
    );
    ReadError::Content {
        line,
        message: message.into(),
    }
}

fn puzzle(regions: &Regions, marked: Option<&Board>) -> Result<(Puzzle, Marks), ReadError> {
    let content = |line, message: Text| ReadError::Content {
        line: Some(line),
        message,
    };
    let n = regions.rows.len();
    if let Some((row, squares)) = (0..).zip(&regions.rows).find(|(_, row)| row.len() != n) {
        let width = squares.len();
        let (rows, squares) = (counted(n as u64, "row"), counted(width as u64, "square"));
        let message = (
            format!("expected as many squares as rows, found {rows} and {squares} in row {row}"),
            format!("每行的格数应等于行数，实际有 {n} 行，第 {row} 行有 {width} 格"),
        );
        return Err(content(regions.line, message.into()));
    }
    let puzzle = Puzzle::new(n as u32, &regions.rows.concat()).map_err(|error| {
        let mut said = error.text();
        if matches!(error, PuzzleError::RegionCount { n, found } if found > n) {
            let Text { english, chinese } = said;
            said = Text::from((
                format!("{english}; queens are drawn below the regions, after an empty line, and each square needs a region"),
                format!("{chinese}；皇后要画在区域下面，中间空一行；每格都要属于一个区域"),
            ));
        }
        content(regions.line, said)
    })?;
    let mut marks = Marks::new(puzzle.size());
    if let Some(board) = marked {
        let fault = board
            .fault(true)
            .filter(|fault| !matches!(fault, BoardFault::Attack { .. }));
        if board.n != puzzle.size() || fault.is_some() {
            return Err(bad_marks(board.line, n));
        }
        let queens = board
            .squares()
            .map(|(row, column)| Square::new(row as u32, column as u32));
        for &square in board
            .blocked
            .iter()
            .filter(|square| square.row.max(square.column) < puzzle.size())
        {
            marks.set(square, Mark::Cross);
        }
        for square in queens {
            marks.set(square, Mark::Queen);
        }
    }
    Ok((puzzle, marks))
}

/// Boards and puzzles of a text in any form.
///
/// ```
/// use bezzel::reader::Hints;
/// use bezzel_puzzle::Contents;
/// let read = Contents::read("AAAB\nACBB\nCCCB\nDDCC\n", Hints::default())?;
/// assert_eq!((read.boards.len(), read.puzzles.len()), (0, 1));
/// assert_eq!(read.said.english, "1 puzzle of 4 × 4");
///
/// let read = Contents::read("[[1, 3, 0, 2], [2, 0, 3, 1]]", Hints::default())?;
/// assert_eq!((read.boards.len(), read.puzzles.len()), (2, 0));
/// # Ok::<(), bezzel::ReadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Contents {
    /// The boards, right or wrong. Empty if there are puzzles.
    pub boards: Vec<Board>,
    /// The only board, if the text is the JSON of a board with blocked squares or diagonals.
    pub given: Option<ConstrainedBoard>,
    /// The puzzles and their marks.
    pub puzzles: Vec<(Puzzle, Marks)>,
    /// What was read, in one sentence.
    pub said: Text,
}

impl Contents {
    /// Reads boards or puzzles. A text with both meanings is what the hints expect; without blocked squares it
    /// is a board, and with queens in one column everywhere it is the regions of a puzzle.
    ///
    /// Fails for a text that is neither.
    pub fn read(text: &str, hints: Hints) -> Result<Self, ReadError> {
        let expecting = |expect| read_all(text, Hints { expect, ..hints });
        let object = text.trim_start().strip_prefix('{').map(str::trim_start);
        let is_json = object.is_some_and(|rest| rest.starts_with('"'));
        let given = match is_json && !text.contains("\"regions\"") {
            true => text.parse::<ConstrainedBoard>(),
            false => Err(ReadError::NotRead(NotRead::Empty)),
        };
        if let Ok(given) = given {
            return Ok(Self::of_given(given));
        }
        let boards = expecting(Expect::Boards);
        let wants_puzzles = hints.expect == Expect::Puzzles;
        if wants_puzzles || may_be_puzzle(&boards) {
            let puzzles = Reader::new(text.as_bytes()).collect::<Result<Vec<_>, _>>();
            let is_board = !boards.boards.is_empty() && boards.summary.not_read().is_none();
            match puzzles {
                Ok(puzzles) => {
                    let said = expecting(Expect::Puzzles).summary.text();
                    return Ok(Self {
                        boards: Vec::new(),
                        given: None,
                        puzzles,
                        said,
                    });
                }
                // Regions that are none of a puzzle.
                Err(error) if !is_board => {
                    let begins = expecting(Expect::Puzzles)
                        .regions
                        .first()
                        .map(|first| first.line);
                    let other = boards.summary.text.as_ref().map(|text| text.0);
                    if begins.is_some() && (wants_puzzles || begins == other) {
                        return Err(error);
                    }
                }
                Err(_) => {}
            }
        }
        if text.contains("\"queens\"") && matches!(given, Err(ReadError::Content { .. })) {
            return given.map(Self::of_given);
        }
        let mut read = boards;
        if read.boards.iter().any(|board| board.fault(false).is_some()) || read.boards.is_empty() {
            let given = expecting(Expect::Constraints);
            // Without a free square, `x` is the sign of free squares.
            let is_given = given.boards.iter().any(|board| {
                let (n, blocked) = (board.n as usize, board.blocked.len());
                blocked > 0 && blocked + board.squares().count() < n * n
            });
            if is_given || read.boards.is_empty() {
                read = given;
            }
        }
        match (read.summary.not_read(), given) {
            (None, _) => Ok(Self {
                said: read.summary.text(),
                boards: read.boards,
                given: None,
                puzzles: Vec::new(),
            }),
            (Some(_), Err(error @ ReadError::Content { .. })) => Err(error),
            (Some(why @ NotRead::NotUnderstood { .. }), _) => {
                let Text { english, chinese } = why.text();
                let message = Text::from((
                    format!("{english}, and puzzles such as 'AABB', lists or JSON"),
                    format!("{chinese}，以及谜题（如“AABB”、列表或 JSON）"),
                ));
                Err(ReadError::Content {
                    line: None,
                    message,
                })
            }
            (Some(why), _) => Err(ReadError::NotRead(why)),
        }
    }

    fn of_given(given: ConstrainedBoard) -> Self {
        let n = given.size();
        let hints = Hints {
            expect: Expect::Constraints,
            ..Hints::default()
        };
        let drawn = (n <= MAX_DRAWN_SIZE).then(|| read_all(given.to_string(), hints));
        Self {
            boards: drawn.map_or(Vec::new(), |drawn| drawn.boards),
            given: Some(given),
            puzzles: Vec::new(),
            said: (
                format!("1 board of {n} × {n} in JSON"),
                format!("1 个 {n} × {n} 的 JSON 棋盘"),
            )
                .into(),
        }
    }
}

/// Returns true if a text that was read as boards may be the regions of a puzzle: of lists that have queens in
/// one column everywhere, or with other text.
fn may_be_puzzle(read: &ReadText) -> bool {
    let shares_column = |board: &Board| {
        matches!(board.fault(true), Some(BoardFault::Attack { .. })) && {
            let mut columns: Vec<i64> = board.squares().map(|(_, column)| column).collect();
            columns.sort_unstable();
            columns.windows(2).any(|two| two[0] == two[1])
        }
    };
    !read.regions.is_empty()
        || read.boards.iter().all(shares_column)
        || read.summary.text_lines >= MIN_SIZE.into()
}

impl Puzzle {
    /// Reads a puzzle and its marks, in any form that a [`Reader`] reads. Without marks, all squares are free.
    ///
    /// Fails for text that is not one puzzle of [`MIN_SIZE`] to [`MAX_SIZE`](crate::MAX_SIZE)
    /// rows. Marks that break a rule are read.
    ///
    /// ```
    /// use bezzel_puzzle::Puzzle;
    /// let text = "AAAB\nACBB\nCCCB\nDDCC\n\n.Q..\n....\n....\n....\n";
    /// let (puzzle, marks) = Puzzle::read(text.as_bytes())?;
    /// assert_eq!(format!("{puzzle}\n{marks}"), text);
    ///
    /// let error = "AAAB\nAABB\nCCCA\nCCCC\n".parse::<Puzzle>().unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: expected 4 regions on a board of 4 rows, found 3");
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn read(input: impl BufRead) -> Result<(Self, Marks), ReadError> {
        Reader::new(input).only()
    }
}

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads a puzzle and drops its marks.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Ok(Self::read(text.as_bytes())?.0)
    }
}

impl Serialize for Puzzle {
    /// Writes the fields `n` and `regions`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("Puzzle", 2)?;
        object.serialize_field("n", &self.size())?;
        object.serialize_field("regions", &Lines(self.to_string()))?;
        object.end()
    }
}

impl Serialize for Marks {
    /// Writes a list of rows.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Lines(self.to_string()).serialize(to)
    }
}

/// A drawing as a list of its lines.
struct Lines(String);

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.lines())
    }
}
