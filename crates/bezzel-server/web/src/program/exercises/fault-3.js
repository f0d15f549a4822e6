function solve(n) {
  const columns = [];

  function isSafe(row, column) {
    for (let above = 0; above < row; above++) {
      if (columns[above] === column || Math.abs(columns[above] - column) === row - above) return false;
    }
    return true;
  }

  function search(row) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    for (let column = 0; column < n; column++) { //! for (let column = 0; column < n - 1; column++) {
      if (isSafe(row, column)) {
        columns[row] = column;
        place(row, column);
        found += search(row + 1);
        remove(row, column);
      }
    }
    return found;
  }

  return search(0);
}
