var // global arrays start as false / 全局数组的初值为 false
  n: longint;
  columns: array[0..31] of boolean;
  diagonals, anti: array[0..63] of boolean; // by row - column + n and row + column / 下标为行 - 列 + n 与行 + 列

procedure mark(row, column: longint; taken: boolean);
begin
  columns[column] := taken;
  diagonals[row - column + n] := taken;
  anti[row + column] := taken;
end;

function search(row, missing: longint): int64; // missing: sum of the free columns / missing：可用列之和
var column, first, last: longint; found: int64;
begin
  if row = n then exit(1); //@ solution
  first := 0; last := n - 1;
  if row = n - 1 then begin first := missing; last := missing; end; // one choice / 只有一种选择
  found := 0;
  for column := first to last do //@ try
  begin
    if ((row < n - 1) and columns[column]) // the last one is free / 最后一列必定可用 //@ test-column
      or diagonals[row - column + n] //@ test-diagonal
      or anti[row + column] then //@ test-anti-diagonal
      continue; // attacked: prune / 受攻击：剪枝 //@ rejected
    mark(row, column, true); //@ place
    found := found + search(row + 1, missing - column);
    mark(row, column, false); //@ remove
  end;
  exit(found); // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
end;

function queens(size: longint): int64;
begin
  n := size;
  exit(search(0, n * (n - 1) div 2));
end;
