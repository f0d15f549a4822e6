//! `BEZZEL_CUDA=required` says that there is a card, and that none is a failure.

use super::*;
use crate::primitives;

fn card() -> Option<Cuda> {
    primitives::wanted("BEZZEL_CUDA", Cuda::open(0))
}

#[test]
fn primitives_agree_with_rust() {
    let Some(mut card) = card() else { return };
    for seed in 0..4 {
        primitives::check(&mut card, seed);
    }
}

#[test]
fn a_card_describes_itself() {
    let Some(card) = card() else { return };
    let about = card.about();
    assert_eq!(list().unwrap().first(), Some(about));
    assert_eq!((about.backend.as_str(), about.warps), ("cuda:0", WARPS));
    assert!(
        about.units > 0 && about.local_group >= 48 << 10,
        "{about:?}"
    );
}

#[test]
fn all_fast_memory_can_be_had() {
    let Some(mut card) = card() else { return };
    let local = card.about().local_group;
    let kernels = "KERNEL void last(GLOBAL u64 *out, u32 at LOCAL_ARGUMENT) {\n\
        LOCAL_MEMORY(memory);\n\
        if (THREAD == 0) { memory[at] = 7; out[0] = memory[at] + at; } }";
    let program = card.compile(kernels, &[]).unwrap();
    let buffer = card.reserve(8).unwrap();
    let launch = Launch { groups: 1, local };
    card.launch(&program, "last", launch, &[&buffer], &[local / 8 - 1])
        .unwrap();
    let mut bytes = [0; 8];
    card.read(&buffer, &mut bytes).unwrap();
    assert_eq!(u64::from_le_bytes(bytes), u64::from(local / 8 + 6));
}

#[test]
fn what_cannot_be_is_said() {
    let Some(mut card) = card() else { return };
    let fault = card.reserve(card.about().memory + (1 << 30)).err().unwrap();
    assert!(matches!(fault, DeviceError::Memory(_)), "{fault}");
    assert!(
        fault.to_string().contains("CUDA_ERROR_OUT_OF_MEMORY"),
        "{fault}"
    );
    let fault = card
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
fn a_machine_without_cuda_is_told() {
    // SAFETY: looking for the library has no effect but its being loaded.
    if unsafe { sys::is_culib_present() } {
        eprintln!("skipped: CUDA is installed here");
        return;
    }
    let fault = Cuda::open(0).err().unwrap();
    assert_eq!(
        fault.to_string(),
        "CUDA is not installed: its driver was not found"
    );
    assert_eq!(list().unwrap_err(), fault);
}
