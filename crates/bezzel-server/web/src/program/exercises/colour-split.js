// Queens on even and odd squares share no diagonal: both colours are searched on their own. / 偶格和奇格上的皇后没有公共的对角线：两种颜色分开搜索。
function solve(n) {
  const full = (1 << n) - 1;
  const odd = new Map(); // number of placements on odd squares, by their rows and columns / 奇格上的布局数，按占用的行和列查找
  const placementsOn = (rows, columns) => odd.get(`${rows} ${columns}`) ?? 0;

  function search(colour, row, rows, columns, diagonals, anti) {
    if (row === n) {
      if (colour === 1) {
        odd.set(`${rows} ${columns}`, placementsOn(rows, columns) + 1);
        return 0;
      }
      return placementsOn(full & ~rows, full & ~columns); //? Return the number of placements on odd squares that use exactly the other rows and columns / 返回恰好占用其余行和列的奇格布局数
    }
    // No queen of this colour in this row / 这一行没有这种颜色的皇后
    let found = search(colour, row + 1, rows, columns, diagonals, anti);
    for (let column = (row + colour) % 2; column < n; column += 2) {
      const [c, d, a] = [1 << column, 1 << (row - column + n), 1 << (row + column)];
      if (columns & c || diagonals & d || anti & a) continue;
      place(row, column);
      found += search(colour, row + 1, rows | (1 << row), columns | c, diagonals | d, anti | a);
      remove(row, column);
    }
    return found;
  }

  search(1, 0, 0, 0, 0, 0);
  return search(0, 0, 0, 0, 0, 0);
}
