import java.util.LinkedList;

class BorderedBoard {
    int n;
    int[][] directions = {{-1, -1}, {0, -1}, {1, -1}}; // column, row: up left, up, up right / 列、行：左上、正上、右上
    int[][] cells; // 0 empty, 1 queen, 2 border / 0 为空，1 为皇后，2 为边框
    LinkedList<int[]> placed = new LinkedList<>(); // linked list of the queens / 皇后的链表

    long queens(int size) {
        n = size;
        cells = new int[n + 2][n + 2];
        for (int row = 0; row < n + 2; row++)
            for (int column = 0; column < n + 2; column++)
                if (row % (n + 1) == 0 || column % (n + 1) == 0) cells[row][column] = 2;
        return search(0);
    }

    long search(int row) {
        if (row == n) show(); //+
        if (row == n) return 1; //@ solution
        long found = 0;
        for (int column = 0; column < n; column++) { //@ try
            if (!isSafe(row, column)) continue;
            placed.addLast(new int[] {column, row});
            cells[row + 1][column + 1] = 1; //@ place
            found += search(row + 1);
            cells[row + 1][column + 1] = 0; //@ remove
            placed.removeLast();
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }

    boolean isSafe(int row, int column) {
        for (int[] direction : directions) {
            int c = column + 1 + direction[0], r = row + 1 + direction[1];
            while (cells[r][c] == 0) { c += direction[0]; r += direction[1]; } //@ test-cell
            if (cells[r][c] == 1) return false; //@ rejected
        }
        return true;
    }
//+
    void show() { // x downwards, y to the right / 竖轴为 x，横轴为 y //+
        for (int[] at : placed) System.out.print("(" + (at[0] + 1) + ", " + (at[1] + 1) + ")"); //+
        for (int x = 0; x < n + 2; x++) { //+
            System.out.println(); //+
            for (int y = 0; y < n + 2; y++) System.out.print(" #*".charAt(cells[y][x])); //+
        } //+
        System.out.println("\n"); //+
    } //+
}
