# The free columns are a doubly linked list with the head n. / 可用列组成一个双向链表，表头为 n。
def solve(n):
    diagonals = [False] * (2 * n)
    anti = [False] * (2 * n)
    next = list(range(1, n + 1)) + [0]
    previous = [n] + list(range(n))

    def mark(row, column, taken):
        diagonals[row - column + n] = anti[row + column] = taken

    def search(row):
        if row == n:
            solution()
            return 1
        found, column = 0, next[n]
        while column != n:
            if not diagonals[row - column + n] and not anti[row + column]:
                before, after = previous[column], next[column]
                next[before], previous[after] = after, before
                mark(row, column, True)
                place(row, column)
                found += search(row + 1)
                remove(row, column)
                mark(row, column, False)
                next[before] = previous[after] = column  #? Put the column back into the list / 把这一列放回链表
            column = next[column]
        return found

    return search(0)
