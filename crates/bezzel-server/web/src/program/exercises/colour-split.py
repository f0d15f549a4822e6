# Queens on even and odd squares share no diagonal: both colours are searched on their own. / 偶格和奇格上的皇后没有公共的对角线：两种颜色分开搜索。
def solve(n):
    full = (1 << n) - 1
    odd = {}  # number of placements on odd squares, by their rows and columns / 奇格上的布局数，按占用的行和列查找

    def search(colour, row, rows, columns, diagonals, anti):
        if row == n:
            if colour == 1:
                odd[rows, columns] = odd.get((rows, columns), 0) + 1
                return 0
            return odd.get((full & ~rows, full & ~columns), 0)  #? Return the number of placements on odd squares that use exactly the other rows and columns / 返回恰好占用其余行和列的奇格布局数
        # No queen of this colour in this row / 这一行没有这种颜色的皇后
        found = search(colour, row + 1, rows, columns, diagonals, anti)
        for column in range((row + colour) % 2, n, 2):
            c, d, a = 1 << column, 1 << (row - column + n), 1 << (row + column)
            if columns & c or diagonals & d or anti & a:
                continue
            place(row, column)
            found += search(colour, row + 1, rows | 1 << row, columns | c, diagonals | d, anti | a)
            remove(row, column)
        return found

    search(1, 0, 0, 0, 0, 0)
    return search(0, 0, 0, 0, 0, 0)
