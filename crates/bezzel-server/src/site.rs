//! The page as files: on any static host, and in a folder that a browser opens. They are the embedded
//! files; a list of them marks their directory.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::assets::Files;

/// Name of the list of files.
const LIST: &str = "bezzel-site.json";

/// Reason why the files of the page were not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The directory has files that no earlier call wrote.
    #[error(
        "expected a new or empty directory, or one that an earlier --export wrote, found '{}' in {}",
        .found.display(),
        .directory.display()
    )]
    Foreign {
        /// Directory that would have been written to.
        directory: PathBuf,
        /// Name of a file that is not part of the page.
        found: PathBuf,
    },
    /// The path is not a directory.
    #[error("expected a directory, found a file: {}", .0.display())]
    NotADirectory(PathBuf),
    /// A file cannot be read or written.
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

/// Size of the files that were written.
#[derive(Debug, Clone, Copy)]
pub struct SiteSize {
    /// Files written, `index.html` and the list of files included.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
}

/// The list of files of an exported page.
#[derive(Serialize, Deserialize)]
struct FileList {
    /// Program and version that wrote the files.
    program: String,
    files: BTreeSet<String>,
}

/// Writes the page. Files of an earlier export are replaced.
///
/// # Errors
///
/// If the directory has files that are not part of an earlier export, or cannot be written.
pub fn export(directory: &Path) -> Result<SiteSize, SiteError> {
    let files: Vec<(String, Vec<u8>)> = Files::iter()
        .map(|path| {
            let bytes = Files::get(&path).expect("a listed file").data.into_owned();
            (path.into_owned(), bytes)
        })
        .collect();
    write(directory, &files)?;
    Ok(SiteSize {
        files: files.len(),
        bytes: files.iter().map(|(_, bytes)| bytes.len() as u64).sum(),
    })
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> SiteError {
    let path = path.to_owned();
    |error| SiteError::Io { path, error }
}

/// Returns the files of an earlier export; empty for a new directory.
fn own_files(directory: &Path) -> Result<BTreeSet<String>, SiteError> {
    match fs::metadata(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(failed(directory)(error)),
        Ok(about) if !about.is_dir() => {
            return Err(SiteError::NotADirectory(directory.to_owned()));
        }
        Ok(_) => {}
    }
    let list = directory.join(LIST);
    let own = match fs::read(&list) {
        Ok(text) => serde_json::from_slice::<FileList>(&text)
            .map(|list| list.files)
            .unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeSet::new(),
        Err(error) => return Err(failed(&list)(error)),
    };
    for entry in fs::read_dir(directory).map_err(failed(directory))? {
        let name = entry.map_err(failed(directory))?.file_name();
        let name = name.to_string_lossy();
        let is_own = own.contains(&*name) || (name == LIST && !own.is_empty());
        if !is_own {
            let (directory, found) = (directory.to_owned(), PathBuf::from(&*name));
            return Err(SiteError::Foreign { directory, found });
        }
    }
    Ok(own)
}

/// Replaces the files of an earlier export. The list is written first, so that an export that was
/// interrupted can be repeated.
fn write(directory: &Path, files: &[(String, Vec<u8>)]) -> Result<(), SiteError> {
    let before = own_files(directory)?;
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let names: BTreeSet<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let put = |path: &str, bytes: &[u8]| {
        let path = directory.join(path);
        fs::write(&path, bytes).map_err(failed(&path))
    };
    put(LIST, &list_of(names.union(&before).cloned().collect()))?;
    for (path, bytes) in files {
        put(path, bytes)?;
    }
    for old in before.difference(&names) {
        let path = directory.join(old);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(&path)(error));
            }
            _ => {}
        }
    }
    put(LIST, &list_of(names))
}

fn list_of(files: BTreeSet<String>) -> Vec<u8> {
    let program = format!("bezzel {}", env!("CARGO_PKG_VERSION"));
    let list = FileList { program, files };
    serde_json::to_vec_pretty(&list).expect("the list is plain data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_others_are_kept() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path();
        let write = |names: [&str; 2]| {
            let files = names.map(|name| (name.to_owned(), b"text".to_vec()));
            write(directory, &files)
        };
        write(["index.html", "old.js"]).unwrap();
        // A second export replaces the first one.
        write(["index.html", "new.js"]).unwrap();
        assert!(directory.join("new.js").exists());
        assert!(!directory.join("old.js").exists());
        fs::write(directory.join("notes.txt"), "mine").unwrap();
        let error = export(directory).unwrap_err().to_string();
        assert!(error.contains("notes.txt"), "{error}");
        fs::remove_file(directory.join("notes.txt")).unwrap();
        fs::create_dir(directory.join("folder")).unwrap();
        assert!(matches!(export(directory), Err(SiteError::Foreign { .. })));
        let path = directory.join("index.html");
        assert!(matches!(export(&path), Err(SiteError::NotADirectory(_))));
    }
}
