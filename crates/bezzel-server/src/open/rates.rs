//! Limits on the requests of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Cost of a malformed request.
pub(super) const BAD_REQUEST: f64 = 4.0;
/// Number of bytes of a request, or of the log, that cost as much as one request.
pub(super) const BYTES_PER_COST: f64 = 16_384.0;
/// Maximum number of addresses that are remembered.
const MAX_ADDRESSES: usize = 1 << 16;
/// Minimum time between two searches for addresses to forget.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// Credit of each address. An address that sends nothing earns one request after the
/// other, up to those of half a minute.
#[derive(Debug)]
pub(super) struct RequestRates {
    per_second: f64,
    most: f64,
    addresses: HashMap<IpAddr, Account>,
    /// Time at which addresses were last forgotten.
    swept: Option<Instant>,
}

#[derive(Debug)]
struct Account {
    left: f64,
    time: Instant,
}

impl RequestRates {
    pub(super) fn new(per_minute: u32) -> Self {
        Self {
            per_second: f64::from(per_minute) / 60.0,
            most: (f64::from(per_minute) / 2.0).max(8.0),
            addresses: HashMap::new(),
            swept: None,
        }
    }

    /// Charges an address. Returns the time after which to try again if it has nothing left.
    pub(super) fn charge(&mut self, address: IpAddr, cost: f64) -> Result<(), Duration> {
        self.charge_at(address, cost, Instant::now())
    }

    /// Charges an address, also more than it has left.
    pub(super) fn fine(&mut self, address: IpAddr, cost: f64) {
        if let Some(account) = self.addresses.get_mut(&address) {
            account.left = (account.left - cost).max(-self.most);
        }
    }

    fn charge_at(&mut self, address: IpAddr, cost: f64, now: Instant) -> Result<(), Duration> {
        let (most, per_second) = (self.most, self.per_second);
        let earned = |account: &Account| {
            let time = now.saturating_duration_since(account.time).as_secs_f64();
            (account.left + time * per_second).min(most)
        };
        if self.addresses.len() >= MAX_ADDRESSES && !self.addresses.contains_key(&address) {
            // Looking at all of them for each request of a new address would be slow.
            let is_due = |swept| now.saturating_duration_since(swept) >= SWEEP_INTERVAL;
            if self.swept.is_none_or(is_due) {
                self.swept = Some(now);
                self.addresses.retain(|_, account| earned(account) < most);
            }
            if self.addresses.len() >= MAX_ADDRESSES {
                return Err(Duration::from_secs(60));
            }
        }
        let account = self.addresses.entry(address).or_insert(Account {
            left: most,
            time: now,
        });
        account.left = earned(account);
        account.time = now;
        if account.left < cost {
            let missing = (cost - account.left) / per_second;
            return Err(Duration::from_secs_f64(missing.clamp(1.0, 3600.0)));
        }
        account.left -= cost;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from_bits(number).into()
    }

    #[test]
    fn an_address_may_send_so_many_requests_per_minute() {
        let mut rates = RequestRates::new(60);
        let start = Instant::now();
        let mut sent = 0;
        while rates.charge_at(address(1), 1.0, start).is_ok() {
            sent += 1;
        }
        assert_eq!(sent, 30);
        assert!(rates.charge_at(address(2), 1.0, start).is_ok());
        let later = start + Duration::from_secs(1);
        assert!(rates.charge_at(address(1), 1.0, later).is_ok());
        let wait = rates.charge_at(address(1), 1.0, later).unwrap_err();
        assert_eq!(wait, Duration::from_secs(1));
        rates.fine(address(1), 10.0);
        let wait = rates.charge_at(address(1), 1.0, later).unwrap_err();
        assert_eq!(wait, Duration::from_secs(11));
    }

    #[test]
    fn the_number_of_addresses_is_bounded() {
        let mut rates = RequestRates::new(60);
        let start = Instant::now();
        for number in 0..2 * MAX_ADDRESSES as u32 {
            let _ = rates.charge_at(address(number), 1.0, start);
        }
        assert_eq!(rates.addresses.len(), MAX_ADDRESSES);
        assert!(rates.charge_at(address(u32::MAX), 1.0, start).is_err());
        // Addresses that have sent nothing for a time are forgotten.
        let later = start + Duration::from_secs(60);
        assert!(rates.charge_at(address(u32::MAX), 1.0, later).is_ok());
        assert_eq!(rates.addresses.len(), 1);
    }
}
