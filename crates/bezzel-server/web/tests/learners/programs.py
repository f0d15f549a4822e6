#: count only | board: board | right
def safe(board, row, col):
    for i in range(row):
        if board[i] == col or abs(board[i] - col) == row - i:
            return False
    return True
def place_queens(board, row, n):
    if row == n:
        return 1
    total = 0
    for col in range(n):
        if safe(board, row, col):
            board[row] = col
            total += place_queens(board, row + 1, n)
            board[row] = -1
    return total
n = int(input("How many queens? "))
print(place_queens([-1] * n, 0, n))
#: LeetCode 51 | board: board | right
from typing import List
class Solution:
    def solveNQueens(self, n: int) -> List[List[str]]:
        res = []
        board = [["."] * n for _ in range(n)]
        cols, pos, neg = set(), set(), set()
        def backtrack(r):
            if r == n:
                res.append(["".join(row) for row in board])
                return
            for c in range(n):
                if c in cols or r + c in pos or r - c in neg:
                    continue
                cols.add(c); pos.add(r + c); neg.add(r - c)
                board[r][c] = "Q"
                backtrack(r + 1)
                cols.remove(c); pos.remove(r + c); neg.remove(r - c)
                board[r][c] = "."
        backtrack(0)
        return res
#: LeetCode 52 | board: queens | right
class Solution:
    def totalNQueens(self, n):
        self.count = 0
        def dfs(queens, xy_dif, xy_sum):
            p = len(queens)
            if p == n:
                self.count += 1
                return
            for q in range(n):
                if q not in queens and p - q not in xy_dif and p + q not in xy_sum:
                    dfs(queens + [q], xy_dif + [p - q], xy_sum + [p + q])
        dfs([], [], [])
        return self.count
#: generator | board: state | right
def conflict(state, next_x):
    next_y = len(state)
    for i in range(next_y):
        if abs(state[i] - next_x) in (0, next_y - i):
            return True
    return False
def queens(num, state=()):
    for pos in range(num):
        if not conflict(state, pos):
            if len(state) == num - 1:
                yield (pos,)
            else:
                for result in queens(num, state + (pos,)):
                    yield (pos,) + result
for solution in queens(int(input())):
    print(list(solution))
#: permutations | board: vec | right
from itertools import permutations
n = int(input())
cols = range(n)
count = 0
for vec in permutations(cols):
    if n == len(set(vec[i] + i for i in cols)) == len(set(vec[i] - i for i in cols)):
        count += 1
print(count)
#: bit masks | board: none | right
def solve(n):
    full = (1 << n) - 1
    def go(cols, left, right):
        if cols == full:
            return 1
        total = 0
        free = full & ~(cols | left | right)
        while free:
            bit = free & -free
            free -= bit
            total += go(cols | bit, (left | bit) << 1, (right | bit) >> 1)
        return total
    return go(0, 0, 0)
#: bit masks with path | board: path | right
n = int(input())
full = (1 << n) - 1
path = []
def go(row, cols, left, right):
    if row == n:
        print(path)
        return
    free = full & ~(cols | left | right)
    while free:
        bit = free & -free
        free ^= bit
        path.append(bit.bit_length() - 1)
        go(row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1)
        path.pop()
go(0, 0, 0, 0)
#: matrix of 0 and 1 | board: board | right
def is_safe(board, row, col, n):
    for i in range(1, row + 1):
        for j in (col - i, col, col + i):
            if 0 <= j < n and board[row - i][j] == 1:
                return False
    return True
def solve_nq(board, row, n):
    if row == n:
        for line in board:
            print(" ".join("Q" if x else "." for x in line))
        print()
        return
    for col in range(n):
        if is_safe(board, row, col, n):
            board[row][col] = 1
            solve_nq(board, row + 1, n)
            board[row][col] = 0
n = int(input())
solve_nq([[0] * n for _ in range(n)], 0, n)
#: matrix by columns | board: board | right
N = int(input())
board = [[0 for _ in range(N)] for _ in range(N)]
count = 0
def is_safe(row, col):
    return not any(board[r][c] and (r == row or abs(r - row) == col - c) for r in range(N) for c in range(col))
def solve_col(col):
    global count
    if col >= N:
        count += 1
        return
    for i in range(N):
        if is_safe(i, col):
            board[i][col] = 1
            solve_col(col + 1)
            board[i][col] = 0
