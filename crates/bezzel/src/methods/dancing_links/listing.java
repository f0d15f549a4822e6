class DancingLinks {
    int head, nodes; // items: rows, columns, both diagonals / 约束：行、列、两个方向的对角线
    int[] up, down, item, left, right, size;

    long queens(int n) {
        nodes = head = Math.max(0, 6 * n - 2);
        up = new int[head + 4 * n * n];
        down = new int[head + 4 * n * n];
        item = new int[head + 4 * n * n];
        left = new int[head + 1];
        right = new int[head + 1];
        size = new int[head];
        for (int i = 0; i < head; i++) up[i] = down[i] = item[i] = i;
        for (int i = 0; i <= head; i++) left[i] = right[i] = i;
        for (int i = 0; i < 2 * n; i++) { // link rows and columns / 把行和列链起来
            left[i] = left[head];
            right[i] = head;
            right[left[i]] = left[head] = i;
        }
        for (int square = 0; square < n * n; square++) {
            int r = square / n, c = square % n;
            for (int i : new int[] {r, n + c, 3 * n - 1 + r - c, 4 * n - 1 + r + c}) append(i);
        }
        return search();
    }

    void append(int i) { // a node of an option / 一个选项的结点
        item[nodes] = i;
        up[nodes] = up[i];
        down[nodes] = i;
        size[i]++;
        down[up[i]] = nodes;
        up[i] = nodes++;
    }

    int other(int node, int k) { // of the same option / 同一选项的其他结点
        int first = node - (node - head) % 4;
        return first + (node - first + k) % 4;
    }

    void cover(int i) {
        left[right[i]] = left[i]; //@ cover
        right[left[i]] = right[i];
        for (int node = down[i]; node != i; node = down[node])
            for (int k = 1; k < 4; k++) {
                int o = other(node, k);
                down[up[o]] = down[o];
                up[down[o]] = up[o];
                size[item[o]]--;
            }
    }

    void uncover(int i) {
        for (int node = up[i]; node != i; node = up[node])
            for (int k = 3; k > 0; k--) {
                int o = other(node, k);
                down[up[o]] = up[down[o]] = o;
                size[item[o]]++;
            }
        left[right[i]] = right[left[i]] = i; //@ uncover
    }

    long search() {
        if (right[head] == head) return 1; //@ solution
        int best = right[head];
        for (int i = best; i != head; i = right[i]) if (size[i] < size[best]) best = i;
        cover(best); // the fewest options / 选项最少 //@ choose
        long found = 0;
        for (int node = down[best]; node != best; node = down[node]) { //@ try
            for (int k = 1; k < 4; k++) cover(item[other(node, k)]);
            found += search(); //@ place
            for (int k = 3; k > 0; k--) uncover(item[other(node, k)]); //@ remove
        }
        uncover(best);
        return found; //@ exhausted
    }
}
