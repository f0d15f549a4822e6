//! Errors as one line on stderr, with exit code 2.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::iter;

use bezzel::printable::printable;
use bezzel::{OutsideBoard, ReadError};
use bezzel_count::words::shortened;
use bezzel_run::{LedgerError, system_text};
use clap::error::{ContextKind, ErrorKind};

use crate::exit::ExitCode;
use crate::interrupt::{self, Interrupted};
use crate::language::{either, say, sentence};
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
    let counted = None
        .or_else(|| error.downcast_ref().map(ReadError::text))
        .or_else(|| error.downcast_ref().map(OutsideBoard::text))
        .or_else(|| error.downcast_ref::<bezzel::Error>()?.text());
    if let Some(text) = counted {
        return sentence(0, &text);
    }
    // Their braces belong to names of files.
    let text = None
        .or_else(|| error.downcast_ref().map(bezzel_run::Error::text))
        .or_else(|| error.downcast_ref().map(bezzel_count::Error::text))
        .or_else(|| error.downcast_ref().map(LedgerError::text))
        .or_else(|| error.downcast_ref().map(system_text));
    text.map_or_else(|| error.to_string(), |text| say(&text).to_owned())
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
