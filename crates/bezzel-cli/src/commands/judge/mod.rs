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
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use bezzel_judge::{MIN_JUDGED_N, Mode, Program, RECORDER, Trace};
use serde_json::json;

use bezzel::printable::printable;

use crate::args::Judge;
use crate::exit::ExitCode;
use crate::input;
use crate::input::shown;
use crate::interrupt::Interrupted;
use crate::language::either;
use crate::output::{self, Output};
use crate::stderr::write_note;
use process::Limits;
use report::Judged;
use series::Plan;
use speed::Speed;

/// Time for one n unless `--time-limit` is given.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);
/// Largest n for which the lines of a program are recorded.
const MAX_RECORDED_N: u32 = 6;
/// Word in the command that stands for a file of `--each`.
const FILE_WORD: &str = "{file}";

pub(crate) fn run(args: &Judge) -> anyhow::Result<ExitCode> {
    if let Some(least) = args.least {
        let to = args.to;
        ensure!(
            least <= to,
            either(
                format!("expected --least up to --to ({to}), found {least}"),
                format!("--least 不应大于 --to（{to}），实际为 {least}"),
            )
        );
    }
    // Files that must not be replaced are found before the programs run.
    let force = args.force.force;
    let trace = args.trace.as_deref();
    let trace = trace
        .map(|path| Output::to(Some(path), force))
        .transpose()?;
    let programs = programs(args)?;
    write_note(either(
        "programs run with your rights and are not isolated",
        "程序以你的权限运行，没有隔离",
    ));
    if let Some(missing) = watch::missing_limits() {
        write_note(either(
            format!("this system has no {missing}"),
            format!("这个系统没有：{missing}"),
        ));
    }
    watch::adopt_orphans();
    if let Some(file) = &args.leetcode {
        return judge_answer(args, file);
    }
    let mut judged = Vec::new();
    for (name, command) in programs {
        judged.push(judge(args, name, &command)?);
        let last = judged.last().expect("one was added");
        if args.format.is_json() {
            output::print_json(&report::object(last))?;
        }
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
    let functions = leetcode::run(file, limits(args))?;
    let name = input::shown(file);
    if args.format.is_json() {
        let functions: Vec<_> = functions.iter().map(leetcode::object).collect();
        let object = json!({"program": name, "functions": functions});
        output::print_json(&object)?;
    } else {
        output::print(report::functions(&name, &functions))?;
    }
    let is_right = functions.iter().all(leetcode::JudgedFunction::is_right);
    Ok(ExitCode::of_answer(is_right))
}

fn limits(args: &Judge) -> Limits {
    Limits {
        time: args.time_limit.unwrap_or(DEFAULT_TIME_LIMIT),
        memory_bytes: args.memory_limit.saturating_mul(1 << 20),
        output_bytes: args.output_limit.saturating_mul(1 << 20),
        processes: args.process_limit,
    }
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
        anyhow!(either(
            format!("expected a pattern such as 'submissions/*/run.sh', found {pattern}: {error}"),
            format!("应为 'submissions/*/run.sh' 这样的模式，实际为 {pattern}：{error}"),
        ))
    })?;
    let mut programs = Vec::new();
    for file in files {
        let file = file?;
        programs.push((input::shown(&file), of_file(args, file)?));
    }
    ensure!(
        !programs.is_empty(),
        either(
            format!("expected a pattern that matches files, found none for {pattern}"),
            format!("没有与模式 {pattern} 匹配的文件"),
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
    let is_named = |word: &OsString| word.to_str().is_some_and(|word| word.contains(FILE_WORD));
    ensure!(
        args.command.iter().any(is_named),
        either(
            format!(
                "expected {FILE_WORD} in the command, found none: it stands for each file of --each"
            ),
            format!("命令中应有 {FILE_WORD}，代表 --each 的每个文件"),
        )
    );
    let name = file.to_str().with_context(|| {
        format!(
            "expected the name of a file as text, found {}",
            shown(&file)
        )
    })?;
    let words = args.command.iter().map(|word| match word.to_str() {
        Some(text) => text.replace(FILE_WORD, name).into(),
        None => word.clone(),
    });
    Ok(words.collect())
}

fn judge(args: &Judge, name: String, command: &[OsString]) -> anyhow::Result<Judged> {
    let plan = Plan {
        mode: args.mode(),
        least: args.least.unwrap_or(MIN_JUDGED_N.min(args.to)),
        to: args.to,
        limits: limits(args),
    };
    let series = match series::run(command, plan) {
        // One program that cannot be started is no reason to leave out the others.
        Err(error) if args.each.is_some() && !error.is::<Interrupted>() => {
            Err(format!("{error:#}"))
        }
        series => Ok(series?),
    };
    let speed = match &series {
        Ok(series) if series.has_ended_run() => Some(Speed::of(series, plan.mode)?),
        _ => None,
    };
    Ok(Judged {
        name,
        series,
        speed,
    })
}

/// Returns what `--trace` writes: the moves that the program reported, or each line of a Python program.
fn trace_of(judged: &Judged, args: &Judge) -> anyhow::Result<String> {
    let series = judged.series.as_ref().ok();
    if let Some(moves) = series.and_then(|series| series.trace.as_ref()) {
        return Ok(trace_text(moves));
    }
    let n = series.and_then(|series| Some(series.measured.last()?.n));
    let n = n.unwrap_or(1).min(MAX_RECORDED_N);
    recorded(&args.command, n, limits(args))?.context(
        "expected lines such as 'place 0 1' in the output, or a Python program, found neither",
    )
}

/// Runs the Python program of a command once more under its interpreter's tracing; `None` if there is no such program.
fn recorded(command: &[OsString], n: u32, limits: Limits) -> anyhow::Result<Option<String>> {
    let is_python = |word: &OsString| Path::new(word).extension().is_some_and(|end| end == "py");
    let Some(at) = command.iter().position(is_python) else {
        return Ok(None);
    };
    let folder = tempfile::tempdir()?;
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
    match fs::read_to_string(&out) {
        Ok(text) if !text.is_empty() => Ok(Some(text)),
        _ => {
            let ending = ran.ending.text();
            bail!(either(
                format!(
                    "expected a Python program that can be recorded, found: {}",
                    ending.english
                ),
                format!("无法记录这个 Python 程序：{}", ending.chinese),
            ))
        }
    }
}

/// Writes moves as `bezzel show --trace` reads them.
fn trace_text(trace: &Trace) -> String {
    let mut text = format!("# bezzel trace\nn {}\n", trace.size());
    for line in trace.lines() {
        text.push_str(&line);
        text.push('\n');
    }
    text
}
