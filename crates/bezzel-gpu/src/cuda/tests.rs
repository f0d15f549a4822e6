//! With `BEZZEL_CUDA=required`, the tests fail if there is no GPU.

use super::*;
use crate::primitives;

fn gpu() -> Option<Cuda> {
    primitives::wanted("BEZZEL_CUDA", Cuda::open(0))
}

#[test]
fn primitives_agree_with_rust() {
    let Some(mut gpu) = gpu() else { return };
    for seed in 0..4 {
        primitives::check(&mut gpu, seed);
    }
}

#[test]
fn a_gpu_describes_itself() {
    let Some(gpu) = gpu() else { return };
    let about = gpu.about();
    assert_eq!(list().unwrap().first(), Some(about));
    assert_eq!((about.kind, about.warps), (EngineKind::Cuda(0), WARPS));
    assert!(
        about.compute_units > 0 && about.local_per_block >= 48 << 10,
        "{about:?}"
    );
}

#[test]
fn all_shared_memory_is_available() {
    let Some(mut gpu) = gpu() else { return };
    let local = gpu.about().local_per_block;
    let kernels = "KERNEL void last(u64 *out, u32 at) {\n\
        SHARED_MEMORY(memory);\n\
        if (THREAD == 0) { memory[at] = 7; out[0] = memory[at] + at; } }";
    let program = gpu.compile(kernels, &[]).unwrap();
    let buffer = gpu.reserve(8).unwrap();
    let launch = Launch { blocks: 1, local };
    // SAFETY: the kernel writes one word to its buffer, and to the last word of the shared memory.
    unsafe { gpu.launch(&program, "last", launch, &[&buffer], &[local / 8 - 1]) }.unwrap();
    let mut bytes = [0; 8];
    gpu.read(&buffer, &mut bytes).unwrap();
    assert_eq!(u64::from_le_bytes(bytes), u64::from(local / 8 + 6));
}

#[test]
fn failures_are_reported() {
    let Some(mut gpu) = gpu() else { return };
    let fault = gpu.reserve(gpu.about().memory + (1 << 30)).err().unwrap();
    assert!(matches!(fault, DeviceError::Memory(_)), "{fault}");
    assert!(
        fault.to_string().contains("CUDA_ERROR_OUT_OF_MEMORY"),
        "{fault}"
    );
    let fault = gpu
        .compile("KERNEL void wrong() { missing(); }", &[])
        .err()
        .unwrap();
    assert!(fault.to_string().contains("missing"), "{fault}");
    let missing = list().unwrap().len();
    let fault = Cuda::open(missing).err().unwrap();
    assert!(
        fault.to_string().contains(&format!("cuda:{missing}")),
        "{fault}"
    );
}

#[test]
fn a_missing_driver_is_reported() {
    // SAFETY: looking for the library only loads it.
    if unsafe { sys::is_culib_present() } {
        eprintln!("skipped: CUDA is installed here");
        return;
    }
    let fault = Cuda::open(0).err().unwrap();
    assert_eq!(
        fault.to_string(),
        "CUDA driver not found: install the NVIDIA driver"
    );
    assert_eq!(list().unwrap_err(), fault);
}
