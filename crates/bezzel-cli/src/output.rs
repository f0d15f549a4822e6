//! Output: data go to stdout, or to a file that appears only when it is complete, and messages to stderr.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use bezzel::printable::{printable_json, printable_lines};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{Cell, CellAlignment, Table};
use serde::Serialize;
use tempfile::TempPath;

use crate::args::{Force, Format, OutputFile};
use crate::failure::in_words;
use crate::input::{cannot_write, shown};
use crate::interrupt::{self, Interrupted};
use crate::language::either;

/// Output destination, which its errors name. Data that are not [finished](Output::finish) leave no
/// file behind.
pub(crate) struct Output {
    buffer: BufWriter<Box<dyn Write>>,
    name: String,
    /// The file to which the buffer writes. Stdout, a pipe or a device cannot be replaced by a file.
    partial: Option<Partial>,
}

/// The end of a drawing, with any error of the drawing library.
#[cfg(feature = "plot")]
pub(crate) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Buffer size, large enough that writing does not limit the speed.
const BUFFER: usize = 1 << 16;

impl Output {
    pub(crate) fn stdout() -> Self {
        Self::new(
            io::stdout(),
            either!("to standard output", "标准输出"),
            None,
        )
    }

    fn new(destination: impl Write + 'static, name: String, partial: Option<Partial>) -> Self {
        Self {
            buffer: BufWriter::with_capacity(BUFFER, Box::new(destination)),
            name,
            partial,
        }
    }

    /// Opens the file at `path`, or stdout without a path. Fails if a file exists there, unless `force`
    /// is set.
    pub(crate) fn to(path: Option<&Path>, force: bool) -> anyhow::Result<Self> {
        // From now on Ctrl-C must remove the partial file, and end a large output by an error.
        interrupt::stop_requested();
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::stdout());
        };
        if !force && path.is_file() {
            return Err(exists(&shown(path)));
        }
        let opened = Self::open(path, force);
        opened.with_context(|| cannot_write(&shown(path)))
    }

    fn open(path: &Path, force: bool) -> io::Result<Self> {
        // A link is kept; its target is replaced, or made if it is missing.
        let place = fs::canonicalize(path).unwrap_or_else(|_| match fs::read_link(path) {
            Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => path.to_owned(),
        });
        match fs::metadata(&place) {
            // Opening a named pipe waits for its reader.
            Ok(found) if !found.is_file() => {
                let device = File::options().write(true).open(&place)?;
                return Ok(Self::new(device, shown(path), None));
            }
            // A file that is not writable must not be replaced either.
            Ok(_) => drop(File::options().append(true).open(&place)?),
            Err(_) => {}
        }
        let partial = Partial::create(&place, force)?;
        let file = partial.file.try_clone()?;
        Ok(Self::new(file, shown(path), Some(partial)))
    }

    /// Flushes the buffer and moves the file to its final place.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        let Some(partial) = self.partial else {
            return Ok(());
        };
        let finished = match fs::metadata(&partial.place) {
            Ok(old) => partial.file.set_permissions(old.permissions()),
            Err(_) => Ok(()),
        };
        match finished.and_then(|()| partial.finish()) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&self.name)),
            finished => Ok(finished.map_err(|error| named(&self.name, error))?),
        }
    }

    /// Writes a JSON value in a line.
    pub(crate) fn write_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, value)?;
        self.write_all(b"\n")
    }

    /// Writes the picture that `draw` draws, and finishes.
    #[cfg(feature = "plot")]
    pub(crate) fn finish_with_picture(
        self,
        name: &str,
        draw: impl FnOnce(&mut String) -> Drawn,
    ) -> anyhow::Result<()> {
        let mut picture = String::new();
        draw(&mut picture).map_err(|error| anyhow!("cannot draw the {name}: {error}"))?;
        self.finish_with(&picture)
    }

    /// Writes a text and finishes.
    pub(crate) fn finish_with(mut self, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
        self.write_all(text.as_ref())?;
        self.finish()
    }
}

impl OutputFile {
    /// Opens the file, or stdout without one.
    pub(crate) fn open(&self) -> anyhow::Result<Output> {
        Output::to(self.path.as_deref(), self.force.force)
    }
}

impl Force {
    /// Opens a file, if there is one.
    pub(crate) fn open(&self, path: Option<&Path>) -> anyhow::Result<Option<Output>> {
        let opened = path.map(|path| Output::to(Some(path), self.force));
        opened.transpose()
    }
}

