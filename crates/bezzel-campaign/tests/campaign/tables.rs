//! The tables in `records/` agree with published totals, with each other and with their certificates.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn record(name: &str) -> String {
    let path = root().join("records").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names() -> BTreeSet<String> {
    let files = fs::read_dir(root().join("records")).unwrap();
    let name = |file: std::io::Result<fs::DirEntry>| file.unwrap().file_name().into_string();
    files.map(|file| name(file).unwrap()).collect()
}

/// The sizes n of the files `{before}{n}{after}`.
fn sizes(before: &str, after: &str) -> Vec<u32> {
    let of = |name: &String| {
        let n = name.strip_prefix(before)?.strip_suffix(after)?;
        n.parse().ok()
    };
    let mut sizes: Vec<u32> = names().iter().filter_map(of).collect();
    sizes.sort_unstable();
    sizes
}

/// The lines of a table as numbers, below a header and comments.
fn table(name: &str, header: &str) -> Vec<Vec<u128>> {
    let text = record(name);
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some(header), "{name}");
    let numbers = |line: &str| {
        line.split(',')
            .map(|field| field.parse().unwrap())
            .collect()
    };
    lines.map(numbers).collect()
}

fn published(n: u32) -> u128 {
    let mut totals = bezzel_oracle::totals().into_iter();
    totals.find(|totals| totals.n == n).unwrap().all
}

/// The rows of `occupancy-{n}.csv`.
fn occupancy(n: u32) -> Vec<Vec<u128>> {
    let name = format!("occupancy-{n}.csv");
    let lines = table(&name, "row,column,solutions");
    let size = n as usize;
    assert_eq!(lines.len(), size * size, "{name}");
    for (at, line) in lines.iter().enumerate() {
        let square = [at / size, at % size].map(|index| index as u128);
        assert_eq!(line[..2], square, "{name}");
    }
    let rows = lines.chunks(size);
    rows.map(|row| row.iter().map(|line| line[2]).collect())
        .collect()
}

/// The solutions of n queens by the number of queens on black squares, from 0 on.
fn by_colour(n: u32) -> Vec<u128> {
    let mut numbers = vec![0; n as usize + 1];
    for line in table("by-colour.csv", "n,black,solutions") {
        if line[0] == u128::from(n) {
            numbers[line[1] as usize] = line[2];
        }
    }
    numbers
}

#[test]
fn every_file_is_checked_and_described() {
    let [records, oeis] = ["RECORDS.md", "docs/oeis.md"].map(|path| {
        let text = fs::read_to_string(root().join(path));
        text.unwrap_or_else(|error| panic!("{path}: {error}"))
    });
    let maps = sizes("occupancy-", ".csv");
    let known = |before: &str, sizes: &[u32], after: &str| -> Vec<String> {
        let name = |n: &u32| format!("{before}{n}{after}");
        sizes.iter().map(name).collect()
    };
    let tables = [
        known("q", &sizes("q", ".txt"), ".txt"),
        known("occupancy-", &maps, ".csv"),
        vec!["by-colour.csv".to_owned()],
    ];
    // crates/bezzel/tests/examples.rs tests these.
    let of_sequence = |n: &u32| format!("b{n:06}.txt");
    let sequences: Vec<String> = sizes("b", ".txt").iter().map(of_sequence).collect();
    let partitions = known("partition-", &sizes("partition-", ".txt"), ".txt");
    let mut all = BTreeSet::new();
    for (document, prefix, files) in [
        (&records, "records", tables.concat()),
        (&oeis, "../records", [sequences, partitions].concat()),
    ] {
        for name in files {
            let link = format!("({prefix}/{name})");
            assert!(document.contains(&link), "expected a link ...{link}");
            all.insert(name);
        }
    }
    assert_eq!(names(), all, "files in records/, files with a test");
    let range = format!("| {} to {} |", maps[0], maps[maps.len() - 1]);
    assert!(records.contains(&range), "RECORDS.md: expected {range}");
}

/// Rows and columns add up to Q(n), the eight images of a square have the same number, and black
/// squares add up to the count by colour. The page has the same numbers, and those of no other n.
#[test]
fn occupancies_add_up_and_are_those_of_the_page() {
    let stored = root().join("crates/bezzel-server/web/src/heat/occupancies.json");
    let stored = fs::read_to_string(stored).unwrap();
    let stored: Vec<&str> = stored.lines().filter(|line| line.len() > 1).collect();
    let sizes = sizes("occupancy-", ".csv");
    assert_eq!(sizes, (16..=stored.len() as u32).collect::<Vec<_>>());
    for n in sizes {
        let (rows, size, total) = (occupancy(n), n as usize, published(n));
        for (at, row) in rows.iter().enumerate() {
            assert_eq!(row.iter().sum::<u128>(), total, "n = {n}, row {at}");
            let column = rows.iter().map(|row| row[at]);
            assert_eq!(column.sum::<u128>(), total, "n = {n}, column {at}");
            for (column, &number) in row.iter().enumerate() {
                let transposed = rows[column][at];
                let mirrored = row[size - 1 - column];
                assert_eq!(
                    [transposed, mirrored],
                    [number; 2],
                    "n = {n}: {at},{column}"
                );
            }
        }
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let black = squares.filter(|(row, column)| (row + column) % 2 == 0);
        let on_black: u128 = black.map(|(row, column)| rows[row][column]).sum();
        let by_colour = by_colour(n);
        let queens = (0..).zip(&by_colour).map(|(black, number)| black * number);
        assert_eq!(on_black, queens.sum::<u128>(), "n = {n}");

        let middle = size.div_ceil(2);
        let orbits = (0..middle).flat_map(|row| rows[row][row..middle].iter());
        let orbits: Vec<String> = orbits.map(u128::to_string).collect();
        let line = stored[size - 1].trim_end_matches(',');
        assert_eq!(line, format!("  [{}]", orbits.join(", ")), "n = {n}");
    }
}

/// The first and the last number of each line that begins so.
fn numbers(text: &str, before: &str) -> Vec<[u128; 2]> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(before));
    let numbers = lines.map(|line| {
        let mut words = line.split(' ');
        let [first, last] = [words.next(), words.next_back()].map(Option::unwrap);
        [first, last].map(|word| word.parse().unwrap())
    });
    numbers.collect()
}

#[test]
fn colours_add_up_and_are_those_of_the_certificates() {
    let sizes: BTreeSet<u128> = table("by-colour.csv", "n,black,solutions")
        .iter()
        .map(|line| line[0])
        .collect();
    assert_eq!(sizes, (1..=25).filter(|n| ![2, 3].contains(n)).collect());
    for n in 4..=25 {
        let colours = by_colour(n);
        assert_eq!(colours.iter().sum::<u128>(), published(n), "n = {n}");
        if n < 20 {
            continue;
        }
        let certificate = record(&format!("q{n}.txt"));
        let mut certified = vec![0; n as usize + 1];
        for [black, number] in numbers(&certificate, "solutions with ") {
            certified[black as usize] = number;
        }
        assert_eq!(colours, certified, "n = {n}");
    }
}
