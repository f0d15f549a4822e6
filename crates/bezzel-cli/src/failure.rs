//! Errors as one line on stderr, with exit code 2.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::iter;

use bezzel::printable::printable;
use bezzel::{CompactError, OutsideBoard, RandomError, ReadError, UnknownName};
use bezzel_count::words::shortened;
use bezzel_run::LedgerError;
use clap::error::{ContextKind, ErrorKind};

use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt::{self, Interrupted};
use crate::language::{either, is_chinese, sentence};
use crate::output::write_note;
use crate::tips;

/// Prints help and versions unchanged, and any other error as one line.
pub(crate) fn of_arguments(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            if let Err(failed) = print_help(error) {
                let failed = anyhow::Error::new(failed).context("cannot write the help");
                return of_command(&failed, arguments);
            }
            match error.kind() {
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => ExitCode::BAD_INPUT,
                _ => ExitCode::SUCCESS,
            }
        }
        _ => {
            let mut said = refused(error);
            if let Some(tip) = tips::tip(error, arguments) {
                said += &either!("; {tip}", "；{tip}");
            }
            write_error(&said, arguments);
            ExitCode::BAD_INPUT
        }
    }
}

/// Describes an error of the arguments. Kinds that hardly occur keep the words of clap.
fn refused(error: &clap::Error) -> String {
    let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let [argument, value] = [ContextKind::InvalidArg, ContextKind::InvalidValue].map(context);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            either!(
                "unexpected argument '{argument}'",
                "无法识别参数“{argument}”"
            )
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(ContextKind::InvalidSubcommand);
            either!("there is no command '{name}'", "没有命令“{name}”")
        }
        ErrorKind::MissingSubcommand => either!(
            "expected a command: {english}",
            "缺少命令，可用的有：{chinese}",
            english = context(ContextKind::ValidSubcommand),
            chinese = english.replace(", ", "、")
        ),
        ErrorKind::MissingRequiredArgument => {
            either!("expected {argument}", "缺少参数 {argument}")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            either!("'{argument}' needs a value", "“{argument}”后面缺少值")
        }
        ErrorKind::TooManyValues => either!(
            "'{argument}' takes no value, found '{value}'",
            "“{argument}”不带值，实际为“{value}”"
        ),
        ErrorKind::ArgumentConflict => match context(ContextKind::PriorArg) {
            same if same == argument => {
                either!("'{argument}' is given twice", "“{argument}”写了不止一次")
            }
            other => either!(
                "'{argument}' cannot be used with '{other}'",
                "“{argument}”不能与“{other}”同时使用"
            ),
        },
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            let reason = match error.source() {
                Some(reason) => reason.to_string(),
                None => either!(
                    "expected {accepted}",
                    "可用的有 {listed}",
                    accepted = context(ContextKind::ValidValue),
                    listed = accepted.replace(", ", "、")
                ),
            };
            let quoted = [format!("'{value}'"), format!("“{value}”")];
            match quoted.iter().any(|value| reason.contains(value)) {
                true => either!("'{argument}': {reason}", "“{argument}”：{reason}"),
                false => either!(
                    "invalid value '{value}' for '{argument}': {reason}",
                    "“{argument}”的值“{value}”无效：{reason}"
                ),
            }
        }
        _ => {
            let rendered = one_line(&error.render().to_string());
            rendered.trim_start_matches("error: ").to_owned()
        }
    }
}

/// Prints help, in colours on a terminal.
fn print_help(error: &clap::Error) -> io::Result<()> {
    let help = with_braces(&error.render().ansi().to_string());
    match error.use_stderr() {
        true => write!(anstream::stderr(), "{help}"),
        false => write!(anstream::stdout(), "{help}"),
    }
}

/// Writes `{n}` where help has `{N}`: clap makes a new line of the first.
pub(crate) fn with_braces(help: &str) -> String {
    help.replace("{N}", "{n}")
}

/// Prints the error; a closed pipe is not an error.
pub(crate) fn of_command(error: &anyhow::Error, arguments: &[OsString]) -> ExitCode {
    let closed = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
    if closed {
        return ExitCode::SUCCESS;
    }
    if let Some(interrupted) = error.chain().find_map(interrupted) {
        write_note(interrupted);
        return ExitCode::INTERRUPTED;
    }
    if interrupt::stop_requested() && is_locked(error) {
        write_note(Interrupted(Some(said(error))));
        return ExitCode::INTERRUPTED;
    }
    write_error(&with_causes(error), arguments);
    ExitCode::BAD_INPUT
}

