//! The runs of one program for n = 1, 2, 3, ….

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::Path;

use bezzel::ConstrainedBoard;
use bezzel_judge::{Ending, Finding, Judgement, MAX_JUDGED_N, Mode, Program, Totals, Trace};
use bezzel_run::{CountJob, Job};

use super::process::{self, Measured, Ran};
use super::speed::Speed;
use super::{Judge, Limits, with_value};
use crate::interrupt;
use crate::language::either;
use crate::progress::ProgressLine;

/// A program that needs longer for one n is not run for larger ones.
const ENOUGH_SECONDS: f64 = 1.0;
/// What programs take for the end if they ask again after each answer, the most usual first: a size, the answer to
/// "again (y/n)?", a command, and an invalid size.
const QUITS: [&str; 4] = ["0", "n", "q", "-1"];
/// No answer for n = 1 is as long. At the end of its input, a program that asks again prints its question forever.
const FLOOD_BYTES: u64 = 65_536;
/// Files of programs in these languages are read to find functions that nothing calls.
const SCRIPTS: [&str; 5] = ["py", "js", "mjs", "cjs", "ts"];

pub(super) struct Series {
    pub(super) judgement: Judgement,
    pub(super) measured: Vec<Measured>,
    /// What ends a program that asks again after each answer.
    pub(super) quit: Option<&'static str>,
    /// True if the program asked for more than n, and nothing that is tried ends it.
    pub(super) wants_more: bool,
    /// The run that reached a limit and ended the series, which is no fault.
    pub(super) stopped: Option<(u32, Ending)>,
    /// True if the series ended before its largest n because the last run took more than a second.
    pub(super) is_slow: bool,
    /// Moves for the largest n up to 8.
    pub(super) trace: Option<Trace>,
    /// Known if the program ended by itself at least once with output that was understood, so that its times say
    /// something.
    pub(super) speed: Option<Speed>,
}

/// Runs a program for n = 1, 2, 3, … until it needs more than a second.
pub(super) fn run(command: &[OsString], args: &Judge) -> anyhow::Result<Series> {
    let (mode, least) = (args.mode(), args.least());
    let mut program = Program::new(mode);
    if let Some(text) = script(command) {
        program.source(&text);
    }
    let mut measured = Vec::new();
    let (mut stopped, mut is_slow, mut trace) = (None, false, None);
    let (mut quit, mut wants_more) = (None, false);
    // Lines would only be in the way of a report in a log.
    let mut progress = stderr().is_terminal().then(|| ProgressLine::new("judging"));
    for n in 1..=args.to {
        if let Some(progress) = &mut progress {
            progress.announce(either!("judging n = {n}", "正在评测 n = {n}"));
        }
        let totals = totals(n, mode)?;
        let (words, input) = with_size(command, n);
        let mut ran = process::run(
            &words,
            &with_quit(&input, quit),
            args.limits,
            program.reader(n),
        )?;
        if n == 1 && !input.is_empty() {
            wants_more = wants_more_input(&ran);
            if wants_more
                && ran.ending.is_limit()
                && let Some((ended, word)) = that_quits(&words, &input, args.limits, &program)?
            {
                (ran, quit, wants_more) = (ended, Some(word), false);
            }
        }
        let (printed, ending, seconds) = (ran.printed, ran.ending, ran.measured.seconds);
        let is_limit = ending.is_limit();
        if is_limit && n > least {
            stopped = Some((n, ending));
            break;
        }
        if n <= MAX_JUDGED_N && !printed.trace.is_empty() {
            trace = Some(printed.trace.clone());
        }
        let has_ended = ending == Ending::Ended;
        program.add_counted(printed, ending, totals);
        measured.push(ran.measured);
        // A program may end with an error after its right output, as with `void main`.
        let verdicts = || program.judgement().verdicts;
        let last_is_wrong = || verdicts().last().is_none_or(|last| !last.right);
        let is_over = is_limit || !has_ended && last_is_wrong();
        let is_wrong = n >= MAX_JUDGED_N && !program.judgement().right;
        is_slow = seconds > ENOUGH_SECONDS && (least..args.to).contains(&n);
        if is_over || is_wrong || is_slow {
            is_slow &= !is_over && !is_wrong;
            break;
        }
    }
    let mut series = Series {
        judgement: program.judgement(),
        measured,
        quit,
        wants_more: wants_more && !program.judgement().right,
        stopped,
        is_slow,
        trace,
        speed: None,
    };
    let first = series.judgement.verdicts.first();
    let first = first.and_then(|verdict| verdict.findings.first());
    if series.judgement.prints().is_some() && !matches!(first, Some(Finding::Ending { .. })) {
        series.speed = Some(Speed::of(&series, mode)?);
    }
    Ok(series)
}

