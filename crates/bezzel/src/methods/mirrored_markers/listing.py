def queens(n):
    rows, columns, diagonals, anti = ([False] * (2 * n) for _ in range(4))
    def mark(row, column, taken):
        rows[row] = columns[column] = diagonals[row - column + n] = anti[row + column] = taken

    def search(row, images):
        if row == n:
            return images  # its images count too / 对称像一并计数 #@ solution image
        if rows[row]:
            return search(row + 1, images)  # holds a fixed queen / 已有固定的皇后
        found = 0
        for column in range(n):  #@ try
            if (
                columns[column]  #@ test-column
                or diagonals[row - column + n]  #@ test-diagonal
                or anti[row + column]  #@ test-anti-diagonal
            ):
                continue  # attacked: prune / 受攻击：剪枝 #@ rejected
            mark(row, column, True)  #@ place
            found += search(row + 1, images)
            mark(row, column, False)  #@ remove
        return found  # row exhausted: backtrack / 本行已试完：回溯 #@ exhausted

    def start(images, *fixed):
        for r, c in fixed:
            mark(r, c, True)  #@ place-start
        found = search(0, images)
        for r, c in reversed(fixed):
            mark(r, c, False)  #@ remove-start
        return found
    m = n // 2
    if n < 2:
        return start(1)
    if n % 2 == 0:  # left half of row 0 / 第 0 行左半边
        return sum(start(2, (0, c)) for c in range(m))
    total = sum(start(8, (r, m), (m, c)) for r in range(m) for c in range(r))  # centre empty / 中心为空
    for t in range(1, m):  # centre taken; rows 0 and n - 1 / 中心有皇后；首行与末行
        bottoms = [b for b in range(t + 1, n - t) if b != m]
        total += sum(start(2 if b == n - 1 - t else 4, (m, m), (0, t), (n - 1, b)) for b in bottoms)
    return total
