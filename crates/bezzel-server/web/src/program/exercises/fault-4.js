function solve(n) {
  const [columns, diagonals, anti] = [new Set(), new Set(), new Set()];

  function search(row) {
    if (row === n) {
      solution();
      return 1;
    }
    let found = 0;
    for (let column = 0; column < n; column++) {
      if (columns.has(column) || diagonals.has(row - column) || anti.has(row + column)) continue; //! if (columns.has(column) || diagonals.has(row - column) || anti.has(row + column)) break;
      place(row, column);
      columns.add(column);
      diagonals.add(row - column);
      anti.add(row + column);
      found += search(row + 1);
      remove(row, column);
      columns.delete(column);
      diagonals.delete(row - column);
      anti.delete(row + column);
    }
    return found;
  }

  return search(0);
}
