//! `bezzel campaign audit`: recounts random parts of results, and checks proofs of wrong ones.

mod check;
mod recount;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel_campaign::{Audit, Author, DrawnPart, Ledger, ResultFilter, UnitList, proofs_header};
use bezzel_count::{PartSum, Route};
use serde::Serialize;

use super::{CONFLICT, opened_to_read, run_interruptible};
use crate::args;
use crate::output::{self, Kind, Output};
use crate::stderr::write_note;
use recount::Recount;

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

/// A part and its recount.
#[derive(Serialize)]
struct Compared {
    unit: String,
    route: &'static str,
    author: Option<Author>,
    part: u32,
    name: String,
    committed: Numbers,
    recounted: Numbers,
}

/// A part that differs from its recount.
#[derive(Serialize)]
struct Wrong {
    #[serde(flatten)]
    compared: Compared,
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
    if let Some(proofs) = &args.check {
        return check::run(args, proofs);
    }
    let file = args.file.as_deref().context("expected a ledger")?;
    let ledger = opened_to_read(file)?;
    let proofs = args.proofs.as_deref();
    let proofs =
        proofs.map(|path| super::output(&ledger, Some(path), Kind::Proofs, args.force.force));
    let proofs = proofs.transpose()?;
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
            file.display(),
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
        recount: Recount::start(args.engines.open()?, drawn.drawn.len()),
        wrong: Vec::new(),
        proofs: String::new(),
        authors: BTreeMap::new(),
    };
    for some in drawn.drawn.chunks(RESULTS_PER_BATCH) {
        let parts = ledger.parts_of(&audit, some)?;
        recount.count(&ledger, parts, some.len())?;
    }
    if let (Some(out), Some(path)) = (proofs, &args.proofs) {
        write_proofs(out, path, &ledger, &recount.proofs)?;
    }
    let report = recount.report(&audit, &drawn);
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text(&file.display().to_string()))?;
    }
    Ok(if report.wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(CONFLICT)
    })
}

/// Writes the proofs of wrong parts. Without any, no file is written, and that of an earlier audit
/// is removed.
fn write_proofs(mut out: Output, path: &Path, ledger: &Ledger, proofs: &str) -> anyhow::Result<()> {
    if proofs.is_empty() {
        let outcome = if out.finish_without_data()? {
            "was removed"
        } else {
            "was not written"
        };
        write_note(format_args!(
            "no part of a signed result is wrong: {} {outcome}",
            path.display()
        ));
        return Ok(());
    }
    let describe = out.describe();
    let text = proofs_header(ledger.units()) + proofs;
    out.write_all(text.as_bytes()).context(describe)?;
    out.finish()
}

/// An audit in progress.
struct PartRecount {
    recount: Recount,
    wrong: Vec<Wrong>,
    /// The lines of the proofs of wrong parts.
    proofs: String,
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
        let counted = self.recount.count(&parts, results, NO_REPORT)?;
        for one in parts.chunk_by(|a, b| a.record == b.record) {
            self.line(&one[0]).results_drawn += 1;
        }
        for one in &parts {
            self.compare(ledger, one, counted[&one.unit.to_string()])?;
        }
        Ok(())
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
        if line.author.is_some() {
            self.proofs += &one.proof_text(ledger.units())?;
        }
        self.wrong.push(Wrong {
            compared: Compared::of(ledger.units(), one, recount)?,
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

impl Compared {
    fn of(units: &UnitList, one: &DrawnPart, recount: PartSum) -> anyhow::Result<Self> {
        Ok(Self {
            unit: units.unit(one.record.unit)?.to_string(),
            route: match one.record.route {
                Route::Direct => "direct",
                Route::Exchanged => "exchanged",
            },
            author: one.record.author(),
            part: one.proof.part(),
            name: one.unit.to_string(),
            committed: one.proof.sum().into(),
            recounted: recount.into(),
        })
    }

    fn text(&self) -> String {
        format!(
            "unit {} by the {} route, part {} ({}): expected value {} with {} joined pairs, found {} \
             with {} in the result of {}",
            self.unit,
            self.route,
            self.part,
            self.name,
            self.recounted.value,
            self.recounted.joined_pairs,
            self.committed.value,
            self.committed.joined_pairs,
            name(self.author)
        )
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
            text += &format!("WRONG: {}\n", one.compared.text());
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
