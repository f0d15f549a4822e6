//! `bezzel campaign audit`: recounts random parts of results.

use std::collections::{BTreeMap, HashMap};
use std::process::ExitCode;

use anyhow::bail;
use bezzel_campaign::{Audit, Author, DrawnPart, EnginePool, Ledger, ProcessInfo, ResultFilter};
use bezzel_count::{PartSum, Route, Unit};
use serde::Serialize;

use super::{CONFLICT, opened_to_read, program, run_interruptible};
use crate::args;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::progress::Progress;
use crate::stderr::write_note;

/// Number of results whose parts are read and counted at a time.
const RESULTS_PER_BATCH: usize = 1024;
/// The outcome of an interrupted audit.
const NO_REPORT: &str = "there is no report; the campaign is not affected";

/// The output of `--format json`.
#[derive(Serialize)]
struct Report {
    seed: u64,
    results_with_parts: u64,
    results_without_parts: u64,
    results_drawn: u64,
    parts_recounted: u64,
    authors: Vec<AuthorLine>,
    wrong: Vec<Wrong>,
}

/// The audit of one author.
#[derive(Default, Serialize)]
struct AuthorLine {
    /// None for results without a signature.
    author: Option<Author>,
    results_drawn: u64,
    parts_recounted: u64,
    wrong: u64,
    /// An author of whose parts a larger fraction is wrong would have been found with a probability
    /// of at least 95%. All wrong parts may be in few results, so only one part of each result
    /// counts.
    excluded_fraction: Option<f64>,
}

/// A part that differs from its recount.
#[derive(Serialize)]
struct Wrong {
    unit: String,
    route: &'static str,
    author: Option<Author>,
    part: u32,
    name: String,
    committed: Numbers,
    recounted: Numbers,
    /// The signed line, which contains the root.
    result: String,
    /// The part with its path to the root.
    proof: String,
}

#[derive(Serialize)]
struct Numbers {
    value: String,
    joined_pairs: String,
}

impl From<PartSum> for Numbers {
    fn from(sum: PartSum) -> Self {
        Self {
            value: sum.value.to_string(),
            joined_pairs: sum.joined.to_string(),
        }
    }
}

pub(super) fn run(args: &args::Audit) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let audit = Audit {
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53)),
        fraction: args.fraction,
        parts: args.parts,
        filter: ResultFilter {
            author: args.author,
            host: args.host.clone(),
            ..ResultFilter::default()
        },
    };
    let chosen = audit.clone();
    let draw = move |ledger: &mut Ledger| ledger.draw(&chosen);
    let (ledger, drawn) = run_interruptible(NO_REPORT, ledger, draw)?;
    if drawn.with_parts == 0 {
        bail!(
            "{}: expected merged results that are committed to their parts, found none{}: `bezzel \
             work --commit-parts` writes them, `bezzel campaign new --commit-parts` demands them",
            args.file.display(),
            match drawn.without_parts {
                0 => String::new(),
                more => format!(" ({more} without)"),
            }
        );
    }
    write_note(format_args!(
        "seed {}: {} of {} results with parts are drawn, parts of each: {}",
        audit.seed,
        drawn.drawn.len(),
        drawn.with_parts,
        audit.parts
    ));
    let mut recount = PartRecount {
        pool: EnginePool::start(args.engines.open()?),
        progress: Progress::resumed("auditing", 0.0),
        results: drawn.drawn.len(),
        done: 0,
        joined: 0,
        wrong: Vec::new(),
        authors: BTreeMap::new(),
    };
    for some in drawn.drawn.chunks(RESULTS_PER_BATCH) {
        let parts = ledger.parts_of(&audit, some)?;
        recount.count(&ledger, parts, some.len())?;
    }
    let report = recount.report(&audit, &drawn);
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text(&args.file.display().to_string()))?;
    }
    Ok(if report.wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(CONFLICT)
    })
}

/// An audit in progress.
struct PartRecount {
    pool: EnginePool,
    progress: Progress,
    results: usize,
    done: usize,
    joined: u128,
    wrong: Vec<Wrong>,
    authors: BTreeMap<Option<Author>, AuthorLine>,
}

impl PartRecount {
    /// Counts parts of some results and compares them.
    fn count(
        &mut self,
        ledger: &Ledger,
        parts: Vec<DrawnPart>,
        results: usize,
    ) -> anyhow::Result<()> {
        // Several authors may have the same part.
        let units: HashMap<String, &DrawnPart> = parts
            .iter()
            .map(|one| (one.unit.to_string(), one))
            .collect();
        let units: Vec<Unit> = units.into_values().map(|one| one.unit.clone()).collect();
        let counted = self.recount(&units, results)?;
        for one in parts.chunk_by(|a, b| a.record == b.record) {
            self.line(&one[0]).results_drawn += 1;
        }
        for one in &parts {
            self.compare(ledger, one, counted[&one.unit.to_string()])?;
        }
        self.done += results;
        Ok(())
    }

