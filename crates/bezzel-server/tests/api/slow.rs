//! Clients that are slow or silent, and those that are honest beside them. The limits here are
//! of milliseconds or of hours; what happens is waited for.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use bezzel_server::{Access, App, Connections, serve_with};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

const NEVER: Duration = Duration::from_secs(36_000);
const SOON: Duration = Duration::from_millis(200);

/// No limit but those that a test sets.
const PATIENT: Connections = Connections {
    most: 1000,
    head: NEVER,
    body: NEVER,
    write: NEVER,
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

/// Against hanging only.
async fn within<T>(what: &str, event: impl Future<Output = T>) -> T {
    let limit = Duration::from_secs(100);
    let came = tokio::time::timeout(limit, event).await;
    came.unwrap_or_else(|_| panic!("{what} never came"))
}

/// Reads until the server closes the connection. A reset is an end too.
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

const GET: &str = "GET /api/methods HTTP/1.1\r\nHost: localhost\r\n";

impl Server {
    async fn connect(&self) -> TcpStream {
        within("a connection", TcpStream::connect(self.address))
            .await
            .unwrap()
    }

    async fn send(&self, text: &str) -> TcpStream {
        let mut stream = self.connect().await;
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// The events of a count that takes long.
    async fn events(&self) -> TcpStream {
        let body = r#"{"n":20,"threads":1}"#;
        let text = format!(
            "POST /api/counts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut started = self.send(&text).await;
        within("the count", end(&mut started)).await;
        self.send("GET /api/counts/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .await
    }

    /// An honest client gets its answer.
    async fn answers(&self) {
        let text = format!("{GET}Connection: close\r\n\r\n");
        let answer = within("an answer", async {
            let mut stream = self.send(&text).await;
            end(&mut stream).await
        });
        let answer = String::from_utf8(answer.await).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

#[tokio::test]
async fn silence_is_not_waited_for() {
    let server = start(Connections {
        head: SOON,
        ..PATIENT
    })
    .await;
    let mut silent = server.connect().await;
    let mut half = server.send("GET / HTTP/1.1\r\nHo").await;
    let mut idle = server.send(&format!("{GET}\r\n")).await;
    let cases = [
        ("silence", &mut silent),
        ("half a head", &mut half),
        ("idleness", &mut idle),
    ];
    for (name, stream) in cases {
        let end = within(&format!("the end of {name}"), end(stream)).await;
        // The last one was answered before.
        let answered = end.starts_with(b"HTTP/1.1 200");
        assert_eq!(answered, name == "idleness", "{name}");
    }
}

#[tokio::test]
async fn a_head_that_trickles_is_not_waited_for() {
    let server = start(Connections {
        head: SOON,
        ..PATIENT
    })
    .await;
    let mut slow = server.send("GET / HTTP/1.1\r\n").await;
    within("the end", async {
        while slow.write_all(b"X: y\r\n").await.is_ok() {
            tokio::time::sleep(SOON / 10).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let server = start(Connections {
        body: SOON,
        ..PATIENT
    })
    .await;
    let head = "POST /api/counts HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    let mut slow = server.send(head).await;
    within("the end", end(&mut slow)).await;
}

/// As many answers as no buffer of a system takes.
#[tokio::test]
async fn an_answer_that_nobody_reads_does_not_hold_the_connection() {
    let connections = Connections {
        most: 1,
        write: SOON,
        ..PATIENT
    };
    let server = start(connections).await;
    let page = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut deaf = server.connect().await;
    let (_unread, mut writer) = deaf.split();
    // The server stops reading requests when its answers are not read.
    let ask = async { while writer.write_all(page.repeat(100).as_bytes()).await.is_ok() {} };
    within("the end", ask).await;
    server.answers().await;
}

/// The client is alive all the time, and nothing is said to it for longer than all limits.
#[tokio::test]
async fn streams_that_are_read_are_not_cut() {
    let connections = Connections {
        most: 2,
        head: SOON,
        body: SOON,
        write: SOON,
    };
    let server = start(connections).await;
    let mut events = server.events().await;
    let mut seen = 0;
    let mut bytes = vec![0; 1 << 16];
    // Others come and go meanwhile, and find one place.
    while seen < 6 {
        server.answers().await;
        let read = within("an event", events.read(&mut bytes)).await.unwrap();
        assert!(read > 0, "the stream was cut after {seen} events");
        let text = String::from_utf8_lossy(&bytes[..read]);
        seen += text.matches("data:").count();
    }
}

#[tokio::test]
async fn those_that_are_idle_make_room() {
    let server = start(Connections { most: 4, ..PATIENT }).await;
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(server.connect().await);
    }
    for _ in 0..3 {
        server.answers().await;
    }
    // The first one made room, and one place was enough for all that came.
    within("the end of the oldest", end(&mut silent[0])).await;
    let mut others = Vec::new();
    for _ in 0..50 {
        others.push(server.connect().await);
    }
    server.answers().await;
}

/// The stream is the oldest of all connections, and the one that is silent makes room.
#[tokio::test]
async fn one_that_is_served_is_not_cut_for_another() {
    let server = start(Connections { most: 2, ..PATIENT }).await;
    let mut events = server.events().await;
    let mut bytes = vec![0; 1 << 16];
    for _ in 0..3 {
        let read = within("an event", events.read(&mut bytes)).await.unwrap();
        assert!(read > 0, "the stream was cut");
        let mut silent = server.connect().await;
        server.answers().await;
        within("the end of silence", end(&mut silent)).await;
    }
}
