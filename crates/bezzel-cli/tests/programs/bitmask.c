#include <stdio.h>
#include <stdlib.h>

static int n;

static long place(int columns, int left, int right) {
    if (columns == (1 << n) - 1) return 1;
    long count = 0;
    int free = ((1 << n) - 1) & ~(columns | left | right);
    while (free) {
        int bit = free & -free;
        free ^= bit;
        count += place(columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(int argc, char **argv) {
    n = argc > 1 ? atoi(argv[1]) : 8;
    printf("%ld\n", place(0, 0, 0));
    return 0;
}
