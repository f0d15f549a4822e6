//! Solutions in the forms in which programs print them, each form once.

/// A form: its name, and what a program prints of these boards of n rows.
pub type Form = (&'static str, fn(&[Vec<u32>], u32) -> String);

fn rows(queens: &[u32], sign: impl Fn(u32, u32) -> String, between: &str) -> String {
    let n = queens.len() as u32;
    let row = |row: u32| {
        (0..n)
            .map(|column| sign(row, column))
            .collect::<Vec<_>>()
            .join(between)
    };
    (0..n).map(row).collect::<Vec<_>>().join("\n")
}

fn drawing(queens: &[u32], queen: &str, free: &str, between: &str) -> String {
    let sign = |row: u32, column| {
        if queens[row as usize] == column {
            queen
        } else {
            free
        }
    };
    rows(queens, |row, column| sign(row, column).to_owned(), between)
}

fn each(boards: &[Vec<u32>], between: &str, one: impl Fn(usize, &[u32]) -> String) -> String {
    let all = boards
        .iter()
        .enumerate()
        .map(|(at, queens)| one(at, queens));
    all.collect::<Vec<_>>().join(between)
}

fn columns(queens: &[u32], base: u32, between: &str) -> String {
    let all = queens.iter().map(|column| (column + base).to_string());
    all.collect::<Vec<_>>().join(between)
}

fn pairs(queens: &[u32], between: &str, pair: impl Fn(u32, u32) -> String) -> String {
    let all = (0..).zip(queens).map(|(row, &column)| pair(row, column));
    all.collect::<Vec<_>>().join(between)
}

fn lists(queens: &[u32], queen: &str, free: &str, between: &str, around: &str) -> String {
    let rows = drawing(queens, queen, free, ", ");
    rows.lines()
        .map(|row| format!("[{row}]"))
        .collect::<Vec<_>>()
        .join(between)
        + around
}

fn framed(queens: &[u32]) -> String {
    let edge = format!("+{}", "-+".repeat(queens.len()));
    let rows = drawing(queens, "*", " ", "|");
    let rows = rows.lines().map(|row| format!("|{row}|\n{edge}\n"));
    format!("{edge}\n{}", rows.collect::<String>())
}

fn fen(queens: &[u32]) -> String {
    let n = queens.len() as u32;
    let free = |free: u32| {
        if free > 0 {
            free.to_string()
        } else {
            String::new()
        }
    };
    pairs(queens, "/", |_, column| {
        format!("{}Q{}", free(column), free(n - 1 - column))
    })
}

fn labelled(at: usize, queens: &[u32]) -> String {
    let header = columns(&(0..queens.len() as u32).collect::<Vec<_>>(), 1, "\t");
    let rows = drawing(queens, "Q", "-", "\t");
    let rows = (1..)
        .zip(rows.lines())
        .map(|(number, row)| format!("\n\n{number}\t{row}"));
    format!(
        "\nSolution {}:\n\n\t{header}{}",
        at + 1,
        rows.collect::<String>()
    )
}

fn thousands(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

/// All forms.
pub const FORMS: &[Form] = &[
    ("header", |b, _| {
        each(b, "\n\n", |at, q| {
            format!("Solution {}:\n{}", at + 1, drawing(q, "Q", ".", " "))
        })
    }),
    ("header-number", |b, _| {
        each(b, "\n\n", |at, q| {
            format!("Solution No. : {}\n{}", at + 1, drawing(q, "Q", "_", "\t"))
        })
    }),
    ("dash", |b, _| {
        each(b, "\n\n", |_, q| {
            drawing(q, "Q", "–", " ")
                .lines()
                .map(|row| format!("[{row}]\n"))
                .collect()
        })
    }),
    ("labels", |b, _| each(b, "\n", labelled)),
    ("pipes", |b, _| each(b, "\n", |_, q| framed(q))),
    ("underscore", |b, _| {
        each(b, "\n\n", |_, q| drawing(q, "Q", "_", " "))
    }),
    ("emoji", |b, _| {
        each(b, "\n\n", |_, q| drawing(q, "👑", "⬜", ""))
    }),
    ("chess-signs", |b, _| {
        each(b, "\n\n", |_, q| drawing(q, "♕", "□", " "))
    }),
    ("numbered-queens", |b, _| {
        let sign = |q: &[u32], row: u32, column| match q[row as usize] == column {
            true => (row + 1).to_string(),
            false => ".".to_owned(),
        };
        each(b, "\n\n", |_, q| {
            rows(q, |row, column| sign(q, row, column), " ")
        })
    }),
    ("letters", |b, _| {
        each(b, "\n\n", |_, q| drawing(q, "Q", "x", ""))
    }),
    ("ones", |b, _| {
        each(b, "\n\n", |_, q| drawing(q, "1", "0", " "))
    }),
    ("prompt", |b, _| {
        format!(
            "Enter the number of queens: {}",
            each(b, "\n\n", |_, q| drawing(q, "Q", ".", " "))
        )
    }),
    ("columns-and-drawing", |b, _| {
        each(b, "\n\n", |_, q| {
            format!("{}\n{}", columns(q, 0, " "), drawing(q, "Q", ".", " "))
        })
    }),
    ("matrix", |b, _| {
        each(b, "\n", |_, q| {
            format!("[{}]", lists(q, "1", "0", ", ", ""))
        })
    }),
    ("numpy", |b, _| {
        each(b, "\n", |_, q| {
            format!("[{}]", lists(q, "1.", "0.", "\n ", "").replace(',', ""))
        })
    }),
    ("lists-of-characters", |b, _| {
        format!(
            "[{}]",
            each(b, ", ", |_, q| format!(
                "[{}]",
                lists(q, "'Q'", "'.'", ", ", "")
            ))
        )
    }),
    ("dictionary", |b, _| {
        each(b, "\n", |_, q| {
            format!(
                "{{{}}}",
                pairs(q, ", ", |row, column| format!("'Q{row}': {column}"))
            )
        })
    }),
    ("solver-dictionaries", |b, _| {
        format!(
            "[{}]",
            each(b, ", ", |_, q| format!(
                "{{{}}}",
                pairs(q, ", ", |row, column| format!("{row}: {column}"))
            ))
        )
    }),
    ("pairs", |b, _| {
        format!(
            "[{}]",
            each(b, ", ", |_, q| format!(
                "[{}]",
                pairs(q, ", ", |row, column| format!("({row}, {column})"))
            ))
        )
    }),
    ("set-of-tuples", |b, _| {
        format!(
            "{{{}}}",
            each(b, ", ", |_, q| format!("({})", columns(q, 0, ", ")))
        )
    }),
    ("squares", |b, _| {
        let name =
            |row: u32, column: u32| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        each(b, "\n", |_, q| pairs(q, " ", name))
    }),
    ("fen", |b, _| each(b, "\n", |_, q| fen(q))),
    ("assignments", |b, _| {
        each(b, "\n", |_, q| {
            pairs(q, ", ", |row, column| {
                format!("Q{}={}", row + 1, column + 1)
            })
        })
    }),
    ("dashes", |b, _| each(b, "\n", |_, q| columns(q, 1, "-"))),
    ("sentences", |b, _| {
        let sentence =
            |row, column| format!("Queen {} is placed at column {}", row + 1, column + 1);
        each(b, "\n", |at, q| {
            format!("Solution {}:\n\n{}", at + 1, pairs(q, "\n", sentence))
        })
    }),
    ("minizinc", |b, _| {
        each(b, "", |_, q| {
            format!("q = [{}];\n----------\n", columns(q, 1, ", "))
        }) + "=========="
    }),
    ("clingo", |b, _| {
        let atom = |row, column| format!("queen({},{})", row + 1, column + 1);
        let answers = each(b, "\n", |at, q| {
            format!("Answer: {}\n{}", at + 1, pairs(q, " ", atom))
        });
        format!("{answers}\nSATISFIABLE\n\nModels       : {}", b.len())
    }),
    ("number-in-words", |b, n| {
        format!("There are {} solutions for {n} queens.", b.len())
    }),
    ("benchmark", |b, n| {
        format!("N = {n}, solutions = {}, time = 12 ms", b.len())
    }),
    ("thousands", |b, _| {
        format!("{} solutions", thousands(b.len()))
    }),
    ("chinese", |b, n| {
        format!("{n}皇后问题共有{}种解法", b.len())
    }),
];
