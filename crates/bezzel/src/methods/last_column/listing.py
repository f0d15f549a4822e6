def queens(n):
    columns = [False] * n
    diagonals = [False] * (2 * n)  # index row - column + n / 下标 row - column + n
    anti = [False] * (2 * n)  # index row + column / 下标 row + column

    def mark(row, column, taken):
        columns[column] = diagonals[row - column + n] = anti[row + column] = taken

    def search(row, missing):  # missing: sum of the free columns / missing：可用列之和
        if row == n:
            solution()  #*
            return 1  #@ solution
        found = 0
        last = row == n - 1  # the last row has one choice, which is free / 最后一行只有一种选择，该列必定可用
        choices = [missing] if last else range(n)  #? choices = all columns, but in the last row only one / choices = 所有列；最后一行只有一列可选
        for column in choices:  #@ try
            if (
                not last
                and columns[column]  #@ test-column
                or diagonals[row - column + n]  #@ test-diagonal
                or anti[row + column]  #@ test-anti-diagonal
            ):
                continue  # attacked: prune / 受攻击：剪枝 #@ rejected
            mark(row, column, True)  #@ place
            place(row, column)  #*
            found += search(row + 1, missing - column)
            remove(row, column)  #*
            mark(row, column, False)  #@ remove
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0, n * (n - 1) // 2)
