//! `bezzel serve`.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use bezzel_server::{Access, App, serve};
use tokio::net::TcpListener;

use crate::args;
use crate::interrupt::{self, Interrupted};
use crate::stderr::say;

pub(crate) fn run(args: &args::Serve) -> anyhow::Result<ExitCode> {
    let access = access(args)?;
    let app = match &args.campaigns {
        None => App::new(),
        Some(folder) => App::with_campaigns(folder).with_context(|| {
            let folder = folder.display();
            format!("cannot read the folder {folder} (--campaigns takes a folder of ledgers)")
        })?,
    };
    interrupt::listen()?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let unfinished = runtime.block_on(page(args, app, access))?;
    // Units that are being counted end with the process.
    runtime.shutdown_background();
    let lost = match unfinished {
        0 => "the page is closed".to_owned(),
        1 => "the page is closed, and a count that was not finished is lost".to_owned(),
        many => format!("the page is closed, and {many} counts that were not finished are lost"),
    };
    bail!(Interrupted(lost))
}

fn access(args: &args::Serve) -> anyhow::Result<Access> {
    match &args.token {
        Some(token) => Ok(Access::Token(token.clone())),
        None if args.listen.is_loopback() => Ok(Access::Loopback),
        None => bail!(
            "--listen {} lets other machines in, which needs --token (16 to 256 letters, digits, \
             '-' and '_'); without it, loopback addresses such as 127.0.0.1 are accepted",
            args.listen
        ),
    }
}

/// Serves the page until it is interrupted. Returns how many counts are lost.
async fn page(args: &args::Serve, app: App, access: Access) -> anyhow::Result<usize> {
    let address = SocketAddr::new(args.listen, args.port);
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address} (--port chooses another port)"))?;
    let address = listener.local_addr().context("cannot tell the port")?;
    let link = link(address, &access);
    let mut out = std::io::stdout();
    writeln!(out, "{link}")
        .and_then(|()| out.flush())
        .context("cannot write the address")?;
    say("Ctrl-C ends it");
    if args.open
        && let Err(error) = open::that_detached(&link)
    {
        say(format_args!(
            "cannot open a browser ({error}): open the address above"
        ));
    }
    serve(app, listener, access, interrupted())
        .await
        .context("cannot serve the page")
}

/// The address for the browser; where all addresses are listened on, that of this machine.
fn link(mut address: SocketAddr, access: &Access) -> String {
    if address.ip().is_unspecified() {
        let own = if address.is_ipv4() {
            "127.0.0.1"
        } else {
            "::1"
        };
        address.set_ip(own.parse().expect("an address"));
    }
    match access {
        Access::Loopback => format!("http://{address}/"),
        Access::Token(token) => format!("http://{address}/?token={}", token.secret()),
    }
}

async fn interrupted() {
    while !interrupt::asked() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