/// Returns the text of the script that the command runs.
fn script(command: &[OsString]) -> Option<String> {
    let is_script = |word: &&OsString| {
        let extension = Path::new(word).extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| SCRIPTS.contains(&extension))
    };
    fs::read_to_string(command.iter().rfind(is_script)?).ok()
}

/// Returns the right numbers, which are not needed for one solution.
fn totals(n: u32, mode: Mode) -> anyhow::Result<Option<Totals>> {
    // The fastest method counts these in less time than a process needs to start.
    const MAX_LISTED: u32 = 11;
    Ok(match (mode, n) {
        (Mode::One, _) => None,
        (_, ..=MAX_LISTED) => Some(Totals::of(n)),
        _ => {
            let mut job = CountJob::fastest(ConstrainedBoard::new(n)?, None)?;
            let counted = job.run(&interrupt::control(), &mut |_| {});
            let counted = interrupt::answer(counted)?;
            Some(Totals::with_solutions(n, counted.solutions))
        }
    })
}

/// Word in the command that stands for n.
const SIZE_WORD: &str = "{n}";

/// Returns the command and its input: n replaces `{n}`, or is the last argument and the input.
fn with_size(command: &[OsString], n: u32) -> (Vec<OsString>, String) {
    let number = n.to_string();
    if let Some(words) = with_value(command, SIZE_WORD, &number) {
        return (words, String::new());
    }
    let mut words = command.to_vec();
    words.push(number.clone().into());
    (words, number + "\n")
}

/// Returns true if a run for n = 1 read past the end of its input: it ended with such an error, or asks forever.
fn wants_more_input(ran: &Ran) -> bool {
    match &ran.ending {
        Ending::Crashed { message, .. } => {
            let names = ["EOFError", "NoSuchElementException", "No line found"];
            names.iter().any(|name| message.contains(name))
        }
        ending => ending.is_limit() && ran.printed.bytes > FLOOD_BYTES,
    }
}

/// Returns the run for n = 1 that a word after n ends, and the word.
fn that_quits(
    words: &[OsString],
    input: &str,
    mut limits: Limits,
    program: &Program,
) -> anyhow::Result<Option<(Ran, &'static str)>> {
    limits.output_bytes = FLOOD_BYTES;
    for word in QUITS {
        let ran = process::run(
            words,
            &with_quit(input, Some(word)),
            limits,
            program.reader(1),
        )?;
        if ran.ending == Ending::Ended {
            return Ok(Some((ran, word)));
        }
    }
    Ok(None)
}

/// Returns the input with one more line that ends the program.
fn with_quit(input: &str, quit: Option<&str>) -> String {
    quit.map_or(input.to_owned(), |word| format!("{input}{word}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n_is_an_argument_and_the_input_or_replaces_a_word() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let plain = (words(&["queens", "8"]), "8\n".to_owned());
        assert_eq!(with_size(&words(&["queens"]), 8), plain);
        let named = (words(&["queens", "n=8", "-v"]), String::new());
        assert_eq!(with_size(&words(&["queens", "n={n}", "-v"]), 8), named);
    }
}
