const n = Number(process.argv[2]);
const solutions = [];

function place(columns) {
  const row = columns.length;
  if (row === n) {
    solutions.push([...columns]);
    return;
  }
  for (let column = 0; column < n - 1; column++) {
    if (columns.every((c, r) => c !== column && Math.abs(c - column) !== row - r)) {
      columns.push(column);
      place(columns);
      columns.pop();
    }
  }
}

place([]);
console.log(JSON.stringify(solutions));