impl Format {
    /// Writes a report to stdout: its text, or itself as JSON.
    pub(crate) fn print(
        &self,
        report: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        match self.is_json() {
            true => print_json(report),
            false => print(text()),
        }
    }
}

/// Fails when the user asks to stop.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if interrupt::is_stopping() {
            let outcome = either!("the output is not complete", "输出不完整");
            return Err(io::Error::other(Interrupted(Some(outcome))));
        }
        let written = self.buffer.write(bytes);
        written.map_err(|error| named(&self.name, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.buffer.flush();
        flushed.map_err(|error| named(&self.name, error))
    }
}

/// Names the output that cannot be written.
fn named(name: &str, error: io::Error) -> io::Error {
    let (cannot, why) = (cannot_write(name), in_words(&error));
    io::Error::new(error.kind(), either!("{cannot}: {why}", "{cannot}：{why}"))
}

fn exists(name: &str) -> anyhow::Error {
    anyhow!(either!(
        "the file already exists: use another name, or replace it with --force",
        "文件已存在，请换一个名字，或用 --force 替换"
    ))
    .context(cannot_write(name))
}

/// Writes files into an existing folder, which somebody else may have prepared. Fails before the first
/// one if something has one of these names, except a plain file if `force` is set.
pub(crate) fn write_folder(
    folder: &Path,
    files: &[(String, Vec<u8>)],
    force: bool,
) -> anyhow::Result<()> {
    let place = |name: &String| folder.join(name);
    // A link is never followed: it may lead out of the folder.
    let is_kept =
        |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|found| !(force && found.is_file()));
    if let Some(path) = files.iter().map(|(name, _)| place(name)).find(is_kept) {
        let name = shown(&path);
        return Err(match force {
            false => exists(&name),
            true => anyhow!(either!(
                "there is a link, a directory or a device: use another directory",
                "那里有链接、文件夹或设备，请换一个文件夹"
            ))
            .context(cannot_write(&name)),
        });
    }
    for (name, bytes) in files {
        let path = place(name);
        let written = Partial::create(&path, force).and_then(|mut partial| {
            partial.file.write_all(bytes)?;
            partial.finish()
        });
        written.with_context(|| cannot_write(&shown(&path)))?;
    }
    Ok(())
}

/// Writes lines to stdout. Control characters, which may come from foreign input, are escaped.
pub(crate) fn print(text: impl Display) -> anyhow::Result<()> {
    Output::stdout().finish_with(&*printable_lines(&text.to_string()))
}

/// Writes a JSON value to stdout, in a line, with the same characters escaped.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_string(value)? + "\n";
    Output::stdout().finish_with(&*printable_json(&json))
}

/// Writes lines to stderr, with the same characters escaped. A full or closed stderr is not an error.
pub(crate) fn write_note(text: impl Display) {
    let text = text.to_string();
    let _ = io::stderr().write_all((printable_lines(&text).into_owned() + "\n").as_bytes());
}

/// Draws a table. Its columns are right-aligned, except those in `left`.
pub(crate) fn table<const N: usize>(
    head: [impl Into<Cell>; N],
    left: &[usize],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(head);
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        if !left.contains(&column.index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A file beside its final place, renamed when it is complete, and removed if it is dropped before.
struct Partial {
    // Errors of the file itself, unlike those of the named one, do not name it.
    file: File,
    path: TempPath,
    place: PathBuf,
    /// True if it may replace a file.
    force: bool,
}

impl Partial {
    fn create(place: &Path, force: bool) -> io::Result<Self> {
        let folder = match place.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        // Fails with the error of the system, without the random name.
        fs::metadata(folder)?;
        let mut prefix = OsString::from(".");
        prefix.push(place.file_name().unwrap_or_default());
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".partial");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The permissions of any new file, as the umask leaves them.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let created = builder.tempfile_in(folder);
        let (file, path) = created
            .map_err(|error| io::Error::from(error.kind()))?
            .into_parts();
        let place = place.to_owned();
        Ok(Self {
            file,
            path,
            place,
            force,
        })
    }

    fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        // Without force, a file that appeared in the meantime stays.
        let placed = match self.force {
            true => self.path.persist(&self.place),
            false => self.path.persist_noclobber(&self.place),
        };
        Ok(placed?)
    }
}
