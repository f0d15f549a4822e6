// The queen of the first row is only placed in the left half: reflections have the rest. / 第一行的皇后只放在左半边，其余的解由翻转得到。
function solve(n) {
  const columns = Array(n).fill(false);
  const diagonals = Array(2 * n).fill(false);
  const anti = Array(2 * n).fill(false);

  function mark(row, column, taken) {
    columns[column] = diagonals[row - column + n] = anti[row + column] = taken;
  }

  function search(row) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    for (let column = 0; column < n; column++) {
      if (columns[column] || diagonals[row - column + n] || anti[row + column]) continue;
      mark(row, column, true);
      place(row, column);
      found += search(row + 1);
      remove(row, column);
      mark(row, column, false);
    }
    return found;
  }

  let total = 0;
  for (let column = 0; 2 * column < n; column++) {
    mark(0, column, true);
    place(0, column);
    const found = search(1);
    remove(0, column);
    mark(0, column, false);
    const isMiddle = 2 * column + 1 === n;
    total += isMiddle ? found : 2 * found; //? Add found, and once more for the reflections, except in the middle column / 加上 found；除中间一列外，再为翻转加一次
  }
  return total;
}
