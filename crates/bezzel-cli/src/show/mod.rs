//! `bezzel show`: a method at work, step by step, forwards and backwards.
//!
//! ```text
//!   keys ──▶ player ──wish──▶ worker (runs the method again, keeps one page)
//!              ▲  │              │
//!              │  └──▶ screen    │   scene: what the step means for the board
//!              └─────answer──────┘   data:  what the method holds in its hands
//! ```
//!
//! Without a terminal the first steps are written as text.

mod board;
mod data;
mod keys;
mod layout;
mod pages;
mod player;
mod scene;
mod screen;
mod sentence;
mod terminal;
mod text;
mod theme;
mod worker;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bezzel::methods::Method;
use crossterm::event::{self, Event, KeyEventKind};

use player::Player;
use screen::Screen;
use terminal::Session;
use theme::Theme;
use worker::Worker;

use crate::interrupt::{self, Interruptible};
use crate::output::Output;

/// How often signals are looked at when nothing happens.
const REST: Duration = Duration::from_millis(200);
/// How often the worker is asked while it is at work.
const WAIT: Duration = Duration::from_millis(20);
/// A wait shorter than this is not worth a word, and keys wait with the viewer: typed ahead,
/// they mean the step that is about to come.
const NOTICEABLE: Duration = Duration::from_millis(150);
/// No more than so often the screen is drawn while playing; faster, it shows several steps
/// at once.
const FRAME: Duration = Duration::from_millis(33);

/// Shows the method on the terminal, or writes its first `steps` steps where there is none.
/// The exit code says whether Ctrl-C or a signal ended it.
pub(crate) fn run(n: u32, method: Method, steps: usize) -> anyhow::Result<ExitCode> {
    method.check_size(n)?;
    if !terminal::is_there() {
        interrupt::listen()?;
        let mut out = Interruptible(Output::stdout());
        let written = text::write(&mut out, n, method, steps);
        interrupt::check("not all steps were written")?;
        written?;
        out.0.finish()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut session = Session::start()?;
    let mut worker = Worker::new(n, method);
    let mut player = Player::new();
    let theme = Theme::from_environment();
    let mut last = Instant::now();
    while !session.is_stopped() {
        worker.wish(player.wish());
        session.terminal.draw(|frame| {
            let screen = Screen {
                n,
                method,
                player: &player,
                busy_for: worker.busy_for(),
                theme,
            };
            screen::draw(frame, &screen);
        })?;
        let mut answer = None;
        if player.is_waiting() && worker.busy_for() < Some(NOTICEABLE) {
            answer = worker.answer(WAIT)?;
        } else if event::poll(patience(&player, &worker))?
            && let ControlFlow::Break(code) = handle(&mut player, event::read()?)
        {
            return Ok(code);
        }
        if answer.is_none() {
            answer = worker.answer(Duration::ZERO)?;
        }
        if let Some((request, answer)) = answer {
            player.receive(request, answer);
        }
        player.tick(last.elapsed());
        last = Instant::now();
    }
    Ok(interrupt::exit_code())
}

/// How long to wait for a key before something else wants to be done.
fn patience(player: &Player, worker: &Worker) -> Duration {
    if worker.busy_for().is_some() {
        WAIT
    } else if player.is_playing() {
        player.interval().clamp(FRAME, REST)
    } else {
        REST
    }
}

/// Breaks if it is time to quit.
fn handle(player: &mut Player, event: Event) -> ControlFlow<ExitCode> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => keys::press(player, key),
        _ => ControlFlow::Continue(()),
    }
}
