//! `bezzel backends`: the backends of this machine.

use bezzel::counted;
use bezzel_count::{Backend, CpuFeature};
use bezzel_gpu::DeviceInfo;
use clap::Args;

use crate::args::Format;
use crate::exit::ExitCode;
use crate::failure::in_words;
use crate::interrupt;
use crate::language::either;
use crate::output::write_note;

/// List the backends of this machine.
///
/// Each line begins with a name that `--backend` accepts. CPU backends come first, with the CPU
/// features that they use; the last of them is the default. GPUs follow. On stderr, bezzel names
/// the backends that this CPU cannot run, and missing drivers.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel backends --format json")]
pub(crate) struct Backends {
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Backends) -> anyhow::Result<ExitCode> {
    // A driver may take seconds to start.
    let devices = interrupt::run_interruptible(bezzel_gpu::devices)?;
    let cpu = Backend::of_this_architecture();
    for missing in cpu.clone().filter(|one| !one.is_available()) {
        let features = missing.missing_features().join(", ");
        write_note(either!(
            "{missing}: this CPU lacks {features}",
            "{missing}：这个 CPU 缺少 {features}"
        ));
    }
    let devices = devices.unwrap_or_else(|missing| {
        write_note(in_words(&missing));
        Vec::new()
    });
    let objects = devices.iter().map(|info| {
        serde_json::json!({
            "backend": info.kind.to_string(),
            "name": info.name,
            "driver": info.driver,
            "memory": info.memory,
            "compute_units": info.compute_units,
        })
    });
    let objects: Vec<_> = cpu.clone().map(cpu_object).chain(objects).collect();
    let available = cpu.filter(|one| one.is_available());
    let lines = available
        .map(cpu_line)
        .chain(devices.iter().map(device_line));
    args.format.print(&objects, || lines.collect())?;
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
    let names = |of: &[CpuFeature]| {
        let names: Vec<_> = of.iter().map(|one| one.name).collect();
        names.join(&either!(", ", "、"))
    };
    let mut line = match features.split_first() {
        None => either!("{backend}: any CPU", "{backend}：任何 CPU"),
        Some((architecture, features)) => {
            let (architecture, features) = (architecture.name, names(features));
            either!(
                "{backend}: {architecture} with {features}",
                "{backend}：{architecture}，需要 {features}"
            )
        }
    };
    let (more, missing): (Vec<_>, Vec<_>) = backend
        .more_features()
        .into_iter()
        .partition(|one| one.is_present);
    if !missing.is_empty() {
        let missing = names(&missing);
        line += &either!(
            "; it would be faster with {missing}",
            "；如果有 {missing}，会更快"
        );
    } else if !more.is_empty() {
        let more = names(&more);
        line += &either!("; faster with {more}", "；用到 {more}，所以更快");
    }
    if backend == Backend::detect() {
        line += &either!(
            "; the default, as the fastest that this CPU supports",
            "；这是 CPU 支持的最快后端，默认使用"
        );
    }
    line + "\n"
}

fn device_line(info: &DeviceInfo) -> String {
    let DeviceInfo {
        kind,
        name,
        driver,
        compute_units,
        ..
    } = info;
    let memory = info.memory as f64 / f64::from(1 << 30);
    let units = counted(compute_units, "compute unit");
    either!(
        "{kind}: {name}, {memory:.0} GiB, {units}, {driver}\n",
        "{kind}：{name}，{memory:.0} GiB，{compute_units} 个计算单元，{driver}\n"
    )
}
