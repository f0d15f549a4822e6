//! The text that a driver compiles: its own words first, then the kernels, which are the same
//! for all of them.

/// The kernels that count.
pub(crate) const KERNELS: &str = concat!(
    include_str!("kernels/tables.h"),
    include_str!("kernels/join.h"),
    include_str!("kernels/sums.h"),
);

const CUDA: &str = include_str!("kernels/cuda.h");
const OPENCL: &str = include_str!("kernels/opencl.h");

/// What CUDA compiles, and the emulated card.
pub(crate) fn cuda(kernels: &str) -> String {
    format!("{CUDA}\n#line 1 \"kernels\"\n{kernels}")
}

/// What OpenCL compiles.
pub(crate) fn opencl(kernels: &str) -> String {
    format!("{OPENCL}\n#line 1 \"kernels\"\n{kernels}")
}

/// The names of the kernels, each of which begins its line with `KERNEL void`.
pub(crate) fn names(kernels: &str) -> impl Iterator<Item = &str> {
    kernels
        .lines()
        .filter_map(|line| line.strip_prefix("KERNEL void ")?.split('(').next())
}
