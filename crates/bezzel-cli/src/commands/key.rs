//! `bezzel key`: keys with which results are signed.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::anyhow;
use bezzel_campaign::{SecretKey, partial};

use crate::args::{Key, KeyCommand, KeyFile, Signing};
use crate::interrupt;
use crate::output;
use crate::stderr::write_note;

pub(crate) fn run(args: &Key) -> anyhow::Result<ExitCode> {
    match &args.command {
        KeyCommand::New(args) => {
            let key = SecretKey::new()?;
            write_new(&args.file, &key.to_file())?;
            write_note(format_args!(
                "secret key written to {}: keep this file secret. Your public name is:",
                args.file.display()
            ));
            print(args, &key)
        }
        KeyCommand::Show(args) => print(args, &read_interruptible(&args.file)?),
    }
}

fn print(args: &KeyFile, key: &SecretKey) -> anyhow::Result<ExitCode> {
    let author = key.author();
    if args.format.is_json() {
        let file = args.file.display().to_string();
        let report = serde_json::json!({ "file": file, "author": author });
        output::print(format!("{report}\n"))?;
    } else {
        output::print(format!("{author}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates a file that only its owner can read, when it is complete. Fails if it exists.
fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow!(
            "{}: expected a new file, found an existing one; it was not changed",
            path.display()
        ),
        _ => anyhow!("cannot write {}: {error}", path.display()),
    };
    if path.symlink_metadata().is_ok() {
        return Err(failed(ErrorKind::AlreadyExists.into()));
    }
    let mut file = partial::create(path).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let owner = std::fs::Permissions::from_mode(0o600);
        file.as_file().set_permissions(owner).map_err(failed)?;
    }
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    // Another file may have appeared in the meantime.
    let kept = file.persist_noclobber(path);
    kept.map(drop).map_err(|error| failed(error.error))
}

/// Reads a key. Opening a named pipe blocks until it has a writer.
fn read_interruptible(path: &Path) -> anyhow::Result<SecretKey> {
    let path = path.to_owned();
    interrupt::run_interruptible("the key was not read", move || read(&path))?
}

/// Reads a key. Fails if others can read its file.
fn read(path: &Path) -> anyhow::Result<SecretKey> {
    Ok(SecretKey::read(path)?)
}

impl Signing {
    /// Reads the key, if there is one.
    pub(crate) fn read(&self) -> anyhow::Result<Option<Arc<SecretKey>>> {
        let key = self.key.as_deref().map(read_interruptible).transpose()?;
        Ok(key.map(Arc::new))
    }
}
