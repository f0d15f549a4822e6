# place(row, column) puts a queen on the board. / place(row, column) 在棋盘上放一个皇后。
# remove(row, column) takes it away again. / remove(row, column) 移除这个皇后。
# solution() says that the queens on the board are a solution. / solution() 报告棋盘上的皇后是一个解。
def solve(n):
    found = 0

    def search(row):
        nonlocal found
        if row == n:
            solution()
            found += 1
            return
        for column in range(n):
            place(row, column)
            # The search goes on here. / 在这里继续搜索。
            remove(row, column)

    search(0)
    return found
