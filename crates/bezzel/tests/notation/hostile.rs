//! Hostile input: no parser panics, runs forever, or allocates memory out of proportion.

use std::io::{self, Read};

use serde::de::IgnoredAny;

use super::*;

/// Reads any input and checks the invariants of every answer.
fn read_anything(document: &[u8], notation: Notation, one_based: bool) {
    let options = Options {
        one_based,
        ..Options::default()
    };
    let whole = read_entries(document, Some(notation), &options);
    let pieces = read_entries(
        BufReader::with_capacity(1, document),
        Some(notation),
        &options,
    );
    match (whole, pieces) {
        (Ok(whole), Ok(pieces)) => {
            assert_eq!(whole, pieces);
            // A sparse board may be far larger than its document: too large to draw here.
            let boards = whole.into_iter().filter_map(|entry| entry.board.ok());
            for board in boards.filter(|board| board.size() <= 100) {
                let again = write_all(notation, &options, std::slice::from_ref(&board));
                let entries = read_entries(&again[..], Some(notation), &options).unwrap();
                assert_eq!(entries[0].board, Ok(board));
            }
        }
        (Err(whole), Err(pieces)) => {
            assert_eq!(whole.to_string(), pieces.to_string());
            assert_eq!(whole.to_string().lines().count(), 1, "{whole}");
            if let ReadError::Malformed { line, column, .. } = whole {
                let lines: Vec<_> = document.split(|&byte| byte == b'\n').collect();
                assert!((1..=lines.len() as u64).contains(&line));
                let width = lines[line as usize - 1].len() as u64;
                assert!((1..=width + 1).contains(&column), "{line}, {column}");
            }
        }
        (whole, pieces) => panic!("{whole:?} but in pieces {pieces:?}"),
    }
}

/// Pieces of every notation, so that nonsense gets past the first character.
fn fragments() -> BoxedStrategy<Vec<u8>> {
    let fragments: &[&str] = &[
        "0",
        "1",
        "2",
        "31",
        "99999999999999999999",
        "-",
        " ",
        "\t",
        ",",
        "\n",
        "\r\n",
        "\r",
        "(1, 1)",
        "(2, 1)",
        "(",
        ")",
        "*",
        "**",
        "***",
        "#",
        "Total: 1",
        "Q",
        ".",
        "Q.",
        ".Q",
        "[",
        "]",
        "\"",
        "[[",
        "]]",
        "\".Q\",\"Q.\"",
        "{",
        "}",
        "{\"n\":1,\"queens\":[0]}",
        "\"n\"",
        ":",
        "null",
        "\"queens\"",
        "\\u0051",
        "\\ud800",
        "┌",
        "─",
        "──",
        "┐",
        "│",
        "♛",
        "░",
        "└",
        "┘",
        "<svg data-n='2'>",
        "<use href='#queen' x='0' y='1'/>",
        "</svg>",
        "<svg>",
        "<!DOCTYPE",
        "&lt;",
        "\u{feff}",
        "\0",
        "é",
    ];
    let fragments: Vec<Vec<u8>> = fragments
        .iter()
        .map(|text| text.as_bytes().to_vec())
        .chain([vec![0xff], vec![0xe2, 0x94], vec![0x80]])
        .collect();
    let parts = prop::collection::vec(prop::sample::select(fragments), 0..25);
    parts.prop_map(|parts| parts.concat()).boxed()
}

/// A valid document in which some bytes were overwritten, removed or inserted.
fn damaged(notation: Notation) -> BoxedStrategy<Vec<u8>> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), 0..3, any::<u8>()), 1..4);
    let parts = (prop::collection::vec(boards(0, 5), 1..4), damage);
    let documents = parts.prop_map(move |(boards, damage)| {
        let mut document = write_all(notation, &Options::default(), &boards);
        for (place, kind, byte) in damage {
            if document.is_empty() {
                break;
            }
            let place = place.index(document.len());
            match kind {
                0 => document[place] = byte,
                1 => drop(document.remove(place)),
                _ => document.insert(place, byte),
            }
        }
        document
    });
    documents.boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_bytes(
        document in prop::collection::vec(any::<u8>(), 0..200),
        notation in notations(),
        one_based in any::<bool>(),
    ) {
        read_anything(&document, notation, one_based);
    }

    #[test]
    fn any_fragments(document in fragments(), notation in notations(), one_based in any::<bool>()) {
        read_anything(&document, notation, one_based);
    }

    #[test]
    fn any_damage((notation, document) in notations().prop_flat_map(|n| (Just(n), damaged(n)))) {
        read_anything(&document, notation, false);
    }

    /// An ignored field is skipped exactly if it is JSON.
    #[test]
    fn ignored_fields_are_json(
        value in prop_oneof![
            "[\\[\\]{}:,\"0-9eE+. -]{0,12}",
            "\\[(-?[0-9]{1,2}(\\.[0-9]{0,2})?([eE][+-]?[0-9]?)?,?){1,3}\\]",
            "\\{(\"[a-c\\\\\"u/]{0,4}\" ?: ?(true|false|null|nul|\\[\\]|1),?){0,3}\\}",
            "\"(\\\\u(d800|dbff|dc00|dfff|00e9)|\\\\[\"\\\\/bfnrtx]|[\n\u{1f} é]){0,3}\"",
        ],
    ) {
        let document = format!("{{\"n\":0,\"ignored\":{value},\"queens\":[]}}");
        let judged = serde_json::from_str::<IgnoredAny>(&document);
        // Fields of our own inside the value cannot arise from these letters, but a value that
        // is closed early makes another document; both must agree on that too.
        let ours = read_boards(document.as_bytes(), Some(Notation::Json));
        prop_assert_eq!(ours.is_ok(), judged.is_ok(), "{} {:?} {:?}", document, ours, judged);
    }
}

