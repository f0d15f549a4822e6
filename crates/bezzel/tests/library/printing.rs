//! The listings that print boards print what the programs of the tutorials print.

use std::path::Path;
use std::process::Command;

use bezzel::methods::{Language, Listing, ListingForm, Method, Tutorial};

use crate::listings::{TOOLS, class, file, has, javac, output, text};

/// What follows the solutions in a tutorial's output.
#[derive(Clone, Copy)]
enum Last {
    Number,
    Total,
    Nothing,
}

/// The listings that print write what the program of their tutorial prints.
#[test]
fn the_programs_print_what_the_tutorials_print() {
    for (method, form, tutorial, program, last) in [
        (
            Method::SlopeTest,
            ListingForm::Prints,
            Tutorial::A,
            "A-slope",
            Last::Number,
        ),
        (
            Method::BorderedBoard,
            ListingForm::Prints,
            Tutorial::B,
            "B-bordered",
            Last::Total,
        ),
        (
            Method::SlopeTest,
            ListingForm::PrintsCheckedFirst,
            Tutorial::C,
            "C-2",
            Last::Nothing,
        ),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tutorials");
        let read =
            |n: u32| std::fs::read_to_string(folder.join(format!("{program}-{n}.txt"))).unwrap();
        let expected: String = SIZES.map(read).concat();
        // These programs have the tutorial's names; the programs that only count have bezzel's names.
        for listing in method.listings(Some(tutorial)) {
            if listing.form == form && listing.language != Language::Pseudocode {
                let Some(printed) = printed(method, &listing, last) else {
                    continue;
                };
                let here = format!("{program} in {}", listing.language.name());
                // Tutorial A ends its lines with a blank.
                assert_eq!(trimmed(&printed), trimmed(&expected), "{here}");
            }
        }
    }
}

const SIZES: [u32; 5] = [1, 2, 4, 6, 8];

fn trimmed(text: &str) -> String {
    text.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Runs a listing for all sizes and returns what it prints; without its compiler, `None`, which is said.
fn printed(method: Method, listing: &Listing, last: Last) -> Option<String> {
    let language = listing.language;
    let (_, tool, _) = TOOLS.into_iter().find(|tool| tool.0 == language).unwrap();
    if !has(tool, "what the listings print") {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join(file(method, language)), text(listing, false)).unwrap();
    let run = |call: &dyn Fn(u32) -> String| SIZES.map(call).concat();
    let (class, listing) = (class(method), file(method, language));
    let (prefix, ends) = match last {
        Last::Number => ("", true),
        Last::Total => ("Total: ", true),
        Last::Nothing => ("", false),
    };
    let write = |main: String, name: &str| std::fs::write(path.join(name), main).unwrap();
    let printed = match language {
        Language::Python => {
            let call = |n| match ends {
                true => format!("print('{prefix}' + str(queens({n})))\n"),
                false => format!("queens({n})\n"),
            };
            write(
                format!(
                    "from {} import queens\n{}",
                    listing.trim_end_matches(".py"),
                    run(&call)
                ),
                "main.py",
            );
            output(Command::new("python3").arg("main.py").current_dir(path))
        }
        Language::Java => {
            let call = |n| match ends {
                true => format!("System.out.println(\"{prefix}\" + new {class}().queens({n}));"),
                false => format!("new {class}().queens({n});"),
            };
            let calls = run(&call);
            write(
                format!("class Main {{ public static void main(String[] a) {{ {calls} }} }}"),
                "Main.java",
            );
            output(javac().args([&listing, "Main.java"]).current_dir(path));
            output(Command::new("java").arg("Main").current_dir(path))
        }
        Language::Cpp => {
            let call = |n| match ends {
                true => format!(
                    "{{ long long q = {class}().queens({n}); printf(\"{prefix}%lld\\n\", q); }}"
                ),
                false => format!("{class}().queens({n});"),
            };
            let calls = run(&call);
            write(
                format!("#include \"{listing}\"\nint main() {{ {calls} }}\n"),
                "main.cpp",
            );
            let arguments = ["-std=c++11", "-Wall", "-Werror", "-o", "main", "main.cpp"];
            output(Command::new("g++").args(arguments).current_dir(path));
            output(&mut Command::new(path.join("main")))
        }
        _ => {
            let call = |n| match ends {
                true => format!("  q := queens({n}); writeln('{prefix}', q);\n"),
                false => format!("  q := queens({n});\n"),
            };
            let calls = run(&call);
            write(
                format!("{{$I {listing}}}\nvar q: int64;\nbegin\n{calls}end.\n"),
                "main.pas",
            );
            output(
                Command::new("fpc")
                    .args(["-v0", "main.pas"])
                    .current_dir(path),
            );
            output(&mut Command::new(path.join("main")))
        }
    };
    Some(printed)
}
