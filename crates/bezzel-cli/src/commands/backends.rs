//! `bezzel backends`: the backends of this machine.

use bezzel::counted;
use bezzel_count::{Backend, CpuFeature};
use bezzel_gpu::DeviceInfo;

use crate::args::Backends;
use crate::exit::ExitCode;
use crate::interrupt;
use crate::language::either;
use crate::output;
use crate::stderr::write_note;

pub(crate) fn run(args: &Backends) -> anyhow::Result<ExitCode> {
    // A driver may take seconds to start.
    let devices = interrupt::run_interruptible(
        &either("no backend was listed", "没有列出任何后端"),
        bezzel_gpu::devices,
    )?;
    let cpu = Backend::of_this_architecture();
    for missing in cpu.clone().filter(|one| !one.is_available()) {
        let features = missing.missing_features().join(", ");
        write_note(either(
            format!("{missing}: this CPU lacks {features}"),
            format!("{missing}：这个 CPU 缺少 {features}"),
        ));
    }
    let devices = devices.unwrap_or_else(|missing| {
        write_note(missing);
        Vec::new()
    });
    let devices = devices.iter();
    let text = if args.format.is_json() {
        let devices = devices.map(|info| {
            serde_json::json!({
                "backend": info.backend,
                "name": info.name,
                "driver": info.driver,
                "memory": info.memory,
                "compute_units": info.compute_units,
            })
        });
        let all: Vec<_> = cpu.map(cpu_object).chain(devices).collect();
        format!("{}\n", serde_json::Value::from(all))
    } else {
        let available = cpu.filter(|one| one.is_available());
        available
            .map(cpu_line)
            .chain(devices.map(device_line))
            .collect()
    };
    output::print(text)?;
    Ok(ExitCode::SUCCESS)
}

fn cpu_object(backend: Backend) -> serde_json::Value {
    let features = |features: Vec<CpuFeature>| -> serde_json::Value {
        let pairs = features
            .iter()
            .map(|one| (one.name.to_owned(), one.is_present.into()));
        serde_json::Value::Object(pairs.collect())
    };
    serde_json::json!({
        "backend": backend.name(),
        "is_available": backend.is_available(),
        "is_default": backend == Backend::detect(),
        "features": features(backend.features()),
        "more_features": features(backend.more_features()),
    })
}

/// Such as `avx2: x86-64 with avx2, bmi1, bmi2, popcnt`.
fn cpu_line(backend: Backend) -> String {
    let features = backend.features();
    let names = |of: &[CpuFeature]| of.iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
    let mut line = match features.split_first() {
        None => either(
            format!("{backend}: any CPU"),
            format!("{backend}：任何 CPU"),
        ),
        Some((architecture, features)) => {
            let (architecture, features) = (architecture.name, names(features));
            either(
                format!("{backend}: {architecture} with {features}"),
                format!("{backend}：{architecture}，需要 {features}"),
            )
        }
    };
    let (more, missing): (Vec<_>, Vec<_>) = backend
        .more_features()
        .into_iter()
        .partition(|one| one.is_present);
    if !missing.is_empty() {
        let missing = names(&missing);
        line += &either(
            format!("; it would be faster with {missing}"),
            format!("；如果有 {missing} 会更快"),
        );
    } else if !more.is_empty() {
        let more = names(&more);
        line += &either(
            format!("; faster with {more}"),
            format!("；因为有 {more} 而更快"),
        );
    }
    if backend == Backend::detect() {
        line += &either(
            "; the default, as the fastest that this CPU supports",
            "；这个 CPU 支持的最快后端，默认使用",
        );
    }
    line + "\n"
}

fn device_line(info: &DeviceInfo) -> String {
    let DeviceInfo {
        backend,
        name,
        driver,
        compute_units,
        ..
    } = info;
    let memory = info.memory as f64 / f64::from(1 << 30);
    let units = counted(compute_units, "compute unit");
    either(
        format!("{backend}: {name}, {memory:.0} GiB, {units}, {driver}\n"),
        format!("{backend}：{name}，{memory:.0} GiB，{compute_units} 个计算单元，{driver}\n"),
    )
}
