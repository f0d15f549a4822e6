//! Source code of the methods, shown beside their steps.
//!
//! In the files, a line that does a step ends with the kinds of step after `//@`, as in the
//! [listings](super::listings). After an opening brace, rustfmt moves such a mark to a line of its
//! own. The marks are not shown, and lines that contain only marks are not counted.

use std::panic::Location;
use std::sync::LazyLock;

use super::kind::StepKind;
use super::listings;
use super::{Method, REGISTRY};

/// Source file of a method.
///
/// ```
/// use bezzel::{NEVER, methods::{Method, SourceFile}};
/// let source = Method::SlopeTest.run(4)?.steps(0, 1, NEVER).steps[0].source;
/// let file = SourceFile::all().iter().find(|file| file.name == source.file).unwrap();
/// let line = file.text.lines().nth(source.line as usize - 1).unwrap();
/// assert_eq!((file.name, line.trim()), ("slope_test/mod.rs", "for column in 0..self.n {"));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug)]
pub struct SourceFile {
    /// Folder and name of the file.
    pub name: &'static str,
    /// Text of the file, without the marks of its lines.
    pub text: String,
    /// Lines that do steps, counted from 1.
    marks: Vec<(StepKind, u32)>,
    /// Number of the line in `text` that each line of the file is, or belongs to.
    shown: Vec<u32>,
}

static FILES: LazyLock<[SourceFile; Method::ALL.len()]> = LazyLock::new(|| {
    REGISTRY
        .each_ref()
        .map(|registered| SourceFile::new(registered.file, registered.source))
});

/// Line in a [source file](SourceFile).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SourceLine {
    /// Folder and name of the file.
    pub file: &'static str,
    /// Line of the shown text, from 1.
    pub line: u32,
}

impl SourceFile {
    /// Returns the file of each method, in the order of [`Method::ALL`].
    pub fn all() -> &'static [SourceFile] {
        &*FILES
    }

    fn new(name: &'static str, source: &str) -> Self {
        let (mut text, mut marks, mut shown) = (String::new(), Vec::new(), Vec::new());
        let mut number = 0;
        for line in source.lines() {
            let (code, kinds) = listings::without_mark(line);
            if kinds.is_empty() || !code.is_empty() {
                text = text + code + "\n";
                number += 1;
            }
            shown.push(number);
            marks.extend(kinds.into_iter().map(|kind| (kind, number)));
        }
        Self {
            name,
            text,
            marks,
            shown,
        }
    }

    /// Iterates over the lines that do steps of a kind, counted from 1.
    fn lines_of(&self, kind: StepKind) -> impl Iterator<Item = u32> {
        let does = move |(does, line): &(StepKind, u32)| (*does == kind).then_some(*line);
        self.marks.iter().filter_map(does)
    }
}

impl Method {
    /// Returns the source file of this method.
    pub fn source(self) -> &'static SourceFile {
        &FILES[self as usize]
    }
}

fn file_at(path: &str) -> Option<&'static SourceFile> {
    let is_end = |file: &&SourceFile| {
        let mut folders = path.rsplit(['/', '\\']);
        file.name
            .rsplit('/')
            .all(|name| folders.next() == Some(name))
    };
    FILES.iter().find(is_end)
}

/// Returns the line that does a step of this kind, in the file that reports the step. Of several
/// such lines it is the one nearest to the report.
pub(super) fn algorithm_line(kind: StepKind, report: &'static Location<'static>) -> SourceLine {
    let Some(file) = file_at(report.file()) else {
        let (file, line) = (report.file(), report.line());
        return SourceLine { file, line };
    };
    let reported = file.shown[report.line() as usize - 1];
    let nearest = file
        .lines_of(kind)
        .min_by_key(|line| line.abs_diff(reported));
    SourceLine {
        file: file.name,
        line: nearest.unwrap_or(reported),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::NEVER;

    #[test]
    fn each_step_has_a_marked_line_and_each_marked_line_does_a_step() {
        let mut done = BTreeSet::new();
        for method in Method::ALL {
            for n in [4, 5, 6] {
                for step in method.run(n).unwrap().steps(0, 20_000, NEVER).steps {
                    let SourceLine { file, line } = step.source;
                    let source = SourceFile::all().iter().find(|one| one.name == file);
                    assert!(
                        source.unwrap().lines_of(step.kind).any(|one| one == line),
                        "{method}: no line of {file} does '{}', reported in line {line}",
                        step.kind
                    );
                    done.insert((file, step.kind.name(), line));
                }
            }
        }
        let mut marked = BTreeSet::new();
        for file in SourceFile::all() {
            for (kind, line) in &file.marks {
                marked.insert((file.name, kind.name(), *line));
            }
        }
        assert_eq!(marked, done);
    }

    #[test]
    fn marks_are_at_lines_of_the_algorithm_and_not_shown() {
        for file in SourceFile::all() {
            assert!(!file.text.contains("//@"), "{}", file.name);
            for (_, line) in &file.marks {
                let code = file.text.lines().nth(*line as usize - 1).unwrap();
                let is_code = !code.trim().is_empty() && !code.contains("report");
                assert!(is_code, "{}, line {line}: {code}", file.name);
            }
        }
    }
}
