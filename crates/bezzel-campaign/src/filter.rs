//! The selection of results that a withdrawal names.

use serde::Serialize;

use crate::words::is_word;
use crate::{Author, ProcessInfo, printable, utc};

/// A selection of results: those that have all these properties.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ResultFilter {
    /// The author of the signature.
    pub author: Option<Author>,
    /// The name of the machine.
    pub host: Option<String>,
    /// The program and its version.
    pub program: Option<String>,
    /// A backend as results name it, such as `avx2` or `cuda:0 (NVIDIA H200)`.
    pub backend: Option<String>,
    /// Earliest time of receipt in seconds since 1970, by the clock of the machine of the ledger.
    /// The time that an imported result claims is not used: anyone can backdate it.
    pub since: Option<i64>,
    /// Latest time of receipt.
    pub until: Option<i64>,
}

impl ResultFilter {
    /// Returns true if every result has these properties, because there are none.
    pub fn is_empty(&self) -> bool {
        self == &Self::default()
    }

    /// Returns the properties with their keys, as lines of a log state them.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&'static str, String)> {
        let properties = [
            ("author", self.author.map(|author| author.to_string())),
            ("host", self.host.clone()),
            ("program", self.program.clone()),
            ("backend", self.backend.clone()),
            ("since", self.since.map(|time| time.to_string())),
            ("until", self.until.map(|time| time.to_string())),
        ];
        let set = |(key, value): (_, Option<String>)| Some((key, value?));
        properties.into_iter().filter_map(set)
    }

    pub(crate) fn covers(
        &self,
        author: Option<Author>,
        process: &ProcessInfo,
        backend: &str,
        received: i64,
    ) -> bool {
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == found)
        };
        self.author.is_none_or(|wanted| author == Some(wanted))
            && is(&self.host, &process.host)
            && is(&self.program, &process.program)
            && is(&self.backend, backend)
            && self.since.is_none_or(|since| since <= received)
            && self.until.is_none_or(|until| received <= until)
    }

    /// Fails if no result can have these properties, or if all have them.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.is_empty() {
            return Err(
                "expected an author, host, program, backend or time span, found none".to_owned(),
            );
        }
        if let Some((what, word)) = self.properties().find(|(_, word)| !is_word(word)) {
            return Err(format!(
                "expected a {what} without spaces, as `bezzel campaign status` prints it, found '{}'",
                printable(&word)
            ));
        }
        match (self.since, self.until) {
            (Some(since), Some(until)) if since > until => Err(format!(
                "expected a time span that begins before its end, found since {since} and until {until} \
                 in seconds since 1970: no result has such a time"
            )),
            _ => Ok(()),
        }
    }
}

impl std::fmt::Display for ResultFilter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = self.properties().map(|(key, value)| match value.parse() {
            Ok(time) if ["since", "until"].contains(&key) => {
                format!("received {key} {}", utc(time))
            }
            _ => format!("{key} {value}"),
        });
        f.write_str(&parts.collect::<Vec<_>>().join(", "))
    }
}

/// A withdrawal of results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withdrawal {
    /// Its number, from 1.
    pub number: u64,
    /// The results that it withdraws, now and in the future.
    #[serde(flatten)]
    pub rule: ResultFilter,
    /// Words of the organiser, on one line.
    pub reason: String,
    /// Time of the withdrawal in seconds since 1970.
    pub time: i64,
    /// Time at which it was undone.
    pub undone: Option<i64>,
}
