//! Each feature works, and a build without it says which one it lacks. `scripts/test` runs these tests
//! with all features and with none.

use std::ops::ControlFlow;

use bezzel::Placement;
use bezzel::notation::{Notation, Options, Writer, read};

/// Returns a solution in a notation; all notations are written without features.
fn written(notation: Notation) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), notation, Options::default());
    let board = Placement::from_columns([1, 3, 0, 2]).unwrap();
    writer.write(&board).unwrap();
    writer.finish(None).unwrap()
}

#[test]
fn notations_are_read_with_their_features() {
    for notation in Notation::ALL {
        let (has_parser, feature) = match notation {
            Notation::Json | Notation::Leetcode => (cfg!(feature = "json"), "json"),
            Notation::Svg => (cfg!(feature = "svg"), "svg"),
            _ => (true, ""),
        };
        for known in [None, Some(notation)] {
            let mut boards = 0;
            let document = written(notation);
            let found = read(&document[..], known, &Options::default(), &mut |entry| {
                boards += u32::from(entry.board.is_ok_and(|board| board.is_solution()));
                ControlFlow::Continue(())
            });
            if has_parser {
                assert_eq!((found.map(|found| found.boards), boards), (Ok(1), 1));
            } else {
                assert_eq!(
                    found.unwrap_err().to_string(),
                    format!(
                        "expected bezzel-core with the feature {feature} to read the notation {notation}, found a build without it"
                    )
                );
            }
        }
    }
}

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
