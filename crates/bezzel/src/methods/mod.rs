//! The ten solution methods, simplest first.
//!
//! Each file contains one method and one idea; read them in this order. All methods count, list
//! solutions in their natural order, report the same work counters and can be observed step by
//! step through an [`Observer`]. n is the size of the board, Q(n) the number of solutions (OEIS
//! A000170).
//!
//! | method           | idea                                                                          | time                                 | memory       | n in 1 s | max n | source                                                          |
//! |------------------|-------------------------------------------------------------------------------|--------------------------------------|--------------|----------|-------|-----------------------------------------------------------------|
//! | brute-force      | n nested loops over all choices of columns, tested at the end                 | O(n^n)                               | O(n)         |        8 |    16 | "Eight queens": array, slope and bit versions (Java tutorial)   |
//! | bordered-board   | scan in three directions until the border or a queen                          | O(n!), 3n cells per square           | O(n^2)       |       13 |    64 | "Eight queens (n queens)" (C++ tutorial)                        |
//! | slope-test       | compare with each earlier queen: same column or equal row and column distance | O(n!), n comparisons per square      | O(n)         |       13 |    64 | "Eight queens": array, slope and bit versions (Java tutorial)   |
//! | diagonal-markers | one marker per column, per row − column and per row + column                  | O(n!), 3 look-ups per square         | O(n)         |       13 |    64 | "Eight queens": array, slope and bit versions (Java tutorial)   |
//! | mirrored-markers | search one of several symmetric images and count all of them                  | O(n!), a half (even n) to an eighth  | O(n)         |       14 |    64 | "n queens" (Pascal tutorial)                                    |
//! | linked-columns   | visit only free columns: occupied ones are unlinked from a list               | O(n!), 2 look-ups per free column    | O(n)         |       14 |    64 | "n queens" (Pascal tutorial)                                    |
//! | last-column      | the last column is n(n − 1)/2 minus the sum of the others                     | O(n!), the last row costs one square | O(n)         |       13 |    64 | "n queens" (Pascal tutorial)                                    |
//! | bitmask          | three integers hold columns and diagonals; a shift goes to the next row       | O(n!), one test per row              | O(n)         |       14 |    64 | "n queens (bit operations)" (Java tutorial; LeetCode 51 and 52) |
//! | mirrored-bitmask | bitmask on the left half of the first row, doubled                            | O(n!), a half                        | O(n)         |       15 |    64 | mirror rule of the Pascal tutorial on the bit method            |
//! | colour-split     | count black and white squares separately and join them by rows and columns    | about O(6^n)                         | about O(4^n) |       14 |    16 | this project                                                    |
//!
//! "n in 1 s" is the largest n counted within a second. Measured on a 2-core Emerald Rapids VM, one thread, 2026-11-21, bezzel compare 8 9 10 11 12 13 14 15 --budget 3.
//!
//! ```
//! use bezzel::methods::Method;
//! assert_eq!(Method::LinkedColumns.count(8)?, 92);
//! # Ok::<(), bezzel::Error>(())
//! ```

mod about;
mod bitmask;
mod bordered_board;
mod brute_force;
mod colour_split;
mod diagonal_markers;
mod find;
mod kind;
mod last_column;
mod lines;
mod linked_columns;
mod listings;
mod mirrored_bitmask;
mod mirrored_markers;
pub mod observer;
mod on_board;
mod opening;
mod slope_test;
mod sources;
mod steps;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde::Serialize;

pub use about::MethodInfo;
pub use find::{Goal, next_solution, next_step, previous_solution, previous_step};
pub use kind::StepKind;
pub use listings::{Language, Listing, ListingLine};
pub use observer::{Context, Counters, Data, Event, Masks, Observer, Probe};
pub use on_board::Run;
pub use opening::Opening;
pub use sources::SOURCES;
pub use steps::{ForEachStep, SourceLine, Step, Steps, Stoppable, steps};

use crate::Error;
use crate::UnknownName;
use observer::{EachSolution, Observed, Unwatched, Watch};

/// Search of one method.
trait Search {
    /// Rule for splitting the search for several threads.
    const SPLIT_RULE: SplitRule = SplitRule::FreeSquares;

    /// Returns the start positions whose weighted sum is Q(n): one for plain methods, several
    /// for methods that use symmetry.
    fn openings(_n: u32) -> Vec<Opening> {
        vec![Opening::start()]
    }

    /// Visits all solutions that extend `opening` and returns their number (without images), or
    /// breaks when the observer does.
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64>;
}

