//! What is known, and who found it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A number of queens for which all solutions are counted.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    n: u32,
    solutions: String,
    fundamental: String,
    /// Who counted them first, where the source says so.
    by: Option<String>,
    year: Option<u32>,
    /// How that was done.
    how: Option<Words>,
    /// The address of the source.
    source: String,
    /// What a campaign of bezzel took, in processor seconds; RECORDS.md says where.
    #[serde(default)]
    processor_seconds: Option<f64>,
}

/// The same in both languages of the page.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct Words {
    en: String,
    zh: String,
}

static RECORDS: LazyLock<Vec<Record>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/records.json")).expect("a test reads it")
});

/// The published totals, with their sources.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/records", tag = "counts",
    responses((status = 200, body = Vec<Record>))))]
pub(super) async fn records() -> axum::Json<&'static Vec<Record>> {
    axum::Json(&RECORDS)
}
