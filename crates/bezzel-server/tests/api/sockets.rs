//! The server on real sockets: disconnecting clients and shutdown.

use std::io;
use std::net::SocketAddr;

use axum::body::Body;
use bezzel_server::limits::MAX_CONNECTIONS;
use bezzel_server::{Access, App, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::{app, post, wait};

struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<std::io::Result<usize>>,
}

async fn start() -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let stopped = async move {
        let _ = stopped.await;
    };
    let ended = tokio::spawn(serve(
        App::new(None).unwrap(),
        listener,
        Access::Loopback,
        stopped,
    ));
    Server {
        address,
        stop,
        ended,
    }
}

impl Server {
    async fn send(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    /// Starts a count that takes many minutes, and opens its stream.
    async fn events(&self) -> TcpStream {
        let body = r#"{"n":22,"threads":1}"#;
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!(
            "POST /api/counts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        self.send("/api/counts/1/events").await
    }
}

#[tokio::test]
async fn the_server_ends_its_streams_and_counts() {
    let server = start().await;
    let mut events = server.events().await;
    let mut first = [0; 64];
    events.read_exact(&mut first).await.unwrap();
    server.stop.send(()).unwrap();
    let mut rest = Vec::new();
    let end = events.read_to_end(&mut rest);
    wait("the stream ends", end).await.unwrap();
    let ended = wait("the server ends", server.ended).await;
    let unfinished = ended.unwrap().unwrap();
    assert_eq!(unfinished, 1);
    assert!(TcpStream::connect(server.address).await.is_err());
}

#[tokio::test]
async fn open_connections_do_not_delay_the_shutdown() {
    let server = start().await;
    // Unfinished requests, an idle connection, a stream and an unread response.
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: local")
        .await
        .unwrap();
    let mut body = TcpStream::connect(server.address).await.unwrap();
    let head = "POST /api/counts HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    body.write_all(head.as_bytes()).await.unwrap();
    let idle = TcpStream::connect(server.address).await.unwrap();
    let mut page = server.send("/").await;
    let mut events = server.events().await;
    let mut begun = [0; 12];
    for answer in [&mut page, &mut events] {
        let read = answer.read_exact(&mut begun);
        wait("an answer begins", read).await.unwrap();
    }
    server.stop.send(()).unwrap();
    let ended = wait("the server ends", server.ended).await;
    ended.unwrap().unwrap();
    drop((half, body, idle, page, events));
}

#[tokio::test]
async fn missing_bodies_are_cut_off() {
    let body = Body::from_stream(futures_util::stream::pending::<io::Result<Vec<u8>>>());
    post(&app(), "/api/counts", body)
        .await
        .problem(400, "request body");
}

#[tokio::test]
async fn the_last_connection_waits_until_silent_ones_are_closed() {
    let server = start().await;
    let mut silent = Vec::new();
    for _ in 0..MAX_CONNECTIONS {
        silent.push(TcpStream::connect(server.address).await.unwrap());
    }
    let mut late = server.send("/api/counts").await;
    // The server runs on this thread: it would have answered by now.
    for _ in 0..10_000 {
        tokio::task::yield_now().await;
    }
    let mut bytes = [0; 12];
    let early = late.try_read(&mut bytes).unwrap_err();
    assert_eq!(early.kind(), io::ErrorKind::WouldBlock);
    let answer = wait("an answer", late.read_exact(&mut bytes)).await;
    answer.unwrap();
    assert_eq!(&bytes, b"HTTP/1.1 200");
    for mut stream in silent {
        let end = wait("the end of a silent connection", stream.read(&mut bytes)).await;
        assert!(matches!(end, Ok(0) | Err(_)));
    }
}
