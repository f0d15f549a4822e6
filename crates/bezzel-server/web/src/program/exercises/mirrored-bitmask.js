// The queen of the first row is only placed in the right half: reflections have the rest. / 第一行的皇后只放在右半边，其余的解由翻转得到。
function solve(n) {
  const full = (1 << n) - 1;

  function search(row, columns, left, right) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    let free = full & ~(columns | left | right); //? let free = the columns that no queen attacks / let free = 没有皇后攻击的列
    while (free) {
      const bit = free & -free;
      free ^= bit;
      found += begin(row, bit, columns, left, right);
    }
    return found;
  }

  function begin(row, bit, columns, left, right) {
    const column = 31 - Math.clz32(bit);
    place(row, column);
    const found = search(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    remove(row, column);
    return found;
  }

  let total = 0;
  for (let column = 0; 2 * column < n; column++) {
    const found = begin(0, 1 << column, 0, 0, 0);
    total += 2 * column + 1 === n ? found : 2 * found;
  }
  return total;
}
