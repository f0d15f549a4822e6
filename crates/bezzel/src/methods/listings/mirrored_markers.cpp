#include <vector>
struct MirroredMarkers {
    int n;
    std::vector<bool> rows, columns, diagonals, anti;

    long long queens(int size) {
        n = size;
        rows.assign(n, false); columns.assign(n, false); diagonals.assign(2 * n, false); anti.assign(2 * n, false);
        int m = n / 2, odd = n % 2;
        long long total = n < 2 ? start(1, {}) : 0;
        for (int c = 0; c < m && odd == 0; c++) total += start(2, {0, c}); // left half / 左半边
        for (int r = 0; r < m * odd; r++) // centre empty / 中心为空
            for (int c = 0; c < r; c++) total += start(8, {r, m, m, c});
        for (int t = 1; t < m * odd; t++) // centre taken; rows 0 and n - 1 / 中心有皇后；首行与末行
            for (int b = t + 1; b < n - t; b++)
                if (b != m) total += start(b == n - 1 - t ? 2 : 4, {m, m, 0, t, n - 1, b});
        return total;
    }
    long long start(int images, std::vector<int> fixed) { // row, column, row, column … / 行、列、行、列……
        for (int i = 0; i < (int)fixed.size(); i += 2) mark(fixed[i], fixed[i + 1], true); //@ place-start
        long long found = images * search(0); // every image counts / 对称像一并计数 //@ image
        for (int i = (int)fixed.size() - 2; i >= 0; i -= 2) mark(fixed[i], fixed[i + 1], false); //@ remove-start
        return found;
    }
    void mark(int r, int c, bool taken) { rows[r] = columns[c] = diagonals[r - c + n] = anti[r + c] = taken; }
    long long search(int row) {
        if (row == n) return 1; //@ solution
        if (rows[row]) return search(row + 1); // holds a fixed queen / 已有固定的皇后
        long long found = 0;
        for (int c = 0; c < n; c++) { //@ try
            if (columns[c] //@ test-column
                || diagonals[row - c + n] //@ test-diagonal
                || anti[row + c]) continue; //@ test-anti-diagonal rejected
            mark(row, c, true); //@ place
            found += search(row + 1);
            mark(row, c, false); //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
};
