//! Texts in both languages, with rows and columns that a reader may count from 0 or from 1.

use std::borrow::Cow;
use std::fmt;

/// Language of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// A text in English and in Chinese.
///
/// A number of a row or column is written as [`Number`] does, so that a front end that counts from
/// 1 can change it; [`counted_from`] removes the signs.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Text {
    /// The text in English.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub english: Cow<'static, str>,
    /// The text in Chinese.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub chinese: Cow<'static, str>,
}

impl Text {
    /// Creates a text from constants.
    pub const fn new(english: &'static str, chinese: &'static str) -> Self {
        Self {
            english: Cow::Borrowed(english),
            chinese: Cow::Borrowed(chinese),
        }
    }

    /// Returns the text in one of the languages.
    pub fn read(&self, reading: Reading) -> &str {
        match reading {
            Reading::English => &self.english,
            Reading::Chinese => &self.chinese,
        }
    }
}

impl From<(String, String)> for Text {
    fn from((english, chinese): (String, String)) -> Self {
        Self {
            english: english.into(),
            chinese: chinese.into(),
        }
    }
}

/// Number of a row or column, or a sum of several, in a [`Text`] or a value: `{3}` is row 3 if
/// rows are counted from 0, `{3+2}` the sum 3 of two such numbers.
///
/// ```
/// use bezzel::methods::{Number, counted_from};
/// let text = format!("row {}, sum {}", Number::of(3), Number::sum(5, 2));
/// assert_eq!(text, "row {3}, sum {5+2}");
/// assert_eq!(counted_from(0, &text), "row 3, sum 5");
/// assert_eq!(counted_from(1, &text), "row 4, sum 7");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    value: u32,
    terms: u32,
}

impl Number {
    /// Creates the number of a row or column, counted from 0.
    pub fn of(value: u32) -> Self {
        Self { value, terms: 1 }
    }

    /// Creates the sum of this many numbers of rows or columns.
    pub fn sum(value: u32, terms: u32) -> Self {
        Self { value, terms }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.terms {
            1 => write!(f, "{{{}}}", self.value),
            terms => write!(f, "{{{}+{terms}}}", self.value),
        }
    }
}

/// Returns a text with the numbers of rows and columns counted from `first`, without their signs.
pub fn counted_from(first: u32, text: &str) -> String {
    let mut parts = text.split('{');
    let mut counted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.split_once('}').and_then(|(number, rest)| {
            let (value, terms) = number.split_once('+').unwrap_or((number, "1"));
            let (value, terms): (u32, u32) = (value.parse().ok()?, terms.parse().ok()?);
            Some((value + terms * first, rest))
        });
        match number {
            Some((number, rest)) => counted += &format!("{number}{rest}"),
            None => counted = counted + "{" + part,
        }
    }
    counted
}

/// Formats a sentence in both languages. The texts in brackets have their words in each language.
#[doc(hidden)]
#[macro_export]
macro_rules! texts {
    (
        [$($text:ident $(= $made:expr)?),*], $english:literal, $chinese:literal
        $(, $name:ident = $value:expr)*
    ) => {{
        $($(let $text = &$made;)?)*
        $(let $name = &$value;)*
        let english = { $(let $text = &$text.english;)* format!($english) };
        let chinese = { $(let $text = &$text.chinese;)* format!($chinese) };
        $crate::methods::Text::from((english, chinese))
    }};
    ($english:literal, $chinese:literal $(, $name:ident = $value:expr)*) => {
        $crate::texts!([], $english, $chinese $(, $name = $value)*)
    };
}
