"""Counts the solutions of the n-queens problem by the colour split.

    python3 colour_split.py 12        prints 14200

Queens on black squares (row + column even) never share a diagonal with queens on white squares, so

    Q(n) = sum over R, C of  b(R, C) * w(rows without R, columns without C)

where b and w count the placements of one colour in exactly the rows R and the columns C. Black squares
are the squares of even row and column, and the squares of odd row and column. The program fixes the
rows and columns of the first kind, Re and Ce, and keeps both tables for the rows and columns of the
other kind. It needs only Python and has nothing in common with bezzel's code. docs/method.md explains
each step.
"""

import sys
from collections import Counter
from itertools import combinations


def placements(rows, columns, must, taken=frozenset()):
    """Yields the placements of one queen in each of the rows, in different columns, so that no two
    share a diagonal with each other or with those taken. With `must`, all columns are used."""

    def search(index, free, diagonals):
        if index == len(rows):
            if not (must and free):
                yield frozenset(columns) - free, diagonals
            return
        row = rows[index]
        for column in free:
            lines = {("sum", row + column), ("difference", row - column)}
            if not lines & diagonals:
                yield from search(index + 1, free - {column}, diagonals | lines)

    yield from search(0, frozenset(columns), taken)


def queens(n):
    even, odd = range(0, n, 2), range(1, n, 2)
    total = 0
    for a in range(len(even) + 1):  # queens on squares of even row and even column
        rest = a - len(even) + len(odd)  # queens on squares of odd row and odd column
        if rest < 0:
            continue
        for re in combinations(even, a):
            for ce in combinations(even, a):
                total += split(even, odd, re, ce, rest)
    return total


def split(even, odd, re, ce, rest):
    """Returns the sum over Ro and Co, the rows and columns of the `rest` queens of odd row and column."""
    black = Counter()
    for _, diagonals in placements(re, ce, must=True):
        for ro in combinations(odd, rest):
            for co, _ in placements(ro, odd, must=False, taken=diagonals):
                black[ro, co] += 1
    if not black:
        return 0
    # White: the even rows that are left, in odd columns; then the odd rows that are left, in the even
    # columns that are left. Both together leave Ro and Co to black.
    other_rows = [row for row in even if row not in re]
    other_columns = [column for column in even if column not in ce]
    white = Counter()
    for used, diagonals in placements(other_rows, odd, must=False):
        co = frozenset(odd) - used
        for ro in combinations(odd, rest):
            rows = [row for row in odd if row not in ro]
            for _ in placements(rows, other_columns, must=True, taken=diagonals):
                white[ro, co] += 1
    return sum(count * white[key] for key, count in black.items())


if __name__ == "__main__":
    try:
        (size,) = map(int, sys.argv[1:])
        if size < 0:
            raise ValueError
    except ValueError:
        sys.exit("usage: colour_split.py N, with N = 0, 1, 2, ... (12 takes some seconds)")
    print(queens(size))
