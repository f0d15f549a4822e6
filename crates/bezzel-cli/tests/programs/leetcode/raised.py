class Solution:
    def totalNQueens(self, n: int) -> int:
        raise ValueError("no")
