//! The policy of a campaign: whose results it accepts, and how many of them a unit needs.

use bezzel::counted;
use sha2::{Digest, Sha256};

use crate::words::hex;
use crate::{Author, AuthorList, Error};

/// Maximum number of copies.
const MAX_COPIES: u32 = 100;

/// The policy of a campaign, which is chosen when its ledger is created.
///
/// ```
/// use bezzel_campaign::Policy;
/// let policy = Policy { both_routes: true, ..Policy::default() };
/// assert_eq!(policy.check()?.to_string(), "results of anyone; both routes for each unit");
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// The authors whose signed results are accepted; `None` accepts results of anyone, which then
    /// count but never confirm a unit.
    pub authors: Option<AuthorList>,
    /// Number of different sources that must agree on a unit, 1 to 100. More than one needs a list of
    /// authors.
    pub copies: u32,
    /// True if the agreeing results of a unit must contain both routes.
    pub both_routes: bool,
}

impl Default for Policy {
    /// Returns the policy of a campaign among trusted machines: results of anyone, and one result
    /// suffices.
    fn default() -> Self {
        Self {
            authors: None,
            copies: 1,
            both_routes: false,
        }
    }
}

impl Policy {
    /// Returns the policy. Fails if the number of copies is out of its range, or if no results could
    /// ever meet it.
    pub fn check(self) -> Result<Self, Error> {
        let wrong = |what: String| Err(Error::Invalid(what));
        if !(1..=MAX_COPIES).contains(&self.copies) {
            return wrong(format!(
                "expected 1 to {MAX_COPIES} copies, found {}",
                self.copies
            ));
        }
        match &self.authors {
            None if self.copies > 1 => wrong(format!(
                "expected a list of authors for {} copies, found none: results without a known author \
                 may all be of one person",
                self.copies
            )),
            Some(list) if list.len() < self.copies as usize => wrong(format!(
                "expected a list of at least {}, found {}: each unit needs as many different ones",
                counted(self.copies, "author"),
                list.len()
            )),
            _ => Ok(self),
        }
    }

    /// Returns true if every single result suffices.
    pub fn is_default(&self) -> bool {
        self == &Self::default()
    }

    pub(crate) fn has_list(&self) -> bool {
        self.authors.is_some()
    }

    pub(crate) fn lists(&self, author: Author) -> bool {
        let list = self.authors.as_ref();
        list.is_some_and(|list| list.contains_key(&author))
    }

    /// Fails if results of this author, or unsigned ones for `None`, are not accepted.
    pub(crate) fn admit(&self, author: Option<Author>) -> Result<(), String> {
        let found = match author {
            _ if !self.has_list() => return Ok(()),
            Some(author) if self.lists(author) => return Ok(()),
            Some(author) => format!("author {author}"),
            None => "one without a signature".to_owned(),
        };
        Err(format!(
            "expected a result signed by an author in the list of the campaign, found {found}"
        ))
    }

    /// Returns the number of authors and a checksum over the list, as a header states them.
    pub(crate) fn authors_word(&self) -> String {
        let Some(list) = &self.authors else {
            return "anyone".to_owned();
        };
        let mut hash = Sha256::new();
        for (author, name) in list {
            hash.update(format!("{author} {name}\n"));
        }
        format!("{}:{}", list.len(), hex(&hash.finalize()[..8]))
    }
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let authors = self.authors.as_ref().map(AuthorList::len);
        f.write_str(&text(authors, self.copies, self.both_routes))
    }
}

/// Describes a policy with so many authors in its list.
pub(crate) fn text(authors: Option<usize>, copies: u32, both_routes: bool) -> String {
    let whose = match authors {
        None => "results of anyone".to_owned(),
        Some(authors) => format!("signed results of {}", counted(authors, "listed author")),
    };
    let different = counted(copies, "different author");
    let needs = match (copies, both_routes) {
        (1, false) => "one result for each unit".to_owned(),
        (1, true) => "both routes for each unit".to_owned(),
        (_, false) => format!("{different} for each unit"),
        (_, true) => format!("{different} and both routes for each unit"),
    };
    format!("{whose}; {needs}")
}
