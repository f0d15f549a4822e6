fn place(n: usize, queens: &mut Vec<usize>) {
    let row = queens.len();
    if row == n {
        println!("{queens:?}");
        return;
    }
    for column in 0..n {
        let attacks = |(r, &c): (usize, &usize)| c == column || c.abs_diff(column) == row - r;
        if !queens.iter().enumerate().any(attacks) {
            queens.push(column);
            place(n, queens);
            queens.pop();
        }
    }
}

fn main() {
    let n = std::env::args().nth(1).unwrap().parse().unwrap();
    place(n, &mut Vec::new());
}
