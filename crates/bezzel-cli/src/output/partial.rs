//! Partial files: files that are written under another name and renamed when they are complete.
//!
//! A process that is killed leaves its partial file behind. The file is locked while it is being
//! written, so that the next process can recognise and remove abandoned ones.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// Suffix of the name of a partial file.
const SUFFIX: &str = ".partial";
/// Number of letters and digits between the name of the complete file and that suffix.
const RANDOM_CHARS: usize = 6;
/// Maximum number of attempts, each of which fails if another process removes the file.
const MAX_ATTEMPTS: usize = 16;

/// Creates a partial file beside `path`, which is locked while it is open, and removed if it is
/// dropped.
pub(super) fn create(path: &Path) -> io::Result<NamedTempFile> {
    // Fails with the error of the system, without the random name.
    fs::metadata(folder(path))?;
    let mut builder = new_file();
    let prefix = prefix(path);
    builder
        .prefix(&prefix)
        .suffix(SUFFIX)
        .rand_bytes(RANDOM_CHARS);
    for _ in 0..MAX_ATTEMPTS {
        let created = builder.tempfile_in(folder(path));
        let file = created.map_err(|error| io::Error::from(error.kind()))?;
        match file.as_file().try_lock() {
            // Another process may have locked the file in order to remove it.
            Err(fs::TryLockError::WouldBlock) => {}
            Ok(()) if !file.path().exists() => {}
            // Without locks on this file system, no process removes such files.
            Ok(()) | Err(fs::TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(io::Error::other(
        "other processes keep removing the new file",
    ))
}

/// Removes the partial files of `path` that no process has locked, if `is_own` accepts their
/// content. Nothing depends on it, so failures are ignored.
pub(super) fn remove_abandoned(path: &Path, is_own: impl Fn(&File) -> bool) {
    let Ok(entries) = fs::read_dir(folder(path)) else {
        return;
    };
    let prefix = prefix(path);
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes())
            .and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
        let is_named = random.is_some_and(|random| {
            random.len() == RANDOM_CHARS && random.iter().all(u8::is_ascii_alphanumeric)
        });
        if !is_named || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        if let Ok(file) = File::options().read(true).write(true).open(&path)
            && file.try_lock().is_ok()
            && is_own(&file)
        {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the prefix of the names of the partial files of `path`.
fn prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
}

/// Creates files with the permissions of any new file, as the umask leaves them.
fn new_file<'a>() -> tempfile::Builder<'a, 'a> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "no permissions to set"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