/// Rule for splitting a search into smaller ones.
#[derive(PartialEq)]
enum SplitRule {
    /// Split by the free squares of the first rows.
    FreeSquares,
    /// Split by all squares of the first rows.
    AllSquares,
    /// Do not split.
    Whole,
}

/// Finished part of a parallel count.
///
/// ```
/// use bezzel::methods::{Method, Part};
/// let show = |Part { done, parts, .. }: Part| println!("{done} of {parts}");
/// assert_eq!(Method::Bitmask.count_parallel(8, 2, &show)?, 92);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Solutions in this part, including images.
    pub solutions: u128,
    /// Number of finished parts, including this one.
    pub done: usize,
    /// Number of all parts.
    pub parts: usize,
}

/// One of the ten solution methods.
///
/// ```
/// use bezzel::methods::Method;
/// let method: Method = "mirrored-bitmask".parse()?;
/// assert_eq!(method.count(8)?, 92);
/// assert!(method.check_size(65).is_err());
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Method {
    /// n nested loops over all nⁿ choices of columns, tested at the end.
    BruteForce,
    /// A board with a border of sentinels, scanned from the square outwards.
    BorderedBoard,
    /// One array of columns; two queens are compared by column and slope.
    SlopeTest,
    /// One marker for each column, diagonal and anti-diagonal.
    DiagonalMarkers,
    /// The markers, searching only one of several symmetric images.
    MirroredMarkers,
    /// The free columns as a doubly linked list.
    LinkedColumns,
    /// The markers, with the column of the last row computed instead of searched.
    LastColumn,
    /// Three integers used as sets of columns and diagonals.
    Bitmask,
    /// The three integers, with only the left half of the first row.
    MirroredBitmask,
    /// Black and white squares counted separately and joined by rows and columns.
    ColourSplit,
}

/// Evaluates `$body` with `$search` as the type that implements the method.
macro_rules! dispatch {
    ($method:expr, $search:ident => $body:expr) => {
        match $method {
            Method::BruteForce => {
                type $search = brute_force::BruteForce;
                $body
            }
            Method::BorderedBoard => {
                type $search = bordered_board::BorderedBoard;
                $body
            }
            Method::SlopeTest => {
                type $search = slope_test::SlopeTest;
                $body
            }
            Method::DiagonalMarkers => {
                type $search = diagonal_markers::DiagonalMarkers;
                $body
            }
            Method::MirroredMarkers => {
                type $search = mirrored_markers::MirroredMarkers;
                $body
            }
            Method::LinkedColumns => {
                type $search = linked_columns::LinkedColumns;
                $body
            }
            Method::LastColumn => {
                type $search = last_column::LastColumn;
                $body
            }
            Method::Bitmask => {
                type $search = bitmask::Bitmask;
                $body
            }
            Method::MirroredBitmask => {
                type $search = mirrored_bitmask::MirroredBitmask;
                $body
            }
            Method::ColourSplit => {
                type $search = colour_split::ColourSplit;
                $body
            }
        }
    };
}

