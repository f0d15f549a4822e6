//! Files in a folder that somebody else may have prepared: the page of `serve --export`, the pages of
//! `man DIR`.
//!
//! Only files of the given names are written, and nothing is deleted. Every file is written beside its
//! place and renamed, so a link at the place is never followed, and another name of the same file keeps
//! the old text.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::create_partial;
use anyhow::{Context, anyhow, bail};

use crate::input::{cannot_write, shown};
use crate::language::either;

/// Writes files into an existing folder. Fails before the first one if the folder has anything with
/// one of these names, except plain files, which `force` replaces.
pub(crate) fn write_folder(
    folder: &Path,
    files: &[(String, Vec<u8>)],
    force: bool,
) -> anyhow::Result<()> {
    for (name, _) in files {
        let path = folder.join(name);
        let kind = match fs::symlink_metadata(&path) {
            Ok(found) => found.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => bail!(anyhow!(error).context(cannot_write(&shown(&path)))),
        };
        let (found, in_chinese) = match (kind.is_file(), kind.is_symlink(), kind.is_dir()) {
            (true, ..) if force => continue,
            (true, ..) => (
                "a file: use another directory, or replace it with --force",
                "文件已存在：请换一个文件夹，或用 --force 替换",
            ),
            (_, true, _) => (
                "a link: use another directory, or remove the link",
                "那里有一个链接：请换一个文件夹，或删除链接",
            ),
            (.., true) => (
                "a directory: use another one",
                "那里有一个同名的文件夹：请换一个",
            ),
            _ => (
                "a pipe or device: use another directory",
                "那里有管道或设备：请换一个文件夹",
            ),
        };
        let found = either(format!("expected no file, found {found}"), in_chinese);
        bail!("{}: {found}", cannot_write(&shown(&path)));
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = write_file(&path, bytes, force);
        written.with_context(|| cannot_write(&shown(&path)))?;
    }
    Ok(())
}

fn write_file(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let mut file = create_partial(path)?;
    // Not to the named file, whose errors would name it.
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    // Without force, a file that appeared in the meantime stays.
    let placed = match force {
        true => file.persist(path),
        false => file.persist_noclobber(path),
    };
    placed.map(drop).map_err(|error| error.error)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::path::PathBuf;

    use super::*;

    /// A folder that a stranger has prepared, beside a file of the user.
    struct Prepared {
        place: tempfile::TempDir,
        folder: PathBuf,
        own: PathBuf,
    }

    impl Prepared {
        fn new() -> Self {
            let place = tempfile::tempdir().unwrap();
            let folder = place.path().join("folder");
            fs::create_dir(&folder).unwrap();
            let own = place.path().join("own.txt");
            fs::write(&own, "mine").unwrap();
            Self { place, folder, own }
        }

        /// Writes two files and returns the error.
        fn write(&self, force: bool) -> String {
            let files = [("first", "1"), ("index.html", "2")];
            let files = files.map(|(name, text)| (name.to_owned(), text.into()));
            let written = write_folder(&self.folder, &files, force);
            assert_eq!(fs::read(&self.own).unwrap(), b"mine", "{written:?}");
            written.map_or_else(|error| error.to_string(), |()| String::new())
        }

        fn names(&self) -> Vec<String> {
            let names = fs::read_dir(&self.folder).unwrap().map(|entry| {
                let name = entry.unwrap().file_name();
                name.into_string().unwrap()
            });
            let mut names: Vec<_> = names.collect();
            names.sort();
            names
        }
    }

    #[test]
    fn what_is_no_plain_file_is_refused_before_anything_is_written() {
        type Prepare = fn(&Path, &Prepared);
        let cases: [(&str, Prepare); 6] = [
            ("a file", |at, _| fs::write(at, "old").unwrap()),
            ("a link", |at, prepared| symlink(&prepared.own, at).unwrap()),
            ("a link", |at, prepared| {
                symlink(prepared.place.path().join("dangling"), at).unwrap();
            }),
            ("a link", |at, _| symlink(at, at).unwrap()),
            ("a directory", |at, _| fs::create_dir(at).unwrap()),
            ("a pipe or device", |at, _| {
                drop(std::os::unix::net::UnixListener::bind(at).unwrap());
            }),
        ];
        for (found, prepare) in cases {
            for force in [false, true] {
                let prepared = Prepared::new();
                prepare(&prepared.folder.join("index.html"), &prepared);
                let error = prepared.write(force);
                if force && found == "a file" {
                    assert_eq!(error, "");
                    continue;
                }
                assert!(error.contains(&format!("index.html: expected no file, found {found}")));
                assert_eq!(prepared.names(), ["index.html"], "{error}");
                assert!(!prepared.place.path().join("dangling").exists());
            }
        }
    }

    #[test]
    fn a_replaced_file_keeps_its_other_names_and_a_read_only_one_its_own() {
        let prepared = Prepared::new();
        let at = prepared.folder.join("first");
        fs::hard_link(&prepared.own, &at).unwrap();
        let read_only = prepared.folder.join("index.html");
        fs::write(&read_only, "old").unwrap();
        fs::set_permissions(&read_only, fs::Permissions::from_mode(0o444)).unwrap();
        assert_eq!(prepared.write(true), "");
        assert_eq!(fs::read(&at).unwrap(), b"1");
        assert_eq!(fs::metadata(&prepared.own).unwrap().nlink(), 1);
        assert_eq!(fs::read(&read_only).unwrap(), b"2");
        // Others may read what a web server shows.
        assert_eq!(fs::metadata(&at).unwrap().mode() & 0o444, 0o444);
    }

    #[test]
    fn other_files_stay_whatever_a_list_in_the_folder_says() {
        let prepared = Prepared::new();
        let list = r#"{"program": "bezzel 0.2.0", "files": ["../own.txt", "notes", "first"]}"#;
        fs::write(prepared.folder.join("bezzel-site.json"), list).unwrap();
        fs::write(prepared.folder.join("notes"), "mine too").unwrap();
        assert_eq!(prepared.write(false), "");
        assert_eq!(prepared.write(true), "");
        let all = ["bezzel-site.json", "first", "index.html", "notes"];
        assert_eq!(prepared.names(), all);
    }
}
