def queens(n):
    columns = [False] * n
    diagonals = [False] * (2 * n)  # index row - column + n / 下标 row - column + n
    anti = [False] * (2 * n)  # index row + column / 下标 row + column

    def search(row):
        if row == n:
            solution()  #*
            return 1  #@ solution
        found = 0
        for column in range(n):  #@ try
            if (
                columns[column]  #@ test-column
                or diagonals[row - column + n]  #@ test-diagonal
                or anti[row + column]  #@ test-anti-diagonal
            ):
                continue  # attacked: prune / 受攻击：剪枝 #@ rejected
            columns[column] = diagonals[row - column + n] = anti[row + column] = True  #@ place
            place(row, column)  #*
            found += search(row + 1)
            remove(row, column)  #*
            columns[column] = diagonals[row - column + n] = anti[row + column] = False  #@ remove #? Unmark the column and both diagonals / 取消这一列和两条对角线的标记
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0)
