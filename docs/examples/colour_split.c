/* Counts the solutions of the n-queens problem by the colour split.
 *
 *     cc -O2 -o colour_split colour_split.c && ./colour_split 16        prints 14772512
 *
 * Queens on black squares (row + column even) never share a diagonal with queens on white squares, so
 *
 *     Q(n) = sum over R, C of  b(R, C) * w(rows without R, columns without C)
 *
 * where b and w count the placements of one colour in exactly the rows R and the columns C. Black squares
 * are those of even row and column and of odd row and column. For each choice Re, Ce of even rows and
 * columns for black, the program keeps one table of b and one of w, with an entry for each set Ro of odd
 * rows and Co of odd columns. Sets are bit masks: bit k stands for row or column 2k or 2k + 1. The program
 * has nothing in common with bezzel's code. docs/method.md explains each step. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 18, SETS = 1 << (MOST / 2) };
typedef struct { uint64_t sum, difference; } Diagonals; /* bit r + c, and bit r - c + n */
_Static_assert(2 * MOST <= 8 * sizeof(((Diagonals *)0)->sum), "a bit for each diagonal");

static int n, even, odd;
static uint64_t black[SETS][SETS], white[SETS][SETS]; /* [Ro][Co]; no count exceeds 9!^2 */
static int re, ce, second_queens; /* the choice of even rows and columns, and the size of Ro */

static int meet(Diagonals *d, int row, int column) {
    uint64_t sum = UINT64_C(1) << (row + column), difference = UINT64_C(1) << (row - column + n);
    if ((d->sum & sum) | (d->difference & difference)) return 1;
    d->sum |= sum, d->difference |= difference;
    return 0;
}

/* The second queens of black: `left` more in odd rows from `row` on, in odd columns outside of co. */
static void black_odd(int row, int left, int ro, int co, Diagonals d) {
    if (left == 0) { black[ro][co]++; return; }
    for (; row < odd; row++)
        for (int column = 0; column < odd; column++) {
            Diagonals next = d;
            if (!(co >> column & 1) && !meet(&next, 2 * row + 1, 2 * column + 1))
                black_odd(row + 1, left - 1, ro | 1 << row, co | 1 << column, next);
        }
}

/* The first queens of black: one in each of the even rows Re, one in each of the even columns Ce. */
static void black_even(int row, int columns, Diagonals d) {
    while (row < even && !(re >> row & 1)) row++;
    if (row == even) { black_odd(0, second_queens, 0, 0, d); return; }
    for (int column = 0; column < even; column++) {
        Diagonals next = d;
        if ((columns >> column & 1) && !meet(&next, 2 * row, 2 * column))
            black_even(row + 1, columns & ~(1 << column), next);
    }
}

/* The second queens of white: one in each even column outside of Ce, in odd rows; ro has the rows left. */
static void white_odd(int column, int ro, int co, Diagonals d) {
    while (column < even && (ce >> column & 1)) column++;
    if (column == even) { white[ro][co]++; return; }
    for (int row = 0; row < odd; row++) {
        Diagonals next = d;
        if ((ro >> row & 1) && !meet(&next, 2 * row + 1, 2 * column))
            white_odd(column + 1, ro & ~(1 << row), co, next);
    }
}

/* The first queens of white: one in each even row outside of Re, in odd columns; co has the columns left. */
static void white_even(int row, int co, Diagonals d) {
    while (row < even && (re >> row & 1)) row++;
    if (row == even) { white_odd(0, (1 << odd) - 1, co, d); return; }
    for (int column = 0; column < odd; column++) {
        Diagonals next = d;
        if ((co >> column & 1) && !meet(&next, 2 * row, 2 * column + 1))
            white_even(row + 1, co & ~(1 << column), next);
    }
}

static int size(int set) { return set ? (set & 1) + size(set >> 1) : 0; }

int main(int count, char **arguments) {
    char *end = "";
    n = count == 2 ? (int)strtol(arguments[1], &end, 10) : -1;
    if (n < 0 || n > MOST || *end || end == arguments[1])
        return fprintf(stderr, "usage: colour_split N, with N from 0 to %d\n", MOST), 2;
    even = (n + 1) / 2, odd = n / 2;
    uint64_t total = 0; /* Q(18) = 666090624 */
    for (re = 0; re < 1 << even; re++)
        for (ce = 0; ce < 1 << even; ce++) {
            second_queens = size(re) - even + odd;
            if (size(re) != size(ce) || second_queens < 0) continue;
            black_even(0, ce, (Diagonals){0, 0}), white_even(0, (1 << odd) - 1, (Diagonals){0, 0});
            for (int ro = 0; ro < 1 << odd; ro++)
                for (int co = 0; co < 1 << odd; co++) {
                    total += black[ro][co] * white[ro][co];
                    black[ro][co] = white[ro][co] = 0;
                }
        }
    printf("%" PRIu64 "\n", total);
}
