class Solution:
    def solveNQueens(self, n):
        found, columns = [], []

        def search(row):
            if row == n:
                found.append(columns)
            for column in range(n):
                if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
                    columns.append(column)
                    search(row + 1)
                    columns.pop()

        search(0)
        return found
