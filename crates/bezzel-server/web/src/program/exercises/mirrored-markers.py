# The queen of the first row is only placed in the left half: reflections have the rest. / 第一行的皇后只放在左半边，其余的解由翻转得到。
def solve(n):
    columns = [False] * n
    diagonals = [False] * (2 * n)
    anti = [False] * (2 * n)

    def mark(row, column, taken):
        columns[column] = diagonals[row - column + n] = anti[row + column] = taken

    def search(row):
        if row == n:
            solution()
            return 1
        found = 0
        for column in range(n):
            if columns[column] or diagonals[row - column + n] or anti[row + column]:
                continue
            mark(row, column, True)
            place(row, column)
            found += search(row + 1)
            remove(row, column)
            mark(row, column, False)
        return found

    total = 0
    for column in range((n + 1) // 2):
        mark(0, column, True)
        place(0, column)
        found = search(1)
        remove(0, column)
        mark(0, column, False)
        is_middle = 2 * column + 1 == n
        total += found if is_middle else 2 * found  #? Add found, and once more for the reflections, except in the middle column / 加上 found；除中间一列外，再为翻转加一次
    return total
