//! Output about judged programs: text, or one JSON object for each.

use bezzel::counted;
use bezzel::methods::{Text, counted_from};
use bezzel_judge::{Cause, Finding, Verdict};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};

use super::series::Series;
use super::speed::{MIN_WORK_SECONDS, Speed, start_seconds};

/// A judged program.
pub(super) struct Judged {
    /// The command, or the file of `--each`.
    pub(super) name: String,
    /// Its runs, or the reason why it could not be started.
    pub(super) series: Result<Series, String>,
    pub(super) speed: Option<Speed>,
}

impl Judged {
    pub(super) fn is_right(&self) -> bool {
        self.series
            .as_ref()
            .is_ok_and(|series| series.judgement.right)
    }

    /// Returns the number from which the program counts rows and columns.
    pub(super) fn base(&self) -> u32 {
        let base = self
            .series
            .as_ref()
            .ok()
            .and_then(|series| series.judgement.base);
        base.unwrap_or(0)
    }

    pub(super) fn causes(&self) -> &[Cause] {
        match &self.series {
            Ok(series) => &series.judgement.causes,
            Err(_) => &[],
        }
    }
}

/// Returns a text in English with rows and columns counted from `base`.
pub(super) fn sentence(base: u32, text: &Text) -> String {
    counted_from(base, &text.english)
}

/// Describes one program: its verdict, a table, faults with boards, likely causes and speed.
pub(super) fn text(judged: &Judged) -> String {
    let series = match &judged.series {
        Ok(series) => series,
        Err(error) => return format!("{}: {error}\n", judged.name),
    };
    let judgement = &series.judgement;
    let mut out = format!("{}: {}\n", judged.name, judgement.text().english);
    out += &format!("it prints {}", judgement.kind.text().english);
    if let Some(base) = judgement.base {
        out += &format!("; rows and columns count from {base}");
    }
    out += "\n\n";
    out += &table(series);
    if judgement
        .verdicts
        .iter()
        .any(|verdict| !verdict.findings.is_empty() || !verdict.notes.is_empty())
    {
        out += "\n";
    }
    let mut is_drawn = false;
    for verdict in &judgement.verdicts {
        out += &findings(judged, verdict, &mut is_drawn);
    }
    for (at, cause) in judged.causes().iter().enumerate() {
        let or = if at == 0 { "\nlikely cause:" } else { "or:" };
        let hint = match cause {
            Cause::CountsFundamental => ": use --fundamental if they are meant",
            _ => "",
        };
        out += &format!("{or} {}{hint}\n", cause.text().english);
    }
    if let Some(speed) = &judged.speed {
        out += &speed_text(series, speed);
    }
    out
}

fn table(series: &Series) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header([
        "n",
        "solutions",
        "printed",
        "verdict",
        "seconds",
        "growth",
        "MiB",
    ]);
    let start = start_seconds(&series.measured);
    let mut before: Option<f64> = None;
    for (verdict, measured) in series.judgement.verdicts.iter().zip(&series.measured) {
        let net = measured.seconds - start;
        let growth = before.filter(|&before| before >= MIN_WORK_SECONDS.max(start));
        table.add_row([
            verdict.n.to_string(),
            verdict.expected.to_string(),
            printed(verdict),
            if verdict.right { "right" } else { "wrong" }.to_owned(),
            format!("{:.2}", measured.seconds),
            growth.map_or(String::new(), |before| format!("{:.1}", net / before)),
            measured.memory_bytes.map_or(String::new(), |bytes| {
                format!("{:.0}", bytes as f64 / 1_048_576.0)
            }),
        ]);
        before = Some(net);
    }
    for column in [0, 1, 2, 4, 5, 6] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{table}\n")
}

fn printed(verdict: &Verdict) -> String {
    let boards = match verdict.boards {
        0 => None,
        boards => Some(counted(boards, "board")),
    };
    let number = verdict.number.map(|number| number.to_string());
    let all: Vec<_> = boards.into_iter().chain(number).collect();
    all.join(", ")
}

