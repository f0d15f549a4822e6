//! Command lines and what they answer, a line for each.
//!
//! ```text
//! count 8 --threads 0 => from 1 to 1024     refused: one line on stderr, exit code 2, nothing on stdout
//! 1 check < 0 0\n => attack each other      another exit code, with an input
//! {list show} {65 66} => found & 0 to 64    each of the words in braces; all of the expected texts
//! ```
//!
//! Quotes keep blanks together. `¶` begins the output of both streams, and ends each line.

use crate::{Ran, run_with_input};

/// Runs the command lines of a table, with these words before each.
pub(crate) fn check_all(table: &str, before: &str) {
    for line in table.lines().filter(|line| !line.is_empty()) {
        let (command, expected) = line.split_once(" => ").expect(line);
        let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
        let (code, command) = match command.split_at_checked(2) {
            Some((digit @ ("0 " | "1 "), command)) => (digit.trim().parse().expect(line), command),
            _ => (2, command),
        };
        for command in alternatives(&format!("{before}{command}")) {
            let words = words(&command);
            let ran = run_with_input(&words, &bytes(input));
            check(line, code, &ran, expected);
        }
    }
}

fn check(line: &str, code: i32, ran: &Ran, expected: &str) {
    let Ran { stdout, stderr, .. } = ran;
    assert_eq!(ran.code, Some(code), "{line}: {stdout}{stderr}");
    if code == 2 {
        let is_error = stderr.starts_with("error: ") || stderr.starts_with("错误：");
        assert!(is_error && stderr.lines().count() == 1, "{line}: {stderr}");
        assert_eq!(stdout, "", "{line}");
        // Tips of clap that lead nowhere.
        for tip in ["-- --", "similar: ", "to pass"] {
            assert!(!stderr.contains(tip), "{line}: {stderr}");
        }
    }
    let printed = format!("\n{stdout}{stderr}").replace('\n', "¶");
    for part in expected.split(" & ") {
        assert!(printed.contains(part), "{line}: {printed}");
    }
}

/// Returns the command line with each of the words in braces.
fn alternatives(command: &str) -> Vec<String> {
    let Some((before, rest)) = command.split_once('{') else {
        return vec![command.to_owned()];
    };
    let (inside, after) = rest.split_once('}').expect(command);
    let each = inside.split(' ');
    each.flat_map(|word| alternatives(&format!("{before}{word}{after}")))
        .collect()
}

/// Splits a command line at blanks outside of single quotes.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let quoted = line.split('\'').enumerate();
    quoted
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// Reads an input, in which `\n` ends a line and `\xff` is a byte.
fn bytes(input: &str) -> Vec<u8> {
    let input = input.replace("\\n", "\n");
    let mut parts = input.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend(part[2..].bytes());
    }
    bytes
}

