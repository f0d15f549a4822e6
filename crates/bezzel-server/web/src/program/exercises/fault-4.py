def solve(n):
    columns, diagonals, anti = set(), set(), set()

    def search(row):
        if row == n:
            solution()
            return 1
        found = 0
        for column in range(n):
            if column in columns or row - column in diagonals or row + column in anti:
                continue #! break
            place(row, column)
            columns.add(column)
            diagonals.add(row - column)
            anti.add(row + column)
            found += search(row + 1)
            remove(row, column)
            columns.remove(column)
            diagonals.remove(row - column)
            anti.remove(row + column)
        return found

    return search(0)
