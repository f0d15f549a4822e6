//! Sentences about findings, causes and moves, in English and Chinese, with rows and columns that can
//! be counted from 0 or from 1.

use bezzel::methods::{Number, Text};
use bezzel::reader::{BoardFault, ignored};
use bezzel::{Square, counted, texts};

use crate::finding::{Finding, Note};
use crate::kinds::{Ending, Kind, Mode};
use crate::missing::Pattern;
use crate::trace::{TraceError, TraceFault};
use crate::verdict::{Judgement, Outcome};

pub(crate) fn at(square: Square) -> Text {
    let (row, column) = (Number::of(square.row), Number::of(square.column));
    texts!("row {row} column {column}", "第 {row} 行第 {column} 列")
}

/// Writes the number of a row or column, which may be negative.
fn number_of(value: i64) -> String {
    u32::try_from(value).map_or(value.to_string(), |value| Number::of(value).to_string())
}

fn columns(columns: &[u32]) -> String {
    let columns = columns.iter().map(|&column| Number::of(column).to_string());
    columns.collect::<Vec<_>>().join(" ")
}

impl Finding {
    /// Describes the finding in one sentence.
    pub fn text(&self) -> Text {
        match self {
            Finding::Ending { ending } => ending.text(),
            Finding::Wrong {
                line,
                n,
                fault,
                wrong,
                boards,
                ..
            } => wrong_board(*line, *n, fault, *wrong, *boards),
            Finding::Repeated {
                line,
                first_line,
                columns: repeated,
                is_same,
                repeats,
            } => repeated_board(*line, *first_line, repeated, *is_same, *repeats),
            Finding::Missing {
                missing,
                expected,
                first,
                pattern,
            } => missing_boards(*missing, *expected, first, *pattern),
            Finding::Several { boards } => texts!(
                "{all} printed, but one is expected",
                "输出了 {boards} 个棋盘，只应输出一个",
                all = counted_are(*boards, "board")
            ),
            Finding::Number {
                line,
                found,
                expected,
                boards_are_right,
                is_fundamental,
            } => number(*line, *found, *expected, *boards_are_right, *is_fundamental),
            Finding::Nothing { text: None } => Text::new("nothing is printed", "没有任何输出"),
            Finding::Nothing {
                text: Some((line, text)),
            } => texts!(
                "no number and no board is printed; line {line} is '{text}'",
                "程序既没有输出数字，也没有输出棋盘；第 {line} 行是“{text}”"
            ),
            Finding::Move { error } => error.text(),
        }
    }
}

fn wrong_board(line: u64, n: u32, fault: &BoardFault, wrong: u64, boards: u64) -> Text {
    let all = counted(boards, "board");
    let more = match wrong {
        1 => Text::new("", ""),
        _ if wrong == boards => {
            texts!(" ({wrong} of {all} are wrong)", "（{boards} 个棋盘都有错）")
        }
        _ => texts!(
            " ({wrong} of {all} are wrong)",
            "（{boards} 个棋盘中，{wrong} 个有错）"
        ),
    };
    texts!(
        [more, fault = fault.text(n)],
        "line {line}: {fault}{more}",
        "输出的第 {line} 行：{fault}{more}"
    )
}

fn repeated_board(line: u64, first: u64, board: &[u32], is_same: bool, repeats: u64) -> Text {
    let board = columns(board);
    let what = match is_same {
        true => Text::new("was already printed on", "已经输出过"),
        false => Text::new(
            "is a rotation or reflection of the solution on",
            "可由另一个解旋转或翻转得到",
        ),
    };
    let more = match repeats {
        1 => Text::new("", ""),
        _ => texts!(
            " ({all} repeated)",
            "（共 {repeats} 个重复）",
            all = counted_are(repeats, "board")
        ),
    };
    texts!(
        [what, more],
        "line {line}: the solution {board} {what} line {first}{more}",
        "输出的第 {line} 行：解 {board} {what}，见第 {first} 行{more}"
    )
}

