// Programs as learners write them in JavaScript, each after a line `//: name | board: variable | what is expected`.

//: every and push | board: path | right
const n = Number(prompt());
const solutions = [];
function safe(path, col) {
  const row = path.length;
  return path.every((c, r) => c !== col && Math.abs(c - col) !== row - r);
}
function search(path) {
  if (path.length === n) {
    solutions.push([...path]);
    return;
  }
  for (let col = 0; col < n; col++)
    if (safe(path, col)) {
      path.push(col);
      search(path);
      path.pop();
    }
}
search([]);
for (const s of solutions) console.log(s.join(" "));

//: class | board: this.cols | right
class Board {
  #found = 0;
  constructor(n) {
    this.n = n;
    this.cols = Array(n).fill(-1);
  }
  ok(r, c) {
    for (let i = 0; i < r; i++) if (this.cols[i] === c || Math.abs(this.cols[i] - c) === r - i) return false;
    return true;
  }
  solve(r = 0) {
    if (r === this.n) {
      this.#found++;
      return;
    }
    for (let c = 0; c < this.n; c++)
      if (this.ok(r, c)) {
        this.cols[r] = c;
        this.solve(r + 1);
        this.cols[r] = -1;
      }
  }
  get found() {
    return this.#found;
  }
}
const b = new Board(parseInt(process.argv[2]));
b.solve();
console.log(b.found);

//: generator of permutations | board: list | right
function* permutations(list, k = 0) {
  if (k === list.length) yield list.slice();
  for (let i = k; i < list.length; i++) {
    [list[k], list[i]] = [list[i], list[k]];
    yield* permutations(list, k + 1);
    [list[k], list[i]] = [list[i], list[k]];
  }
}
let count = 0;
for (const p of permutations([...Array(n).keys()])) {
  if (p.every((c, i) => p.every((d, j) => i === j || Math.abs(c - d) !== Math.abs(i - j)))) count++;
}
console.log(count);

//: LeetCode 51 | board: board | right
/**
 * @param {number} n
 * @return {string[][]}
 */
var solveNQueens = function(n) {
    const result = [];
    const board = Array.from({ length: n }, () => Array(n).fill('.'));
    const cols = new Set(), diag = new Set(), anti = new Set();
    const backtrack = (row) => {
        if (row === n) {
            result.push(board.map(r => r.join('')));
            return;
        }
        for (let col = 0; col < n; col++) {
            if (cols.has(col) || diag.has(row - col) || anti.has(row + col)) continue;
            board[row][col] = 'Q';
            cols.add(col); diag.add(row - col); anti.add(row + col);
            backtrack(row + 1);
            board[row][col] = '.';
            cols.delete(col); diag.delete(row - col); anti.delete(row + col);
        }
    };
    backtrack(0);
    return result;
};

//: LeetCode 52 in a class | board: queens | right
class Solution {
  totalNQueens(n) {
    const queens = [];
    let total = 0;
    const place = (row) => {
      if (row === n) return void total++;
      for (let col = 0; col < n; col++) {
        if (queens.some((c, r) => c === col || Math.abs(c - col) === row - r)) continue;
        queens.push(col);
        place(row + 1);
        queens.pop();
      }
    };
    place(0);
    return total;
  }
}

//: state of a global list | board: board | kept result
const result = [];
function solve(n, row = 0, board = []) {
  if (row === n) result.push([...board]);
  for (let col = 0; row < n && col < n; col++)
    if (board.every((c, r) => c !== col && c - r !== col - row && c + r !== col + row)) solve(n, row + 1, [...board, col]);
  return result;
}

//: bit masks | board: cols | right
const all = (1 << n) - 1;
let total = 0;
const search = (cols, left, right) => {
  if (cols === all) {
    total++;
    return;
  }
  let free = all & ~(cols | left | right);
  while (free) {
    const bit = free & -free;
    free ^= bit;
    search(cols | bit, (left | bit) << 1, (right | bit) >> 1);
  }
};
search(0, 0, 0);
print(total);

//: typed array and labels | board: queens | right
const lines = require("fs").readFileSync(0, "utf8").split("\n");
const size = +lines[0];
const queens = new Int8Array(size).fill(-1);
let row = 0, found = 0;
outer: while (row >= 0) {
  let col = queens[row] + 1;
  queens[row] = -1;
  next: for (; col < size; col++) {
    for (let r = 0; r < row; r++) {
      if (queens[r] === col || Math.abs(queens[r] - col) === row - r) continue next;
    }
    queens[row] = col;
    if (row === size - 1) {
      found++;
      continue outer;
    }
    row++;
    continue outer;
  }
  row--;
}
console.log(`${found}`);

