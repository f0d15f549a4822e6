function solve(n) {
  const columns = [];
  const boards = [];

  function isSafe(row, column) {
    for (let above = 0; above < row; above++) {
      if (columns[above] === column || Math.abs(columns[above] - column) === row - above) return false;
    }
    return true;
  }

  function search(row) {
    if (row === n) {
      solution();
      boards.push([...columns]); //! boards.push(columns);
      return;
    }
    for (let column = 0; column < n; column++) {
      if (!isSafe(row, column)) continue;
      columns.push(column);
      place(row, column);
      search(row + 1);
      columns.pop();
      remove(row, column);
    }
  }

  search(0);
  return boards;
}
