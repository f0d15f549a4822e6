def queens(n):
    diagonals = [False] * (2 * n)  # index row - column + n / 下标 row - column + n
    anti = [False] * (2 * n)  # index row + column / 下标 row + column
    next = [*range(1, n + 1), 0]  # next free column; n is the head / 下一个可用列；n 为表头
    previous = [n, *range(n)]

    def mark(row, column, taken):
        diagonals[row - column + n] = anti[row + column] = taken

    def search(row):
        if row == n:
            solution()  #*
            return 1  #@ solution
        found, column = 0, n
        while (column := next[column]) != n:  #@ try
            if (
                diagonals[row - column + n]  #@ test-diagonal
                or anti[row + column]  #@ test-anti-diagonal
            ):
                continue  # attacked: prune / 受攻击：剪枝 #@ rejected
            before, after = previous[column], next[column]
            next[before], previous[after] = after, before  # unlink / 从链表删除 #@ place
            mark(row, column, True)
            place(row, column)  #*
            found += search(row + 1)
            remove(row, column)  #*
            mark(row, column, False)
            next[before] = previous[after] = column  # restore / 恢复到链表 #@ remove #? Put the column back into the list / 把这一列放回链表
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0)
