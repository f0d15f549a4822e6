//! Who may ask: the right host, no other site, and a token where the network can reach us.
//!
//! Another site may lead to the page itself, and to nothing else: what is under `/api` computes,
//! also where the method is GET. Browsers say where a request comes from (`Sec-Fetch-Site`,
//! `Origin`, `Referer`); the page itself sends no `Referer`, and is `same-origin`. What says
//! nothing of that kind is no browser of the last years, but a program.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::app::limits;
use crate::problem::{Code, Problem};

/// The shortest and the longest token.
pub const TOKEN_LENGTH: std::ops::RangeInclusive<usize> = 16..=256;

/// Who is let in.
#[derive(Debug, Clone)]
pub enum Access {
    /// Only programs on this machine, which call it by a name of its own.
    Loopback,
    /// Whoever has the token.
    Token(Token),
}

/// A secret: letters, digits, `-` and `_`, of a [length](TOKEN_LENGTH) that cannot be guessed.
#[derive(Clone)]
pub struct Token(Arc<Secret>);

struct Secret {
    text: String,
    /// Opens the page once in place of the text, until this time.
    invitation: Mutex<Option<(String, Instant)>>,
}

/// How long an [invitation](Token::invitation) is good.
const INVITED: Duration = Duration::from_secs(60);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl std::str::FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if TOKEN_LENGTH.contains(&text.len()) && text.chars().all(known) {
            return Ok(Self(Arc::new(Secret {
                text: text.to_owned(),
                invitation: Mutex::new(None),
            })));
        }
        Err(format!(
            "accepted are {} to {} letters, digits, '-' and '_'",
            TOKEN_LENGTH.start(),
            TOKEN_LENGTH.end()
        ))
    }
}

impl Token {
    /// The secret itself, for the address that is given to the user.
    pub fn secret(&self) -> &str {
        &self.0.text
    }

    /// Makes a number that opens the page once, within a minute, as `/?once=NUMBER`: for the
    /// command line of a browser, which all users of the machine can read. The last one made is
    /// good.
    pub fn invitation(&self) -> io::Result<String> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let number = format!("{:032x}", u128::from_be_bytes(random));
        *self.invited() = Some((number.clone(), Instant::now()));
        Ok(number)
    }

    fn invited(&self) -> MutexGuard<'_, Option<(String, Instant)>> {
        let invitation = self.0.invitation.lock();
        invitation.unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is the number of an invitation, which it uses up.
    fn accepts_once(&self, given: &str) -> bool {
        let mut invited = self.invited();
        let is_it = invited.as_ref().is_some_and(|(number, made)| {
            let same: bool = number.as_bytes().ct_eq(given.as_bytes()).into();
            same && made.elapsed() <= INVITED
        });
        if is_it {
            *invited = None;
        }
        is_it
    }

    fn is(&self, other: &str) -> bool {
        self.0.text.as_bytes().ct_eq(other.as_bytes()).into()
    }
}

/// The cookie that keeps the token for the page.
const COOKIE: &str = "bezzel-token";

/// Nothing from elsewhere is loaded, and no other site may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Puts the checks around everything.
pub(crate) fn around(router: Router, access: Access) -> Router {
    router
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn_with_state(access, check))
        .layer(middleware::map_response(headers))
}

async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    response
}

async fn check(State(access): State<Access>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = match host(headers, &access) {
        Ok(host) => host.to_owned(),
        Err(problem) => return problem.into_response(),
    };
    if let Err(problem) = same_site(&request, &host) {
        return problem.into_response();
    }
    if let Access::Token(token) = &access {
        if let Some(response) = signed_in(&request, token) {
            return response;
        }
        if !has_token(headers, token) {
            let detail = "open the page with the address that `bezzel serve` printed";
            return Problem::new(Code::Unauthorized, detail).into_response();
        }
    }
    next.run(request).await
}

/// The host that the request is for. On this machine it must be a name of this machine, or a
/// site whose name leads here could read the answers.
fn host<'a>(headers: &'a HeaderMap, access: &Access) -> Result<&'a str, Problem> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().unwrap_or_default(),
        _ => return Err(Problem::new(Code::Malformed, "one Host is needed")),
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let known = ["localhost", "127.0.0.1", "[::1]"];
    let is_own = known.iter().any(|own| name.eq_ignore_ascii_case(own));
    if matches!(access, Access::Loopback) && !is_own {
        let accepted = known.join(", ");
        let detail = format!("unknown host '{name}': accepted are {accepted}");
        return Err(Problem::new(Code::Forbidden, detail));
    }
    Ok(host)
}

/// Refuses what another site sent, but for a link to the page.
fn same_site(request: &Request, host: &str) -> Result<(), Problem> {
    let text = |name| {
        let value = request.headers().get(name)?;
        Some(value.to_str().unwrap_or("?"))
    };
    let is_foreign = |address: &str| host_of(address) != Some(host);
    let is_page = request.uri().path() == "/";
    let is_visit = is_page && text("sec-fetch-mode") == Some("navigate");
    let foreign_origin = text(header::ORIGIN.as_str()).is_some_and(is_foreign);
    let foreign_fetch = matches!(text("sec-fetch-site"), Some("cross-site" | "same-site"));
    let foreign_referer = text(header::REFERER.as_str()).is_some_and(is_foreign);
    if foreign_origin || (foreign_fetch && !is_visit) || (foreign_referer && !is_page) {
        return Err(Problem::new(Code::Forbidden, "other sites may not ask"));
    }
    Ok(())
}

/// The host and port of an address.
fn host_of(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    rest.split(['/', '?', '#']).next()
}

/// A visit with the token or an invitation in its address gets the cookie, and goes on without.
fn signed_in(request: &Request, token: &Token) -> Option<Response> {
    if request.method() != Method::GET || request.uri().path() != "/" {
        return None;
    }
    let query = request.uri().query()?;
    let given = |name| query.split('&').find_map(|pair| pair.strip_prefix(name));
    let is_known = given("token=").is_some_and(|given| token.is(given))
        || given("once=").is_some_and(|given| token.accepts_once(given));
    if !is_known {
        return None;
    }
    let secret = token.secret();
    let cookie = format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict");
    let home = Uri::from_static("/").to_string();
    let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, home)];
    Some((StatusCode::SEE_OTHER, headers).into_response())
}

fn has_token(headers: &HeaderMap, token: &Token) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookie = text(header::COOKIE).and_then(|value| {
        let mut pairs = value.split(';').map(str::trim);
        pairs.find_map(|pair| pair.strip_prefix(COOKIE)?.strip_prefix('='))
    });
    bearer.or(cookie).is_some_and(|given| token.is(given))
}
