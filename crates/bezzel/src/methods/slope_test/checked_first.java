import java.util.Arrays; //+
//+
class SlopeTest {
    int n;
    int[] columns; // index = row, value = column / 下标为行，值为列

    long queens(int size) {
        n = size;
        columns = new int[n];
        return search(0);
    }

    long search(int row) {
        if (row == n) show(); //+
        if (row == n) return 1; //@ solution
        long found = 0;
        for (int column = 0; column < n; column++) { //@ try
            if (!isSafe(row, column)) continue; // test before storing / 先检查，再存入
            columns[row] = column; //@ place
            found += search(row + 1); // on return: next column / 返回后试下一列 //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }

    boolean isSafe(int row, int column) {
        for (int above = 0; above < row; above++) {
            int across = Math.abs(column - columns[above]);
            if (across == 0 || across == row - above) // same column or diagonal / 同列或同对角线 //@ test-queen
                return false; //@ rejected
        }
        return true;
    }
//+
    void show() { //+
        String[] lines = new String[n]; //+
        for (int row = 0; row < n; row++) { //+
            char[] line = new char[n]; //+
            Arrays.fill(line, '.'); //+
            line[columns[row]] = 'Q'; //+
            lines[row] = new String(line); //+
        } //+
        System.out.println(Arrays.toString(lines)); //+
    } //+
}
