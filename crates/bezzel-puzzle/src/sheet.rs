//! Printable sheets: puzzles on A4 pages, then their solutions on pages of their own.

use std::fmt::Write;

use bezzel::Placement;
use bezzel::methods::Reading;
use bezzel::shared::definitions;

use crate::svg::patterns;
use crate::{Marks, Puzzle};

const PUZZLES_PER_PAGE: usize = 4;
const SOLUTIONS_PER_PAGE: usize = 16;

const STYLE: &str = "\
@page { size: A4; margin: 14mm }
* { box-sizing: border-box }
body { font: 11pt system-ui, sans-serif; margin: 0; color: #23201d }
h1 { font-size: 15pt; margin: 0 0 4mm }
section { break-after: page }
section:last-child { break-after: auto }
.boards { display: grid; grid-template-columns: repeat(2, 1fr); gap: 8mm }
.one { grid-template-columns: minmax(0, 140mm) }
.solutions .boards { grid-template-columns: repeat(4, 1fr); gap: 5mm }
figure { margin: 0; break-inside: avoid }
figcaption { margin-bottom: 2mm }
svg.puzzle { display: block; width: 100%; print-color-adjust: exact; -webkit-print-color-adjust: exact }
@media screen { body { max-width: 190mm; margin: 10mm auto } section { margin-bottom: 15mm } }
";

/// Returns an HTML document to print: the puzzles with their captions, four on a page, and then
/// the solutions, sixteen on a page.
///
/// ```
/// use bezzel::methods::Reading;
/// use bezzel_puzzle::{Generator, sheet};
/// let generated = Generator::new(6, 1)?.next().unwrap();
/// let caption = format!("Puzzle 1, {}", generated.grade);
/// let document = sheet(&[(generated.puzzle, generated.solution, caption)], Reading::English);
/// assert_eq!(document.matches("<svg class=\"puzzle\"").count(), 2);
/// # Ok::<(), bezzel_puzzle::PuzzleError>(())
/// ```
///
/// Panics if a solution has another size than its puzzle.
pub fn sheet(puzzles: &[(Puzzle, Placement, String)], reading: Reading) -> String {
    let [language, title, rules, solutions] = match reading {
        Reading::English => [
            "en",
            "bezzel puzzle sheet",
            "One queen in every row, column and region; no two touch",
            "Solutions",
        ],
        Reading::Chinese => [
            "zh-CN",
            "bezzel 谜题练习页",
            "每行、每列、每个区域各放一个皇后，互不相邻",
            "答案",
        ],
    };
    let largest = puzzles.iter().map(|(puzzle, ..)| puzzle.size()).max();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body>\n\
         <svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">{}</svg>\n",
        definitions(&patterns(largest.unwrap_or(0)))
    );
    for page in puzzles.chunks(PUZZLES_PER_PAGE) {
        let class = if puzzles.len() == 1 {
            "boards one"
        } else {
            "boards"
        };
        let _ = write!(out, "<section><h1>{rules}</h1>\n<div class=\"{class}\">\n");
        for (puzzle, _, caption) in page {
            figure(&mut out, caption, puzzle, &Marks::new(puzzle.size()));
        }
        out.push_str("</div></section>\n");
    }
    for page in puzzles.chunks(SOLUTIONS_PER_PAGE) {
        let _ = write!(
            out,
            "<section class=\"solutions\"><h1>{solutions}</h1>\n<div class=\"boards\">\n"
        );
        for (puzzle, solution, caption) in page {
            figure(&mut out, caption, puzzle, &Marks::from(solution));
        }
        out.push_str("</div></section>\n");
    }
    out.push_str("</body></html>\n");
    out
}

fn figure(out: &mut String, caption: &str, puzzle: &Puzzle, marks: &Marks) {
    let caption = caption.replace('&', "&amp;").replace('<', "&lt;");
    let (picture, mut svg) = (puzzle.picture(marks), Vec::new());
    let written = picture.write_within(&mut svg, "", &picture.title);
    written.expect("memory takes all that is written");
    let svg = String::from_utf8_lossy(&svg);
    let _ = writeln!(
        out,
        "<figure><figcaption>{caption}</figcaption>{svg}</figure>"
    );
}
