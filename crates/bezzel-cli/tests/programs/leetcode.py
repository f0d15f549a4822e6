class Solution:
    def solveNQueens(self, n):
        boards = []
        board = [["."] * n for _ in range(n)]

        def safe(row, column):
            for i in range(row):
                for j in range(n):
                    if board[i][j] == "Q" and (j == column or abs(i - row) == abs(j - column)):
                        return False
            return True

        def solve(row):
            if row == n:
                boards.append(["".join(line) for line in board])
                return
            for column in range(n):
                if safe(row, column):
                    board[row][column] = "Q"
                    solve(row + 1)
                    board[row][column] = "."

        solve(0)
        return boards


print(Solution().solveNQueens(int(input())))
