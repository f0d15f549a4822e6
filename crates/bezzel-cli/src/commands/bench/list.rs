//! `bezzel bench --list`: available backends of this machine.

use std::process::ExitCode;

use bezzel_count::Backend;
use bezzel_gpu::{DeviceInfo, devices};

use super::INTERRUPTED;
use crate::interrupt;
use crate::output;
use crate::stderr::say;

pub(super) fn run(json: bool) -> anyhow::Result<ExitCode> {
    let devices = interrupt::patiently(INTERRUPTED, devices)?;
    for missing in devices.iter().filter_map(|device| device.as_ref().err()) {
        say(missing);
    }
    let devices: Vec<&DeviceInfo> = devices.iter().flatten().collect();
    let available = Backend::ALL.into_iter().filter(|one| one.is_available());
    let text = if json {
        let cpu = available.map(|one| serde_json::json!({ "backend": one.name() }));
        let devices = devices.into_iter().map(|info| {
            serde_json::json!({
                "backend": info.backend,
                "card": info.name,
                "driver": info.driver,
                "memory": info.memory,
                "units": info.compute_units,
                "processor": info.is_cpu,
            })
        });
        let all: Vec<_> = cpu.chain(devices).collect();
        format!("{}\n", serde_json::Value::from(all))
    } else {
        let cpu = available.map(|one| format!("{one}\n"));
        cpu.chain(devices.into_iter().map(line)).collect()
    };
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}

fn line(info: &DeviceInfo) -> String {
    let DeviceInfo {
        backend,
        name,
        driver,
        compute_units,
        ..
    } = info;
    let memory = info.memory as f64 / f64::from(1 << 30);
    let kind = if info.is_cpu { ", CPU" } else { "" };
    format!("{backend}: {name}, {memory:.0} GiB, {compute_units} units, {driver}{kind}\n")
}
