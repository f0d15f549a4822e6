//! One process reads while another one writes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bezzel::count::Route;
use bezzel_campaign::{Error, Ledger, Merge};
use rusqlite::Connection;

use crate::{Place, origin, record};

/// So many that reading them takes longer than writing a result does.
const ORIGINS: u32 = 20_000;

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
    let place = Place::new();
    with_many_origins(&place);
    let mut writer = Ledger::open(&place.file("q")).unwrap();
    let reader = Ledger::open(&place.file("q")).unwrap();
    let mut taking_in = place.ledger("other");
    let is_over = AtomicBool::new(false);
    let written = thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let template = record(&writer, 3, Route::Direct, "h");
            let mut written = 0;
            while !is_over.load(Ordering::SeqCst) && written < 400 {
                let mut next = template.clone();
                next.unit = written % writer.units().plan().len();
                next.origin = origin(&format!("new{written}"));
                writer.record(&[next]).unwrap();
                written += 1;
                // The machine may have one processor only.
                thread::sleep(Duration::from_millis(2));
            }
            written
        });
        let until = Instant::now() + Duration::from_secs(3);
        let mut read = || -> Result<(), Error> {
            while Instant::now() < until {
                reader.each_result(&mut |_| Ok::<_, Error>(()))?;
                reader.results(3)?;
                reader.check()?;
                reader.status()?;
                let _: Merge = taking_in.merge(&place.file("q"))?;
            }
            Ok(())
        };
        let read = read();
        is_over.store(true, Ordering::SeqCst);
        let written = writing.join().unwrap();
        read.unwrap();
        written
    });
    assert!(written > 10, "nothing was written meanwhile");
}
