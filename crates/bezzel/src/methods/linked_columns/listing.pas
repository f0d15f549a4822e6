var
  n: longint;
  diagonals, anti: array[0..64] of boolean; // by row - column + n, row + column / 按行 - 列 + n、行 + 列
  previous, next: array[0..32] of longint; // neighbouring free columns; n is the head / 相邻的可用列；n 为表头

procedure mark(row, column: longint; taken: boolean);
begin
  diagonals[row - column + n] := taken;
  anti[row + column] := taken;
end;

function search(row: longint): int64;
var column: longint; found: int64;
begin
  if row = n then exit(1); //@ solution
  found := 0;
  column := n;
  while next[column] <> n do
  begin
    column := next[column]; // the next free column / 下一个可用列 //@ try
    if diagonals[row - column + n] //@ test-diagonal
      or anti[row + column] then //@ test-anti-diagonal
      continue; // attacked: prune / 受攻击：剪枝 //@ rejected
    next[previous[column]] := next[column]; // unlink / 从链表删除 //@ place
    previous[next[column]] := previous[column];
    mark(row, column, true);
    found := found + search(row + 1);
    mark(row, column, false);
    next[previous[column]] := column; // restore / 恢复到链表 //@ remove
    previous[next[column]] := column;
  end;
  exit(found); // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
end;

function queens(size: longint): int64;
var column: longint;
begin
  n := size;
  for column := 0 to n do next[column] := (column + 1) mod (n + 1);
  for column := 0 to n do previous[next[column]] := column;
  exit(search(0));
end;
