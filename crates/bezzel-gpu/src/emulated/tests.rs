use super::*;
use crate::primitives;

#[test]
fn primitives_agree_with_rust() {
    for warps in [1, 2, cuda::WARPS] {
        for seed in 0..4 {
            primitives::check(&mut Emulated::with(seed, warps, 1 << 24), seed);
        }
    }
}

const SLOPPY: &str = include_str!("sloppy.h");

/// Runs a kernel of `sloppy.h` in blocks of two warps on a buffer of zeros and returns it.
fn run(seed: u64, kernel: &str, number: u32) -> Result<Vec<u32>, DeviceError> {
    let mut gpu = Emulated::with(seed, 2, 1 << 20);
    let program = gpu.compile(SLOPPY, &[])?;
    let mut words = vec![0; 64];
    let mut buffer = gpu.reserve(256)?;
    gpu.write(&mut buffer, bytemuck::cast_slice(&words))?;
    let launch = Launch {
        blocks: 1,
        local: 512,
    };
    // SAFETY: the kernels of `sloppy.h` have these arguments, and the fences catch what they do wrong.
    unsafe { gpu.launch(&program, kernel, launch, &[&buffer], &[number]) }?;
    gpu.read(&buffer, bytemuck::cast_slice_mut(&mut words))?;
    Ok(words)
}

fn fault(kernel: &str, number: u32) -> String {
    run(1, kernel, number)
        .expect_err("the kernel is wrong")
        .to_string()
}

#[test]
fn a_missing_barrier_shows() {
    for kernel in ["without_warp_barrier", "without_group_barrier"] {
        let right: Vec<u32> = (1..=64).collect();
        let wrong = (0..20)
            .filter(|&seed| run(seed, kernel, 0).unwrap() != right)
            .count();
        assert!(wrong >= 10, "{kernel}: only {wrong} of 20 runs show it");
        assert!(
            (0..20).all(|seed| run(seed, kernel, 1).unwrap() == right),
            "{kernel}"
        );
    }
}

#[test]
fn diverging_lanes_are_reported() {
    let ballot = fault("half_a_ballot", 0);
    assert!(
        ballot.contains("only lanes 0000ffff come to a ballot"),
        "{ballot}"
    );
    let mixed = fault("half_a_ballot", 1);
    assert!(
        mixed.contains("where lanes") && mixed.contains("__syncwarp"),
        "{mixed}"
    );
    let block = fault("half_a_block", 0);
    assert!(
        block.contains("only 32 threads of 64 come to __syncthreads"),
        "{block}"
    );
}

#[test]
fn undefined_operations_are_reported() {
    let shift = fault("shift", 64);
    assert!(shift.contains("a shift by 64 in kernels, line"), "{shift}");
    assert_eq!(run(1, "shift", 63).unwrap()[0], 1 << 31);
    let address = fault("misaligned", 1);
    assert!(address.contains("misaligned word at address"), "{address}");
    run(1, "misaligned", 2).unwrap();
}

#[test]
fn writing_out_of_bounds_is_reported() {
    let shared = fault("write_shared", 128);
    assert!(
        shared.contains("beyond its 512 bytes of shared memory"),
        "{shared}"
    );
    run(1, "write_shared", 127).unwrap();
    let buffer = fault("write_buffer", 64);
    assert!(buffer.contains("wrote outside its buffer 0"), "{buffer}");
    run(1, "write_buffer", 63).unwrap();
}

#[test]
fn launches_are_checked() {
    let mut gpu = Emulated::with(1, 1, 1000).lost_after(4);
    let program = gpu.compile(SLOPPY, &[]).unwrap();
    let buffer = gpu.reserve(1000).unwrap();
    let memory = gpu.reserve(1).err().unwrap();
    assert_eq!(
        memory.to_string(),
        "out of memory: expected at most 0 bytes, found 1"
    );
    let mut fault = |kernel: &str, local: u32, numbers: &[u32]| {
        let launch = Launch { blocks: 1, local };
        // SAFETY: the emulated GPU refuses arguments that do not fit the kernel, for which the buffer
        // is large enough.
        let launched = unsafe { gpu.launch(&program, kernel, launch, &[&buffer], numbers) };
        launched.err().map(|fault| fault.to_string())
    };
    assert_eq!(
        fault("nothing", 512, &[1]).unwrap(),
        "no kernel named nothing"
    );
    assert_eq!(
        fault("shift", 512, &[]).unwrap(),
        "shift takes 1 buffers and 1 numbers, not 1 and 0"
    );
    let local = fault("shift", 228 << 10, &[1]).unwrap();
    assert!(local.contains("cannot launch"), "{local}");
    assert_eq!(fault("shift", 512, &[1]), None);
    assert_eq!(
        fault("shift", 512, &[1]).unwrap(),
        "the emulated GPU failed"
    );
    drop(buffer);
    gpu.reserve(1000).unwrap();
}
