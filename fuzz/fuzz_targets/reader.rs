//! Any bytes, read as boards, as a board to complete, as puzzles, and as the output of a program.

#![no_main]

use bezzel::reader::{Expect, Hints};

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    for expect in [Expect::Boards, Expect::Constraints, Expect::Puzzles] {
        bezzel_fuzz::check(
            text,
            Hints {
                expect,
                ..Hints::default()
            },
        );
    }
    let n = Some(4);
    bezzel_fuzz::check(
        text,
        Hints {
            n,
            ..Hints::default()
        },
    );
});
