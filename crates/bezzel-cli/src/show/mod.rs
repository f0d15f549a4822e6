//! `bezzel show`: steps through a method, forwards and backwards.
//!
//! ```text
//!   keys ──▶ player ─request─▶ worker (runs the method again, keeps one page)
//!              ▲  │              │
//!              │  └──▶ screen    │   scene: marks of the step on the board
//!              └─────answer──────┘   data:  data structures of the method
//! ```
//!
//! Without a terminal, it writes the first steps as text.

mod board;
mod data;
mod keys;
mod layout;
mod pages;
mod player;
mod scene;
mod screen;
mod sentence;
mod source;
mod terminal;
mod text;
mod theme;
mod worker;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use bezzel::ConstrainedBoard;
use bezzel::methods::{Method, Run};
use bezzel_judge::Trace;
use crossterm::event::{self, Event, KeyEventKind};

use player::Player;
use screen::Screen;
use source::Source;
use terminal::Session;
use theme::Theme;
use worker::Worker;

use crate::args::Show;
use crate::commands::constraints::no_solution;
use crate::interrupt::{self, Interruptible};
use crate::output::Output;

/// Interval between checks for signals while idle.
const IDLE_POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Interval between checks for an answer of the worker.
const ANSWER_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Wait after which the screen shows that it is searching. During shorter waits, keys are
/// queued and apply to the step that is about to appear.
const BUSY_NOTICE_DELAY: Duration = Duration::from_millis(150);
/// Minimum interval between drawings while playing; at higher speeds, each drawing advances
/// several steps.
const MIN_FRAME_INTERVAL: Duration = Duration::from_millis(33);

/// Shows the method on the terminal, or writes its first `steps` steps without one. Returns the
/// exit code, which depends on whether Ctrl-C or a signal ended the show.
pub(crate) fn run(args: &Show) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.trace {
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("cannot read {}", file.display()))?;
        let trace = Trace::read_text(&text);
        anyhow::ensure!(
            !trace.is_empty(),
            "expected lines such as 'place 0 1' in {}, found none",
            file.display()
        );
        let board = ConstrainedBoard::new(trace.size())?;
        return play(&board, Source::Moves(trace), args.steps);
    }
    let method = args.method;
    let board = args.constraints.board(args.n)?;
    let mut run = Run::new(method, &board)?;
    if let Some(seed) = args.seed {
        let random = Method::ALL.into_iter().filter(|method| method.is_random());
        let names: Vec<_> = random.map(Method::name).collect();
        anyhow::ensure!(
            method.is_random(),
            "expected --seed with a method that draws random numbers, found {method}: use it with {}",
            names.join(", ")
        );
        run = run.seeded(seed);
    }
    if board.contradiction().is_some() {
        // There is no search that could be shown.
        return Ok(no_solution(&board));
    }
    play(&board, Source::Run(run), args.steps)
}

/// Plays steps on the terminal, or writes the first `steps` of them without one.
fn play(board: &ConstrainedBoard, source: Source, steps: u64) -> anyhow::Result<ExitCode> {
    if !terminal::is_there() {
        let mut out = Interruptible(Output::stdout());
        let written = text::write(&mut out, board, &source, steps);
        interrupt::check("not all steps were written")?;
        written?;
        out.0.finish()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut session = Session::start()?;
    let mut worker = Worker::new(source.clone());
    let mut player = Player::new();
    let theme = Theme::from_environment();
    let mut last = Instant::now();
    while !interrupt::stop_requested() {
        worker.set_request(player.request());
        session.terminal.draw(|frame| {
            let screen = Screen {
                board,
                source: &source,
                player: &player,
                busy_for: worker.busy_for(),
                theme,
            };
            screen::draw(frame, &screen);
        })?;
        let mut answer = None;
        if player.is_waiting() && worker.busy_for() < Some(BUSY_NOTICE_DELAY) {
            answer = worker.answer(ANSWER_POLL_INTERVAL)?;
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

/// Returns how long to wait for a key before the next action is due.
fn patience(player: &Player, worker: &Worker) -> Duration {
    if worker.busy_for().is_some() {
        ANSWER_POLL_INTERVAL
    } else if player.is_playing() {
        player
            .interval()
            .clamp(MIN_FRAME_INTERVAL, IDLE_POLL_INTERVAL)
    } else {
        IDLE_POLL_INTERVAL
    }
}

/// Breaks if the show must end.
fn handle(player: &mut Player, event: Event) -> ControlFlow<ExitCode> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => keys::press(player, key),
        _ => ControlFlow::Continue(()),
    }
}
