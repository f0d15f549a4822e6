//! Access control: checks of the host, of the requesting site and of the token.
//!
//! Other sites may link to the page, but not to addresses under `/api`: these compute, even for
//! GET. Browsers name the requesting site (`Sec-Fetch-Site`, `Origin`, `Referer`); the page itself
//! is `same-origin` and sends no `Referer`. Requests without these headers come from programs.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::limits;
use crate::problem::{Code, Problem};

/// Accepted lengths of tokens.
pub const TOKEN_LENGTH: std::ops::RangeInclusive<usize> = 16..=256;

/// Access control of the server.
#[derive(Debug, Clone)]
pub enum Access {
    /// Accepts requests for the hosts `localhost`, `127.0.0.1` and `[::1]`.
    Loopback,
    /// Accepts requests with this token.
    Token(Token),
}

/// A secret of letters, digits, `-` and `_`, with an accepted [length](TOKEN_LENGTH).
#[derive(Clone)]
pub struct Token(Arc<str>);

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
            return Ok(Self(text.into()));
        }
        Err(format!(
            "expected a token of {} to {} letters, digits, '-' and '_'",
            TOKEN_LENGTH.start(),
            TOKEN_LENGTH.end()
        ))
    }
}

impl Token {
    /// Returns the secret, for the address that is printed for the user.
    pub fn secret(&self) -> &str {
        &self.0
    }

    fn is(&self, other: &str) -> bool {
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }
}

/// Name of the cookie that holds the token.
const COOKIE: &str = "bezzel-token";

/// Content security policy: no external resources, and no frames on other sites. The engine of the page is
/// WebAssembly in workers, whose program is part of the page; its service worker is a file.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data:; worker-src 'self' blob:; manifest-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Adds the checks and security headers to a router.
pub(crate) fn around(router: Router, access: Access) -> Router {
    router
        .layer(DefaultBodyLimit::max(limits::MAX_BODY_BYTES))
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

/// Returns the host of a request. Local access accepts only local names; otherwise a site whose
/// name resolves to this machine could read the responses (DNS rebinding).
fn host<'a>(headers: &'a HeaderMap, access: &Access) -> Result<&'a str, Problem> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().unwrap_or_default(),
        _ => {
            return Err(Problem::new(
                Code::Malformed,
                "expected exactly one Host header",
            ));
        }
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let known = ["localhost", "127.0.0.1", "[::1]"];
    let is_own = known.iter().any(|own| name.eq_ignore_ascii_case(own));
    if matches!(access, Access::Loopback) && !is_own {
        let accepted = known.join(", ");
        let detail = format!("expected one of the hosts {accepted}, found '{name}'");
        return Err(Problem::new(Code::Forbidden, detail));
    }
    Ok(host)
}

/// Rejects requests that another site caused, except links to the page.
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
        return Err(Problem::new(
            Code::Forbidden,
            "requests from other sites are not accepted",
        ));
    }
    Ok(())
}

/// Returns the host and port of an address.
fn host_of(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    rest.split(['/', '?', '#']).next()
}

/// Sets the cookie for an address with the token and redirects to the page.
fn signed_in(request: &Request, token: &Token) -> Option<Response> {
    if request.method() != Method::GET || request.uri().path() != "/" {
        return None;
    }
    let query = request.uri().query()?;
    let mut pairs = query.split('&');
    let given = pairs.find_map(|pair| pair.strip_prefix("token="))?;
    if !token.is(given) {
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
