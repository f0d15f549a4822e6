//! Source code of the methods, shown beside their steps.

/// Name and text of each method's source file, in the order of
/// [`Method::ALL`](super::Method::ALL).
///
/// ```
/// use bezzel::{NEVER, methods::{Event, Method, SOURCES, steps}};
/// let step = &steps(Method::SlopeTest, 4, 0, 1, NEVER)?.steps[0];
/// let (_, text) = SOURCES.iter().find(|(name, _)| *name == step.source.file).unwrap();
/// let line = text.lines().nth(step.source.line as usize - 1).unwrap();
/// assert_eq!((step.source.file, line.trim()), ("slope_test.rs", "for column in 0..self.n {"));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub static SOURCES: [(&str, &str); 10] = [
    ("brute_force.rs", include_str!("brute_force.rs")),
    ("bordered_board.rs", include_str!("bordered_board.rs")),
    ("slope_test.rs", include_str!("slope_test.rs")),
    ("diagonal_markers.rs", include_str!("diagonal_markers.rs")),
    ("mirrored_markers.rs", include_str!("mirrored_markers.rs")),
    ("linked_columns.rs", include_str!("linked_columns.rs")),
    ("last_column.rs", include_str!("last_column.rs")),
    ("bitmask.rs", include_str!("bitmask.rs")),
    ("mirrored_bitmask.rs", include_str!("mirrored_bitmask.rs")),
    ("colour_split.rs", include_str!("colour_split.rs")),
];
