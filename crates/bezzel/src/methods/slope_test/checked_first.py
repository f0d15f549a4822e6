def queens(n):
    columns = [0] * n  # index = row, value = column / 下标为行，值为列

    def is_safe(row, column):
        for above in range(row):
            across = abs(column - columns[above])
            if across == 0 or across == row - above:  # same column or diagonal / 同列或同对角线 #@ test-queen
                return False  #@ rejected
        return True

    def search(row):
        if row == n:
            lines = ["." * column + "Q" + "." * (n - 1 - column) for column in columns]  #+
            print("[" + ", ".join(lines) + "]")  #+
            return 1  #@ solution
        found = 0
        for column in range(n):  #@ try
            if is_safe(row, column):  # test before storing / 先检查，再存入
                columns[row] = column  #@ place
                found += search(row + 1)  # on return: next column / 返回后试下一列 #@ remove
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0)
