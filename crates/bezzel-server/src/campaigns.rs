//! The folder of campaigns: the only files of the machine that the page can reach.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::reason::Reason;

/// How the names of ledgers end.
const ENDING: &str = ".bezzel";

/// The most files that are listed.
const MOST: usize = 1000;

/// A folder whose ledgers may be opened.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Fails if it cannot be read.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        fs::read_dir(path)?;
        Ok(Self(path.to_owned()))
    }

    /// The names of its ledgers. Links are left out, since they may lead elsewhere.
    pub(crate) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if let Ok(name) = entry.file_name().into_string()
                && is_file
                && name.ends_with(ENDING)
            {
                names.push(name);
            }
        }
        names.sort();
        names.truncate(MOST);
        Ok(names)
    }

    /// Where the ledger of this name is. It must be one that is listed, letter for letter, so
    /// no name leads out of the folder.
    pub(crate) fn find(&self, name: &str) -> Result<PathBuf, Reason> {
        let names = self.names().unwrap_or_default();
        match names.iter().find(|known| *known == name) {
            Some(known) => Ok(self.0.join(known)),
            None => Err(Reason::NoCampaign {
                file: name.to_owned(),
            }),
        }
    }
}
