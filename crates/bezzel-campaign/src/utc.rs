//! Times in UTC, as people read them.

const SECONDS_PER_DAY: i64 = 86_400;
/// Number of days in 400 years, after which the calendar repeats.
const DAYS_PER_CYCLE: i64 = 146_097;
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
    if !(0..=MAX_SECONDS).contains(&seconds) {
        return format!("{seconds} s since 1970");
    }
    // Years that begin on 1 March end with the leap day. 719,468 days before 1970 is 0000-03-01.
    let days = seconds / SECONDS_PER_DAY + 719_468;
    let day_of_cycle = days % DAYS_PER_CYCLE;
    // Every 4, but not every 100, but every 400 years there is one more day.
    let year_of_cycle = (day_of_cycle - day_of_cycle / 1_460 + day_of_cycle / 36_524
        - day_of_cycle / 146_096)
        / 365;
    let day_of_year =
        day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    // Five months from March on, and from August on, have 153 days.
    let months = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months + 2) / 5 + 1;
    let month = if months < 10 { months + 3 } else { months - 9 };
    let year = days / DAYS_PER_CYCLE * 400 + year_of_cycle + i64::from(month <= 2);
    let time = seconds % SECONDS_PER_DAY;
    let (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}
