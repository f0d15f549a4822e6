impl Solution {
    pub fn total_n_queens(n: i32) -> i32 {
        fn go(n: i32, r: i32, c: i32, a: i32, b: i32) -> i32 {
            if r == n { return 1; }
            (0..n).filter(|k| (c >> k | a >> (r + k) | b >> (r - k + n)) & 1 == 0)
                .map(|k| go(n, r + 1, c | 1 << k, a | 1 << (r + k), b | 1 << (r - k + n))).sum()
        }
        go(n, 0, 0, 0, 0)
    }
}
