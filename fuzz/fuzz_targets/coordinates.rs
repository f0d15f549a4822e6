//! Any bytes, read as `coordinates`.

#![no_main]

use bezzel::notation::Notation;

libfuzzer_sys::fuzz_target!(|document: &[u8]| bezzel_fuzz::check(document, Notation::Coordinates));
