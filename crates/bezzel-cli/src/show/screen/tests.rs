use bezzel::NEVER;
use bezzel::methods::{Method, Run};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::*;
use crate::show::worker::answer;

fn run(n: u32, method: Method) -> Source {
    Source::Run(Run::new(method, &ConstrainedBoard::new(n).unwrap()).unwrap())
}

fn serve(player: &mut Player, n: u32, method: Method) {
    while let Some(request) = player.request() {
        let answer = answer(&run(n, method), request, NEVER).expect("nobody stops it");
        player.receive(request, answer);
    }
}

fn player_at(n: u32, method: Method, step: usize) -> Player {
    let mut player = Player::new();
    serve(&mut player, n, method);
    for _ in 0..step {
        player.forward();
        serve(&mut player, n, method);
    }
    player
}

fn terminal(
    (width, height): (u16, u16),
    (n, method): (u32, Method),
    player: &Player,
    coloured: bool,
) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let screen = Screen {
        board: &ConstrainedBoard::new(n).unwrap(),
        source: &run(n, method),
        player,
        busy_for: None,
        theme: Theme { coloured },
    };
    terminal.draw(|frame| draw(frame, &screen)).unwrap();
    terminal
}

/// Text of the screen without trailing blanks.
fn text(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let lines = buffer.content.chunks(usize::from(buffer.area.width));
    lines
        .map(|line| {
            let line: String = line.iter().map(|cell| cell.symbol()).collect();
            line.trim_end().to_owned() + "\n"
        })
        .collect()
}

/// A typical step of each method, for eight queens (six for the colour split).
#[test]
fn every_method_fits_eighty_by_twenty_four() {
    let moments = [
        (Method::BruteForce, 8, 30),
        (Method::BorderedBoard, 8, 60),
        (Method::SlopeTest, 8, 25),
        (Method::DiagonalMarkers, 8, 29),
        (Method::MirroredMarkers, 7, 30),
        (Method::LinkedColumns, 8, 29),
        (Method::LastColumn, 4, 54),
        (Method::Bitmask, 8, 7),
        (Method::MirroredBitmask, 8, 9),
        (Method::ColourSplit, 6, 11),
    ];
    for (method, n, step) in moments {
        let player = player_at(n, method, step);
        let screen = text(&terminal((80, 24), (n, method), &player, true));
        insta::assert_snapshot!(method.name(), screen);
    }
}

#[test]
fn a_solution_and_its_mirror_image_are_shown_complete() {
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        let mut player = player_at(6, method, 0);
        for _ in 0..2 {
            player.next_solution();
            serve(&mut player, 6, method);
            let screen = text(&terminal((80, 24), (6, method), &player, true));
            let board = screen.lines().skip(4).take(6);
            let queens: usize = board
                .map(|line| line.chars().take(23).filter(|&c| c == 'Q').count())
                .sum();
            assert_eq!(queens, 6, "{method}\n{screen}");
        }
    }
}

#[test]
fn no_size_of_board_or_terminal_panics() {
    for method in Method::ALL {
        for n in [0, 1, 2, 16, 63] {
            if method.check_size(n).is_err() {
                continue;
            }
            for step in [1, 70] {
                let player = player_at(n, method, step);
                for size in [
                    (0, 0),
                    (1, 1),
                    (10, 3),
                    (39, 13),
                    (40, 14),
                    (60, 20),
                    (63, 30),
                    (64, 14),
                ] {
                    terminal(size, (n, method), &player, true);
                }
                for size in [(80, 24), (80, 60), (132, 43), (250, 100), (300, 14)] {
                    terminal(size, (n, method), &player, false);
                }
            }
        }
    }
}

#[test]
fn the_largest_board_shows_what_fits() {
    for method in [
        Method::BorderedBoard,
        Method::SlopeTest,
        Method::DiagonalMarkers,
        Method::MirroredMarkers,
        Method::LinkedColumns,
        Method::LastColumn,
    ] {
        let player = player_at(64, method, 300);
        for size in [(40, 14), (80, 24), (300, 100)] {
            terminal(size, (64, method), &player, true);
        }
    }
    let chosen = (64, Method::LinkedColumns);
    let player = player_at(chosen.0, chosen.1, 300);
    insta::assert_snapshot!(text(&terminal((80, 24), chosen, &player, true)));
}

#[test]
fn a_terminal_too_small_is_told_so() {
    let player = player_at(8, Method::Bitmask, 0);
    let screen = text(&terminal((30, 10), (8, Method::Bitmask), &player, true));
    assert!(screen.contains("at least 40 columns"), "{screen}");
}

#[test]
fn a_run_without_steps_says_why() {
    let chosen = (3, Method::MirroredMarkers);
    let player = player_at(chosen.0, chosen.1, 0);
    let screen = text(&terminal((80, 24), chosen, &player, true));
    assert!(screen.contains("nothing to search"), "{screen}");
}

#[test]
fn without_colour_there_is_none() {
    for method in Method::ALL {
        let player = player_at(6, method, 12);
        let coloured = |wanted| {
            let terminal = terminal((80, 24), (6, method), &player, wanted);
            let cells = &terminal.backend().buffer().content;
            cells
                .iter()
                .any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
        };
        assert!(coloured(true));
        assert!(!coloured(false));
    }
}

#[test]
fn sixteen_queens_fit_eighty_by_twenty_four() {
    let chosen = (16, Method::SlopeTest);
    let player = player_at(chosen.0, chosen.1, 700);
    insta::assert_snapshot!(text(&terminal((80, 24), chosen, &player, true)));
}

#[test]
fn a_narrow_terminal_still_shows_data_and_whole_facts() {
    for (name, method, n, step, size) in [
        ("narrow_bitmask", Method::Bitmask, 8, 7, (50, 15)),
        ("narrow_markers", Method::DiagonalMarkers, 8, 3000, (50, 15)),
        ("narrow_and_high", Method::MirroredBitmask, 8, 9, (50, 24)),
        ("narrow_and_large", Method::SlopeTest, 20, 700, (40, 15)),
    ] {
        let player = player_at(n, method, step);
        insta::assert_snapshot!(name, text(&terminal(size, (n, method), &player, true)));
    }
}

#[test]
fn the_method_s_data_are_on_every_screen() {
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        for n in [4, 8, 13] {
            let player = player_at(n, method, 20);
            for size in [(40, 14), (50, 15), (63, 20), (64, 14), (80, 24)] {
                let screen = text(&terminal(size, (n, method), &player, true));
                let known = ["columns", "cells", "list", "squares", "| queen"];
                let mut lines = screen.lines().skip(1);
                assert!(
                    lines.any(|line| known.iter().any(|name| line.contains(name))),
                    "{method} {n} {size:?}\n{screen}"
                );
                assert!(screen.contains("solutions 0"), "{method}\n{screen}");
            }
        }
    }
}
