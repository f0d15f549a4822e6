//! Races: measured run times of several methods.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::Event;
use bezzel::methods::{Counters, Method, Stoppable};
use bezzel_run::growth;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::requests::{Query, size};
use crate::app::{App, limits, seconds};
use crate::problem::Problem;
use crate::reason::Reason;

/// Maximum expected time of a single run; longer runs are skipped.
const MAX_RUN_TIME: Duration = Duration::from_secs(2);

/// Smallest n that is measured.
const MIN_N: u32 = 4;

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Race {
    /// Two to four methods, separated by commas.
    #[cfg_attr(feature = "schema", param(example = "slope-test,bitmask"))]
    methods: String,
    /// Largest number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 16, example = 8))]
    n: u32,
}

/// Event of a race.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "event")]
enum Message {
    /// A method counted all solutions for n queens.
    Measured {
        method: &'static str,
        n: u32,
        /// Median of three runs, or the time of one long run.
        seconds: f64,
        counters: Counters,
    },
    /// From this n on, the expected time of the method exceeds the limit.
    Skipped { method: &'static str, n: u32 },
    /// All measurements are done.
    Finished,
}

/// Sends times and work counters of methods for n = 4, 5, … as server-sent events.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/race", tag = "race", params(Race),
    responses(
        (status = 200, body = Message, content_type = "text/event-stream"),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn race(
    State(app): State<App>,
    Query(race): Query<Race>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    size(race.n, limits::MAX_STEPS_N)?;
    let methods = racers(&race.methods)?;
    let stream = app.stream()?;
    let slot = app.acquire_slot().await?;
    let (sender, messages) = mpsc::channel(16);
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        // `None` means that the client disconnected or the server stops.
        let _ = measure(&methods, race.n, &sender);
    });
    let messages = ReceiverStream::new(messages).map(move |message| {
        let _stream = &stream;
        Ok(Event::default().json_data(message).expect("plain data"))
    });
    Ok(Sse::new(
        messages.take_until(app.stopped().clone().cancelled_owned()),
    ))
}

fn racers(names: &str) -> Result<Vec<Method>, Problem> {
    let mut methods = Vec::new();
    for name in names.split(',') {
        let method: Method = name.parse()?;
        method.check_count(0)?;
        if methods.contains(&method) {
            let name = name.to_owned();
            return Err(Reason::SameRacer { name }.into());
        }
        methods.push(method);
        if methods.len() > 4 {
            break;
        }
    }
    if !(2..=4).contains(&methods.len()) {
        return Err(Reason::Racers.into());
    }
    Ok(methods)
}

/// Measures n in ascending order, so that each time predicts the next. The bound of its growth is
/// below twice the growth, so no size that takes half of the limit is skipped. Returns `None` if the
/// receiver is closed.
fn measure(methods: &[Method], n: u32, sender: &mpsc::Sender<Message>) -> Option<()> {
    let send = |message| sender.blocking_send(message).ok();
    let mut racing: Vec<(Method, Duration)> = methods
        .iter()
        .map(|&method| (method, Duration::ZERO))
        .collect();
    for n in MIN_N.min(n)..=n {
        let mut remaining = Vec::new();
        for (method, before) in racing {
            if before.mul_f64(growth::upper_bound(method, n)) > MAX_RUN_TIME {
                send(Message::Skipped {
                    method: method.name(),
                    n,
                })?;
                continue;
            }
            let taken = median(method, n);
            let mut counters = Counters::default();
            let should_stop = || sender.is_closed();
            let flow = method.observe(n, &mut Stoppable::new(&mut counters, &should_stop));
            flow.ok()?.continue_value()?;
            send(Message::Measured {
                method: method.name(),
                n,
                seconds: seconds(taken),
                counters,
            })?;
            remaining.push((method, taken));
        }
        racing = remaining;
    }
    send(Message::Finished)
}

fn median(method: Method, n: u32) -> Duration {
    let once = || {
        let start = Instant::now();
        std::hint::black_box(method.count(n)).expect("the size was checked");
        start.elapsed()
    };
    let first = once();
    if first > MAX_RUN_TIME / 8 {
        return first;
    }
    let mut times = [first, once(), once()];
    times.sort();
    times[1]
}
