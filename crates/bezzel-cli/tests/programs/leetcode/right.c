static int go(int n, int r, int c, int a, int b) {
    if (r == n) return 1;
    int s = 0;
    for (int k = 0; k < n; k++)
        if (!(c >> k & 1 || a >> (r + k) & 1 || b >> (r - k + n) & 1)) s += go(n, r + 1, c | 1 << k, a | 1 << (r + k), b | 1 << (r - k + n));
    return s;
}
int totalNQueens(int n) { return go(n, 0, 0, 0, 0); }