solve_col(0)
print(count)
#: three marker arrays | board: x | right
n = int(input())
x = [None] * n
column = [False] * n
up = [False] * (2 * n)
down = [False] * (2 * n)
found = 0
def attempt(row):
    global found
    if row == n:
        found += 1
        return
    for c in range(n):
        if not column[c] and not up[row + c] and not down[row - c + n]:
            x[row] = c
            column[c] = up[row + c] = down[row - c + n] = True
            attempt(row + 1)
            column[c] = up[row + c] = down[row - c + n] = False
            x[row] = None
attempt(0)
print(found)
#: dictionary row to column | board: queens | right
queens = {}
def search(row, n):
    if row == n:
        print([queens[r] for r in range(n)])
        return
    for col in range(n):
        if not any(c == col or r + c == row + col or r - c == row - col for r, c in queens.items()):
            queens[row] = col
            search(row + 1, n)
            del queens[row]
search(0, int(input()))
#: set of pairs | board: placed | right
def count(n):
    placed = set()
    def go(row):
        if row == n:
            return 1
        total = 0
        for col in range(n):
            if not any(r == row or c == col or abs(r - row) == abs(c - col) for r, c in placed):
                placed.add((row, col))
                total += go(row + 1)
                placed.remove((row, col))
        return total
    return go(0)
print(count(n))
#: list of pairs | board: queens | right
def backtrack(n, r, queens, out):
    if r == n:
        out.append(list(queens))
        return
    for c in range(n):
        if not any(qr == r or qc == c or abs(qr - r) == abs(qc - c) for (qr, qc) in queens):
            queens.append((r, c))
            backtrack(n, r + 1, queens, out)
            queens.pop()
out = []
n = int(input())
backtrack(n, 0, [], out)
print(len(out))
#: class with attributes | board: self.board | right
class NQueens:
    def __init__(self, size):
        self.size = size
        self.board = [-1] * size
        self.solutions = 0
    def check(self, row, col):
        for r in range(row):
            c = self.board[r]
            if c == col or abs(c - col) == row - r:
                return False
        return True
    def put(self, row):
        if row == self.size:
            self.solutions += 1
            return
        for col in range(self.size):
            if self.check(row, col):
                self.board[row] = col
                self.put(row + 1)
                self.board[row] = -1
q = NQueens(int(input()))
q.put(0)
print(q.solutions)
#: dataclass | board: b.cols | right
from dataclasses import dataclass, field
@dataclass
class Board:
    n: int
    cols: list = field(default_factory=list)
    def ok(self, c):
        r = len(self.cols)
        return all(c != d and abs(c - d) != r - i for i, d in enumerate(self.cols))
def walk(b):
    if len(b.cols) == b.n:
        return 1
    total = 0
    for c in range(b.n):
        if b.ok(c):
            b.cols.append(c)
            total += walk(b)
            b.cols.pop()
    return total
print(walk(Board(n)))
#: columns from 1 | board: a | right
n = int(input())
a = [0] * (n + 1)
total = 0
def queen(k):
    global total
    if k > n:
        total += 1
        return
    for j in range(1, n + 1):
        a[k] = j
        if all(a[i] != a[k] and abs(a[i] - a[k]) != abs(i - k) for i in range(1, k)):
            queen(k + 1)
        a[k] = 0
queen(1)
print(total)
#: iterative | board: x | right
n = int(input())
x = []
col = 0
count = 0
while True:
    while col < n and any(col == c or abs(col - c) == len(x) - r for r, c in enumerate(x)):
        col += 1
    if col < n:
        x.append(col)
        col = 0
        if len(x) == n:
            count += 1
            col = x.pop() + 1
    elif x:
        col = x.pop() + 1
    else:
        break
print(count)
#: stack of partial boards | board: state | right
n = int(input())
stack = [[]]
count = 0
while stack:
    state = stack.pop()
    if len(state) == n:
        count += 1
        continue
    for c in range(n):
        if all(c != d and abs(c - d) != len(state) - r for r, d in enumerate(state)):
            stack.append(state + [c])
print(count)
#: breadth first | board: none | right
from collections import deque
n = int(input())
todo = deque([()])
found = 0
while todo:
    rows = todo.popleft()
    if len(rows) == n:
        found += 1
    else:
        todo.extend(rows + (c,) for c in range(n)
                    if all(c != d and abs(c - d) != len(rows) - r for r, d in enumerate(rows)))
