//! With `BEZZEL_OPENCL=required`, the tests fail if there is no device.

use super::*;
use crate::primitives;

fn device() -> Option<OpenCl> {
    primitives::wanted("BEZZEL_OPENCL", OpenCl::open(0))
}

#[test]
fn primitives_agree_with_rust() {
    let Some(mut device) = device() else { return };
    for seed in 0..4 {
        primitives::check(&mut device, seed);
    }
}

#[test]
fn a_device_describes_itself() {
    let Some(device) = device() else { return };
    let about = device.about();
    assert_eq!(list().unwrap().first(), Some(about));
    assert_eq!((about.backend.as_str(), about.warps), ("opencl:0", 1));
    assert!(
        about.memory >= about.largest && about.largest > 0,
        "{about:?}"
    );
    assert!(
        about.compute_units > 0 && about.local_per_block >= 16 << 10,
        "{about:?}"
    );
}

#[test]
fn failures_are_reported() {
    let Some(mut device) = device() else { return };
    let fault = device.reserve(device.about().largest + 1).err().unwrap();
    assert!(matches!(fault, DeviceError::Memory(_)), "{fault}");
    let fault = device
        .compile("KERNEL void wrong() { missing(); }", &[])
        .err()
        .unwrap();
    assert!(fault.to_string().contains("clBuildProgram"), "{fault}");
    assert!(fault.to_string().contains("missing"), "{fault}");
    let source = "KERNEL void nothing(GLOBAL u32 *out, u32 n LOCAL_ARGUMENT) { out[0] = n; }";
    let program = device.compile(source, &[]).unwrap();
    let buffer = device.reserve(4).unwrap();
    let launch = Launch {
        blocks: 1,
        local: 0,
    };
    // SAFETY: there is no such kernel.
    let fault = unsafe { device.launch(&program, "something", launch, &[&buffer], &[1]) };
    let fault = fault.unwrap_err();
    assert_eq!(fault.to_string(), "no kernel named something");
    // SAFETY: OpenCL refuses more arguments than the kernel has.
    let fault = unsafe { device.launch(&program, "nothing", launch, &[&buffer], &[1, 2]) };
    let fault = fault.unwrap_err();
    assert!(fault.to_string().contains("clSetKernelArg"), "{fault}");
    let missing = list().unwrap().len();
    let fault = OpenCl::open(missing).err().unwrap();
    assert!(
        fault.to_string().contains(&format!("opencl:{missing}")),
        "{fault}"
    );
}
