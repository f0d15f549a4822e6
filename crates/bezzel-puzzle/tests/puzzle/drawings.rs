//! Pictures and sheets.

use bezzel::methods::Reading;
use bezzel_puzzle::{Mark, Marks, sheet};

use super::*;

#[test]
fn pictures_have_every_region_queen_and_cross() {
    for GeneratedPuzzle {
        puzzle, solution, ..
    } in generated([5, 12].into_iter(), 1)
    {
        let n = puzzle.size() as usize;
        let mut marks = Marks::from(&solution);
        let free = marks.squares_with(Mark::Free).next().unwrap();
        marks.set(free, Mark::Cross);
        let picture = puzzle.svg(&marks);
        let document = roxmltree::Document::parse(&picture).unwrap();
        let count = |is: &dyn Fn(&roxmltree::Node<'_, '_>) -> bool| {
            document.descendants().filter(|node| is(node)).count()
        };
        assert_eq!(
            count(&|node| node.has_tag_name("pattern") || node.tag_name().name() == "pattern"),
            n
        );
        let fill = |node: &roxmltree::Node<'_, '_>, start: &str| {
            node.attribute("fill")
                .is_some_and(|fill| fill.starts_with(start))
        };
        assert_eq!(count(&|node| fill(node, "url(#region-")), n);
        assert_eq!(count(&|node| node.tag_name().name() == "use"), n);
        assert_eq!(picture.matches("l.4 .4m0 -.4l-.4 .4").count(), 1);
        // The numbers of rows and columns, and the letters.
        assert_eq!(count(&|node| node.tag_name().name() == "text"), 3 * n);
    }
}

#[test]
fn a_sheet_has_its_solutions_after_the_puzzles() {
    let puzzles: Vec<_> = generated(5..=6, 3)
        .into_iter()
        .enumerate()
        .map(|(at, generated)| {
            (
                generated.puzzle,
                generated.solution,
                format!("Puzzle {} <", at + 1),
            )
        })
        .collect();
    let document = sheet(&puzzles, Reading::English);
    let pages: Vec<&str> = document.split("<section").skip(1).collect();
    let boards = |page: &&str| page.matches("<svg class=\"puzzle\"").count();
    assert_eq!(pages.iter().map(boards).collect::<Vec<_>>(), [4, 2, 6]);
    let queens = |page: &&str| page.matches("#queen").count();
    assert_eq!(
        pages.iter().map(queens).collect::<Vec<_>>(),
        [0, 0, 3 * 5 + 3 * 6]
    );
    assert!(pages[1].contains("Puzzle 6 &lt;") && pages[2].contains("Puzzle 6 &lt;"));
    let document = sheet(
        &[&puzzles[..], &puzzles, &puzzles].concat(),
        Reading::Chinese,
    );
    let pages: Vec<&str> = document.split("<section").skip(1).collect();
    let boards: Vec<usize> = pages.iter().map(boards).collect();
    assert_eq!(boards, [4, 4, 4, 4, 2, 16, 2]);
    assert!(pages[0].contains("互不相邻") && pages[5].contains("<h1>答案"));
}
