//! Build facts for `bezzel --version`: commit, compiler, target.

use std::env::var;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    let package = var("CARGO_MANIFEST_DIR").expect("Cargo sets it");
    let package = Path::new(&package);
    // Cargo adds this file to the published package, which is built without git.
    let commit = match fs::read_to_string(package.join(".cargo_vcs_info.json")) {
        Ok(packed) => packed_commit(&packed),
        Err(_) => checked_out_commit(package),
    };
    let rustc = var("RUSTC").unwrap_or_default();
    for (name, value) in [
        ("COMMIT", commit),
        ("COMPILER", output(&rustc, &["--version"], package)),
        ("TARGET", var("TARGET").ok()),
    ] {
        let value = value.unwrap_or_else(|| "unknown".to_owned());
        println!("cargo::rustc-env=BEZZEL_{name}={value}");
    }
}

/// Returns the commit recorded by `cargo package`.
fn packed_commit(info: &str) -> Option<String> {
    let (_, rest) = info.split_once(r#""sha1": ""#)?;
    let commit = rest.get(..9)?;
    let modified = info.contains(r#""dirty": true"#);
    Some(format!(
        "{commit}{}",
        if modified { "-modified" } else { "" }
    ))
}

/// Returns the commit of a checkout of bezzel, or `None` outside one or without git.
fn checked_out_commit(package: &Path) -> Option<String> {
    let git = |arguments: &[&str]| output("git", arguments, package);
    // Ignore the repository of a user who unpacked bezzel in it.
    let here = Path::new("crates").join(package.file_name()?);
    if Path::new(&git(&["rev-parse", "--show-prefix"])?) != here {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        watch(package.join(git(&["rev-parse", "--git-path", file])?));
    }
    // All files that can make the command differ from its commit.
    watch(package.join("../../Cargo.lock"));
    for one in fs::read_dir(package.join("..")).ok()?.flatten() {
        watch(one.path().join("src"));
        watch(one.path().join("Cargo.toml"));
    }
    watch(package.join("build.rs"));
    git(&[
        "describe",
        "--always",
        "--exclude=*",
        "--abbrev=9",
        "--dirty=-modified",
    ])
}

/// Makes Cargo run this program again when the file changes, if it exists.
#[expect(clippy::disallowed_methods, reason = "Cargo reads this path")]
fn watch(file: impl AsRef<Path>) {
    if file.as_ref().exists() {
        println!("cargo::rerun-if-changed={}", file.as_ref().display());
    }
}

/// Returns the output of a program, or `None` if it fails.
fn output(program: impl AsRef<OsStr>, arguments: &[&str], folder: &Path) -> Option<String> {
    let ran = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()?;
    let text = String::from_utf8(ran.stdout).ok()?;
    ran.status.success().then(|| text.trim().to_owned())
}
