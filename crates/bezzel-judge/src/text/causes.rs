//! Sentences about likely causes.

use bezzel::methods::Text;

use crate::causes::Cause;

impl Cause {
    /// Describes the fault in one sentence, with what to look at.
    pub fn text(self) -> Text {
        match self {
            Cause::SharedList => Text::new(
                "every solution is the same list, which changes later: add a copy of the list, not the list",
                "所有解都是同一个列表，后来又有改动：应加入列表的副本，而不是列表本身",
            ),
            Cause::QueensStay => Text::new(
                "queens stay on the board when the search backtracks: clear the square after the recursive call",
                "回溯时没有移除皇后：递归调用返回后要移除皇后",
            ),
            Cause::StopsAfterFirst => Text::new(
                "the search ends with the first solution: do not return or break there",
                "找到第一个解就结束了：不要在那里 return 或 break",
            ),
            Cause::NothingUnmarked => Text::new(
                "no marker is removed when the search backtracks: unmark after the recursive call",
                "回溯时没有取消任何标记：递归调用返回后要取消标记",
            ),
            Cause::DiagonalsNotUnmarked => Text::new(
                "the markers of diagonals are not removed when the search backtracks",
                "回溯时没有取消对角线的标记",
            ),
            Cause::ColumnsNotUnmarked => Text::new(
                "the markers of columns are not removed when the search backtracks",
                "回溯时没有取消列的标记",
            ),
            Cause::DiagonalNotUnmarked { is_anti: false } => Text::new(
                "the markers of diagonals (row − column) are not removed when the search backtracks",
                "回溯时没有取消主对角线（行 − 列）的标记",
            ),
            Cause::DiagonalNotUnmarked { is_anti: true } => Text::new(
                "the markers of anti-diagonals (row + column) are not removed when the search backtracks",
                "回溯时没有取消副对角线（行 + 列）的标记",
            ),
            Cause::DiagonalNotTested { is_anti: false } => Text::new(
                "diagonals (row − column is equal) are not tested: look for a wrong sign",
                "没有检查主对角线方向（行 − 列相等）：请检查正负号",
            ),
            Cause::DiagonalNotTested { is_anti: true } => Text::new(
                "anti-diagonals (row + column is equal) are not tested: look for a wrong sign",
                "没有检查副对角线方向（行 + 列相等）：请检查正负号",
            ),
            Cause::DiagonalsNotTested => Text::new(
                "no diagonal is tested: these are the placements of rooks",
                "没有检查对角线：数的是 n 个车的布局",
            ),
            Cause::ColumnsNotTested => Text::new(
                "columns are not tested, only diagonals",
                "只检查了对角线，没有检查列",
            ),
            Cause::AbsoluteDifference => Text::new(
                "row − column and column − row share a marker: do not take the absolute value, add n instead",
                "行 − 列与列 − 行共用了一个标记：不要取绝对值，应加上 n",
            ),
            Cause::DifferenceModuloN => Text::new(
                "two diagonals share a marker, as in an array of n entries indexed by row − column: it needs 2n − 1",
                "两条主对角线共用了一个标记：例如数组只有 n 个元素，却用“行 − 列”作下标；应有 2n − 1 个元素",
            ),
            Cause::BreakForContinue => Text::new(
                "an attacked square ends the loop over the columns: use continue instead of break",
                "遇到受攻击的格子就退出了列循环：应使用 continue，而不是 break",
            ),
            Cause::PrintsTwice => Text::new(
                "each solution is printed twice: look for a second print or append, or a second call",
                "每个解都输出了两次：检查是否重复输出、重复加入或重复调用",
            ),
            Cause::OnlyNeighbouringDiagonals => Text::new(
                "along diagonals, only the queen of the row above is compared (OEIS A002464): compare all rows above",
                "对角线只与上一行的皇后比较（OEIS A002464）：应与上面所有行比较",
            ),
            Cause::Torus => Text::new(
                "diagonals continue on the other side of the board, as on a torus (OEIS A007705): do not take row + column and row − column modulo n",
                "对角线越过边界后从对侧接上，如同环面（OEIS A007705）：行 + 列与行 − 列不要对 n 取余",
            ),
            Cause::ColumnTooMany => Text::new(
                "the loop over the columns ends one too late: there are n columns",
                "列循环多了一轮：只有 n 列",
            ),
            Cause::LastColumnNotTried => Text::new(
                "the last column is never tried: the loop over the columns ends one too early",
                "最后一列从未尝试：列循环少了一轮",
            ),
            Cause::FirstColumnNotTried => Text::new(
                "the first column is never tried: the loop over the columns begins one too late",
                "第一列从未尝试：列循环的起始值大了 1",
            ),
            Cause::LastColumnOfFirstRowNotTried => Text::new(
                "in the first row the last column is never tried: its loop ends one too early",
                "第一行的最后一列从未尝试：第一行的循环少了一轮",
            ),
            Cause::EndsRowEarly => Text::new(
                "the search ends one row early, with one queen too few: compare the row with n",
                "搜索提前一行结束，只放了 n − 1 个皇后：行号应与 n 比较",
            ),
            Cause::FirstQueenNotCompared => Text::new(
                "the queen of the first row is never compared: the loop over the rows begins one too late",
                "从未与第一行的皇后比较：行循环的起始值大了 1",
            ),
            Cause::LastQueenNotCompared => Text::new(
                "the queen of the row above is never compared: the loop over the rows ends one too early",
                "从未与上一行的皇后比较：行循环少了一轮",
            ),
            Cause::OnlyLastQueenCompared => Text::new(
                "only the queen of the row above is compared, not those further up",
                "只与上一行的皇后比较，没有与再上面各行的皇后比较",
            ),
            Cause::CountsFundamental => Text::new(
                "this is the number of fundamental solutions (OEIS A002562), not of all",
                "这是基本解的个数（OEIS A002562），而不是所有解的个数",
            ),
            Cause::CountsAll => Text::new(
                "this is the number of all solutions (OEIS A000170), not of fundamental ones",
                "这是所有解的个数（OEIS A000170），而不是基本解的个数",
            ),
            Cause::CountsOtherSize { more: 1 } => Text::new(
                "this is the number for the next n, n + 1",
                "这是 n + 1 个皇后的解数",
            ),
            Cause::CountsOtherSize { .. } => Text::new(
                "this is the number for the n before, n − 1",
                "这是 n − 1 个皇后的解数",
            ),
            Cause::CountsTwice => Text::new(
                "this is twice the number: each solution is counted two times",
                "这是正确个数的两倍：每个解数了两次",
            ),
            Cause::CountsHalf => Text::new(
                "this is half the number: the mirrored solutions are not counted",
                "这是正确个数的一半：没有计入镜像解",
            ),
            Cause::Overflows { bits, is_signed } => {
                let (sign, sign_zh) = match is_signed {
                    true => ("signed", "有符号"),
                    false => ("unsigned", "无符号"),
                };
                (
                    format!("the number overflows, as in {sign} integers of {bits} bits: use a larger type"),
                    format!("个数溢出，例如用了 {bits} 位{sign_zh}整数：请使用更大的类型"),
                )
                    .into()
            }
            Cause::OffByOne { more: 1 } => Text::new(
                "the number is one too large: look at the first value of the counter",
                "个数多了 1：请检查计数器的初值",
            ),
            Cause::OffByOne { .. } => Text::new(
                "the number is one too small: look at the first value of the counter",
                "个数少了 1：请检查计数器的初值",
            ),
        }
    }
}
