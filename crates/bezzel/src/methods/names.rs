//! The identifiers of the tutorials, for readers who come from one of them.
//!
//! The listings are bezzel's own text. This table renames their identifiers; no source of a tutorial
//! is copied. The masks of tutorials A and D are named by what they mean: A lets bit 0 stand for the
//! last column, so that its shifts are the other way round.

use super::Method;
use super::listings::{Language, Listing, ListingForm};

/// One of the four tutorials from which bezzel started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Tutorial {
    /// 八皇后||算法, Java.
    A,
    /// 八皇后问题(N皇后问题), C++.
    B,
    /// N皇后问题(位运算), Java.
    C,
    /// N皇后问题, Pascal.
    D,
}

crate::names! {
    /// All tutorials, from A to D.
    Tutorial, "tutorial": A = "a", B = "b", C = "c", D = "d"
}

impl Tutorial {
    /// Returns the language of the tutorial's programs.
    pub fn language(self) -> Language {
        match self {
            Tutorial::A | Tutorial::C => Language::Java,
            Tutorial::B => Language::Cpp,
            Tutorial::D => Language::Pascal,
        }
    }
}

/// Identifiers of our listings, with the identifiers of a tutorial.
type Names = &'static [(&'static str, &'static str)];

use Language::{Java, Python};
use Method::*;
use Tutorial::{A, B, C, D};

const MARKERS_OF_D: Names = &[
    ("columns", "h"),
    ("diagonals", "f"),
    ("anti", "z"),
    ("search", "dfs"),
];

/// The names in each method of each tutorial.
const NAMES: &[(Method, Tutorial, Names)] = &[
    (
        DiagonalMarkers,
        A,
        &[
            ("columns", "cols"),
            ("diagonals", "zhuDiagonal"),
            ("anti", "ciDiagonal"),
            ("search", "back2Track"),
            ("found", "count"),
        ],
    ),
    (
        SlopeTest,
        A,
        &[
            ("columns", "locations"),
            ("row", "k"),
            ("column", "i"),
            ("search", "check"),
            ("is_safe", "isSafe"),
            ("found", "maxCount"),
            ("show", "print"),
        ],
    ),
    (
        Bitmask,
        A,
        &[
            ("columns", "column"),
            ("diagonals", "na"),
            ("anti", "pie"),
            ("queen", "p"),
            ("free", "bits"),
            ("search", "backTrack"),
            ("found", "count"),
        ],
    ),
    (
        BorderedBoard,
        B,
        &[
            ("cells", "m_chessboard"),
            ("directions", "m_direction"),
            ("placed", "m_solution"),
            ("row", "j"),
            ("column", "i"),
            ("search", "run"),
            ("is_safe", "check"),
            ("isSafe", "check"),
            ("found", "count"),
            ("show", "print"),
        ],
    ),
    (
        SlopeTest,
        C,
        &[
            ("columns", "path"),
            ("row", "i"),
            ("column", "j"),
            ("search", "traversal"),
            ("is_safe", "check"),
            ("isSafe", "check"),
        ],
    ),
    (
        Bitmask,
        C,
        &[
            ("columns", "col"),
            ("diagonals", "right"),
            ("anti", "left"),
            ("queen", "place"),
            ("free", "candidate"),
            ("full", "limit"),
            ("search", "traversal"),
        ],
    ),
    (DiagonalMarkers, D, MARKERS_OF_D),
    (MirroredMarkers, D, MARKERS_OF_D),
    (LastColumn, D, MARKERS_OF_D),
    (
        LinkedColumns,
        D,
        &[
            ("previous", "pre"),
            ("diagonals", "f"),
            ("anti", "z"),
            ("search", "dfs"),
        ],
    ),
    (
        Bitmask,
        D,
        &[
            ("columns", "h"),
            ("diagonals", "f"),
            ("anti", "z"),
            ("queen", "t"),
            ("free", "now"),
            ("full", "final"),
            ("search", "work"),
        ],
    ),
];

impl Method {
    /// Returns the tutorials whose identifiers the listings of this method can have.
    pub fn tutorials(self) -> Vec<Tutorial> {
        let of_method = NAMES.iter().filter(|(method, ..)| *method == self);
        let mut tutorials: Vec<_> = of_method.map(|(_, tutorial, _)| *tutorial).collect();
        tutorials.sort_by_key(|tutorial| *tutorial as usize);
        tutorials
    }

    /// Returns the identifiers of our listings, each beside its name in a tutorial.
    pub fn names_of(self, tutorial: Tutorial) -> &'static [(&'static str, &'static str)] {
        let named =
            |(method, of, _): &&(Method, Tutorial, Names)| (*method, *of) == (self, tutorial);
        NAMES.iter().find(named).map_or(&[], |(_, _, names)| names)
    }
}

impl ListingForm {
    /// Returns `true` if a tutorial has the program of this form: C tests before it stores.
    pub(super) fn is_of(self, method: Method, tutorial: Tutorial) -> bool {
        let is_first = matches!(self, Self::CountsCheckedFirst | Self::PrintsCheckedFirst);
        method != SlopeTest || is_first == (tutorial == C)
    }
}

/// Renames the identifiers in the code of a listing, and notes those that it has; comments and
/// pseudocode stay, since their words are prose.
pub(super) fn rename(listing: &mut Listing, names: Names) {
    if listing.language == Language::Pseudocode {
        return;
    }
    let mut found = Vec::new();
    let comment = listing.language.comment();
    for line in &mut listing.lines {
        for text in [&mut line.english, &mut line.chinese] {
            let end = text.find(comment).unwrap_or(text.len());
            let code = renamed(&text[..end], listing.language, names, &mut found);
            *text = code + &text[end..];
        }
    }
    let is_there = |name: &&(&str, &str)| found.contains(&name.0);
    listing.names = names.iter().filter(is_there).copied().collect();
}

fn renamed(code: &str, language: Language, names: Names, found: &mut Vec<&'static str>) -> String {
    let mut renamed = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let word = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word.max(first.len_utf8()));
        let is_taken = |name| matches!((language, name), (Java, "final") | (Python, "print"));
        let new = names
            .iter()
            .find(|(ours, theirs)| *ours == word && !is_taken(*theirs));
        found.extend(new.map(|(ours, _)| ours));
        renamed += new.map_or(word, |(_, theirs)| theirs);
        rest = after;
    }
    renamed
}
