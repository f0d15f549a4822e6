//! `bezzel serve`: the address, the token, the end, and what is refused.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::waiting::Running;
use crate::{bezzel, data, run};

const SECRET: &str = "correct-horse-battery-staple";

/// The command of a server on a free port.
fn serving(flags: &[&str]) -> Command {
    let mut command = bezzel();
    command.args(["serve", "--port", "0"]).args(flags);
    command.env_remove("BEZZEL_TOKEN");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn serve(flags: &[&str]) -> (Running, String) {
    started(&mut serving(flags))
}

/// A server, and the address that it printed.
fn started(command: &mut Command) -> (Running, String) {
    let mut server = Running::start(command);
    let mut address = String::new();
    let stdout = server.stdout.as_mut().expect("a pipe");
    BufReader::new(stdout)
        .read_line(&mut address)
        .expect("an address");
    (server, address.trim().to_owned())
}

fn get(address: &str, path: &str) -> String {
    ask(address, "GET", path, "")
}

#[cfg(unix)]
fn post(address: &str, path: &str, body: &str) -> String {
    ask(address, "POST", path, body)
}

fn ask(address: &str, method: &str, path: &str, body: &str) -> String {
    let host = address
        .trim_start_matches("http://")
        .split('/')
        .next()
        .expect("a host");
    let mut stream = TcpStream::connect(host).expect("the server answers");
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[cfg(unix)]
#[test]
fn the_page_is_served_until_it_is_interrupted() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let (server, address) = serve(&[]);
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        assert!(get(&address, "/").contains("<title>bezzel</title>"));
        kill(Pid::from_raw(server.id() as i32), signal).expect("sent");
        let ran = server.ended();
        assert_eq!(ran.code, Some(130));
        let said = "press Ctrl-C to stop\nstopped before the end: server stopped\n";
        assert_eq!(ran.stderr, said);
    }
}

/// A ledger is open in the page, a count would take hours, and clients hold their connections.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_whatever_goes_on() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = tempfile::tempdir().expect("a folder");
    let ledger = folder.path().join("q20.bezzel");
    let plan = bezzel_count::Plan::new(20).expect("a plan");
    let made = bezzel_run::Ledger::create(&ledger, plan);
    assert!(made.is_ok());
    let (server, address) = serve(&["--ledgers", folder.path().to_str().expect("text")]);
    let opened = post(&address, "/api/ledgers", r#"{"file":"q20.bezzel"}"#);
    assert!(opened.starts_with("HTTP/1.1 201"), "{opened}");
    let goes = post(&address, "/api/counts/1/resume", "");
    assert!(goes.starts_with("HTTP/1.1 200"), "{goes}");
    let counts = post(&address, "/api/counts", r#"{"n":24}"#);
    assert!(counts.starts_with("HTTP/1.1 201"), "{counts}");
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let held: Vec<TcpStream> = ["/api/counts/1/events", "/api/counts/2/events"]
        .iter()
        .map(|path| {
            let mut stream = TcpStream::connect(host).expect("the server answers");
            write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
            stream.read_exact(&mut [0; 12]).expect("an answer");
            stream
        })
        .collect();
    let mut half = TcpStream::connect(host).expect("the server answers");
    write!(half, "GET / HTTP/1.1\r\nHo").expect("sent");
    kill(Pid::from_raw(server.id() as i32), Signal::SIGINT).expect("sent");
    assert_eq!(server.ended().code, Some(130));
    drop((held, half));
}

#[test]
fn a_token_is_part_of_the_address() {
    let variable = started(serving(&[]).env("BEZZEL_TOKEN", SECRET));
    if cfg!(target_os = "linux") {
        let line = fs::read(format!("/proc/{}/cmdline", variable.0.id())).unwrap();
        let line = String::from_utf8(line).unwrap();
        assert!(line.contains("serve") && !line.contains(SECRET), "{line}");
    }
    let (_server, address) = variable;
    assert!(address.ends_with(&format!("/?token={SECRET}")), "{address}");
    assert!(get(&address, "/").starts_with("HTTP/1.1 401"));
    let visit = get(&address, &format!("/?token={SECRET}"));
    assert!(visit.starts_with("HTTP/1.1 303"), "{visit}");
}

#[test]
fn tokens_of_other_lengths_are_refused() {
    let long = "a".repeat(257);
    for wrong in ["short", "", &long, "sixteen letters and more"] {
        let (server, address) = started(serving(&[]).env("BEZZEL_TOKEN", wrong));
        assert_eq!(address, "", "{wrong}");
        let ran = server.ended();
        assert_eq!(ran.code, Some(2), "{wrong}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{wrong}: {}", ran.stderr);
        ran.says("16 to 256");
        let repeats = wrong.len() > 5 && ran.stderr.contains(wrong);
        assert!(!repeats, "the error repeats a secret: {}", ran.stderr);
    }
}

#[test]
fn a_port_in_use_is_refused() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let ran = run(&["serve", "--port", &port]);
    ran.refuses("choose another port with --port");
    run(&["serve", "--port", &port, "--lang", "zh"]).says("）：端口已被占用\n");
    ran.says(&port);
}

#[test]
fn an_export_keeps_the_files_of_others() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path().join("site");
    let path = directory.to_str().unwrap();
    let names = || {
        let entries = fs::read_dir(&directory).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    data(&["serve", "--export", path]);
    let page = names();
    assert!(page.len() > 10 && page.contains("index.html"));
    fs::write(place.path().join("thesis.txt"), "mine").unwrap();
    fs::write(directory.join("notes.txt"), "mine").unwrap();
    // What an earlier version would have deleted.
    let list = r#"{"program":"bezzel 0.2.0","files":["../thesis.txt","notes.txt","index.html"]}"#;
    fs::write(directory.join("bezzel-site.json"), list).unwrap();
    fs::write(directory.join("index.html"), "old").unwrap();
    let refused = run(&["serve", "--export", path]);
    refused.refuses("the file already exists");
    refused.says("--force");
    data(&["serve", "--export", path, "--force"]);
    assert_ne!(fs::read(directory.join("index.html")).unwrap(), b"old");
    assert!(place.path().join("thesis.txt").exists());
    let others = ["bezzel-site.json".to_owned(), "notes.txt".to_owned()];
    assert_eq!(names(), &page | &others.into());
}
