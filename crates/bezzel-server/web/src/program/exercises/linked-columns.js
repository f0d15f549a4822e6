// The free columns are a doubly linked list with the head n. / 可用列组成一个双向链表，表头为 n。
function solve(n) {
  const diagonals = Array(2 * n).fill(false);
  const anti = Array(2 * n).fill(false);
  const next = Array.from({ length: n + 1 }, (_, column) => (column + 1) % (n + 1));
  const previous = Array.from({ length: n + 1 }, (_, column) => (column + n) % (n + 1));

  function mark(row, column, taken) {
    diagonals[row - column + n] = anti[row + column] = taken;
  }

  function search(row) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    for (let column = next[n]; column !== n; column = next[column]) {
      if (diagonals[row - column + n] || anti[row + column]) continue;
      const [before, after] = [previous[column], next[column]];
      next[before] = after;
      previous[after] = before;
      mark(row, column, true);
      place(row, column);
      found += search(row + 1);
      remove(row, column);
      mark(row, column, false);
      next[before] = previous[after] = column; //? Put the column back into the list / 把这一列放回链表
    }
    return found;
  }

  return search(0);
}
