import sys


def place(n, queens):
    row = len(queens)
    if row == n:
        return queens
    for column in range(n):
        if all(c != column and abs(c - column) != row - r for r, c in enumerate(queens)):
            found = place(n, queens + [column])
            if found:
                return found
    return None


n = int(sys.argv[1])
found = place(n, [])
if found:
    for column in found:
        print(" ".join("1" if c == column else "0" for c in range(n)))
else:
    print("no solution")
