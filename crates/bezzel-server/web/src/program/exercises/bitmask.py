# Bit k of a mask stands for column k. / 掩码的第 k 位代表第 k 列。
def solve(n):
    full = (1 << n) - 1

    def search(row, columns, left, right):
        if row == n:
            solution()
            return 1
        found = 0
        free = full & ~(columns | left | right)
        while free:
            bit = free & -free  #? bit = the lowest bit of free / bit = free 中最低位的 1
            free ^= bit
            column = 0
            while bit >> column > 1:
                column += 1
            place(row, column)
            found += search(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
            remove(row, column)
        return found

    return search(0, 0, 0, 0)
