//! `BEZZEL_NVRTC` selects the library that compiles the kernels.

use rayon::prelude::*;

use super::*;
use crate::batch::Variant;
use crate::{cuda, source};

const ARCHITECTURES: [u32; 3] = [80, 90, 120];

fn compiler() -> Option<Nvrtc> {
    if env::var_os(VARIABLE).is_none() {
        eprintln!("skipped: no NVRTC");
        return None;
    }
    Some(Nvrtc::load(MAJORS[0]).unwrap())
}

/// Compiles for these architectures. Fails with the architecture and the log if it is not empty.
fn check(
    compiler: &Nvrtc,
    architectures: &[u32],
    kernels: &str,
    macros: &[(&str, u32)],
) -> Result<(), String> {
    let (text, options) = (source::cuda(kernels), cuda::definitions(macros));
    for &architecture in architectures {
        let wrong = |what: String| format!("sm_{architecture} {macros:?}: {what}");
        let target = Target::Machine(architecture);
        let (image, log) = compiler
            .compile(&text, target, &options)
            .map_err(|fault| wrong(fault.to_string()))?;
        if !log.is_empty() {
            return Err(wrong(log));
        }
        assert!(image.starts_with(b"\x7fELF"));
    }
    Ok(())
}

#[test]
fn the_primitives_compile_without_warnings() {
    let Some(compiler) = compiler() else { return };
    check(&compiler, &ARCHITECTURES, crate::primitives::KERNELS, &[]).unwrap();
}

#[test]
fn the_kernels_compile_without_warnings() {
    let Some(compiler) = compiler() else { return };
    // Each takes a second of CPU time: for a change the smallest, a middle and the largest.
    let all = env::var_os("BEZZEL_TEST_ALL").is_some();
    let open = (2..=16).filter(|open| all || open % 7 == 2);
    let variants = open.flat_map(|open| {
        [false, true].map(|table_global| Variant {
            open,
            blocked: table_global != (open % 2 == 0),
            table_global,
        })
    });
    let variants: Vec<Variant> = variants.collect();
    let checked = variants.into_par_iter().try_for_each(|variant| {
        // With --all the smallest and the largest for all architectures, else each for one of them.
        let one = variant.open as usize % ARCHITECTURES.len();
        let architectures = match variant.open {
            2 | 16 if all => &ARCHITECTURES[..],
            _ => &ARCHITECTURES[one..=one],
        };
        check(&compiler, architectures, source::KERNELS, &variant.macros())
    });
    checked.unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn warnings_are_found() {
    let Some(compiler) = compiler() else { return };
    let compile = |kernels: &str| {
        let options = cuda::definitions(&[]);
        compiler.compile(&source::cuda(kernels), Target::Machine(90), &options)
    };
    let unused = "KERNEL void idle(u32 *out) { u32 unused; out[0] = 1; }";
    let log = compile(unused).unwrap().1;
    assert!(log.contains("kernels(1): warning"), "{log}");
    let wrong = compile("KERNEL void wrong() { missing(); }")
        .err()
        .unwrap()
        .to_string();
    assert!(
        wrong.starts_with("nvrtcCompileProgram: NVRTC_ERROR_COMPILATION: "),
        "{wrong}"
    );
    assert!(wrong.contains("\"missing\" is undefined"), "{wrong}");
}

#[test]
fn unknown_gpus_get_ptx() {
    let Some(compiler) = compiler() else { return };
    assert_eq!(compiler.target(90).unwrap(), Target::Machine(90));
    assert_eq!(
        compiler.target(999).unwrap(),
        Target::Portable(*compiler.architectures.iter().max().unwrap())
    );
    let old = compiler.target(10).unwrap_err().to_string();
    assert!(old.contains("does not support sm_10"), "{old}");
    let kernels = "KERNEL void one(u32 *out) { out[0] = 1; }";
    let (image, _) = compiler
        .compile(
            &source::cuda(kernels),
            Target::Portable(90),
            &cuda::definitions(&[]),
        )
        .unwrap();
    assert!(String::from_utf8_lossy(&image).contains(".visible .entry one("));
}
