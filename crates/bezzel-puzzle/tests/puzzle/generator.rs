//! Generated puzzles: one solution, connected regions, reproducible.

use bezzel_puzzle::{Grade, MAX_GENERATED_SIZE, SolutionCount};

use super::*;

/// Checks with the second solver that there is one solution, and that regions are connected.
fn assert_unique(
    GeneratedPuzzle {
        puzzle, solution, ..
    }: &GeneratedPuzzle,
) {
    let columns: Vec<u32> = solution.columns().collect();
    assert_eq!(naive_solutions(puzzle, 2), [columns], "\n{puzzle}");
    // Creating it again checks the size and connection of the regions.
    let regions: Vec<u32> = puzzle.regions().collect();
    assert_eq!(Puzzle::new(puzzle.size(), &regions).as_ref(), Ok(puzzle));
}

fn assert_proper(generated: &GeneratedPuzzle) {
    assert_unique(generated);
    let GeneratedPuzzle {
        puzzle,
        solution,
        grade,
    } = generated;
    assert_eq!(
        puzzle.solve(),
        SolutionCount::One(solution.clone()),
        "\n{puzzle}"
    );
    assert_eq!(puzzle.grade(), Some(*grade), "\n{puzzle}");
}

#[test]
fn generated_puzzles_have_one_solution() {
    for (sizes, count) in [(5..=8, 100), (9..=10, 20), (11..=MAX_GENERATED_SIZE, 2)] {
        for puzzle in generated(sizes, count) {
            assert_proper(&puzzle);
        }
    }
}

/// Of 1000 puzzles of each size, each is connected and has one solution, and each hint on the way to it is sound.
///
/// The generator has solved and graded each of them with the first solver.
fn assert_thousands(sizes: impl Iterator<Item = u32>) {
    for generated in generated(sizes, 1000) {
        assert_unique(&generated);
        hints::assert_sound(&generated);
    }
}

#[test]
#[ignore = "takes up to a minute: scripts/test --all runs it"]
fn a_thousand_of_5_to_11_rows() {
    assert_thousands(5..=11);
}

#[test]
#[ignore = "takes up to a minute: scripts/test --all runs it"]
fn a_thousand_of_12_rows() {
    assert_thousands(12..=12);
}

#[test]
fn a_seed_gives_the_same_puzzles() {
    let puzzles = |seed| {
        let mut generator = Generator::new(6, seed).unwrap();
        [(); 3].map(|()| generator.next().unwrap())
    };
    assert_eq!(puzzles(7), puzzles(7));
    assert_ne!(puzzles(7), puzzles(8));
    let [first, second, _] = puzzles(7);
    assert_ne!(first, second);
}

/// The puzzle of a seed is part of the interface: stored puzzles and daily puzzles rely on it.
#[test]
fn the_puzzle_of_a_seed_does_not_change() {
    let generated = Generator::new(6, 1848).unwrap().next().unwrap();
    let GeneratedPuzzle {
        puzzle,
        solution,
        grade,
    } = generated;
    assert_eq!(
        format!("{puzzle}{solution:?} {grade}"),
        "ABBBBB\nAABBBB\nAACCBB\nADDCBB\nEEECBF\nEEEFFF\nPlacement[4 0 3 1 5 2] medium"
    );
}

/// Grades are part of the interface for the same reason.
#[test]
fn grades_do_not_change() {
    let mut generator = Generator::new(8, 1850).unwrap();
    let grades = [(); 12].map(|()| generator.next().unwrap().grade.name());
    assert_eq!(
        grades.join(" "),
        "easy medium medium medium easy medium easy medium medium medium medium easy"
    );
}

#[test]
fn a_wanted_grade_is_met() {
    for grade in [Grade::Easy, Grade::Medium, Grade::Hard] {
        let mut generator = Generator::new(7, 5).unwrap().with_grade(grade);
        for _ in 0..2 {
            assert_eq!(generator.next().unwrap().grade, grade);
        }
    }
}

/// Mean number of regions of one square, and mean share of the largest region. For n = 11, published puzzles
/// have 0.30 and 38%.
#[test]
fn sizes_of_regions_are_those_of_published_puzzles() {
    for n in 7..=11 {
        const COUNT: usize = 200;
        let (mut single, mut largest) = (0, 0);
        for generated in Generator::new(n, 38).unwrap().take(COUNT) {
            let mut sizes = vec![0; n as usize];
            for region in generated.puzzle.regions() {
                sizes[region as usize] += 1;
            }
            single += sizes.iter().filter(|&&size| size == 1).count();
            largest += sizes.iter().max().unwrap();
        }
        let single = single as f64 / COUNT as f64;
        let largest = f64::from(largest) / (COUNT as f64 * f64::from(n * n));
        assert!((0.15..0.45).contains(&single), "n = {n}: {single}");
        assert!((0.34..0.42).contains(&largest), "n = {n}: {largest}");
    }
}
