//! Worker thread that runs the method again for pages and solutions, so that keys are always
//! handled. It processes one request at a time; a new one cancels the previous one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::bail;

use super::pages::PAGE;
use super::player::{Answer, Request};
use super::source::Source;

pub(crate) struct Worker {
    /// `None` only during drop.
    requests: Option<Sender<PendingRequest>>,
    answers: Receiver<(Request, Answer)>,
    thread: Option<JoinHandle<()>>,
    doing: Option<(PendingRequest, Instant)>,
}

#[derive(Clone)]
struct PendingRequest {
    request: Request,
    given_up: Arc<AtomicBool>,
}

impl Worker {
    pub(crate) fn new(source: Source) -> Self {
        let (requests, to_do) = channel::<PendingRequest>();
        let (done, answers) = channel();
        let thread = std::thread::spawn(move || {
            for job in to_do {
                let should_stop = || job.given_up.load(Ordering::Relaxed);
                let Some(answer) = answer(&source, job.request, &should_stop) else {
                    continue;
                };
                if done.send((job.request, answer)).is_err() {
                    return;
                }
            }
        });
        Self {
            requests: Some(requests),
            answers,
            thread: Some(thread),
            doing: None,
        }
    }

    /// Makes this the current request.
    pub(crate) fn set_request(&mut self, request: Option<Request>) {
        if self.doing.as_ref().map(|(job, _)| job.request) == request {
            return;
        }
        self.give_up();
        if let (Some(request), Some(requests)) = (request, &self.requests) {
            let given_up = Arc::default();
            let job = PendingRequest { request, given_up };
            // A dead thread is detected when its answer is read.
            let _ = requests.send(job.clone());
            self.doing = Some((job, Instant::now()));
        }
    }

    /// Returns the answer to the latest request, if it arrives within this time.
    pub(crate) fn answer(
        &mut self,
        patience: Duration,
    ) -> anyhow::Result<Option<(Request, Answer)>> {
        loop {
            match self.answers.recv_timeout(patience) {
                Ok((request, answer)) => {
                    // A cancelled request may have finished anyway.
                    if self.doing.as_ref().map(|(job, _)| job.request) == Some(request) {
                        self.doing = None;
                        return Ok(Some((request, answer)));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("the search thread stopped unexpectedly")
                }
            }
        }
    }

    /// Returns the time since the current request; `None` if idle.
    pub(crate) fn busy_for(&self) -> Option<Duration> {
        self.doing.as_ref().map(|(_, since)| since.elapsed())
    }

    fn give_up(&mut self) {
        if let Some((job, _)) = self.doing.take() {
            job.given_up.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.give_up();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // After a panic, its message is already on the screen.
            let _ = thread.join();
        }
    }
}

/// Computes an answer; `None` if `should_stop` returns `true`.
pub(crate) fn answer(
    source: &Source,
    request: Request,
    should_stop: &dyn Fn() -> bool,
) -> Option<Answer> {
    let answer = match request {
        Request::Page(number) => {
            Answer::Page(source.steps(number * PAGE, PAGE as usize, should_stop))
        }
        Request::NextSolution(from) => Answer::Solution(source.next_solution(from, should_stop)),
        Request::PreviousSolution(before) => {
            Answer::Solution(source.previous_solution(before, should_stop))
        }
    };
    (!should_stop()).then_some(answer)
}
