//! Output about judged programs: text, or one JSON object for each.

use bezzel::counted;
use bezzel::methods::Text;
use bezzel_judge::{Finding, Judgement, Outcome, Verdict};
use serde_json::{Value, json};

use super::leetcode::JudgedFunction;
use super::series::Series;
use super::speed::{Speed, shortest_work, start_seconds};
use crate::language::{either, say, sentence};
use crate::output;

pub(super) struct Judged {
    /// The command, or the file of `--each`.
    pub(super) name: String,
    /// Its runs, or the reason why it could not be started.
    pub(super) series: Result<Series, String>,
}

impl Judged {
    pub(super) fn is_right(&self) -> bool {
        self.series
            .as_ref()
            .is_ok_and(|series| series.judgement.right)
    }

    pub(super) fn is_not_understood(&self) -> bool {
        let series = self.series.as_ref();
        series.is_ok_and(|series| matches!(series.judgement.outcome, Outcome::NotUnderstood { .. }))
    }

    /// Returns the verdict in two words.
    fn verdict(&self) -> String {
        match self.series.as_ref().map(|series| series.judgement.outcome) {
            Ok(Outcome::Right) => either!("right", "正确"),
            Ok(Outcome::NotUnderstood { .. }) => either!("not understood", "无法理解"),
            Ok(Outcome::SizeFixed { .. }) => either!("size fixed", "大小固定"),
            Ok(Outcome::OneOnly) => either!("one solution", "只有一个解"),
            Ok(Outcome::Silent) => either!("no output", "没有输出"),
            Ok(Outcome::Wrong) | Err(_) => either!("wrong", "错误"),
        }
    }
}

impl Series {
    /// Returns the number from which the program counts rows and columns.
    fn base(&self) -> u32 {
        self.judgement.base.unwrap_or(0)
    }

    /// Returns what a program without output has.
    fn uncalled(&self) -> Option<Text> {
        Some(self.judgement.uncalled.as_ref()?.text(true))
    }
}

/// Describes a judgement, and names the option with which the program would be right.
fn with_option(judgement: &Judgement) -> Text {
    let mut text = judgement.text();
    if judgement.outcome == Outcome::OneOnly {
        text.english += ": judge it with --one";
        text.chinese += "；如果只要求一个解，请加上 --one";
    }
    text
}

/// Describes one program: its verdict, a table, faults with boards, likely causes and speed.
pub(super) fn text(judged: &Judged) -> String {
    let series = match &judged.series {
        Ok(series) => series,
        Err(error) => return labelled(&judged.name, error),
    };
    let judgement = &series.judgement;
    let mut out = labelled(&judged.name, say(&with_option(judgement)));
    if let Some(prints) = judgement.prints() {
        out += &printed_as(judgement, &prints);
    }
    if let Some(word) = series.quit {
        out += &either!(
            "it asks for n again and again, so bezzel writes '{word}' after n\n",
            "程序会反复询问 n，所以 bezzel 在 n 之后再输入“{word}”\n"
        );
    }
    // A program that was not understood, or that solves another problem, has nothing to tell about each n.
    let (has_table, told) = match judgement.outcome {
        Outcome::SizeFixed { right_for: Some(_) } | Outcome::OneOnly | Outcome::Silent => {
            (false, &[][..])
        }
        Outcome::NotUnderstood { n } => {
            let at = judgement.verdicts.iter().position(|one| one.n == n);
            (false, at.map_or(&[][..], |at| &judgement.verdicts[at..=at]))
        }
        _ => (true, &judgement.verdicts[..]),
    };
    if has_table {
        out += "\n";
        out += &table(series);
    }
    let findings = findings(series.base(), told);
    if !findings.is_empty() {
        out += "\n";
        out += &findings;
    }
    if series.wants_more {
        let name = &judged.name;
        out += &either!(
            "\nit may read more than n, such as a choice from a menu: give it all of its input, as with \
             `bezzel judge -- sh -c 'printf \"1\\n{{n}}\\n\" | {name}'`\n",
            "\n除了 n，程序可能还要读入别的内容，例如菜单的选项；请给出全部输入，例如 \
             `bezzel judge -- sh -c 'printf \"1\\n{{n}}\\n\" | {name}'`\n"
        );
    }
    if !judgement.causes.is_empty() {
        out += "\n";
    }
    out += &causes(judgement);
    if let Some(speed) = &series.speed {
        out += &speed_text(series, speed);
    }
    if let Some(uncalled) = series.uncalled() {
        out += &format!("\n{}\n", say(&uncalled));
    }
    out
}

