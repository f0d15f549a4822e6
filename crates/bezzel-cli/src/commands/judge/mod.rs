//! `bezzel judge`: runs a program for n = 1, 2, 3, … and judges what it prints.
//!
//! `bezzel-judge` reads and judges outputs; here are the processes, their limits and measures, and
//! the report.

mod leetcode;
mod process;
mod report;
mod series;
mod speed;
mod watch;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use bezzel::printable::printable;
use bezzel_judge::{Ending, MIN_JUDGED_N, Mode, Program, RECORDER};
use clap::Args;
use serde_json::json;

use crate::args::{Force, Format, whole};
use crate::exit::ExitCode;
use crate::failure;
use crate::input::shown;
use crate::interrupt::Interrupted;
use crate::language::either;
use crate::output;
use crate::tips;
use process::Limits;
use report::Judged;

/// Largest n for which the lines of a program are recorded.
const MAX_RECORDED_N: u32 = 6;
/// Word in the command that stands for a file of `--each`.
const FILE_WORD: &str = "{file}";

/// Judge a program that solves n queens.
///
/// bezzel runs your program for n = 1, 2, 3, …, and gives it n as the last argument and on standard
/// input. The program prints the number of solutions, or solutions in any usual form. bezzel says
/// what is wrong and in which line, and names the likely cause if a common bug explains all outputs.
/// The exit code is 1 if the program is wrong.
///
/// Programs run with your rights. bezzel kills a program that exceeds a limit, but nothing isolates
/// it. Run programs that you do not trust in a container.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel judge -- python3 queens.py\n  \
    bezzel judge -- ./queens --size {N}            ({N} is replaced by the number)\n  \
    bezzel judge --one --to 20 -- node queens.js\n  \
    bezzel judge --each 'submissions/*/run.sh'\n  \
    bezzel judge --each 'submissions/*.py' -- python3 {file}\n  \
    bezzel judge --leetcode Solution.java\n  \
    bezzel judge --trace moves.txt -- python3 queens.py && bezzel show --trace moves.txt")]
pub(crate) struct Judge {
    /// Command to run. bezzel replaces {N} by the number of queens, and {file} by a file of --each.
    #[arg(value_name = "COMMAND", last = true, required_unless_present_any = ["each", "leetcode"])]
    command: Vec<OsString>,
    /// Expect one solution of each set of rotated and reflected solutions, or their number.
    #[arg(long, short, conflicts_with = "one")]
    fundamental: bool,
    /// Expect any one solution.
    #[arg(long)]
    one: bool,
    /// Judge each file that matches GLOB, as a program, or as {file} in the command.
    #[arg(long, value_name = "GLOB")]
    each: Option<String>,
    /// Judge an answer to LeetCode 51 or 52: call its totalNQueens or solveNQueens as LeetCode
    /// does.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "each", "fundamental", "one", "trace", "least", "to"])]
    leetcode: Option<PathBuf>,
    /// A program that exceeds a limit for n up to N (1 to 16) is wrong; for larger n, the run just
    /// stops [default: 6].
    #[arg(long, value_name = "N", value_parser = whole(1..=16), allow_negative_numbers = true)]
    least: Option<u32>,
    /// Largest n to judge, 1 to 32. If the program is wrong, bezzel stops at n = 8 or later.
    #[arg(long, value_name = "N", value_parser = whole(1..=32), default_value_t = 16, allow_negative_numbers = true)]
    to: u32,
    #[command(flatten)]
    limits: Limits,
    /// Write the moves that the program prints, for the largest n up to 8, to this file. If a Python
    /// program prints no moves, bezzel writes each line that it runs, with its variables, for the
    /// largest n up to 6.
    #[arg(long, value_name = "FILE", conflicts_with = "each")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    format: Format,
}

impl Judge {
    /// Returns the expected output.
    fn mode(&self) -> Mode {
        match (self.fundamental, self.one) {
            (true, _) => Mode::Fundamental,
            (_, true) => Mode::One,
            _ => Mode::All,
        }
    }

    /// Returns the largest n for which exceeding a limit makes the program wrong.
    fn least(&self) -> u32 {
        self.least.unwrap_or(MIN_JUDGED_N.min(self.to))
    }
}

