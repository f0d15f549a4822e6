def queens(n):
    columns = [0] * n  # index = row, value = column / 下标为行，值为列

    def is_safe(row):
        for above in range(row):
            across = abs(columns[row] - columns[above])
            if across == 0 or across == row - above:  # same column or diagonal / 同列或同对角线 #@ test-queen #? Return False if the queens of both rows attack each other / 若这两行的皇后互相攻击，返回 False
                return False  #@ rejected #?
        return True

    def search(row):
        if row == n:
            print(*columns)  #+
            solution()  #*
            return 1  #@ solution
        found = 0
        for column in range(n):
            columns[row] = column  # store the candidate / 先存入候选列 #@ try
            if is_safe(row):  # the queen stays / 保留这个皇后 #@ place
                place(row, column)  #*
                found += search(row + 1)  # on return: next column / 返回后试下一列 #@ remove
                remove(row, column)  #*
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0)
