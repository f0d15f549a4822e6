//! An open campaign: `bezzel campaign open`, and workers that take part in it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bezzel_campaign::UnitList;

use crate::campaign::Place;
#[cfg(target_os = "linux")]
use crate::waiting::processes::until_it_handles_ctrl_c;
use crate::waiting::{Running, until};
use crate::{bezzel, data, json, run};

const N: &str = "13";
const TOTAL: &str = "73712\n";

/// A server on a free port, and the address that it printed.
fn open(ledger: &str, flags: &[&str]) -> (Running, String) {
    let mut server = Running::start(
        bezzel()
            .args(["campaign", "open", ledger, "--listen", "127.0.0.1:0"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    );
    let mut address = String::new();
    let stdout = server.stdout.as_mut().expect("a pipe");
    BufReader::new(stdout)
        .read_line(&mut address)
        .expect("an address");
    (server, address.trim().to_owned())
}

/// A campaign for signed results of two authors, and the keys of two.
fn campaign(place: &Place) -> (String, [String; 2]) {
    let ledger = place.file("q.bezzel");
    data(&[
        "campaign",
        "new",
        N,
        &ledger,
        "--authors",
        "signed",
        "--copies",
        "2",
    ]);
    let keys = ["ada.key", "bob.key"].map(|name| place.file(name));
    for key in &keys {
        data(&["key", "new", key]);
    }
    (ledger, keys)
}

fn units_of_plan() -> usize {
    bezzel_count::Plan::new(N.parse().unwrap()).unwrap().len() as usize
}

fn work(url: &str, key: &str) -> Command {
    let mut work = bezzel();
    work.args(["work", "--from", url, "--key", key, "-t", "1"]);
    // A proxy of the machine that runs the tests does not know 127.0.0.1.
    for name in [
        "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY",
        "https_proxy",
        "ALL_PROXY",
        "all_proxy",
    ] {
        work.env_remove(name);
    }
    work.stdout(Stdio::piped()).stderr(Stdio::piped());
    work
}

fn results(ledger: &str) -> usize {
    let lines = data(&["campaign", "export", ledger, "--results"]);
    lines.lines().filter(|line| !line.starts_with('#')).count()
}

#[test]
fn two_strangers_count_a_campaign_whose_server_is_killed_and_the_log_proves_it() {
    let place = Place::new();
    let (ledger, keys) = campaign(&place);
    // Results that an earlier run could not send, with an incomplete last line.
    let units = place.file("units");
    fs::write(&units, data(&["campaign", "export", &ledger])).unwrap();
    let outbox = keys[0].clone() + ".outbox";
    data(&[
        "work", &units, "--key", &keys[0], "--part", "1/2", "--output", &outbox,
    ]);
    let lines = fs::read_to_string(&outbox).unwrap();
    let last = lines.lines().last().unwrap().to_owned();
    fs::write(&outbox, lines.clone() + &last[..last.len() / 2]).unwrap();

    let (server, url) = open(&ledger, &[]);
    let ran = Running::start(&mut work(&url, &keys[0])).ended();
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), ""),
        "{}",
        ran.stderr
    );
    let kept = lines.lines().count() - 1;
    let expected = format!("{kept} results were not acknowledged and are sent now");
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
    let sent = format!(
        "{} results sent; the campaign needs nothing more from you",
        units_of_plan()
    );
    assert!(ran.stderr.contains(&sent), "{}", ran.stderr);
    assert_eq!(
        fs::read_to_string(&outbox).unwrap().lines().count(),
        1,
        "all were acknowledged"
    );

    // Every acknowledged result survives the end of the server.
    server.kill();
    assert_eq!(results(&ledger), units_of_plan());
    let (server, url) = open(&ledger, &[]);
    let ran = Running::start(&mut work(&url, &keys[1])).ended();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    server.kill();

    let certificate = place.file("certificate");
    data(&["campaign", "certificate", &ledger, "--output", &certificate]);
    let log = ledger.clone() + ".log";
    let verified = data(&[
        "campaign",
        "verify",
        "--log",
        &log,
        "--certificate",
        &certificate,
    ]);
    assert!(verified.contains(TOTAL.trim_end()), "{verified}");
    // The empty outbox of this campaign does not keep its author from another one.
    let next = place.file("next.bezzel");
    data(&["campaign", "new", "8", &next, "--authors", "signed"]);
    let (_server, url) = open(&next, &[]);
    let ran = Running::start(&mut work(&url, &keys[0])).ended();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let status = json(&data(&["campaign", "status", &ledger, "--format", "json"]));
    assert_eq!(status["confirmed"], units_of_plan());
}

