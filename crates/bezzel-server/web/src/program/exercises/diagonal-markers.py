def solve(n):
    columns = [False] * n
    diagonals = [False] * (2 * n)  # index row - column + n / 下标 row - column + n
    anti = [False] * (2 * n)  # index row + column / 下标 row + column

    def search(row):
        if row == n:
            solution()
            return 1
        found = 0
        for column in range(n):
            if columns[column] or diagonals[row - column + n] or anti[row + column]:
                continue
            columns[column] = diagonals[row - column + n] = anti[row + column] = True
            place(row, column)
            found += search(row + 1)
            remove(row, column)
            columns[column] = diagonals[row - column + n] = anti[row + column] = False  #? Unmark the column and both diagonals / 取消这一列和两条对角线的标记
        return found

    return search(0)