/// Lists the likely causes, a line each.
fn causes(judgement: &Judgement) -> String {
    let mut out = String::new();
    for (at, cause) in judgement.causes.iter().enumerate() {
        let or = match at {
            0 => either!("likely cause: ", "可能的原因："),
            _ => either!("or: ", "或者："),
        };
        let hint = match cause.name {
            "counts-fundamental" => either!(
                ": use --fundamental if they are meant",
                "；如果要的就是基本解，请用 --fundamental"
            ),
            _ => String::new(),
        };
        out += &format!("{or}{}{hint}\n", say(&cause.text()));
    }
    out
}

/// Says what a program prints, and how it was read.
fn printed_as(judgement: &Judgement, prints: &Text) -> String {
    let mut out = either!("it ", "");
    out += say(prints);
    if let Some(base) = judgement.base {
        out += &either!(
            "; rows and columns count from {base}",
            "；行和列从 {base} 编号"
        );
    }
    let mut verdicts = judgement.verdicts.iter();
    if let Some(last) = verdicts.rfind(|verdict| !verdict.read.english.is_empty()) {
        let read = say(&last.read);
        out += &either!(
            "; for n = {n}, read as {read}",
            "；n = {n} 时识别为 {read}",
            n = last.n
        );
    }
    out + "\n"
}

/// Describes the functions of an answer to LeetCode.
pub(super) fn functions(name: &str, functions: &[JudgedFunction]) -> String {
    let mut out = String::new();
    for function in functions {
        let judgement = &function.judgement;
        let verdict = match &function.kept {
            Some(kept) => kept.text(function.name),
            None => judgement.text(),
        };
        let name = either!(
            "{name}, {called}",
            "{name}，{called}",
            called = function.name
        );
        out += &labelled(&name, say(&verdict));
        if judgement.outcome != Outcome::Silent {
            out += &findings(0, &judgement.verdicts);
        }
        out += &causes(judgement);
        if let Some((n, ending)) = &function.stopped {
            out += &labelled(&format!("n = {n}"), say(&ending.text()));
        }
    }
    out
}

fn table(series: &Series) -> String {
    let head = [
        "n".to_owned(),
        either!("solutions", "解的个数"),
        either!("printed", "输出"),
        either!("verdict", "评测结果"),
        either!("seconds", "用时（秒）"),
        either!("growth", "增长"),
        "MiB".to_owned(),
    ];
    let start = start_seconds(&series.measured);
    let shortest = shortest_work(&series.measured);
    let mut before: Option<f64> = None;
    let runs = series.judgement.verdicts.iter().zip(&series.measured);
    let rows = runs.map(|(verdict, measured)| {
        let net = measured.seconds - start;
        let growth = before.replace(net).filter(|&before| before >= shortest);
        let mebibytes = |bytes: u64| format!("{:.0}", bytes as f64 / 1_048_576.0);
        [
            verdict.n.to_string(),
            verdict.expected.to_string(),
            printed(verdict),
            right_or_wrong(verdict.right),
            format!("{:.2}", measured.seconds),
            growth.map_or(String::new(), |before| format!("{:.1}", net / before)),
            measured.memory_bytes.map_or(String::new(), mebibytes),
        ]
    });
    format!("{}\n", output::table(head, &[3], rows))
}

fn right_or_wrong(is_right: bool) -> String {
    match is_right {
        true => either!("right", "正确"),
        false => either!("wrong", "错误"),
    }
}

fn printed(verdict: &Verdict) -> String {
    let boards = match verdict.boards {
        0 => None,
        boards => Some(either!(
            "{all}",
            "{boards} 个棋盘",
            all = counted(boards, "board")
        )),
    };
    let number = verdict.number.map(|number| number.to_string());
    let all: Vec<_> = boards.into_iter().chain(number).collect();
    all.join(&either!(", ", "，"))
}

/// Returns a line: what is described, a colon, and the description.
fn labelled(label: &str, text: &str) -> String {
    either!("{label}: {text}\n", "{label}：{text}\n")
}

/// A sentence about the output for some n.
struct Told {
    text: String,
    sizes: Vec<String>,
    /// Other n, with a remark that differs in its numbers.
    similar: Vec<String>,
}

