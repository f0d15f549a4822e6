//! Threads that count the units of occupancies and draws.
//!
//! Their units are counted by the weighted join on the CPU, which no [`Engine`](bezzel_count::Engine)
//! offers, and they need neither leases nor a ledger. So they do not go through the pool of engines.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use bezzel_count::Schedule;

use crate::wait::{lock, receive, spawn};
use crate::{Control, JobError};

/// Counts the units of a schedule, on one thread for each counter. Calls `each` with every unit and its
/// result, or with `None` if none comes in time, and with the counted fraction. The threads end when no
/// unit is left or when this function returns.
///
/// Fails with the first error of `each`, when the control stops or the time is up, and if the system
/// starts no thread.
pub(crate) fn count_each<C: Send + 'static, U: Send + 'static, R: Send + 'static>(
    schedule: Schedule<U>,
    counters: Vec<C>,
    count: impl Fn(&mut C, &U) -> R + Copy + Send + 'static,
    control: &Control,
    mut each: impl FnMut(Option<(U, R)>, f64) -> Result<(), JobError>,
) -> Result<(), JobError> {
    let schedule = Arc::new(Mutex::new(schedule));
    let (sender, results) = mpsc::channel();
    for mut counter in counters {
        let (schedule, sender) = (schedule.clone(), sender.clone());
        spawn(move || {
            let next = || lock(&schedule).take(1).pop();
            while let Some(unit) = next() {
                let result = count(&mut counter, &unit);
                // The receiver is gone after a cancellation.
                if sender.send((unit, result)).is_err() {
                    return;
                }
            }
        })?;
    }
    drop(sender);
    let ended = receive(&results, control, |counted| {
        let mut schedule = lock(&schedule);
        if let Some((unit, _)) = &counted {
            schedule.finish(unit);
        }
        let fraction = schedule.fraction();
        drop(schedule);
        each(counted, fraction)?;
        match control.is_time_up() {
            true => Err(JobError::TimeUp),
            false => Ok(ControlFlow::<()>::Continue(())),
        }
    });
    ended.map(drop)
}
