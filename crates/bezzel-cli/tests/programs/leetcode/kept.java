class Solution {
    private static int count = 0;
    public int totalNQueens(int n) { dfs(n, 0, 0, 0, 0); return count; }
    private void dfs(int n, int row, int c, int l, int r) {
        if (row == n) { count++; return; }
        int free = ((1 << n) - 1) & ~(c | l | r);
        while (free != 0) { int p = free & -free; free ^= p; dfs(n, row + 1, c | p, (l | p) << 1, (r | p) >> 1); }
    }
    public List<List<String>> solveNQueens(int n) {
        List<List<String>> res = new ArrayList<>();
        go(res, new int[n], 0, n);
        return res;
    }
    void go(List<List<String>> res, int[] q, int row, int n) {
        if (row == n) {
            res.add(Arrays.stream(q).mapToObj(c -> ".".repeat(c) + "Q" + ".".repeat(n - c - 1)).collect(Collectors.toList()));
            return;
        }
        next:
        for (int c = 0; c < n; c++) {
            for (int r = 0; r < row; r++) if (q[r] == c || Math.abs(q[r] - c) == row - r) continue next;
            q[row] = c; go(res, q, row + 1, n);
        }
    }
}
