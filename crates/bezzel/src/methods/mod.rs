//! The solution methods, simplest first.
//!
//! Each method is a folder; read them in the order of [`Method::ALL`]. All methods list solutions in
//! their natural order, report the same work counters and can be observed step by step through an
//! [`Observer`]. n is the size of the board, Q(n) the number of solutions (OEIS A000170).
//!
//! ```text
//!   bitmask/  mod.rs      the method; the comments `//@ kind` mark the lines that do steps
//!             about.rs    name, idea, cost and source, in English and Chinese
//!             listing.*   the method in other languages, with the same marks; names.rs has the
//!                         identifiers that the tutorials use
//! ```
//!
//! A new method is such a folder, a `mod` line and an entry in the registry below.
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
pub(crate) mod dancing_links;
mod diagonal_markers;
mod find;
mod frames;
pub mod growth;
mod kind;
mod last_column;
mod linked_columns;
mod listings;
mod min_conflicts;
mod mirrored_bitmask;
mod mirrored_markers;
mod names;
pub mod observer;
mod opening;
#[cfg(feature = "parallel")]
mod parallel;
mod run;
mod sentences;
mod slope_test;
mod sources;
mod steps;
mod table;
mod text;
mod view;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

#[cfg(feature = "parallel")]
pub use crate::parallel::FinishedPart;
pub use about::{MethodInfo, OwnKind, WorkCounter};
pub use find::Goal;
pub use frames::{Frame, Local};
pub use kind::StepKind;
pub use listings::{Language, Listing, ListingForm, ListingLine};
pub use names::Tutorial;
pub use observer::{Context, Counters, Data, Event, Masks, Observer, Probe, Work};
pub use run::Run;
pub use sources::{SourceFile, SourceLine};
pub use steps::{ForEachStep, Step, Steps, Stoppable};
pub use table::{Table, TableRow};
pub use text::{Number, Reading, Text, counted_from};
pub use view::ShownStep;

use crate::{Error, UnknownName};
use frames::Moment;
use observer::{Unwatched, Watch};
use opening::Opening;

/// The search of one method.
trait SearchMethod {
    /// Rule for splitting the search for several threads.
    const SPLIT_RULE: SplitRule = SplitRule::FreeSquares;

    /// True if the method draws random numbers, so that a seed decides its run.
    const IS_RANDOM: bool = false;

    /// Returns the start positions whose weighted sum is Q(n): one for plain methods, several
    /// for methods that use symmetry.
    fn openings(_n: u32) -> Vec<Opening> {
        vec![Opening::start()]
    }

    /// Visits all solutions that extend `opening` and returns their number (without images), or
    /// breaks when the observer does.
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64>;

    /// Returns the call stack of a step, the outermost frame first.
    fn frames(moment: Moment<'_>) -> Vec<Frame> {
        frames::of_rows(moment)
    }