pub(crate) fn run(args: &Judge) -> anyhow::Result<ExitCode> {
    if let Some(least) = args.least {
        let to = args.to;
        ensure!(
            least <= to,
            either!(
                "expected --least up to --to ({to}), found {least}",
                "--least 不应大于 --to（{to}），实际为 {least}"
            )
        );
    }
    // Files that must not be replaced are found before the programs run.
    let trace = args.force.open(args.trace.as_deref())?;
    let programs = programs(args)?;
    watch::adopt_orphans();
    if let Some(file) = &args.leetcode {
        return judge_answer(args, file);
    }
    let mut judged = Vec::new();
    for (name, command) in programs {
        let one = judge(args, name, &command)?;
        if args.format.is_json() {
            output::print_json(&report::object(&one))?;
        }
        judged.push(one);
    }
    if let (Some(out), [only]) = (trace, &judged[..]) {
        out.finish_with(trace_of(only, args)?)?;
    }
    if !args.format.is_json() {
        output::print(match (&args.each, &judged[..]) {
            (None, [only]) => report::text(only),
            _ => report::summary(&judged),
        })?;
    }
    let is_unclear = |judged: &Judged| judged.is_right() || judged.is_not_understood();
    let is_right = judged.iter().all(Judged::is_right);
    match !is_right && judged.iter().all(is_unclear) {
        true => Ok(ExitCode::BAD_INPUT),
        false => Ok(ExitCode::of_answer(is_right)),
    }
}

fn judge_answer(args: &Judge, file: &Path) -> anyhow::Result<ExitCode> {
    let functions = leetcode::run(file, args.limits)?;
    let name = shown(file);
    let objects: Vec<_> = functions.iter().map(leetcode::object).collect();
    let object = json!({"program": name, "functions": objects});
    let text = || report::functions(&name, &functions);
    args.format.print(&object, text)?;
    let is_right = functions.iter().all(leetcode::JudgedFunction::is_right);
    Ok(ExitCode::of_answer(is_right))
}

/// Returns the name and the command of each program.
fn programs(args: &Judge) -> anyhow::Result<Vec<(String, Vec<OsString>)>> {
    let Some(pattern) = &args.each else {
        let words = args.command.iter().map(|word| word.to_string_lossy());
        return Ok(vec![(
            printable(&words.collect::<Vec<_>>().join(" ")).into_owned(),
            args.command.clone(),
        )]);
    };
    let files = glob::glob(pattern).map_err(|error| {
        anyhow!(either!(
            "expected a pattern such as 'submissions/*/run.sh', found {pattern}: {error}",
            "应为 'submissions/*/run.sh' 这样的模式，实际为 {pattern}：{error}"
        ))
    })?;
    let mut programs = Vec::new();
    for file in files {
        let file = file?;
        programs.push((shown(&file), of_file(args, file)?));
    }
    ensure!(
        !programs.is_empty(),
        either!(
            "no file matches the pattern {pattern}",
            "没有与模式 {pattern} 匹配的文件"
        )
    );
    Ok(programs)
}

/// Returns the command that runs a file of `--each`.
fn of_file(args: &Judge, file: PathBuf) -> anyhow::Result<Vec<OsString>> {
    if args.command.is_empty() {
        // A name without a folder is looked up in PATH.
        let is_name = file
            .parent()
            .is_some_and(|folder| folder.as_os_str().is_empty());
        return Ok(vec![match is_name {
            true => PathBuf::from(".").join(file).into(),
            false => file.into(),
        }]);
    }
    let name = file.to_str().with_context(|| {
        format!(
            "expected the name of a file as text, found {}",
            shown(&file)
        )
    })?;
    with_value(&args.command, FILE_WORD, name).with_context(|| {
        either!(
            "expected {FILE_WORD} in the command, found none: it stands for each file of --each",
            "命令中应有 {FILE_WORD}，代表 --each 的每个文件"
        )
    })
}

/// Replaces a word in a command by its value; `None` if the word is not there.
fn with_value(command: &[OsString], word: &str, value: &str) -> Option<Vec<OsString>> {
    let has_word = |argument: &OsString| argument.to_str().is_some_and(|text| text.contains(word));
    let replaced = command.iter().map(|argument| match argument.to_str() {
        Some(text) => text.replace(word, value).into(),
        None => argument.clone(),
    });
    command.iter().any(has_word).then(|| replaced.collect())
}

