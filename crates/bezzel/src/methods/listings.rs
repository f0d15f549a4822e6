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

use super::{Method, StepKind};

/// Language of a [`Listing`].
///
/// ```
/// use bezzel::methods::Language;
/// assert_eq!(Language::Cpp.name(), "C++");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(rename_all = "kebab-case")
)]
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

/// Line of a [`Listing`].
///
/// ```
/// use bezzel::methods::{Language, Method, StepKind};
/// let lines = Method::Bitmask.listing(Language::Python).lines;
/// let try_line = lines.iter().find(|line| line.kinds.contains(&StepKind::Try)).unwrap();
/// assert!(try_line.english.ends_with("# lowest set bit"));
/// assert!(try_line.chinese.ends_with("# 最低位的 1"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
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
///
/// ```
/// use bezzel::methods::{Language, Method};
/// let listing = Method::SlopeTest.listing(Language::Python);
/// assert_eq!(listing.lines[0].english, "def queens(n):");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Listing {
    /// Language of the program.
    pub language: Language,
    /// Lines of the program.
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
    /// Returns the listing of this method in a language.
    pub fn listing(self, language: Language) -> Listing {
        let text = self.registered().listings[language as usize];
        Listing {
            language,
            lines: text.lines().map(|line| parsed(line, language)).collect(),
        }
    }
}

fn parsed(line: &str, language: Language) -> ListingLine {
    let comment = if language == Language::Python {
        "# "
    } else {
        "// "
    };
    let (line, kinds) = without_mark(line);
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
