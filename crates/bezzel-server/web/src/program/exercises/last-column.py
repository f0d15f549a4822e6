# The last row has one column left: the sum of all columns tells which. / 最后一行只剩一列：由所有列号之和可知是哪一列。
def solve(n):
    columns = [False] * n
    diagonals = [False] * (2 * n)
    anti = [False] * (2 * n)

    def mark(row, column, taken):
        columns[column] = diagonals[row - column + n] = anti[row + column] = taken

    def search(row, missing):  # missing: sum of the free columns / missing：可用列之和
        if row == n:
            solution()
            return 1
        found = 0
        choices = range(n) if row < n - 1 else [missing]  #? choices = all columns, but in the last row only one / choices = 所有列；最后一行只有一列可选
        for column in choices:
            if columns[column] or diagonals[row - column + n] or anti[row + column]:
                continue
            mark(row, column, True)
            place(row, column)
            found += search(row + 1, missing - column)
            remove(row, column)
            mark(row, column, False)
        return found

    return search(0, n * (n - 1) // 2)