#[cfg(unix)]
#[test]
fn a_worker_waits_for_its_server_and_stops_cleanly() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let place = Place::new();
    let (ledger, keys) = campaign(&place);
    // The address of a server that does not run yet: not a port that the system may give to others.
    let mut ports = std::iter::repeat_with(|| fastrand::u16(20_000..30_000));
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let address = format!("127.0.0.1:{}", ports.find(is_free).unwrap());
    let url = format!("http://{address}");
    let mut waiting = Running::start(&mut work(&url, &keys[0]));
    let mut stderr = BufReader::new(waiting.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.contains("cannot reach http://127.0.0.1"), "{line}");
    assert!(line.contains("next attempt in"), "{line}");
    let server = Running::start(
        bezzel()
            .args(["campaign", "open", &ledger, "--listen", &address])
            .stdout(Stdio::null())
            .stderr(Stdio::null()),
    );
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    let sent = format!("{} results sent", units_of_plan());
    assert!(rest.contains(&sent), "{rest}");
    assert_eq!(waiting.ended().code, Some(0));
    // Without units, a worker waits for those of others, until it is stopped.
    kill(Pid::from_raw(server.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(server.ended().code, Some(130));
    #[cfg(target_os = "linux")]
    {
        // As early as a process can handle Ctrl-C.
        let mut stopped = Running::start(&mut work(&url, &keys[1]));
        until_it_handles_ctrl_c(&mut stopped);
        kill(Pid::from_raw(stopped.id() as i32), Signal::SIGINT).unwrap();
        let ran = stopped.ended();
        let expected = "stopped before the end: nothing was counted\n";
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(130), ""));
        assert!(ran.stderr.ends_with(expected), "{}", ran.stderr);
    }
}

/// A proxy that connects its clients to other servers, and the number of connections.
fn proxy() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let counted = counted.clone();
            thread::spawn(move || tunnel(client, &counted));
        }
    });
    (address, count)
}

/// Serves one `CONNECT host:port` request.
fn tunnel(client: TcpStream, count: &AtomicUsize) -> Option<()> {
    let mut reader = BufReader::new(client.try_clone().ok()?);
    let mut request = String::new();
    reader.read_line(&mut request).ok()?;
    let target = request
        .strip_prefix("CONNECT ")?
        .split(' ')
        .next()?
        .to_owned();
    let mut line = String::new();
    while reader.read_line(&mut line).ok()? > 2 {
        line.clear();
    }
    let server = TcpStream::connect(target).ok()?;
    count.fetch_add(1, Ordering::SeqCst);
    (&client).write_all(b"HTTP/1.1 200 OK\r\n\r\n").ok()?;
    let (mut to, mut from) = (server.try_clone().ok()?, server);
    let mut back = client.try_clone().ok()?;
    thread::spawn(move || std::io::copy(&mut from, &mut back));
    std::io::copy(&mut reader, &mut to).ok().map(drop)
}

#[test]
fn a_worker_reaches_its_server_through_a_proxy() {
    let place = Place::new();
    let (ledger, keys) = campaign(&place);
    let (_server, url) = open(&ledger, &[]);
    let (address, connections) = proxy();
    let mut work = work(&url, &keys[0]);
    let ran = Running::start(work.env("HTTP_PROXY", format!("http://{address}"))).ended();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(connections.load(Ordering::SeqCst) > 0);
    assert_eq!(results(&ledger), units_of_plan());
}

