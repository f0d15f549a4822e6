//! Prints the occupancies that the page has stored (`npm run heat`): for each n from 1 on, the
//! numbers of one square of each orbit under the eight symmetries, in reading order. Counts them up
//! to n = 15 and reads the others from `records/`.

use std::fs;
use std::path::Path;

use bezzel::ConstrainedBoard;
use bezzel_run::{Control, EngineSelection, Job, OccupancyJob};

const MAX_COUNTED: u32 = 15;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut lines = Vec::new();
    for n in 1.. {
        let rows = if n <= MAX_COUNTED {
            let engines = EngineSelection::new(None, None);
            let mut job = OccupancyJob::new(ConstrainedBoard::new(n)?, engines);
            let (occupancy, _) = job.run(&Control::never(), &mut |_| {})?;
            (0..n).map(|row| occupancy.row(row).to_vec()).collect()
        } else if let Some(rows) = recorded(n) {
            rows
        } else {
            break;
        };
        let middle = n.div_ceil(2) as usize;
        let squares = (0..middle).flat_map(|row| (row..middle).map(move |column| (row, column)));
        let numbers: Vec<String> = squares
            .map(|(row, column)| rows[row][column].to_string())
            .collect();
        lines.push(format!("  [{}]", numbers.join(", ")));
    }
    println!("[\n{}\n]", lines.join(",\n"));
    Ok(())
}

/// Returns the numbers of `records/occupancy-N.csv`, row by row, if there is such a file.
fn recorded(n: u32) -> Option<Vec<Vec<u128>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records");
    let text = fs::read_to_string(root.join(format!("occupancy-{n}.csv"))).ok()?;
    let numbers = text.lines().skip(1);
    let numbers: Option<Vec<u128>> = numbers
        .map(|line| line.rsplit(',').next()?.parse().ok())
        .collect();
    Some(numbers?.chunks(n as usize).map(<[u128]>::to_vec).collect())
}
