def solve(n):
    columns = [0] * n  # index = row, value = column / 下标为行，值为列

    def is_safe(row):
        for above in range(row):
            across = abs(columns[row] - columns[above])
            if across == 0 or across == row - above:  #? Return False if the queens of both rows attack each other / 若这两行的皇后互相攻击，返回 False
                return False  #? …
        return True

    def search(row):
        if row == n:
            solution()
            return 1
        found = 0
        for column in range(n):
            columns[row] = column
            if is_safe(row):
                place(row, column)
                found += search(row + 1)
                remove(row, column)
        return found

    return search(0)