print(found)
#: strings as rows | board: rows | right
n = int(input())
def build(rows):
    if len(rows) == n:
        print("\n".join(rows), end="\n\n")
        return
    for col in range(n):
        if all(row.index("Q") != col and abs(row.index("Q") - col) != len(rows) - i for i, row in enumerate(rows)):
            rows.append("." * col + "Q" + "." * (n - col - 1))
            build(rows)
            rows.pop()
build([])
#: stars and underscores | board: grid | right
size = int(input())
grid = [["_"] * size for _ in range(size)]
def ok(r, c):
    for i in range(r):
        for j in range(size):
            if grid[i][j] == "*" and (j == c or abs(i - r) == abs(j - c)):
                return False
    return True
def fill(r):
    if r == size:
        for line in grid:
            print("".join(line))
        print("-" * size)
        return
    for c in range(size):
        if ok(r, c):
            grid[r][c] = "*"
            fill(r + 1)
            grid[r][c] = "_"
fill(0)
#: matrix of booleans | board: taken | right
def main():
    n = int(input())
    taken = [[False] * n for _ in range(n)]
    def attacked(r, c):
        return any(taken[i][c] or (c - r + i >= 0 and taken[i][c - r + i]) or (c + r - i < n and taken[i][c + r - i]) for i in range(r))
    def go(r):
        if r == n:
            return 1
        total = 0
        for c in range(n):
            if not attacked(r, c):
                taken[r][c] = True
                total += go(r + 1)
                taken[r][c] = False
        return total
    print(go(0))
if __name__ == "__main__":
    main()
#: stdin read at once | board: pos | right
import sys
data = sys.stdin.read().split()
n = int(data[0])
def dfs(i, pos):
    if i == n:
        sys.stdout.write(" ".join(map(str, pos)) + "\n")
        return
    for j in range(n):
        if j not in pos and all(abs(pos[k] - j) != i - k for k in range(i)):
            dfs(i + 1, pos + [j])
dfs(0, [])
#: lru_cache | board: none | right
from functools import lru_cache
n = int(input())
@lru_cache(maxsize=None)
def ways(row, cols, d1, d2):
    if row == n:
        return 1
    return sum(ways(row + 1, cols | 1 << c, d1 | 1 << row + c, d2 | 1 << row - c + n)
               for c in range(n)
               if not (cols >> c & 1 or d1 >> row + c & 1 or d2 >> row - c + n & 1))
print(ways(0, 0, 0, 0))
#: fixed eight | board: board | fixed 8
count = 0
def solve(board, row):
    global count
    if row == 8:
        count += 1
        return
    for col in range(8):
        if all(board[i] != col and abs(board[i] - col) != row - i for i in range(row)):
            board[row] = col
            solve(board, row + 1)
            board[row] = -1
solve([-1] * 8, 0)
print(count)
#: function called with eight | board: positions | fixed 8
def n_queens(n):
    def place_row(row, positions):
        if row == n:
            yield positions
        for c in range(n):
            if all(c != d and abs(c - d) != row - r for r, d in enumerate(positions)):
                yield from place_row(row + 1, positions + [c])
    return place_row(0, [])
if __name__ == "__main__":
    for s in n_queens(8):
        print(s)
#: numpy | board: none | missing numpy
import numpy as np
n = int(input())
board = np.zeros((n, n))
#: local variable | board: none | error count
count = 0
def go(row):
    if row == n:
        count += 1
        return
    for c in range(n):
        go(row + 1)
go(0)
print(count)
#: endless recursion | board: none | nested
def go(row):
    return go(row)
print(go(0))
#: reads twice | board: none | input
n = int(input())
m = int(input())
print(n, m)
#: min conflicts | board: queens | any
import random
random.seed(7)
n = int(input())
queens = [random.randrange(n) for _ in range(n)]
def conflicts(r, c):
    return sum(1 for i in range(n) if i != r and (queens[i] == c or abs(queens[i] - c) == abs(i - r)))
for _ in range(1000):
    worst = max(conflicts(r, queens[r]) for r in range(n))
    if worst == 0:
        print(queens)
        break
    r = random.choice([r for r in range(n) if conflicts(r, queens[r]) == worst])
    queens[r] = min(range(n), key=lambda c: (conflicts(r, c), random.random()))
