//! Errors of ledgers, with what was expected.

use std::io;
use std::path::{Path, PathBuf};

use bezzel::methods::Text;
use bezzel::{counted, texts};
use bezzel_count::lines::NO_INTACT_LINE;
use thiserror::Error;

use crate::error::{FILE_TOO_LARGE, system_text};

/// An error of a ledger. Every message fits one line. A path is that of the file, and a text after it
/// describes the fault.
///
/// ```
/// use bezzel_run::{Ledger, LedgerError};
/// let error = Ledger::open("missing.bezzel".as_ref()).err().unwrap();
/// assert!(matches!(error, LedgerError::NotFound { .. }));
/// assert_eq!(error.to_string(), "missing.bezzel: file not found; `bezzel count N --save FILE` starts a new count");
/// ```
#[derive(Debug, Error)]
#[error("{}", self.text().english)]
#[non_exhaustive]
pub enum LedgerError {
    /// A plan with more units than a ledger, or a draw, accepts.
    #[error(
        "expected at most {}, found {units} for n = {n}: their results are too many",
        counted(max, "unit")
    )]
    TooManyUnits {
        /// Number of rows and columns of the board.
        n: u32,
        /// Number of units of its plan.
        units: u64,
        /// The largest accepted number of units.
        max: u64,
    },
    /// A ledger to be created where a file exists.
    AlreadyExists(PathBuf),
    /// A file that does not exist.
    NotFound(PathBuf),
    /// A file of another type.
    NotALedger(PathBuf, &'static str),
    /// A ledger for another board.
    OtherBoard {
        /// The ledger that was opened.
        path: PathBuf,
        /// The n of the ledger, with its board in one word if there are constraints.
        found: String,
        /// The n of the count, with its board in one word if there are constraints.
        wanted: String,
    },
    /// An open ledger whose path no longer leads to its file, or whose content was changed.
    Gone(PathBuf, Text),
    /// A failed run whose results were written to another file, if that was possible.
    Rescued {
        /// The failure that ended the run.
        error: Box<Self>,
        /// The new ledger that contains the results; `None` if it could not be written either.
        path: Option<PathBuf>,
        /// Number of these results.
        results: u64,
        /// The command that imports them, with its verb.
        import: Text,
    },
    /// A file that another process has locked for too long, or until the user stopped the wait.
    Locked(PathBuf),
    /// A file on a system without locks.
    NoLocks(PathBuf, String),
    /// A file that cannot be read or written now.
    Storage(PathBuf, io::Error),
    /// A file, folder or file system that must not be written.
    ReadOnly(PathBuf),
    /// A file that cannot grow now: the disk is full, or its quota is used up. Earlier writes are not
    /// affected.
    Full(PathBuf, &'static str),
    /// A file that this process may not let grow, however long it waits. Earlier writes are not affected.
    TooLarge(PathBuf),
    /// A line that is not a result of this plan.
    #[error("{0}")]
    Line(String),
    /// A certificate that was changed or does not match the ledger.
    #[error("invalid certificate: {0}")]
    Certificate(String),
    /// Results whose sum fails its checks.
    WrongTotal(String),
    /// A unit that the plan does not contain.
    #[error("expected a unit of n = {n}, found {unit}")]
    NoUnit {
        /// Number of rows and columns of the board.
        n: u32,
        /// The unit, by name or index.
        unit: String,
    },
    /// A ledger without a total, because units are missing or in conflict.
    Unfinished {
        /// The file of the ledger.
        path: PathBuf,
        /// Number of units with a result.
        done: u64,
        /// Number of all units of the plan.
        units: u64,
        /// Number of units whose results differ.
        conflicts: u64,
    },
    /// An error of the colour-split counter.
    #[error(transparent)]
    Count(bezzel_count::Error),
}

impl From<bezzel_count::Error> for LedgerError {
    fn from(error: bezzel_count::Error) -> Self {
        match error {
            bezzel_count::Error::Line(what) => Self::Line(what),
            error => Self::Count(error),
        }
    }
}

impl LedgerError {
    /// Returns the message in both languages. Rare errors are in English only.
    pub fn text(&self) -> Text {
        match self {
            Self::AlreadyExists(path) => texts!(
                "{path}: file exists; it was not changed",
                "{path}：文件已存在，没有改动",
                path = path.display()
            ),
            Self::NotFound(path) => texts!(
                "{path}: file not found; `bezzel count N --save FILE` starts a new count",
                "{path}：文件不存在；要开始新的计数，请运行 `bezzel count N --save FILE`",
                path = path.display()
            ),
            Self::NotALedger(path, found) => {
                let english = format!(
                    "{}: expected a bezzel ledger, found {found}; the file was not changed",
                    path.display()
                );
                let chinese = match *found {
                    NO_INTACT_LINE => {
                        format!("{}：不是 bezzel 的计数文件；文件没有改动", path.display())
                    }
                    _ => english.clone(),
                };
                (english, chinese).into()
            }
            Self::OtherBoard {
                path,
                found,
                wanted,
            } => texts!(
                "{path}: expected a ledger for {wanted}, found one for {found}; the file was not changed",
                "{path}：应为 {wanted} 的计数文件，实际为 {found} 的；文件没有改动",
                path = path.display()
            ),
            Self::Gone(path, what) => texts!(
                [what],
                "{path} was {what}",
                "{path}：文件在使用过程中{what}",
                path = path.display()
            ),
            Self::Rescued {
                error,
                path: None,
                results,
                ..
            } => texts!(
                [error = error.text()],
                "{error}; {all} that were not stored are lost, since no other file could be written",
                "{error}；尚未保存的 {results} 个结果丢失，因为也无法写入别的文件",
                all = counted(results, "result")
            ),
            Self::Rescued {
                error,
                path: Some(path),
                results,
                import,
            } => texts!(
                [import, error = error.text()],
                "{error}; {all} saved in {path}, which {import}",
                "{error}；{results} 个结果已保存到 {path}，可以用 {import}",
                all = counted(results, "result"),
                path = path.display()
            ),
            Self::Locked(path) => texts!(
                "cannot use {path}: another process keeps it locked",
                "无法使用 {path}：另一个进程一直锁着这个文件",
                path = path.display()
            ),
            Self::NoLocks(path, why) => texts!(
                "cannot write {path}: processes that share a ledger need file locks, which fail here ({why}): \
                 use a local disk, and `bezzel ledger merge` to join the ledgers of several machines",
                "无法写入 {path}：几个进程共用计数文件时需要文件锁，这里却不能加锁；请把文件放在本地磁盘上，\
                 再用 `bezzel ledger merge` 合并几台机器的计数文件",
                path = path.display()
            ),
            Self::Storage(path, error) => texts!(
                [error = system_text(error)],
                "cannot use {path}: {error}",
                "无法使用 {path}：{error}",
                path = path.display()
            ),
            Self::ReadOnly(path) => texts!(
                "cannot use {path}: access is denied, or the file, its folder or its disk is read-only \
                 (`bezzel ledger status` and `certificate` only read)",
                "无法使用 {path}：没有权限，或者文件、文件夹或磁盘是只读的",
                path = path.display()
            ),
            Self::Full(path, why) => texts!(
                "cannot write {path}: {why}",
                "无法写入 {path}：磁盘已满，或者磁盘配额已用完",
                path = path.display()
            ),
            Self::TooLarge(path) => texts!(
                [limit = FILE_TOO_LARGE],
                "cannot write {path}: {limit}",
                "无法写入 {path}：{limit}",
                path = path.display()
            ),
            Self::WrongTotal(fault) => texts!(
                "{fault}: a result is wrong; `bezzel ledger verify --fraction 100%` recounts all units and names it",
                "{fault}：有一个结果是错的；`bezzel ledger verify --fraction 100%` 重算所有工作单元，并指出是哪一个"
            ),
            Self::Unfinished {
                path,
                done,
                units,
                conflicts,
            } => unfinished(path, *done, *units, *conflicts),
            Self::Count(error) => error.text(),
            Self::TooManyUnits { .. }
            | Self::Line(_)
            | Self::Certificate(_)
            | Self::NoUnit { .. } => (self.to_string(), self.to_string()).into(),
        }
    }

    /// Returns true if another process kept the file locked.
    pub fn is_locked(&self) -> bool {
        match self {
            Self::Locked { .. } => true,
            Self::Rescued { error, .. } => error.is_locked(),
            _ => false,
        }
    }

    /// Converts a failure that the system reports for this file.
    pub(crate) fn of_io(path: &Path, error: io::Error) -> Self {
        use io::ErrorKind::{
            FileTooLarge, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
            StorageFull,
        };
        let path = path.to_owned();
        match error.kind() {
            NotFound => Self::NotFound(path),
            StorageFull => Self::Full(path, "the disk is full"),
            QuotaExceeded => Self::Full(path, "the quota of the disk is used up"),
            FileTooLarge => Self::TooLarge(path),
            ReadOnlyFilesystem | PermissionDenied => Self::ReadOnly(path),
            _ => Self::Storage(path, error),
        }
    }
}

/// Says how far a ledger is, and what the user can do.
fn unfinished(path: &Path, done: u64, units: u64, conflicts: u64) -> Text {
    let path = path.display();
    let next = match done < units {
        true => texts!(
            "; `bezzel count --save {path}` continues the count",
            "；要继续计数，请运行 `bezzel count --save {path}`"
        ),
        false => Text::new("", ""),
    };
    let resolve = match conflicts > 0 {
        true => texts!(
            "; `bezzel ledger verify {path} --resolve` resolves them",
            "；用 `bezzel ledger verify {path} --resolve` 解决冲突"
        ),
        false => Text::new("", ""),
    };
    texts!(
        [next, resolve],
        "no total yet: {done} of {all} counted, {conflicts} in conflict{next}{resolve}",
        "还没有总数：{units} 个工作单元中已数 {done} 个，有冲突的 {conflicts} 个{next}{resolve}",
        all = counted(units, "unit")
    )
}
