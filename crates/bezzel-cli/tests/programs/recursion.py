import sys


def place(row):
    return place(row + 1)


place(int(sys.argv[1]))
