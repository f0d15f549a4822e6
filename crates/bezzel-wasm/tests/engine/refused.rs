//! Texts that are no requests.

use bezzel_wasm::Engine;
use serde_json::json;

use crate::{Program, all_refused, ask_text, refused};

#[test]
fn texts_that_are_no_requests_are_refused_in_one_line() {
    for (text, words) in [
        (&b""[..], "EOF"),
        (b" ", "EOF"),
        (b"{", "EOF"),
        (b"{\"run\":", "EOF"),
        (b"null", "expected"),
        (b"8", "expected"),
        (b"[]", "expected"),
        (b"{}", "expected"),
        (b"\"run\"", "expected newtype variant"),
        (b"\xff\xfe", "expected value"),
        (b"{\"run\":{\"length\":\"\xff\"}}", "unicode"),
        (b"{\"run\":\"\nx\"}", "control character"),
        (
            b"{\"run\":{\"source\":\"bitmask/mod.rs\"}} 8",
            "trailing characters",
        ),
        (
            b"{\"run\":{\"length\":{\"method\":\"bitmask\",\"n\":8,\"n\":9}}}",
            "duplicate field `n`",
        ),
        (
            b"{\"run\":{\"length\":{\"n\":1e999}}}",
            "number out of range",
        ),
    ] {
        let problem = ask_text(&mut Engine::default(), &mut Program::new(), text).unwrap_err();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(words), "'{words}' is not in '{detail}'");
    }
    for long in ["[".repeat(100_000), " ".repeat(1 << 20), "9".repeat(50_000)] {
        ask_text(&mut Engine::default(), &mut Program::new(), &long).unwrap_err();
    }
    let deep = format!("{{\"run\":{}", "[".repeat(100_000));
    ask_text(&mut Engine::default(), &mut Program::new(), deep).unwrap_err();
    let nines = format!(
        "{{\"run\":{{\"length\":{{\"method\":\"bitmask\",\"n\":{}}}}}}}",
        "9".repeat(50_000)
    );
    ask_text(&mut Engine::default(), &mut Program::new(), nines).unwrap_err();
}

#[test]
fn unknown_subjects_are_refused_with_the_known_ones() {
    let requests = r#"
{"walk": 8} => expected one of `run`, `board`, `read`, `puzzle`, `judge`, `count`
{"run": {"walk": 8}} => unknown variant `walk`
{"board": {"walk": 8}} => unknown variant `walk`
{"puzzle": {"walk": 8}} => unknown variant `walk`
{"count": {"walk": 8}} => unknown variant `walk`
"#;
    all_refused(requests, |request| vec![request]);
}

/// A mistyped value of any length is named in one line.
#[test]
fn lines_of_a_value_do_not_reach_the_sentence() {
    for text in ["bit\nmask", "\r\n", "a\u{2028}b", "\0"] {
        for request in [
            json!({"run": {"length": {"method": text, "n": 8}}}),
            json!({"run": {"length": {"method": "bitmask", "n": 8, "board": text}}}),
            json!({"run": {"source": text}}),
            json!({"run": {text: 8}}),
            json!({"run": {"find": {"run": {"method": "bitmask", "n": 8}, "kinds": [text]}}}),
            json!({"puzzle": {"day": text}}),
            json!({"run": {"race": {"methods": [text, text], "n": 8}}}),
        ] {
            refused(request, "");
        }
    }
}
