//! The address to which limits apply.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::OpenCampaign;
use super::answer::Refusal;
use crate::connections::Peer;

/// Header in which a reverse proxy names its client.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// Number of bits of an IPv6 address that one client usually has for itself.
const CLIENT_BITS: u32 = 64;

/// The address of a client: the other end of the connection or, if that is a trusted proxy, the
/// last address that the proxy names. Addresses of one IPv6 network are one address.
pub(super) struct Address(pub(super) IpAddr);

impl FromRequestParts<OpenCampaign> for Address {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        campaign: &OpenCampaign,
    ) -> Result<Self, Refusal> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
        let client = if campaign.0.limits.trust_forwarded_for {
            forwarded(&parts.headers)
        } else {
            None
        };
        // Tests call the router without a connection.
        let address = client.or(peer).unwrap_or(IpAddr::V6(Ipv6Addr::LOCALHOST));
        Ok(Self(network(address)))
    }
}

/// Returns the last address of the header: those before it are claims of the client.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all(FORWARDED_FOR).iter().next_back()?;
    let last = last.to_str().ok()?.rsplit(',').next()?.trim();
    let with_port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
    last.parse().ok().or_else(with_port)
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mask = u128::MAX << (128 - CLIENT_BITS);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_address_of_the_proxy_counts() {
        let of = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(FORWARDED_FOR, value.parse().unwrap());
            }
            forwarded(&headers).map(|address| address.to_string())
        };
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["10.0.0.1"]), is("10.0.0.1"));
        assert_eq!(of(&["1.2.3.4, 10.0.0.1"]), is("10.0.0.1"));
        assert_eq!(of(&["1.2.3.4", "5.6.7.8,10.0.0.1"]), is("10.0.0.1"));
        assert_eq!(of(&["10.0.0.1:4000"]), is("10.0.0.1"));
        assert_eq!(of(&["[2001:db8::1]:4000"]), is("2001:db8::1"));
        assert_eq!(of(&["unknown"]), None);
    }

    #[test]
    fn a_network_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("10.0.0.1"), "10.0.0.1");
        assert_eq!(of("::ffff:10.0.0.1"), "10.0.0.1");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
