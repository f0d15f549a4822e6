// place(row, column) puts a queen on the board. / place(row, column) 在棋盘上放一个皇后。
// remove(row, column) takes it away again. / remove(row, column) 移除这个皇后。
// solution() says that the queens on the board are a solution. / solution() 报告棋盘上的皇后是一个解。
function solve(n) {
  let found = 0;

  function search(row) {
    if (row === n) {
      solution();
      found++;
      return;
    }
    for (let column = 0; column < n; column++) {
      place(row, column);
      // The search goes on here. / 在这里继续搜索。
      remove(row, column);
    }
  }

  search(0);
  return found;
}
