class Solution:
    count = []
    def totalNQueens(self, n):
        def go(path):
            row = len(path)
            if row == n:
                self.count.append(1)
                return
            for c in range(n):
                if all(c != p and abs(c - p) != row - r for r, p in enumerate(path)):
                    go(path + [c])
        go([])
        return len(self.count)
