//! `BEZZEL_NVRTC` selects the library that compiles the kernels.

use std::fmt;

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

/// Resources of a kernel, as reported by the assembler.
#[derive(Debug, PartialEq, Eq)]
struct Figures {
    kernel: String,
    registers: u32,
    stack: u32,
    spilled: u32,
    shared: u32,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kernel,
            registers,
            stack,
            spilled,
            shared,
        } = self;
        write!(
            f,
            "{kernel:<14} {registers:>3} registers {stack:>5} stack {spilled:>5} spilled {shared:>5} shared"
        )
    }
}

/// Reads the log of `--ptxas-options=-v`.
fn figures(log: &str) -> Vec<Figures> {
    let before = |line: &str, unit: &str| -> Option<u32> {
        line.split(unit)
            .next()
            .filter(|_| line.contains(unit))?
            .split_whitespace()
            .last()?
            .parse()
            .ok()
    };
    let mut all: Vec<Figures> = Vec::new();
    for line in log.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let kernel = rest.split('\'').next().unwrap_or(rest).to_owned();
            all.push(Figures {
                kernel,
                registers: 0,
                stack: 0,
                spilled: 0,
                shared: 0,
            });
        }
        let Some(last) = all.last_mut() else { continue };
        let set = |to: &mut u32, unit| *to = before(line, unit).unwrap_or(*to);
        set(&mut last.registers, " registers");
        set(&mut last.stack, " bytes stack frame");
        set(&mut last.spilled, " bytes spill stores");
        set(&mut last.shared, " bytes smem");
    }
    all
}

/// Compiles for these architectures and returns the resources of each kernel, or an error.
fn check(
    compiler: &Nvrtc,
    architectures: &[u32],
    kernels: &str,
    macros: &[(&str, u32)],
) -> Result<String, String> {
    let mut options = cuda::definitions(macros);
    options.push("--ptxas-options=-v".to_owned());
    let text = source::cuda(kernels);
    let mut expected: Vec<&str> = source::names(kernels).collect();
    expected.sort_unstable();
    let macros: String = macros
        .iter()
        .map(|(name, value)| format!("{name}={value} "))
        .collect();
    let mut table = String::new();
    for &architecture in architectures {
        let wrong = |what: String| format!("sm_{architecture} {macros}: {what}");
        let target = Target::Machine(architecture);
        let (image, log) = compiler
            .compile(&text, target, &options)
            .map_err(|fault| wrong(fault.to_string()))?;
        let warnings = warnings(&log);
        if !warnings.is_empty() {
            return Err(wrong(warnings));
        }
        assert!(image.starts_with(b"\x7fELF"));
        let mut figures = figures(&log);
        figures.sort_by(|a, b| a.kernel.cmp(&b.kernel));
        let found: Vec<&str> = figures
            .iter()
            .map(|figures| figures.kernel.as_str())
            .collect();
        assert_eq!(found, expected, "kernels for sm_{architecture}");
        for figures in figures {
            assert!(figures.registers > 0, "{}", log);
            table += &format!("sm_{architecture:<3} {macros}{figures}\n");
        }
    }
    Ok(table)
}

fn warnings(log: &str) -> String {
    let figures =
        |line: &&str| line.starts_with("ptxas info") || line.starts_with("ptxas         .");
    log.lines()
        .filter(|line| !line.trim().is_empty() && !figures(line))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_primitives_compile_without_warnings() {
    let Some(compiler) = compiler() else { return };
    let table = check(&compiler, &ARCHITECTURES, crate::primitives::KERNELS, &[]);
    eprint!("{}", table.unwrap_or_else(|wrong| panic!("{wrong}")));
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
    let tables = variants
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|variant| {
            // The smallest and the largest with the kernels that are the same in all variants, and with --all
            // for all architectures. Each architecture has one of the smallest, the middle and the largest.
            let one = variant.open as usize % ARCHITECTURES.len();
            let (architectures, kernels) = match variant.open {
                2 | 16 if all => (&ARCHITECTURES[..], source::KERNELS),
                2 | 16 => (&ARCHITECTURES[one..=one], source::KERNELS),
                _ => (&ARCHITECTURES[one..=one], source::JOIN),
            };
            check(&compiler, architectures, kernels, &variant.macros())
        })
        .collect::<Result<Vec<String>, String>>()
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    eprint!("NVRTC {}\n{}", compiler.version(), tables.concat());
}

#[test]
fn warnings_are_found() {
    let Some(compiler) = compiler() else { return };
    let compile = |kernels: &str| {
        let options = [
            cuda::definitions(&[]),
            vec!["--ptxas-options=-v".to_owned()],
        ]
        .concat();
        compiler.compile(&source::cuda(kernels), Target::Machine(90), &options)
    };
    let unused = "KERNEL void idle(u32 *out) { u32 unused; out[0] = 1; }";
    let log = compile(unused).unwrap().1;
    assert!(warnings(&log).contains("kernels(1): warning"), "{log}");
    let wrong = compile("KERNEL void wrong() { missing(); }")
        .err()
        .unwrap()
        .to_string();
    assert!(
        wrong.starts_with("nvrtcCompileProgram: NVRTC_ERROR_COMPILATION: "),
        "{wrong}"
    );
    assert!(wrong.contains("\"missing\" is undefined"), "{wrong}");
    assert!(figures(&log)[0].registers > 0);
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

#[test]
fn figures_are_read() {
    let log = "ptxas info    : 0 bytes gmem\n\
        ptxas info    : Compiling entry function 'first' for 'sm_90'\n\
        ptxas info    : Function properties for first\n\
        ptxas         .     16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n\
        ptxas info    : Used 18 registers, used 1 barriers, 16 bytes cumulative stack size, 64 bytes smem\n\
        ptxas info    : Compiling entry function 'second' for 'sm_90'\n\
        ptxas info    : Used 255 registers, used 0 barriers\n";
    let first = Figures {
        kernel: "first".into(),
        registers: 18,
        stack: 16,
        spilled: 8,
        shared: 64,
    };
    let second = Figures {
        kernel: "second".into(),
        registers: 255,
        stack: 0,
        spilled: 0,
        shared: 0,
    };
    assert_eq!(figures(log), [first, second]);
    assert_eq!(warnings(log), "");
}
