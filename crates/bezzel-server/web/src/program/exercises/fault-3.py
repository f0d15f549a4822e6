def solve(n):
    columns = [0] * n

    def is_safe(row, column):
        for above in range(row):
            if columns[above] == column or abs(columns[above] - column) == row - above:
                return False
        return True

    def search(row):
        if row == n:
            solution()
            return 1
        found = 0
        for column in range(n): #! for column in range(n - 1):
            if is_safe(row, column):
                columns[row] = column
                place(row, column)
                found += search(row + 1)
                remove(row, column)
        return found

    return search(0)
