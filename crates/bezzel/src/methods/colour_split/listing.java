class ColourSplit {
    int n;
    long full;
    java.util.Map<Long, Long> table; // o(R, C) of the odd squares / 奇格的布局数 o(R, C)

    long queens(int size) {
        n = size;
        full = (1L << n) - 1;
        table = new java.util.HashMap<>();
        search(1, 0, 0, 0, 0, 0, 0); // odd squares: row + column odd / 奇格：行 + 列为奇数
        return search(0, 0, -(n % 2), 0, 0, 0, 0); // even squares / 偶格
    }

    long complete(int colour, long R, long C) {
        if (colour == 1) {
            table.merge(R << n | C, 1L, Long::sum);
            return 0;
        }
        return table.getOrDefault((full & ~R) << n | full & ~C, 0L); //@ join solution
    }

    long search(int colour, int step, int owed, long R, long C, long D, long A) {
        if (step == n) return complete(colour, R, C);
        int row = 2 * step < n ? 2 * step : 2 * (step - (n + 1) / 2) + 1; // even rows first / 先偶数行
        int odd = row % 2, left = n - step;
        if (odd == 1 && (owed < 0 || owed > left)) return 0; // too many or too few / 皇后过多或过少
        long found = 0;
        if (odd == 0 || owed < left) found += search(colour, step + 1, owed, R, C, D, A); // no queen / 不放
        if (odd == 1 && owed == 0) return found;
        for (int column = (row + colour) % 2; column < n; column += 2) { //@ try
            long r = 1L << row, c = 1L << column, d = 1L << (column - row + n), a = 1L << (column + row);
            if ((C & c) != 0 || (D & d) != 0 || (A & a) != 0) //@ test-masks
                continue; // attacked: prune / 受攻击：剪枝 //@ rejected
            int owe = owed + 1 - 2 * odd; //@ place
            found += search(colour, step + 1, owe, R | r, C | c, D | d, A | a); //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
}
