//! Uniform random completions: drawn from a list of all, or from the values of all units.

use bezzel::methods::Text;
use bezzel::shared::check_range;
use bezzel::{ConstrainedBoard, NEVER};
use bezzel_count::{Plan, UniformDraws, draw_listed};
use serde::Serialize;

use super::LazyCounter;
use super::total::planned;
use crate::limits;
use crate::problem::{Problem, ProblemKind};

/// Greatest seed: the largest number below which JavaScript has all whole numbers.
const MAX_SEED: u64 = (1 << 53) - 1;

/// Random completions of a board, each with the same probability.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct RandomCompletions {
    /// Column of each row of each completion; empty if there is none.
    boards: Vec<Vec<u32>>,
    /// The seed that gives these completions again.
    seed: u64,
    /// Reason why there is no completion, if it is found without a search.
    contradiction: Option<Text>,
}

impl RandomCompletions {
    pub(super) fn none(board: &ConstrainedBoard, seed: u64) -> Self {
        Self {
            boards: Vec::new(),
            seed,
            contradiction: board.contradiction().map(|reason| reason.text()),
        }
    }
}

/// Returns an error for a number of completions or a seed out of range.
pub(super) fn check(count: usize, seed: u64) -> Result<(), Problem> {
    check_range(
        "count",
        count as u64,
        0..=limits::MAX_BOARDS_PER_PAGE as u64,
    )?;
    Ok(check_range("seed", seed, 0..=MAX_SEED)?)
}

/// Plans the draws from a board, see [`planned`]. Fails if they take too long.
pub(super) fn check_board(board: &ConstrainedBoard) -> Result<Option<Plan>, Problem> {
    let (n, most) = (board.size(), limits::MAX_DRAWN_N);
    let many = || {
        let problem = Problem::new(
            format_args!(
                "expected n of at most {most}, or a board with few completions, found n = {n}: use \
                 `bezzel random`"
            ),
            format_args!(
                "无法随机补全：n 超过 {most} 时，只支持补全方案较少的棋盘。其他棋盘请用命令 bezzel random"
            ),
        );
        problem.of_kind(ProblemKind::ManyCompletions)
    };
    match planned(&board.reduced()) {
        Ok(Some(_)) if n > most => Err(many()),
        Err(_) => Err(many()),
        plan => plan,
    }
}

/// Requirements of draws from a board.
pub(super) struct Drawing {
    pub(super) board: ConstrainedBoard,
    /// The values of all units; `None` if all completions are listed.
    values: Option<UniformDraws>,
}

impl Drawing {
    /// Counts the values of all units, if completions are not listed.
    pub(super) fn new(board: ConstrainedBoard, counter: &mut LazyCounter) -> Result<Self, Problem> {
        let values = match check_board(&board)? {
            None => None,
            Some(plan) => {
                let results = counter.count_all(&plan)?;
                let values = results.iter().map(|result| result.value).collect();
                Some(UniformDraws::new(plan, values)?)
            }
        };
        Ok(Self { board, values })
    }

    pub(super) fn drawn(
        &self,
        counter: &mut LazyCounter,
        count: usize,
        seed: u64,
    ) -> Result<RandomCompletions, Problem> {
        let mut random = RandomCompletions::none(&self.board, seed);
        if random.contradiction.is_some() {
            return Ok(random);
        }
        random.boards = match &self.values {
            None => draw_listed(&self.board.reduced(), count, seed, NEVER)?.unwrap_or_default(),
            Some(values) => {
                let counter = counter.get()?;
                let mut drawn = Vec::new();
                for unit in &values.draw(count, seed) {
                    drawn.extend(counter.solutions(unit)?);
                }
                drawn.sort_unstable();
                drawn.into_iter().map(|(_, columns)| columns).collect()
            }
        };
        Ok(random)
    }
}