fn judge(args: &Judge, name: String, command: &[OsString]) -> anyhow::Result<Judged> {
    let series = series::run(command, args);
    let series = series.map_err(|error| of_source(&command[0], &error).unwrap_or(error));
    let series = match series {
        // One program that cannot be started is no reason to leave out the others.
        Err(error) if args.each.is_some() && !error.is::<Interrupted>() => {
            Err(failure::said(&error))
        }
        series => Ok(series?),
    };
    Ok(Judged { name, series })
}

/// Returns the error of a file that is no command, with the one that judges it; `None` if that is not known.
fn of_source(name: &OsStr, error: &anyhow::Error) -> Option<anyhow::Error> {
    let kind = error.downcast_ref::<io::Error>()?.kind();
    let is_file = Path::new(name).is_file();
    let name = printable(name.to_str().filter(|_| is_file)?);
    let run = format!("bezzel judge -- {}", tips::quoted(&tips::here(&name)));
    let tip = match (tips::judging(&name), kind) {
        (Some(tip), _) => tip,
        (None, ErrorKind::PermissionDenied) => {
            format!("`chmod +x {} && {run}`", tips::quoted(&name))
        }
        (None, ErrorKind::NotFound) if !name.contains('/') => format!("`{run}`"),
        _ => return None,
    };
    Some(anyhow!(either!(
        "{name} is a file, not a command that can be run: use {tip}",
        "{name} 是文件，不是可以运行的命令；请用 {tip}"
    )))
}

/// Returns what `--trace` writes: the moves that the program reported, or each line of a Python program.
fn trace_of(judged: &Judged, args: &Judge) -> anyhow::Result<String> {
    let series = judged.series.as_ref().ok();
    if let Some(moves) = series.and_then(|series| series.trace.as_ref()) {
        let lines: String = moves.lines().map(|line| line + "\n").collect();
        return Ok(format!("# bezzel trace\nn {}\n{lines}", moves.size()));
    }
    let n = series.and_then(|series| Some(series.measured.last()?.n));
    let n = n.unwrap_or(1).min(MAX_RECORDED_N);
    recorded(&args.command, n, args.limits)?.with_context(|| {
        either!(
            "expected lines such as 'place 0 1' in the output, or a Python program, found neither",
            "输出中应有“place 0 1”这样的行，或者程序是 Python 程序，实际都不是"
        )
    })
}

/// Runs the Python program of a command once more under its interpreter's tracing; `None` if there is no such program.
fn recorded(command: &[OsString], n: u32, limits: Limits) -> anyhow::Result<Option<String>> {
    let is_python = |word: &OsString| Path::new(word).extension().is_some_and(|end| end == "py");
    let Some(at) = command.iter().position(is_python) else {
        return Ok(None);
    };
    // Without the random name.
    let folder = tempfile::tempdir().map_err(|error| io::Error::from(error.kind()));
    let folder =
        folder.with_context(|| either!("cannot write the recording", "无法写入运行记录"))?;
    let out = folder.path().join("trace");
    let mut words = match at {
        0 => vec!["python3".into()],
        _ => command[..at].to_vec(),
    };
    let number = n.to_string();
    let recorder: [&OsStr; 2] = ["-c".as_ref(), RECORDER.as_ref()];
    words.extend(recorder.map(OsStr::to_owned));
    words.extend([command[at].clone(), number.into(), out.clone().into()]);
    let reader = Program::new(Mode::All).reader(n);
    let ran = process::run(&words, "", limits, reader)?;
    // What the recorder could not write whole is not read.
    let is_cut = matches!(
        &ran.ending,
        Ending::Crashed { message, .. } if message.starts_with("cannot write the recording")
    );
    match fs::read_to_string(&out) {
        Ok(text) if !text.is_empty() && !is_cut => Ok(Some(text)),
        _ => {
            let ending = ran.ending.text();
            bail!(either!(
                "expected a Python program that can be recorded, found: {english}",
                "无法记录这个 Python 程序：{chinese}",
                english = ending.english,
                chinese = ending.chinese
            ))
        }
    }
}
