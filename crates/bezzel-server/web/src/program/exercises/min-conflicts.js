// One queen in each row, anywhere; then an attacked queen moves to the best square of its row, until none is attacked. / 每行随意放一个皇后；然后每次让一个受攻击的皇后移到本行冲突最少的格子，直到没有皇后受攻击。
function solve(n) {
  const rows = [...Array(n).keys()];
  const columns = [];
  let seed = 1;

  // A random number below most / 小于 most 的随机数
  function draw(most) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 16) % most;
  }

  // Number of queens that attack the square / 攻击这一格的皇后数
  function conflicts(row, column) {
    const attacks = (r) => [0, Math.abs(r - row)].includes(Math.abs(columns[r] - column));
    return rows.filter((r) => r !== row && attacks(r)).length;
  }

  if (n === 2 || n === 3) return null; // no solution exists / 无解
  for (const row of rows) {
    columns.push(draw(n));
    place(row, columns[row]);
  }
  while (true) {
    const attacked = rows.filter((row) => conflicts(row, columns[row]) > 0);
    if (attacked.length === 0) {
      solution();
      return columns;
    }
    const row = attacked[draw(attacked.length)];
    const counts = rows.map((column) => conflicts(row, column));
    const best = rows.filter((column) => counts[column] === Math.min(...counts)); //? const best = the columns with the fewest conflicts / const best = 冲突最少的那些列
    const column = draw(16) > 0 ? best[draw(best.length)] : draw(n);
    remove(row, columns[row]);
    columns[row] = column;
    place(row, column);
  }
}
