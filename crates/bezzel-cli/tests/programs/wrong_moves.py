import sys

n = int(sys.argv[1])
count = 0


def place(row, queens):
    global count
    if row == n:
        print("solution")
        count += 1
        return
    for column in range(n):
        if all(c != column and abs(c - column) != row - r for r, c in enumerate(queens)):
            print("place", row, column)
            place(row + 1, queens + [column])
            print("remove", row, column + 1)


place(0, [])
print(count)
