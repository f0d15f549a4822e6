//! The faults that are named, each with its program and its sentences.

use bezzel::methods::Method;

use super::Program::{Prints, Searches};
use super::faulty::{ANTI, COLUMN, DIAGONAL, Index, Middle, Rows, SIDE, Shared, Stay, TOP};
use super::{Cause, Program};

const fn inside_border(lines: u8, border: u8) -> Rows {
    Rows::InsideBorder { lines, border }
}

const fn cause(
    name: &'static str,
    program: Program,
    english: &'static str,
    chinese: &'static str,
) -> Cause {
    Cause {
        name,
        english,
        chinese,
        program,
    }
}

fn solutions(n: u32) -> Option<i128> {
    Method::Bitmask.count(n).ok()?.try_into().ok()
}

/// Meanings of a wrong number, then faults of programs that are simulated, the most frequent ones first.
pub(super) static CAUSES: [Cause; 40] = [
    cause(
        "counts-fundamental",
        Prints(|_, totals| totals.fundamental.try_into().ok()),
        "this is the number of fundamental solutions (OEIS A002562), not of all solutions",
        "这是基本解的个数（OEIS A002562），而不是所有解的个数",
    ),
    cause(
        "counts-all",
        Prints(|_, totals| totals.solutions.try_into().ok()),
        "this is the number of all solutions (OEIS A000170), not of fundamental solutions",
        "这是所有解的个数（OEIS A000170），而不是基本解的个数",
    ),
    cause(
        "overflows-signed-8",
        Prints(|_, totals| Some(i128::from(totals.solutions as i8))),
        "the number overflows, as in signed integers of 8 bits: use a larger type",
        "个数溢出，例如用了 8 位有符号整数；请使用更大的类型",
    ),
    cause(
        "overflows-unsigned-8",
        Prints(|_, totals| Some(i128::from(totals.solutions as u8))),
        "the number overflows, as in unsigned integers of 8 bits: use a larger type",
        "个数溢出，例如用了 8 位无符号整数；请使用更大的类型",
    ),
    cause(
        "overflows-signed-16",
        Prints(|_, totals| Some(i128::from(totals.solutions as i16))),
        "the number overflows, as in signed integers of 16 bits: use a larger type",
        "个数溢出，例如用了 16 位有符号整数；请使用更大的类型",
    ),
    cause(
        "overflows-unsigned-16",
        Prints(|_, totals| Some(i128::from(totals.solutions as u16))),
        "the number overflows, as in unsigned integers of 16 bits: use a larger type",
        "个数溢出，例如用了 16 位无符号整数；请使用更大的类型",
    ),
    cause(
        "counts-next-size",
        Prints(|n, _| solutions(n + 1)),
        "this is the number for n + 1",
        "这是 n + 1 个皇后的解数",
    ),
    cause(
        "counts-previous-size",
        Prints(|n, _| solutions(n.checked_sub(1)?)),
        "this is the number for n − 1",
        "这是 n − 1 个皇后的解数",
    ),
    cause(
        "counts-twice",
        Prints(|_, totals| (2 * totals.solutions).try_into().ok()),
        "this is twice the correct number: each solution is counted twice",
        "这是正确个数的两倍，每个解数了两次",
    ),
    cause(
        "counts-half",
        Prints(|_, totals| (totals.solutions / 2).try_into().ok()),
        "this is half the correct number: the mirrored solutions are not counted",
        "这是正确个数的一半，没有计入镜像解",
    ),
    cause(
        "one-too-many",
        Prints(|_, totals| Some(i128::try_from(totals.solutions).ok()? + 1)),
        "the number is one too large: look at the first value of the counter",
        "个数多了 1；请检查计数器的初值",
    ),
    cause(
        "one-too-few",
        Prints(|_, totals| Some(i128::try_from(totals.solutions).ok()? - 1)),
        "the number is one too small: look at the first value of the counter",
        "个数少了 1；请检查计数器的初值",
    ),
    cause(
        "shared-list",
        Searches(&[
            |rules| rules.shared = Some(Shared::Emptied),
            |rules| rules.shared = Some(Shared::Zeros),
            |rules| rules.shared = Some(Shared::LastColumn),
            |rules| rules.shared = Some(Shared::LastPlaced),
        ]),
        "every solution is the same list, which changes later: add a copy of the list, not the list",
        "保存的解都是同一个列表，之后的改动会影响所有解；应保存列表的副本",
    ),
    cause(
        "prints-twice",
        Searches(&[|rules| rules.times = 2]),
        "each solution is printed twice: look for a second print or append, or a second call",
        "每个解都输出了两次；请检查是否重复输出、重复加入或重复调用",
    ),
    cause(
        "stops-after-first",
        Searches(&[|rules| rules.stops = true]),
        "the search ends with the first solution: do not return or break there",
        "找到第一个解就结束了；不要在那里 return 或 break",
    ),
    cause(
        "diagonal-not-tested",
        Searches(&[|rules| rules.not_tested = DIAGONAL]),
        "diagonals (row − column is equal) are not tested: look for a wrong sign",
        "没有检查主对角线方向（行 − 列相等）；请检查正负号",
    ),
    cause(
        "anti-diagonal-not-tested",
        Searches(&[|rules| rules.not_tested = ANTI]),
        "anti-diagonals (row + column is equal) are not tested: look for a wrong sign",
        "没有检查副对角线方向（行 + 列相等）；请检查正负号",
    ),
    cause(
        "diagonals-not-tested",
        Searches(&[|rules| rules.not_tested = DIAGONAL | ANTI]),
        "no diagonal is tested: these are the placements of rooks",
        "没有检查对角线，数的是 n 个车的布局",
    ),
    cause(
        "columns-not-tested",
        Searches(&[|rules| rules.not_tested = COLUMN]),
        "columns are not tested, only diagonals",
        "只检查了对角线，没有检查列",
    ),
    cause(
        "only-neighbouring-diagonals",
        Searches(&[|rules| rules.compared = Rows::LastForDiagonals]),
        "along diagonals, only the queen of the row above is compared (OEIS A002464): compare all rows above",
        "沿对角线只与上一行的皇后比较（OEIS A002464）；应与上面所有行的皇后比较",
    ),
    cause(
        "nothing-unmarked",
        Searches(&[|rules| rules.not_unmarked = COLUMN | DIAGONAL | ANTI]),
        "no marker is removed when the search backtracks: unmark after the recursive call",
        "回溯时没有取消任何标记；递归调用返回后要取消标记",
    ),
    cause(
        "diagonals-not-unmarked",
        Searches(&[|rules| rules.not_unmarked = DIAGONAL | ANTI]),
        "the markers of diagonals are not removed when the search backtracks",
        "回溯时没有取消对角线的标记",
    ),
    cause(
        "columns-not-unmarked",
        Searches(&[|rules| rules.not_unmarked = COLUMN]),
        "the markers of columns are not removed when the search backtracks",
        "回溯时没有取消列的标记",
    ),
    cause(
        "diagonal-not-unmarked",
        Searches(&[|rules| rules.not_unmarked = DIAGONAL]),
        "the markers of diagonals (row − column) are not removed when the search backtracks",
        "回溯时没有取消主对角线方向（行 − 列）的标记",
    ),
    cause(
        "anti-diagonal-not-unmarked",
        Searches(&[|rules| rules.not_unmarked = ANTI]),
        "the markers of anti-diagonals (row + column) are not removed when the search backtracks",
        "回溯时没有取消副对角线方向（行 + 列）的标记",
    ),
    cause(
        "queens-stay",
        Searches(&[
            |rules| rules.stay = Stay::Printed,
            |rules| rules.stay = Stay::Tested,
            |rules| {
                rules.stay = Stay::Tested;
                rules.is_transposed = true;
            },
        ]),
        "queens stay on the board when the search backtracks: clear the square after the recursive call",
        "回溯时没有移除皇后；递归调用返回后要移除皇后",
    ),
    cause(
        "absolute-difference",
        Searches(&[|rules| rules.index = Index::Absolute]),
        "row − column and column − row share a marker: do not take the absolute value, add n instead",
        "行 − 列与列 − 行共用了一个标记；不要取绝对值，应加上 n",
    ),
    cause(
        "difference-modulo-n",
        Searches(&[|rules| rules.index = Index::ModuloN]),
        "two diagonals share a marker, as in an array of n entries indexed by row − column: the array needs 2n − 1 entries",
        "两条主对角线共用了一个标记，例如数组只有 n 个元素，却用“行 − 列”作下标；应有 2n − 1 个元素",
    ),
    cause(
        "torus",
        Searches(&[|rules| rules.index = Index::Torus]),
        "diagonals continue on the other side of the board, as on a torus (OEIS A007705): do not take row + column and row − column modulo n",
        "对角线越过边界后从对侧接上，如同环面（OEIS A007705）；行 + 列与行 − 列不要对 n 取余",
    ),
    cause(
        "break-for-continue",
        Searches(&[|rules| rules.breaks = true]),
        "it finds no solution from n = 2 on: for example, an attacked square ends the loop over the columns (break instead \
         of continue), or brackets are missing where marks are shifted, as in (marks | queen) << 1",
        "从 n = 2 起没有找到解，例如遇到受攻击的格子就退出了列循环（应使用 continue，而不是 break），\
         或者移位时漏了括号（应为 (marks | queen) << 1）",
    ),
    cause(
        "finds-nothing",
        Searches(&[|rules| rules.more_columns = -1]),
        "it finds no solution for any n: either solutions are not added to the result, or the first or the last column \
         is never tried",
        "对任何 n 都没有找到解；请检查解是否加入了结果，第一列和最后一列是否都尝试过",
    ),
    cause(
        "column-too-many",
        Searches(&[|rules| rules.more_columns = 1]),
        "the loop over the columns ends one column too late: there are n columns",
        "列循环多了一轮，其实只有 n 列",
    ),
    cause(
        "last-column-of-first-row-not-tried",
        Searches(&[|rules| rules.more_columns_of_first_row = -1]),
        "in the first row, the last column is never tried: the loop over its columns ends one column too early",
        "第一行的最后一列从未尝试，第一行的循环少了一轮",
    ),
    cause(
        "middle-mirrored",
        Searches(&[|rules| rules.middle = Some(Middle::Mirrored)]),
        "for odd n, solutions with the first queen in the middle column are counted twice: their mirror images are \
         among them",
        "n 为奇数时，第一行的皇后在中间一列的解数了两次，因为它们的镜像解也在其中",
    ),
    cause(
        "middle-left-out",
        Searches(&[|rules| rules.middle = Some(Middle::LeftOut)]),
        "for odd n, solutions with the first queen in the middle column are left out: their mirror images are not in the \
         left half",
        "n 为奇数时，漏掉了第一行的皇后在中间一列的解，因为左半边各解的镜像里没有这些解",
    ),
    cause(
        "ends-row-early",
        Searches(&[|rules| rules.more_rows = -1]),
        "the search ends one row early, with one queen too few: compare the row with n",
        "搜索提前一行结束，只放了 n − 1 个皇后；行号应与 n 比较",
    ),
    cause(
        "first-queen-not-compared",
        Searches(&[|rules| rules.compared = Rows::AllButFirst]),
        "the queen of the first row is never compared: the loop over the rows begins one row too late",
        "从未与第一行的皇后比较，行循环的起始值大了 1",
    ),
    cause(
        "last-queen-not-compared",
        Searches(&[|rules| rules.compared = Rows::AllButLast]),
        "the queen of the row above is never compared: the loop over the rows ends one row too early",
        "从未与上一行的皇后比较，行循环少了一轮",
    ),
    cause(
        "only-last-queen-compared",
        Searches(&[|rules| rules.compared = Rows::Last]),
        "only the queen of the row above is compared, not the queens further up",
        "只与上一行的皇后比较，没有与再上面各行的皇后比较",
    ),
    cause(
        "border-not-compared",
        Searches(&[
            |rules| rules.compared = inside_border(DIAGONAL, TOP),
            |rules| rules.compared = inside_border(DIAGONAL, SIDE),
            |rules| rules.compared = inside_border(DIAGONAL, TOP | SIDE),
            |rules| rules.compared = inside_border(ANTI, TOP),
            |rules| rules.compared = inside_border(ANTI, SIDE),
            |rules| rules.compared = inside_border(ANTI, TOP | SIDE),
            |rules| rules.compared = inside_border(DIAGONAL | ANTI, TOP),
            |rules| rules.compared = inside_border(DIAGONAL | ANTI, SIDE),
            |rules| rules.compared = inside_border(DIAGONAL | ANTI, TOP | SIDE),
        ]),
        "the search for queens along a diagonal ends before the border: compare with >= 0 instead of > 0, or with < n \
         instead of < n − 1",
        "沿对角线查找皇后时，没有查到棋盘边上的格子：应该用 >= 0 而不是 > 0，用 < n 而不是 < n − 1",
    ),
];
