class Bitmask {
    long full; // one bit per column / 每列一位

    long queens(int n) {
        full = (1L << n) - 1;
        return search(0, 0, 0);
    }

    long search(long columns, long anti, long diagonals) {
        if (columns == full) return 1; //@ solution
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
