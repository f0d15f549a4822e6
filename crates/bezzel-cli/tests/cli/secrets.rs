//! The token of `bezzel serve`: where it comes from, and who sees it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::{Ran, bezzel};

const SECRET: &str = "correct-horse-battery-staple";

/// A server with these flags and this variable, and the address that it printed.
fn serve(flags: &[&str], variable: Option<&str>) -> (Child, String) {
    let mut command = bezzel();
    command.args(["serve", "--port", "0"]).args(flags);
    command.env_remove("BEZZEL_TOKEN");
    if let Some(variable) = variable {
        command.env("BEZZEL_TOKEN", variable);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let mut address = String::new();
    let stdout = server.stdout.as_mut().unwrap();
    BufReader::new(stdout).read_line(&mut address).unwrap();
    (server, address.trim().to_owned())
}

fn end(mut server: Child) -> Ran {
    let _ = server.kill();
    server.wait_with_output().unwrap().into()
}

fn status(address: &str, headers: &str) -> String {
    let host = address
        .trim_start_matches("http://")
        .split('/')
        .next()
        .unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "GET /api/backends HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn a_token_of_the_environment_is_not_seen() {
    let (server, address) = serve(&[], Some(SECRET));
    assert!(address.ends_with(&format!("/?token={SECRET}")), "{address}");
    assert_eq!(status(&address, ""), "401");
    assert_eq!(
        status(&address, &format!("Authorization: Bearer {SECRET}\r\n")),
        "200"
    );
    if cfg!(target_os = "linux") {
        let line = fs::read(format!("/proc/{}/cmdline", server.id())).unwrap();
        let line = String::from_utf8(line).unwrap();
        assert!(line.contains("serve") && !line.contains(SECRET), "{line}");
    }
    end(server);
}

/// The browser is told a number that is good once: its command line is seen by all.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_not_told_the_token() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen");
    let browser = folder.path().join("xdg-open");
    // Moved into place, so that it is there whole or not at all.
    let script = "#!/bin/sh\necho \"$*\" > \"$SEEN.new\" && mv \"$SEEN.new\" \"$SEEN\"\n";
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut command = bezzel();
    command
        .args(["serve", "--port", "0", "--open"])
        .env("BEZZEL_TOKEN", SECRET);
    command.env("SEEN", &seen).env(
        "PATH",
        format!("{}:{path}", folder.path().to_str().unwrap()),
    );
    let mut server = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(server.stdout.as_mut().unwrap())
        .read_line(&mut address)
        .unwrap();
    crate::waiting::until("a browser is opened", || seen.exists());
    let told = fs::read_to_string(&seen).unwrap();
    assert!(told.contains("/?once=") && !told.contains(SECRET), "{told}");
    let number = told.trim().split("once=").nth(1).unwrap();
    let host = address
        .trim_start_matches("http://")
        .split('/')
        .next()
        .unwrap();
    let visit = || {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "GET /?once={number} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let first = visit();
    assert!(
        first.starts_with("HTTP/1.1 303") && first.contains(SECRET),
        "{first}"
    );
    assert!(visit().starts_with("HTTP/1.1 401"));
    end(server);
}

#[test]
fn tokens_of_other_lengths_are_refused() {
    let long = "a".repeat(257);
    for wrong in ["short", "", &long, "sixteen letters and more"] {
        let (server, address) = serve(&[], Some(wrong));
        assert_eq!(address, "", "{wrong}");
        let ran: Ran = server.wait_with_output().unwrap().into();
        assert_eq!(ran.code, Some(2), "{wrong}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{wrong}: {}", ran.stderr);
        ran.says("16 to 256");
        let repeats = wrong.len() > 5 && ran.stderr.contains(wrong);
        assert!(!repeats, "the error repeats a secret: {}", ran.stderr);
    }
}
