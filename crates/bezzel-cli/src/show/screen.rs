//! Screen: the board, the data structures as text, counters, the sentence of the step, the line of the
//! listing that does it, and keys.

use std::io::{self, Write};
use std::ops::Range;

use bezzel::methods::{Step, WorkCounter};
use bezzel::{ConstrainedBoard, Square, counted};
use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Print, Stylize};
use crossterm::terminal::{self, Clear, ClearType};
use indicatif::HumanCount;

use super::board::Scene;
use super::player::Player;
use super::text::EMPTY_RUN;
use crate::language::{either, say};

const KEYS: &str = "q quit  space play  ← → step  ↑ ↓ speed  n p next/prev solution  Home start";
const CHINESE_KEYS: &str = "q 退出  空格 播放  ← → 单步  ↑ ↓ 速度  n p 下一个/上一个解  Home 开头";
/// Minimum number of rows of the board on the screen.
const MIN_ROWS: usize = 4;

/// Draws the screen.
pub(crate) fn draw(board: &ConstrainedBoard, player: &Player<'_>) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let (lines, rows) = lines(board, player, width.into(), height.into());
    let mut out = io::stdout().lock();
    for (y, line) in lines.iter().enumerate().take(height.into()) {
        queue!(out, MoveTo(0, y as u16))?;
        let mut glyphs = line.chars().take(width.into());
        if rows.contains(&y) {
            glyphs.try_for_each(|glyph| match glyph {
                'Q' | 'q' => queue!(out, Print(glyph.yellow().bold())),
                '?' | 'o' => queue!(out, Print(glyph.cyan().bold().reverse())),
                'X' | '|' | '/' | '\\' | '-' => queue!(out, Print(glyph.red().bold())),
                '·' => queue!(out, Print(glyph.green())),
                _ => queue!(out, Print(glyph.dark_grey())),
            })?;
        } else {
            queue!(out, Print(glyphs.collect::<String>()))?;
        }
        if line.chars().count() < width.into() {
            queue!(out, Clear(ClearType::UntilNewLine))?;
        }
    }
    out.flush()
}

/// Writes a message over the last line.
pub(crate) fn draw_notice(text: &str) -> io::Result<()> {
    let (_, height) = terminal::size()?;
    let mut out = io::stdout().lock();
    queue!(
        out,
        MoveTo(0, height.saturating_sub(1)),
        Print(text.reverse())
    )?;
    queue!(out, Clear(ClearType::UntilNewLine))?;
    out.flush()
}

/// Returns the lines of a screen, and which of them are rows of the board.
fn lines(
    board: &ConstrainedBoard,
    player: &Player<'_>,
    width: usize,
    height: usize,
) -> (Vec<String>, Range<usize>) {
    let step = player.step();
    let broken = |text: &str| {
        let glyphs: Vec<char> = text.chars().collect();
        let lines = glyphs.chunks(width.max(1)).map(String::from_iter);
        lines.collect::<Vec<_>>()
    };
    let mut below = vec![String::new()];
    if let Some(step) = step {
        let data = player.source.data_lines(board.size(), step);
        below.extend(data.iter().flat_map(|line| broken(line)));
        below.extend(state_lines(board.size(), player, step));
        below.extend(player.source.lit_lines(step));
        below.extend(broken(&player.source.sentence(step)));
    } else {
        below.extend(broken(EMPTY_RUN));
    }
    below.extend(player.notice.clone());
    below.push(either!("{KEYS}", "{CHINESE_KEYS}"));

    let scene = Scene::new(board, step);
    let room = height.saturating_sub(2 + below.len()).max(MIN_ROWS);
    let rows = window(board.size(), room, scene.focus.row);
    let columns = window(
        board.size(),
        width.saturating_sub(3) / 2,
        scene.focus.column,
    );
    let title = player.source.title(board);
    let mut lines = vec![format!(
        "{title}   {}",
        either!(
            "Q queen, x attacked, · free, ? tried, X rejected",
            "Q 皇后，x 受攻击，· 可用，? 候选，X 冲突"
        )
    )];
    let ones = columns.clone().map(|column| format!(" {}", column % 10));
    lines.push("  ".to_owned() + &ones.collect::<String>());
    for row in rows.clone() {
        let squares = columns.clone().map(|column| Square::new(row, column));
        let squares = squares.flat_map(|square| [' ', scene.glyph(square)]);
        lines.push(format!("{row:>2}{}", squares.collect::<String>()));
    }
    let board_lines = 2..lines.len();
    // On a low terminal the data give way, not the sentence.
    let room = height.saturating_sub(lines.len());
    let dropped = below.len().saturating_sub(room);
    lines.extend(below.drain(dropped..));
    lines.resize(lines.len().max(height), String::new());
    (lines, board_lines)
}