fn missing_boards(missing: u128, expected: u128, first: &[u32], pattern: Option<Pattern>) -> Text {
    let first = columns(first);
    let verb = if expected == 1 { "is" } else { "are" };
    let all = counted(expected, "solution");
    if pattern == Some(Pattern::All) {
        return texts!(
            "no correct solution is printed, but there {verb} {all}, the first is {first}",
            "没有输出任何正确的解；应有 {expected} 个解，第一个是 {first}"
        );
    }
    let pattern = pattern.map_or(Text::new("", ""), |pattern| {
        let text = pattern.text();
        texts!(
            [text],
            "; the missing solutions are {text}",
            "；缺少的是{text}"
        )
    });
    let are = if missing == 1 { "is" } else { "are" };
    texts!(
        [pattern],
        "{missing} of {all} {are} missing, the first is {first}{pattern}",
        "{expected} 个解中缺少 {missing} 个，第一个是 {first}{pattern}"
    )
}

/// Returns a number of things with its verb behind.
fn counted_are(number: u64, noun: &str) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb}", counted(number, noun))
}

fn number(line: u64, found: i128, expected: u128, boards: bool, is_fundamental: bool) -> Text {
    let kind = match is_fundamental {
        true => Text::new("fundamental solution", "个基本解"),
        false => Text::new("solution", "个解"),
    };
    let are = if expected == 1 { "is" } else { "are" };
    let (all, kind) = (counted(expected, &kind.english), kind.chinese);
    // The output may say so in words, without a number.
    let said = match found {
        0 => Text::new("the result is no solution (0)", "结果是无解（0 个解）"),
        _ => texts!("the number is {found}", "数字是 {found}"),
    };
    match boards {
        true => texts!(
            [said],
            "line {line}: {said}, but {all} {are} printed, and all are right",
            "输出的第 {line} 行：{said}，但程序输出了 {expected} {kind}，而且全部正确"
        ),
        false => texts!(
            [said],
            "line {line}: {said}, but there {are} {all}",
            "输出的第 {line} 行：{said}，但应有 {expected} {kind}"
        ),
    }
}

impl Pattern {
    /// Describes the missing solutions, as the end of a sentence.
    pub fn text(self) -> Text {
        match self {
            Pattern::All => Text::new("all", "全部解"),
            Pattern::AfterFirst { printed: 1 } => {
                Text::new("all solutions after the first one", "第一个以外的全部解")
            }
            Pattern::AfterFirst { printed } => texts!(
                "all solutions after the first {printed} in lexicographic order",
                "按字典序排在第 {printed} 个之后的全部解"
            ),
            Pattern::Queen {
                row: 0,
                is_last: true,
                ..
            } => Text::new(
                "exactly the solutions with the queen of the first row in the last column",
                "第一行的皇后在最后一列的所有解",
            ),
            Pattern::Queen { row, column, .. } => texts!(
                [at = at(Square::new(row, column))],
                "exactly the solutions with a queen at {at}",
                "在{at}有皇后的所有解"
            ),
            Pattern::RightHalf { with_middle: false } => Text::new(
                "exactly the mirrored solutions, whose first queen is in the right half",
                "第一行的皇后在右半边的所有解，即镜像解",
            ),
            Pattern::RightHalf { with_middle: true } => Text::new(
                "exactly the solutions whose first queen is in the middle or in the right half",
                "第一行的皇后在中间一列或右半边的所有解",
            ),
            Pattern::Symmetric => Text::new(
                "exactly the solutions that a rotation leaves unchanged",
                "旋转后不变的所有解",
            ),
            Pattern::MainDiagonal => Text::new(
                "exactly the solutions with a queen on the main diagonal",
                "主对角线（左上到右下）上有皇后的所有解",
            ),
            Pattern::MainAntiDiagonal => Text::new(
                "exactly the solutions with a queen on the main anti-diagonal",
                "副对角线（右上到左下）上有皇后的所有解",
            ),
            Pattern::Mirrored => Text::new(
                "the mirror images (left to right) of the printed solutions",
                "由已输出的解左右翻转得到的解",
            ),
            Pattern::Images => Text::new(
                "rotations and reflections of the printed solutions: the program prints one solution of each orbit",
                "由已输出的解旋转、翻转得到的解：每组对称像只输出了一个",
            ),
        }
    }
}

