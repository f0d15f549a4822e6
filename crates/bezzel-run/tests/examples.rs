//! The examples do what they say.

#[allow(dead_code, reason = "the test calls no main function")]
#[path = "../examples/cancel.rs"]
mod cancel;

#[test]
fn the_example_cancels_and_resumes_each_count_with_units() {
    for (n, solutions) in [(12, 14_200), (14, 365_596), (16, 14_772_512)] {
        let (result, was_cancelled) = cancel::cancelled_and_resumed(n).unwrap();
        assert_eq!((result.solutions, was_cancelled), (solutions, true), "{n}");
    }
}
