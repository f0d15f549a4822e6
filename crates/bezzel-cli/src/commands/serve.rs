//! `bezzel serve`: serves the page until it is interrupted.

use std::env;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use bezzel::counted;
use bezzel_server::{Access, App, Token, serve};
use clap::Args;
use tokio::net::TcpListener;

use crate::exit::ExitCode;
use crate::failure::in_words;
use crate::input::shown;
use crate::interrupt::{self, Interrupted};
use crate::language::either;
use crate::output::{self, write_note};

/// Environment variable with the token.
const VARIABLE: &str = "BEZZEL_TOKEN";

/// Serve the page for the browser: lesson, methods, board, puzzles, your program, race and counts.
///
/// bezzel prints the address of the page on stdout, and serves the page until you press Ctrl-C. The
/// page makes no external requests.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel serve --open\n  \
    bezzel serve --port 0                          (any free port)\n  \
    bezzel serve --ledgers .                       (open and resume *.bezzel here)\n  \
    bezzel serve --listen 0.0.0.0                  (for other machines, with BEZZEL_TOKEN)\n  \
    bezzel serve --export site                     (files that need no server)")]
pub(crate) struct Serve {
    /// Port of the server; 0 selects any free port.
    #[arg(
        long,
        short,
        value_name = "P",
        default_value_t = 1848,
        value_parser = port,
        allow_negative_numbers = true
    )]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Let the page open and resume the ledgers *.bezzel in this directory.
    #[arg(long, value_name = "DIR")]
    ledgers: Option<PathBuf>,
    /// Address to listen on. To serve other machines, set the environment variable BEZZEL_TOKEN to an
    /// access token: 16 to 256 letters, digits, '-' or '_'.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    listen: IpAddr,
    /// Write the page as files that need no server, and exit. bezzel creates the directory if it is
    /// missing, and keeps the other files in it.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "open", "ledgers", "listen"])]
    export: Option<PathBuf>,
    /// Let --export replace files that have the same names.
    #[arg(long, conflicts_with_all = ["port", "open", "ledgers", "listen"])]
    force: bool,
}

fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| {
        either!(
            "expected a port from 0 to 65535",
            "应为 0 到 65535 的端口号"
        )
    })
}

fn address(text: &str) -> Result<IpAddr, String> {
    if text == "localhost" {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| {
        either!(
            "expected an IP address without a port: 127.0.0.1 for this machine only, 0.0.0.0 for all; \
             use --port for the port",
            "应为不带端口的 IP 地址：127.0.0.1 只供本机访问，0.0.0.0 供所有机器访问；端口请用 --port 给出"
        )
    })
}

fn token(text: &str) -> Result<Token, String> {
    text.parse()
        .map_err(|error: String| either!("{error}", "令牌应为 16 到 256 个字母、数字、“-”或“_”"))
}

pub(crate) fn run(args: &Serve) -> anyhow::Result<ExitCode> {
    if let Some(directory) = &args.export {
        return export(directory, args.force);
    }
    ensure!(
        !args.force,
        "expected --force with --export DIR, found no --export"
    );
    let access = access(args)?;
    let app = App::new(args.ledgers.as_deref()).with_context(|| {
        let directory = args.ledgers.as_deref().map(shown).unwrap_or_default();
        format!("cannot read {directory}: --ledgers expects a directory of ledgers")
    })?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let unfinished = runtime.block_on(page(args, app, access))?;
    // Units in progress end with the process.
    runtime.shutdown_background();
    let lost = match unfinished {
        0 => either!("server stopped", "服务器已停止"),
        many => either!(
            "server stopped; lost: {counts}",
            "服务器已停止，{many} 个未完成的计数已丢失",
            counts = counted(many, "unfinished count")
        ),
    };
    bail!(Interrupted(Some(lost)))
}

/// Writes the page as files that need no server.
fn export(directory: &Path, force: bool) -> anyhow::Result<ExitCode> {
    fs::create_dir_all(directory).with_context(|| {
        either!(
            "cannot create the directory {path}",
            "无法新建文件夹 {path}",
            path = shown(directory)
        )
    })?;
    let files = bezzel_server::files();
    output::write_folder(directory, &files, force)?;
    output::print(format_args!("{}\n", shown(&directory.join("index.html"))))?;
    let number = files.len();
    let megabytes = files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() as f64 / 1e6;
    write_note(either!(
        "{files}, {megabytes:.1} MB",
        "{number} 个文件，{megabytes:.1} MB",
        files = counted(number, "file")
    ));
    Ok(ExitCode::SUCCESS)
}

fn access(args: &Serve) -> anyhow::Result<Access> {
    // The process list does not show the variable, as it would an option.
    let variable = env::var(VARIABLE).ok();
    let read = |text: String| {
        token(&text).map_err(|error| anyhow!(either!("{VARIABLE}: {error}", "{VARIABLE}：{error}")))
    };
    match variable.map(read).transpose()? {
        Some(token) => Ok(Access::Token(token)),
        None if args.listen.is_loopback() => Ok(Access::Loopback),
        None => bail!(either!(
            "--listen {listen} allows other machines to connect and requires {VARIABLE} (16 to 256 \
             letters, digits, '-' or '_'); without a token, use a loopback address such as 127.0.0.1",
            "--listen {listen} 允许别的机器连接，必须用 {VARIABLE} 设置令牌（16 到 256 个字母、\
             数字、“-”或“_”）；不用令牌时，请用 127.0.0.1 这样的回环地址",
            listen = args.listen
        )),
    }
}

/// Serves the page until it is interrupted. Returns the number of lost counts.
async fn page(args: &Serve, app: App, access: Access) -> anyhow::Result<usize> {
    let address = SocketAddr::new(args.listen, args.port);
    let listener = TcpListener::bind(address).await.with_context(|| {
        either!(
            "cannot listen on {address} (choose another port with --port)",
            "无法监听 {address}（请用 --port 换一个端口）"
        )
    })?;
    let address = listener.local_addr().context("cannot read the port")?;
    let page = page_of(address);
    let secret = match &access {
        Access::Loopback => String::new(),
        Access::Token(token) => format!("?token={}", token.secret()),
    };
    // From here on, a signal stops the server and does not end the process: who reads the address may send one.
    interrupt::check()?;
    output::print(format_args!("{page}{secret}\n"))?;
    write_note(either!("press Ctrl-C to stop", "按 Ctrl-C 停止"));
    if args.open {
        let opened = match &access {
            Access::Loopback => open::that_detached(&page).map_err(|error| in_words(&error)),
            // All users of the machine can read the command line of the browser.
            Access::Token(_) => Err(either!("{VARIABLE} is set", "设置了 {VARIABLE}")),
        };
        if let Err(reason) = opened {
            write_note(either!(
                "cannot open a browser ({reason}): open the address above",
                "无法打开浏览器（{reason}），请打开上面的地址"
            ));
        }
    }
    serve(app, listener, access, interrupted())
        .await
        .context("cannot serve the page")
}

/// Returns the URL; an unspecified address is replaced by the loopback address.
fn page_of(mut address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(match address.is_ipv4() {
            true => Ipv4Addr::LOCALHOST.into(),
            false => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}/")
}

async fn interrupted() {
    while !interrupt::stop_requested() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
