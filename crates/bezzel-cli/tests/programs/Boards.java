import java.util.ArrayList;
import java.util.List;

public class Boards {
    static int n;
    static int[] queen;
    static List<List<String>> boards = new ArrayList<>();

    static boolean safe(int row, int column) {
        for (int i = 0; i < row; i++) {
            if (queen[i] == column || Math.abs(queen[i] - column) == row - i) return false;
        }
        return true;
    }

    static void solve(int row) {
        if (row == n) {
            List<String> board = new ArrayList<>();
            for (int column : queen) board.add(".".repeat(column) + "Q" + ".".repeat(n - 1 - column));
            boards.add(board);
            return;
        }
        for (int column = 0; column < n; column++) {
            if (!safe(row, column)) continue;
            queen[row] = column;
            solve(row + 1);
        }
    }

    public static void main(String[] args) {
        n = Integer.parseInt(args[0]);
        queen = new int[n];
        solve(0);
        System.out.println(boards);
    }
}
