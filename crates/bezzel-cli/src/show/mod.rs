//! `bezzel show`: steps through a method, forwards and backwards.
//!
//! ```text
//!   keys ──▶ player (runs the method again, keeps two pages) ──▶ screen: board, data as text, lit line
//! ```
//!
//! Without a terminal, it writes the first steps as text, with the same boards and data.

mod board;
mod player;
mod screen;
mod source;
mod terminal;
mod text;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use bezzel::ConstrainedBoard;
use bezzel::methods::{Method, Run, Tutorial};
use bezzel_judge::{Recording, Trace};
use clap::Args;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use player::Player;
use source::Source;
use terminal::Session;

use crate::args::{ConstraintArgs, at_least_one, method_size, whole_number};
use crate::commands::constraints::no_solution;
use crate::exit::ExitCode;
use crate::input::{self, shown};
use crate::interrupt;
use crate::language::either;
use crate::named;
use crate::output::Output;

const IDLE_POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Minimum interval between drawings while playing; at higher speeds, each drawing advances
/// several steps.
const MIN_FRAME_INTERVAL: Duration = Duration::from_millis(33);
/// Time after which a search is shown as such, and a key cancels it. Earlier keys wait, and apply to
/// the step that is about to appear.
const BUSY_NOTICE_DELAY: Duration = Duration::from_millis(150);

/// Step through a method in the terminal, forwards and backwards.
///
/// Without a terminal, for instance in a pipe, bezzel prints the first steps as text.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel show 8\n  \
    bezzel show 6 --method linked-columns\n  \
    bezzel show 5 --method slope-test | head -40\n  \
    bezzel show 8 --queen 0,3 --queen 1,6\n  \
    bezzel show 6 --method slope-test --names tutorial\n  \
    bezzel show --trace moves.txt          (a program, from bezzel judge --trace)")]
pub(crate) struct Show {
    /// Number of queens, rows and columns.
    #[arg(value_name = "N", value_parser = method_size, allow_negative_numbers = true)]
    #[arg(required_unless_present_any = ["board_file", "trace"])]
    n: Option<u32>,
    /// Method to step through; `bezzel methods` lists them. Only bitmask searches boards with
    /// placed queens or blocked squares.
    #[arg(long, short, value_name = "METHOD", default_value = "bitmask", value_parser = named::method())]
    method: Method,
    /// Use the variable names of a tutorial in the listing: a, b, c or d (docs/tutorials.md), or
    /// 'tutorial' for the first tutorial that describes the method.
    #[arg(long, value_name = "NAMES", conflicts_with = "trace")]
    names: Option<String>,
    /// Without a terminal: print the first K steps.
    #[arg(long, short, value_name = "K", default_value_t = 20, value_parser = at_least_one, allow_negative_numbers = true)]
    steps: u64,
    /// Seed of a method that draws random numbers [default: the seed in its listings].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Play a program from a file: what `bezzel judge --trace` wrote, or a line 'n N' and then lines
    /// 'place R C', 'remove R C' and 'solution'.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["n", "seed", "ConstraintArgs"])]
    trace: Option<PathBuf>,
    #[command(flatten)]
    constraints: ConstraintArgs,
}

impl Show {
    /// Returns the tutorial whose names the listing of a method has.
    fn names(&self, method: Method) -> anyhow::Result<Option<Tutorial>> {
        let Some(name) = &self.names else {
            return Ok(None);
        };
        let tutorials = method.tutorials();
        let asked = match &**name {
            "tutorial" => tutorials.first().copied(),
            name => Some(name.parse()?),
        };
        let tutorial_names: Vec<_> = tutorials.iter().map(|tutorial| tutorial.name()).collect();
        match asked.filter(|asked| tutorials.contains(asked)) {
            Some(tutorial) => Ok(Some(tutorial)),
            None if tutorial_names.is_empty() => {
                anyhow::bail!(either!(
                    "no tutorial has names for {method}: leave out --names {name}",
                    "没有教程讲 {method}，所以不能用 --names {name}"
                ))
            }
            None => {
                anyhow::bail!(either!(
                    "expected --names tutorial, {known} with {method}, found '{name}'",
                    "{method} 的 --names 应为 tutorial、{known_zh}，实际为“{name}”",
                    known = tutorial_names.join(", "),
                    known_zh = tutorial_names.join("、")
                ))
            }
        }
    }
}

