//! Processes of several authors that exchange files, most of whom send false results.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bezzel_campaign::{
    AuthorList, Error as LedgerError, Ledger, Policy, ProcessInfo, SecretKey, StoredResult,
    UnitList,
};
use bezzel_count::{Backend, Counter, Route};
use fastrand::Rng;

use crate::Options;
use crate::campaign::SoakResult;

/// The argument that makes a process an author.
pub(crate) const WORK: &str = "author";
const AUTHORS: usize = 5;
/// The first authors send false results. Each sends other ones, so that no false result has as many
/// copies as a unit needs.
const LIARS: usize = 3;
const COPIES: u32 = 2;
const PROCESSES: usize = 20;
const SIZES: [u32; 3] = [10, 11, 12];
/// Maximum number of units that a process counts before it reads the file of another one.
const MAX_UNITS: usize = 8;
/// Maximum time of a campaign.
const LIMIT: Duration = Duration::from_secs(300);

/// A campaign as each process knows it.
struct Exchange {
    folder: PathBuf,
    n: u32,
    both_routes: bool,
}

pub(crate) fn soak(options: Options) -> SoakResult<()> {
    let (mut random, until) = options.start();
    let (mut campaigns, mut results, mut lies) = (0_u64, 0, 0);
    while Instant::now() < until {
        let folder = tempfile::tempdir()?;
        let exchange = Exchange {
            folder: folder.path().to_owned(),
            n: SIZES[random.usize(..SIZES.len())],
            both_routes: random.bool(),
        };
        match exchange.run(&mut random) {
            Ok(found) => {
                campaigns += 1;
                results += found[0];
                lies += found[1];
            }
            Err(error) => {
                let kept = folder.keep();
                let seed = options.seed;
                return Err(format!("seed {seed}: {error} (kept in {})", kept.display()).into());
            }
        }
    }
    println!(
        "{campaigns} campaigns of {PROCESSES} processes of {AUTHORS} authors, {LIARS} of them liars: \
         {results} results, {lies} of them false; all totals are right and all liars named"
    );
    Ok(())
}

impl Exchange {
    /// Runs a campaign. Returns the number of all results and of false ones.
    fn run(&self, random: &mut Rng) -> SoakResult<[u64; 2]> {
        for author in 0..AUTHORS {
            fs::write(self.key_file(author), SecretKey::new()?.to_file())?;
        }
        let workers = (0..PROCESSES).map(|number| {
            Command::new(std::env::current_exe()?)
                .args([WORK.as_ref(), self.folder.as_os_str()])
                .arg(self.n.to_string())
                .arg(self.both_routes.to_string())
                .arg(number.to_string())
                .arg(random.u64(..).to_string())
                .stderr(Stdio::piped())
                .spawn()
        });
        let workers: Vec<Child> = workers.collect::<std::io::Result<_>>()?;
        for worker in workers {
            let ended = worker.wait_with_output()?;
            if !ended.status.success() {
                return Err(String::from_utf8_lossy(&ended.stderr).into());
            }
        }
        // The organiser gets the files in any order, and so does each process.
        let mut found = [0; 2];
        for trial in 0..3 {
            let mut ledger = self.ledger(&self.folder.join(format!("merged-{trial}")))?;
            let mut order: Vec<usize> = (0..PROCESSES).collect();
            random.shuffle(&mut order);
            for number in order {
                ledger.merge(&self.file(number))?;
            }
            found = self.check(&ledger)?;
        }
        for number in 0..PROCESSES {
            let mut ledger = Ledger::open(&self.file(number))?;
            ledger.merge(&self.folder.join("merged-0"))?;
            self.check(&ledger)?;
        }
        Ok(found)
    }

    /// Checks the total, and that exactly the liars are named.
    fn check(&self, ledger: &Ledger) -> SoakResult<[u64; 2]> {
        let found = ledger.final_result()?;
        let totals = bezzel_oracle::totals();
        let published = totals.iter().find(|line| line.n == self.n);
        if published.map(|line| line.all) != Some(found.total.solutions) || !found.is_confirmed() {
            return Err(format!("Q({}) is said to be {:?}", self.n, found.total).into());
        }
        let reports = ledger.authors();
        for author in 0..AUTHORS {
            let key = self.key(author)?.author();
            let report = reports.iter().find(|report| report.author == Some(key));
            let named = report.is_some_and(|report| report.disagreed > 0);
            if named != (author < LIARS) {
                return Err(format!("author {author} is reported as {report:?}").into());
            }
        }
        let lies = reports.iter().map(|report| report.disagreed).sum();
        Ok([ledger.stored_results(), lies])
    }

