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

/// Runs a kernel of `sloppy.h` in groups of two warps on one buffer of zeros and returns it.
fn run(seed: u64, kernel: &str, number: u32) -> Result<Vec<u32>, DeviceError> {
    let mut card = Emulated::with(seed, 2, 1 << 20);
    let program = card.compile(SLOPPY, &[])?;
    let mut words = vec![0; 64];
    let mut buffer = card.reserve(256)?;
    card.write(&mut buffer, bytemuck::cast_slice(&words))?;
    let launch = Launch {
        groups: 1,
        local: 512,
    };
    card.launch(&program, kernel, launch, &[&buffer], &[number])?;
    card.read(&buffer, bytemuck::cast_slice_mut(&mut words))?;
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
fn lanes_that_do_not_meet_are_told() {
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
    let group = fault("half_a_group", 0);
    assert!(
        group.contains("only 32 threads of 64 come to __syncthreads"),
        "{group}"
    );
}

#[test]
fn what_cards_do_differently_is_told() {
    let shift = fault("shift", 64);
    assert!(shift.contains("a shift by 64 in kernels, line"), "{shift}");
    assert_eq!(run(1, "shift", 63).unwrap()[0], 1 << 31);
    let address = fault("misaligned", 1);
    assert!(address.contains("no word can be at address"), "{address}");
    run(1, "misaligned", 2).unwrap();
}

#[test]
fn writing_out_of_bounds_is_told() {
    let fast = fault("write_fast", 128);
    assert!(
        fast.contains("beyond its 512 bytes of fast memory"),
        "{fast}"
    );
    run(1, "write_fast", 127).unwrap();
    let buffer = fault("write_buffer", 64);
    assert!(buffer.contains("wrote beside its buffer 0"), "{buffer}");
    run(1, "write_buffer", 63).unwrap();
}

#[test]
fn launches_are_checked() {
    let mut card = Emulated::with(1, 1, 1000).lost_after(4);
    let program = card.compile(SLOPPY, &[]).unwrap();
    let buffer = card.reserve(1000).unwrap();
    let memory = card.reserve(1).err().unwrap();
    assert_eq!(
        memory.to_string(),
        "out of memory: 1 bytes, where 0 are left"
    );
    let launch = Launch {
        groups: 1,
        local: 512,
    };
    let missing = card
        .launch(&program, "nothing", launch, &[&buffer], &[1])
        .unwrap_err();
    assert_eq!(missing.to_string(), "there is no kernel nothing");
    let arguments = card
        .launch(&program, "shift", launch, &[&buffer], &[])
        .unwrap_err();
    assert_eq!(
        arguments.to_string(),
        "shift takes 1 buffers and 1 numbers, not 1 and 0"
    );
    let launch = Launch {
        local: 228 << 10,
        ..launch
    };
    let local = card
        .launch(&program, "shift", launch, &[&buffer], &[1])
        .unwrap_err();
    assert!(local.to_string().contains("cannot be launched"), "{local}");
    let launch = Launch {
        local: 512,
        ..launch
    };
    card.launch(&program, "shift", launch, &[&buffer], &[1])
        .unwrap();
    let lost = card
        .launch(&program, "shift", launch, &[&buffer], &[1])
        .unwrap_err();
    assert_eq!(lost.to_string(), "the emulated card is lost");
    drop(buffer);
    card.reserve(1000).unwrap();
}
