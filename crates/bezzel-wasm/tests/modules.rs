//! The committed modules are those of their sources. `scripts/wasm` writes the checksum.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds the paths of all files of a folder, relative to the root, or the file itself.
fn add_files(root: &Path, path: &str, files: &mut Vec<String>) {
    let full = root.join(path);
    if full.is_file() {
        files.push(path.to_owned());
        return;
    }
    for entry in fs::read_dir(&full).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        add_files(root, &format!("{path}/{name}"), files);
    }
}

/// Returns the checksum of all sources, as `sources` of `scripts/wasm` computes it.
fn sources() -> String {
    let root = root();
    let mut files = Vec::new();
    for library in [
        "bezzel",
        "bezzel-count",
        "bezzel-judge",
        "bezzel-puzzle",
        "bezzel-wasm",
    ] {
        for path in ["src", "Cargo.toml"] {
            add_files(&root, &format!("crates/{library}/{path}"), &mut files);
        }
    }
    files.push("scripts/wasm".to_owned());
    files.sort_unstable();
    let line = |path: &String| format!("{}  {path}\n", hex(&fs::read(root.join(path)).unwrap()));
    let lines: String = files.iter().map(line).collect();
    hex(lines.as_bytes())
}

#[test]
fn the_modules_are_those_of_the_sources() {
    let path = root().join("crates/bezzel-wasm/modules/sources.sha256");
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let found = stored.lines().next().unwrap_or("no modules");
    assert_eq!(found, sources(), "the modules are stale: run scripts/wasm");
}
