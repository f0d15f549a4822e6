//! `bezzel work`: count the units of a file, for job schedulers.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use bezzel::count::{Plan, Route};
use bezzel_campaign::{
    Book, Ended, Error, Lease, Line, Lines, Origin, Outcome, Record, Stop, UnitList,
};

use super::campaign::{Shown, program};
use crate::args::{Part, Work};
use crate::interrupt::{self, Interrupted};

pub(crate) fn run(args: &Work) -> anyhow::Result<ExitCode> {
    interrupt::listen()?;
    let name = args.units.display();
    let input: Box<dyn Read> = if args.units == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(&args.units).with_context(|| format!("cannot read {name}"))?)
    };
    let lines = Lines::new(BufReader::new(input)).with_context(|| name.to_string())?;
    let route = if args.exchanged {
        Route::Exchanged
    } else {
        Route::Direct
    };
    let (out, done) = match &args.output {
        Some(path) => append(path, lines.units(), route)?,
        None => (Sink::stdout(lines.units())?, HashSet::new()),
    };
    let mut listed = Listed {
        name: name.to_string(),
        part: args.part.unwrap_or(Part { number: 1, of: 1 }),
        route,
        origin: Origin::here(&program()),
        lines,
        read: 0,
        exhausted: false,
        again: Vec::new(),
        in_work: 0,
        done,
        out,
    };
    let engines = args.engines.counters()?;
    let mut shown = Shown::new("counting");
    let ended = bezzel_campaign::run(&mut listed, engines, Stop::never(), &mut |news| {
        shown.show(news)
    })?;
    if ended == Ended::Stopped {
        bail!(Interrupted(
            "the results that were written are whole".to_owned()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// The units of a file, and where their results go.
struct Listed<R> {
    name: String,
    lines: Lines<R>,
    /// Units that were read, for the parts.
    read: u64,
    exhausted: bool,
    part: Part,
    route: Route,
    origin: Arc<Origin>,
    again: Vec<u64>,
    in_work: usize,
    done: HashSet<u64>,
    out: Sink,
}

impl<R: BufRead> Listed<R> {
    /// The next unit of this part that is not counted yet.
    fn next(&mut self) -> Result<Option<Lease>, Error> {
        if let Some(unit) = self.again.pop() {
            let unit = self.lines.units().unit(unit)?;
            return Ok(Some(Lease { unit, attempt: 1 }));
        }
        for line in &mut self.lines {
            let line = line.map_err(|error| match error {
                Error::Line { what } => Error::Line {
                    what: format!("{}: {what}", self.name),
                },
                other => other,
            })?;
            let Line::Unit(unit) = line else { continue };
            let place = self.read % self.part.of;
            self.read += 1;
            if place + 1 == self.part.number && self.done.insert(unit.index()) {
                return Ok(Some(Lease { unit, attempt: 1 }));
            }
        }
        self.exhausted = true;
        Ok(None)
    }
}

impl<R: BufRead> Book for Listed<R> {
    fn plan(&self) -> &Plan {
        self.lines.units().plan()
    }

    fn routes(&self) -> &'static [Route] {
        match self.route {
            Route::Direct => &[Route::Direct],
            Route::Exchanged => &[Route::Exchanged],
        }
    }

    fn origin(&self) -> Arc<Origin> {
        self.origin.clone()
    }

    fn take(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        let mut leases = Vec::new();
        while leases.len() < count
            && let Some(lease) = self.next()?
        {
            leases.push(lease);
        }
        self.in_work += leases.len();
        Ok(leases)
    }

    fn put(&mut self, records: &[Record]) -> Result<Vec<Outcome>, Error> {
        self.out.write(self.lines.units(), records)?;
        self.in_work -= records.len();
        Ok(vec![Outcome::Merged; records.len()])
    }

    fn give_back(&mut self, units: &[u64]) -> Result<(), Error> {
        self.again.extend(units);
        self.in_work -= units.len();
        Ok(())
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(self.exhausted && self.again.is_empty() && self.in_work == 0)
    }

    fn fraction(&self) -> Option<f64> {
        None
    }
}

/// Where results are written, whole lines at a time.
enum Sink {
    Stdout(BufWriter<io::Stdout>),
    File { file: File, path: PathBuf },
}

impl Sink {
    fn stdout(units: &UnitList) -> anyhow::Result<Self> {
        let mut out = BufWriter::new(io::stdout());
        writeln!(out, "{}", units.header())
            .and_then(|()| out.flush())
            .context("cannot write to standard output")?;
        Ok(Self::Stdout(out))
    }

    fn write(&mut self, units: &UnitList, records: &[Record]) -> Result<(), Error> {
        let mut text = String::new();
        for record in records {
            text += &units.line(record)?;
            text.push('\n');
        }
        let (written, path) = match self {
            Self::Stdout(out) => {
                let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
                (written, Path::new("standard output"))
            }
            Self::File { file, path } => {
                let written = file.write_all(text.as_bytes());
                (written.and_then(|()| file.sync_data()), path.as_path())
            }
        };
        written.map_err(|error| Error::Storage {
            path: path.to_owned(),
            why: error.to_string(),
        })
    }
}

/// Opens a file of results to be added to, and tells which units are in it already. A line that
/// was cut by a crash is taken off its end.
fn append(path: &Path, units: &UnitList, route: Route) -> anyhow::Result<(Sink, HashSet<u64>)> {
    let cannot = || format!("cannot write {}", path.display());
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .with_context(cannot)?;
    let mut done = HashSet::new();
    let whole = whole_lines(&file).with_context(cannot)?;
    if whole == 0 {
        file.set_len(0).with_context(cannot)?;
        writeln!(file, "{}", units.header()).with_context(cannot)?;
    } else {
        file.rewind().with_context(cannot)?;
        let lines = Lines::new(BufReader::new(&file).take(whole));
        let lines = lines.with_context(|| path.display().to_string())?;
        if lines.units().fingerprint() != units.fingerprint() {
            bail!(
                "{} has results for n = {}, but the units are of n = {}; it is left as it is",
                path.display(),
                lines.units().plan().n(),
                units.plan().n()
            );
        }
        for line in lines {
            let line = line.with_context(|| path.display().to_string())?;
            if let Line::Result(record) = line
                && record.route == route
            {
                done.insert(record.unit);
            }
        }
        file.set_len(whole).with_context(cannot)?;
    }
    let path = path.to_owned();
    Ok((Sink::File { file, path }, done))
}

/// The length of a file without an unfinished line at its end.
fn whole_lines(file: &File) -> io::Result<u64> {
    let mut reader = BufReader::new(file);
    let (mut length, mut whole, mut line) = (0, 0, Vec::new());
    loop {
        line.clear();
        length += reader.read_until(b'\n', &mut line)? as u64;
        match line.last() {
            None => return Ok(whole),
            Some(b'\n') => whole = length,
            Some(_) => {}
        }
    }
}
