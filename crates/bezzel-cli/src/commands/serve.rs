//! `bezzel serve`: serves the page until it is interrupted.

use std::env;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use bezzel::counted;
use bezzel_server::{Access, App, Token, serve};
use tokio::net::TcpListener;

use crate::args;
use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt::{self, Interrupted};
use crate::language::either;
use crate::output;
use crate::stderr::write_note;

/// Environment variable with the token.
const VARIABLE: &str = "BEZZEL_TOKEN";

pub(crate) fn run(args: &args::Serve) -> anyhow::Result<ExitCode> {
    if let Some(directory) = &args.export {
        return export(directory, args.force);
    }
    ensure!(
        !args.force,
        "expected --force with --export DIR, found no --export"
    );
    let access = access(args)?;
    let app = match &args.ledgers {
        None => App::new(),
        Some(directory) => App::with_ledgers(directory).with_context(|| {
            let directory = shown(directory);
            format!("cannot read {directory}: --ledgers expects a directory of ledgers")
        })?,
    };
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let unfinished = runtime.block_on(page(args, app, access))?;
    // Units in progress end with the process.
    runtime.shutdown_background();
    let lost = match unfinished {
        0 => either("server stopped", "服务器已停止"),
        many => either(
            format!(
                "server stopped; lost: {}",
                counted(many, "unfinished count")
            ),
            format!("服务器已停止，{many} 个未完成的计数已丢失"),
        ),
    };
    bail!(Interrupted(lost))
}

/// Writes the page as files that need no server.
fn export(directory: &Path, force: bool) -> anyhow::Result<ExitCode> {
    fs::create_dir_all(directory).with_context(|| {
        either(
            format!("cannot create the directory {}", shown(directory)),
            format!("无法新建文件夹 {}", shown(directory)),
        )
    })?;
    let files = bezzel_server::files();
    output::write_folder(directory, &files, force)?;
    output::print(format_args!("{}\n", shown(&directory.join("index.html"))))?;
    let number = files.len();
    let megabytes = files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() as f64 / 1e6;
    write_note(either(
        format!("{}, {megabytes:.1} MB", counted(number, "file")),
        format!("{number} 个文件，{megabytes:.1} MB"),
    ));
    Ok(ExitCode::SUCCESS)
}

fn access(args: &args::Serve) -> anyhow::Result<Access> {
    // The process list does not show the variable.
    let variable = env::var(VARIABLE).ok().filter(|_| args.token.is_none());
    let read = |text: String| {
        let read = text.parse::<Token>();
        read.map_err(|error| anyhow!("{VARIABLE}: {error}"))
    };
    match variable.map(read).transpose()?.or(args.token.clone()) {
        Some(token) => Ok(Access::Token(token)),
        None if args.listen.is_loopback() => Ok(Access::Loopback),
        None => bail!(either(
            format!(
                "--listen {} allows other machines to connect and requires {VARIABLE} or --token (16 to \
                 256 letters, digits, '-' or '_'); without a token, use a loopback address such as 127.0.0.1",
                args.listen
            ),
            format!(
                "--listen {} 允许别的机器连接，必须用 {VARIABLE} 或 --token 设置令牌（16 到 256 个字母、\
                 数字、'-' 或 '_'）；不用令牌时，请用 127.0.0.1 这样的回环地址",
                args.listen
            ),
        )),
    }
}

/// Serves the page until it is interrupted. Returns the number of lost counts.
async fn page(args: &args::Serve, app: App, access: Access) -> anyhow::Result<usize> {
    let address = SocketAddr::new(args.listen, args.port);
    let listener = TcpListener::bind(address).await.with_context(|| {
        either(
            format!("cannot listen on {address} (choose another port with --port)"),
            format!("无法监听 {address}（请用 --port 换一个端口）"),
        )
    })?;
    let address = listener.local_addr().context("cannot read the port")?;
    let link = link(address, &access);
    output::print(format_args!("{link}\n"))?;
    write_note(either("press Ctrl-C to stop", "按 Ctrl-C 停止"));
    if args.open
        && let Err(error) = invitation(address, &access).and_then(open::that_detached)
    {
        write_note(either(
            format!("cannot open a browser ({error}): open the address above"),
            format!("无法打开浏览器（{error}）：请打开上面的地址"),
        ));
    }
    serve(app, listener, access, interrupted())
        .await
        .context("cannot serve the page")
}

/// Returns the address for the command line of the browser, which all users can read.
fn invitation(address: SocketAddr, access: &Access) -> io::Result<String> {
    let page = page_of(address);
    match access {
        Access::Loopback => Ok(page),
        Access::Token(token) => Ok(format!("{page}?once={}", token.invitation()?)),
    }
}

/// Returns the address to print.
fn link(address: SocketAddr, access: &Access) -> String {
    let page = page_of(address);
    match access {
        Access::Loopback => page,
        Access::Token(token) => format!("{page}?token={}", token.secret()),
    }
}

/// Returns the URL; an unspecified address is replaced by the loopback address.
fn page_of(mut address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        let own = if address.is_ipv4() {
            "127.0.0.1"
        } else {
            "::1"
        };
        address.set_ip(own.parse().expect("an address"));
    }
    format!("http://{address}/")
}

async fn interrupted() {
    while !interrupt::stop_requested() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
