//! Cache of compiled kernels in the user's cache folder. If the folder is missing, full or
//! damaged, kernels are compiled again.

use std::env;
use std::fs::{self, File};
use std::io::Write;
#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sha2::{Digest, Sha256};

const HASH_BYTES: usize = 32;

/// Folder of kernel images; each file begins with the SHA-256 of its rest.
pub(crate) struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    pub(crate) fn of_user() -> Self {
        Self {
            folder: dirs::cache_dir().map(|folder| folder.join("bezzel").join("kernels")),
        }
    }

    #[cfg(test)]
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self {
            folder: Some(folder.to_owned()),
        }
    }

    /// Returns the image stored for these parts.
    pub(crate) fn get(&self, parts: &[&str]) -> Option<Vec<u8>> {
        let path = self.folder.as_ref()?.join(name(parts));
        // Reading a pipe would wait for its writer.
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let mut file = fs::read(path).ok()?;
        let (hash, image) = file.split_at_checked(HASH_BYTES)?;
        if hash != &Sha256::digest(image)[..] {
            return None;
        }
        file.drain(..HASH_BYTES);
        Some(file)
    }

    /// Stores an image if possible. Concurrent readers see all of it or nothing.
    pub(crate) fn put(&self, parts: &[&str], image: &[u8]) {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let Some(folder) = &self.folder else { return };
        let part = format!("{}-{}.part", process::id(), COUNT.fetch_add(1, Relaxed));
        let part = folder.join(part);
        let content = [&Sha256::digest(image)[..], image].concat();
        // A link with this name is not followed: the file must not exist.
        let made = fs::create_dir_all(folder).and_then(|()| File::create_new(&part));
        let Ok(mut file) = made else { return };
        let stored = file
            .write_all(&content)
            .and_then(|()| fs::rename(&part, folder.join(name(parts))));
        if stored.is_err() {
            let _ = fs::remove_file(part);
        }
    }
}

/// Returns the file name: the hash of all parts with their lengths.
fn name(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let digits: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{digits}.{}", env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(&folder.path().join("not/yet"));
        assert_eq!(cache.get(&["a", "b"]), None);
        cache.put(&["a", "b"], b"image");
        cache.put(&["ab", ""], b"other");
        assert_eq!(cache.get(&["a", "b"]).unwrap(), b"image");
        assert_eq!(cache.get(&["ab", ""]).unwrap(), b"other");
        cache.put(&["a", "b"], b"image again");
        assert_eq!(cache.get(&["a", "b"]).unwrap(), b"image again");
        assert_eq!(
            fs::read_dir(folder.path().join("not/yet")).unwrap().count(),
            2
        );
    }

    #[test]
    fn foreign_files_are_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path());
        cache.put(&["a"], b"image");
        let path = folder.path().join(name(&["a"]));
        let stored = fs::read(&path).unwrap();
        for wrong in [
            &stored[..0],
            &stored[..10],
            &stored[..stored.len() - 1],
            b"something else",
        ] {
            fs::write(&path, wrong).unwrap();
            assert_eq!(cache.get(&["a"]), None);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(cache.get(&["a"]), None);
        cache.put(&["a"], b"image");
        assert_eq!(cache.get(&["a"]), None);
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "no part is left"
        );
    }

    /// What somebody else has prepared in the folder: links at the names, and a pipe.
    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        let (own, image) = (outside.path().join("own"), outside.path().join("image"));
        fs::write(&own, "mine").unwrap();
        let cache = Cache::in_folder(folder.path());
        cache.put(&["a"], b"image");
        let path = folder.path().join(name(&["a"]));
        fs::rename(&path, &image).unwrap();
        std::os::unix::fs::symlink(&image, &path).unwrap();
        assert_eq!(cache.get(&["a"]), None);
        for count in 0..100 {
            let part = folder
                .path()
                .join(format!("{}-{count}.part", process::id()));
            std::os::unix::fs::symlink(&own, part).unwrap();
        }
        for _ in 0..10 {
            cache.put(&["a"], b"other");
        }
        assert_eq!(fs::read(&own).unwrap(), b"mine");
        fs::remove_file(&path).unwrap();
        let made = process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        assert_eq!(cache.get(&["a"]), None);
    }

    #[test]
    fn a_cache_that_cannot_be_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for cache in [
            Cache { folder: None },
            Cache::in_folder(&file.join("below")),
        ] {
            cache.put(&["a"], b"image");
            assert_eq!(cache.get(&["a"]), None);
        }
    }
}
