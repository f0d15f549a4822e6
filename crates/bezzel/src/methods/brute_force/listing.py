def queens(n):
    columns = []  # index = row, value = column / 下标为行，值为列

    def is_solution():  # is called for full boards only / 摆满后才检查
        for row in range(1, n):
            for above in range(row):
                across = abs(columns[row] - columns[above])
                if across == 0 or across == row - above:  #@ test-queen #? Return 0 if the queens of both rows attack each other / 若这两行的皇后互相攻击，返回 0
                    return 0  # two queens attack each other / 两个皇后互相攻击 #@ rejected #?
        solution()  #*
        return 1  #@ solution

    def search(row):
        if row == n:
            return is_solution()
        found = 0
        for column in range(n):  #@ try
            columns.append(column)  #@ place
            place(row, column)  #*
            found += search(row + 1)
            remove(row, column)  #*
            columns.pop()  #@ remove
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0)
