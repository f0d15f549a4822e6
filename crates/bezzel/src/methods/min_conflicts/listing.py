def queens(n, seed=1):  # 1 if a solution was found / 找到一个解时返回 1
    def draw(most):  # a random number below most / 小于 most 的随机数
        nonlocal seed
        seed = (seed * 1103515245 + 12345) % 2**31
        return seed // 65536 % most

    def conflicts(row, column):  # queens that attack a square / 攻击一格的皇后数
        others = [r for r in range(n) if r != row]
        return sum(abs(columns[r] - column) in (0, abs(r - row)) for r in others)

    def all_conflicts(row):
        return [conflicts(row, column) for column in range(n)]

    if n == 2 or n == 3:
        return 0  # no solution exists / 无解
    columns = []
    for row in range(n):
        columns.append(draw(n))  #@ place-start
    while True:
        rows = [row for row in range(n) if conflicts(row, columns[row])]
        if not rows:
            return 1  #@ solution
        row = rows[draw(len(rows))]  # an attacked queen / 一个受攻击的皇后 #@ pick
        counts = all_conflicts(row)  #@ count
        best = [column for column in range(n) if counts[column] == min(counts)]
        column = best[draw(len(best))] if draw(16) else draw(n)  #@ try
        columns[row] = column  # move it / 移动它 #@ remove place
