//! Random requests: each has an answer or a problem in one line, within its limit of time.

use std::time::{Duration, Instant};

use bezzel::methods::Method;
use bezzel_wasm::Engine;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::{Program, ask_text, ask_with};

/// The longest time of a request: searches end after 2 s, a machine may be busy.
const LONGEST: Duration = Duration::from_secs(30);

/// A number of rows; most are small, so that the request is answered.
fn size() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..10u32, 1 => 10..40u32, 1 => any::<u32>()]
}

fn square() -> impl Strategy<Value = Value> {
    (size(), size()).prop_map(|(row, column)| json!({"row": row, "column": column}))
}

fn board() -> impl Strategy<Value = Value> {
    let squares = || proptest::collection::vec(square(), 0..6);
    (size(), squares(), squares())
        .prop_map(|(n, queens, blocked)| json!({"n": n, "queens": queens, "blocked": blocked}))
}

/// A run, on a given board if there is a text.
fn run() -> impl Strategy<Value = Value> {
    let compact = proptest::option::weighted(0.3, "[Qx1-9/]{0,12}");
    (select(&Method::ALL[..]), size(), compact).prop_map(|(method, n, board)| {
        let mut run = json!({"method": method.name(), "n": n});
        if let Some(board) = board {
            run["board"] = json!(board);
        }
        run
    })
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..2000u64, 1 => any::<u64>()]
}

fn about_run() -> impl Strategy<Value = Value> {
    let kind = select(vec!["solution", "remove", "rejected", "nothing"]);
    let search = (run(), number(), any::<bool>(), proptest::option::of(kind));
    prop_oneof![
        (run(), number(), number())
            .prop_map(|(run, from, len)| json!({"steps": {"run": run, "from": from, "len": len}})),
        search.prop_map(|(run, at, back, kind)| {
            let kinds = kind.map(|kind| [kind]);
            json!({"find": {"run": run, "at": at, "back": back, "kinds": kinds}})
        }),
        (run(), number(), number()).prop_map(
            |(run, root, depth)| json!({"tree": {"run": run, "root": root, "depth": depth}})
        ),
        run().prop_map(|run| json!({"length": run})),
    ]
}

fn about_board() -> impl Strategy<Value = Value> {
    let notation = select(vec!["positions", "leetcode", "svg"]);
    let filter = select(vec!["all", "fundamental", "symmetric"]);
    prop_oneof![
        board().prop_map(|board| json!({"complete": board})),
        board().prop_map(|board| json!({"orbit": board})),
        (board(), notation).prop_map(
            |(board, notation)| json!({"export": {"board": board, "notation": notation}})
        ),
        (size(), filter, any::<u32>(), number()).prop_map(|(n, filter, from, len)| {
            json!({"solutions": {"n": n, "filter": filter, "from": from, "len": len}})
        }),
    ]
}

fn about_puzzle() -> impl Strategy<Value = Value> {
    let rows = || proptest::collection::vec("[A-Fx.Q\n]{0,6}", 0..7);
    prop_oneof![
        rows().prop_map(|regions| json!({"analyse": regions})),
        (rows(), rows())
            .prop_map(|(regions, marks)| json!({"hint": {"regions": regions, "marks": marks}})),
        "[0-9-]{0,12}".prop_map(|date| json!({"day": date})),
        (size(), any::<u64>()).prop_map(|(n, seed)| json!({"new": {"n": n.min(9), "seed": seed}})),
    ]
}

/// Counts of small boards only: a large one takes as long as it takes.
fn about_count() -> impl Strategy<Value = Value> {
    let of = select(vec!["solutions", "occupancy"]);
    let ledger = || "(plan n[0-9]{1,2} p3|u [a-z0-9 .-]{0,30}| [0-9a-f]{16}\n){0,8}";
    let small = || {
        board().prop_map(|mut board| {
            board["n"] = board["n"].as_u64().map_or(json!(0), |n| json!(n % 12));
            board
        })
    };
    prop_oneof![
        (0..13u32, ledger()).prop_map(|(n, text)| json!({"plan": {"n": n, "ledger": text}})),
        (0..13u32, number())
            .prop_map(|(n, index)| json!({"unit": {"n": n, "index": index, "time": 0}})),
        (size(), ledger()).prop_map(|(n, text)| json!({"total": {"n": n, "ledger": text}})),
        (of, small()).prop_map(|(of, board)| json!({"whole": {"of": of, "board": board}})),
        (small(), number(), any::<u64>()).prop_map(|(board, count, seed)| {
            json!({"random": {"board": board, "count": count % 1002, "seed": seed}})
        }),
    ]
}

fn about_program() -> impl Strategy<Value = Value> {
    let text = || "((place|remove) -?[0-9]{1,2} [0-9]{1,2}\n|solution\n|n [0-9]{1,3}\n|[Q. ]{4}\n|[0-9]{1,3}\n){0,8}";
    let run = (size(), text(), text()).prop_map(|(n, printed, moves)| {
        json!({"n": n.min(8), "printed": printed, "moves": moves, "ending": {"ending": "ended"}})
    });
    let runs = proptest::collection::vec(run, 0..4);
    let mode = select(vec!["all", "fundamental", "one"]);
    prop_oneof![
        (mode, runs)
            .prop_map(|(mode, runs)| json!({"runs": {"program": "", "mode": mode, "runs": runs}})),
        text().prop_map(|text| json!({"moves": text})),
    ]
}

fn request() -> impl Strategy<Value = Value> {
    prop_oneof![
        about_run().prop_map(|request| json!({"run": request})),
        about_board().prop_map(|request| json!({"board": request})),
        about_puzzle().prop_map(|request| json!({"puzzle": request})),
        about_count().prop_map(|request| json!({"count": request})),
        about_program().prop_map(|request| json!({"judge": request})),
    ]
}

proptest! {
    #[test]
    fn requests_are_answered_in_time(request in request()) {
        let start = Instant::now();
        // An answer or a problem in one line, of a request that the engine knows.
        if let Err(problem) = ask_with(&mut Engine::default(), &mut Program::new(), &request) {
            let detail = problem["detail"].as_str().unwrap();
            let forms = ["missing field", "unknown field", "unknown variant"];
            prop_assert!(forms.iter().all(|form| !detail.contains(form)), "{request}: {detail}");
        }
        prop_assert!(start.elapsed() < LONGEST, "{request}");
    }

    /// Requests in which some bytes were replaced.
    #[test]
    fn damaged_requests_are_answered(
        request in request(),
        at in any::<prop::sample::Index>(),
        bytes in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let mut text = request.to_string().into_bytes();
        let at = at.index(text.len());
        let end = (at + bytes.len()).min(text.len());
        text.splice(at..end, bytes);
        // A clock that runs ends each computation soon.
        let _ = ask_text(&mut Engine::default(), &mut Program::ticking(1.0), text);
    }
}
