from collections import deque

def queens(n):
    empty, queen, border = 0, 1, 2
    directions = ((-1, -1), (0, -1), (1, -1))  # column, row: up left, up, up right / 列、行：左上、正上、右上
    cells = [[border] * (n + 2) for _ in range(n + 2)]
    for row in range(1, n + 1):  # the border stays outside / 外圈保留为边框
        cells[row][1 : n + 1] = [empty] * n
    placed = deque()  # linked list of the queens / 皇后的链表

    def is_safe(row, column):
        for direction in directions:
            r, c = row + 1 + direction[1], column + 1 + direction[0]
            while cells[r][c] == empty:  #@ test-cell
                r, c = r + direction[1], c + direction[0]  #? Go on along the line: add the direction to r and c / 沿直线前进：r 和 c 加上 direction
            if cells[r][c] == queen:
                return False  #@ rejected
        return True

    def search(row):
        if row == n:
            show()  #+
            solution()  #*
            return 1  #@ solution
        found = 0
        for column in range(n):  #@ try
            if is_safe(row, column):
                placed.append((column, row))
                cells[row + 1][column + 1] = queen  #@ place
                place(row, column)  #*
                found += search(row + 1)
                remove(row, column)  #*
                cells[row + 1][column + 1] = empty  #@ remove
                placed.pop()
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted
#+
    def show():  # x downwards, y to the right / 竖轴为 x，横轴为 y #+
        print("".join(f"({column + 1}, {row + 1})" for column, row in placed))  #+
        for x in range(n + 2):  #+
            print("".join(" #*"[cells[y][x]] for y in range(n + 2)))  #+
        print()  #+

    return search(0)
