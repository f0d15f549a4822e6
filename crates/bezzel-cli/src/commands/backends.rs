//! `bezzel backends`: the backends of this machine.

use std::process::ExitCode;

use bezzel::counted;
use bezzel_count::Backend;
use bezzel_gpu::DeviceInfo;

use crate::args::Backends;
use crate::interrupt;
use crate::output;
use crate::stderr::write_note;

pub(crate) fn run(args: &Backends) -> anyhow::Result<ExitCode> {
    // A driver may take seconds to start.
    let devices = interrupt::run_interruptible("no backend was listed", bezzel_gpu::devices)?;
    for missing in devices.iter().filter_map(|device| device.as_ref().err()) {
        write_note(missing);
    }
    let devices: Vec<&DeviceInfo> = devices.iter().flatten().collect();
    let available = Backend::ALL.into_iter().filter(|one| one.is_available());
    let text = if args.format.is_json() {
        let cpu = available.map(|one| serde_json::json!({ "backend": one.name() }));
        let devices = devices.into_iter().map(|info| {
            serde_json::json!({
                "backend": info.backend,
                "name": info.name,
                "driver": info.driver,
                "memory": info.memory,
                "compute_units": info.compute_units,
                "is_cpu": info.is_cpu,
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
    let kind = if info.is_cpu { ", a CPU" } else { "" };
    let units = counted(compute_units, "compute unit");
    format!("{backend}: {name}, {memory:.0} GiB, {units}, {driver}{kind}\n")
}
