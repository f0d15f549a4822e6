function solve(n) {
  const queens = [];
  const boards = [];

  function isSafe(row, column) {
    for (const [r, c] of queens) {
      if (c === column || r - c === row - column) return false;
      if (r + c === row + column) return false; //! if (r - c === row + column) return false;
    }
    return true;
  }

  function search(row) {
    if (row === n) {
      solution();
      boards.push(queens.map(([, column]) => column));
      return;
    }
    for (let column = 0; column < n; column++) {
      if (!isSafe(row, column)) continue;
      queens.push([row, column]);
      place(row, column);
      search(row + 1);
      queens.pop();
      remove(row, column);
    }
  }

  search(0);
  return boards;
}
