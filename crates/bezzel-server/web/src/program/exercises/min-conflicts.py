# One queen in each row, anywhere; then an attacked queen moves to the best square of its row, until none is attacked. / 每行随意放一个皇后；然后每次让一个受攻击的皇后移到本行冲突最少的格子，直到没有皇后受攻击。
def solve(n):
    seed = 1

    def draw(most):  # a random number below most / 小于 most 的随机数
        nonlocal seed
        seed = (seed * 1103515245 + 12345) % 2**31
        return seed // 65536 % most

    def conflicts(row, column):  # number of queens that attack the square / 攻击这一格的皇后数
        others = [r for r in range(n) if r != row]
        return sum(abs(columns[r] - column) in (0, abs(r - row)) for r in others)

    if n == 2 or n == 3:
        return None  # no solution exists / 无解
    columns = []
    for row in range(n):
        columns.append(draw(n))
        place(row, columns[row])
    while True:
        attacked = [row for row in range(n) if conflicts(row, columns[row]) > 0]
        if not attacked:
            solution()
            return columns
        row = attacked[draw(len(attacked))]
        counts = [conflicts(row, column) for column in range(n)]
        best = [column for column in range(n) if counts[column] == min(counts)]  #? best = the columns with the fewest conflicts / best = 冲突最少的那些列
        column = best[draw(len(best))] if draw(16) > 0 else draw(n)
        remove(row, columns[row])
        columns[row] = column
        place(row, column)
