//! Files that a command reads; `-` is standard input.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use bezzel::ReadError;
use bezzel::printable::printable;
use bezzel_run::in_chinese;

use crate::language::{either, is_chinese};

/// Size of the largest file that is read as a whole.
pub(crate) const MAX_BYTES: u64 = 1 << 26;

/// Returns the name of a file for messages.
pub(crate) fn name(file: &Path) -> String {
    match file == Path::new("-") {
        true => either!("standard input", "标准输入"),
        false => shown(file),
    }
}

/// Returns a path for messages. Its control characters, also line feeds, are escaped: a name must not forge a line.
#[expect(
    clippy::disallowed_methods,
    reason = "other code has to call this function"
)]
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// Opens a file.
pub(crate) fn open(file: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let opened = || -> io::Result<Box<dyn BufRead>> {
        if file == Path::new("-") {
            return Ok(Box::new(io::stdin().lock()));
        }
        if fs::metadata(file)?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(Box::new(BufReader::new(File::open(file)?)))
    };
    opened().with_context(|| cannot_read(&name(file)))
}

/// Opens a text that has no zero byte, except in UTF-16, at its beginning.
pub(crate) fn open_text(file: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let name = name(file);
    let mut input = open(file)?;
    let start = input.fill_buf().with_context(|| cannot_read(&name))?;
    let is_utf16 = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    if start.contains(&0) && !is_utf16 {
        bail!(either!(
            "{name}: expected text, found binary data",
            "{name} 是二进制文件，不是文本"
        ));
    }
    Ok(input)
}

/// Says that a file cannot be read; the reason follows.
pub(crate) fn cannot_read(name: &str) -> String {
    either!("cannot read {name}", "无法读取 {name}")
}

/// Says that a file cannot be written; the reason follows.
pub(crate) fn cannot_write(name: &str) -> String {
    either!("cannot write {name}", "无法写入 {name}")
}

/// Reads a text of at most [`MAX_BYTES`] as a whole.
pub(crate) fn read_text(file: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut input = open(file)?.take(MAX_BYTES + 1);
    let read = input.read_to_string(&mut text);
    if input.limit() == 0 {
        let name = name(file);
        bail!(either!(
            "{name}: expected at most {MAX_BYTES} bytes, found more",
            "{name}：最多 {MAX_BYTES} 字节，实际超过了"
        ));
    }
    read.with_context(|| cannot_read(&name(file)))?;
    Ok(text)
}

pub(crate) fn malformed(error: ReadError, name: &str) -> anyhow::Error {
    match error {
        ReadError::Io { kind, message } => {
            let chinese = in_chinese(kind).filter(|_| is_chinese());
            anyhow!(chinese.map_or(message, str::to_owned)).context(cannot_read(name))
        }
        other => anyhow!(other).context(name.to_owned()),
    }
}
