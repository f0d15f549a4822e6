//! Tips for arguments that the command line does not have.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use crate::args::Cli;
use crate::language::either;

/// Names that other programs give to commands, and the commands of bezzel.
const OTHER_NAMES: [(&[&str], &str, &str); 6] = [
    (
        &["solve", "solution", "solutions", "find", "search", "run"],
        "`bezzel first N` prints one solution, `bezzel list N` all, `bezzel count N` their number; `bezzel puzzle solve FILE` \
         solves a puzzle",
        "`bezzel first N` 输出一个解，`bezzel list N` 列出全部解，`bezzel count N` 算出解的个数；\
         `bezzel puzzle solve FILE` 解谜题",
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

/// Ends of the names of sources, with the command that runs them.
const INTERPRETERS: [(&[&str], &str); 11] = [
    (&["py"], "python3"),
    (&["js", "mjs", "cjs"], "node"),
    (&["ts"], "node --experimental-strip-types"),
    (&["java"], "java"),
    (&["go"], "go run"),
    (&["rb"], "ruby"),
    (&["pl"], "perl"),
    (&["php"], "php"),
    (&["lua"], "lua"),
    (&["awk"], "awk -v n={n} -f"),
    (&["sh", "bash"], "bash"),
];

/// Returns the tip for an error of the arguments that is better than that of clap.
pub(crate) fn tip(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let words = arguments.iter().skip(1);
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    let command = || {
        let mut root = Cli::command();
        // Each command gets the options that all have.
        root.build();
        command(root, &words)
    };
    let tip = match (error.kind(), invalid(error)?) {
        (ErrorKind::InvalidSubcommand, name) => of_number(name).or_else(|| of_command(name)),
        (ErrorKind::UnknownArgument, name) => {
            let command = command();
            match command.get_name() == "judge" && !name.starts_with('-') {
                true => Some(either!(
                    "to run it, use {tip}",
                    "要评测这个程序，请用 {tip}",
                    tip = judging(name).unwrap_or_else(|| with_dashes(&command, name, &words))
                )),
                false => of_option(&command, name),
            }
        }
        (ErrorKind::MissingRequiredArgument, name) if name.starts_with("<COMMAND>") => {
            Some(either!(
                "give the command of your program after --, such as `bezzel judge -- python3 queens.py`",
                "请在 -- 之后写出运行程序的命令，例如 `bezzel judge -- python3 queens.py`"
            ))
        }
        (ErrorKind::MissingRequiredArgument, name) if name.starts_with("<N>") => {
            let command = command();
            let has = |name| command.get_arguments().any(|one| one.get_id() == name);
            Some(match (has("board_file"), has("day")) {
                (true, _) => either!(
                    "give n, such as 8, or a board with --board FILE",
                    "请给出 n，例如 8，或用 --board FILE 给出棋盘"
                ),
                (_, true) => either!(
                    "give n, such as 8, or a date with --day today",
                    "请给出 n，例如 8，或用 --day today 生成今天的谜题"
                ),
                _ => either!("give n, such as 8", "请给出 n，例如 8"),
            })
        }
        (ErrorKind::MissingRequiredArgument, name) if name.starts_with("--save") => Some(either!(
            "--save keeps the count, so that it can continue",
            "加上 --save 保存计数，以后就能继续"
        )),
        _ => None,
    };
    tip.or_else(|| similar(error))
        .or_else(|| (error.kind() == ErrorKind::InvalidSubcommand).then(|| help(&command())))
}

/// Says which help lists the commands.
fn help(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    either!(
        "`{name} --help` lists the commands",
        "`{name} --help` 列出全部命令"
    )
}

/// Suggests a name that is similar to the unknown one.
fn similar(error: &clap::Error) -> Option<String> {
    use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};

    let kinds = [SuggestedArg, SuggestedSubcommand, SuggestedValue];
    let name = match kinds.into_iter().find_map(|kind| error.get(kind))? {
        ContextValue::String(name) => name,
        // The most similar one is the last.
        ContextValue::Strings(names) => names.last()?,
        _ => return None,
    };
    Some(either!("did you mean '{name}'?", "是不是“{name}”？"))
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

/// Returns the command that judges the source in a file, after its compiler if it needs one. Returns `None` for a
/// language that is not known.
pub(crate) fn judging(file: &str) -> Option<String> {
    let (stem, extension) = file.rsplit_once('.')?;
    let program = here(stem);
    let (program, file) = (quoted(&program), quoted(file));
    let compiler = match extension {
        "c" => format!("cc -O2 -o {program} {file} -lm"),
        "cpp" | "cc" | "cxx" => format!("g++ -O2 -o {program} {file}"),
        "pas" => format!("fpc {file}"),
        "rs" => format!("rustc -O -o {program} {file}"),
        _ => {
            let (_, with) = INTERPRETERS
                .iter()
                .find(|(ends, _)| ends.contains(&extension))?;
            return Some(format!("`bezzel judge -- {with} {file}`"));
        }
    };
    Some(format!("`{compiler} && bezzel judge -- {program}`"))
}

/// Returns the name of a file as a command that is not looked up in PATH.
pub(crate) fn here(file: &str) -> String {
    let here = if file.contains('/') { "" } else { "./" };
    format!("{here}{file}")
}

/// Returns a word as a shell reads it.
pub(crate) fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-+=:,./@{}".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")).into(),
    }
}

/// Returns the command of `judge` with `--` before its first argument that is no option. Options after it come first.
fn with_dashes(command: &Command, name: &str, words: &[Cow<str>]) -> String {
    let is_option = |word: &Cow<str>| {
        let long = word
            .strip_prefix("--")
            .and_then(|word| word.split('=').next());
        let mut options = command.get_arguments().filter_map(clap::Arg::get_long);
        options.any(|option| Some(option) == long)
    };
    let at = words.iter().position(|word| word == name).unwrap_or(0);
    let (before, program) = words.split_at(at);
    let end = program.iter().position(is_option).unwrap_or(program.len());
    let (program, after) = program.split_at(end);
    let program = program
        .iter()
        .map(|word| match word == name && Path::new(name).is_file() {
            true => here(name),
            false => word.to_string(),
        });
    let options = before.iter().chain(after).map(ToString::to_string);
    let words = options.chain(["--".to_owned()]).chain(program);
    let words: Vec<_> = words.map(|word| quoted(&word).into_owned()).collect();
    format!("`bezzel {}`", words.join(" "))
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

fn command(root: Command, words: &[Cow<str>]) -> Command {
    words.iter().fold(root, |command, word| {
        let found = command.find_subcommand(&**word).cloned();
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
