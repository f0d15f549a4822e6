function solve(n) {
  const columns = []; // index = row, value = column / 下标为行，值为列

  function isSafe(row) {
    for (let above = 0; above < row; above++) {
      const across = Math.abs(columns[row] - columns[above]);
      if (across === 0 || across === row - above) return false; //? Return false if the queens of both rows attack each other / 若这两行的皇后互相攻击，返回 false
    }
    return true;
  }

  function search(row) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    for (let column = 0; column < n; column++) {
      columns[row] = column;
      if (isSafe(row)) {
        place(row, column);
        found += search(row + 1);
        remove(row, column);
      }
    }
    return found;
  }

  return search(0);
}