/// Describes the faults, each with all n that have it, and draws the first board.
fn findings(base: u32, verdicts: &[Verdict]) -> String {
    let mut told: Vec<Told> = Vec::new();
    let mut tell = |text: String, n: u32, is_same: &dyn Fn(&str) -> bool| {
        let n = n.to_string();
        match told.iter_mut().find(|known| is_same(&known.text)) {
            Some(known) if known.text == text => known.sizes.push(n),
            Some(known) => known.similar.push(n),
            None => told.push(Told {
                text,
                sizes: vec![n],
                similar: Vec::new(),
            }),
        }
    };
    let mut drawn = String::new();
    for verdict in verdicts {
        for finding in &verdict.findings {
            let mut text = sentence(base, &finding.text());
            if drawn.is_empty() {
                drawn = drawing(finding, verdict.n);
                if !drawn.is_empty() {
                    text += &format!("\n{}", drawn.trim_end());
                }
            }
            tell(text.clone(), verdict.n, &|known| known == text);
        }
        for note in &verdict.notes {
            let text = note.text();
            let text = either!(
                "note: {english}",
                "提示：{chinese}",
                english = text.english,
                chinese = text.chinese
            );
            // The time that a program prints is another one for each n.
            let words = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
            tell(text.clone(), verdict.n, &|known| {
                words(known) == words(&text)
            });
        }
    }
    let joined = |sizes: &[String]| sizes.join(&either!(", ", "、"));
    let line = |told: &Told| {
        let similar = match joined(&told.similar) {
            none if none.is_empty() => none,
            sizes => either!("; similar for n = {sizes}", "；n = {sizes} 时类似"),
        };
        let text = format!("{}{similar}", told.text);
        labelled(&format!("n = {}", joined(&told.sizes)), &text)
    };
    told.iter().map(line).collect()
}

/// Draws the wrong board, or the first missing solution.
fn drawing(finding: &Finding, n: u32) -> String {
    const MAX_DRAWN: u32 = 16;
    let Some(rows) = finding.board().filter(|_| n <= MAX_DRAWN) else {
        return String::new();
    };
    let row = |queens: &Vec<u32>| {
        let square = |column| if queens.contains(&column) { " Q" } else { " ." };
        let squares: String = (0..n).map(square).collect();
        format!("   {squares}\n")
    };
    rows.iter().map(row).collect()
}

fn speed_text(series: &Series, speed: &Speed) -> String {
    let mut out = String::from("\n");
    out += &match (speed.largest_in_a_second, speed.is_at_least) {
        (Some(n), true) => either!(
            "within one second: n = {n} or more",
            "一秒之内：至少到 n = {n}"
        ),
        (Some(n), false) => either!("within one second: n = {n}", "一秒之内：到 n = {n}"),
        (None, _) => either!("within one second: no n", "一秒之内：n = 1 也没有算完"),
    };
    let start = speed.start_seconds;
    out += &either!(
        " (with the start of the program, {start:.2} s)\n",
        "（含程序启动的 {start:.2} 秒）\n"
    );
    if let Some((n, ending)) = &series.stopped {
        out += &labelled(&format!("n = {n}"), say(&ending.text()));
    }
    if let Some(slow) = series.measured.last().filter(|_| series.is_slow) {
        let (n, seconds, next) = (slow.n, slow.seconds, slow.n + 1);
        out += &either!(
            "stopped because n = {n} took {seconds:.2} s: `--least {next}` goes on to n = {next}\n",
            "n = {n} 用时 {seconds:.2} 秒，评测到此为止；要评测到 n = {next}，请用 `--least {next}`\n"
        );
    }
    if let Some(place) = &speed.place {
        let (n, seconds, text) = (place.n, place.seconds, place.text());
        out += &either!(
            "n = {n}, {seconds:.2} s without the start: {english}\n",
            "n = {n}，用时 {seconds:.2} 秒（不含启动时间）：{chinese}\n",
            english = text.english,
            chinese = text.chinese
        );
    }
    let left = series.measured.iter().find(|run| run.left_running > 0);
    if let Some(run) = left {
        let (n, left) = (run.n, run.left_running);
        out += &either!(
            "n = {n}: processes that it left running were killed: {left}\n",
            "n = {n}：终止了程序留下的 {left} 个进程\n"
        );
    }
    out
}

