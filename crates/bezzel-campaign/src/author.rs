//! Authors: ed25519 keys, signatures of results, files of keys and lists of authors.
//!
//! An author is a public key. A signature covers the fingerprint of the plan and the whole line of
//! a result up to the signature, so that it is invalid for any other plan, unit, route, value, work
//! counter, backend, program, machine or time.
//!
//! A key says that results come from the same source. It says neither who that is nor that the
//! results are right.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use ed25519_dalek::{Signer, SigningKey, VerifyingKey};

use crate::words::{MAX_WORD, hex, is_word, shortened, unhex};
use crate::{Error, printable};

/// First line of a key file.
const KEY_TITLE: &str = "bezzel secret key 1";
const SECRET: &str = "secret ";
const AUTHOR: &str = "author ";
/// Maximum length of a key file in bytes. Key files have about 170 bytes.
const MAX_KEY_FILE_BYTES: u64 = 4096;
/// Maximum length of a list of authors in bytes.
pub const MAX_AUTHOR_LIST_BYTES: u64 = 1 << 22;
/// Maximum number of authors in a list.
const MAX_AUTHORS: usize = 10_000;

/// The public key of an author: 64 hexadecimal digits as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Author([u8; 32]);

impl Author {
    /// Parses 64 lower-case hexadecimal digits. Fails unless they are a public key.
    ///
    /// ```
    /// use bezzel_campaign::{Author, SecretKey};
    /// let author = SecretKey::new()?.author();
    /// assert_eq!(Author::parse(&author.to_string())?, author);
    /// assert!(Author::parse("me").is_err());
    /// # Ok::<(), bezzel_campaign::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        let key = unhex(text).map(Self).filter(|key| key.key().is_some());
        key.ok_or_else(|| Error::Invalid(format!(
                "expected an author (64 hexadecimal digits, as `bezzel key show` prints), found '{}'",
                shortened(text)
            )))
    }

    /// Returns the key, or `None` if the bytes are none, or one of the few keys under which anyone
    /// can sign.
    fn key(&self) -> Option<VerifyingKey> {
        let key = VerifyingKey::from_bytes(&self.0).ok()?;
        (!key.is_weak()).then_some(key)
    }
}

impl fmt::Display for Author {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Author {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Author({self})")
    }
}

impl serde::Serialize for Author {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The signature of a result, with its author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature {
    author: Author,
    bytes: [u8; 64],
}

impl Signature {
    /// Names the public key against which the signature was made; it may be invalid.
    pub fn author(&self) -> Author {
        self.author
    }

    /// Parses the two words of a signature. Does not verify it.
    pub(crate) fn parse(words: &str) -> Option<Self> {
        let (author, signature) = words.split_at_checked(64)?;
        Some(Self {
            author: Author(unhex(author)?),
            bytes: unhex(signature.strip_prefix(' ')?)?,
        })
    }

    /// Returns true if the author signed this text.
    pub(crate) fn is_valid(&self, text: &[u8]) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&self.bytes);
        let key = self.author.key();
        key.is_some_and(|key| key.verify_strict(text, &signature).is_ok())
    }
}

/// The two words of a signature in a line.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.author, hex(&self.bytes))
    }
}

/// The secret key of an author. Its memory is cleared when it is dropped.
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// Creates a key from random numbers of the system.
    pub fn new() -> Result<Self, Error> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| {
            Error::Invalid(format!("the system gives no random numbers: {error}"))
        })?;
        let key = SigningKey::from_bytes(&seed);
        seed.fill(0);
        Ok(Self(key))
    }

    /// Returns the author of its signatures.
    pub fn author(&self) -> Author {
        Author(self.0.verifying_key().to_bytes())
    }

    /// Returns the content of a key file, which must stay secret.
    pub fn to_file(&self) -> String {
        format!(
            "{KEY_TITLE}\n{SECRET}{}\n{AUTHOR}{}\n",
            hex(self.0.as_bytes()),
            self.author()
        )
    }

    /// Reads a key file. Fails if others can read it.
    ///
    /// ```no_run
    /// let key = bezzel_campaign::SecretKey::read("my.key".as_ref())?;
    /// println!("{}", key.author());
    /// # Ok::<(), bezzel_campaign::Error>(())
    /// ```
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display();
        let failed = |why: String| Error::Invalid(format!("cannot read {name}: {why}"));
        let file = File::open(path).map_err(|error| failed(error.to_string()))?;
        let found = file.metadata().map_err(|error| failed(error.to_string()))?;
        if !found.is_file() {
            return Err(failed("expected a regular file".to_owned()));
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = found.permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                let what = format!(
                    "{name}: expected a key that only its owner can read, found mode {mode:o}: use \
                     `chmod 600 {name}`"
                );
                return Err(Error::Invalid(what));
            }
        }
        let mut text = String::new();
        file.take(MAX_KEY_FILE_BYTES)
            .read_to_string(&mut text)
            .map_err(|error| failed(error.to_string()))?;
        Self::of_file(&text).map_err(|error| Error::Invalid(format!("{name}: {error}")))
    }

    /// Parses the content of a key file. Fails if any part of it was changed. Messages do not
    /// contain any of it.
    pub fn of_file(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::Invalid(
                "expected a key file written by `bezzel key new`, found another or a damaged file"
                    .to_owned(),
            )
        };
        let secret = text
            .lines()
            .nth(1)
            .and_then(|line| line.strip_prefix(SECRET));
        let key = secret
            .and_then(unhex)
            .map(|secret| Self(SigningKey::from_bytes(&secret)));
        let is_whole = |key: &Self| key.to_file().lines().eq(text.lines());
        key.filter(is_whole).ok_or_else(wrong)
    }

    pub(crate) fn sign(&self, text: &[u8]) -> Signature {
        Signature {
            author: self.author(),
            bytes: self.0.sign(text).to_bytes(),
        }
    }
}

