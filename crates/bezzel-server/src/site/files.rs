//! The directory of an exported page. A list of the files written marks it as such.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::SiteError;

/// Name of the list of files.
const LIST: &str = "bezzel-site.json";

/// Folder of the data.
const DATA: &str = "data";

/// A file of the page.
pub(super) struct SiteFile {
    /// Path in the directory, with slashes.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

impl SiteFile {
    /// Makes a script that passes compressed JSON to the page.
    pub(super) fn script(name: &str, compressed: &[u8]) -> Self {
        let text = STANDARD.encode(compressed);
        Self {
            path: format!("{DATA}/{name}.js"),
            bytes: format!("bezzelData(\"{name}\",\"{text}\")\n").into_bytes(),
        }
    }
}

/// The list of files of an exported page.
#[derive(Serialize, Deserialize)]
struct FileList {
    /// Program and version that wrote the files.
    program: String,
    files: BTreeSet<String>,
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> SiteError {
    let path = path.to_owned();
    |error| SiteError::Io { path, error }
}

/// Returns an error if the directory has files that are not part of an exported page.
pub(super) fn check(directory: &Path) -> Result<(), SiteError> {
    own_files(directory).map(|_| ())
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
    let mut own = match fs::read(&list) {
        Ok(text) => serde_json::from_slice::<FileList>(&text)
            .map(|list| list.files)
            .unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeSet::new(),
        Err(error) => return Err(failed(&list)(error)),
    };
    if !own.is_empty() {
        own.insert(LIST.to_owned());
    }
    let mut found = Vec::new();
    list_files(directory, "", &mut found)?;
    if let Some(foreign) = found.into_iter().find(|path| !own.contains(path)) {
        let (directory, found) = (directory.to_owned(), PathBuf::from(foreign));
        return Err(SiteError::Foreign { directory, found });
    }
    Ok(own)
}

/// Lists the files of a directory, and the directories other than that of the data.
fn list_files(directory: &Path, prefix: &str, found: &mut Vec<String>) -> Result<(), SiteError> {
    let entries = fs::read_dir(directory).map_err(failed(directory))?;
    for entry in entries {
        let entry = entry.map_err(failed(directory))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().map_err(failed(directory))?;
        if kind.is_dir() && prefix.is_empty() && name == DATA {
            list_files(&entry.path(), "data/", found)?;
        } else {
            found.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

/// Replaces the files of an earlier export. The list is written first, so that an export that was
/// interrupted can be repeated.
pub(super) fn write(directory: &Path, files: Vec<SiteFile>) -> Result<(), SiteError> {
    let before = own_files(directory)?;
    let data = directory.join(DATA);
    fs::create_dir_all(&data).map_err(failed(&data))?;
    let names: BTreeSet<String> = files.iter().map(|file| file.path.clone()).collect();
    let put = |path: &str, bytes: &[u8]| {
        let path = directory.join(path);
        fs::write(&path, bytes).map_err(failed(&path))
    };
    let all = names.union(&before).filter(|name| *name != LIST).cloned();
    put(LIST, &list_of(all.collect()))?;
    for file in &files {
        put(&file.path, &file.bytes)?;
    }
    for old in before
        .iter()
        .filter(|old| *old != LIST && !names.contains(*old))
    {
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

    fn file(path: &str) -> SiteFile {
        SiteFile {
            path: path.into(),
            bytes: b"text".into(),
        }
    }

    #[test]
    fn files_of_others_are_kept() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path();
        write(directory, vec![file("index.html"), file("data/old.js")]).unwrap();
        // A second export replaces the first one.
        write(directory, vec![file("index.html"), file("data/new.js")]).unwrap();
        assert!(directory.join("data/new.js").exists());
        assert!(!directory.join("data/old.js").exists());
        for foreign in ["notes.txt", "data/notes.txt"] {
            fs::write(directory.join(foreign), "mine").unwrap();
            let error = check(directory).unwrap_err().to_string();
            assert!(error.contains(foreign), "{error}");
            fs::remove_file(directory.join(foreign)).unwrap();
        }
        fs::create_dir(directory.join("folder")).unwrap();
        assert!(matches!(check(directory), Err(SiteError::Foreign { .. })));
        let path = directory.join("index.html");
        assert!(matches!(check(&path), Err(SiteError::NotADirectory(_))));
    }
}