#[test]
fn sizes_that_are_only_claimed() {
    let claims = [
        "(1999999999, 1)",
        "(1, 65537)",
        "(2147483647, 2147483647)",
        "{\"n\":4000000000,\"queens\":[]}",
        "{\"n\":99999999999999999999999999,\"queens\":[0]}",
        "<svg data-n='2000000000'/>",
        "<svg data-n='65537'><use href='#queen' x='0' y='0'/></svg>",
        "2147483646",
    ];
    for claim in claims {
        let error = read_boards(claim.as_bytes(), None).unwrap_err();
        assert!(
            matches!(error, ReadError::Malformed { .. }),
            "{claim}: {error}"
        );
    }
    // With more queens, larger boards: sixteen rows for each.
    let queens: String = (0..4097)
        .map(|at| format!("<use href='#queen' x='{at}' y='{at}'/>"))
        .collect();
    let of = |n: u32| read_boards(format!("<svg data-n='{n}'>{queens}</svg>").as_bytes(), None);
    assert_eq!(of(16 * 4097).unwrap().len(), 1);
    assert!(of(16 * 4097 + 1).is_err());
    // A sparse board is accepted.
    for fair in ["(65536, 1)", "<svg data-n='65536'/>"] {
        assert_eq!(read_boards(fair.as_bytes(), None).unwrap().len(), 1);
    }
}

#[test]
fn nesting_without_end() {
    let deep = 2_000_000;
    let document = format!("{{\"n\":0,\"queens\":[],\"x\":{}", "[".repeat(deep));
    assert!(read_boards(document.as_bytes(), None).is_err());
    let document = format!("{document}{}}}", "]".repeat(deep));
    assert_eq!(read_boards(document.as_bytes(), None).unwrap().len(), 1);
    assert!(read_boards("[".repeat(deep).as_bytes(), None).is_err());
    let document = "<g>".repeat(100_000);
    assert!(read_boards(document.as_bytes(), None).is_err());
    let document = format!("{document}{}", "</g>".repeat(100_000));
    assert!(read_boards(document.as_bytes(), None).is_err());
    let document = "<svg data-n='9'>".repeat(20_000) + &"</svg>".repeat(20_000);
    assert_eq!(
        read_boards(document.as_bytes(), None).unwrap().len(),
        20_000
    );
}

#[test]
fn entities_are_not_expanded() {
    let document = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\
                    <svg data-n='1'><title>&b;</title></svg>";
    assert!(read_boards(document.as_bytes(), None).is_err());
}

/// Reads are interrupted at times, as by a signal, and finally fail.
struct Troubled<'a> {
    text: &'a [u8],
    calls: u32,
    fails: bool,
}

impl Read for Troubled<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 2 == 1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.text.is_empty() && self.fails {
            return Err(io::Error::other("the disk is gone"));
        }
        self.text.read(&mut buffer[..1])
    }
}

#[test]
fn input_that_fails() {
    for notation in Notation::ALL {
        let document = write_all(
            notation,
            &Options::default(),
            &[columns(&[0]), columns(&[1, 0])],
        );
        for fails in [false, true] {
            let troubled = Troubled {
                text: &document,
                calls: 0,
                fails,
            };
            let read = read_entries(BufReader::new(troubled), None, &Options::default());
            match read {
                Ok(entries) => assert!(!fails && entries.len() == 2),
                Err(ReadError::Io { message, .. }) => assert!(fails && message.contains("gone")),
                Err(error) => panic!("{notation}: {error}"),
            }
        }
    }
}

/// Like a terminal, which continues after its end: another read would block.
struct Terminal<'a>(&'a [u8], bool);

impl Read for Terminal<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(!self.1, "asked again after the end");
        let count = self.0.read(buffer)?;
        self.1 = count == 0;
        Ok(count)
    }
}

#[test]
fn the_end_is_read_once() {
    for notation in Notation::ALL {
        let document = write_all(notation, &Options::default(), &[columns(&[0])]);
        for document in [&document[..], &document[..document.len() - 1], b""] {
            let input = BufReader::new(Terminal(document, false));
            let _ = read_entries(input, Some(notation), &Options::default());
        }
    }
}

/// Like a pipe whose writer has paused: another read would block.
struct Unwritten;

impl Read for Unwritten {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("asked for more than was needed");
    }
}

#[test]
fn boards_are_handed_over_once_they_end() {
    for (document, expected) in [
        ("[[\"Q\"]", 1),
        ("[[\"Q\"],[\"..\",\"..\"]", 2),
        ("{\"n\":0,\"queens\":[]}", 1),
        ("{\"n\":0,\"queens\":[]}{\"queens\":[0],\"n\":1}", 2),
    ] {
        let input = BufReader::with_capacity(1, document.as_bytes().chain(Unwritten));
        let mut seen = 0;
        let summary = read(input, None, &Options::default(), &mut |_| {
            seen += 1;
            match seen == expected {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        assert_eq!(summary.unwrap().boards, expected);
    }
}
