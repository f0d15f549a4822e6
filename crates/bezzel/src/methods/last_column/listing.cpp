#include <vector>
using namespace std;

struct LastColumn {
    int n;
    vector<bool> columns, diagonals, anti; // by r - c + n and r + c / 下标 r - c + n 与 r + c

    long long queens(int size) {
        n = size;
        columns.assign(n, false);
        diagonals.assign(2 * n, false);
        anti.assign(2 * n, false);
        return search(0, n * (n - 1) / 2);
    }

    long long search(int row, int missing) { // missing: sum of the free columns / missing：可用列之和
        if (row == n) return 1; //@ solution
        bool last = row == n - 1; // the last row has one choice / 最后一行只有一种选择
        long long found = 0;
        for (int column = last ? missing : 0; column < (last ? missing + 1 : n); column++) { //@ try
            if ((!last && columns[column]) // the last one is free / 最后一列必定可用 //@ test-column
                    || diagonals[row - column + n] //@ test-diagonal
                    || anti[row + column]) //@ test-anti-diagonal
                continue; // attacked: prune / 受攻击：剪枝 //@ rejected
            columns[column] = diagonals[row - column + n] = anti[row + column] = true; //@ place
            found += search(row + 1, missing - column);
            columns[column] = diagonals[row - column + n] = anti[row + column] = false; //@ remove
        }
        return found; // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
    }
};
