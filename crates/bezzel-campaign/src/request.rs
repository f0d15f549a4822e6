//! Signed requests for units, which workers send to the server of a campaign.
//!
//! ```text
//!   bezzel-lease-1 fingerprint worker action time author signature
//! ```
//!
//! The signature covers all before the author. The action is `more-COUNT` for that number of units,
//! `begin-COUNT` to end the earlier leases of the worker first, or `release` to end them only.

use std::fmt;

use crate::author::unhex;
use crate::record::now;
use crate::units::shortened;
use crate::{Author, Error, SecretKey, Signature};

const TITLE: &str = "bezzel-lease-1";
/// Maximum length of a request in bytes. Requests have about 350 bytes.
pub const MAX_REQUEST_BYTES: usize = 512;
/// Maximum difference between the clocks of worker and server, in seconds: a request that was
/// copied cannot be used for longer.
const MAX_CLOCK_DIFFERENCE: i64 = 3600;
/// Maximum number of units of one request.
pub const MAX_UNITS_PER_LEASE: u32 = 1024;

/// Request of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaseAction {
    /// Ends the earlier leases of the worker, which was started again, then leases units.
    Begin(u32),
    /// Renews the leases of the worker and leases up to this number of further units.
    More(u32),
    /// Ends the leases of the worker.
    Release,
}

/// A signed request for units.
///
/// ```
/// use bezzel_campaign::{LeaseAction, LeaseRequest, SecretKey, UnitList};
/// let (units, key) = (UnitList::new(8)?, SecretKey::new()?);
/// let text = LeaseRequest::new(&units, 7, LeaseAction::More(4), &key).to_string();
/// let request = LeaseRequest::parse(&text, &units)?;
/// assert_eq!((request.author(), request.action), (key.author(), LeaseAction::More(4)));
/// assert!(LeaseRequest::parse(&text.replace("more-4", "more-5"), &units).is_err());
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LeaseRequest {
    /// The process of the author.
    pub worker: u64,
    /// The units that it asks for.
    pub action: LeaseAction,
    fingerprint: String,
    time: i64,
    signature: Signature,
}

impl LeaseRequest {
    /// Signs a request.
    pub fn new(units: &crate::UnitList, worker: u64, action: LeaseAction, key: &SecretKey) -> Self {
        let fingerprint = units.fingerprint().to_owned();
        let time = now();
        let text = unsigned(&fingerprint, worker, action, time);
        Self {
            worker,
            action,
            fingerprint,
            time,
            signature: key.sign(text.as_bytes()),
        }
    }

    /// Returns the author of the signature.
    pub fn author(&self) -> Author {
        self.signature.author()
    }

    /// Parses and verifies a request for units of this plan.
    pub fn parse(text: &str, units: &crate::UnitList) -> Result<Self, Error> {
        let malformed = || Error::Line {
            what: format!(
                "expected a request '{TITLE} fingerprint worker action time author signature', found \
                 '{}'",
                shortened(text)
            ),
        };
        if text.len() > MAX_REQUEST_BYTES {
            return Err(malformed());
        }
        let request = fields(text.trim_end()).ok_or_else(malformed)?;
        if request.to_string() != text.trim_end() {
            return Err(malformed());
        }
        if request.fingerprint != units.fingerprint() {
            return Err(Error::Line {
                what: format!(
                    "expected a request for the plan {}, found {}",
                    units.fingerprint(),
                    shortened(&request.fingerprint)
                ),
            });
        }
        let signed = unsigned(
            &request.fingerprint,
            request.worker,
            request.action,
            request.time,
        );
        if !request.signature.is_valid(signed.as_bytes()) {
            return Err(Error::Result {
                what: format!(
                    "expected a valid signature of author {}, found another one",
                    request.author()
                ),
            });
        }
        let late = now().saturating_sub(request.time);
        if late.unsigned_abs() > MAX_CLOCK_DIFFERENCE.unsigned_abs() {
            return Err(Error::Result {
                what: format!(
                    "expected a request of the last {MAX_CLOCK_DIFFERENCE} s, found one {late} s old: \
                     set the clock of the worker"
                ),
            });
        }
        Ok(request)
    }
}

