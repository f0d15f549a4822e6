//! `bezzel bench --list`: the backends of this machine.

use std::process::ExitCode;

use bezzel_count::Backend;
use bezzel_gpu::{DeviceInfo, cards};

use super::WORDS;
use crate::interrupt;
use crate::output;
use crate::stderr::say;

pub(super) fn run(json: bool) -> anyhow::Result<ExitCode> {
    let cards = interrupt::patiently(WORDS, cards)?;
    for missing in cards.iter().filter_map(|card| card.as_ref().err()) {
        say(missing);
    }
    let cards: Vec<&DeviceInfo> = cards.iter().flatten().collect();
    let available = Backend::ALL.into_iter().filter(|one| one.is_available());
    let text = if json {
        let processor = available.map(|one| serde_json::json!({ "backend": one.name() }));
        let cards = cards.into_iter().map(|about| {
            serde_json::json!({
                "backend": about.backend,
                "card": about.card,
                "driver": about.driver,
                "memory": about.memory,
                "units": about.units,
                "processor": about.processor,
            })
        });
        let all: Vec<_> = processor.chain(cards).collect();
        format!("{}\n", serde_json::Value::from(all))
    } else {
        let processor = available.map(|one| format!("{one}\n"));
        processor.chain(cards.into_iter().map(line)).collect()
    };
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}

fn line(about: &DeviceInfo) -> String {
    let DeviceInfo {
        backend,
        card,
        driver,
        units,
        ..
    } = about;
    let memory = about.memory as f64 / f64::from(1 << 30);
    let kind = if about.processor { ", a processor" } else { "" };
    format!("{backend}: {card}, {memory:.0} GiB, {units} units, {driver}{kind}\n")
}
