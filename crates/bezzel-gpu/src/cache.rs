//! Cache of compiled kernels in the user's cache folder. If the folder is missing, full or
//! damaged, kernels are compiled again.

use std::io::{self, Write};
#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;
use std::{env, fs};

use bezzel_count::words::hex;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

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
        let Some(folder) = &self.folder else { return };
        let store = || -> io::Result<()> {
            fs::create_dir_all(folder)?;
            let mut file = NamedTempFile::new_in(folder)?;
            file.write_all(&Sha256::digest(image))?;
            file.write_all(image)?;
            file.persist(folder.join(name(parts)))?;
            Ok(())
        };
        // Without a cache, kernels are compiled again.
        let _ = store();
    }
}

/// Returns the file name: the hash of all parts with their lengths.
fn name(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    format!("{}.{}", hex(&hash.finalize()), env::consts::ARCH)
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
