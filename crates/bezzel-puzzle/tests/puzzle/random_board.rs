//! Random boards with large regions, most of them without a solution or with several.

use bezzel_puzzle::Puzzle;

/// Grows n regions from random squares, one square after the other.
pub(super) fn random_board(n: u32, seed: u64) -> Puzzle {
    let mut random = fastrand::Rng::with_seed(seed);
    let (n, mut regions) = (n as usize, vec![u32::MAX; (n * n) as usize]);
    let mut border: Vec<usize> = random.choose_multiple(0..n * n, n);
    for (&square, region) in border.iter().zip(0..) {
        regions[square] = region;
    }
    while !border.is_empty() {
        let at = random.usize(..border.len());
        let square = border[at];
        let neighbours = [
            (square >= n).then(|| square - n),
            (!square.is_multiple_of(n)).then(|| square - 1),
            (square % n + 1 < n).then(|| square + 1),
            (square + n < n * n).then(|| square + n),
        ];
        let free = neighbours.into_iter().flatten();
        let free = random.choose_multiple(free.filter(|&next| regions[next] == u32::MAX), 1);
        match free[..] {
            [next] => {
                regions[next] = regions[square];
                border.push(next);
            }
            _ => drop(border.swap_remove(at)),
        }
    }
    Puzzle::new(n as u32, &regions).expect("connected regions")
}
