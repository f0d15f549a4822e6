//! `compare`: all methods on one board, and what is left out is named.

use bezzel::methods::Method;

use crate::{contains, data, json, run};

#[test]
fn all_methods_agree_on_small_boards() {
    let args = "compare 6 7 --repeat 2 --budget 60 --format json";
    let report = json(&data(args));
    let results = report["results"].as_array().unwrap();
    let methods = Method::ALL.into_iter().filter(|method| method.counts());
    assert_eq!(results.len(), 2 * methods.count());
    assert_eq!(report["skipped"].as_array().unwrap().len(), 0);
    for row in results {
        let expected = if row["n"] == 6 { "4" } else { "40" };
        assert_eq!(row["solutions"], expected, "{row}");
        let method: Method = row["method"].as_str().unwrap().parse().unwrap();
        let n = row["n"].as_u64().unwrap() as u32;
        let counters = method.run(n).unwrap().counters();
        for (name, count) in [
            ("tried", counters.tried),
            ("placed", counters.placed),
            ("backtracks", counters.backtracks),
            ("tests", counters.tests),
        ] {
            assert_eq!(row["counters"][name], count, "{row}");
        }
        assert!(row["ratio"].as_f64().unwrap() >= 1.0);
    }
    // The claims are about larger boards, whose runs nobody asked for.
    assert_eq!(report["claims"].as_array().unwrap().len(), 0);
}

#[test]
fn claims_are_measured_for_boards_that_were_asked_for() {
    for (n, expected) in [("11", &[][..]), ("12", &["diagonal-markers 12"])] {
        let methods = ["-m", "diagonal-markers,mirrored-markers"];
        let options = ["--repeat", "1", "--budget", "60", "--format", "json"];
        let ran = run(&[&["compare", n][..], &methods, &options].concat());
        let report = json(&ran.stdout);
        let claims = report["claims"].as_array().unwrap().iter();
        let claims: Vec<_> = claims
            .map(|claim| format!("{} {}", claim["method"], claim["n"]).replace('"', ""))
            .collect();
        assert_eq!(claims, expected);
        // Lines that nobody waits for are not written without a terminal.
        assert!(!ran.stderr.contains("measuring a claim"), "{}", ran.stderr);
    }
}

#[test]
fn a_short_time_is_in_microseconds() {
    let text = data("compare 4 -m bitmask --repeat 1");
    assert!(text.contains("bitmask: 2 solutions in "), "{text}");
    assert!(text.ends_with(" µs\n"), "{text}");
    let text = data("compare 10 -m slope-test --repeat 1");
    assert!(text.ends_with(" ms\n"), "{text}");
}

#[test]
fn what_would_take_too_long_is_named_with_an_estimate() {
    let text = data("compare 12 -m brute-force,mirrored-bitmask --budget 60");
    contains(&text, "skipped: brute-force for n = 12: estimated time ");
    contains(&text, "| 12 | mirrored-bitmask |     14200 |");
    let methods = ["-m", "brute-force,mirrored-bitmask", "--budget", "0.001"];
    let text = data(&[&["compare", "17"][..], &methods].concat());
    let said = "skipped: brute-force for n = 17: expected n from 0 to 16 for brute-force, found 17";
    assert!(text.contains(said), "{text}");
}

#[test]
fn the_plot_names_its_axes_and_methods() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("times.svg");
    let name = path.to_str().unwrap();
    // For these no claims of others are measured.
    let methods = ["-m", "brute-force,slope-test,colour-split"];
    let sizes = ["compare", "5", "6", "7", "--repeat", "1", "--plot", name];
    data(&[&sizes[..], &methods].concat());
    let plot = std::fs::read_to_string(&path).unwrap();
    assert!(plot.starts_with("<svg") && plot.trim_end().ends_with("</svg>"));
    let parts = "n, number of queens|log scale|ms|brute-force|colour-split";
    parts.split('|').for_each(|part| contains(&plot, part));
}
