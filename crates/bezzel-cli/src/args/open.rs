//! Arguments of `bezzel campaign open`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::campaign::time;
use super::numbers::whole;

/// Serve a campaign: lease units to strangers and receive their signed results over HTTP.
///
/// `bezzel work --from URL --key FILE` is the other end. A result is acknowledged when it is in the
/// ledger and synced, and appended to a public log, from which anyone can rebuild the ledger.
/// The server itself does not encrypt: a reverse proxy adds HTTPS. docs/volunteers.md describes
/// both.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign new 28 q28.bezzel --authors signed --copies 2\n  \
    bezzel campaign open q28.bezzel\n  \
    bezzel campaign open q28.bezzel --listen 127.0.0.1:8028 --trust-forwarded-for")]
pub(crate) struct Open {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Address to listen on, with a port or without (1849); port 0 selects any free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:1849", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// Public log [default: the name of the ledger and `.log`].
    #[arg(long, value_name = "LOG")]
    pub(crate) log: Option<PathBuf>,
    /// Take the address of a client from the last entry of X-Forwarded-For. Only behind a reverse
    /// proxy that sets it; otherwise anyone can claim any address.
    #[arg(long)]
    pub(crate) trust_forwarded_for: bool,
    /// Maximum number of requests per minute and address.
    #[arg(long, value_name = "NUMBER", default_value_t = 600, value_parser = whole(1..=10_000_000), allow_negative_numbers = true)]
    pub(crate) requests_per_minute: u32,
    /// Maximum number of units that one author holds.
    #[arg(long, value_name = "UNITS", default_value_t = 1024, value_parser = whole(1..=262_144), allow_negative_numbers = true)]
    pub(crate) leases_per_author: u32,
    /// Maximum number of units that are leased to one address.
    #[arg(long, value_name = "UNITS", default_value_t = 8192, value_parser = whole(1..=262_144), allow_negative_numbers = true)]
    pub(crate) leases_per_address: u32,
    /// Time after which a unit is leased to others, such as 30m or 2h.
    #[arg(long, value_name = "TIME", default_value = "2h", value_parser = lease_time)]
    pub(crate) lease_time: Duration,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    const PORT: u16 = 1849;
    let without_port = || {
        text.parse()
            .ok()
            .map(|ip: IpAddr| SocketAddr::new(ip, PORT))
    };
    let address = text.parse().ok().or_else(without_port);
    address.ok_or_else(|| "expected an address such as 127.0.0.1:1849 or [::1]:1849".to_owned())
}

fn lease_time(text: &str) -> Result<Duration, String> {
    let range = Duration::from_secs(10)..=Duration::from_secs(30 * 86_400);
    let time = time(text)?;
    let expected = || "expected a time from 10s to 30d".to_owned();
    range.contains(&time).then_some(time).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_lease_times() {
        let shown = |text: &str| address(text).map(|address| address.to_string());
        assert_eq!(shown("::1"), Ok("[::1]:1849".to_owned()));
        assert_eq!(shown("0.0.0.0:80"), Ok("0.0.0.0:80".to_owned()));
        for wrong in ["", "localhost", "127.0.0.1:99999", "http://127.0.0.1"] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
        assert!(lease_time("2h").is_ok());
        for wrong in ["9s", "31d", "2"] {
            assert!(lease_time(wrong).is_err(), "{wrong}");
        }
    }
}
