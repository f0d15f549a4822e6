#include <stdio.h>
#include <stdlib.h>

int n, count, column[40], up[80], down[80];

void place(int row) {
    if (row == n) {
        count++;
        return;
    }
    for (int c = 0; c < n; c++) {
        if (column[c] || up[row + c] || down[row - c + n]) continue;
        column[c] = up[row + c] = down[row - c + n] = 1;
        place(row + 1);
    }
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    place(0);
    printf("%d\n", count);
    return 0;
}