/// Lists all programs of `--each`.
pub(super) fn summary(programs: &[Judged]) -> String {
    let head = [
        either!("program", "程序"),
        either!("verdict", "评测结果"),
        either!("within 1 s", "一秒之内"),
        either!("first bug", "第一个错误"),
    ];
    let rows = programs.iter().map(|program| {
        let speed = program.series.as_ref().ok();
        let speed = speed.and_then(|series| series.speed.as_ref());
        let largest = speed.and_then(|speed| speed.largest_in_a_second);
        [
            program.name.clone(),
            program.verdict(),
            largest.map_or(String::new(), |n| format!("n = {n}")),
            first_fault(program),
        ]
    });
    let table = output::table(head, &[0, 1, 2, 3], rows);
    let mut counts = vec![(right_or_wrong(true), 0), (right_or_wrong(false), 0)];
    for program in programs {
        // Right programs for one size or for one solution are wrong here.
        let is_other = |series: &Series| {
            matches!(
                series.judgement.outcome,
                Outcome::OneOnly | Outcome::SizeFixed { .. }
            )
        };
        let verdict = match program.series.as_ref().is_ok_and(is_other) {
            true => right_or_wrong(false),
            false => program.verdict(),
        };
        match counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((verdict, 1)),
        }
    }
    let counts = counts
        .iter()
        .map(|(verdict, count)| either!("{count} {verdict}", "{count} 个{verdict}"));
    let counts: Vec<_> = counts.collect();
    let total = either!(
        "{all}: {counts}",
        "共 {count} 个程序：{counts}",
        all = counted(programs.len(), "program"),
        count = programs.len(),
        counts = counts.join(&either!(", ", "，"))
    );
    format!("{table}\n\n{total}\n")
}

fn first_fault(program: &Judged) -> String {
    let series = match &program.series {
        Ok(series) => series,
        Err(error) => return error.clone(),
    };
    let judgement = &series.judgement;
    let cause = judgement.causes.first().map(|cause| cause.text());
    let is_all = matches!(judgement.outcome, Outcome::OneOnly | Outcome::Silent);
    let verdict = is_all.then(|| with_option(judgement));
    if let Some(text) = series.uncalled().or(verdict).or(cause) {
        return say(&text).to_owned();
    }
    let finding = judgement.verdicts.iter().find_map(|verdict| {
        let fault = sentence(series.base(), &verdict.findings.first()?.text());
        let n = verdict.n;
        Some(either!("n = {n}: {fault}", "n = {n}：{fault}"))
    });
    finding.unwrap_or_default()
}

/// Returns the JSON object of one program.
pub(super) fn object(judged: &Judged) -> Value {
    let series = match &judged.series {
        Ok(series) => series,
        Err(error) => return json!({"program": judged.name, "right": false, "error": error}),
    };
    let base = series.base();
    let judgement = &series.judgement;
    let runs = judgement.verdicts.iter().zip(&series.measured);
    let runs = runs.map(|(verdict, measured)| {
        let with_sentence = |value: Value, text: Text| with_text(value, sentence(base, &text));
        let findings = verdict.findings.iter();
        let findings = findings.map(|finding| with_sentence(json!(finding), finding.text()));
        let notes = verdict.notes.iter();
        let notes = notes.map(|note| with_sentence(json!(note), note.text()));
        json!({
            "n": verdict.n,
            "right": verdict.right,
            "expected": verdict.expected.to_string(),
            "boards": verdict.boards,
            "number": verdict.number.map(|number| number.to_string()),
            "moves": verdict.moves,
            "findings": findings.collect::<Vec<_>>(),
            "notes": notes.collect::<Vec<_>>(),
            "seconds": measured.seconds,
            "cpu_seconds": measured.cpu_seconds,
            "memory_bytes": measured.memory_bytes,
            "processes_left": measured.left_running,
        })
    });
    let causes = judgement.causes.iter();
    let causes = causes.map(|cause| json!({"cause": cause.name, "text": cause.text().english}));
    json!({
        "program": judged.name,
        "right": judgement.right,
        "verdict": with_option(judgement).english,
        "outcome": json!(judgement.outcome)["outcome"],
        "mode": judgement.mode,
        "kind": judgement.kind,
        "base": judgement.base,
        "runs": runs.collect::<Vec<_>>(),
        "causes": causes.collect::<Vec<_>>(),
        "quit": series.quit,
        "stopped": series.stopped.as_ref().map(|(n, ending)| {
            let mut stopped = with_text(json!(ending), ending.text().english.into_owned());
            stopped["n"] = json!(n);
            stopped
        }),
        "speed": series.speed,
        "uncalled": series.uncalled().map(|text| text.english),
    })
}

fn with_text(mut value: Value, text: String) -> Value {
    value["text"] = Value::String(text);
    value
}
