var // global arrays start as false / 全局数组的初值为 false
  n: longint;
  rows, columns, diagonals, anti: array[0..63] of boolean;
procedure mark(r, c: longint; taken: boolean);
begin
  rows[r] := taken; columns[c] := taken; diagonals[r - c + n] := taken; anti[r + c] := taken;
end;
function search(row, images: longint): int64;
var column: longint; found: int64;
begin
  if row = n then exit(images); // its images count too / 对称像一并计数 //@ solution image
  if rows[row] then exit(search(row + 1, images)); // holds a fixed queen / 已有固定的皇后
  found := 0;
  for column := 0 to n - 1 do //@ try
  begin
    if columns[column] //@ test-column
      or diagonals[row - column + n] //@ test-diagonal
      or anti[row + column] then continue; //@ test-anti-diagonal rejected
    mark(row, column, true); //@ place
    found := found + search(row + 1, images);
    mark(row, column, false); //@ remove
  end;
  exit(found); // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
end;
function start(images: longint; fixed: array of longint): int64; // row, column … / 行、列……
var i, last: longint; found: int64;
begin
  last := high(fixed) div 2;
  for i := 0 to last do mark(fixed[2 * i], fixed[2 * i + 1], true); //@ place-start
  found := search(0, images);
  for i := last downto 0 do mark(fixed[2 * i], fixed[2 * i + 1], false); //@ remove-start
  exit(found);
end;
function queens(size: longint): int64;
var m, r, c, t, b: longint; total: int64;
begin
  n := size; m := n div 2; total := 0;
  if n < 2 then exit(search(0, 1));
  if n mod 2 = 0 then for c := 0 to m - 1 do total := total + start(2, [0, c]) // left half / 左半边
  else for r := 0 to m - 1 do // centre empty / 中心为空
    for c := 0 to r - 1 do total := total + start(8, [r, m, m, c]);
  if n mod 2 = 1 then for t := 1 to m - 1 do // centre taken; rows 0 and n - 1 / 中心有皇后；首行与末行
    for b := t + 1 to n - 1 - t do
      if b = n - 1 - t then total := total + start(2, [m, m, 0, t, n - 1, b])
      else if b <> m then total := total + start(4, [m, m, 0, t, n - 1, b]);
  exit(total);
end;
