//! Times in UTC, as people read them.

use chrono::{DateTime, SecondsFormat};

/// The end of the year 9999.
const MAX_SECONDS: i64 = 253_402_300_799;

/// Returns a time in seconds since 1970 as a date with a time in UTC; outside the years 1970 to 9999,
/// as seconds.
///
/// ```
/// assert_eq!(bezzel_campaign::utc(951_827_401), "2000-02-29T12:30:01Z");
/// assert_eq!(bezzel_campaign::utc(-5), "-5 s since 1970");
/// ```
pub fn utc(seconds: i64) -> String {
    match DateTime::from_timestamp(seconds, 0) {
        Some(time) if (0..=MAX_SECONDS).contains(&seconds) => {
            time.to_rfc3339_opts(SecondsFormat::Secs, true)
        }
        _ => format!("{seconds} s since 1970"),
    }
}
