# Each queen covers its row, its column and two diagonals. Rows and columns must be covered, so the one with the fewest queens left is tried first. / 每个皇后覆盖一行、一列和两条对角线。行和列必须全部覆盖，所以先试剩余选择最少的一个。
def solve(n):
    head = 6 * n - 2  # rows, columns, diagonals, anti-diagonals / 行、列、主对角线、副对角线
    up, down, item = list(range(head)), list(range(head)), list(range(head))
    left, right, size = list(range(head + 1)), list(range(head + 1)), [0] * head
    for i in range(2 * n):
        left[i], right[i] = left[head], head
        right[left[i]] = left[head] = i
    for r in range(n):
        for c in range(n):
            for i in (r, n + c, 3 * n - 1 + r - c, 4 * n - 1 + r + c):
                node, last = len(item), up[i]
                up.append(last)
                down.append(i)
                item.append(i)
                down[last] = up[i] = node
                size[i] += 1

    def others(node):
        first = node - (node - head) % 4
        return [first + (node - first + k) % 4 for k in (1, 2, 3)]

    def cover(i):
        left[right[i]], right[left[i]] = left[i], right[i]
        node = down[i]
        while node != i:
            for o in others(node):
                down[up[o]], up[down[o]] = down[o], up[o]
                size[item[o]] -= 1
            node = down[node]

    def uncover(i):
        node = up[i]
        while node != i:
            for o in reversed(others(node)):
                down[up[o]] = up[down[o]] = o
                size[item[o]] += 1
            node = up[node]
        left[right[i]] = right[left[i]] = i  #? Put i back between its neighbours left[i] and right[i] / 把 i 放回邻居 left[i] 和 right[i] 之间

    def search():
        if right[head] == head:
            solution()
            return 1
        best = i = right[head]
        while i != head:
            if size[i] < size[best]:
                best = i
            i = right[i]
        cover(best)
        found, node = 0, down[best]
        while node != best:
            row, column = divmod((node - head) // 4, n)
            for o in others(node):
                cover(item[o])
            place(row, column)
            found += search()
            remove(row, column)
            for o in reversed(others(node)):
                uncover(item[o])
            node = down[node]
        uncover(best)
        return found

    return search()