impl Note {
    /// Describes the remark in one sentence.
    pub fn text(&self) -> Text {
        match self {
            Note::Text {
                line,
                excerpt,
                lines,
            } => ignored(*lines, *line, excerpt),
            Note::Ending { ending } => {
                let hint = match ending {
                    Ending::Crashed { message, .. } if message.is_empty() => Text::new(
                        " (a C program ends with 0 if main is `int main` and returns 0)",
                        "（C 程序应写 int main 并返回 0）",
                    ),
                    _ => Text::new("", ""),
                };
                texts!(
                    [hint, ending = ending.text()],
                    "the output is right, but {ending}{hint}",
                    "输出正确，但{ending}{hint}"
                )
            }
            Note::NotCompared => Text::new(
                "too many solutions: not all were compared to find repeated and missing solutions",
                "解太多，没有全部比较，重复和缺少的解可能未发现",
            ),
        }
    }
}

impl Ending {
    /// Describes the end of the run in one sentence.
    pub fn text(&self) -> Text {
        match self {
            Ending::Ended => Text::new("it ended", "正常结束"),
            Ending::Crashed { status, message } => {
                let zh = status.replace("exit code", "退出码");
                let zh = zh.replace("signal", "信号");
                let message = match &**message {
                    "" => Text::new("", ""),
                    message => texts!(", {message}", "：{message}"),
                };
                texts!(
                    [message],
                    "it crashed: {status}{message}",
                    "程序出错，{zh}{message}"
                )
            }
            Ending::TooLong { seconds } => texts!(
                "it was stopped after {seconds} s, the limit",
                "超过 {seconds} 秒的时限，已终止"
            ),
            Ending::TooMuchMemory { bytes } => texts!(
                "it was stopped: it used more than {mebibytes} MiB of memory",
                "内存超过 {mebibytes} MiB，已终止",
                mebibytes = bytes >> 20
            ),
            Ending::TooMuchOutput { bytes } => texts!(
                "it was stopped: it printed more than {mebibytes} MiB",
                "输出超过 {mebibytes} MiB，已终止",
                mebibytes = bytes >> 20
            ),
            Ending::TooManyProcesses { processes } => texts!(
                "it was stopped: it started more than {all}",
                "启动的进程超过 {processes} 个，已终止",
                all = counted(processes, "process").replace("processs", "processes")
            ),
            Ending::TooManyMoves { moves } => texts!(
                "it was stopped: it reported more than {all}",
                "报告的操作超过 {moves} 次，已终止",
                all = counted(moves, "move")
            ),
        }
    }
}

impl TraceError {
    /// Describes the fault of the move, with its line.
    pub fn text(&self) -> Text {
        let (fault, line) = (self.fault.text(), self.line);
        texts!([fault], "line {line}: {fault}", "第 {line} 行：{fault}")
    }

    /// Describes the fault of the move, whose line is one of the program, or 0 if that is not known.
    pub fn text_in_program(&self) -> Text {
        match (self.fault.text(), self.line) {
            (fault, 0) => fault,
            (fault, line) => texts!(
                [fault],
                "line {line} of the program: {fault}",
                "程序第 {line} 行：{fault}"
            ),
        }
    }
}

impl TraceFault {
    /// Describes the fault of the move.
    pub fn text(&self) -> Text {
        match *self {
            TraceFault::Occupied { square } => texts!(
                [at = at(square)],
                "a second queen is placed at {at}",
                "{at}已有皇后，又放了一个"
            ),
            TraceFault::Empty { square } => texts!(
                [at = at(square)],
                "a queen is removed from {at}, where there is no queen",
                "{at}没有皇后，却要移除"
            ),
            TraceFault::Outside { row, column } => {
                let [row, column] = [row, column].map(number_of);
                texts!(
                    "row {row} column {column} is outside the board",
                    "第 {row} 行第 {column} 列超出棋盘"
                )
            }
            TraceFault::QueensMissing { queens } => texts!(
                "a solution is reported with {all} on the board",
                "报告了一个解，但棋盘上有 {queens} 个皇后",
                all = counted(queens, "queen")
            ),
            TraceFault::Attack { pair } => texts!(
                [pair = BoardFault::Attack { pair }.text(0)],
                "a solution is reported, but {pair}",
                "报告了一个解，但{pair}"
            ),
        }
    }
}

