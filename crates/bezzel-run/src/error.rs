//! Reasons why a job ends without an answer.

use std::io;

use bezzel::counted;
use bezzel::methods::Text;
use thiserror::Error;

use crate::LedgerError;

/// The reason why a job has no answer. Requests that cannot be met are refused before, when the job
/// is made.
#[derive(Debug, Error)]
pub enum JobError {
    /// The control stopped the job. Another run continues.
    #[error("cancelled")]
    Cancelled,
    /// The time limit has passed. Another run continues.
    #[error("the time is up")]
    TimeUp,
    /// The job failed, for the reason inside.
    #[error(transparent)]
    Failed(Error),
}

impl<E: Into<Error>> From<E> for JobError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// An error of this crate. Every message fits one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A method cannot count this n, or has failed.
    #[error(transparent)]
    Method(#[from] bezzel::Error),
    /// The colour-split counter cannot count this n, or an engine is missing.
    #[error(transparent)]
    Count(#[from] bezzel_count::Error),
    /// The run or its ledger has failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// An algorithm does not accept constraints.
    #[error(
        "expected an empty board with {algorithm}, found placed queens or blocked squares: leave out \
         the method"
    )]
    Constraints {
        /// A method, or `colour-split-counter`.
        algorithm: &'static str,
    },
    /// Random solutions would need too much memory.
    #[error(
        "expected at most {} in all solutions together, found {count} times {n}",
        counted(max, "queen")
    )]
    TooManyQueens {
        /// The requested number of queens of a solution.
        n: u32,
        /// The requested number of solutions.
        count: usize,
        /// The largest accepted product of both.
        max: u64,
    },
    /// The count that uniform draws need would take long.
    #[error(
        "expected a count of at most {max} hour of CPU time before the first draw, found about \
         {hours:.1} hours for this board of {}: place more queens, or use \
         --method uniform to count that long",
        counted(n, "row")
    )]
    LongCount {
        /// The requested number of queens.
        n: u32,
        /// The expected CPU time in hours.
        hours: f64,
        /// The longest count by default, in hours.
        max: f64,
    },
    /// A run without engines.
    #[error("no engine left: {0}")]
    NoEngineLeft(String),
    /// The system provides no thread.
    #[error("the system gives no more threads: {0}")]
    Thread(String),
    /// A thread panicked, which is a bug of this crate.
    #[error("a thread failed: this is a bug")]
    Panicked,
}

impl Error {
    /// Returns the message in both languages. Rare errors are in English only.
    pub fn text(&self) -> Text {
        let chinese = match self {
            Self::Method(error) => return bezzel_count::Error::Library(error.clone()).text(),
            Self::Count(error) => return error.text(),
            Self::Ledger(error) => return error.text(),
            Self::Constraints { algorithm } => {
                format!("{algorithm} 只能用于空棋盘，而给定的棋盘有皇后或禁用格；请不要指定方法")
            }
            other => other.to_string(),
        };
        (self.to_string(), chinese).into()
    }
}

/// Returns an error of the operating system in both languages. Rare errors are in the words of the system.
#[doc(hidden)]
pub fn system_text(error: &io::Error) -> Text {
    let is_plain = error.get_ref().is_none();
    let english = match error.kind() {
        io::ErrorKind::FileTooLarge if is_plain => return FILE_TOO_LARGE,
        _ => error.to_string(),
    };
    let chinese = in_chinese(error.kind()).filter(|_| is_plain);
    let chinese = chinese.map_or_else(|| english.clone(), str::to_owned);
    (english, chinese).into()
}

/// A file that may not grow: the system does not name the limit.
pub(crate) const FILE_TOO_LARGE: Text = Text::new(
    "the limit on the size of files is reached (`ulimit -f` shows it)",
    "文件大小达到了上限（`ulimit -f` 显示上限）",
);

/// Returns what the operating system reports in Chinese, unless it is rare.
#[doc(hidden)]
pub fn in_chinese(kind: io::ErrorKind) -> Option<&'static str> {
    use io::ErrorKind::*;
    Some(match kind {
        NotFound => "文件或文件夹不存在",
        PermissionDenied => "没有权限",
        AlreadyExists => "文件已存在",
        IsADirectory => "这是文件夹，不是文件",
        NotADirectory => "路径中有一段不是文件夹",
        InvalidData => "不是 UTF-8 文本",
        InvalidFilename => "文件名无效",
        ReadOnlyFilesystem => "磁盘是只读的",
        StorageFull => "磁盘已满",
        QuotaExceeded => "磁盘配额已用完",
        AddrInUse => "端口已被占用",
        AddrNotAvailable => "本机没有这个地址",
        _ => return None,
    })
}
