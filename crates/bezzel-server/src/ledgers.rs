//! The ledger directory: the only files of the machine that the page can open.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::problem::{Code, Problem};

const EXTENSION: &str = ".bezzel";

/// Maximum number of files that are listed.
const MAX_FILES: usize = 1000;

pub(crate) struct LedgerDirectory(PathBuf);

impl LedgerDirectory {
    /// Opens a directory. Fails if it cannot be read.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        fs::read_dir(path)?;
        Ok(Self(path.to_owned()))
    }

    /// Returns the names of the ledgers. Symbolic links are excluded: they can point outside the
    /// directory.
    pub(crate) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if let Ok(name) = entry.file_name().into_string()
                && is_file
                && name.ends_with(EXTENSION)
            {
                names.push(name);
            }
        }
        names.sort();
        names.truncate(MAX_FILES);
        Ok(names)
    }

    /// Returns the path of the ledger with this name. The name must equal a listed name, so no
    /// name can refer to a file outside the directory.
    pub(crate) fn find(&self, name: &str) -> Result<PathBuf, Problem> {
        let names = self.names().unwrap_or_default();
        match names.iter().find(|known| *known == name) {
            Some(known) => Ok(self.0.join(known)),
            None => {
                let english = format!("the ledger directory has no file '{name}'");
                let chinese = format!("计数文件夹中没有 {name}");
                Err(Problem::told(Code::NotFound, (english, chinese)))
            }
        }
    }
}
