const n = Number(process.argv[2]);
const seen = new Set();

function turned(board) {
  const image = [];
  board.forEach((column, row) => (image[column] = n - 1 - row));
  return image;
}

function place(columns) {
  const row = columns.length;
  if (row === n) {
    let image = columns;
    for (let i = 0; i < 4; i++) {
      image = turned(image);
      const mirrored = image.map((column) => n - 1 - column);
      if (seen.has(String(image)) || seen.has(String(mirrored))) return;
    }
    seen.add(String(columns));
    console.log(columns.map((column) => column + 1).join(" "));
    return;
  }
  for (let column = 0; column < n; column++) {
    if (columns.every((c, r) => c !== column && Math.abs(c - column) !== row - r)) place([...columns, column]);
  }
}

place([]);
