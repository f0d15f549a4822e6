# The board has a border of squares that are never free. / 棋盘四周有一圈边框，边框上的格子永远不可用。
def solve(n):
    QUEEN, FREE, BORDER = 1, 0, 2
    board = [[BORDER] * (n + 2)]
    for _ in range(n):
        board.append([BORDER] + [FREE] * n + [BORDER])
    board.append([BORDER] * (n + 2))

    def is_safe(row, column):
        for step in (-1, 0, 1):
            r, c = row - 1, column + step
            while board[r][c] == FREE:
                r, c = r - 1, c + step  #? Go on along the line: one row up, step columns across / 沿直线前进：上移一行，横移 step 列
            if board[r][c] == QUEEN:
                return False
        return True

    def search(row):
        if row > n:
            solution()
            return 1
        found = 0
        for column in range(1, n + 1):
            if is_safe(row, column):
                board[row][column] = QUEEN
                place(row - 1, column - 1)
                found += search(row + 1)
                board[row][column] = FREE
                remove(row - 1, column - 1)
        return found

    return search(1)
