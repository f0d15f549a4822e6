def queens(n):
    head = max(0, 6 * n - 2)  # items: rows, columns, both diagonals / 约束：行、列、两个方向的对角线
    up, down, item = [*range(head)], [*range(head)], [*range(head)]
    left, right, size = [*range(head + 1)], [*range(head + 1)], [0] * head
    def append(i):  # a node of an option / 一个选项的结点
        node, last = len(item), up[i]
        up.append(last); down.append(i); item.append(i)
        down[last] = up[i] = node
        size[i] += 1
    for i in range(2 * n):  # link rows and columns / 把行和列链起来
        left[i], right[i] = left[head], head
        right[left[i]] = left[head] = i
    for r in range(n):
        for c in range(n):
            for i in (r, n + c, 3 * n - 1 + r - c, 4 * n - 1 + r + c): append(i)
    def others(node):  # the other nodes of its option / 同一选项的其他结点
        first = node - (node - head) % 4
        return [first + (node - first + k) % 4 for k in (1, 2, 3)]
    def cover(i):
        left[right[i]], right[left[i]] = left[i], right[i]  #@ cover
        node = down[i]
        while node != i:
            for o in others(node):
                down[up[o]], up[down[o]], size[item[o]] = down[o], up[o], size[item[o]] - 1
            node = down[node]
    def uncover(i):
        node = up[i]
        while node != i:
            for o in reversed(others(node)):
                down[up[o]], up[down[o]], size[item[o]] = o, o, size[item[o]] + 1
            node = up[node]
        left[right[i]] = right[left[i]] = i  #@ uncover #? Put i back between its neighbours left[i] and right[i] / 把 i 放回邻居 left[i] 和 right[i] 之间
    def search():
        if right[head] == head:
            solution()  #*
            return 1  #@ solution
        best = i = right[head]
        while (i := right[i]) != head:
            if size[i] < size[best]: best = i
        cover(best)  # the fewest options / 选项最少 #@ choose
        found, node = 0, best
        while (node := down[node]) != best:  #@ try
            for o in others(node): cover(item[o])
            row, column = divmod((node - head) // 4, n)  #*
            place(row, column)  #*
            found += search()  #@ place
            remove(row, column)  #*
            for o in reversed(others(node)): uncover(item[o])  #@ remove
        uncover(best)
        return found  #@ exhausted
    return search()