//: objects with row and column | board: queens | right
function attacks(a, b) {
  return a.col === b.col || Math.abs(a.row - b.row) === Math.abs(a.col - b.col);
}
let answers = 0;
function put(row, queens) {
  if (row == n) { answers++; return }
  for (let col = 0; col < n; col++) {
    const queen = { row, col };
    if (!queens.some(q => attacks(q, queen))) put(row + 1, queens.concat(queen));
  }
}
put(0, []);
console.log("solutions: " + answers);

//: matrix of zeros and ones, closures | board: grid | right
function makeSolver(size) {
  const grid = [];
  for (let i = 0; i < size; i++) grid[i] = Array(size).fill(0);
  let solutions = 0;
  function isFree(row, col) {
    for (let i = 1; i <= row; i++) if (grid[row - i][col] || grid[row - i][col - i] || grid[row - i][col + i]) return false;
    return true;
  }
  return {
    run: function () {
      this.go(0);
      return solutions;
    },
    go(row) {
      if (row >= size) solutions += 1;
      for (let col = 0; row < size && col < size; col++) {
        if (!isFree(row, col)) continue;
        grid[row][col] = 1;
        this.go(row + 1);
        grid[row][col] = 0;
      }
    },
  };
}
console.log(makeSolver(parseInt(readline())).run());

//: stack without recursion | board: columns | right
let solved = 0;
const stack = [[]];
while (stack.length > 0) {
  const columns = stack.pop();
  if (columns.length === n) {
    solved++;
    continue;
  }
  for (let col = n - 1; col >= 0; col--) {
    const row = columns.length;
    if (columns.every((c, r) => c !== col && Math.abs(c - col) !== row - r)) stack.push([...columns, col]);
  }
}
console.log(solved);

//: try, catch, switch, do | board: path | right
"use strict";
class Dead extends Error {}
let good = 0;
function test(path) {
  const last = path.length - 1;
  let i = 0;
  if (last > 0)
    do {
      switch (Math.abs(path[i] - path[last])) {
        case 0:
        case last - i:
          throw new Dead("attacked");
        default:
          i++;
      }
    } while (i < last);
}
function walk(path) {
  try {
    test(path);
  } catch (error) {
    if (!(error instanceof Dead)) throw error;
    return;
  }
  if (path.length === n) good++;
  else for (let c = 0; c < n; c++) { path.push(c); walk(path); path.pop() }
}
walk([]);
console.log(good);

//: eight is fixed | board: x | fixed 8
const N = 8
var x = []
var number = 0
function free(k, i) {
  for (var j = 0; j < k; j++)
    if (x[j] == i || Math.abs(x[j] - i) == Math.abs(j - k)) return false
  return true
}
function nQueen(k) {
  for (var i = 0; i < N; i++)
    if (free(k, i)) {
      x[k] = i
      if (k == N - 1) number++
      else nQueen(k + 1)
    }
}
nQueen(0)
console.log(number)

//: reference error | board: none | error notDefined
const cols = [];
console.log(notDefined + cols.length);

//: syntax error | board: none | error Syntax
function (x) {

//: moves | board: none | right
function step(row, taken) {
  if (row === n) return solution();
  for (let column = 0; column < n; column++) {
    if (taken.some(([r, c]) => c === column || Math.abs(c - column) === row - r)) continue;
    place(row, column);
    step(row + 1, [...taken, [row, column]]);
    remove(row, column);
  }
}
step(0, []);

//: a list of all solutions is printed whole | board: path | right
const all = [];
function next(path) {
  if (path.length === n) return void all.push(path);
  for (let c = 0; c < n; c++)
    if (path.every((d, r) => d !== c && Math.abs(d - c) !== path.length - r)) next([...path, c]);
}
next([]);
console.log(all);

//: readline, a question | board: queens | right
const readline = require("readline");
const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
const queens = [];
terminal.question("How many queens? ", (answer) => {
  const size = parseInt(answer);
  const solve = (row) => {
    if (row === size) return console.log(queens.join(" "));
    for (let col = 0; col < size; col++) {
      if (queens.some((c, r) => c === col || Math.abs(c - col) === row - r)) continue;
      queens.push(col);
      solve(row + 1);
      queens.pop();
    }
  };
  solve(0);
  terminal.close();
});

//: standard input as events | board: queens | right
let text = "";
const queens = [];
process.stdin.on("data", (part) => (text += part));
process.stdin.on("end", () => {
  const size = Number(text.trim());
  let count = 0;
  const place = (row) => {
    if (row === size) count++;
    for (let col = 0; row < size && col < size; col++) {
      if (queens.some((c, r) => c === col || Math.abs(c - col) === row - r)) continue;
      queens[row] = col;
      place(row + 1);
      queens.length = row;
    }
  };
  place(0);
  console.log(count);
});
