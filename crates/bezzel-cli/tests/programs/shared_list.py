import sys

n = int(sys.argv[1])
solutions = []
queens = []


def place(row):
    if row == n:
        solutions.append(queens)
        return
    for column in range(n):
        if all(c != column and abs(c - column) != row - r for r, c in enumerate(queens)):
            queens.append(column)
            place(row + 1)
            queens.pop()


place(0)
print(solutions)
