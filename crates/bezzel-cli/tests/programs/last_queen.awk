function place(row,    column, r, ok, line) {
    if (row == n) {
        line = queen[0]
        for (r = 1; r < n; r++) line = line " " queen[r]
        print line
        return
    }
    for (column = 0; column < n; column++) {
        ok = 1
        for (r = 0; r < row - 1; r++)
            if (queen[r] == column || queen[r] - column == row - r || column - queen[r] == row - r) ok = 0
        if (ok) {
            queen[row] = column
            place(row + 1)
        }
    }
}
BEGIN { place(0) }
