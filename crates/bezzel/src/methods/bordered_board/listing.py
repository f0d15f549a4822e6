def queens(n):
    empty, queen, border = 0, 1, 2
    cells = [[border] * (n + 2) for _ in range(n + 2)]
    for row in range(1, n + 1):  # the border stays outside / 外圈保留为边框
        cells[row][1 : n + 1] = [empty] * n
    placed = []  # list of queens / 皇后位置的链表

    def is_safe(row, column):
        for sideways in (-1, 0, 1):  # up left, up, up right / 左上、正上、右上
            r, c = row, column + 1 + sideways
            while cells[r][c] == empty:  #@ test-cell
                r, c = r - 1, c + sideways
            if cells[r][c] == queen:
                return False  #@ rejected
        return True

    def search(row):
        if row == n:
            return 1  #@ solution
        found = 0
        for column in range(n):  #@ try
            if is_safe(row, column):
                placed.append((row, column))
                cells[row + 1][column + 1] = queen  #@ place
                found += search(row + 1)
                cells[row + 1][column + 1] = empty  #@ remove
                placed.pop()
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0)