    /// Describes a step that only this method has, or that it describes in another way.
    fn own_sentence(_n: u32, _step: &Step) -> Option<Text> {
        None
    }
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

/// Declares the methods: the enum, its list, and what belongs to each of them. `$d` is a dollar sign,
/// for the macro that this one defines.
macro_rules! registry {
    (($d:tt) $($(#[$doc:meta])* $method:ident in $folder:ident;)*) => {
        /// Method that solves n queens, from brute force to the colour split.
        ///
        /// ```
        /// use bezzel::methods::Method;
        /// let method: Method = "mirrored-bitmask".parse()?;
        /// assert_eq!(method.count(8)?, 92);
        /// assert!(method.check_size(65).is_err());
        /// # Ok::<(), bezzel::Error>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Method {
            $($(#[$doc])* $method,)*
        }

        impl Method {
            /// All methods in learning order.
            pub const ALL: [Method; [$(Method::$method),*].len()] = [$(Method::$method),*];
        }

        /// In the order of [`Method::ALL`].
        static REGISTRY: [Registered; Method::ALL.len()] = [$(Registered {
            about: $folder::about::ABOUT,
            file: concat!(stringify!($folder), "/mod.rs"),
            source: include_str!(concat!(stringify!($folder), "/mod.rs")),
            listings: [
                include_str!(concat!(stringify!($folder), "/listing.txt")),
                include_str!(concat!(stringify!($folder), "/listing.py")),
                include_str!(concat!(stringify!($folder), "/listing.java")),
                include_str!(concat!(stringify!($folder), "/listing.cpp")),
                include_str!(concat!(stringify!($folder), "/listing.pas")),
            ],
        }),*];

        /// Evaluates `$body` with `$search` as the type that implements the method.
        macro_rules! dispatch {
            ($d method:expr, $d search:ident => $d body:expr) => {
                match $d method {
                    $(Method::$method => {
                        type $d search = $folder::$method;
                        $d body
                    })*
                }
            };
        }
    };
}

registry! { ($)
    /// n nested loops over all nⁿ choices of columns, tested at the end.
    BruteForce in brute_force;
    /// A board with a border of sentinels, scanned from the square outwards.
    BorderedBoard in bordered_board;
    /// One array of columns; two queens are compared by column and slope.
    SlopeTest in slope_test;
    /// One marker for each column, diagonal and anti-diagonal.
    DiagonalMarkers in diagonal_markers;
    /// The markers, finding only one of several solutions that are rotations or reflections of each other.
    MirroredMarkers in mirrored_markers;
    /// The free columns as a doubly linked list.
    LinkedColumns in linked_columns;
    /// The markers, with the column of the last row computed instead of searched.
    LastColumn in last_column;
    /// Three integers used as sets of columns and diagonals.
    Bitmask in bitmask;
    /// The three integers, with only the left half of the first row.
    MirroredBitmask in mirrored_bitmask;
    /// Even and odd squares counted separately and joined by rows and columns.
    ColourSplit in colour_split;
    /// Exact cover of rows and columns by squares, with Knuth's links.
    DancingLinks in dancing_links;
    /// Local search from a random placement; finds one solution and does not count.
    MinConflicts in min_conflicts;
}

/// Entry of the registry: the files of a method.
struct Registered {
    about: MethodInfo,
    /// Folder and name of the source file.
    file: &'static str,
    /// Text of the source file, with the marks of its steps.
    source: &'static str,
    /// In the order of [`Language::ALL`].
    listings: [&'static str; Language::ALL.len()],
}

impl Method {
    fn registered(self) -> &'static Registered {
        &REGISTRY[self as usize]
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Fails with [`Error::TooLarge`] if the method does not accept n.
    pub fn check_size(self, n: u32) -> Result<(), Error> {
        let &MethodInfo { name, max_n, .. } = self.about();
        if n > max_n {
            return Err(Error::TooLarge {
                n: n.into(),
                what: name,
                max: max_n,
            });
        }
        Ok(())
    }

    fn frames(self, moment: Moment<'_>) -> Vec<Frame> {
        dispatch!(self, S => S::frames(moment))
    }

    fn own_sentence(self, n: u32, step: &Step) -> Option<Text> {
        dispatch!(self, S => S::own_sentence(n, step))
    }

    /// Returns `true` if the method counts solutions; [`MinConflicts`](Self::MinConflicts) does not.
    pub fn counts(self) -> bool {
        self.about().largest_in_a_second.is_some()
    }

    /// Returns `true` if the method draws random numbers, so that [a seed](Run::seeded) decides its
    /// run.
    pub fn is_random(self) -> bool {
        dispatch!(self, S => S::IS_RANDOM)
    }

    /// Returns the names of the methods for which `is_wanted` is true, separated by commas.
    fn names(is_wanted: impl Fn(Self) -> bool) -> String {
        let wanted = Self::ALL.into_iter().filter(|&method| is_wanted(method));
        wanted.map(Self::name).collect::<Vec<_>>().join(", ")
    }

    /// Fails with [`Error::DoesNotCount`] if the method does not count, and with
    /// [`Error::TooLarge`] if it does not accept n.
    ///
    /// ```
    /// use bezzel::methods::Method;
    /// assert!(Method::Bitmask.check_count(64).is_ok());
    /// assert!(Method::MinConflicts.check_count(8).is_err());
    /// ```
    pub fn check_count(self, n: u32) -> Result<(), Error> {
        match self.counts() {
            true => self.check_size(n),
            false => Err(Error::DoesNotCount {
                method: self.name(),
                accepted: Self::names(Self::counts),
            }),
        }
    }

    /// Counts the solutions for n queens on the calling thread. The time grows with the work
    /// counters of the method, which [`Run::counters`] returns.
    ///
    /// Fails with [`Error::TooLarge`] if the method does not accept n, and with
    /// [`Error::DoesNotCount`] if it does not count.
    pub fn count(self, n: u32) -> Result<u128, Error> {
        self.check_count(n)?;
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
    /// from any thread. Needs the feature `parallel`.
    ///
    /// Fails with [`Error::TooLarge`] if the method does not accept n, with [`Error::DoesNotCount`]
    /// if it does not count, and with [`Error::Threads`] if the system does not start the threads.
    #[cfg(feature = "parallel")]
    pub fn count_parallel(
        self,
        n: u32,
        threads: usize,
        progress: &(dyn Fn(FinishedPart) + Sync),
    ) -> Result<u128, Error> {
        self.check_count(n)?;
        dispatch!(self, S => parallel::count::<S>(n, threads, progress))
    }

    /// Searches a board of an accepted size.
    fn watch<O: Watch>(self, n: u32, seed: u64, observer: &mut O) -> ControlFlow<()> {
        dispatch!(self, S => watched::<S, O>(n, seed, observer))
    }
}

fn weighted<S: SearchMethod>(n: u32, opening: &Opening) -> u128 {
    match S::search(n, opening, &mut Unwatched) {
        ControlFlow::Continue(found) => u128::from(found) * opening.images.len() as u128,
        ControlFlow::Break(()) => unreachable!("only an observer can stop a search"),
    }
}

fn watched<S: SearchMethod, O: Watch>(n: u32, seed: u64, observer: &mut O) -> ControlFlow<()> {
    for opening in S::openings(n) {
        let opening = Opening { seed, ..opening };
        S::search(n, &opening, observer)?;
    }
    ControlFlow::Continue(())
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    /// Finds a method by name, also by its Chinese name. The error for an unknown name suggests the nearest one.
    fn from_str(name: &str) -> Result<Self, Error> {
        let is_chinese = |method: &Self| {
            let title = &method.about().title.chinese;
            title
                .strip_suffix(method.name())
                .is_some_and(|title| title.trim_end() == name)
        };
        if let Some(method) = Self::ALL.into_iter().find(is_chinese) {
            return Ok(method);
        }
        let names = Self::ALL.map(|method| (method.name(), method));
        Ok(UnknownName::find("method", name, &names)?)
    }
}