/// Longest argument that an error repeats, in bytes: a file may have a path as long as this.
const MAX_REPEATED: usize = 1000;

/// Writes an error in one line. Shortens arguments that nobody reads, such as one of 100 kB.
fn write_error(said: &str, arguments: &[OsString]) {
    let mut said = said.to_owned();
    for argument in arguments {
        let argument = argument.to_string_lossy();
        // An error may repeat the value of an option, or one value of a list.
        let words = iter::once(&*argument).chain(argument.split(['=', ',']));
        for word in words.filter(|word| word.len() > MAX_REPEATED) {
            let short = shortened(word);
            for form in [word.into(), printable(word), tips::quoted(word)] {
                said = said.replace(&*form, &short);
            }
        }
    }
    let said = one_line(&said);
    write_note(either!("error: {said}", "错误：{said}"));
}

/// Returns an error with its causes in one line.
pub(crate) fn said(error: &anyhow::Error) -> String {
    one_line(&with_causes(error))
}

fn with_causes(error: &anyhow::Error) -> String {
    let causes: Vec<_> = error.chain().map(in_words).collect();
    causes.join(&either!(": ", "："))
}

/// Returns what the user stopped: a computation or a write.
fn interrupted<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a Interrupted> {
    let write = cause
        .downcast_ref::<io::Error>()
        .and_then(io::Error::get_ref);
    cause.downcast_ref().or_else(|| write?.downcast_ref())
}

