class Solution {
public:
    vector<vector<string>> solveNQueens(int n) {
        vector<vector<string>> res; vector<string> b(n, string(n, '.')); go(res, b, 0, n); return res;
    }
    void go(vector<vector<string>>& res, vector<string>& b, int r, int n) {
        if (r == n) { res.push_back(b); return; }
        for (int c = 0; c < n; c++) if (ok(b, r, c, n)) { b[r][c] = 'Q'; go(res, b, r + 1, n); b[r][c] = '.'; }
    }
    bool ok(vector<string>& b, int r, int c, int n) {
        for (int i = 0; i < r; i++) { if (b[i][c] == 'Q') return false; int d = r - i; if (c - d >= 0 && b[i][c - d] == 'Q') return false; if (c + d < n && b[i][c + d] == 'Q') return false; }
        return true;
    }
};
int main() { Solution s; cout << s.solveNQueens(4).size(); }