impl Method {
    /// All ten methods in learning order.
    pub const ALL: [Method; 10] = [
        Method::BruteForce,
        Method::BorderedBoard,
        Method::SlopeTest,
        Method::DiagonalMarkers,
        Method::MirroredMarkers,
        Method::LinkedColumns,
        Method::LastColumn,
        Method::Bitmask,
        Method::MirroredBitmask,
        Method::ColourSplit,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Returns the fastest of these methods for boards of this size:
    /// [`MirroredBitmask`](Self::MirroredBitmask) for every n measured so far.
    pub fn fastest(_n: u32) -> Method {
        Method::MirroredBitmask
    }

    /// Fails with [`Error::TooLarge`] if the method does not accept n.
    pub fn check_size(self, n: u32) -> Result<(), Error> {
        let MethodInfo { name, max_n, .. } = *self.about();
        if n > max_n {
            return Err(Error::TooLarge {
                n: n.into(),
                what: name,
                max: max_n,
            });
        }
        Ok(())
    }

    /// Counts the solutions for n queens on the calling thread. The time grows with the work
    /// counters of the method, which [`counters`](Self::counters) returns.
    ///
    /// Fails with [`Error::TooLarge`] if the method does not accept n.
    pub fn count(self, n: u32) -> Result<u128, Error> {
        self.check_size(n)?;
        Ok(dispatch!(self, S => S::openings(n)
            .iter()
            .map(|opening| weighted::<S>(n, opening))
            .sum()))
    }

    /// Returns `true` if the method runs on one thread only, as
    /// [`ColourSplit`](Self::ColourSplit) does.
    pub fn is_sequential(self) -> bool {
        dispatch!(self, S => S::SPLIT_RULE == SplitRule::Whole)
    }

    /// Counts with `threads` threads (at least one). Calls `progress` after each finished part,
    /// from any thread.
    ///
    /// Fails with [`Error::TooLarge`] if the method does not accept n, and with
    /// [`Error::Threads`] if the system does not start the threads.
    pub fn count_parallel(
        self,
        n: u32,
        threads: usize,
        progress: &(dyn Fn(Part) + Sync),
    ) -> Result<u128, Error> {
        self.check_size(n)?;
        dispatch!(self, S => parallel::<S>(n, threads, progress))
    }

    /// Runs the method with an observer, to the end or until the observer breaks.
    ///
    /// Fails with [`Error::TooLarge`] if the method does not accept n.
    pub fn observe(self, n: u32, observer: &mut dyn Observer) -> Result<ControlFlow<()>, Error> {
        self.watch(n, &mut Observed(observer))
    }

    fn watch<O: Watch>(self, n: u32, observer: &mut O) -> Result<ControlFlow<()>, Error> {
        self.check_size(n)?;
        Ok(dispatch!(self, S => watched::<S, O>(n, observer)))
    }

    /// Returns the work counters of a whole run.
    ///
    /// ```
    /// use bezzel::methods::Method;
    /// let work = Method::BruteForce.counters(4)?;
    /// assert_eq!((work.solutions, work.tried), (2, 4 + 16 + 64 + 256));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn counters(self, n: u32) -> Result<Counters, Error> {
        let mut counters = Counters::default();
        let _ = self.watch(n, &mut counters)?;
        Ok(counters)
    }

    /// Calls `each` with the columns of every solution, in the natural order of the method, until
    /// it breaks or `should_stop` returns true.
    ///
    /// ```
    /// use bezzel::{NEVER, methods::Method};
    /// use std::ops::ControlFlow;
    ///
    /// let mut first = Vec::new();
    /// let _ = Method::SlopeTest.visit_solutions(8, NEVER, &mut |columns| {
    ///     first = columns.to_vec();
    ///     ControlFlow::Break(())
    /// })?;
    /// assert_eq!(first, [0, 4, 7, 5, 2, 6, 1, 3]);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn visit_solutions(
        self,
        n: u32,
        should_stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let mut visitor = EachSolution {
            each,
            should_stop,
            placed: 0,
        };
        self.watch(n, &mut visitor)
    }
}

fn weighted<S: Search>(n: u32, opening: &Opening) -> u128 {
    match S::search(n, opening, &mut Unwatched) {
        ControlFlow::Continue(found) => u128::from(found) * opening.images.len() as u128,
        ControlFlow::Break(()) => unreachable!("only an observer can stop a search"),
    }
}

fn watched<S: Search, O: Watch>(n: u32, observer: &mut O) -> ControlFlow<()> {
    for opening in S::openings(n) {
        S::search(n, &opening, observer)?;
    }
    ControlFlow::Continue(())
}

fn parallel<S: Search>(
    n: u32,
    threads: usize,
    progress: &(dyn Fn(Part) + Sync),
) -> Result<u128, Error> {
    // A thousand parts keep the threads evenly busy and the progress smooth, and their set-up
    // time is negligible.
    const PARTS: usize = 1000;
    let openings = match S::SPLIT_RULE {
        SplitRule::Whole => S::openings(n),
        cut => opening::refined(S::openings(n), n, PARTS, cut == SplitRule::AllSquares),
    };
    let done = AtomicUsize::new(0);
    let count = |opening| {
        let solutions = weighted::<S>(n, opening);
        progress(Part {
            solutions,
            done: done.fetch_add(1, Ordering::Relaxed) + 1,
            parts: openings.len(),
        });
        solutions
    };
    if threads <= 1 {
        return Ok(openings.iter().map(count).sum());
    }
    let pool = thread_pool(threads)?;
    // One part at a time, because parts differ widely in size.
    Ok(pool.install(|| openings.par_iter().with_max_len(1).map(count).sum()))
}

/// Starts threads for the parts of a search.
pub(crate) fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Threads {
        threads,
        why: error.to_string(),
    })
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Finds a method by name. The error for an unknown name suggests the nearest one.
    fn from_str(name: &str) -> Result<Self, Error> {
        let names = Self::ALL.map(|method| (method.name(), method));
        Ok(UnknownName::find("method", name, &names)?)
    }
}