    fn file(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{number}.bezzel"))
    }

    fn key_file(&self, author: usize) -> PathBuf {
        self.folder.join(format!("{author}.key"))
    }

    fn key(&self, author: usize) -> SoakResult<SecretKey> {
        Ok(SecretKey::of_file(&fs::read_to_string(
            self.key_file(author),
        )?)?)
    }

    fn ledger(&self, path: &Path) -> SoakResult<Ledger> {
        let mut authors = AuthorList::new();
        for author in 0..AUTHORS {
            authors.insert(self.key(author)?.author(), format!("author {author}"));
        }
        let policy = Policy {
            authors: Some(authors),
            copies: COPIES,
            both_routes: self.both_routes,
        };
        Ok(Ledger::create_with(path, UnitList::new(self.n)?, policy)?)
    }
}

/// Counts as an author, and reads the files of others, until the campaign has a total.
pub(crate) fn work(args: &[String]) -> SoakResult<()> {
    let [folder, n, both_routes, number, seed] = args else {
        return Err("expected five arguments".into());
    };
    let exchange = Exchange {
        folder: folder.into(),
        n: n.parse()?,
        both_routes: both_routes.parse()?,
    };
    let number: usize = number.parse()?;
    let mut worker = Worker {
        author: number % AUTHORS,
        key: exchange.key(number % AUTHORS)?,
        ledger: exchange.ledger(&exchange.file(number))?,
        counter: Counter::new(Backend::detect())?,
        random: Rng::with_seed(seed.parse()?),
    };
    // A liar may be the first or the last who counts a unit.
    let any = worker.random.u64(..worker.ledger.units().plan().len());
    worker.count(&[any], None)?;
    let until = Instant::now() + LIMIT;
    while worker.ledger.final_result().is_err() {
        if Instant::now() > until {
            let lacking = worker.ledger.status()?.lacking;
            return Err(format!("process {number} has no total: {lacking:?}").into());
        }
        let from = exchange.file(worker.random.usize(..PROCESSES));
        worker.receive(&from, &exchange.folder.join(format!("{number}.results")))?;
        let route = [None, Some(Route::Direct), Some(Route::Exchanged)];
        let route = route[worker.random.usize(..3)];
        let mut units = Vec::new();
        let author = Some(worker.key.author());
        worker.ledger.each_open(author, route, &mut |unit| {
            units.push(unit.index());
            Ok::<(), LedgerError>(())
        })?;
        worker.random.shuffle(&mut units);
        units.truncate(MAX_UNITS);
        worker.count(&units, route)?;
    }
    Ok(())
}

struct Worker {
    author: usize,
    key: SecretKey,
    ledger: Ledger,
    counter: Counter,
    random: Rng,
}

impl Worker {
    /// Counts units by this route, or by any. Liars change some of the results.
    fn count(&mut self, units: &[u64], route: Option<Route>) -> SoakResult<()> {
        let list = self.ledger.units().clone();
        let origin = ProcessInfo::current("exchange");
        let mut results = Vec::new();
        for unit in units {
            let either = [Route::Direct, Route::Exchanged][self.random.usize(..2)];
            let unit = [list.unit(*unit)?];
            let route = route.unwrap_or(either);
            let mut stored =
                StoredResult::count(&mut self.counter, &unit, route, &origin)?.remove(0);
            if self.author < LIARS && (units.len() == 1 || self.random.bool()) {
                let lie = 96 * (self.author as u128 + 1);
                let value = stored.result.value;
                stored.result.value = value.checked_sub(lie).unwrap_or(value + lie);
            }
            list.sign(&mut stored, &self.key)?;
            if list.check(&stored).is_ok() {
                results.push(stored);
            }
        }
        self.ledger.import(&results)?;
        Ok(())
    }

    /// Merges the file of another process, or the results in it.
    fn receive(&mut self, from: &Path, results: &Path) -> SoakResult<()> {
        if !from.exists() || self.ledger.is_at(from) {
            return Ok(());
        }
        if self.random.bool() {
            self.ledger.merge(from)?;
            return Ok(());
        }
        let mut text = self.ledger.units().header() + "\n";
        Ledger::open_to_read(from)?.each_result(&mut |line| {
            text += line;
            text.push('\n');
            Ok::<(), LedgerError>(())
        })?;
        fs::write(results, text)?;
        self.ledger.merge(results)?;
        Ok(())
    }
}
