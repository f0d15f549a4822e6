//! `bezzel work`: sources of units, and files of results.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::campaign::{Place, units};
use crate::waiting::{Running, until};
use crate::{bezzel, data, run};

const N: &str = "12";

fn listed(place: &Place) -> String {
    let (file, list) = (place.ledger("q", N), place.file("units"));
    data(&["campaign", "export", &file, "-o", &list]);
    list
}

/// Files that `work` did not write, and their errors.
#[test]
fn other_files_are_left_as_they_are() {
    let place = Place::new();
    let list = listed(&place);
    let other = place.file("other");
    let ledger = fs::read(place.path("q")).unwrap();
    let of_13 = data(&["campaign", "export", &place.ledger("q13", "13")]);
    let header_of_13 = of_13.lines().next().unwrap().to_owned() + "\n";
    let cut = fs::read(&list).unwrap()[..700].to_vec();
    for (content, said) in [
        (&b"a letter without an end"[..], "expected a result file"),
        (
            b"a letter\nof two lines\n",
            "expected the header of a unit or result file",
        ),
        (b"\n", "expected the header of a unit or result file"),
        (&[0; 100_000], "expected a result file"),
        (&ledger, "expected the header of a unit or result file"),
        (
            header_of_13.as_bytes(),
            "expected results for n = 12, found results for n = 13",
        ),
        (&fs::read(&list).unwrap(), "found a file of units"),
        (&cut, "found a file of units"),
        (
            &[&data(&["work", &list]).into_bytes()[..], b"oh\n"].concat(),
            "line 34: expected a unit of n = 12, found oh",
        ),
    ] {
        fs::write(&other, content).unwrap();
        let ran = run(&["work", &list, "-o", &other]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{said}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        assert!(
            ran.stderr.contains(said),
            "{} does not say {said}",
            ran.stderr
        );
        assert!(ran.stderr.contains("not changed"), "{}", ran.stderr);
        assert_eq!(fs::read(&other).unwrap(), content, "{said}");
    }
    // A file of units is not a destination of results.
    let before = fs::read(&list).unwrap();
    assert_eq!(run(&["work", &list, "-o", &list]).code, Some(2));
    assert_eq!(fs::read(&list).unwrap(), before);
    let ran = run(&["work", &list, "-o", place.path("").to_str().unwrap()]);
    assert!(
        ran.stderr.contains("expected a regular file"),
        "{}",
        ran.stderr
    );
}

#[test]
fn what_a_crash_left_is_gone_on_with() {
    let place = Place::new();
    let list = listed(&place);
    let results = place.file("results");
    data(&["work", &list, "-o", &results]);
    let whole = fs::read_to_string(&results).unwrap();
    for cut in [0, 5, whole.find('\n').unwrap(), whole.len() / 2] {
        fs::write(&results, &whole[..cut]).unwrap();
        data(&["work", &list, "-o", &results]);
        let now = fs::read_to_string(&results).unwrap();
        assert_eq!(now.lines().count() as u64, units(N) + 1, "cut at {cut}");
        let kept = whole[..cut].rfind('\n').map_or(0, |end| end + 1);
        assert!(now.starts_with(&whole[..kept]));
    }
}

/// Results are written while the pipe with the units stays open, and no other process can write the
/// file in the meantime.
#[test]
fn units_may_come_through_a_pipe() {
    let place = Place::new();
    let list = listed(&place);
    let text = fs::read_to_string(&list).unwrap();
    let results = place.file("results");
    let work = |output: &str| {
        Running::start(
            bezzel()
                .args(["work", "-", "-t", "1", "-o", output])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped()),
        )
    };
    let mut child = work("-");
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let counted = lines.by_ref();
    for (number, line) in text.lines().take(4).enumerate() {
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
        let said = counted.next().unwrap().unwrap();
        assert!(said.starts_with(line), "{number}: {said}");
    }
    drop(input);
    assert!(counted.next().is_none());
    assert_eq!(child.ended().code, Some(0));

    let mut child = work(&results);
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", text.lines().next().unwrap()).unwrap();
    until("it writes", || {
        fs::read(&results).is_ok_and(|text| !text.is_empty())
    });
    let ran = run(&["work", &list, "-o", &results]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("another process is writing it"),
        "{}",
        ran.stderr
    );
    drop(input);
    assert_eq!(child.ended().code, Some(0));
    let said = run(&["work", &place.file("none")]).stderr;
    assert!(said.contains("none: it cannot be read: "), "{said}");
}
