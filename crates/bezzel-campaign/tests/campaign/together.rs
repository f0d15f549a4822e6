//! One process reads while another one writes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;

use bezzel_campaign::{Error, Ledger, Merge};
use bezzel_count::Route;

use crate::{Place, origin, stored_result};

/// Number of rounds in which everything is read while results are written.
const ROUNDS: u32 = 4;
/// Number of writes during each read.
const WRITES_PER_READ: u32 = 2;

/// Number of reads that have begun; `None` after the last one.
struct Reads {
    begun: Mutex<Option<u64>>,
    changed: Condvar,
}

impl Reads {
    fn new() -> Self {
        Self {
            begun: Mutex::new(Some(0)),
            changed: Condvar::new(),
        }
    }

    fn begin(&self) {
        let mut begun = self.begun.lock().unwrap();
        *begun = begun.map(|begun| begun + 1);
        self.changed.notify_all();
    }

    fn end(&self) {
        *self.begun.lock().unwrap() = None;
        self.changed.notify_all();
    }

    /// Waits until another read begins.
    fn wait(&self, seen: u64) -> Option<u64> {
        let begun = self.begun.lock().unwrap();
        *self
            .changed
            .wait_while(begun, |begun| *begun == Some(seen))
            .unwrap()
    }
}

/// A line that is being written while a process reads is no damage.
#[test]
fn what_others_write_meanwhile_is_no_damage() {
    let place = Place::in_memory();
    let mut writer = place.ledger("q");
    let mut reader = Ledger::open(&place.file("q")).unwrap();
    let mut importing = place.ledger("other");
    let (reads, written) = (Reads::new(), AtomicU64::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            let template = stored_result(&writer, 3, Route::Direct, "h");
            let mut seen = 0;
            while let Some(read) = reads.wait(seen) {
                seen = read;
                for _ in 0..WRITES_PER_READ {
                    let number = written.load(Ordering::SeqCst);
                    let mut next = template.clone();
                    next.unit = number % writer.units().plan().len();
                    next.origin = origin(&format!("new{number}"));
                    writer.record(&[next]).unwrap();
                    written.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        let mut read = || -> Result<(), Error> {
            reads.begin();
            reader.each_result(&mut |_| Ok::<_, Error>(()))?;
            reads.begin();
            reader.results(3)?;
            reads.begin();
            reader.refresh()?;
            reads.begin();
            reader.status()?;
            reads.begin();
            let _: Merge = importing.merge(&place.file("q"))?;
            Ok(())
        };
        // Only rounds with writes prove anything.
        let mut rounds = 0;
        let mut outcome = Ok(());
        while rounds < ROUNDS && outcome.is_ok() {
            let before = written.load(Ordering::SeqCst);
            outcome = read();
            rounds += u32::from(written.load(Ordering::SeqCst) > before + 1);
        }
        reads.end();
        outcome.unwrap();
    });
}
