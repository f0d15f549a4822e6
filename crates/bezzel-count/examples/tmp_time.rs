//! x
use bezzel::{ConstrainedBoard, Square, Symmetry};
use bezzel_count::*;
fn main() {
    let n: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let mut time = |board: &ConstrainedBoard| {
        let t = std::time::Instant::now();
        let plan = Plan::constrained(board).unwrap();
        let p = t.elapsed().as_secs_f64();
        let mut tally = Tally::default();
        for unit in plan.units() {
            tally.add(&unit, &counter.count(&unit, Route::Direct)).unwrap();
        }
        let total = tally.verified_total(&plan).unwrap();
        println!("  plan {p:.3} model {:.3} all {:.3} s  {} {} units, joined {}", plan.cost()/1e9, t.elapsed().as_secs_f64(), total.solutions, plan.len(), total.joined);
    };
    time(&ConstrainedBoard::new(n).unwrap());
    for (r, c) in [(0, 0), (0, 1), (1, 1), (0, n / 2), (n / 2, n / 2), (2, 3)] {
        for s in Symmetry::ALL {
            let sq = s.apply(Square::new(r, c), n);
            let mut b = ConstrainedBoard::new(n).unwrap();
            b.place(sq).unwrap();
            print!("{sq}");
            time(&b);
        }
    }
}
