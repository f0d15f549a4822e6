// Bit k of a mask stands for column k. / 掩码的第 k 位代表第 k 列。
function solve(n) {
  const full = (1 << n) - 1;

  function search(row, columns, left, right) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    let free = full & ~(columns | left | right);
    while (free) {
      const bit = free & -free; //? const bit = the lowest bit of free / const bit = free 中最低位的 1
      free ^= bit;
      const column = 31 - Math.clz32(bit);
      place(row, column);
      found += search(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
      remove(row, column);
    }
    return found;
  }

  return search(0, 0, 0, 0);
}
