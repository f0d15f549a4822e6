//! Races: measured run times of several methods.

use bezzel::methods::{Counters, Method, growth};
use bezzel::shared::check_size;
use serde::{Deserialize, Serialize};

use crate::Host;
use crate::limits;
use crate::problem::Problem;

/// Maximum expected seconds of a single run; longer runs are skipped.
const MAX_RUN_SECONDS: f64 = 2.0;

/// Least seconds that are measured. Short runs are repeated, because clocks of browsers are coarse.
const MEASURED_SECONDS: f64 = 0.02;

/// Smallest n that is measured.
const MIN_N: u32 = 4;

/// Methods to be measured for several n.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Race {
    /// Two to four names of methods.
    methods: Vec<String>,
    /// Largest number of queens.
    n: u32,
    /// Measures this n only, of at least one method, as long as it takes.
    #[serde(default)]
    only: bool,
}

/// What was measured or skipped for one method and one n.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub(crate) enum Measurement {
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
}

impl Race {
    /// Measures n in ascending order, so that each time predicts the next. The bound of its growth is
    /// below twice the growth, so no size that takes half of the limit is skipped.
    pub(crate) fn run(&self, host: &mut dyn Host) -> Result<(), Problem> {
        check_size(self.n, limits::MAX_STEPS_N)?;
        let mut racing: Vec<(Method, f64)> = self
            .racers()?
            .into_iter()
            .map(|method| (method, 0.0))
            .collect();
        let least = if self.only { self.n } else { MIN_N.min(self.n) };
        for n in least..=self.n {
            let mut remaining = Vec::new();
            for (method, before) in racing {
                if before * growth::upper_bound(method, n) > MAX_RUN_SECONDS {
                    let method = method.name();
                    tell(host, &Measurement::Skipped { method, n });
                    continue;
                }
                let seconds = median(method, n, host);
                let measured = Measurement::Measured {
                    method: method.name(),
                    n,
                    seconds,
                    counters: method.run(n)?.counters(),
                };
                tell(host, &measured);
                remaining.push((method, seconds));
            }
            racing = remaining;
        }
        Ok(())
    }

    fn racers(&self) -> Result<Vec<Method>, Problem> {
        let least = if self.only { 1 } else { 2 };
        if !(least..=4).contains(&self.methods.len()) {
            let chinese = "请选择两到四种方法";
            return Err(Problem::new("expected two to four methods", chinese));
        }
        let mut methods = Vec::new();
        for name in &self.methods {
            let method: Method = name.parse()?;
            method.check_count(0)?;
            if methods.contains(&method) {
                return Err(Problem::new(
                    format_args!("expected different methods, found {name} twice"),
                    format_args!("{name} 重复，请选择不同的方法"),
                ));
            }
            methods.push(method);
        }
        Ok(methods)
    }
}

fn tell(host: &mut dyn Host, measurement: &Measurement) {
    host.tell(&serde_json::to_vec(measurement).expect("plain data"));
}

fn median(method: Method, n: u32, host: &dyn Host) -> f64 {
    let once = || {
        let (start, mut runs, mut taken) = (host.seconds(), 0.0, 0.0);
        while taken < MEASURED_SECONDS {
            std::hint::black_box(method.count(n)).expect("the size was checked");
            runs += 1.0;
            taken = host.seconds() - start;
        }
        taken / runs
    };
    let first = once();
    if first > MAX_RUN_SECONDS / 8.0 {
        return first;
    }
    let mut times = [first, once(), once()];
    times.sort_by(f64::total_cmp);
    times[1]
}
