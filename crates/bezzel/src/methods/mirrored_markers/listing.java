class MirroredMarkers {
    int n;
    boolean[] rows, columns, diagonals, anti;

    long queens(int size) {
        n = size;
        rows = new boolean[n]; columns = new boolean[n]; diagonals = new boolean[2 * n]; anti = new boolean[2 * n];
        int m = n / 2, odd = n % 2;
        long total = n < 2 ? start(1, new int[] {}) : 0;
        for (int c = 0; c < m && odd == 0; c++) total += start(2, new int[] {0, c}); // left half / 左半边
        for (int r = 0; r < m * odd; r++) // centre empty / 中心为空
            for (int c = 0; c < r; c++) total += start(8, new int[] {r, m, m, c});
        for (int t = 1; t < m * odd; t++) // centre taken; rows 0 and n - 1 / 中心有皇后；首行与末行
            for (int b = t + 1; b < n - t; b++)
                if (b != m) total += start(b == n - 1 - t ? 2 : 4, new int[] {m, m, 0, t, n - 1, b});
        return total;
    }
    long start(int images, int[] fixed) { // row, column, row, column … / 行、列、行、列……
        for (int i = 0; i < fixed.length; i += 2) mark(fixed[i], fixed[i + 1], true); //@ place-start
        long found = search(0, images);
        for (int i = fixed.length - 2; i >= 0; i -= 2) mark(fixed[i], fixed[i + 1], false); //@ remove-start
        return found;
    }
    void mark(int r, int c, boolean taken) { rows[r] = columns[c] = diagonals[r - c + n] = anti[r + c] = taken; }
    long search(int row, int images) {
        if (row == n) return images; // its images count too / 对称像一并计数 //@ solution image
        if (rows[row]) return search(row + 1, images); // holds a fixed queen / 已有固定的皇后
        long found = 0;
        for (int column = 0; column < n; column++) { //@ try
            if (columns[column] //@ test-column
                || diagonals[row - column + n] //@ test-diagonal
                || anti[row + column]) continue; //@ test-anti-diagonal rejected
            mark(row, column, true); //@ place
            found += search(row + 1, images);
            mark(row, column, false); //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
}
