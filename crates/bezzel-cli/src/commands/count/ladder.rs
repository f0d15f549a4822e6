//! Counting with one of the classic methods.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use bezzel::methods::{Method, Part};

use crate::interrupt;
use crate::progress::Progress;

/// Counts on threads of its own while this one shows progress.
pub(super) fn count(n: u32, method: Method, threads: u32) -> anyhow::Result<u128> {
    let (parts, incoming) = mpsc::channel::<Part>();
    let counting = thread::spawn(move || {
        method.count_parallel(n, threads as usize, &move |part| {
            // The other end closes only when nobody waits for the result any more.
            let _ = parts.send(part);
        })
    });
    let mut progress = Progress::new("counting");
    let mut solutions = 0;
    loop {
        match incoming.recv_timeout(Duration::from_millis(100)) {
            Ok(part) => {
                solutions += part.solutions;
                let fraction = part.done as f64 / part.parts as f64;
                progress.show(Some(fraction), solutions, "solutions");
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        interrupt::check("nothing was counted")?;
    }
    drop(progress);
    let counted = counting
        .join()
        .map_err(|_| anyhow!("counting failed: this is a bug"))?;
    Ok(counted?)
}
