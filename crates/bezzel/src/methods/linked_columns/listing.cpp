#include <vector>
using namespace std;

struct LinkedColumns {
    int n;
    vector<bool> diagonals, anti; // by row - column + n, row + column / 按行 - 列 + n、行 + 列
    vector<int> previous, next; // neighbouring free columns; n is the head / 相邻的可用列；n 为表头

    long long queens(int size) {
        n = size;
        diagonals.assign(2 * n + 1, false);
        anti.assign(2 * n + 1, false);
        previous.assign(n + 1, 0);
        next.assign(n + 1, 0);
        for (int column = 0; column <= n; column++) {
            next[column] = (column + 1) % (n + 1);
            previous[next[column]] = column;
        }
        return search(0);
    }

    long long search(int row) {
        if (row == n) return 1; //@ solution
        long long found = 0;
        for (int column = next[n]; column != n; column = next[column]) { //@ try
            if (diagonals[row - column + n] //@ test-diagonal
                    || anti[row + column]) //@ test-anti-diagonal
                continue; // attacked: prune / 受攻击：剪枝 //@ rejected
            next[previous[column]] = next[column]; // unlink / 从链表删除 //@ place
            previous[next[column]] = previous[column];
            diagonals[row - column + n] = anti[row + column] = true;
            found += search(row + 1);
            diagonals[row - column + n] = anti[row + column] = false;
            next[previous[column]] = previous[next[column]] = column; // restore / 恢复到链表 //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
};
