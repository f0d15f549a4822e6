import sys

n = int(sys.argv[1])
solutions = []


def place(row, queens, columns, first, second):
    if row == n:
        solutions.append(queens)
        return
    for column in range(n):
        # The second diagonal has the sign of the first.
        if column in columns or row + column in first or row + column in second:
            continue
        place(row + 1, queens + [column], columns | {column}, first | {row + column}, second | {row + column})


place(0, [], set(), set(), set())
for solution in solutions:
    print(solution)
