from collections import Counter


def queens(n):
    rows = [*range(0, n, 2), *range(1, n, 2)]  # even rows, then odd rows / 先偶数行，后奇数行
    table = Counter()  # o(R, C) of the odd squares / 奇格的布局数 o(R, C)
    full = (1 << n) - 1

    def complete(colour, R, C):
        if colour == 1:
            table[R, C] += 1
            return 0
        return table[full & ~R, full & ~C]  # times 1 placement on even squares / 与这个偶格布局合并 #@ join solution #? Return the number of placements on odd squares that use exactly the other rows and columns / 返回恰好占用其余行和列的奇格布局数

    def search(colour, step, owed, R, C, D, A):
        if step == n:
            return complete(colour, R, C)
        row, left, odd = rows[step], n - step, rows[step] % 2
        if odd and not 0 <= owed <= left:
            return 0  # too many or too few queens / 皇后过多或过少
        found = 0
        if not (odd and owed == left):  # no queen in this row / 本行不放皇后
            found += search(colour, step + 1, owed, R, C, D, A)
        if odd and owed == 0:
            return found
        for column in range((row + colour) % 2, n, 2):  # squares of one parity / 同奇偶的格子 #@ try
            r, c, d, a = 1 << row, 1 << column, 1 << (column - row + n), 1 << (column + row)
            if C & c or D & d or A & a:  #@ test-masks
                continue  # attacked: prune / 受攻击：剪枝 #@ rejected
            placed = R | r, C | c, D | d, A | a  #@ place
            place(row, column)  #*
            found += search(colour, step + 1, owed + (-1 if odd else 1), *placed)  #@ remove
            remove(row, column)  #*
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    search(1, 0, 0, 0, 0, 0, 0)  # odd squares: row + column odd / 奇格：行 + 列为奇数
    return search(0, 0, -(n % 2), 0, 0, 0, 0)  # even squares / 偶格
