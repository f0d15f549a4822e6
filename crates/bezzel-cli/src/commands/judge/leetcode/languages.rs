//! Answers of LeetCode in eight languages: each becomes a command that calls one of its functions.
//!
//! A harness is joined to the answer, with what LeetCode adds for the language: imports, `struct
//! Solution` in Rust. Answers keep their line numbers. The command gets the file for the results, the
//! name of the function and each n; it exits with [`NO_FUNCTION`] if there is no such function.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, anyhow, bail, ensure};

use crate::input::{self, shown};
use crate::language::either;
use crate::tips;

/// Exit code of a harness without the function.
pub(super) const NO_FUNCTION: &str = "exit code 3";

/// A function of problem 52 or 51.
#[derive(Debug, Clone, Copy)]
pub(super) struct Function {
    pub(super) name: &'static str,
    snake_name: &'static str,
}

/// The functions of problems 52 (number of solutions) and 51 (boards).
pub(super) const FUNCTIONS: [Function; 2] = [
    Function {
        name: "totalNQueens",
        snake_name: "total_n_queens",
    },
    Function {
        name: "solveNQueens",
        snake_name: "solve_n_queens",
    },
];

/// Names of files that are accepted.
const EXTENSIONS: &str = ".py, .js, .ts, .java, .cpp, .c, .go or .rs";

/// An answer that can be called.
pub(super) struct Prepared {
    pub(super) command: Vec<OsString>,
    /// Functions that its text names.
    pub(super) functions: Vec<Function>,
}

/// Writes an answer and its harness to `folder`, and compiles them.
///
/// # Errors
///
/// Fails if the name has no known ending, if neither function is in the file, if the compiler or
/// interpreter is missing, or if the answer does not compile.
pub(super) fn prepare(file: &Path, folder: &Path) -> anyhow::Result<Prepared> {
    let name = shown(file);
    let extension = file.extension().and_then(|extension| extension.to_str());
    let text = fs::read(file).with_context(|| input::cannot_read(&name))?;
    let text = String::from_utf8(text).map_err(|error| {
        anyhow!(either!(
            "expected a program in UTF-8, found {name}: {error}",
            "程序应为 UTF-8 编码，而 {name}：{error}"
        ))
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let functions: Vec<Function> = FUNCTIONS
        .into_iter()
        .filter(|function| {
            let name = match extension {
                Some("rs") => function.snake_name,
                _ => function.name,
            };
            has_name(text, name, matches!(extension, Some("py" | "js" | "ts")))
        })
        .collect();
    let commanded: fn(&_) -> anyhow::Result<Vec<OsString>> = match extension {
        Some("py") => Answer::python,
        Some("js") => Answer::javascript,
        Some("ts") => Answer::typescript,
        Some("java") => Answer::java,
        Some("cpp" | "cc" | "cxx") => Answer::cpp,
        Some("c") => Answer::c,
        Some("go") => Answer::go,
        Some("rs") => Answer::rust,
        _ => bail!(either!(
            "expected a file that ends in {EXTENSIONS}, found {name}",
            "文件应以 {EXTENSIONS} 结尾，实际为 {name}"
        )),
    };
    let has_class = ["class Solution", "struct Solution"]
        .iter()
        .any(|class| has_name(text, class, true));
    if functions.is_empty() || needs_class(file) && !has_class {
        return Err(no_function(file));
    }
    let answer = Answer {
        file,
        text,
        folder,
        functions: &functions,
    };
    let command = commanded(&answer)?;
    Ok(Prepared { command, functions })
}

/// Returns true if a harness calls no function outside of a class.
fn needs_class(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("cpp" | "cc" | "cxx" | "java"))
}

/// Returns the error of a file with neither function.
pub(super) fn no_function(file: &Path) -> anyhow::Error {
    let name = shown(file);
    let program = tips::judging(&name).map_or(String::new(), |tip| {
        either!(
            "; to judge a program that reads n, use {tip}",
            "；如果它是读入 n 的程序，请用 {tip}"
        )
    });
    if needs_class(file) {
        return anyhow!(either!(
            "expected a class Solution with a public function totalNQueens or solveNQueens of one \
             number, found none in {name}{program}",
            "{name} 中没有 Solution 类，或者类中没有参数为一个整数的公有函数 totalNQueens 或 \
             solveNQueens{program}"
        ));
    }
    let [total, boards] = FUNCTIONS.map(|function| match name.ends_with(".rs") {
        true => function.snake_name,
        false => function.name,
    });
    anyhow!(either!(
        "expected a function {total} or {boards}, alone or in a class Solution, found neither in \
         {name}{program}",
        "{name} 中没有函数 {total} 或 {boards}，单独写或写在 Solution 类中都可以{program}"
    ))
}

/// Returns true if the text has this name as a word, followed by `(` unless `anywhere`.
fn has_name(text: &str, name: &str, anywhere: bool) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    text.match_indices(name).any(|(at, _)| {
        let after = &text[at + name.len()..];
        !text[..at].ends_with(is_word)
            && !after.starts_with(is_word)
            && (anywhere || after.trim_start().starts_with('('))
    })
}

