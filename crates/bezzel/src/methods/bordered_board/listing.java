class BorderedBoard {
    int n;
    int[] cells; // 0 empty, 1 queen, 2 border / 0 为空，1 为皇后，2 为边框

    long queens(int size) {
        n = size;
        cells = new int[(n + 2) * (n + 2)];
        for (int row = 0; row < n + 2; row++)
            for (int column = 0; column < n + 2; column++)
                if (row % (n + 1) == 0 || column % (n + 1) == 0) cells[at(row, column)] = 2;
        return search(0);
    }

    int at(int row, int column) {
        return row * (n + 2) + column;
    }

    long search(int row) {
        if (row == n) return 1; //@ solution
        long found = 0;
        for (int column = 0; column < n; column++) { //@ try
            if (!isSafe(row, column)) continue;
            cells[at(row + 1, column + 1)] = 1; //@ place
            found += search(row + 1);
            cells[at(row + 1, column + 1)] = 0; //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }

    boolean isSafe(int row, int column) {
        for (int sideways = -1; sideways <= 1; sideways++) { // up left, up, up right / 左上、正上、右上
            int r = row, c = column + 1 + sideways;
            while (cells[at(r, c)] == 0) { r--; c += sideways; } //@ test-cell
            if (cells[at(r, c)] == 1) return false; //@ rejected
        }
        return true;
    }
}
