//! Output of data: stdout, or a file that appears only when it is complete.

mod folder;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use bezzel::printable::{printable_json, printable_lines};
use serde::Serialize;
use tempfile::{NamedTempFile, TempPath};

pub(crate) use folder::write_folder;

use crate::args::OutputFile;
use crate::input::shown;
use crate::interrupt;

/// Output destination. Data that are not [finished](Output::finish) leave no file behind.
pub(crate) enum Output {
    Stdout(BufWriter<Stdout>),
    /// A partial file beside its final place, renamed at the end.
    File {
        file: BufWriter<File>,
        partial: TempPath,
        place: PathBuf,
        /// The name that the user gave.
        path: PathBuf,
        /// `true` if it may replace a file.
        force: bool,
    },
    /// A pipe or device, which cannot be replaced by a file.
    Device {
        file: BufWriter<File>,
        path: PathBuf,
    },
}

/// Buffer size, large enough that writing does not limit the speed.
const BUFFER: usize = 1 << 16;

impl Output {
    pub(crate) fn stdout() -> Self {
        Self::Stdout(BufWriter::with_capacity(BUFFER, io::stdout()))
    }

    /// Opens the file at `path`, or stdout without a path. Fails if a file exists there, unless `force`
    /// is set.
    pub(crate) fn to(path: Option<&Path>, force: bool) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::stdout());
        };
        if !force && path.is_file() {
            return Err(exists(path));
        }
        let opened = Self::open(path, force);
        opened.map_err(|error| anyhow!("cannot write {}: {error}", shown(path)))
    }

    fn open(path: &Path, force: bool) -> io::Result<Self> {
        // A link is kept; its target is replaced.
        let place = match fs::canonicalize(path) {
            Ok(place) => place,
            // A link to a missing file, or no link.
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
                Err(_) => path.to_owned(),
            },
            Err(error) => return Err(error),
        };
        let path = path.to_owned();
        match fs::metadata(&place) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                // Opening a named pipe waits for its reader.
                let device = File::options().write(true).open(&place)?;
                let file = BufWriter::with_capacity(BUFFER, device);
                return Ok(Self::Device { file, path });
            }
            // A file that is not writable must not be replaced either.
            Ok(_) => drop(File::options().append(true).open(&place)?),
            Err(_) => {}
        }
        // From now on Ctrl-C must remove the partial file.
        interrupt::stop_requested();
        // Errors of the file itself, unlike those of the named one, do not name the partial file.
        let (file, partial) = create_partial(&place)?.into_parts();
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok(Self::File {
            file,
            partial,
            place,
            path,
            force,
        })
    }

    /// Flushes the buffer and moves the file to its final place.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush().context("cannot write to standard output"),
            Self::Device { mut file, path } => {
                let written = file.flush();
                written.with_context(|| format!("cannot write {}", shown(&path)))
            }
            Self::File {
                mut file,
                partial,
                place,
                path,
                force,
            } => {
                let failed = |error: io::Error| anyhow!("cannot write {}: {error}", shown(&path));
                file.flush().map_err(failed)?;
                let file = file.get_ref();
                if let Ok(old) = fs::metadata(&place) {
                    file.set_permissions(old.permissions()).map_err(failed)?;
                }
                file.sync_all().map_err(failed)?;
                // Without force, a file that appeared in the meantime stays.
                let placed = match force {
                    true => partial.persist(&place),
                    false => partial.persist_noclobber(&place),
                };
                placed.map_err(|error| match error.error.kind() {
                    io::ErrorKind::AlreadyExists => exists(&path),
                    _ => failed(error.error),
                })
            }
        }
    }

    /// Writes a text and finishes.
    pub(crate) fn finish_with(mut self, text: &str) -> anyhow::Result<()> {
        let failed = self.describe();
        self.write_all(text.as_bytes()).context(failed)?;
        self.finish()
    }

    /// Returns the message for a failed write.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Stdout(_) => "cannot write to standard output".to_owned(),
            Self::Device { path, .. } | Self::File { path, .. } => {
                format!("cannot write {}", shown(path))
            }
        }
    }
}

impl OutputFile {
    /// Opens the file, or stdout without one.
    pub(crate) fn open(&self) -> anyhow::Result<Output> {
        Output::to(self.path.as_deref(), self.force.force)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File { file, .. } => file.write(bytes),
            Self::Device { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File { file, .. } => file.flush(),
            Self::Device { file, .. } => file.flush(),
        }
    }
}

/// Writes lines to stdout. Control characters, which may come from foreign input, are escaped.
pub(crate) fn print(text: impl std::fmt::Display) -> anyhow::Result<()> {
    Output::stdout().finish_with(&printable_lines(&text.to_string()))
}

/// Writes a JSON value to stdout, in a line, with the same characters escaped.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_string(value)? + "\n";
    Output::stdout().finish_with(&printable_json(&json))
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!(
        "cannot write {}: expected no file, found one: use another name, or replace it with --force",
        shown(path)
    )
}

/// Creates a file beside `path`, which is renamed when it is complete, and removed if it is dropped before.
fn create_partial(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Fails with the error of the system, without the random name.
    fs::metadata(folder)?;
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Those of any new file, as the umask leaves them.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let created = builder.tempfile_in(folder);
    created.map_err(|error| io::Error::from(error.kind()))
}
