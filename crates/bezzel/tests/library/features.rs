//! Threads, with the feature `parallel`. `scripts/test --all` also runs the other tests without it.

#[cfg(feature = "parallel")]
#[test]
fn threads_count_with_the_feature_parallel() {
    use bezzel::methods::Method;
    use bezzel::{ConstrainedBoard, NEVER};
    assert_eq!(Method::Bitmask.count_parallel(8, 2, &|_| {}), Ok(92));
    let board = ConstrainedBoard::new(8).unwrap();
    let counted = board.count_completions_parallel(2, NEVER, &|_| {});
    assert_eq!(counted, Ok(Some(92)));
}
