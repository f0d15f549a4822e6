//! Files in a folder that somebody else may have prepared: the page of `serve --export`, the pages of
//! `man DIR`.
//!
//! Only files of the given names are written, and nothing is deleted. Every file is written beside its
//! place and renamed, so a link at the place is never followed, and another name of the same file keeps
//! the old text.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use super::Partial;
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
        let found = either!("there is already {found}", "{in_chinese}");
        let colon = either!(": ", "：");
        bail!("{}{colon}{found}", cannot_write(&shown(&path)));
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = Partial::create(&path, force).and_then(|mut partial| {
            partial.file.write_all(bytes)?;
            partial.finish()
        });
        written.with_context(|| cannot_write(&shown(&path)))?;
    }
    Ok(())
}
