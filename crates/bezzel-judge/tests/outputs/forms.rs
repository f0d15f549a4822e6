//! Right outputs in the forms that programs, tutorials and the library have.

use bezzel_judge::{Ending, Kind, Mode, Outcome, Program};

use super::{causes, joined, judged, listed, one_list, rows, solutions};

/// The outputs of the programs of four tutorials, which stand with the tests of the library.
#[test]
fn the_programs_of_the_tutorials_are_right() {
    for name in [
        "A-markers",
        "A-slope",
        "A-bits",
        "B-bordered",
        "C-0",
        "C-1",
        "C-2",
        "D-markers",
        "D-bits",
    ] {
        let mut program = Program::new(Mode::All);
        for n in [1, 2, 4, 6, 8] {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../bezzel/tests/tutorials");
            let printed = std::fs::read(format!("{folder}/{name}-{n}.txt")).unwrap();
            let mut reader = program.reader(n);
            reader.push(&printed);
            program.add(reader.finish(), Ending::Ended);
        }
        let judgement = program.judgement();
        assert_eq!(judgement.outcome, Outcome::Right, "{name}: {judgement:?}");
    }
}

#[test]
fn right_outputs_in_all_forms_are_right() {
    let drawn = |c: &[u32], queen: &str, empty: &str, between: &str| {
        rows(c, queen, empty, between).join("\n") + "\n\n"
    };
    // Each board alone, with the number from which it counts.
    let alone: [(Option<u32>, Board); 16] = [
        (Some(0), &|c| joined(c, " ", 0) + "\n"),
        (Some(1), &|c| joined(c, ", ", 1) + "\n"),
        (Some(1), &|c| joined(c, "", 1) + "\n"),
        (Some(0), &|c| format!("Solution 7: {}\n", joined(c, " ", 0))),
        (Some(0), &|c| format!("[{}]\n", joined(c, ", ", 0))),
        (Some(0), &|c| {
            let end = if c.len() == 1 { "," } else { "" };
            format!("({}{end})\n", joined(c, ", ", 0))
        }),
        (None, &|c| drawn(c, "Q", ".", "")),
        (None, &|c| drawn(c, "Q", "-", " ")),
        (None, &|c| drawn(c, "*", ".", " ")),
        (None, &|c| drawn(c, "1", "0", " ")),
        (None, &|c| drawn(c, "♛", "·", " ")),
        (None, &|c| {
            rows(c, "#", ".", "").join("\n") + "\n" + &"=".repeat(c.len()) + "\n"
        }),
        (None, &|c| {
            let rows = rows(c, "'Q'", "'.'", ", ").join("]\n[");
            format!("1)\n[{rows}]\n\n")
        }),
        (None, &|c| {
            let rows = (0..).zip(rows(c, "Q", ".", " "));
            let rows = rows.map(|(at, row)| format!("Row {at}: {row}\n"));
            format!("\nBoard\n{}", rows.collect::<String>())
        }),
        (Some(1), &|c| sentences(c, "# -> @", ", ")),
        (None, &|c| {
            format!("3. {}\n", squares(c).replace('Q', "").replace(',', " "))
        }),
    ];
    // All boards in one list.
    let together: [(Option<u32>, Board); 7] = [
        (Some(0), &|c| format!("[{}]", joined(c, ", ", 0))),
        (None, &|c| {
            format!("[\"{}\"]", rows(c, "Q", ".", "").join("\", \""))
        }),
        (None, &|c| {
            format!("['{}']", rows(c, "Q", ".", "").join("', '"))
        }),
        (None, &|c| format!("[{}]", rows(c, "Q", ".", "").join(", "))),
        (Some(0), &|c| {
            let pairs = (0..).zip(c);
            let pairs = pairs.map(|(row, column)| format!("({row}, {column})"));
            format!("[{}]", pairs.collect::<Vec<String>>().join(", "))
        }),
        (Some(1), &|c| {
            let queens = sentences(c, "{\"row\": #, \"col\": @}", ", ");
            format!("{{\"solution\": 1, \"queens\": [{}]}}", queens.trim_end())
        }),
        (None, &|c| {
            format!("[[{}]]", rows(c, "1", "0", ", ").join("], ["))
        }),
    ];
    let alone = alone.map(|(base, board)| (base, listed(board)));
    let together = together.map(|(base, board)| (base, one_list(board)));
    for (base, outputs) in alone.into_iter().chain(together) {
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{outputs:?}: {judgement:#?}");
        let found = (judgement.kind, judgement.base);
        assert_eq!(found, (Kind::Boards, base), "{outputs:?}");
    }
}

#[test]
fn all_notations_of_the_library_are_read() {
    use bezzel::notation::{Notation, Options, Writer};
    for notation in Notation::ALL
        .into_iter()
        .filter(|&notation| notation != Notation::Svg)
    {
        let output = |n| {
            let options = Options {
                boards: Some(solutions(n).len() as u64),
                ..Options::default()
            };
            let mut writer = Writer::new(Vec::new(), notation, options);
            for columns in solutions(n) {
                writer.write_columns(columns.into_iter()).expect("memory");
            }
            let total = Some(solutions(n).len() as u64);
            String::from_utf8(writer.finish(total).expect("memory")).expect("text")
        };
        let outputs: Vec<_> = (1..=6).map(output).collect();
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{notation}: {judgement:#?}");
    }
}

#[test]
fn numbers_are_read_alone_and_in_text() {
    let counts = [1, 0, 0, 2, 10, 4];
    for form in [
        |_: usize, count: u32| format!("{count}\n"),
        |_, count| format!("Total: {count}\n"),
        |n, count| format!("n = {n}\n{count} solutions\nTime: 12 ms\n"),
        |n, count| format!("Enter n: {n} queens: {count}\n"),
        |n, count| format!("{n} {count}\n"),
        |n, count| format!("{n}: {count}\n"),
        |n, count| format!("Q({n}) = {count}\n"),
        |n, count| {
            format!(
                "Solving {n} queens...\nSolutions: {count}\nCalls: {}\n",
                37 * n
            )
        },
    ] {
        let outputs: Vec<_> = (1..).zip(counts).map(|(n, count)| form(n, count)).collect();
        let judgement = judged(Mode::All, &outputs);
        assert!(judgement.right, "{outputs:?}: {judgement:#?}");
        assert_eq!(judgement.kind, Kind::Numbers);
    }
    let fundamental = ["1", "0", "0", "1", "2", "1", "6", "12"];
    assert!(judged(Mode::Fundamental, &fundamental).right);
    let judgement = judged(Mode::All, &fundamental);
    assert_eq!(causes(&judgement), ["counts-fundamental"]);
    let torus = ["1", "0", "0", "0", "10", "0", "28", "0"];
    assert_eq!(causes(&judged(Mode::All, &torus))[0], "torus");
}

/// `#` is the number of solutions, `$` is n, and `@` is another number. The number is found alone and behind boards, and a wrong one
/// is wrong.
#[test]
fn the_work_of_a_program_is_no_number_of_solutions() {
    for form in [
        "一共有#解法一共判断冲突的次数@次",
        "一共有#解法\n一共判断冲突的次数@次",
        "共有#种解法，搜索了@个节点",
        "共有#种解法，共回溯@次",
        "共#种解法，递归深度@",
        "共有#种解法，其中独立解1种",
        "共#种\n内存占用：@ KB",
        "总比较次数：@\n总数：#",
        "# solutions\nAttempts: @",
        "Number of backtracks: @\nSolutions: #",
        "# solutions in @ steps",
        "Found # solutions after @ backtracks",
        "경우의 수: #",
        "(# rows)",
        "[1] #",
        "# solutions in @ wallclock secs",
        "共#种 递归次数：@",
        "总数：# 递归次数：@",
        "Solutions: # Calls: @",
        "sum=#",
        "ans: #",
        "num = #",
        "结果：#",
        "board size: $\n# solutions",
        "#\nsize = $",
        "#种\n皇后个数：$",
        "Q($) = #",
        "Q[$]=#",
        "Всего решений: #",
        "Insgesamt: #",
        "합계 개수: #",
        "Found #/@56",
        "solutions: # / @56",
        "Solution #/#",
    ] {
        for board in [None, Some(" "), Some("\n")] {
            let output = |n: u32, more: usize| {
                let boards = solutions(n);
                let number = boards.len() + usize::from(n == 6) * more;
                let board = |columns: &Vec<u32>| match board {
                    Some(" ") => joined(columns, " ", 0) + "\n",
                    Some(_) => rows(columns, "Q", ".", " ").join("\n") + "\n\n",
                    None => String::new(),
                };
                let end = form.replace('#', &number.to_string());
                let end = end.replace('@', &(24 * n).to_string());
                let end = end.replace('$', &n.to_string());
                boards.iter().map(board).collect::<String>() + &end + "\n"
            };
            for (more, outcome) in [(0, Outcome::Right), (1, Outcome::Wrong)] {
                let outputs: Vec<_> = (1..=6).map(|n| output(n, more)).collect();
                let judgement = judged(Mode::All, &outputs);
                assert_eq!(judgement.outcome, outcome, "{outputs:?}");
            }
        }
    }
}

/// Writes a board.
type Board<'a> = &'a dyn Fn(&[u32]) -> String;

/// Right, these outputs are right; with a wrong, missing or repeated board, or a wrong number, they are not.
#[test]
fn only_right_outputs_in_rare_forms_are_right() {
    let cells = |c: &[u32], sign: fn(bool) -> &'static str| {
        let row = |column: &u32| (0..c.len() as u32).map(|at| sign(at == *column)).collect();
        c.iter().map(row).collect::<Vec<String>>().join("\n") + "\n\n"
    };
    let words = |c: &[u32], between: &str, word: fn(u32) -> String| {
        let words: Vec<_> = c.iter().map(|&column| word(column)).collect();
        words.join(between) + "\n"
    };
    let letter = |column: u32| char::from(b'a' + column as u8).to_string();
    let forms: [Board; 43] = [
        &|c| cells(c, |is_queen| if is_queen { "Q|" } else { " |" }),
        &|c| rows(c, "Q", " ", "|").join("\n") + "\n\n",
        &|c| words(c, " ", |column| (1 << column).to_string()),
        &|c| words(c, "\n", |column| format!("{:#b}", 1 << column)) + "\n",
        &|c| words(c, ", ", letter),
        &|c| words(c, "", letter).to_uppercase(),
        &|c| rows(c, "1", "-1", " ").join("\n") + "\n\n",
        &|c| rows(c, "-1", "0", " ").join("\n") + "\n\n",
        &|c| rows(c, "11", "00", " ").join("\n") + "\n\n",
        &|c| cells(c, |is_queen| if is_queen { "11" } else { "00" }),
        &|c| cells(c, |is_queen| if is_queen { "&#9819;" } else { "&nbsp;" }),
        &|c| rows(c, "R", ".", " ").join("\n") + "\n\n",
        &|c| rows(c, "True", "False", " ").join("\n") + "\n\n",
        &|c| rows(c, "皇", "口", "").join("\n") + "\n\n",
        &|c| rows(c, "1", "0", "").join(" ") + "\n",
        &|c| rows(c, "1", "0", "").concat() + "\n",
        &|c| rows(c, "Q", "", ",").join("\n") + "\n\n",
        &|c| rows(c, "1", ".", "").join("\n") + "\n\n",
        &|c| rows(c, "0", "1", " ").join("\n") + "\n\n",
        &|c| joined(c, ":", 0) + "\n",
        &|c| {
            let pairs = (0..)
                .zip(c)
                .map(|(row, column)| format!("({row} . {column})"));
            format!("({})\n", pairs.collect::<Vec<String>>().join(" "))
        },
        &|c| format!("queens = array([{}])\n", joined(c, ", ", 0)),
        &|c| format!("\\chessboard[setwhite={{{}}}]\n", squares(c)),
        &|c| sentences(c, "第#个皇后放在第#行第@列", "\n") + "\n",
        &|c| sentences(c, "第#个皇后位于(#,@)", "，"),
        &|c| sentences(c, "Queen #: row #, column @", "\n") + "\n",
        &|c| sentences(c, "Queen # is at row @, column #", "; "),
        &|c| sentences(c, "(列@,行#)", " "),
        &|c| rows(c, "Q", "", "\t").join("\n") + "\n\n",
        &|c| rows(c, "Q", "", ";").join("\n") + "\n\n",
        &|c| rows(c, "[Q]", ".", " ").join("\n") + "\n\n",
        &|c| format!("[{}]\n", rows(c, "'Q'", "0", ", ").join("],\n[")),
        &|c| rows(c, "Q", ".", "").join("\n>").replacen("", ">", 1) + "\n\n",
        &|c| rows(c, "Q", ".", " ").join("\n// ").replacen("", "// ", 1) + "\n\n",
        &|c| {
            let columns = "c|".repeat(c.len());
            let rows = rows(c, "Q", " ", " & ").join(" \\\\ \\hline\n");
            format!(
                "\\begin{{tabular}}{{|{columns}}}\n\\hline\n{rows} \\\\ \\hline\n\\end{{tabular}}\n"
            )
        },
        &|c| {
            let rows = rows(c, "Q", "", "</td><td>").join("</td></tr>\n<tr><td>");
            format!("<table>\n<tr><td>{rows}</td></tr>\n</table>\n")
        },
        &|c| format!("[12:00:01] board: {}\n", joined(c, " ", 1)),
        &|c| format!("第7组解为{}\n", joined(c, "", 1)),
        &|c| format!("queens:\n  - {}\n", joined(c, "\n  - ", 0)),
        &|c| format!("Found {}\n", joined(c, ",", 1)),
        &|c| {
            let rows = (1..).zip(rows(c, "★", "☆", ""));
            let rows = rows.map(|(row, squares)| format!("第{row}行  {squares}\n"));
            rows.collect::<String>() + "\n"
        },
        &|c| format!("皇后位置: {}", sentences(c, "Q#->@", " ").trim_end()) + "  count=1\n",
        &|c| format!("* {}\n", joined(c, " ", 1)),
    ];
    for (at, form) in forms.iter().enumerate() {
        for (prompt, heading) in [
            ("", ""),
            ("Enter n: ", ""),
            ("请输入n: ", ""),
            ("", "Solution #:\n"),
            ("请输入n: ", "第#种解法：\n"),
        ] {
            let output = |change: fn(&mut Vec<Vec<u32>>), more: usize, has_number: bool| {
                let output = |n| {
                    let mut boards = solutions(n);
                    if n == 5 {
                        change(&mut boards);
                    }
                    let heads = (1..).map(|number: u32| heading.replace('#', &number.to_string()));
                    let text = heads.zip(&boards).map(|(head, board)| head + &form(board));
                    let number = solutions(n).len() + usize::from(n == 5) * more;
                    prompt.to_owned()
                        + &text.collect::<String>()
                        + &if has_number {
                            format!("Total: {number}\n")
                        } else {
                            String::new()
                        }
                };
                judged(Mode::All, &(1..=6).map(output).collect::<Vec<_>>()).outcome
            };
            for has_number in [false, true] {
                let right = output(|_| {}, 0, has_number);
                assert_eq!(right, Outcome::Right, "form {at}, {heading:?}");
                let wrong: [fn(&mut Vec<Vec<u32>>); 4] = [
                    |boards| boards[3].swap(0, 1),
                    |boards| boards[3].fill(1),
                    |boards| drop(boards.pop()),
                    |boards| boards.push(boards[0].clone()),
                ];
                for (change, wrong) in wrong.into_iter().enumerate() {
                    let outcome = output(wrong, 0, has_number);
                    assert_eq!(outcome, Outcome::Wrong, "form {at}, {heading:?}, {change}");
                }
            }
            assert_eq!(
                output(|_| {}, 1, true),
                Outcome::Wrong,
                "form {at}, {heading:?}"
            );
        }
    }
}

/// Right, these outputs are right; with a missing board or a wrong number they are not.
#[test]
fn what_is_beside_the_boards_is_no_board() {
    let list = |c: &Vec<u32>| format!("[{}]\n", joined(c, ", ", 0));
    let drawing = |c: &Vec<u32>| rows(c, "Q", ".", " ").join("\n") + "\n\n";
    let counting = |n: u32| joined(&(0..n).collect::<Vec<_>>(), " ", 0);
    let all = |boards: &[Vec<u32>], board: &dyn Fn(&Vec<u32>) -> String| -> String {
        boards.iter().map(board).collect()
    };
    // What a search does, and these boards where it finds them.
    fn search(n: u32, boards: &[Vec<u32>], columns: &mut Vec<u32>) -> String {
        let row = columns.len() as u32;
        if row == n {
            let is_listed = boards.contains(columns);
            return if is_listed {
                format!("解：{}\n", joined(columns, " ", 1))
            } else {
                String::new()
            };
        }
        let mut text = String::new();
        for column in 0..n {
            let attacks = |(above, &other): (u32, &u32)| {
                other == column || other.abs_diff(column) == row - above
            };
            if (0..).zip(&*columns).any(attacks) {
                continue;
            }
            columns.push(column);
            let place = format!("第{}行第{}列", row + 1, column + 1);
            text += &format!(
                "放置：{place}\n{}回溯：{place}\n",
                search(n, boards, columns)
            );
            columns.pop();
        }
        text
    }
    type Output<'a> = &'a dyn Fn(u32, &[Vec<u32>], usize) -> String;
    let outputs: [Output; 10] = [
        &|n, boards, _| search(n, boards, &mut Vec::new()),
        &|n, boards, total| {
            let text = search(n, boards, &mut Vec::new()).replace("行第", ",");
            text.replace('第', "(").replace('列', ")") + &format!("共{total}个\n")
        },
        &|_, boards, _| all(boards, &|c| list(c) + "棋盘：\n" + &drawing(c)),
        &|_, boards, _| all(boards, &list) + "All as drawings:\n" + &all(boards, &drawing),
        &|_, boards, _| {
            let first = boards
                .first()
                .map(|first| "其中第一个解：\n".to_owned() + &drawing(first));
            all(boards, &list) + &first.unwrap_or_default()
        },
        &|n, boards, _| {
            let line = |c: &Vec<u32>| joined(c, " ", 0) + "\n";
            format!("{}\n--------\n{}", counting(n), all(boards, &line))
        },
        &|n, boards, _| {
            let rows = counting(n).replace(' ', ", ");
            all(boards, &|c| format!("rows: [{rows}]\ncols: {}", list(c)))
        },
        &|n, boards, _| format!("{n}\n{}", all(boards, &|c| joined(c, " ", 1) + "\n")),
        &|_, boards, total| {
            let fundamental = total.div_ceil(8);
            all(boards, &list) + &format!("共{total}种解法\n去掉旋转和对称后共{fundamental}种\n")
        },
        &|n, boards, total| {
            let total = if n == 4 { 7 } else { total };
            let first = &boards[..boards.len().min(3)];
            all(first, &|c| joined(c, " ", 1) + "\n") + &format!("{total}\n")
        },
    ];
    // Nothing but such a list is a wrong board.
    let lists = |n: u32| counting(n) + "\n";
    let judgement = judged(Mode::All, &(1..=6).map(lists).collect::<Vec<_>>());
    assert_eq!(judgement.verdicts[1].boards, 1, "{judgement:#?}");
    for (at, output) in outputs.iter().enumerate() {
        let outputs = |drop: usize, more: usize| -> Vec<String> {
            let output = |n: u32| {
                let boards = solutions(n);
                let (drop, more) = if n == 5 { (drop, more) } else { (0, 0) };
                output(n, &boards[drop..], boards.len() + more)
            };
            (1..=6).map(output).collect()
        };
        let judgement = judged(Mode::All, &outputs(0, 0));
        // The last one has a wrong number for one n.
        let wrong = judgement.verdicts.iter().filter(|verdict| !verdict.right);
        let wrong: Vec<u32> = wrong.map(|verdict| verdict.n).collect();
        assert_eq!(
            wrong,
            if at == 9 { vec![4] } else { vec![] },
            "{at}: {judgement:#?}"
        );
        let (drop, more) = if at == 9 { (0, 1) } else { (1, 0) };
        let outcome = judged(Mode::All, &outputs(drop, more)).outcome;
        assert_eq!(outcome, Outcome::Wrong, "{at}");
    }
}

/// Writes each queen as a sentence, in which `#` stands for its row and `@` for its column.
fn sentences(columns: &[u32], sentence: &str, between: &str) -> String {
    let queen = |(row, column): (u32, &u32)| {
        let sentence = sentence.replace('#', &row.to_string());
        sentence.replace('@', &(column + 1).to_string())
    };
    let queens = (1..).zip(columns).map(queen);
    queens.collect::<Vec<_>>().join(between) + "\n"
}

/// Returns the names of the squares, such as `Qb1`.
fn squares(columns: &[u32]) -> String {
    let names = (1..).zip(columns);
    let names = names.map(|(row, &column)| format!("Q{}{row}", char::from(b'a' + column as u8)));
    names.collect::<Vec<_>>().join(",")
}

#[test]
fn right_outputs_in_other_forms_are_not_understood() {
    let forms: [Board; 2] = [
        // A picture.
        &|c| {
            let queen = |(row, column): (usize, &u32)| {
                let (x, y) = (45 * column + 7, 45 * row + 7);
                format!("<use href=\"#queen\" x=\"{x}\" y=\"{y}\"/>\n")
            };
            let queens = c.iter().enumerate().map(queen);
            format!("<svg>\n{}</svg>\n", queens.collect::<String>())
        },
        &|c| {
            let rows = c.iter().map(|column| format!("{:b}\n", 1 << column));
            rows.collect::<String>() + "\n"
        },
    ];
    for form in forms {
        let outcome = judged(Mode::All, &listed(form)).outcome;
        assert!(
            matches!(outcome, Outcome::NotUnderstood { .. }),
            "{}",
            form(&[0])
        );
    }
    // Numbers that count such boards look like totals.
    let counted = |n| {
        let boards = (1..).zip(solutions(n));
        let texts = boards.map(|(at, board)| format!("{at}\n{}", forms[0](&board)));
        texts.collect::<String>()
    };
    let outcome = judged(Mode::All, &(1..=6).map(counted).collect::<Vec<_>>()).outcome;
    assert!(matches!(outcome, Outcome::NotUnderstood { .. }));
}