/// Returns the message of an error in the language of sentences, if it has one there.
pub(crate) fn in_words(error: &(dyn Error + 'static)) -> String {
    let error = inner(error);
    let text = None
        .or_else(|| error.downcast_ref::<ReadError>().map(ReadError::text))
        .or_else(|| error.downcast_ref::<OutsideBoard>().map(OutsideBoard::text))
        .or_else(|| error.downcast_ref::<bezzel::Error>()?.text())
        .or_else(|| bezzel::Error::from(error.downcast_ref::<UnknownName>()?.clone()).text())
        .or_else(|| bezzel::Error::from(error.downcast_ref::<RandomError>()?.clone()).text())
        .or_else(|| bezzel::Error::from(error.downcast_ref::<CompactError>()?.clone()).text());
    match text {
        Some(text) => sentence(0, &text),
        None => None
            .or_else(|| of_run(error))
            .or_else(|| of_system(error.downcast_ref()?))
            .unwrap_or_else(|| error.to_string()),
    }
}

/// Returns an error of the operating system in other words. Rare errors keep the system's words.
fn of_system(error: &io::Error) -> Option<String> {
    let has_text = error.get_ref().is_some();
    of_kind(error.kind()).filter(|_| !has_text)
}

/// Returns what the operating system reports, if its own words are not enough.
pub(crate) fn of_kind(kind: io::ErrorKind) -> Option<String> {
    use io::ErrorKind::*;
    let said = match kind {
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
        // In English, too, the system does not name the limit.
        FileTooLarge => {
            return Some(either!(
                "the limit on the size of files is reached (`ulimit -f` shows it)",
                "文件大小达到了上限（`ulimit -f` 显示上限）"
            ));
        }
        AddrInUse => "端口已被占用",
        AddrNotAvailable => "本机没有这个地址",
        _ => return None,
    };
    is_chinese().then(|| said.to_owned())
}

/// Returns an error of a count or a ledger in Chinese. Rare ones keep their words.
fn of_run(error: &(dyn Error + 'static)) -> Option<String> {
    use bezzel_count::Error as CountError;

    if !is_chinese() {
        return None;
    }
    if let Some(error) = error.downcast_ref::<LedgerError>() {
        return of_ledger(error);
    }
    if let Some(bezzel_run::Error::Constraints { algorithm }) = error.downcast_ref() {
        return Some(format!(
            "{algorithm} 只能用于空棋盘，而给定的棋盘有皇后或禁用格；请不要指定方法"
        ));
    }
    Some(match error.downcast_ref::<CountError>()? {
        CountError::MissingBackend { name, missing } => {
            format!("这个 CPU 不支持后端 {name}，缺少 {missing}；`bezzel backends` 列出可用的后端")
        }
        CountError::Device { name, what } if what.starts_with("CUDA driver not found") => {
            format!("{name}：没有找到 CUDA 驱动程序，请安装 NVIDIA 驱动程序")
        }
        CountError::Device { name, what } => format!("{name}：{what}"),
        _ => return None,
    })
}

fn of_ledger(error: &LedgerError) -> Option<String> {
    Some(match error {
        LedgerError::NotFound(path) => format!(
            "{}：文件不存在；要开始新的计数，请运行 `bezzel count N --save FILE`",
            shown(path)
        ),
        LedgerError::AlreadyExists(path) => format!("{}：文件已存在，没有改动", shown(path)),
        LedgerError::OtherBoard {
            path,
            found,
            wanted,
        } => format!(
            "{}：应为 {wanted} 的计数文件，实际为 {found} 的；文件没有改动",
            shown(path)
        ),
        LedgerError::NotALedger(path, "no intact line of one") => {
            format!("{}：不是 bezzel 的计数文件；文件没有改动", shown(path))
        }
        LedgerError::Rescued {
            error,
            path,
            results,
            import,
        } => {
            let command = import.split('`').nth(1).unwrap_or(import);
            let what = match import.ends_with("imports") {
                true => "导入",
                false => "继续",
            };
            format!(
                "{}；{results} 个结果已保存到 {}，可以用 `{command}` {what}",
                of_ledger(error).unwrap_or_else(|| error.to_string()),
                shown(path)
            )
        }
        LedgerError::Gone(path, what) => {
            let what = match what.split(' ').next()? {
                "replaced" => "被另一个文件替换了",
                "moved" => "被移走或删除了",
                "truncated," => "被其他程序截短、修改或覆盖了",
                _ => return None,
            };
            format!("{}：文件在使用过程中{what}", shown(path))
        }
        LedgerError::NoLocks(path, _) => format!(
            "无法写入 {}：几个进程共用计数文件时需要文件锁，这里却不能加锁；请把文件放在本地磁盘上，\
             再用 `bezzel ledger merge` 合并几台机器的计数文件",
            shown(path)
        ),
        LedgerError::Locked(path) => {
            format!("无法使用 {}：另一个进程一直锁着这个文件", shown(path))
        }
        LedgerError::ReadOnly(path) => {
            format!("无法写入 {}：文件、文件夹或磁盘是只读的", shown(path))
        }
        LedgerError::Full(path, _) => {
            format!("无法写入 {}：磁盘已满，或者磁盘配额已用完", shown(path))
        }
        LedgerError::TooLarge(path) => {
            let why = of_kind(io::ErrorKind::FileTooLarge)?;
            format!("无法写入 {}：{why}", shown(path))
        }
        LedgerError::Storage(path, error) => {
            format!("无法使用 {}：{}", shown(path), in_words(error))
        }
        LedgerError::WrongTotal(path) => format!(
            "{path}：有一个结果是错的；`bezzel ledger verify --fraction 100%` 重算所有工作单元，并指出是哪一个"
        ),
        LedgerError::Unfinished {
            path,
            done,
            units,
            conflicts,
        } => {
            let file = shown(path);
            let mut said =
                format!("还没有总数：{units} 个工作单元中已数 {done} 个，有冲突的 {conflicts} 个");
            if done < units {
                said += &format!("；要继续计数，请运行 `bezzel count --save {file}`");
            }
            if *conflicts > 0 {
                said += &format!("；用 `bezzel ledger verify {file} --resolve` 解决冲突");
            }
            said
        }
        _ => return None,
    })
}

/// Returns the innermost error of those that only pass on another.
fn inner<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    use bezzel_count::Error as CountError;
    use bezzel_run::{Error as RunError, JobError};

    let passed: Option<&(dyn Error + 'static)> = if let Some(error) = error.downcast_ref() {
        match error {
            JobError::Failed(inner) => Some(inner),
            _ => None,
        }
    } else if let Some(error) = error.downcast_ref() {
        match error {
            RunError::Method(inner) => Some(inner),
            RunError::Ledger(inner) => Some(inner),
            RunError::Count(inner) => Some(inner),
            _ => None,
        }
    } else if let Some(LedgerError::Count(inner)) = error.downcast_ref() {
        Some(inner)
    } else if let Some(CountError::Library(inner)) = error.downcast_ref() {
        Some(inner)
    } else {
        None
    };
    passed.map_or(error, inner)
}

/// Returns true if the command waited for a ledger that another process had locked.
fn is_locked(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let of_ledger = cause.downcast_ref::<LedgerError>();
        let of_run = cause.downcast_ref::<bezzel_run::Error>();
        of_ledger.is_some_and(LedgerError::is_locked)
            || matches!(of_run, Some(bezzel_run::Error::Ledger(error)) if error.is_locked())
    })
}

/// Joins the lines of a message, without usage and pointers to the help.
fn one_line(text: &str) -> String {
    let lines: Vec<_> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass '"))
        .collect();
    lines.join(" ")
}
