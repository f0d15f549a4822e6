#include <cstdio> //+
#include <cstdlib>
#include <vector>
using namespace std;

struct SlopeTest {
    int n;
    vector<int> columns; // index = row, value = column / 下标为行，值为列

    long long queens(int size) {
        n = size;
        columns.assign(n, 0);
        return search(0);
    }

    long long search(int row) {
        if (row == n) show(); //+
        if (row == n) return 1; //@ solution
        long long found = 0;
        for (int column = 0; column < n; column++) {
            columns[row] = column; // store the candidate / 先存入候选列 //@ try
            if (isSafe(row)) // the queen stays / 保留这个皇后 //@ place
                found += search(row + 1); // on return: next column / 返回后试下一列 //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }

    bool isSafe(int row) {
        for (int above = 0; above < row; above++) {
            int across = abs(columns[row] - columns[above]);
            if (across == 0 || across == row - above) // same column or diagonal / 同列或同对角线 //@ test-queen
                return false; //@ rejected
        }
        return true;
    }
//+
    void show() { //+
        for (int column : columns) printf("%d ", column); //+
        puts(""); //+
    } //+
};