fn fields(text: &str) -> Option<LeaseRequest> {
    let mut words = text.split(' ');
    (words.next()? == TITLE).then_some(())?;
    let fingerprint = words.next()?;
    unhex::<32>(fingerprint)?;
    let worker = u64::from_str_radix(words.next()?, 16).ok()?;
    let action = action(words.next()?)?;
    let time = words.next()?.parse().ok()?;
    let signature = Signature::parse(words.next()?, words.next()?)?;
    words.next().is_none().then(|| LeaseRequest {
        worker,
        action,
        fingerprint: fingerprint.to_owned(),
        time,
        signature,
    })
}

fn action(word: &str) -> Option<LeaseAction> {
    let count = |text: &str| {
        let count = text.parse().ok();
        count.filter(|count| *count <= MAX_UNITS_PER_LEASE)
    };
    match word.split_once('-') {
        None => (word == "release").then_some(LeaseAction::Release),
        Some(("begin", units)) => count(units).map(LeaseAction::Begin),
        Some(("more", units)) => count(units).map(LeaseAction::More),
        Some(_) => None,
    }
}

fn unsigned(fingerprint: &str, worker: u64, action: LeaseAction, time: i64) -> String {
    let action = match action {
        LeaseAction::Begin(units) => format!("begin-{units}"),
        LeaseAction::More(units) => format!("more-{units}"),
        LeaseAction::Release => "release".to_owned(),
    };
    format!("{TITLE} {fingerprint} {worker:016x} {action} {time}")
}

impl fmt::Display for LeaseRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = unsigned(&self.fingerprint, self.worker, self.action, self.time);
        write!(f, "{text} {}", self.signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UnitList;

    #[test]
    fn a_request_with_any_changed_byte_is_refused() {
        let units = UnitList::new(6).unwrap();
        let key = SecretKey::new().unwrap();
        for action in [
            LeaseAction::Begin(1),
            LeaseAction::More(1024),
            LeaseAction::Release,
        ] {
            let text = LeaseRequest::new(&units, 7, action, &key).to_string();
            assert!(text.len() <= MAX_REQUEST_BYTES);
            assert_eq!(LeaseRequest::parse(&text, &units).unwrap().action, action);
            let mut random = fastrand::Rng::with_seed(1);
            for at in 0..text.len() {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = random.u8(b'!'..=b'~');
                let changed = String::from_utf8(bytes).unwrap();
                let error = match LeaseRequest::parse(&changed, &units) {
                    Ok(_) => {
                        assert_eq!(changed, text);
                        continue;
                    }
                    Err(error) => error.to_string(),
                };
                assert!(
                    error.starts_with("expected ") && error.lines().count() == 1,
                    "{error}"
                );
            }
            for end in 0..text.len() {
                assert!(LeaseRequest::parse(&text[..end], &units).is_err());
            }
        }
        let text = LeaseRequest::new(&units, 7, LeaseAction::More(1), &key).to_string();
        let more = text.replace("more-1", "more-1025");
        let late = LeaseRequest {
            time: i64::MIN,
            ..LeaseRequest::parse(&text, &units).unwrap()
        };
        for wrong in [
            "",
            "bezzel-lease-1",
            &more,
            &(text.clone() + " x"),
            &late.to_string(),
        ] {
            assert!(LeaseRequest::parse(wrong, &units).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_request_that_is_too_old_is_refused() {
        let (units, key) = (UnitList::new(6).unwrap(), SecretKey::new().unwrap());
        for (age, is_accepted) in [(0, true), (3500, true), (3700, false), (-3700, false)] {
            let time = now() - age;
            let fingerprint = units.fingerprint().to_owned();
            let text = unsigned(&fingerprint, 1, LeaseAction::More(1), time);
            let request = LeaseRequest {
                worker: 1,
                action: LeaseAction::More(1),
                fingerprint,
                time,
                signature: key.sign(text.as_bytes()),
            };
            let parsed = LeaseRequest::parse(&request.to_string(), &units);
            assert_eq!(parsed.is_ok(), is_accepted, "{age}");
        }
    }
}
