//! A full disk and a clock that jumps, both real. If the machine does not allow that, the test
//! reports it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::waiting::{Running, long_count, results, until};
use crate::{bezzel, data, json, run};

/// Space for a ledger, in KiB: a slow machine writes more often, and so more.
const FREE: u32 = 4096;

/// A file system of this size, mounted until it is dropped.
struct Small {
    folder: PathBuf,
    _parent: tempfile::TempDir,
}

impl Small {
    /// Returns none, and says so, where the system does not allow that.
    fn mount() -> Option<Self> {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("small");
        fs::create_dir(&folder).unwrap();
        let size = format!("size={FREE}k");
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", &size, "tmpfs"]);
        let mounted = command.arg(&folder).output();
        if !mounted.as_ref().is_ok_and(|ran| ran.status.success()) {
            eprintln!("skipped: a small tmpfs cannot be mounted here: {mounted:?}");
            return None;
        }
        Some(Self {
            folder,
            _parent: parent,
        })
    }

    /// Leaves this number of bytes free.
    fn fill(&self, free: usize) {
        let ballast = vec![1; 1 << 24];
        let file = self.folder.join("ballast");
        // The file is truncated at the end of the disk.
        let _ = fs::write(&file, &ballast);
        let length = fs::metadata(&file).unwrap().len() as usize;
        assert!(length > free, "the file system is small");
        let file = fs::File::options().write(true).open(&file).unwrap();
        file.set_len((length - free) as u64).unwrap();
    }

    fn empty(&self) {
        fs::remove_file(self.folder.join("ballast")).unwrap();
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let (n, total) = &long_count();
    let Some(small) = Small::mount() else { return };
    let file = small.folder.join("q").to_str().unwrap().to_owned();
    small.fill(0);
    let ran = run(&["count", n, "--save", &file]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    ran.says("the disk is full");
    // An empty file may be left, which the next run uses.
    assert!(fs::read(&file).is_ok_and(|content| content.is_empty()));
    small.empty();
    let plan = bezzel_count::Plan::new(n.parse().unwrap()).unwrap();
    drop(bezzel_run::Ledger::open_or_create(file.as_ref(), plan).unwrap());

    // The run stops, and the written results are complete.
    small.fill(16 << 10);
    let args = ["count", "--save", &file, "-t", "1", "--backend", "portable"];
    let ran = run(&args);
    ran.exits(2, "");
    let last = ran.stderr.lines().last().unwrap();
    assert!(last.contains("disk is full"), "{}", ran.stderr);
    small.empty();
    let status = json(&data(&["ledger", "status", &file, "--format", "json"]));
    let units = status["units"].as_u64().unwrap();
    let done = status["counted_once"].as_u64().unwrap();
    assert!(done < units, "{status}");
    assert_eq!(&data(&args), total);
}

#[test]
fn work_on_a_full_disk_leaves_no_half_line() {
    let (n, total) = ("15", "2279184\n");
    let Some(small) = Small::mount() else { return };
    let results = small.folder.join("results").to_str().unwrap().to_owned();
    small.fill(8 << 10);
    let work = ["work", n, "-o", &results];
    run(&work).exits(2, "");
    let written = fs::read(&results).unwrap();
    assert_eq!(written.last(), Some(&b'\n'), "a half line is left");
    small.empty();
    data(&work);
    assert!(fs::read(&results).unwrap().starts_with(&written));
    assert_eq!(data(&["count", "--save", &results]), total);
}

/// Overrides the wall clocks by the content of a file, in seconds.
const SHIM: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(id, now);
    FILE *file;
    long jump = 0;
    if (id == CLOCK_REALTIME && (file = fopen(getenv("CLOCK_JUMP"), "r"))) {
        if (fscanf(file, "%ld", &jump) == 1) now->tv_sec += jump;
        fclose(file);
    }
    return result;
}
"#;

/// Compiles the library that overrides the clocks. Returns false without a C compiler.
fn compile_shim(folder: &Path) -> bool {
    fs::write(folder.join("shim.c"), SHIM).unwrap();
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-o", "shim.so", "shim.c", "-ldl"])
        .current_dir(folder)
        .status();
    let has_compiler = compiled.is_ok_and(|status| status.success());
    if !has_compiler {
        eprintln!("skipped: no C compiler, by which the clock is overridden");
    }
    has_compiler
}

#[test]
fn a_clock_before_1970_is_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    if !compile_shim(folder.path()) {
        return;
    }
    fs::write(folder.path().join("jump"), "-4000000000").unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut command = bezzel();
    command.args(["puzzle", "new", "--day", "today"]);
    command
        .env("LD_PRELOAD", path("shim.so"))
        .env("CLOCK_JUMP", path("jump"));
    let ran = crate::Ran::from(command.output().unwrap());
    assert!(matches!(ran.code, Some(0 | 2)), "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn a_clock_that_jumps_from_before_1970_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    if !compile_shim(folder.path()) {
        return;
    }
    let (n, total) = &long_count();
    let file = path("q");
    let plan = bezzel_count::Plan::new(n.parse().unwrap()).unwrap();
    bezzel_run::Ledger::create(file.as_ref(), plan).unwrap();
    let jump = |seconds: i64| fs::write(path("jump"), seconds.to_string()).unwrap();
    let start = || {
        let mut command = bezzel();
        command.args(["count", "--save", &file, "-t", "1", "--backend", "portable"]);
        command
            .env("LD_PRELOAD", path("shim.so"))
            .env("CLOCK_JUMP", path("jump"));
        Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
    };
    // Before 1970, killed, and back again during the run.
    jump(-3_153_600_000);
    let killed = start();
    until("something is counted", || results(&file) > 0);
    killed.kill();
    let counted = results(&file);
    let running = start();
    until("more is counted", || results(&file) > counted);
    jump(0);
    let ran = running.ended();
    assert_eq!(&ran.stdout, total, "{}", ran.stderr);
    let years: Vec<i64> = (fs::read_to_string(&file).unwrap().lines().skip(1))
        .map(|line| line.rsplit(' ').nth(3).unwrap().parse::<i64>().unwrap() / 31_536_000)
        .collect();
    let (first, last) = (years.iter().min().unwrap(), years.iter().max().unwrap());
    assert!(*first < 0 && last - first >= 90, "{first} to {last}");
    let status = json(&data(&["ledger", "status", &file, "--format", "json"]));
    assert_eq!(status["fraction"], 1.0);
    let counted = status["counted_once"].as_u64().unwrap() + status["confirmed"].as_u64().unwrap();
    assert_eq!(Some(counted), status["units"].as_u64());
}
