//! Requests to the server of a campaign.

use std::fmt;
use std::time::Duration;

use anyhow::bail;
use bezzel_campaign::printable;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::{Response, StatusCode, header};

use crate::commands::campaign::program;

/// Time limits of a request.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(90);
/// Maximum length of an answer.
const MAX_ANSWER_BYTES: u64 = 1 << 20;
/// Shortest and longest wait after failures.
const MIN_WAIT: Duration = Duration::from_secs(1);
const MAX_WAIT: Duration = Duration::from_secs(300);
/// Longest wait that a server can ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(3600);
/// Number of characters of a message of the server that are shown.
const MAX_DETAIL_CHARS: usize = 300;

/// Description of a campaign.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Campaign {
    pub(super) header: String,
    pub(super) policy: String,
    /// True if results must be committed to their parts.
    #[serde(default)]
    pub(super) commit_parts: bool,
    pub(super) max_lines: usize,
    pub(super) max_body_bytes: usize,
    pub(super) status: Status,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Status {
    pub(super) units: u64,
    pub(super) open: u64,
}

/// Leased units, as lines `unit route`.
#[derive(Debug, Deserialize)]
pub(super) struct Leased {
    pub(super) units: Vec<String>,
    pub(super) lease_seconds: u64,
    pub(super) more_later: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Outcomes {
    pub(super) outcomes: Vec<LineOutcome>,
}

/// The final outcome of a line.
#[derive(Debug, Deserialize)]
pub(super) struct LineOutcome {
    pub(super) outcome: String,
    pub(super) reason: Option<String>,
}

/// The explanation of a refused request.
#[derive(Deserialize)]
struct Problem {
    detail: String,
}

/// A failed request.
#[derive(Debug)]
pub(super) struct Failure {
    what: String,
    /// True if the same request may succeed later.
    is_temporary: bool,
    retry_after: Option<Duration>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Failure {}

/// The wait after failures: twice as long after each one, with a random part, so that the workers
/// of a server that was down do not return all at once.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// Returns the time to wait after a failure. Fails if waiting does not help.
    pub(super) fn wait(&mut self, failure: &Failure) -> anyhow::Result<Duration> {
        if !failure.is_temporary {
            bail!("{failure}");
        }
        Ok(self
            .next()
            .max(failure.retry_after.unwrap_or(Duration::ZERO)))
    }

    /// Returns the next time to wait.
    pub(super) fn next(&mut self) -> Duration {
        let most = MIN_WAIT
            .saturating_mul(2 << self.failures.min(16))
            .min(MAX_WAIT);
        self.failures += 1;
        MIN_WAIT.max(most.mul_f64(0.5 + 0.5 * fastrand::f64()))
    }

    pub(super) fn reset(&mut self) {
        self.failures = 0;
    }
}

/// A client of one server.
#[derive(Clone)]
pub(super) struct Client {
    agent: Agent,
    url: String,
}

impl Client {
    pub(super) fn new(url: &str) -> anyhow::Result<Self> {
        let uri: Option<ureq::http::Uri> = url.parse().ok();
        let scheme = uri.as_ref().and_then(|uri| uri.scheme_str());
        let is_address = uri.as_ref().is_some_and(|uri| {
            uri.host().is_some_and(|host| !host.is_empty()) && uri.query().is_none()
        });
        match scheme {
            Some("http") if is_address => {}
            Some("https") if is_address && cfg!(feature = "https") => {}
            Some("https") if is_address => bail!(
                "{url}: this build has no HTTPS: use a released binary, or build with `cargo install \
                 --locked --path crates/bezzel-cli --features https`"
            ),
            _ => bail!(
                "expected an address such as https://queens.example.org, found '{}'",
                printable(url)
            ),
        }
        let config = Agent::config_builder()
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_global(Some(REQUEST_TIMEOUT))
            .http_status_as_error(false)
            .user_agent(program())
            .build();
        Ok(Self {
            agent: config.into(),
            url: url.trim_end_matches('/').to_owned(),
        })
    }

    pub(super) fn campaign(&self) -> Result<Campaign, Failure> {
        let answer = self.agent.get(self.to("campaign")).call();
        self.read(answer)
    }

    pub(super) fn lease(&self, request: &str) -> Result<Leased, Failure> {
        let answer = self.agent.post(self.to("leases")).send(request);
        self.read(answer)
    }

    pub(super) fn send(&self, text: &str) -> Result<Outcomes, Failure> {
        let answer = self.agent.post(self.to("results")).send(text);
        self.read(answer)
    }

    fn to(&self, path: &str) -> String {
        format!("{}/{path}", self.url)
    }

    fn read<T: DeserializeOwned>(
        &self,
        answer: Result<Response<ureq::Body>, ureq::Error>,
    ) -> Result<T, Failure> {
        let mut answer = answer.map_err(|error| self.unreachable(&error))?;
        let status = answer.status();
        let seconds = answer.headers().get(header::RETRY_AFTER);
        let seconds = seconds.and_then(|value| value.to_str().ok()?.parse().ok());
        let retry_after = seconds.map(|seconds| Duration::from_secs(seconds).min(MAX_RETRY_AFTER));
        let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES);
        let text = body
            .read_to_string()
            .map_err(|error| self.unreachable(&error))?;
        if status.is_success() {
            return serde_json::from_str(&text).map_err(|_| Failure {
                what: format!(
                    "{}: expected a campaign of bezzel, found another server",
                    self.url
                ),
                is_temporary: false,
                retry_after,
            });
        }
        let detail = match serde_json::from_str::<Problem>(&text) {
            Ok(problem) => problem.detail.chars().take(MAX_DETAIL_CHARS).collect(),
            Err(_) => status.canonical_reason().unwrap_or("error").to_owned(),
        };
        Err(Failure {
            what: format!("{}: {} ({})", self.url, printable(&detail), status.as_u16()),
            is_temporary: status.is_server_error()
                || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(&status),
            retry_after,
        })
    }

    fn unreachable(&self, error: &ureq::Error) -> Failure {
        use ureq::Error;
        let is_temporary = matches!(
            error,
            Error::Io(_) | Error::Timeout(_) | Error::ConnectionFailed | Error::Protocol(_)
        );
        Failure {
            what: format!("cannot reach {}: {error}", self.url),
            is_temporary,
            retry_after: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end() {
        let mut backoff = Backoff::default();
        for _ in 0..100 {
            let wait = backoff.next();
            assert!(wait >= MIN_WAIT && wait <= MAX_WAIT);
        }
        assert!(backoff.next() >= MAX_WAIT / 2);
        let refused = |is_temporary| Failure {
            what: String::new(),
            is_temporary,
            retry_after: Some(MAX_RETRY_AFTER),
        };
        assert_eq!(backoff.wait(&refused(true)).unwrap(), MAX_RETRY_AFTER);
        assert!(backoff.wait(&refused(false)).is_err());
        backoff.reset();
        assert!(backoff.next() <= 2 * MIN_WAIT);
    }

    #[test]
    fn addresses_are_those_of_http_servers() {
        for right in [
            "http://127.0.0.1:1849",
            "http://queens.example.org/",
            "http://[::1]:80/q28",
        ] {
            assert!(Client::new(right).is_ok(), "{right}");
        }
        for wrong in [
            "",
            "queens.example.org",
            "ftp://a",
            "http://",
            "http://a?b",
            "file:///etc",
        ] {
            assert!(Client::new(wrong).is_err(), "{wrong}");
        }
    }
}