/// Counts, and boards on which they depend.
const COUNTS: &str = r#"
0 count {0 1} => ¶1¶
0 count {2 3} => ¶0¶
0 count 4 => ¶2¶
0 count 5-5 => ¶10¶
0 count 1 => ¶1 queen in 
0 count 11 => ¶2680¶ &  solutions/s, mirrored-bitmask
0 count 12 => ¶14200¶12 queens in & colour-split-counter (
0 count 0 --backend portable => ¶1¶
0 count 0-3 8 => ¶ n  solutions¶ 0          1¶ 1          1¶ 2          0¶ 3          0¶ 8         92¶
0 count 8 --format csv => ¶n,solutions¶8,92¶
0 count 8 9 --queen a1 --format csv => ¶n,solutions¶8,4¶9,28¶
0 count 8 9 --fundamental --format csv => half_turn,quarter_turn¶8,92,12,11,1,0¶9,352,46,42,4,0¶
0 count 8 --fundamental --format csv => ¶n,solutions,fundamental,without_symmetry,half_turn,quarter_turn¶
0 count 8-10 --format json => "solutions":"92" & "solutions":"352" & "solutions":"724"
0 count 8 --fundamental --format json -t 2 => ¶{"n":8,"solutions":"92","method":"mirrored-bitmask","threads":2,
0 count 8 --fundamental --format json => {"fundamental":"12","without_symmetry":"11","half_turn":"1","quarter_turn":"0"}
0 count 13 --format json --backend portable => "73712","method":"colour-split-counter","backend":"portable"
0 count 6 -m colour-split -t 2 --format json => "threads":1,
0 count 1 --fundamental => without symmetry: 0 (8 solutions each) & quarter-turn symmetry: 1 (1 solution each)
0 count 10 --by-colour => ¶4 on even squares: 362¶
0 count 4 --by-colour --format json => "by_black_queens":{"2":"2"}
0 count 8 --queen 0,0 => ¶4¶
0 count 8 {--block=0,0 --block-diagonal=-7 --block-anti-diagonal=0} => ¶88¶
0 count 8 --queen 0,3 --queen 1,5 => ¶3¶ &  s,  & , search, 
0 count 8 --queen 0,3 --queen 1,5 --format json => "solutions":"3","method":"search"
0 count 3 --block 0,0 => ¶0¶
0 count --board 1 => ¶1¶
0 count --board - < 1\n => ¶1¶
0 count 0 --board - < \n => ¶1¶
0 count --board - < Q.......\n........\n.....x..\n........\n........\n........\n........\n........\n => ¶4¶
0 count 8 --board - < Q.......\n........\n........\n........\n........\n........\n........\n........\n => ¶4¶
0 count --board - < \n......  \n......\x09\n....x. \x0d\n......\n......\n...... \n \n => ¶3¶
0 count --board - < Q7/8/5x2/8/8/8/8/8\n => ¶4¶
0 count --board - < 0 - - - - - - -\n => ¶4¶
0 count --board - < {"n":8,"queens":[0,null,null,null,null,null,null,null]}\n => ¶4¶
0 count --board - < {"n":8,"queens":[[0,0]]}\n => ¶4¶
0 count --board - < { "n": 8, "queens": [[0,0]],\n"blocked": [[2, 5]], "blocked_diagonals": [] } => ¶4¶
0 count --board - --queen 1,4 < Q7/8/5x2/8/8/8/8/8\n => ¶1¶
"#;

/// Boards that are listed, completed, located and checked.
const SOLUTIONS: &str = r#"
0 first 8 => ¶1 3 5 7 2 0 6 4¶
0 first 8 --output - => ¶1 3 5 7 2 0 6 4¶
0 list 6 --one-based --limit 1 => ¶2 4 6 1 3 5¶
0 list 6 --notation coordinates => ¶Total: 4¶
0 list 4 --fundamental --format json => "n":4 & "queens":[1,3,0,2] & "symmetry":"quarter-turn" & "orbit_size":2
0 list 6 --block 0,1 --notation svg => ¶<svg 
0 complete 8 --queen 0,0 --format json => "queens":[0,
0 complete 8 --queen 0,0 --time-limit 0.1h => ¶0 
0 complete 8 --queen 0,0 --queen 1,4 --unique => ¶0 4 7 5 2 6 1 3¶unique
1 complete 8 --queen 0,0 --unique => ¶not unique
1 complete 6 --queen 0,0 --unique --format json => "unique":false,"completions":[]
1 complete 6 --queen 0,0 {--format=text --format=json} => ¶no solution obeys the constraints¶
1 complete 6 --queen 0,0 --why => no free square
1 complete 6 --queen 0,0 --why --format json => "conclusion":{
0 complete 8 --queen 0,0 --why => nothing to prove
1 complete 8 --queen 2,3 --block-diagonal -1 => ¶no solution: & the queen at row 2 column 3 is on a blocked square¶
1 {list show complete random} 6 --queen 0,0 --queen 3,3 => ¶no solution: & row 0 column 0 and row 3 column 3 attack each other along one diagonal¶
1 {list show complete random} 6 --queen 0,1 --block 0,1 => ¶no solution: & the queen at row 0 column 1 is on a blocked square¶
1 complete 6 --unique --queen 0,0 --queen 3,3 => ¶no solution: & row 0 column 0 and row 3 column 3 attack each other along one diagonal¶
0 count 6 --queen 0,0 --queen 3,3 => ¶0¶ & ¶no solution: & row 0 column 0 and row 3 column 3 attack each other along one diagonal¶
0 occupancy 6 --queen 0,1 --block 0,1 => ¶0 0 0 0 0 0¶ & ¶no solution: & the queen at row 0 column 1 is on a blocked square¶
1 complete 8 --queen {a1 A1} --block 7,0 => blocked
1 complete 8 --queen a8 --block 0,0 => blocked
1 complete 8 --queen h1 --block 7,7 => blocked
1 complete 4 --queen D1 --block 3,3 => blocked
1 complete 32 --queen z32 --block 0,25 => blocked
1 complete 12 --queen b12 --block 0,1 => blocked
0 check --one-based < 2 4 6 1 3 5\n => ¶line 1: valid (n = 6)¶1 board: 1 valid, 0 wrong¶
0 check < 2 4 6 1 3 5\n => ¶read as 1 list of columns of 6 × 6, numbered from 1¶
0 check --show < 2 4 1 3\n => .Q..¶...Q¶Q...¶..Q.¶ & numbered from 1
0 check --show < [2,4,1,3] => .Q..¶...Q¶Q...¶..Q.¶ & numbered from 1
0 check --show < 4 2 4 1 3\n => .Q..¶...Q¶Q...¶..Q.¶ & numbered from 1
1 check --one-based < 4 1 2 4 3\n => (n = 4)
1 check --notation positions < 4 1 2 4 3\n => (n = 5)
1 check < 0 4 7 5 2 6 3 1\n => ¶line 1: wrong (n = 8): the queens at row 2 column 7 and row 6 column 3 attack each other along one anti-diagonal (
1 check < 1 3 - 2\n => ¶line 1: wrong (n = 4): row 2 has no queen (rows count from 0)¶1 board: 0 valid, 1 wrong¶
1 check < 0 0\n => row 0 column 0 and row 1 column 0 attack each other along one column
1 check --quiet --partial < 0 4 7 5 2 6 1 3\n0 0\n1 3 - 2\n => ¶line 2 & ¶3 boards: 2 valid, 1 wrong¶
0 check --quiet < [1,3,0,2] => ¶1 board: 1 valid, 0 wrong¶
0 check --quiet < [1, 3, 0, 2]\n[2, 0, 3, 1]\n => : 2 valid, 0 wrong¶
0 check --quiet < [[1,3,0,2],[2,0,3,1]] => : 2 valid, 0 wrong¶
0 check --quiet < [[1,3,0,2],["..Q.","Q...","...Q",".Q.."]] => : 2 valid, 0 wrong¶
0 check --partial < [1,null,0,2] => 1 valid, 0 wrong¶
0 check {--format=text --notation=grid --notation=svg} => ¶0 boards: 0 valid, 0 wrong¶no board in standard input¶
0 check --format json < \n => "boards":1 & "read":"1 list of columns of 0 × 0"
"#;

/// Puzzles with marks.
const PUZZLES: &str = r#"
0 puzzle hint < PUZZLE => ¶single: region E has one free square; place a queen at row 4 column 3¶
0 puzzle hint --format json < PUZZLE => "place":{"row":4,"column":3}
0 puzzle hint < PUZZLE\n..Q..\nQ....\n....Q\n.Q...\n...Q.\n => ¶solved¶
1 puzzle hint < PUZZLE\nQ.... REST => ¶mistake: the queen at row 0 column 0 is not in the solution¶
1 puzzle hint < PUZZLE\n..x.. REST => ¶mistake: the cross at row 0 column 2 is on a queen of the solution¶
1 puzzle hint < PUZZLE\nQQ... REST => ¶mistake: expected one queen in row 0, found queens at row 0 column 0 and row 0 column 1¶
1 puzzle hint < ROWS => ¶the puzzle has several solutions¶
1 puzzle grade < ROWS => ¶no grade: the puzzle has several solutions¶
0 puzzle solve < PUZZLE => ¶# exactly one solution¶AABBB¶AAAAC¶ADDDC¶DDDDC¶DDDEC¶¶..Q..¶Q....¶....Q¶.Q...¶...Q.¶
1 puzzle solve < PUZZLE\nQ.... REST => ¶# no solution with these marks: the queen at row 0 column 0 is not in the solution¶AABBB¶
1 puzzle solve --format json < PUZZLE\n..x.. REST => "mistake":"the cross at row 0 column 2 is on a queen of the solution"
1 puzzle solve --format json < COLUMNS => "solutions":"14","complete":true & "second":[
1 puzzle solve --limit 3 < COLUMNS => ¶# at least 3 solutions; the first¶ & ¶# the second¶
0 puzzle new --day 2026-11-23 => ¶# puzzle of 2026-11-23; easy; puzzle 1 of grade easy with seed 20261123¶ABBCAA¶ABAAAA¶AAAADA¶AAEEDD¶AAAEFF¶AAAEEE¶
"#;

const HELP: &str = r"
0 {count list complete first check compare show ledger puzzle work completions man} --help => Example
0 generate completion --help => Example
0 ledger {status verify merge certificate} --help => Example
0 puzzle {new solve grade hint show} --help => Example
0 completions {bash zsh fish powershell elvish} => bezzel & fundamental
0 man => .TH bezzel
";

#[test]
fn counts_are_answered() {
    check_all(COUNTS, "");
    check_all(HELP, "");
}

#[test]
fn boards_are_answered() {
    check_all(SOLUTIONS, "");
    let puzzles = PUZZLES
        .replace("PUZZLE", r"AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n")
        .replace(" REST", r"\n.....\n.....\n.....\n.....\n")
        .replace("COLUMNS", &r"ABCDE\n".repeat(5))
        .replace("ROWS", r"AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n");
    check_all(&puzzles, "");
}
