import sys


def queens(n, row, columns, diagonals, antidiagonals):
    if row == n:
        return 1
    count = 0
    for column in range(n):
        if column in columns or row - column in diagonals or row + column in antidiagonals:
            continue
        columns.add(column)
        diagonals.add(row - column)
        antidiagonals.add(row + column)
        count += queens(n, row + 1, columns, diagonals, antidiagonals)
        columns.remove(column)
        diagonals.remove(row - column)
        antidiagonals.remove(row + column)
    return count


print(queens(int(sys.argv[1]), 0, set(), set(), set()))