/// Shows the author only.
impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey of {}", self.author())
    }
}

/// Authors with their names, or without one.
pub type AuthorList = BTreeMap<Author, String>;

/// Parses a list of authors: one per line, the key and optionally a name. Empty lines and lines
/// that begin with `#` are comments.
///
/// ```
/// use bezzel_campaign::{SecretKey, parse_authors};
/// let author = SecretKey::new()?.author();
/// let list = parse_authors(&format!("# from the forum\n{author} Ada\n"))?;
/// assert_eq!(list[&author], "Ada");
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
pub fn parse_authors(text: &str) -> Result<AuthorList, Error> {
    let mut list = AuthorList::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = |what: String| Error::Invalid(format!("line {number}: {what}"));
        let (key, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = name.trim();
        let author = Author::parse(key).map_err(|error| at(error.to_string()))?;
        if !name.is_empty() && !is_word(&name.replace(' ', "-")) {
            return Err(at(format!(
                "expected a name of at most {MAX_WORD} visible characters, found '{}'",
                shortened(name)
            )));
        }
        if list.insert(author, printable(name).into_owned()).is_some() {
            return Err(at(format!(
                "expected each author once, found {author} again"
            )));
        }
        if list.len() > MAX_AUTHORS {
            return Err(at(format!(
                "expected at most {MAX_AUTHORS} authors, found more"
            )));
        }
    }
    if list.is_empty() {
        return Err(Error::Invalid(
            "expected at least one author, found an empty list".to_owned(),
        ));
    }
    Ok(list)
}

/// Returns one of several authors.
#[cfg(test)]
pub(crate) fn test_author(number: usize) -> Author {
    let mut bytes = [0; 32];
    bytes[0] = number as u8;
    Author(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_file_survives_a_round_trip_and_no_changed_one_is_accepted() {
        let key = SecretKey::new().unwrap();
        let text = key.to_file();
        assert_eq!(SecretKey::of_file(&text).unwrap().author(), key.author());
        for at in 0..text.len() - 1 {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            let changed = String::from_utf8(changed).unwrap();
            let error = SecretKey::of_file(&changed).unwrap_err().to_string();
            assert!(!error.contains(&text[30..40]), "{error}");
            assert!(SecretKey::of_file(&text[..at]).is_err());
        }
        assert!(!format!("{key:?}").contains(&text[30..40]));
    }

    #[test]
    fn a_signature_holds_for_its_text_and_author_only() {
        let [one, two] = [(); 2].map(|()| SecretKey::new().unwrap());
        let signature = one.sign(b"text");
        assert!(signature.is_valid(b"text") && !signature.is_valid(b"texu"));
        let other = Signature {
            author: two.author(),
            ..signature
        };
        assert!(!other.is_valid(b"text"));
        let mut changed = signature;
        changed.bytes[3] ^= 1;
        assert!(!changed.is_valid(b"text"));
        // Under the neutral element of the curve anyone could sign.
        let mut weak = [0; 32];
        weak[0] = 1;
        assert!(Author::parse(&hex(&weak)).is_err());
        let forged = Signature {
            author: Author(weak),
            bytes: [0; 64],
        };
        assert!(!forged.is_valid(b"text"));
    }

    #[test]
    fn lists_of_authors_name_the_wrong_line() {
        let [one, two] = [(); 2].map(|()| SecretKey::new().unwrap().author());
        let list = parse_authors(&format!("# known\n\n{one}\n {two}  Ada Lovelace \n")).unwrap();
        assert_eq!(list[&one], "");
        assert_eq!(list[&two], "Ada Lovelace");
        for (text, why) in [
            (String::new(), "expected at least one author"),
            ("# none\n".to_owned(), "expected at least one author"),
            (format!("{one}\nAda\n"), "line 2: expected an author"),
            (
                format!("{one}\n{one} again\n"),
                "line 2: expected each author once",
            ),
            (format!("{one} a\u{1b}b\n"), "line 1: expected a name"),
            (
                format!("{one} {}\n", "a".repeat(101)),
                "line 1: expected a name",
            ),
            (one.to_string().to_uppercase(), "line 1: expected an author"),
        ] {
            // A key of digits only has no upper case.
            let error = parse_authors(&text).err().map(|error| error.to_string());
            let error = error.unwrap_or_default();
            assert!(error.starts_with(why), "{text:?}: {error}");
            assert!(!error.contains('\n'));
        }
    }
}
