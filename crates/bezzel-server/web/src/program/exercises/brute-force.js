function solve(n) {
  const columns = [];

  function attacks() {
    for (let row = 0; row < n; row++) {
      for (let above = 0; above < row; above++) {
        const across = Math.abs(columns[row] - columns[above]);
        if (across === 0 || across === row - above) return true; //? Return true if two queens share a column or a diagonal / 若两个皇后同列或同对角线，返回 true
      }
    }
    return false;
  }

  function search(row) {
    if (row === n) {
      if (attacks()) return 0;
      solution();
      return 1;
    }
    let found = 0;
    for (let column = 0; column < n; column++) {
      columns.push(column);
      place(row, column);
      found += search(row + 1);
      remove(row, column);
      columns.pop();
    }
    return found;
  }

  return search(0);
}
