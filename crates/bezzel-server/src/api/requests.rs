//! Extractors of requests, which return a [`Problem`] on errors.

use axum::extract::{FromRequest, FromRequestParts};

use crate::problem::Problem;
use crate::reason::Reason;

/// Extractor of a path parameter.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(super) struct Path<T>(pub(super) T);

/// Extractor of a JSON body.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
pub(super) struct Json<T>(pub(super) T);

/// Returns an error unless `n` is from 1 to `most`.
pub(super) fn size(n: u32, most: u32) -> Result<(), Problem> {
    within("n", n.into(), 1, most.into())
}

/// Returns an error unless a value is from `least` to `most`.
pub(super) fn within(what: &'static str, value: u64, least: u64, most: u64) -> Result<(), Problem> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Reason::OutOfRange {
        what,
        value,
        least,
        most,
    }
    .into())
}