/// Formats the number of the step with the speed, and the counters of work.
fn state_lines(n: u32, player: &Player<'_>, step: &Step) -> [String; 2] {
    let playing = match player.interval() {
        Some(_) => either!("playing", "播放"),
        None => either!("paused", "暂停"),
    };
    let about = player.source.about();
    let number = HumanCount(step.index + 1);
    let mut state = either!("step {number}", "第 {number} 步");
    if about.has_tree {
        let depth = step.queens.len();
        state += &either!("   depth {depth} of {n}", "   深度 {depth}/{n}");
    }
    let speed = player.speed as u64;
    state += &either!(
        "   {playing}, {steps}/s",
        "   {playing}，每秒 {speed} 步",
        steps = counted(speed, "step")
    );
    let counters = about.counters.iter().map(|WorkCounter { work, title }| {
        format!("{} {}", say(title), HumanCount(step.counters.of(*work)))
    });
    [state, counters.collect::<Vec<_>>().join("   ")]
}

/// Returns up to `len` of the n rows or columns, including `focus`.
fn window(n: u32, len: usize, focus: u32) -> Range<u32> {
    let len = (len as u32).min(n);
    let start = focus.saturating_sub(len / 2).min(n - len);
    start..start + len
}

#[cfg(test)]
mod tests {
    use bezzel::NEVER;
    use bezzel::methods::{Method, Run};

    use super::super::source::Source;
    use super::*;

    /// Draws a step on screens of these sizes.
    fn screens(n: u32, method: Method, step: u64, sizes: &[(usize, usize)]) -> Vec<String> {
        let board = ConstrainedBoard::new(n).unwrap();
        let run = Run::new(method, &board).unwrap();
        let mut player = Player::new(Source::of_run(run, None), NEVER);
        player.show(step);
        let screen = |(width, height): &(usize, usize)| {
            let (lines, _) = lines(&board, &player, *width, *height);
            assert!(lines.len() >= *height);
            lines.join("\n")
        };
        sizes.iter().map(screen).collect()
    }

    #[test]
    fn boards_and_data_are_drawn() {
        for (name, n, method, step) in [
            ("bitmask", 8, Method::Bitmask, 7),
            ("slope_test", 16, Method::SlopeTest, 700),
            ("linked_columns", 8, Method::LinkedColumns, 29),
            ("largest", 64, Method::LinkedColumns, 300),
        ] {
            insta::assert_snapshot!(name, screens(n, method, step, &[(80, 24)]).remove(0));
        }
    }

    #[test]
    fn every_screen_is_complete() {
        for method in Method::ALL {
            let sizes = [0, 1, 3, 8, 16, 63].into_iter();
            for n in sizes.filter(|n| method.check_size(*n).is_ok()) {
                let sizes = [(0, 0), (1, 1), (40, 14), (80, 24), (300, 100)];
                let texts = screens(n, method, 40, &sizes);
                for ((_, height), text) in sizes.into_iter().zip(texts) {
                    assert!(height < 14 || text.contains(KEYS), "{method} {n}\n{text}");
                    let is_whole =
                        text.contains("solutions ") || text.contains("nothing to search");
                    assert!(height < 24 || is_whole, "{method} {n}\n{text}");
                }
            }
        }
    }
}
