//! Output of data: stdout, or a file that appears only when it is complete.

mod folder;
mod kind;
mod partial;

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tempfile::NamedTempFile;

pub(crate) use folder::write_folder;
#[cfg(feature = "plot")]
pub(crate) use kind::{HEAT_MAP_CAPTION, PLOT_CAPTION};
pub(crate) use kind::{Kind, TRACE_HEADER};

use crate::args::OutputFile;
use crate::writing::{Waiting, waiting};

/// Output destination. Data that are not [finished](Output::finish) leave no file behind.
pub(crate) enum Output {
    /// Standard output.
    Stdout(BufWriter<Waiting<Stdout>>),
    /// A partial file beside its final place, renamed at the end.
    File {
        file: BufWriter<NamedTempFile>,
        place: PathBuf,
        kind: Kind,
        /// `true` if it may replace any file.
        force: bool,
    },
    /// A pipe or device, which cannot be replaced by a file.
    Device {
        file: BufWriter<Waiting<File>>,
        path: PathBuf,
    },
}

/// Buffer size, large enough that writing does not limit the speed.
const BUFFER: usize = 1 << 16;

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Self {
        Self::Stdout(BufWriter::with_capacity(BUFFER, Waiting(io::stdout())))
    }

    /// Opens the file at `path`, or stdout without a path. Fails if another kind of file exists
    /// there, unless `force` is set.
    pub(crate) fn to(path: Option<&Path>, kind: Kind, force: bool) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::stdout());
        };
        kind.check(path, force)?;
        let opened = Self::open(path, kind, force);
        opened.map_err(|error| anyhow!("cannot write {}: {error}", path.display()))
    }

    fn open(path: &Path, kind: Kind, force: bool) -> io::Result<Self> {
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
        match fs::metadata(&place) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                // Opening a named pipe waits for its reader.
                let device = waiting(|| File::options().write(true).open(&place))?;
                let file = BufWriter::with_capacity(BUFFER, Waiting(device));
                return Ok(Self::Device { file, path: place });
            }
            // A file that is not writable must not be replaced either.
            Ok(_) => drop(File::options().append(true).open(&place)?),
            Err(_) => {}
        }
        partial::remove_abandoned(&place, |file| kind.is_part(file));
        let file = partial::create(&place)?;
        Ok(Self::File {
            file: BufWriter::with_capacity(BUFFER, file),
            place,
            kind,
            force,
        })
    }

    /// Flushes the buffer and moves the file to its final place.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush().map_err(stdout_error),
            Self::Device { mut file, path } => {
                let written = file.flush();
                written.with_context(|| format!("cannot write {}", path.display()))
            }
            Self::File {
                file,
                place,
                kind,
                force,
            } => {
                let failed =
                    |error: io::Error| anyhow!("cannot write {}: {error}", place.display());
                let file = file
                    .into_inner()
                    .map_err(|error| failed(error.into_error()))?;
                if let Ok(old) = fs::metadata(&place) {
                    file.as_file()
                        .set_permissions(old.permissions())
                        .map_err(failed)?;
                }
                file.as_file().sync_all().map_err(failed)?;
                // Another file may have appeared in the meantime.
                kind.check(&place, force)?;
                file.persist(&place).map_err(|error| failed(error.error))?;
                Ok(())
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
            Self::Device { path, .. } => format!("cannot write {}", path.display()),
            Self::File { place, .. } => format!("cannot write {}", place.display()),
        }
    }
}

impl OutputFile {
    /// Opens the file, or stdout without one.
    pub(crate) fn open(&self, kind: Kind) -> anyhow::Result<Output> {
        Output::to(self.path.as_deref(), kind, self.force.force)
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

/// Writes a text to stdout.
pub(crate) fn print(text: impl std::fmt::Display) -> anyhow::Result<()> {
    Output::stdout().finish_with(&text.to_string())
}

fn stdout_error(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot write to standard output")
}
