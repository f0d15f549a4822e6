//! The thread that runs the method again for pages and solutions, so that keys are always
//! heard. It does one thing at a time; a new wish makes it give up the old one.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::bail;
use bezzel::methods::{Data, EachStep, Event, Method, Observer, Steps, Stoppable};

use super::pages::PAGE;
use super::player::{Answer, Request};

pub(crate) struct Worker {
    /// `None` only while it is being dropped.
    jobs: Option<Sender<Job>>,
    answers: Receiver<(Request, Answer)>,
    thread: Option<JoinHandle<()>>,
    doing: Option<(Job, Instant)>,
}

#[derive(Clone)]
struct Job {
    request: Request,
    given_up: Arc<AtomicBool>,
}

impl Worker {
    pub(crate) fn new(n: u32, method: Method) -> Self {
        let (jobs, to_do) = channel::<Job>();
        let (done, answers) = channel();
        let thread = std::thread::spawn(move || {
            for job in to_do {
                let should_stop = || job.given_up.load(Ordering::Relaxed);
                let Some(answer) = answer(n, method, job.request, &should_stop) else {
                    continue;
                };
                if done.send((job.request, answer)).is_err() {
                    return;
                }
            }
        });
        Self {
            jobs: Some(jobs),
            answers,
            thread: Some(thread),
            doing: None,
        }
    }

    /// Sees to it that exactly this is being done.
    pub(crate) fn wish(&mut self, request: Option<Request>) {
        if self.doing.as_ref().map(|(job, _)| job.request) == request {
            return;
        }
        self.give_up();
        if let (Some(request), Some(jobs)) = (request, &self.jobs) {
            let given_up = Arc::default();
            let job = Job { request, given_up };
            // A dead thread is noticed where answers are read.
            let _ = jobs.send(job.clone());
            self.doing = Some((job, Instant::now()));
        }
    }

    /// The answer to the latest wish, if it comes within this time.
    pub(crate) fn answer(
        &mut self,
        patience: Duration,
    ) -> anyhow::Result<Option<(Request, Answer)>> {
        loop {
            match self.answers.recv_timeout(patience) {
                Ok((request, answer)) => {
                    // One that was given up may have been finished all the same.
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

    /// How long it has been at it; `None` if it rests.
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
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, its message is on the screen already.
            let _ = thread.join();
        }
    }
}

/// Answers a request, or `None` if told to stop.
pub(crate) fn answer(
    n: u32,
    method: Method,
    request: Request,
    should_stop: &dyn Fn() -> bool,
) -> Option<Answer> {
    let answer = match request {
        Request::Page(number) => page(n, method, number * PAGE, should_stop),
        Request::NextSolution(from) => solution(n, method, Wanted::From(from), should_stop),
        Request::PreviousSolution(before) => {
            solution(n, method, Wanted::Before(before), should_stop)
        }
    };
    (!should_stop()).then_some(answer)
}

fn page(n: u32, method: Method, from: u64, should_stop: &dyn Fn() -> bool) -> Answer {
    let mut steps = Vec::new();
    let mut each = EachStep::new(from, |step| {
        if steps.len() as u64 == PAGE {
            return ControlFlow::Break(());
        }
        steps.push(step);
        ControlFlow::Continue(())
    });
    let ended = observe(n, method, &mut each, should_stop).is_continue();
    Answer::Page(Steps { steps, ended })
}

fn solution(n: u32, method: Method, wanted: Wanted, should_stop: &dyn Fn() -> bool) -> Answer {
    let mut finder = Finder {
        wanted,
        index: 0,
        found: None,
    };
    let _ = observe(n, method, &mut finder, should_stop);
    Answer::Solution(finder.found)
}

fn observe<O: Observer>(
    n: u32,
    method: Method,
    observer: &mut O,
    should_stop: &dyn Fn() -> bool,
) -> ControlFlow<()> {
    method
        .observe(n, &mut Stoppable::new(observer, should_stop))
        .expect("the size was checked before the show began")
}

enum Wanted {
    From(u64),
    Before(u64),
}

/// Finds the step of a solution.
struct Finder {
    wanted: Wanted,
    index: u64,
    found: Option<u64>,
}

impl Observer for Finder {
    fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        let index = self.index;
        self.index += 1;
        let is_solution = matches!(event, Event::Solution { .. });
        match self.wanted {
            Wanted::From(from) if is_solution && index >= from => {
                self.found = Some(index);
                ControlFlow::Break(())
            }
            Wanted::From(_) => ControlFlow::Continue(()),
            Wanted::Before(before) if index >= before => ControlFlow::Break(()),
            Wanted::Before(_) => {
                if is_solution {
                    self.found = Some(index);
                }
                ControlFlow::Continue(())
            }
        }
    }
}
