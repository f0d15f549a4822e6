#include <cstdlib>
#include <vector>
using namespace std;

struct MinConflicts {
    int n;
    long long seed = 1;
    vector<int> columns;

    long long queens(int size) { // 1 if a solution was found / 找到一个解时返回 1
        n = size;
        columns.assign(n, 0);
        if (n == 2 || n == 3) return 0; // no solution exists / 无解
        for (int row = 0; row < n; row++) columns[row] = draw(n); //@ place-start
        while (true) {
            vector<int> rows(n), best(n);
            int attacked = 0, fewest = n, ties = 0;
            for (int row = 0; row < n; row++) if (conflicts(row, columns[row]) > 0) rows[attacked++] = row;
            if (attacked == 0) return 1; //@ solution
            int row = rows[draw(attacked)]; // an attacked queen / 一个受攻击的皇后 //@ pick
            for (int column = 0; column < n; column++) {
                int count = conflicts(row, column); //@ count
                if (count < fewest) {
                    fewest = count;
                    ties = 0;
                }
                if (count == fewest) best[ties++] = column;
            }
            int column = draw(16) > 0 ? best[draw(ties)] : draw(n); //@ try
            columns[row] = column; // move it / 移动它 //@ remove place
        }
    }

    int draw(int most) { // a random number below most / 小于 most 的随机数
        seed = (seed * 1103515245 + 12345) % 2147483648LL;
        return (int) (seed / 65536 % most);
    }

    int conflicts(int row, int column) { // queens that attack a square / 攻击一格的皇后数
        int count = 0;
        for (int r = 0; r < n; r++) {
            int across = abs(columns[r] - column);
            if (r != row && (across == 0 || across == abs(r - row))) count++;
        }
        return count;
    }
};
