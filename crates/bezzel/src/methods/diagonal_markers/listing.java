class DiagonalMarkers {
    int n;
    boolean[] columns, diagonals, anti; // by r - c + n and r + c / 下标 r - c + n 与 r + c

    long queens(int size) {
        n = size;
        columns = new boolean[n];
        diagonals = new boolean[2 * n];
        anti = new boolean[2 * n];
        return search(0);
    }

    long search(int row) {
        if (row == n) return 1; //@ solution
        long found = 0;
        for (int column = 0; column < n; column++) { //@ try
            if (columns[column] //@ test-column
                    || diagonals[row - column + n] //@ test-diagonal
                    || anti[row + column]) //@ test-anti-diagonal
                continue; // attacked: prune / 受攻击：剪枝 //@ rejected
            columns[column] = diagonals[row - column + n] = anti[row + column] = true; //@ place
            found += search(row + 1);
            columns[column] = diagonals[row - column + n] = anti[row + column] = false; //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
}
