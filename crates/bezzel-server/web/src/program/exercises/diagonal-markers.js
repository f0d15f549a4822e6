function solve(n) {
  const columns = Array(n).fill(false);
  const diagonals = Array(2 * n).fill(false); // index row - column + n / 下标 row - column + n
  const anti = Array(2 * n).fill(false); // index row + column / 下标 row + column

  function search(row) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    for (let column = 0; column < n; column++) {
      if (columns[column] || diagonals[row - column + n] || anti[row + column]) continue;
      columns[column] = diagonals[row - column + n] = anti[row + column] = true;
      place(row, column);
      found += search(row + 1);
      remove(row, column);
      columns[column] = diagonals[row - column + n] = anti[row + column] = false; //? Unmark the column and both diagonals / 取消这一列和两条对角线的标记
    }
    return found;
  }

  return search(0);
}
