// The board has a border of squares that are never free. / 棋盘四周有一圈边框，边框上的格子永远不可用。
function solve(n) {
  const [FREE, QUEEN, BORDER] = [0, 1, 2];
  const edge = () => Array(n + 2).fill(BORDER);
  const board = [edge()];
  for (let row = 0; row < n; row++) board.push([BORDER, ...Array(n).fill(FREE), BORDER]);
  board.push(edge());

  function isSafe(row, column) {
    for (const step of [-1, 0, 1]) {
      let [r, c] = [row - 1, column + step];
      while (board[r][c] === FREE) {
        [r, c] = [r - 1, c + step]; //? Go on along the line: one row up, step columns across / 沿直线前进：上移一行，横移 step 列
      }
      if (board[r][c] === QUEEN) return false;
    }
    return true;
  }

  function search(row) {
    if (row > n) {
      solution();
      return 1;
    }
    let found = 0;
    for (let column = 1; column <= n; column++) {
      if (!isSafe(row, column)) continue;
      board[row][column] = QUEEN;
      place(row - 1, column - 1);
      found += search(row + 1);
      board[row][column] = FREE;
      remove(row - 1, column - 1);
    }
    return found;
  }

  return search(1);
}
