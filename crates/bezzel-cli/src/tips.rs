//! Tips for arguments that the command line does not have.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use crate::args::Cli;
use crate::language::either;

/// Names that other programs give to commands, and the commands of bezzel.
const OTHER_NAMES: [(&[&str], &str, &str); 6] = [
    (
        &["solve", "solution", "solutions", "find", "search", "run"],
        "`bezzel first N` prints one solution, `bezzel list N` all, `bezzel count N` their number",
        "`bezzel first N` 输出一个解，`bezzel list N` 列出全部解，`bezzel count N` 算出解的个数",
    ),
    (
        &["verify", "validate"],
        "`bezzel check` checks boards",
        "`bezzel check` 检查棋盘",
    ),
    (
        &["animate", "play", "step", "steps", "visualize", "watch"],
        "`bezzel show N` steps through a method",
        "`bezzel show N` 逐步演示一种方法",
    ),
    (
        &["gui", "page", "server", "start", "ui", "web"],
        "`bezzel serve --open` opens the page",
        "`bezzel serve --open` 打开网页",
    ),
    (
        &["benchmark", "measure", "race", "time"],
        "`bezzel compare N` measures the methods, `bezzel bench` the colour-split counter",
        "`bezzel compare N` 实测各种方法，`bezzel bench` 实测分色计数器",
    ),
    (
        &["draw", "print", "enumerate", "all"],
        "`bezzel list N --notation unicode` draws all solutions",
        "`bezzel list N --notation unicode` 画出全部解",
    ),
];

/// Returns the tip for an error of the arguments that is better than that of clap.
pub(crate) fn tip(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    match (error.kind(), invalid(error)?) {
        (ErrorKind::InvalidSubcommand, name) => of_number(name).or_else(|| of_command(name)),
        (ErrorKind::UnknownArgument, name) => {
            let words = arguments.iter().skip(1);
            let words = words.map(|word| word.to_string_lossy().into_owned());
            let command = command(Cli::command(), words);
            match command.get_name() == "judge" && !name.starts_with('-') {
                true => Some(either!(
                    "to run it, use {tip}",
                    "要评测这个程序，请用 {tip}",
                    tip = judging(name)
                )),
                false => of_option(&command, name),
            }
        }
        (ErrorKind::MissingRequiredArgument, name) if name.starts_with("<N>") => Some(either!(
            "give n, such as 8, or a board with --board FILE",
            "请给出 n，例如 8，或用 --board FILE 给出棋盘"
        )),
        (ErrorKind::MissingRequiredArgument, name) if name.starts_with("--save") => Some(either!(
            "--save keeps the count, so that it can continue",
            "加上 --save 保存计数，以后就能继续"
        )),
        _ => None,
    }
}

fn invalid(error: &clap::Error) -> Option<&str> {
    let contexts = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    contexts
        .into_iter()
        .find_map(|kind| match error.get(kind)? {
            ContextValue::String(name) => Some(name.as_str()),
            ContextValue::Strings(names) => names.first().map(String::as_str),
            _ => None,
        })
}

/// Returns the command that judges the program in a file, after its compiler if it needs one.
pub(crate) fn judging(file: &str) -> String {
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let here = if file.contains('/') { "" } else { "./" };
    let compiler = match extension {
        "c" => format!("cc -O2 -o {stem} {file}"),
        "cpp" | "cc" | "cxx" => format!("g++ -O2 -o {stem} {file}"),
        "pas" => format!("fpc {file}"),
        "rs" => format!("rustc -O -o {stem} {file}"),
        _ => {
            let with = match extension {
                "py" => "python3 ",
                "js" | "mjs" => "node ",
                "java" => "java ",
                "go" => "go run ",
                "rb" => "ruby ",
                "sh" => "sh ",
                _ => here,
            };
            return format!("`bezzel judge -- {with}{file}`");
        }
    };
    format!("`{compiler} && bezzel judge -- {here}{stem}`")
}

/// A number alone asks for that many queens.
fn of_number(name: &str) -> Option<String> {
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let tip = of_command("solve").filter(|_| is_number);
    tip.map(|tip| tip.replace(" N`", &format!(" {name}`")))
}

fn of_command(name: &str) -> Option<String> {
    let known = OTHER_NAMES.iter().find(|(names, ..)| names.contains(&name));
    known.map(|(_, english, chinese)| either!("{english}", "{chinese}"))
}

fn command(root: Command, words: impl Iterator<Item = String>) -> Command {
    words.fold(root, |command, word| {
        let found = command.find_subcommand(&word).cloned();
        found.unwrap_or(command)
    })
}

/// Finds the option that has this name as a value: `--format json` for `--json`.
fn of_option(command: &Command, name: &str) -> Option<String> {
    let value = name.strip_prefix("--")?;
    let has_value = |option: &&clap::Arg| {
        let mut values = option.get_possible_values().into_iter();
        option.get_long().is_some() && values.any(|one| one.matches(value, false))
    };
    let options: Vec<_> = command.get_arguments().filter(has_value).collect();
    let format = options.iter().find(|option| option.get_id() == "format");
    let option = format.or(options.first())?.get_long()?;
    Some(either!(
        "use `--{option} {value}`",
        "请用 `--{option} {value}`"
    ))
}
