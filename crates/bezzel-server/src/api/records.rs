//! Published totals with their sources.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A published value of Q(n).
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedTotal {
    n: u32,
    solutions: String,
    fundamental: String,
    /// Authors, if the source names them.
    by: Option<String>,
    year: Option<u32>,
    /// Method and machines.
    how: Option<Words>,
    /// Address of the source.
    source: String,
    /// CPU seconds of a bezzel campaign, from RECORDS.md.
    #[serde(default)]
    cpu_seconds: Option<f64>,
}

/// A text in both languages of the page.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct Words {
    en: String,
    zh: String,
}

static RECORDS: LazyLock<Vec<PublishedTotal>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/records.json")).expect("a test parses the file")
});

/// Lists the published totals with their sources.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/records", tag = "counts",
    responses((status = 200, body = Vec<PublishedTotal>))))]
pub(super) async fn records() -> axum::Json<&'static Vec<PublishedTotal>> {
    axum::Json(&RECORDS)
}
