//! Slow and silent clients beside normal ones. Limits are 200 ms or 10 hours; the tests wait for
//! events.

use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use bezzel_server::{Access, App, Connections, serve_with};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use crate::wait;

const NEVER: Duration = Duration::from_secs(36_000);
const SOON: Duration = Duration::from_millis(200);

/// Connections without time limits, as a base for the tests.
const UNLIMITED: Connections = Connections {
    max_open: 1000,
    head_timeout: NEVER,
    body_timeout: NEVER,
    write_timeout: NEVER,
};

struct Server {
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

async fn start(connections: Connections) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (_stop, stopped) = oneshot::channel::<()>();
    let wait = async move {
        let _ = stopped.await;
    };
    let access = Access::Loopback;
    tokio::spawn(serve_with(App::new(), listener, access, connections, wait));
    Server { address, _stop }
}

/// Reads until the server closes or resets the connection.
async fn end(stream: &mut TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    let mut bytes = [0; 4096];
    while let Ok(read) = stream.read(&mut bytes).await
        && read > 0
    {
        all.extend_from_slice(&bytes[..read]);
    }
    all
}

const GET: &str = "GET /api/counts HTTP/1.1\r\nHost: localhost\r\n";

impl Server {
    async fn connect(&self) -> TcpStream {
        wait("a connection", TcpStream::connect(self.address))
            .await
            .unwrap()
    }

    /// Connects and sends a text. Without an `await` between the two, the server, which runs on
    /// the same thread, finds the text when it accepts the connection: no limit can end before.
    fn send(&self, text: &str) -> TcpStream {
        let mut stream = std::net::TcpStream::connect(self.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream.set_nonblocking(true).unwrap();
        TcpStream::from_std(stream).unwrap()
    }

    /// Opens the stream of a long count.
    async fn events(&self) -> TcpStream {
        let body = r#"{"n":20,"threads":1}"#;
        let text = format!(
            "POST /api/counts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut started = self.send(&text);
        wait("the count", end(&mut started)).await;
        self.send("GET /api/counts/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    /// Checks that a normal client gets its response.
    async fn answers(&self) {
        let text = format!("{GET}Connection: close\r\n\r\n");
        let mut stream = self.send(&text);
        let answer = wait("an answer", end(&mut stream)).await;
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

#[tokio::test]
async fn silent_connections_are_closed() {
    let server = start(Connections {
        head_timeout: SOON,
        ..UNLIMITED
    })
    .await;
    let mut silent = server.connect().await;
    let mut half = server.send("GET / HTTP/1.1\r\nHo");
    let mut idle = server.send(&format!("{GET}\r\n"));
    let cases = [
        ("silence", &mut silent),
        ("half a head", &mut half),
        ("idleness", &mut idle),
    ];
    for (name, stream) in cases {
        let end = wait(&format!("the end of {name}"), end(stream)).await;
        // Only the idle connection had a response before.
        let answered = end.starts_with(b"HTTP/1.1 200");
        assert_eq!(answered, name == "idleness", "{name}");
    }
}

#[tokio::test]
async fn slow_heads_are_cut_off() {
    let server = start(Connections {
        head_timeout: SOON,
        ..UNLIMITED
    })
    .await;
    let mut slow = server.send("GET / HTTP/1.1\r\n");
    wait("the end", async {
        while slow.write_all(b"X: y\r\n").await.is_ok() {
            tokio::time::sleep(SOON / 10).await;
        }
    })
    .await;
}

#[tokio::test]
async fn missing_bodies_are_cut_off() {
    let server = start(Connections {
        body_timeout: SOON,
        ..UNLIMITED
    })
    .await;
    let head = "POST /api/counts HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    let mut slow = server.send(head);
    wait("the end", end(&mut slow)).await;
}

/// Requests more responses than system buffers can hold, without reading them.
#[tokio::test]
async fn an_unread_response_does_not_hold_the_connection() {
    let connections = Connections {
        max_open: 1,
        write_timeout: SOON,
        ..UNLIMITED
    };
    let server = start(connections).await;
    let page = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut deaf = server.connect().await;
    let (_unread, mut writer) = deaf.split();
    // The server stops reading requests when its responses are not read.
    let ask = async { while writer.write_all(page.repeat(100).as_bytes()).await.is_ok() {} };
    wait("the end", ask).await;
    server.answers().await;
}

/// The client keeps reading, and the intervals between events exceed all limits.
#[tokio::test]
async fn streams_that_are_read_are_not_cut() {
    let connections = Connections {
        max_open: 2,
        head_timeout: SOON,
        body_timeout: SOON,
        write_timeout: SOON,
    };
    let server = start(connections).await;
    let mut events = server.events().await;
    let mut seen = 0;
    let mut bytes = vec![0; 1 << 16];
    // Meanwhile other clients use the second connection.
    while seen < 6 {
        server.answers().await;
        let read = wait("an event", events.read(&mut bytes)).await.unwrap();
        assert!(read > 0, "the stream was cut after {seen} events");
        let text = String::from_utf8_lossy(&bytes[..read]);
        seen += text.matches("data:").count();
    }
}

#[tokio::test]
async fn idle_connections_are_closed_for_new_ones() {
    let server = start(Connections {
        max_open: 4,
        ..UNLIMITED
    })
    .await;
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(server.connect().await);
    }
    for _ in 0..3 {
        server.answers().await;
    }
    // The oldest idle connection was closed; its slot was enough for all later ones.
    wait("the end of the oldest", end(&mut silent[0])).await;
    let mut others = Vec::new();
    for _ in 0..50 {
        others.push(server.connect().await);
    }
    server.answers().await;
}

/// The stream is the oldest connection; the silent one is closed instead.
#[tokio::test]
async fn a_busy_connection_is_not_closed_for_another() {
    let server = start(Connections {
        max_open: 2,
        ..UNLIMITED
    })
    .await;
    let mut events = server.events().await;
    let mut bytes = vec![0; 1 << 16];
    for _ in 0..3 {
        let read = wait("an event", events.read(&mut bytes)).await.unwrap();
        assert!(read > 0, "the stream was cut");
        let mut silent = server.connect().await;
        server.answers().await;
        wait("the end of silence", end(&mut silent)).await;
    }
}
