use std::time::Duration;

use bezzel::methods::{Event, Method, Run, Step, steps};
use bezzel::{ConstrainedBoard, NEVER};

use super::*;
use crate::show::source::Source;
use crate::show::worker::answer;

fn run(n: u32, method: Method) -> Source {
    Source::Run(Run::new(method, &ConstrainedBoard::new(n).unwrap()).unwrap())
}

/// Answers the player's requests until it has none.
fn serve(player: &mut Player, n: u32, method: Method) {
    while let Some(request) = player.request() {
        let answer = answer(&run(n, method), request, NEVER).expect("nobody stops it");
        player.receive(request, answer);
    }
}

fn ready(n: u32, method: Method) -> Player {
    let mut player = Player::new();
    serve(&mut player, n, method);
    player
}

fn shown(player: &Player) -> Step {
    player.step().expect("a step is on the screen").clone()
}

#[test]
fn back_then_forward_shows_the_identical_step() {
    for method in Method::ALL {
        let mut player = ready(6, method);
        for _ in 0..40 {
            player.forward();
            serve(&mut player, 6, method);
        }
        let there = shown(&player);
        player.back();
        serve(&mut player, 6, method);
        assert_eq!(shown(&player).index, there.index - 1, "{method}");
        player.forward();
        serve(&mut player, 6, method);
        assert_eq!(shown(&player), there, "{method}");
    }
}

#[test]
fn steps_are_those_of_the_run_on_both_sides_of_a_page_border() {
    let method = Method::DiagonalMarkers;
    let all = steps(method, 8, 0, 3 * PAGE as usize + 2, NEVER)
        .unwrap()
        .steps;
    let mut player = ready(8, method);
    for expected in &all {
        assert_eq!(player.step(), Some(expected));
        player.forward();
        serve(&mut player, 8, method);
    }
    player.back();
    for expected in all.iter().rev() {
        assert_eq!(player.step(), Some(expected));
        player.back();
        serve(&mut player, 8, method);
    }
    assert_eq!(shown(&player).index, 0, "there is nothing before the start");
}

#[test]
fn pages_held_stay_few_and_near() {
    let method = Method::SlopeTest;
    let mut player = ready(8, method);
    for _ in 0..10 * PAGE {
        player.forward();
        serve(&mut player, 8, method);
    }
    assert!(player.pages.len() <= 3);
    player.start();
    serve(&mut player, 8, method);
    assert_eq!(shown(&player).index, 0);
}

#[test]
fn the_first_solution_of_the_bitmask_method_is_the_known_one() {
    let mut player = ready(8, Method::Bitmask);
    player.next_solution();
    assert!(player.is_searching());
    serve(&mut player, 8, Method::Bitmask);
    match shown(&player).event {
        Event::Solution { columns, .. } => assert_eq!(*columns, [0, 4, 7, 5, 2, 6, 1, 3]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn solutions_are_found_forwards_and_backwards() {
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        let mut player = ready(5, method);
        let mut indices = Vec::new();
        while player.notice().is_none() {
            player.next_solution();
            serve(&mut player, 5, method);
            indices.push(shown(&player).index);
        }
        assert_eq!(player.notice(), Some(Notice::NoLaterSolution));
        assert_eq!(indices.len(), 10 + 1, "{method}: ten solutions, then none");
        for index in indices[..9].iter().rev() {
            player.previous_solution();
            serve(&mut player, 5, method);
            assert_eq!(shown(&player).index, *index, "{method}");
        }
        player.previous_solution();
        serve(&mut player, 5, method);
        assert_eq!(player.notice(), Some(Notice::NoEarlierSolution));
    }
}

#[test]
fn the_end_of_the_run_is_said_and_stops_the_playing() {
    for method in Method::ALL {
        let whole = steps(method, 4, 0, usize::MAX, NEVER).unwrap().steps;
        let mut player = ready(4, method);
        player.toggle();
        for _ in 0..=whole.len() {
            player.tick(Duration::from_secs(1) / player.speed());
            serve(&mut player, 4, method);
        }
        assert!(!player.is_playing(), "{method}");
        assert_eq!(player.notice(), Some(Notice::Ended), "{method}");
        assert_eq!(player.step(), whole.last(), "{method}");
    }
}

#[test]
fn a_run_without_steps_takes_every_key() {
    let (n, method) = (3, Method::MirroredMarkers);
    let mut player = ready(n, method);
    let keys: [fn(&mut Player); 6] = [
        Player::forward,
        Player::back,
        Player::start,
        Player::next_solution,
        Player::previous_solution,
        Player::toggle,
    ];
    for key in keys {
        key(&mut player);
        player.tick(Duration::from_secs(1));
        serve(&mut player, n, method);
        assert!(player.step().is_none() && !player.is_waiting());
    }
}

#[test]
fn time_is_played_at_the_chosen_speed() {
    let mut player = ready(8, Method::Bitmask);
    while player.speed() < 100 {
        player.faster();
    }
    assert!(!player.tick(Duration::from_secs(1)), "it is paused");
    player.toggle();
    assert!(player.tick(Duration::from_millis(250)));
    assert_eq!(shown(&player).index, 25);
    assert!(!player.tick(Duration::from_millis(1)), "not yet");
    player.toggle();
    assert!(!player.tick(Duration::from_secs(1)));
}

#[test]
fn speed_has_bounds() {
    let mut player = Player::new();
    for _ in 0..100 {
        player.faster();
    }
    assert_eq!(player.speed(), *SPEEDS.last().unwrap());
    for _ in 0..100 {
        player.slower();
    }
    assert_eq!(player.speed(), SPEEDS[0]);
}

#[test]
fn a_search_given_up_leaves_everything_as_it_was() {
    let (n, method) = (8, Method::Bitmask);
    let mut player = ready(n, method);
    let before = shown(&player);
    player.next_solution();
    let late = player.request().unwrap();
    assert!(player.cancel());
    assert!(!player.cancel(), "nothing left to give up");
    assert_eq!(player.request(), None);
    player.receive(late, answer(&run(n, method), late, NEVER).unwrap());
    assert_eq!(shown(&player), before);
    assert!(answer(&run(n, method), late, &|| true).is_none());
}
