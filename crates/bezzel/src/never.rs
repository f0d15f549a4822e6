//! The answer "never" to the question whether a search should stop.

/// Value of `should_stop` for a search that runs to its end: a function that always returns `false`.
///
/// ```
/// use bezzel::{ConstrainedBoard, NEVER};
///
/// assert_eq!(ConstrainedBoard::new(6)?.count_completions(NEVER)?, Some(4));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;
