// The last row has one column left: the sum of all columns tells which. / 最后一行只剩一列：由所有列号之和可知是哪一列。
function solve(n) {
  const columns = Array(n).fill(false);
  const diagonals = Array(2 * n).fill(false);
  const anti = Array(2 * n).fill(false);
  const all = Array.from({ length: n }, (_, column) => column);

  function mark(row, column, taken) {
    columns[column] = diagonals[row - column + n] = anti[row + column] = taken;
  }

  function search(row, missing) { // missing: sum of the free columns / missing：可用列之和
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    const choices = row < n - 1 ? all : [missing]; //? const choices = all columns, but in the last row only one / const choices = 所有列；最后一行只有一列可选
    for (const column of choices) {
      if (columns[column] || diagonals[row - column + n] || anti[row + column]) continue;
      mark(row, column, true);
      place(row, column);
      found += search(row + 1, missing - column);
      remove(row, column);
      mark(row, column, false);
    }
    return found;
  }

  return search(0, (n * (n - 1)) / 2);
}
