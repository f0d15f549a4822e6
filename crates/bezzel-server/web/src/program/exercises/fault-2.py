def solve(n):
    queens = []
    boards = []

    def is_safe(row, column):
        for r, c in queens:
            if c == column or r - c == row - column:
                return False
            if r + c == row + column: #! if r - c == row + column:
                return False
        return True

    def search(row):
        if row == n:
            solution()
            boards.append([column for row, column in queens])
            return
        for column in range(n):
            if is_safe(row, column):
                queens.append((row, column))
                place(row, column)
                search(row + 1)
                queens.pop()
                remove(row, column)

    search(0)
    return boards