impl Kind {
    /// Says what a program prints, after a subject in English.
    pub fn text(self) -> Text {
        match self {
            Kind::Nothing => Text::new(
                "prints no number and no board",
                "程序既没有输出数字，也没有输出棋盘",
            ),
            Kind::Numbers => Text::new("prints a number", "程序输出一个数字"),
            Kind::Boards => Text::new("prints boards", "程序输出棋盘"),
            Kind::BoardsAndNumber => {
                Text::new("prints boards and their number", "程序输出棋盘及其个数")
            }
            Kind::SomeBoardsAndNumber => Text::new(
                "prints some boards and the number of all solutions",
                "程序输出部分解的棋盘和解的总数",
            ),
        }
    }
}

impl Mode {
    /// Describes the expected output.
    pub fn text(self) -> Text {
        match self {
            Mode::All => Text::new("all solutions, or their number", "所有解，或解的个数"),
            Mode::Fundamental => Text::new(
                "one solution of each orbit, or their number",
                "基本解，或基本解的个数",
            ),
            Mode::One => Text::new("one solution", "一个解"),
        }
    }
}

impl Judgement {
    /// Says what the program prints, after a subject in English; `None` if [`Judgement::text`] says all that is known.
    pub fn prints(&self) -> Option<Text> {
        let is_said = matches!(
            self.outcome,
            Outcome::NotUnderstood { .. } | Outcome::Silent
        );
        (!is_said).then(|| self.kind.text())
    }

    /// Describes the judgement in one sentence.
    pub fn text(&self) -> Text {
        let (Some(first), Some(last)) = (self.verdicts.first(), self.verdicts.last()) else {
            return Text::new("nothing was judged", "没有可评测的输出");
        };
        let (from, to) = (first.n, last.n);
        let sizes = match from == to {
            true => texts!("n = {to}", "n = {to}"),
            false => texts!("n = {from} to {to}", "n = {from} 到 {to}"),
        };
        if self.right {
            return texts!([sizes], "right for {sizes}", "{sizes} 全部正确");
        }
        match self.outcome {
            Outcome::NotUnderstood { n } => {
                return texts!(
                    "not understood: for n = {n} it prints text, but no number or board that bezzel can read; \
                     print a board as '. Q . .' in n lines, or its columns as 1 3 0 2",
                    "无法理解：n = {n} 时只输出了文字，没有 bezzel 读得懂的数字或棋盘；请把棋盘输出为 n 行“. Q . .”，或输出各行的列号，如“1 3 0 2”"
                );
            }
            Outcome::SizeFixed { right_for } => {
                let end = match right_for {
                    Some(n) => texts!(", which is right for n = {n}", "，只对 n = {n} 正确"),
                    None => Text::new("", ""),
                };
                return texts!(
                    [sizes, end],
                    "the size is fixed: it prints the same for {sizes}{end}",
                    "棋盘大小固定：{sizes} 的输出都相同{end}"
                );
            }
            Outcome::OneOnly if from == to => {
                return texts!(
                    "one right solution for n = {to}",
                    "n = {to} 时只输出一个正确的解"
                );
            }
            Outcome::OneOnly => {
                return texts!(
                    "one right solution for each n from {from} to {to} that has one",
                    "n = {from} 到 {to} 中，凡有解的 n 都只输出一个正确的解"
                );
            }
            Outcome::Silent => {
                if let Some(Finding::Ending { ending }) = last.findings.first() {
                    return texts!(
                        [ending = ending.text()],
                        "no output, and for n = {to} {ending}",
                        "没有任何输出；n = {to} 时{ending}"
                    );
                }
                let hint = match &self.uncalled {
                    Some(_) => Text::new("", ""),
                    None => Text::new(
                        ": is the result never printed to standard output?",
                        "；是不是忘了把结果输出到标准输出？",
                    ),
                };
                return texts!(
                    [sizes, hint],
                    "no output for {sizes}{hint}",
                    "{sizes} 时没有任何输出{hint}"
                );
            }
            Outcome::Right | Outcome::Wrong => {}
        }
        if let Some(n) = self.only_wrong_for {
            return texts!(
                "wrong for n = {n}, right for all other n from {from} to {to}",
                "n = {from} 到 {to} 中，只有 n = {n} 的结果错误"
            );
        }
        let wrong = self.verdicts.iter().filter(|verdict| !verdict.right);
        let sizes: Vec<_> = wrong.map(|verdict| verdict.n.to_string()).collect();
        let sizes = Text::from((sizes.join(", "), sizes.join("、")));
        texts!([sizes], "wrong for n = {sizes}", "n = {sizes} 时结果错误")
    }
}
