#include <stdio.h>
#include <stdlib.h>

volatile int sink;

int place(int row) {
    volatile char board[1000];
    board[row % 1000] = (char)row;
    return place(row + 1) + board[(row + sink) % 1000];
}

int main(int argc, char **argv) {
    printf("%d\n", place(argc > 1 ? atoi(argv[1]) : 8));
    return 0;
}