/// Describes the faults for one n, and draws the first board of all.
fn findings(judged: &Judged, verdict: &Verdict, is_drawn: &mut bool) -> String {
    let mut out = String::new();
    let base = judged.base();
    for finding in &verdict.findings {
        out += &format!("n = {}: {}\n", verdict.n, sentence(base, &finding.text()));
        if !*is_drawn {
            let drawing = drawing(finding, verdict.n);
            *is_drawn = !drawing.is_empty();
            out += &drawing;
        }
    }
    for note in &verdict.notes {
        out += &format!("n = {}: note: {}\n", verdict.n, note.text().english);
    }
    out
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
    match speed.largest_in_a_second {
        Some(n) if speed.is_at_least => out += &format!("within one second: n = {n} or more"),
        Some(n) => out += &format!("within one second: n = {n}"),
        None => out += "within one second: no n",
    }
    out += &format!(
        " (with the start of the program, {:.2} s)\n",
        speed.start_seconds
    );
    if let Some((n, ending)) = &series.stopped {
        out += &format!("n = {n}: {}\n", ending.text().english);
    }
    if let Some(place) = &speed.place {
        out += &format!(
            "n = {} without the start, {:.2} s: {}\n",
            place.n,
            place.seconds,
            place.text().english
        );
    }
    let left = series.measured.iter().find(|run| run.left_running > 0);
    if let Some(run) = left {
        out += &format!(
            "n = {}: processes that it left running were ended: {}\n",
            run.n, run.left_running
        );
    }
    out
}

/// Lists all programs of `--each`.
pub(super) fn summary(programs: &[Judged]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["program", "verdict", "within 1 s", "first fault"]);
    for program in programs {
        let largest = program
            .speed
            .as_ref()
            .and_then(|speed| speed.largest_in_a_second);
        table.add_row([
            program.name.clone(),
            if program.is_right() { "right" } else { "wrong" }.to_owned(),
            largest.map_or(String::new(), |n| format!("n = {n}")),
            first_fault(program),
        ]);
    }
    let right = programs.iter().filter(|program| program.is_right()).count();
    let all = counted(programs.len(), "program");
    format!(
        "{table}\n\n{all}: {right} right, {} wrong\n",
        programs.len() - right
    )
}

fn first_fault(program: &Judged) -> String {
    let series = match &program.series {
        Ok(series) => series,
        Err(error) => return error.clone(),
    };
    if let Some(cause) = program.causes().first() {
        return cause.text().english.into_owned();
    }
    let verdicts = &series.judgement.verdicts;
    let finding = verdicts.iter().find_map(|verdict| {
        let finding = verdict.findings.first()?;
        Some(format!(
            "n = {}: {}",
            verdict.n,
            sentence(program.base(), &finding.text())
        ))
    });
    finding.unwrap_or_default()
}

/// Returns the JSON object of one program.
pub(super) fn object(judged: &Judged) -> Value {
    let series = match &judged.series {
        Ok(series) => series,
        Err(error) => return json!({"program": judged.name, "right": false, "error": error}),
    };
    let base = judged.base();
    let judgement = &series.judgement;
    let runs = judgement
        .verdicts
        .iter()
        .zip(&series.measured)
        .map(|(verdict, measured)| {
            let findings = verdict
                .findings
                .iter()
                .map(|finding| with_text(json!(finding), sentence(base, &finding.text())));
            let notes = verdict
                .notes
                .iter()
                .map(|note| with_text(json!(note), sentence(base, &note.text())));
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
    let causes = judgement
        .causes
        .iter()
        .map(|cause| with_text(json!(cause), cause.text().english.into_owned()));
    json!({
        "program": judged.name,
        "right": judgement.right,
        "verdict": judgement.text().english,
        "mode": judgement.mode,
        "kind": judgement.kind,
        "base": judgement.base,
        "runs": runs.collect::<Vec<_>>(),
        "causes": causes.collect::<Vec<_>>(),
        "stopped": series.stopped.as_ref().map(|(n, ending)| {
            let mut stopped = with_text(json!(ending), ending.text().english.into_owned());
            stopped["n"] = json!(n);
            stopped
        }),
        "speed": judged.speed,
    })
}

fn with_text(mut value: Value, text: String) -> Value {
    value["text"] = Value::String(text);
    value
}
