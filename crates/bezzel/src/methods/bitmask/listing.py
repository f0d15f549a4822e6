def queens(n):
    full = (1 << n) - 1  # one bit per column / 每列一位

    def search(columns, anti, diagonals):
        if columns == full:
            solution()  #*
            return 1  #@ solution
        found = 0
        free = full & ~(columns | anti | diagonals)  #@ test-masks
        while free != 0:  # on return: the old masks / 返回后仍是原来的掩码 #@ remove
            queen = free & -free  # lowest set bit / 最低位的 1 #@ try #? queen = the lowest bit of free / queen = free 中最低位的 1
            free &= free - 1  # take it / 取走这一位 #@ place
            row, column = bin(columns).count("1"), queen.bit_length() - 1  #*
            place(row, column)  #*
            found += search(
                columns | queen, (anti | queen) >> 1, (diagonals | queen) << 1  #@ masks
            )
            remove(row, column)  #*
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    return search(0, 0, 0)
