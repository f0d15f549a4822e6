# The queen of the first row is only placed in the right half: reflections have the rest. / 第一行的皇后只放在右半边，其余的解由翻转得到。
def solve(n):
    full = (1 << n) - 1

    def search(row, columns, left, right):
        if row == n:
            solution()
            return 1
        found = 0
        free = full & ~(columns | left | right)  #? free = the columns that no queen attacks / free = 没有皇后攻击的列
        while free:
            bit = free & -free
            free ^= bit
            found += begin(row, bit, columns, left, right)
        return found

    def begin(row, bit, columns, left, right):
        column = 0
        while bit >> column > 1:
            column += 1
        place(row, column)
        found = search(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
        remove(row, column)
        return found

    total = 0
    for column in range((n + 1) // 2):
        found = begin(0, 1 << column, 0, 0, 0)
        total += found if 2 * column + 1 == n else 2 * found
    return total