/// An answer before it is compiled.
struct Answer<'a> {
    file: &'a Path,
    text: &'a str,
    folder: &'a Path,
    functions: &'a [Function],
}

impl Answer<'_> {
    fn python(&self) -> anyhow::Result<Vec<OsString>> {
        let harness = self.write("harness.py", include_str!("harness.py"))?;
        let python = self.tool(&["python3", "python"], "Python")?;
        let file = std::path::absolute(self.file)?;
        Ok(vec![python, harness, file.into()])
    }

    fn javascript(&self) -> anyhow::Result<Vec<OsString>> {
        let text = format!("{}{}", self.text, include_str!("harness.js"));
        let program = self.write("answer.cjs", &text)?;
        Ok(vec![self.tool(&["node"], "JavaScript")?, program])
    }

    /// Node strips types from version 22.6 on.
    fn typescript(&self) -> anyhow::Result<Vec<OsString>> {
        const STRIP: &str = "--experimental-strip-types";
        ensure!(
            has_tool("node", &[STRIP, "--version"]),
            "expected Node 22.6 or newer for TypeScript, found none"
        );
        let text = format!("{}{}", self.text, include_str!("harness.js"));
        let program = self.write("answer.cts", &text)?;
        let words = ["node", STRIP, "--no-warnings"].map(OsString::from);
        Ok([&words[..], &[program]].concat())
    }

    fn java(&self) -> anyhow::Result<Vec<OsString>> {
        let public = self.text.split("public class ").nth(1);
        let class = public.and_then(|text| text.split(|c: char| !c.is_alphanumeric()).next());
        let source = format!("{}.java", class.unwrap_or("Solution"));
        let imports = "import java.util.*; import java.util.function.*; import java.util.stream.*; \
                       import java.math.*; ";
        self.write(&source, &(imports.to_owned() + self.text))?;
        self.write("BezzelHarness.java", include_str!("Harness.java"))?;
        let words = ["-nowarn", &source, "BezzelHarness.java"];
        self.compiled(&["javac"], &words, "Java")?;
        let path = self.folder.as_os_str().to_owned();
        let java = self.tool(&["java"], "Java")?;
        Ok(vec![java, "-cp".into(), path, "BezzelHarness".into()])
    }

    fn cpp(&self) -> anyhow::Result<Vec<OsString>> {
        let text = include_str!("harness.cpp").replace("// ANSWER\n", self.text);
        self.write("answer.cpp", &text)?;
        let words = ["-std=c++20", "-O2", "-w", "-o", "answer", "answer.cpp"];
        self.compiled(&["c++", "g++", "clang++"], &words, "C++")
    }

    fn c(&self) -> anyhow::Result<Vec<OsString>> {
        let text = include_str!("harness.c").replace("/* ANSWER */\n", self.text);
        self.write("answer.c", &text)?;
        let named = self.functions.iter().map(|function| match function.name {
            "totalNQueens" => "-DBEZZEL_TOTAL",
            _ => "-DBEZZEL_SOLVE",
        });
        let words = ["-O2", "-w", "-o", "answer", "answer.c", "-lm"];
        let words: Vec<&str> = named.chain(words).collect();
        self.compiled(&["cc", "gcc", "clang"], &words, "C")
    }

    fn go(&self) -> anyhow::Result<Vec<OsString>> {
        let has_line = |word: &str| self.text.lines().any(|line| line.starts_with(word));
        let mut head = String::new();
        if !has_line("package ") {
            head += "package main; ";
        }
        if !has_line("import ") && !has_line("import(") {
            for package in "fmt math math/bits slices sort strconv strings".split(' ') {
                let word = package.rsplit('/').next().unwrap_or(package);
                if self.text.contains(&format!("{word}.")) {
                    head += &format!("import \"{package}\"; ");
                }
            }
        }
        let text = self.text.replace("func main(", "func bezzelTheirMain(");
        self.write("answer.go", &(head + &text))?;
        let functions = self.functions.iter().map(|function| {
            let name = function.name;
            format!("\"{name}\": func(n int) any {{ return {name}(n) }},\n")
        });
        let functions: String = functions.collect();
        let harness = include_str!("harness.go").replace("// FUNCTIONS\n", &functions);
        self.write("harness.go", &harness)?;
        let words = ["build", "-o", "answer", "answer.go", "harness.go"];
        self.compiled(&["go"], &words, "Go")
    }

    fn rust(&self) -> anyhow::Result<Vec<OsString>> {
        let text = self.text.replace("fn main(", "fn bezzel_their_main(");
        let has_solution = has_name(
            &text.replace("struct Solution", "struct Solution("),
            "Solution",
            false,
        );
        let solution = match has_solution {
            true => "",
            false => "struct Solution; ",
        };
        let calls = self.functions.iter().map(|function| {
            let Function { name, snake_name } = function;
            let owner = match is_method(&text, &format!("fn {snake_name}")) {
                true => "Solution::",
                false => "",
            };
            format!("\"{name}\" => {owner}{snake_name}(n).json(),\n")
        });
        let calls: String = calls.collect();
        let harness = include_str!("harness.rs").replace("// FUNCTIONS\n", &calls);
        let allowed = "#![allow(warnings)] ";
        self.write("answer.rs", &format!("{allowed}{solution}{text}{harness}"))?;
        let words = ["-O", "--edition", "2021", "-o", "answer", "answer.rs"];
        self.compiled(&["rustc"], &words, "Rust")
    }

    /// Writes a file and returns its path.
    fn write(&self, name: &str, text: &str) -> anyhow::Result<OsString> {
        let path = self.folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", shown(&path)))?;
        Ok(path.into())
    }

    /// Compiles the answer, and returns its command.
    fn compiled(
        &self,
        tools: &[&str],
        words: &[&str],
        language: &str,
    ) -> anyhow::Result<Vec<OsString>> {
        let tool = self.tool(tools, language)?;
        let mut compiler = Command::new(&tool);
        let compiled = compiler.args(words).current_dir(self.folder).output()?;
        match compiled.status.success() {
            true => Ok(vec![self.folder.join("answer").into()]),
            false => Err(self.not_compiled(&tool.to_string_lossy(), &compiled.stderr)),
        }
    }

    /// Returns the first tool that this machine has.
    fn tool(&self, names: &[&str], language: &str) -> anyhow::Result<OsString> {
        let version = |name: &str| match name {
            "go" => "version",
            _ => "--version",
        };
        let found = names.iter().find(|name| has_tool(name, &[version(name)]));
        let found = found.with_context(|| {
            either!(
                "expected {names} to run {language}, found no such command in PATH",
                "运行 {language} 需要 {names}，PATH 中没有这个命令",
                names = names.join(&either!(" or ", " 或 "))
            )
        })?;
        Ok(found.into())
    }

    /// Returns the error of a compiler with its first line about an error.
    fn not_compiled(&self, tool: &str, message: &[u8]) -> anyhow::Error {
        let message = String::from_utf8_lossy(message);
        let line = message.lines().find(|line| line.contains("error"));
        let line = line.or_else(|| message.lines().next()).unwrap_or_default();
        let line = line.replace(&*self.folder.to_string_lossy(), "");
        let (name, line) = (shown(self.file), super::super::process::shortened(&line));
        anyhow!(either!(
            "expected a program that compiles, found {name}: {tool} says: {line}",
            "{name} 无法编译，{tool} 的信息：{line}"
        ))
    }
}

/// Returns true if the function is inside of an `impl` block: its line is indented.
fn is_method(text: &str, function: &str) -> bool {
    let mut lines = text.lines().filter(|line| line.contains(function));
    lines.any(|line| line.starts_with([' ', '\t']) || line.contains("impl"))
}

/// Returns true if this command runs and succeeds.
fn has_tool(name: &str, words: &[&str]) -> bool {
    let output = Command::new(name).args(words).output();
    output.is_ok_and(|output| output.status.success())
}
