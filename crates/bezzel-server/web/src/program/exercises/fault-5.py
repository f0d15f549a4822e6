def solve(n):
    columns = []
    boards = []

    def is_safe(row, column):
        for above in range(row):
            if columns[above] == column or abs(columns[above] - column) == row - above:
                return False
        return True

    def search(row):
        if row == n:
            solution()
            boards.append(columns[:]) #! boards.append(columns)
            return
        for column in range(n):
            if is_safe(row, column):
                columns.append(column)
                place(row, column)
                search(row + 1)
                columns.pop()
                remove(row, column)

    search(0)
    return boards