#: combinations of squares | board: choice | any
from itertools import combinations
n = int(input())
squares = [(r, c) for r in range(n) for c in range(n)]
total = 0
for choice in combinations(squares, n):
    if total == 0 and n > 4:
        break
    rows = {r for r, c in choice}
    total += len(rows) == n and len({c for r, c in choice}) == n and len({r + c for r, c in choice}) == n and len({r - c for r, c in choice}) == n
print(total)
#: swap in place | board: perm | right
n = int(input())
perm = list(range(n))
total = 0
def go(k):
    global total
    if k == n:
        total += 1
        return
    for i in range(k, n):
        perm[k], perm[i] = perm[i], perm[k]
        if all(abs(perm[j] - perm[k]) != k - j for j in range(k)):
            go(k + 1)
        perm[k], perm[i] = perm[i], perm[k]
go(0)
print(total)
#: board object passed | board: board | right
class Queen:
    def __init__(self, row, col):
        self.row, self.col = row, col
    def attacks(self, other):
        return self.col == other.col or abs(self.row - other.row) == abs(self.col - other.col)
def put(queens, board, row):
    if row == n:
        print(*(f"{c}" for c in board))
        return
    for col in range(n):
        new = Queen(row, col)
        if not any(q.attacks(new) for q in queens):
            queens.append(new)
            board.append(col)
            put(queens, board, row + 1)
            board.pop()
            queens.pop()
put([], [], 0)
#: Counter and defaultdict | board: cols | right
from collections import Counter, defaultdict
n = int(input())
used = defaultdict(bool)
cols = []
seen = Counter()
def go():
    r = len(cols)
    if r == n:
        seen[cols[0]] += 1
        return
    for c in range(n):
        keys = [("c", c), ("s", r + c), ("d", r - c)]
        if not any(used[k] for k in keys):
            for k in keys: used[k] = True
            cols.append(c)
            go()
            cols.pop()
            for k in keys: used[k] = False
go()
print(sum(seen.values()))
#: exceptions as control | board: b | right
class Bad(Exception):
    pass
n = int(input())
total = 0
def check(b, c):
    for r, d in enumerate(b):
        if d == c or abs(d - c) == len(b) - r:
            raise Bad
def go(b):
    global total
    if len(b) == n:
        total += 1
        return
    for c in range(n):
        try:
            check(b, c)
        except Bad:
            continue
        b.append(c)
        go(b)
        b.pop()
go([])
print(total)
#: Chinese names | board: 皇后 | right
n = int(input())
皇后 = [-1] * n
数量 = 0
def 放置(行):
    global 数量
    if 行 == n:
        数量 += 1
        return
    for 列 in range(n):
        if all(皇后[i] != 列 and abs(皇后[i] - 列) != 行 - i for i in range(行)):
            皇后[行] = 列
            放置(行 + 1)
            皇后[行] = -1
放置(0)
print(数量)
#: unset is n | board: board | right
n = int(input())
board = [n + 5] * n
total = 0
def go(r):
    global total
    if r == n:
        total += 1
        return
    for c in range(n):
        if all(board[i] != c and abs(board[i] - c) != r - i for i in range(r)):
            board[r] = c
            go(r + 1)
            board[r] = n + 5
go(0)
print(total)
#: unset is zero | board: board | right
def solve(board, row, n):
    if row == n:
        return 1
    total = 0
    for col in range(n):
        if all(board[i] != col and abs(board[i] - col) != row - i for i in range(row)):
            board[row] = col
            total += solve(board, row + 1, n)
    return total
n = int(input())
print(solve([0] * n, 0, n))
#: frozenset of pairs | board: state | right
n = int(input())
def expand(state, row):
    if row == n:
        return 1
    free = [c for c in range(n) if all(d != c and abs(d - c) != row - r for r, d in state)]
    return sum(expand(state | {(row, c)}, row + 1) for c in free)
print(expand(frozenset(), 0))
#: place and remove beside a list | board: path | right
path = []
total = 0
def go(row):
    global total
    if row == n:
        total += 1
        return
    for col in range(n):
        if all(col != c and abs(col - c) != row - r for r, c in enumerate(path)):
            path.append(col)
            place(row, col)
            go(row + 1)
            remove(row, col)
            path.pop()
go(0)
print(total)
