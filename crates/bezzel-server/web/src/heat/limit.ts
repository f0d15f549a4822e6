// The limit shape of n queens for large n: the density that Simkin's theorem describes
// (arXiv:2107.13460), computed on a grid.
//
// The solutions number about (n · exp(−α))ⁿ. The density g of their queens on the square
// [−½, ½]² maximises
//
//   −∫ g log g − ∫ p log 2p − ∫ q log 2q + 2 log 2 − 3   (the maximum is −α)
//
// where p and q are the parts of the anti-diagonals and diagonals that stay empty, under equal sums
// in all rows and columns. At the maximum
//
//   g(x, y) = a(x) · b(y) · p(x + y) · q(x − y)
//
// Each of the four factors follows from the other three: a and b from the sums of rows and columns,
// p from p + (sum of g along the anti-diagonal) = 1, and q likewise. The iteration computes them in
// turn until nothing changes, as Sinkhorn's algorithm does for a and b alone.

export interface Limit {
  /** Density in each cell, row by row; the average is 1. */
  density: number[];
  /** The constant α of the theorem; on a grid it is a little smaller. */
  alpha: number;
}

/** Largest change of a factor p that ends the iteration. */
const TOLERANCE = 1e-7;
const MAX_STEPS = 1000;

/** Computes the limit shape on a grid of size × size cells. */
export function limitShape(size: number): Limit {
  const lines = 2 * size - 1;
  const [a, b] = [new Float64Array(size).fill(1), new Float64Array(size).fill(1 / size)];
  const [p, q] = [new Float64Array(lines).fill(1), new Float64Array(lines).fill(1)];
  const each = (visit: (row: number, column: number, sum: number, difference: number) => void) => {
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) visit(row, column, row + column, row - column + size - 1);
    }
  };
  for (let step = 0, change = 1; step < MAX_STEPS && change > TOLERANCE; step++) {
    const rows = new Float64Array(size);
    each((i, j, s, d) => (rows[i]! += b[j]! * p[s]! * q[d]!));
    rows.forEach((total, i) => {
      a[i] = 1 / (size * total);
    });
    const columns = new Float64Array(size);
    each((i, j, s, d) => (columns[j]! += a[i]! * p[s]! * q[d]!));
    columns.forEach((total, j) => {
      b[j] = 1 / (size * total);
    });
    const sums = new Float64Array(lines);
    each((i, j, s, d) => (sums[s]! += a[i]! * b[j]! * q[d]!));
    change = 0;
    sums.forEach((total, s) => {
      const next = 1 / (1 + size * total);
      change = Math.max(change, Math.abs(next - p[s]!));
      p[s] = next;
    });
    const differences = new Float64Array(lines);
    each((i, j, s, d) => (differences[d]! += a[i]! * b[j]! * p[s]!));
    differences.forEach((total, d) => {
      q[d] = 1 / (1 + size * total);
    });
  }
  const density: number[] = [];
  each((i, j, s, d) => density.push(size * size * a[i]! * b[j]! * p[s]! * q[d]!));
  const entropy = (values: Iterable<number>, scale: number) =>
    [...values].reduce((total, value) => total - value * Math.log(scale * value), 0);
  const all = entropy(density, 1) / size ** 2 + (entropy(p, 2) + entropy(q, 2)) / size;
  return { density, alpha: 3 - 2 * Math.log(2) - all };
}