/// Shows the method on the terminal, or writes its first `steps` steps without one. Returns the
/// exit code, which depends on whether Ctrl-C or a signal ended the show.
pub(crate) fn run(args: &Show) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.trace {
        let text = input::read_text(file)?;
        let recording = Recording::read_text(&text).map_err(|line| {
            let name = shown(file);
            anyhow!(either!(
                "expected a trace of bezzel judge in {name}, found something else on line {line}",
                "{name} 应为 bezzel judge 的记录，第 {line} 行却不是"
            ))
        })?;
        if let Some(recording) = recording {
            let board = ConstrainedBoard::new(recording.size())?;
            let found = recording.board();
            return play(&board, Source::Lines(recording, found), args.steps);
        }
        let (trace, name) = (Trace::read_text(&text), shown(file));
        anyhow::ensure!(
            !trace.is_empty(),
            either!(
                "expected lines such as 'place 0 1' in {name}, found none",
                "{name} 中没有“place 0 1”这样的行"
            )
        );
        let board = ConstrainedBoard::new(trace.size())?;
        return play(&board, Source::Moves(trace), args.steps);
    }
    let method = args.method;
    let board = args.constraints.board(args.n)?;
    let mut run = Run::new(method, &board)?;
    if let Some(seed) = args.seed {
        let random = Method::ALL.into_iter().filter(|method| method.is_random());
        let names = random.map(Method::name).collect::<Vec<_>>().join(", ");
        anyhow::ensure!(
            method.is_random(),
            either!(
                "expected --seed with a method that draws random numbers, found {method}: use it with {names}",
                "{method} 不用随机数：--seed 只用于 {names}"
            )
        );
        run = run.seeded(seed);
    }
    if board.contradiction().is_some() {
        // There is no search that could be shown.
        return Ok(no_solution(&board));
    }
    play(&board, Source::of_run(run, args.names(method)?), args.steps)
}

/// Plays steps on the terminal, or writes the first `steps` of them without one.
fn play(board: &ConstrainedBoard, source: Source, steps: u64) -> anyhow::Result<ExitCode> {
    if !terminal::is_there() {
        let mut out = Output::stdout();
        let written = text::write(&mut out, board, &source, steps);
        interrupt::check()?;
        written?;
        out.finish()?;
        return Ok(ExitCode::SUCCESS);
    }
    let _session = Session::start()?;
    let search = Search {
        look: Cell::new(Instant::now() + BUSY_NOTICE_DELAY),
        key: Cell::new(None),
    };
    let is_given_up = || search.is_given_up();
    let mut player = Player::new(source, &is_given_up);
    player.show(0);
    let mut last = Instant::now();
    let mut is_changed = true;
    while !interrupt::stop_requested() {
        if is_changed {
            screen::draw(board, &player)?;
        }
        is_changed = player.interval().is_some();
        let wait = match player.interval() {
            Some(interval) => interval.clamp(MIN_FRAME_INTERVAL, IDLE_POLL_INTERVAL),
            None => IDLE_POLL_INTERVAL,
        };
        // The key that ended a search also does what it does otherwise, except Esc.
        let key = match search.key.take() {
            Some(key) => {
                is_changed = true;
                Some(key).filter(|key| key.code != KeyCode::Esc)
            }
            None if event::poll(wait)? => {
                // Also another size of the terminal.
                is_changed = true;
                pressed(&event::read()?)
            }
            None => None,
        };
        search.look.set(Instant::now() + BUSY_NOTICE_DELAY);
        if let Some(key) = key
            && let ControlFlow::Break(code) = press(&mut player, key)
        {
            return Ok(code);
        }
        player.tick(last.elapsed());
        last = Instant::now();
    }
    Ok(ExitCode::INTERRUPTED)
}

fn pressed(event: &Event) -> Option<KeyEvent> {
    let key = event.as_key_event();
    key.filter(|key| key.kind != KeyEventKind::Release)
}

/// Performs the action of a key, or breaks with the exit code on quit.
fn press(player: &mut Player<'_>, key: KeyEvent) -> ControlFlow<ExitCode> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c') if control => return ControlFlow::Break(ExitCode::INTERRUPTED),
        KeyCode::Char('d') if control => return ControlFlow::Break(ExitCode::SUCCESS),
        _ if control => {}
        KeyCode::Char('q') | KeyCode::Esc => return ControlFlow::Break(ExitCode::SUCCESS),
        KeyCode::Char(' ') => player.toggle(),
        KeyCode::Right | KeyCode::Char('l') => player.forward(),
        KeyCode::Left | KeyCode::Char('h') => player.back(),
        KeyCode::Up | KeyCode::Char('k' | '+' | '=') => player.change_speed(2.0),
        KeyCode::Down | KeyCode::Char('j' | '-') => player.change_speed(0.5),
        KeyCode::Char('n') => player.next_solution(),
        KeyCode::Char('p' | 'N') => player.previous_solution(),
        KeyCode::Home | KeyCode::Char('g' | '0') => player.show(0),
        _ => {}
    }
    ControlFlow::Continue(())
}

/// The computation that the viewer waits for: a key or a signal ends it.
struct Search {
    look: Cell<Instant>,
    key: Cell<Option<KeyEvent>>,
}

impl Search {
    /// Returns `true` if the search must end; then it stays so.
    fn is_given_up(&self) -> bool {
        if self.key.get().is_some() || interrupt::stop_requested() {
            return true;
        }
        if Instant::now() < self.look.get() {
            return false;
        }
        self.look.set(Instant::now() + MIN_FRAME_INTERVAL);
        // Without a terminal there is nobody who could see it.
        let _ = screen::draw_notice("searching… (a key cancels)");
        if let Ok(true) = event::poll(Duration::ZERO)
            && let Ok(event) = event::read()
        {
            self.key.set(pressed(&event));
        }
        self.key.get().is_some()
    }
}