    /// Counts units and returns their sums by name.
    fn recount(
        &mut self,
        units: &[Unit],
        results: usize,
    ) -> anyhow::Result<HashMap<String, PartSum>> {
        let mut counted = HashMap::new();
        let mut is_stopped = false;
        let origin = ProcessInfo::current(&program());
        let (done, all) = (self.done as f64, self.results.max(1) as f64);
        let (progress, joined) = (&mut self.progress, &mut self.joined);
        self.pool
            .count(units, Route::Direct, usize::MAX, &origin, &mut |batch| {
                if let Some(batch) = batch {
                    for (unit, record) in batch.units.iter().zip(&batch.records) {
                        *joined += record.result.joined;
                        counted.insert(unit.to_string(), PartSum::of(&record.result));
                    }
                }
                let here = results as f64 * counted.len() as f64 / units.len() as f64;
                progress.show(Some((done + here) / all), *joined, "joined pairs");
                is_stopped = interrupt::stop_requested();
                !is_stopped
            })?;
        if is_stopped {
            bail!(Interrupted(NO_REPORT.to_owned()));
        }
        Ok(counted)
    }

    /// Returns the report of the author of a part.
    fn line(&mut self, one: &DrawnPart) -> &mut AuthorLine {
        let author = one.record.author();
        let line = self.authors.entry(author).or_default();
        line.author = author;
        line
    }

    fn compare(
        &mut self,
        ledger: &Ledger,
        one: &DrawnPart,
        recount: PartSum,
    ) -> anyhow::Result<()> {
        let line = self.line(one);
        line.parts_recounted += 1;
        if one.agrees(&recount) {
            return Ok(());
        }
        line.wrong += 1;
        let author = line.author;
        self.wrong.push(Wrong {
            unit: ledger.units().unit(one.record.unit)?.to_string(),
            route: match one.record.route {
                Route::Direct => "direct",
                Route::Exchanged => "exchanged",
            },
            author,
            part: one.proof.part(),
            name: one.unit.to_string(),
            committed: one.proof.sum().into(),
            recounted: recount.into(),
            result: ledger.units().line(&one.record)?,
            proof: one.proof.to_string(),
        });
        Ok(())
    }

    fn report(self, audit: &Audit, drawn: &bezzel_campaign::DrawnResults) -> Report {
        let mut authors: Vec<AuthorLine> = self.authors.into_values().collect();
        for one in &mut authors {
            // (1 − s)^R = 5%.
            let excluded = 1.0 - 0.05_f64.powf(1.0 / one.results_drawn.max(1) as f64);
            one.excluded_fraction = (one.wrong == 0).then_some(excluded);
        }
        Report {
            seed: audit.seed,
            results_with_parts: drawn.with_parts,
            results_without_parts: drawn.without_parts,
            results_drawn: drawn.drawn.len() as u64,
            parts_recounted: authors.iter().map(|one| one.parts_recounted).sum(),
            authors,
            wrong: self.wrong,
        }
    }
}

impl Report {
    fn text(&self, file: &str) -> String {
        let mut text = format!(
            "{} parts of {} results recounted, {} as committed, {} WRONG\n",
            self.parts_recounted,
            self.results_drawn,
            self.parts_recounted - self.wrong.len() as u64,
            self.wrong.len()
        );
        for one in &self.authors {
            text += &format!(
                "{}: {} parts of {} results",
                name(one.author),
                one.parts_recounted,
                one.results_drawn
            );
            text += &match one.excluded_fraction {
                Some(fraction) => format!(
                    ", none wrong; if more than {:.1}% of all parts of this author were wrong, this \
                     would have failed with probability 95%\n",
                    100.0 * fraction
                ),
                None => format!(", {} WRONG\n", one.wrong),
            };
        }
        for one in &self.wrong {
            text += &format!(
                "WRONG: unit {} by the {} route, part {} ({}): expected value {} with {} joined \
                 pairs, found {} with {} in the result of {}\n",
                one.unit,
                one.route,
                one.part,
                one.name,
                one.recounted.value,
                one.recounted.joined_pairs,
                one.committed.value,
                one.committed.joined_pairs,
                name(one.author)
            );
        }
        for one in self.authors.iter().filter(|one| one.wrong > 0) {
            if let Some(author) = one.author {
                text += &format!(
                    "to withdraw the results of this author: bezzel campaign withdraw {file} --author \
                     {author} --reason \"wrong parts\"\n"
                );
            }
        }
        text
    }
}

fn name(author: Option<Author>) -> String {
    author.map_or_else(
        || "results without a signature".to_owned(),
        |author| format!("author {author}"),
    )
}