#[test]
fn what_cannot_take_part_is_refused_in_one_line() {
    let place = Place::new();
    let (ledger, keys) = campaign(&place);
    let refused = |args: &[&str], why: &str| {
        let ran = run(args);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{args:?}: {}",
            ran.stderr
        );
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    };
    refused(&["work", "--from", "http://127.0.0.1:1"], "--key");
    refused(&["work"], "UNITFILE");
    refused(
        &["work", "units", "--from", "http://a", "--key", &keys[0]],
        "cannot be used with",
    );
    refused(
        &["work", "--from", "queens", "--key", &keys[0]],
        "expected an address such as",
    );
    if !cfg!(feature = "https") {
        refused(
            &["work", "--from", "https://a", "--key", &keys[0]],
            "this build has no HTTPS",
        );
    }
    refused(&["campaign", "open", &keys[0]], "expected a bezzel ledger");
    refused(
        &["campaign", "open", &ledger, "--log", &ledger],
        "expected another file than the ledger",
    );
    refused(
        &["campaign", "open", &ledger, "--log", &keys[0]],
        "expected '# bezzel log 1'",
    );
    refused(
        &["campaign", "open", &ledger, "--listen", "queens"],
        "expected an address",
    );

    // An author who is not in the list, and a server that is another one.
    let list = place.file("authors");
    fs::write(&list, data(&["key", "show", &keys[0]])).unwrap();
    let closed = place.file("closed.bezzel");
    data(&["campaign", "new", N, &closed, "--authors", &list]);
    let (mut server, url) = open(&closed, &[]);
    let ran = Running::start(&mut work(&url, &keys[1])).ended();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("expected a result of an author in the list"),
        "{}",
        ran.stderr
    );
    let other = Running::start(&mut work(&(url + "/other"), &keys[0])).ended();
    assert_eq!(other.code, Some(2));
    assert!(
        other.stderr.contains("expected /, /campaign"),
        "{}",
        other.stderr
    );
    until("the server runs", || !server.has_ended());
}

/// A server that leases all units once and is never reached with their results.
fn server_without_answers(units: &UnitList) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let all: Vec<String> = units
        .plan()
        .units()
        .map(|unit| format!("{unit} direct"))
        .collect();
    let status = serde_json::json!({"units": all.len(), "open": all.len()});
    let campaign = serde_json::json!({
        "header": units.header(), "policy": "signed results of anyone", "max_lines": 256,
        "max_body_bytes": 65_536, "status": status,
    });
    let leased = |units: &[String]| {
        serde_json::json!({"units": units, "lease_seconds": 3600, "more_later": true}).to_string()
    };
    let mut leases = vec![leased(&[]), leased(&all)];
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let mut reader = BufReader::new(&client);
            let (mut request, mut line, mut length) = (String::new(), String::new(), 0);
            reader.read_line(&mut request).unwrap_or(0);
            while reader.read_line(&mut line).unwrap_or(0) > 2 {
                let lower = line.to_lowercase();
                if let Some(bytes) = lower.strip_prefix("content-length:") {
                    length = bytes.trim().parse().unwrap();
                }
                line.clear();
            }
            let _ = reader.take(length).read_to_end(&mut Vec::new());
            let answer = match request.split(' ').nth(1) {
                Some("/campaign") => campaign.to_string(),
                Some("/leases") if leases.len() > 1 => leases.remove(1),
                Some("/leases") => leases[0].clone(),
                _ => continue,
            };
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                answer.len()
            );
            let _ = (&client).write_all((head + &answer).as_bytes());
        }
    });
    url
}

/// Results that the server has not acknowledged survive a file that is copied over the outbox.
#[cfg(unix)]
#[test]
fn a_worker_notices_an_outbox_that_is_overwritten_or_removed() {
    let place = Place::new();
    let (_, [key, _]) = campaign(&place);
    let units = UnitList::new(N.parse().unwrap()).unwrap();
    let outbox = key.clone() + ".outbox";
    let lines = || fs::read_to_string(&outbox).unwrap_or_default();
    type Change<'a> = (&'a str, &'a dyn Fn());
    let overwrite = || fs::write(&outbox, "another text\n").unwrap();
    let remove = || fs::remove_file(&outbox).unwrap();
    let changes: [Change; 2] = [
        ("overwritten by another program", &overwrite),
        ("moved, removed or replaced", &remove),
    ];
    for (why, change) in changes {
        let url = server_without_answers(&units);
        let worker = Running::start(&mut work(&url, &key));
        until("all results are in the outbox", || {
            lines().lines().count() > units_of_plan()
        });
        let known = lines();
        change();
        let ran = worker.ended();
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{}",
            ran.stderr
        );
        let last = ran.stderr.lines().last().unwrap();
        assert!(last.contains(why), "{last}");
        let rescued = last
            .split([' ', ',', ';'])
            .find(|word| word.ends_with(".results"))
            .expect(last);
        assert_eq!(fs::read_to_string(rescued).unwrap(), known);
        assert!(
            ["", "another text\n"].contains(&lines().as_str()),
            "{}",
            lines()
        );
        let _ = fs::remove_file(&outbox);
    }
}
