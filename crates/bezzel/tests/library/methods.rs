//! One suite over all methods, against the oracle.

use std::collections::HashSet;
use std::ops::ControlFlow;

use bezzel::methods::{
    Context, Counters, Data, Event, Language, Method, Observer, Run, Work, counted_from,
};
use bezzel::{ConstrainedBoard, NEVER, Placement, Square};
use bezzel_oracle as oracle;

/// The largest n at which a method is asked for all its solutions or for its count.
fn reach(method: Method, n: u32) -> u32 {
    if method == Method::BruteForce {
        n.min(7)
    } else {
        n
    }
}

/// Methods that count, which is all but those that find one solution.
fn counting() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| method.counts())
}

fn listed(method: Method, n: u32) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let run = method.run(n).unwrap();
    let flow = run.visit_solutions(NEVER, &mut |columns| {
        all.push(columns.to_vec());
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    all
}

#[test]
fn every_method_lists_exactly_the_solutions() {
    for method in counting() {
        for n in 0..=reach(method, 8) {
            let mut found = listed(method, n);
            found.sort();
            assert_eq!(found, oracle::solutions(n), "{method}, n = {n}");
        }
    }
}

#[test]
fn methods_that_search_row_by_row_list_in_lexicographic_order() {
    for method in [
        Method::BruteForce,
        Method::BorderedBoard,
        Method::SlopeTest,
        Method::DiagonalMarkers,
        Method::LinkedColumns,
        Method::LastColumn,
        Method::Bitmask,
    ] {
        assert_eq!(listed(method, 7), oracle::solutions(7), "{method}");
    }
}

#[test]
fn every_method_counts_the_published_numbers() {
    for method in counting() {
        assert_eq!(method.count(0), Ok(1), "{method}: the empty board");
        for published in oracle::totals() {
            if published.n <= reach(method, 11) {
                assert_eq!(
                    method.count(published.n),
                    Ok(published.all),
                    "{method}, {published:?}"
                );
            }
        }
    }
}

/// The rule for odd n is the delicate one: 3, 5, 7, … 13 with an empty and a taken centre.
#[test]
fn mirrored_markers_count_the_published_numbers_up_to_13() {
    for published in oracle::totals().iter().take(13) {
        assert_eq!(
            Method::MirroredMarkers.count(published.n),
            Ok(published.all)
        );
    }
}

#[test]
fn counting_observing_and_splitting_agree() {
    for method in counting() {
        for n in 0..=reach(method, 9) {
            let counted = method.count(n).unwrap();
            assert_eq!(
                u128::from(method.run(n).unwrap().counters().solutions),
                counted
            );
            for threads in [1, 2, 3] {
                assert_eq!(method.count_parallel(n, threads, &|_| {}), Ok(counted));
            }
        }
    }
}

#[test]
fn progress_reaches_its_end() {
    let seen = std::sync::Mutex::new(Vec::new());
    let count = Method::Bitmask
        .count_parallel(9, 2, &|part| seen.lock().unwrap().push(part))
        .unwrap();
    let seen = seen.into_inner().unwrap();
    assert_eq!(count, 352);
    assert_eq!(seen.iter().map(|part| part.solutions).sum::<u128>(), 352);
    let mut done: Vec<_> = seen.iter().map(|part| part.done).collect();
    done.sort();
    assert_eq!(done, (1..=seen[0].parts).collect::<Vec<_>>());
}

#[test]
fn sizes_beyond_a_method_are_rejected() {
    for method in Method::ALL {
        let max = method.about().max_n;
        let error = method.run(max + 1).unwrap_err().to_string();
        assert!(
            error.contains(method.name()) && error.contains(&max.to_string()),
            "{error}"
        );
        // At the limit itself a search starts: word boundaries and counters hold.
        // A local search ends early.
        let events = if method.counts() { 1000 } else { 64 };
        let flow = method.run(max).unwrap().observe(&mut FirstEvents(events));
        assert!(flow.is_break(), "{method}");
    }
}

struct FirstEvents(u32);

impl Observer for FirstEvents {
    fn event(&mut self, _: Event, context: &Context<'_>) -> ControlFlow<()> {
        let _ = context.data();
        self.0 -= 1;
        if self.0 == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn unknown_methods_name_the_nearest() {
    let error = "bitmsk".parse::<Method>().unwrap_err().to_string();
    assert!(error.contains("did you mean 'bitmask'?"), "{error}");
    assert!(error.contains("colour-split"), "{error}");
    for method in Method::ALL {
        assert_eq!(method.name().parse(), Ok(method));
    }
}

/// Replays every event on a separate board and checks that it is true.
#[derive(Default)]
struct Replay {
    queens: Vec<Square>,
    counters: Counters,
}

impl Observer for Replay {
    fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()> {
        self.counters.add(&event);
        match &event {
            Event::Rejected { square, by, line } => {
                assert!(self.queens.contains(by), "{event:?} with {:?}", self.queens);
                assert_eq!(by.line_to(*square), Some(*line));
            }
            Event::Place { square } => {
                assert!(!self.queens.contains(square));
                self.queens.push(*square);
            }
            Event::Remove { square } => {
                let at = self.queens.iter().position(|queen| queen == square);
                self.queens
                    .remove(at.expect("only placed queens are removed"));
            }
            Event::Masks { row, before, after } => {
                let queen = self.queens.last().unwrap();
                assert_eq!(queen.row, *row);
                assert_eq!(after.columns, before.columns | 1 << queen.column);
            }
            Event::Solution { columns, .. } => {
                let solution = Placement::from_columns(columns.iter().copied()).unwrap();
                assert!(solution.is_solution());
            }
            _ => {}
        }
        self.check(&event, &context.data());
        ControlFlow::Continue(())
    }
}

#[test]
fn steps_on_a_given_board_are_true_and_find_its_completions() {
    for drawing in [
        "1",
        "x",
        "Q",
        "3/1x1/3",
        "4/x3/4/2Q1",
        "6/6/x4x/3Q2/1x4/6",
        "7/2Q4/7/7/7/4x2/7",
        "8/8/8/3Q4/8/8/xxxxxxxx/8",
    ] {
        let board = ConstrainedBoard::from_compact(drawing).unwrap();
        let run = Run::new(Method::Bitmask, &board).unwrap();
        let mut replay = Replay::default();
        assert!(run.observe(&mut replay).is_continue());
        assert_eq!(replay.counters, run.counters());
        let counted = board.count_completions(NEVER).unwrap().unwrap();
        assert_eq!(u128::from(replay.counters.solutions), counted, "{drawing}");
        let all = run.steps(0, usize::MAX, NEVER);
        assert!(all.ended);
        let mut solutions = 0;
        let mut before = None;
        for step in &all.steps {
            for &queen in &step.queens {
                assert!(!board.is_blocked(queen), "{drawing}");
                let given = board.queens().find(|given| given.row == queen.row);
                assert!(given.is_none_or(|given| given == queen), "{drawing}");
            }
            if let Event::Solution { columns, .. } = &step.event {
                assert!(board.is_completion(columns));
                assert_eq!(run.previous_solution(step.index, NEVER), before);
                let from = before.map_or(0, |at| at + 1);
                assert_eq!(run.next_solution(from, NEVER), Some(step.index));
                before = Some(step.index);
                solutions += 1;
            }
        }
        assert_eq!(solutions, counted);
    }
    for method in Method::ALL {
        let queen = ConstrainedBoard::from_compact("1Q2/4/4/4").unwrap();
        assert_eq!(
            Run::new(method, &queen).is_ok(),
            method.accepts_constraints()
        );
    }
}

impl Replay {
    /// The data structures of the method must agree with its queens.
    fn check(&self, event: &Event, data: &Data) {
        let has = |column: u32| self.queens.iter().any(|queen| queen.column == column);
        match data {
            Data::Positions { columns } => {
                let expected: Vec<_> = self.queens.iter().map(|queen| queen.column).collect();
                assert_eq!(columns, &expected);
            }
            Data::BorderedBoard { cells, positions } => {
                assert_eq!(positions, &self.queens);
                let count = cells.iter().filter(|&&cell| cell == 1).count();
                assert_eq!(count, self.queens.len());
            }
            Data::Markers {
                columns,
                diagonals,
                anti_diagonals,
            } => {
                for (column, taken) in columns.iter().enumerate() {
                    assert_eq!(*taken, has(column as u32));
                }
                let marked = |array: &[bool]| array.iter().filter(|taken| **taken).count();
                assert_eq!(marked(diagonals), self.queens.len());
                assert_eq!(marked(anti_diagonals), self.queens.len());
            }
            Data::Links { next, previous, .. } => {
                let head = previous.len() - 1;
                let mut free = Vec::new();
                let mut at = next[head];
                while at as usize != head {
                    free.push(at);
                    assert_eq!(next[previous[at as usize] as usize], at);
                    at = next[at as usize];
                }
                let expected: Vec<u32> = (0..head as u32).filter(|column| !has(*column)).collect();
                assert_eq!(free, expected);
            }
            Data::Masks { masks, candidates } => {
                // The masks move to the next row after the queen was placed.
                let is_placed = matches!(event, Event::Place { .. });
                let above = &self.queens[..self.queens.len() - usize::from(is_placed)];
                assert_eq!(masks.columns.count_ones() as usize, above.len());
                let row = above.len() as u32;
                for column in (0..64).filter(|column| candidates >> column & 1 == 1) {
                    let square = Square::new(row, column);
                    assert!(above.iter().all(|queen| queen.line_to(square).is_none()));
                }
            }
            Data::Colours {
                rows,
                columns,
                colour,
                ..
            } => {
                let odd = u32::from(*colour == "odd");
                assert!(
                    self.queens
                        .iter()
                        .all(|queen| (queen.row + queen.column) % 2 == odd)
                );
                assert_eq!(rows.count_ones(), columns.count_ones());
                assert_eq!(rows.count_ones() as usize, self.queens.len());
            }
            Data::Tables { tables } => {
                for row in tables.iter().flat_map(|table| &table.rows) {
                    assert_eq!(row.cells.len(), row.tones.len());
                }
            }
            other => panic!("unknown data {other:?}"),
        }
    }
}

#[test]
fn events_are_true() {
    for method in Method::ALL {
        for n in 0..=reach(method, 6) {
            let mut replay = Replay::default();
            let _ = method.run(n).unwrap().observe(&mut replay);
            assert_eq!(replay.counters, method.run(n).unwrap().counters());
            // A local search ends at its solution, with all queens on the board.
            let left = if method.counts() {
                0
            } else {
                replay.queens.len()
            };
            assert_eq!(
                replay.queens.len(),
                left,
                "{method} takes all queens off again"
            );
            let moves = replay.counters.placed - replay.counters.backtracks;
            assert_eq!(moves, left as u64);
        }
    }
}

/// Counts worked out by hand from the definitions.
#[test]
fn work_counters_follow_their_definitions() {
    let brute = Method::BruteForce.run(5).unwrap().counters();
    assert_eq!(brute.tried, 5 + 25 + 125 + 625 + 3125);
    assert_eq!(brute.tried, brute.placed);

    // The plain row-by-row methods place the same queens and differ in how they test.
    let slope = Method::SlopeTest.run(8).unwrap().counters();
    let markers = Method::DiagonalMarkers.run(8).unwrap().counters();
    let border = Method::BorderedBoard.run(8).unwrap().counters();
    let bitmask = Method::Bitmask.run(8).unwrap().counters();
    let linked = Method::LinkedColumns.run(8).unwrap().counters();
    assert_eq!(
        [slope.placed, markers.placed, border.placed, linked.placed],
        [bitmask.placed; 4]
    );
    assert_eq!([slope.tried, markers.tried], [border.tried; 2]);
    assert_eq!(bitmask.tried, bitmask.placed);
    assert!(linked.tried < slope.tried && linked.tests < markers.tests);
    // The known size of the tree for eight queens: 2056 queens placed.
    assert_eq!(bitmask.placed, 2056);
}

#[test]
fn pages_of_steps_join_into_the_whole_run() {
    for method in [
        Method::Bitmask,
        Method::LinkedColumns,
        Method::MirroredMarkers,
    ] {
        let run = method.run(5).unwrap();
        let whole = run.steps(0, usize::MAX, NEVER);
        assert!(whole.ended);
        let mut joined = Vec::new();
        loop {
            let page = run.steps(joined.len() as u64, 7, NEVER);
            joined.extend(page.steps);
            if page.ended {
                break;
            }
        }
        assert_eq!(joined, whole.steps, "{method}");
        let first = whole
            .steps
            .iter()
            .find(|step| matches!(step.event, Event::Solution { .. }));
        assert_eq!(run.next_solution(0, NEVER), first.map(|step| step.index));
        assert_eq!(run.next_solution(u64::MAX, NEVER), None);
    }
}

/// Every step has a sentence in both languages, in which numbers are marked, and a call stack with names of the
/// listings.
#[test]
fn each_step_has_a_view() {
    for method in Method::ALL {
        let words: Vec<_> = [Language::Python, Language::Java]
            .map(|language| method.listing(language).lines)
            .iter()
            .map(|lines| {
                lines
                    .iter()
                    .flat_map(|line| words_of(&line.english).map(str::to_owned))
                    .collect::<HashSet<_>>()
            })
            .collect();
        for n in 1..=6 {
            let run = method.run(n).unwrap();
            for step in run.steps(0, 3000, NEVER).steps {
                let shown = run.shown(step);
                let (english, chinese) = (&shown.sentence.english, &shown.sentence.chinese);
                let is_chinese = |sign: char| sign > '\u{4e00}';
                assert!(
                    !english.is_empty() && !english.contains(is_chinese),
                    "{english}"
                );
                assert!(chinese.contains(is_chinese), "{chinese}");
                assert_eq!(shown.frames[0].name, format!("queens(n = {n})"));
                let names = shown.frames.iter().flat_map(|frame| &frame.locals);
                for word in names.flat_map(|local| words_of(&local.name)) {
                    let is_there = words.iter().all(|words| words.contains(word));
                    assert!(is_there, "{method}: {word} is in no listing");
                }
                for text in [english, chinese] {
                    assert!(!counted_from(1, text).contains(['{', '}']), "{text}");
                }
                // For one n, since this takes longer than all above.
                if n == 4 {
                    assert!(
                        is_on_board(n, &counted_from(0, english)),
                        "{method}: {english}"
                    );
                }
            }
        }
    }
}

/// Returns true if rows and columns in a sentence are on the board. The masks of a full board are those for row n.
fn is_on_board(n: u32, sentence: &str) -> bool {
    [("row ", n), ("column ", n - 1)]
        .iter()
        .all(|(line, largest)| {
            let mut numbers = sentence.split(line).skip(1).map(|rest| {
                let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next();
                digits.unwrap().parse().unwrap_or(0)
            });
            numbers.all(|number: u32| number <= *largest)
        })
}

/// Returns the identifiers in a text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}

#[test]
fn a_method_names_the_counters_that_it_has() {
    for method in Method::ALL {
        let about = method.about();
        let work = method.run(6).unwrap().counters();
        for counter in about.counters {
            assert_ne!(
                work.of(counter.work),
                0,
                "{method}: {}",
                counter.title.english
            );
        }
        let all = [Work::Tried, Work::Placed, Work::Backtracks, Work::Tests];
        let is_named = |work| about.counters.iter().any(|counter| counter.work == work);
        for unnamed in all.into_iter().filter(|&work| !is_named(work)) {
            assert!(
                !about.has_tree || work.of(unnamed) == 0,
                "{method}: {unnamed:?}"
            );
        }
        // A search takes back every decision; a local search leaves its queens on the board.
        assert_eq!(work.placed == work.backtracks, about.has_tree, "{method}");
    }
}

#[test]
fn the_stack_of_a_local_search_has_the_column_of_each_row() {
    let run = Method::MinConflicts.run(5).unwrap();
    let mut columns: Vec<u32> = Vec::new();
    for step in run.steps(0, 10_000, NEVER).steps {
        // As the listing does: one assignment moves a queen.
        if let Event::Place { square } = step.event {
            match columns.get_mut(square.row as usize) {
                Some(column) => *column = square.column,
                None => columns.push(square.column),
            }
        }
        let shown = run.shown(step);
        let locals = &shown.frames[0].locals;
        let value = counted_from(0, &locals[0].value);
        assert_eq!(
            value,
            format!("{columns:?}"),
            "step {}",
            shown.step.index + 1
        );
    }
}
