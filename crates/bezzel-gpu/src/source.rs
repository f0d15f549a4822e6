//! Source text of the kernels: first their primitives, then the kernels.

/// Kernels that count units.
pub(crate) const KERNELS: &str = concat!(
    include_str!("kernels/multiply.h"),
    include_str!("kernels/tables.h"),
    include_str!("kernels/join.h"),
    include_str!("kernels/sums.h"),
);

const CUDA: &str = include_str!("kernels/cuda.h");

/// Returns the source for CUDA and the emulated GPU.
pub(crate) fn cuda(kernels: &str) -> String {
    format!("{CUDA}\n#line 1 \"kernels\"\n{kernels}")
}

/// Iterates over the names of the kernels, each on a line that begins with `KERNEL void`.
pub(crate) fn names(kernels: &str) -> impl Iterator<Item = &str> {
    kernels
        .lines()
        .filter_map(|line| line.strip_prefix("KERNEL void ")?.split('(').next())
}
