def queens(n):
    full = (1 << n) - 1  # one bit per column / 每列一位
    images = 1 if n < 2 else 2  # a solution and its reflection / 解与镜像

    def search(columns, anti, diagonals):
        if columns == full:
            return images  #@ solution image
        found = 0
        free = full & ~(columns | anti | diagonals)  #@ test-masks
        while free != 0:  # on return: the old masks / 返回后仍是原来的掩码 #@ remove
            queen = free & -free  # lowest set bit / 最低位的 1 #@ try
            free &= free - 1  # take it / 取走这一位 #@ place
            found += search(
                columns | queen, (anti | queen) >> 1, (diagonals | queen) << 1  #@ masks
            )
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    def start(*fixed):  # queens of rows 0, 1 … / 第 0、1 … 行的皇后
        columns = diagonals = anti = 0
        for queen in (1 << column for column in fixed):  #@ place-start
            columns |= queen
            diagonals, anti = (diagonals | queen) << 1, (anti | queen) >> 1  #@ masks-start
        return search(columns, anti, diagonals)  #@ remove-start

    if n < 2:
        return search(0, 0, 0)
    total = sum(start(column) for column in range(n // 2))  # left half of row 0 / 第 0 行左半边
    if n % 2 == 1:  # middle of row 0, left half of row 1 / 第 0 行居中、第 1 行左半边
        total += sum(start(n // 2, column) for column in range(n // 2 - 1))
    return total
