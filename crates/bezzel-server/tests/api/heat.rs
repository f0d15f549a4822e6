//! The stored occupancies of the Heat map tab.

use bezzel::ConstrainedBoard;
use bezzel_run::{Control, EngineSelection, Job, OccupancyJob};

const STORED: &str = include_str!("../../web/src/heat/occupancies.json");

/// The heat maps of n ≤ 13 are counted again; all others add up in each row.
#[test]
fn stored_occupancies_are_the_counted_ones() {
    let stored: Vec<Vec<u128>> = serde_json::from_str(STORED).unwrap();
    assert!(stored.len() >= 21);
    for (n, stored) in (1u32..).zip(&stored) {
        let middle = n.div_ceil(2);
        let squares: Vec<[u32; 2]> = (0..middle)
            .flat_map(|row| (row..middle).map(move |column| [row, column]))
            .collect();
        assert_eq!(squares.len(), stored.len(), "n = {n}");
        let at = |row: u32, column: u32| {
            let [row, column] = [row, column].map(|index| index.min(n - 1 - index));
            let square = [row.min(column), row.max(column)];
            let index = squares.iter().position(|known| *known == square);
            stored[index.unwrap()]
        };
        let rows: Vec<Vec<u128>> = (0..n)
            .map(|row| (0..n).map(|column| at(row, column)).collect())
            .collect();
        let sums = rows.iter().map(|row| row.iter().sum::<u128>());
        assert!(
            sums.clone().all(|sum| sum == sums.clone().next().unwrap()),
            "n = {n}"
        );
        if n <= 13 {
            let engines = EngineSelection::new(None, None);
            let mut job = OccupancyJob::new(ConstrainedBoard::new(n).unwrap(), engines);
            let (occupancy, _) = job.run(&Control::never(), &mut |_| {}).unwrap();
            for (row, numbers) in (0..n).zip(&rows) {
                assert_eq!(occupancy.row(row), numbers, "n = {n}: run `npm run heat`");
            }
        }
    }
}
