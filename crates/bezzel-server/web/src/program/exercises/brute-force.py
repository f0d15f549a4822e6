def solve(n):
    columns = []

    def attacks():
        for row in range(n):
            for above in range(row):
                across = abs(columns[row] - columns[above])
                if across == 0 or across == row - above:  #? True if two queens share a column or a diagonal / 若两个皇后同列或同对角线，返回 True
                    return True  #? …
        return False

    def search(row):
        if row == n:
            if attacks():
                return 0
            solution()
            return 1
        found = 0
        for column in range(n):
            columns.append(column)
            place(row, column)
            found += search(row + 1)
            remove(row, column)
            columns.pop()
        return found

    return search(0)
