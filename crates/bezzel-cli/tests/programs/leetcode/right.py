class Solution:
    def totalNQueens(self, n: int) -> int:
        def go(row, cols, d1, d2):
            if row == n:
                return 1
            return sum(go(row + 1, cols | {c}, d1 | {row - c}, d2 | {row + c}) for c in range(n)
                       if c not in cols and row - c not in d1 and row + c not in d2)
        return go(0, set(), set(), set())

    def solveNQueens(self, n: int) -> List[List[str]]:
        res = []
        def go(path):
            row = len(path)
            if row == n:
                res.append(['.' * c + 'Q' + '.' * (n - c - 1) for c in path])
                return
            for c in range(n):
                if all(c != p and abs(c - p) != row - r for r, p in enumerate(path)):
                    go(path + [c])
        go([])
        return res
