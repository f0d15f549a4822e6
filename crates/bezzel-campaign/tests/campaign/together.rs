//! One process reads while another one writes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use bezzel_campaign::{Error, Ledger, Merge};
use bezzel_count::Route;
use rusqlite::Connection;

use crate::{Place, origin, record};

/// So many that reading them takes longer than writing a result does.
const ORIGINS: u32 = 4_000;
/// How often everything is read while something is written.
const ROUNDS: u32 = 4;

/// A ledger that has received results from many processes.
fn with_many_origins(place: &Place) {
    drop(place.ledger("q"));
    let mut db = Connection::open(place.file("q")).unwrap();
    let add = db.transaction().unwrap();
    for number in 0..ORIGINS {
        add.execute(
            "INSERT INTO origins (backend, program, host, run) VALUES ('b', 'p', 'h', ?)",
            [number.to_string()],
        )
        .unwrap();
    }
    add.commit().unwrap();
}

/// Whatever is read, it is as of one moment: a result that comes in between belongs to a process
/// that was not there yet, and is no damage.
#[test]
fn what_others_write_meanwhile_is_no_damage() {
    let place = Place::in_memory();
    with_many_origins(&place);
    let mut writer = Ledger::open(&place.file("q")).unwrap();
    let reader = Ledger::open(&place.file("q")).unwrap();
    let mut taking_in = place.ledger("other");
    let (is_over, written) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            let template = record(&writer, 3, Route::Direct, "h");
            while !is_over.load(Ordering::SeqCst) {
                let number = written.load(Ordering::SeqCst);
                let mut next = template.clone();
                next.unit = number % writer.units().plan().len();
                next.origin = origin(&format!("new{number}"));
                writer.record(&[next]).unwrap();
                written.fetch_add(1, Ordering::SeqCst);
            }
        });
        let mut read = || -> Result<(), Error> {
            reader.each_result(&mut |_| Ok::<_, Error>(()))?;
            reader.results(3)?;
            reader.check()?;
            reader.status()?;
            let _: Merge = taking_in.merge(&place.file("q"))?;
            Ok(())
        };
        // Only rounds in which something was written prove anything.
        let mut rounds = 0;
        let mut outcome = Ok(());
        while rounds < ROUNDS && outcome.is_ok() {
            let before = written.load(Ordering::SeqCst);
            outcome = read();
            rounds += u32::from(written.load(Ordering::SeqCst) > before + 1);
        }
        is_over.store(true, Ordering::SeqCst);
        outcome.unwrap();
    });
}
