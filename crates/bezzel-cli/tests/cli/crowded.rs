//! `bezzel serve` with few descriptors and many silent clients.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

/// More than the server has descriptors for.
const SILENT: usize = 200;

fn answer(host: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    // Against hanging only.
    stream
        .set_read_timeout(Some(crate::waiting::HANG_TIMEOUT))
        .unwrap();
    write!(
        stream,
        "GET /api/backends HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("an answer beside silent clients");
    answer
}

/// Those that were closed come back before each request. During a request nobody else connects,
/// because a later connection may replace one whose request is still on its way.
#[test]
fn silent_clients_do_not_keep_honest_ones_out() {
    let mut server = Command::new("sh")
        .args(["-c", "ulimit -n 128; exec \"$0\" serve --port 0"])
        .arg(&*crate::BINARY)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(server.stdout.as_mut().unwrap())
        .read_line(&mut address)
        .unwrap();
    let host = address
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned();
    let connect = |host: &str| {
        let stream = TcpStream::connect(host).unwrap();
        stream.set_nonblocking(true).unwrap();
        stream
    };
    let mut silent: Vec<TcpStream> = (0..SILENT).map(|_| connect(&host)).collect();
    for _ in 0..20 {
        for stream in &mut silent {
            // Nothing to read is a connection that is open still.
            let is_open = stream
                .read(&mut [0; 16])
                .is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
            if !is_open {
                *stream = connect(&host);
            }
        }
        let answer = answer(&host);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
}
