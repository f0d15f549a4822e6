//! Any bytes, read as `json`.

#![no_main]

use bezzel::notation::Notation;

libfuzzer_sys::fuzz_target!(|document: &[u8]| bezzel_fuzz::check(document, Notation::Json));
