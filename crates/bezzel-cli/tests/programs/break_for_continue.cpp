#include <iostream>
#include <vector>
using namespace std;

int n, total;
vector<int> queen;

bool attacked(int row, int column) {
    for (int i = 0; i < row; i++)
        if (queen[i] == column || abs(queen[i] - column) == row - i) return true;
    return false;
}

void solve(int row) {
    if (row == n) {
        total++;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) cout << (queen[i] == j ? "Q " : ". ");
            cout << endl;
        }
        cout << endl;
        return;
    }
    for (int column = 0; column < n; column++) {
        if (attacked(row, column)) break;
        queen[row] = column;
        solve(row + 1);
    }
}

int main() {
    cin >> n;
    queen.resize(n);
    solve(0);
    cout << "Total: " << total << endl;
}
