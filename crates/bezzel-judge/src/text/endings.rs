//! Sentences about the end of a run.

use bezzel::counted;
use bezzel::methods::Text;

use crate::kinds::Ending;
use crate::text::texts;

impl Ending {
    /// Describes the end of the run in one sentence.
    pub fn text(&self) -> Text {
        match self {
            Ending::Ended => Text::new("it ended", "正常结束"),
            Ending::Crashed { status, message } if message.is_empty() => texts(
                format!("it crashed: {status}"),
                format!("程序出错：{}", in_chinese(status)),
            ),
            Ending::Crashed { status, message } => texts(
                format!("it crashed: {status}, {message}"),
                format!("程序出错：{}，{message}", in_chinese(status)),
            ),
            Ending::TooLong { seconds } => texts(
                format!("it was stopped after {seconds} s, the limit"),
                format!("超过 {seconds} 秒的时限，已终止"),
            ),
            Ending::TooMuchMemory { bytes } => texts(
                format!(
                    "it was stopped: it used more than {} MiB of memory",
                    bytes >> 20
                ),
                format!("内存超过 {} MiB，已终止", bytes >> 20),
            ),
            Ending::TooMuchOutput { bytes } => texts(
                format!("it was stopped: it printed more than {} MiB", bytes >> 20),
                format!("输出超过 {} MiB，已终止", bytes >> 20),
            ),
            Ending::TooManyProcesses { processes } => texts(
                format!(
                    "it was stopped: it started more than {}",
                    counted(processes, "process").replace("processs", "processes")
                ),
                format!("启动的进程超过 {processes} 个，已终止"),
            ),
            Ending::TooManyMoves { moves } => texts(
                format!(
                    "it was stopped: it reported more than {}",
                    counted(moves, "move")
                ),
                format!("报告的操作超过 {moves} 次，已终止"),
            ),
        }
    }
}

/// Translates what the system says of a process; an exception keeps its name.
fn in_chinese(status: &str) -> String {
    status
        .replace("exit code", "退出码")
        .replace("signal", "信号")
}
