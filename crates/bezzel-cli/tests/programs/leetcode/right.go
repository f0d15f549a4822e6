func totalNQueens(n int) int {
	var dfs func(row, c, l, r int) int
	dfs = func(row, c, l, r int) int {
		if row == n { return 1 }
		s := 0
		free := (1<<n - 1) &^ (c | l | r)
		for free != 0 { p := free & -free; free ^= p; s += dfs(row+1, c|p, (l|p)<<1, (r|p)>>1) }
		return s
	}
	return dfs(0, 0, 0, 0)
}
