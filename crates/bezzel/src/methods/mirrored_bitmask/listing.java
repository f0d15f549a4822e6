class MirroredBitmask {
    long full; // one bit per column / 每列一位
    int images; // a solution and its reflection / 解与镜像

    long queens(int n) {
        full = (1L << n) - 1;
        images = n < 2 ? 1 : 2;
        if (n < 2) return search(0, 0, 0);
        long total = 0;
        for (int c = 0; c < n / 2; c++) total += start(new int[] {c}); // left half of row 0 / 第 0 行左半边
        if (n % 2 == 1) // middle of row 0, left half of row 1 / 第 0 行居中、第 1 行左半边
            for (int c = 0; c < n / 2 - 1; c++) total += start(new int[] {n / 2, c});
        return total;
    }

    long start(int[] fixed) { // columns of rows 0, 1 … / 第 0、1 … 行的列
        long columns = 0, diagonals = 0, anti = 0;
        for (int column : fixed) {
            long queen = 1L << column; //@ place-start
            columns |= queen;
            diagonals = (diagonals | queen) << 1; //@ masks-start
            anti = (anti | queen) >> 1;
        }
        return search(columns, anti, diagonals); //@ remove-start
    }

    long search(long columns, long anti, long diagonals) {
        if (columns == full) return images; //@ solution image
        long found = 0;
        long free = full & ~(columns | anti | diagonals); //@ test-masks
        while (free != 0) { // on return: the old masks / 返回后仍是原来的掩码 //@ remove
            long queen = free & -free; // lowest set bit / 最低位的 1 //@ try
            free &= free - 1; // take it / 取走这一位 //@ place
            found += search(columns | queen, (anti | queen) >> 1, (diagonals | queen) << 1); //@ masks
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
}
