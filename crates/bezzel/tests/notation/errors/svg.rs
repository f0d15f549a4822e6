//! Pictures, which are XML.

use super::*;

#[test]
fn xml() {
    check(
        Svg,
        &[
            (
                "<svg>\n<a></b></svg>",
                "line 2, column 4: expected well-formed XML (expected 'a' tag, not 'b'), found '<'",
            ),
            (
                "<svg data-n='1'/\n>",
                "line 1, column 17: expected well-formed XML (expected '>' not '\\n'), found the end of the line",
            ),
        ],
    );
}

#[test]
fn queens() {
    let queen = "<use href='#queen' x='1' y='0'/>";
    check(
        Svg,
        &[
            (
                &format!("<svg>\n{queen}</svg>"),
                "line 2, column 1: expected an element with the attribute data-n before the first queen, found a queen",
            ),
            (
                &format!("<svg data-n='1'>\n  {queen}</svg>"),
                r#"line 2, column 25: expected x to be an integer from 0 to 0, found "1""#,
            ),
            (
                &format!("<svg data-n='0'>{queen}</svg>"),
                "line 1, column 17: expected no queen on a board of 0 squares, found a queen",
            ),
            (
                "<svg data-n='2'><use href='#queen' y='0'/></svg>",
                "line 1, column 17: expected the attribute x, found <use> without it",
            ),
            (
                &format!("<svg data-n='2'>{queen}\n{queen}</svg>"),
                "line 2, column 1: expected each square once, found a second queen at row 0 column 1",
            ),
        ],
    );
}

#[test]
fn sizes() {
    check(
        Svg,
        &[
            (
                "<svg data-n='x'/>",
                r#"line 1, column 14: expected data-n to be an integer from 0 to 2147483647, found "x""#,
            ),
            (
                "\n\n  <svg data-n='2000000000'/>",
                "line 3, column 16: expected a number up to 65536 for so few queens, found 2000000000",
            ),
            (
                "<svg/>",
                "expected a board in the notation svg, found no board",
            ),
        ],
    );
}
