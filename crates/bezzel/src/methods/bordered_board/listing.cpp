#include <cstdio> //+
#include <list>
#include <utility>
#include <vector>
using namespace std;

struct BorderedBoard {
    int n;
    int directions[3][2] = {{-1, -1}, {0, -1}, {1, -1}}; // column, row: up left, up, up right / 列、行：左上、正上、右上
    vector<vector<int>> cells; // 0 empty, 1 queen, 2 border / 0 为空，1 为皇后，2 为边框
    list<pair<int, int>> placed; // linked list of the queens / 皇后的链表

    long long queens(int size) {
        n = size;
        cells.assign(n + 2, vector<int>(n + 2, 0));
        for (int row = 0; row < n + 2; row++)
            for (int column = 0; column < n + 2; column++)
                if (row % (n + 1) == 0 || column % (n + 1) == 0) cells[row][column] = 2;
        return search(0);
    }
    long long search(int row) {
        if (row == n) show(); //+
        if (row == n) return 1; //@ solution
        long long found = 0;
        for (int column = 0; column < n; column++) { //@ try
            if (!isSafe(row, column)) continue;
            placed.push_back({column, row});
            cells[row + 1][column + 1] = 1; //@ place
            found += search(row + 1);
            cells[row + 1][column + 1] = 0; //@ remove
            placed.pop_back();
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
    bool isSafe(int row, int column) {
        for (auto &direction : directions) {
            int c = column + 1 + direction[0], r = row + 1 + direction[1];
            while (cells[r][c] == 0) { c += direction[0]; r += direction[1]; } //@ test-cell
            if (cells[r][c] == 1) return false; //@ rejected
        }
        return true;
    }
    void show() { // x downwards, y to the right / 竖轴为 x，横轴为 y //+
        for (auto &at : placed) printf("(%d, %d)", at.first + 1, at.second + 1); //+
        for (int x = 0; x < n + 2; x++) { //+
            puts(""); //+
            for (int y = 0; y < n + 2; y++) putchar(" #*"[cells[y][x]]); //+
        } //+
        puts("\n"); //+
    } //+
};
