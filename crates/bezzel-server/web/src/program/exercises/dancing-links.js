// Each queen covers its row, its column and two diagonals. Rows and columns must be covered, so the one with the fewest queens left is tried first. / 每个皇后覆盖一行、一列和两条对角线。行和列必须全部覆盖，所以先试剩余选择最少的一个。
function solve(n) {
  const head = 6 * n - 2; // rows, columns, diagonals, anti-diagonals / 行、列、主对角线、副对角线
  const upTo = (count) => [...Array(count).keys()];
  const [up, down, item] = [upTo(head), upTo(head), upTo(head)];
  const [left, right, size] = [upTo(head + 1), upTo(head + 1), Array(head).fill(0)];
  for (let i = 0; i < 2 * n; i++) {
    [left[i], right[i]] = [left[head], head];
    right[left[i]] = left[head] = i;
  }
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      for (const i of [r, n + c, 3 * n - 1 + r - c, 4 * n - 1 + r + c]) {
        const [node, last] = [item.length, up[i]];
        up.push(last);
        down.push(i);
        item.push(i);
        down[last] = up[i] = node;
        size[i]++;
      }
    }
  }

  function others(node) {
    const first = node - ((node - head) % 4);
    return [1, 2, 3].map((k) => first + ((node - first + k) % 4));
  }

  function cover(i) {
    left[right[i]] = left[i];
    right[left[i]] = right[i];
    for (let node = down[i]; node !== i; node = down[node]) {
      for (const o of others(node)) {
        down[up[o]] = down[o];
        up[down[o]] = up[o];
        size[item[o]]--;
      }
    }
  }

  function uncover(i) {
    for (let node = up[i]; node !== i; node = up[node]) {
      for (const o of others(node).reverse()) {
        down[up[o]] = up[down[o]] = o;
        size[item[o]]++;
      }
    }
    left[right[i]] = right[left[i]] = i; //? Put i back between its neighbours left[i] and right[i] / 把 i 放回邻居 left[i] 和 right[i] 之间
  }

  function search() {
    if (right[head] === head) {
      solution();
      return 1;
    }
    let best = right[head];
    for (let i = best; i !== head; i = right[i]) if (size[i] < size[best]) best = i;
    cover(best);
    let found = 0;
    for (let node = down[best]; node !== best; node = down[node]) {
      const option = Math.floor((node - head) / 4);
      const [row, column] = [Math.floor(option / n), option % n];
      for (const o of others(node)) cover(item[o]);
      place(row, column);
      found += search();
      remove(row, column);
      for (const o of others(node).reverse()) uncover(item[o]);
    }
    uncover(best);
    return found;
  }

  return search();
}
