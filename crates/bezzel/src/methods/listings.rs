//! Teaching listings: each method as a short program in pseudocode, Python, Java, C++ and
//! Pascal.
//!
//! The files `listing.*` of each method are complete programs apart from `main`. A comment ends
//! with its translation after ` / `, and a line that does a step ends with the kinds of step after
//! `@`:
//!
//! ```text
//!   free &= free - 1  # take it / 取走这一位 #@ place
//! ```
//!
//! A line that ends with `//+` (in Python `#+`) is only in the form that prints the solutions.
//!
//! The page makes starting points for learners from some listings in Python. A line that ends with
//! `#*` is only in the starting point, where it reports a move. After `#?` comes the task that
//! replaces the line (`exercise.ts` of the page describes this mark).

use super::{Method, StepKind, Tutorial, names};

/// Language of a [`Listing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Language {
    /// Structured text, in English or Chinese.
    Pseudocode,
    /// Python 3.8 or newer.
    Python,
    /// Java 8 or newer.
    Java,
    /// C++11 or newer.
    Cpp,
    /// Free Pascal 3.0 or newer.
    Pascal,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 5] = [
        Language::Pseudocode,
        Language::Python,
        Language::Java,
        Language::Cpp,
        Language::Pascal,
    ];

    /// Returns the beginning of a comment.
    pub(super) fn comment(self) -> &'static str {
        match self {
            Language::Python => "# ",
            _ => "// ",
        }
    }

    /// Returns the name for a reader.
    pub fn name(self) -> &'static str {
        match self {
            Language::Pseudocode => "pseudocode",
            Language::Python => "Python",
            Language::Java => "Java",
            Language::Cpp => "C++",
            Language::Pascal => "Pascal",
        }
    }
}

/// Form of a [`Listing`]: what the program does with a solution, and when it tests a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ListingForm {
    /// Counts the solutions.
    Counts,
    /// Prints the solutions as the tutorial does, and counts them.
    Prints,
    /// Tests a square before it stores the queen, where the usual form stores first; counts.
    CountsCheckedFirst,
    /// Tests before it stores, and prints.
    PrintsCheckedFirst,
}

impl ListingForm {
    fn prints(self) -> bool {
        matches!(self, Self::Prints | Self::PrintsCheckedFirst)
    }
}

/// The slope test that tests before it stores.
const CHECKED_FIRST: [&str; Language::ALL.len()] = [
    include_str!("slope_test/checked_first.txt"),
    include_str!("slope_test/checked_first.py"),
    include_str!("slope_test/checked_first.java"),
    include_str!("slope_test/checked_first.cpp"),
    include_str!("slope_test/checked_first.pas"),
];

/// Line of a [`Listing`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ListingLine {
    /// The line, with its comment in English.
    pub english: String,
    /// The line, with its comment in Chinese.
    pub chinese: String,
    /// Kinds of step that the line does.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub kinds: Vec<StepKind>,
}

/// Short program for a method, whose lines name the steps that they do.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Listing {
    /// Language of the program.
    pub language: Language,
    /// What the program does.
    pub form: ListingForm,
    /// Tutorials whose identifiers the program can have.
    pub tutorials: Vec<Tutorial>,
    /// Identifiers of bezzel, each with that of the tutorial whose names the program has.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<[String; 2]>))]
    pub names: Vec<(&'static str, &'static str)>,
    /// Lines of the program, from the first to the last.
    pub lines: Vec<ListingLine>,
}

impl Listing {
    /// Returns the number of the line that does steps of this kind, from 1.
    pub fn line_of(&self, kind: StepKind) -> Option<usize> {
        let does = |line: &ListingLine| line.kinds.contains(&kind);
        self.lines.iter().position(does).map(|index| index + 1)
    }
}

impl Method {
    /// Returns the listing of this method in a language: the form that counts.
    pub fn listing(self, language: Language) -> Listing {
        self.formed(language, ListingForm::Counts)
    }

    /// Returns the listings of this method in all forms and languages, with bezzel's identifiers or
    /// the names of a tutorial. Only the forms that the tutorial has are returned.
    ///
    /// ```
    /// use bezzel::methods::{Language, Method, Tutorial};
    /// let listings = Method::Bitmask.listings(Some(Tutorial::C));
    /// let java = listings.iter().find(|listing| listing.language == Language::Java).unwrap();
    /// let is_there = |text| java.lines.iter().any(|line| line.english.contains(text));
    /// assert!(is_there("long candidate = limit & ~(col | left | right);"));
    /// ```
    pub fn listings(self, names: Option<Tutorial>) -> Vec<Listing> {
        let mut listings = Vec::new();
        for form in self.forms() {
            if names.is_some_and(|tutorial| !form.is_of(self, tutorial)) {
                continue;
            }
            for language in Language::ALL {
                let mut listing = self.formed(language, form);
                if let Some(tutorial) = names {
                    names::rename(&mut listing, self.names_of(tutorial));
                }
                listings.push(listing);
            }
        }
        listings
    }

    fn forms(self) -> Vec<ListingForm> {
        use ListingForm::{Counts, CountsCheckedFirst, Prints, PrintsCheckedFirst};
        match self {
            Method::SlopeTest => vec![Counts, Prints, CountsCheckedFirst, PrintsCheckedFirst],
            Method::BorderedBoard => vec![Counts, Prints],
            // Their tutorials print the number only.
            _ => vec![Counts],
        }
    }

    fn formed(self, language: Language, form: ListingForm) -> Listing {
        let texts = match form {
            ListingForm::Counts | ListingForm::Prints => &self.registered().listings,
            _ => &CHECKED_FIRST,
        };
        let lines = texts[language as usize].lines();
        let lines = lines
            .filter(|line| !line.ends_with("#*"))
            .filter_map(|line| match only_printing(line) {
                Some(_) if !form.prints() => None,
                printing => Some(parsed(printing.unwrap_or(line), language)),
            })
            .collect();
        let tutorials = self.tutorials();
        Listing {
            language,
            form,
            tutorials: tutorials
                .into_iter()
                .filter(|tutorial| form.is_of(self, *tutorial))
                .collect(),
            names: Vec::new(),
            lines,
        }
    }
}

/// Returns a line without its mark if only the form that prints has it.
fn only_printing(line: &str) -> Option<&str> {
    let line = line
        .strip_suffix("//+")
        .or_else(|| line.strip_suffix("#+"))?;
    Some(line.trim_end())
}

fn parsed(line: &str, language: Language) -> ListingLine {
    let comment = language.comment();
    let (line, _) = line.split_once(" #?").unwrap_or((line, ""));
    let (line, kinds) = without_mark(line.trim_end());
    // In code only a comment has a translation.
    let code = match language {
        Language::Pseudocode => line.len() - line.trim_start().len(),
        _ => line
            .find(comment)
            .map_or(line.len(), |at| at + comment.len()),
    };
    let (code, text) = line.split_at(code);
    let (english, chinese) = text.split_once(" / ").unwrap_or((text, text));
    ListingLine {
        english: format!("{code}{english}"),
        chinese: format!("{code}{chinese}"),
        kinds,
    }
}

pub(super) fn without_mark(line: &str) -> (&str, Vec<StepKind>) {
    let Some((code, kinds)) = line.split_once("//@ ").or_else(|| line.split_once("#@ ")) else {
        return (line, Vec::new());
    };
    let named = |name: &str| name.parse().expect("the listings are tested");
    (
        code.trim_end(),
        kinds.split_whitespace().map(named).collect(),
    )
}
