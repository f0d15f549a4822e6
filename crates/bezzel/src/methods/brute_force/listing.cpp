#include <cstdlib>
#include <vector>
using namespace std;

struct BruteForce {
    int n;
    vector<int> columns; // index = row, value = column / 下标为行，值为列

    long long queens(int size) {
        n = size;
        columns.assign(n, 0);
        return search(0);
    }

    long long search(int row) {
        if (row == n) return isSolution();
        long long found = 0;
        for (int column = 0; column < n; column++) { //@ try
            columns[row] = column; //@ place
            found += search(row + 1); // on return: next column / 返回后试下一列 //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }

    int isSolution() { // is called for full boards only / 摆满后才检查
        for (int row = 1; row < n; row++) {
            for (int above = 0; above < row; above++) {
                int across = abs(columns[row] - columns[above]);
                if (across == 0 || across == row - above) //@ test-queen
                    return 0; // two queens attack each other / 两个皇后互相攻击 //@ rejected
            }
        }
        return 1; //@ solution
    }
};
