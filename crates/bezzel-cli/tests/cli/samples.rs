//! `bezzel count N --sample K`: text and JSON.

use crate::{contains, data, json};

fn report(n: &str, units: &str, seed: &str) -> serde_json::Value {
    json(&data(&format!(
        "count {n} --sample {units} --seed {seed} --format json"
    )))
}

/// Cases in which the stated error was far too small.
#[test]
fn errors_are_as_large_as_what_is_not_known() {
    let eight = report("8", "5", "7991723079087528");
    let value = |report: &serde_json::Value, name: &str| report[name].as_f64().unwrap();
    let off = (value(&eight, "solutions_estimate") - 92.0).abs();
    assert!(off <= value(&eight, "solutions_error_95"), "{eight}");
    let two = report("16", "2", "10");
    for name in ["solutions", "joined_pairs", "cpu_seconds", "seconds"] {
        assert!(two[format!("{name}_error_95")].is_null(), "{two}");
        assert!(two[format!("{name}_standard_error")].is_null(), "{two}");
        assert!(value(&two, &format!("{name}_estimate")) > 0.0, "{two}");
    }
    let text = data("count 16 --sample 2 --seed 10");
    assert!(!text.contains('±'), "{text}");
    assert_eq!(
        text.matches("an error needs at least 5 units").count(),
        3,
        "{text}"
    );
    let text = data("count 16 --sample 5 --seed 10");
    contains(&text, "\nsolutions: ");
    contains(&text, "± is a 95% confidence interval");
    assert_eq!(text.matches(" ± ").count(), 3, "{text}");
}

#[test]
fn a_sample_of_all_units_is_exact() {
    let plan = bezzel_count::Plan::new(12).unwrap();
    for units in ["all", "ALL", &plan.len().to_string(), "1000000"] {
        let whole = report("12", units, "3");
        assert_eq!(whole["solutions_estimate"], 14200.0, "{whole}");
        assert_eq!(whole["solutions_error_95"], 0.0);
        assert_eq!(whole["joined_pairs_error_95"], 0.0);
        assert_eq!(whole["units_sampled"], plan.len());
    }
    let text = data("count 12 --sample all --seed 3");
    assert!(text.contains("\nsolutions: 14200 (exact)\n"), "{text}");
    assert!(!text.contains('±'), "{text}");
    // Also for plans with fewer units than an error needs.
    let text = data("count 4 --sample all --seed 3");
    assert!(text.contains("\nsolutions: 2 (exact)\n"), "{text}");
}
