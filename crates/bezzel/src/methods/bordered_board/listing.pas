type
  link = ^node;
  node = record column, row: longint; before: link; end;
const // column, row: up left, up, up right / 列、行：左上、正上、右上
  directions: array[0..2, 0..1] of longint = ((-1, -1), (0, -1), (1, -1));
var
  n: longint;
  cells: array[0..33, 0..33] of longint; // 0 empty, 1 queen, 2 border / 0 为空，1 为皇后，2 为边框
  placed: link = nil; // last node of the linked list of queens / 皇后链表的表尾

function is_safe(row, column: longint): boolean;
var d, r, c: longint;
begin
  for d := 0 to 2 do
  begin
    c := column + 1 + directions[d, 0]; r := row + 1 + directions[d, 1];
    while cells[r, c] = 0 do begin c := c + directions[d, 0]; r := r + directions[d, 1]; end; //@ test-cell
    if cells[r, c] = 1 then exit(false); //@ rejected
  end;
  exit(true);
end;
//+
procedure pairs(at: link); // from the first queen / 从第一个皇后开始 //+
begin //+
  if at = nil then exit; //+
  pairs(at^.before); //+
  write('(', at^.column + 1, ', ', at^.row + 1, ')'); //+
end; //+
//+
procedure show; // x downwards, y to the right / 竖轴为 x，横轴为 y //+
var x, y: longint; //+
begin //+
  pairs(placed); //+
  for x := 0 to n + 1 do //+
  begin //+
    writeln; //+
    for y := 0 to n + 1 do write(copy(' #*', cells[y, x] + 1, 1)); //+
  end; //+
  writeln; writeln; //+
end; //+

function search(row: longint): int64;
var column: longint; found: int64; at: link;
begin
  if row = n then show; //+
  if row = n then exit(1); //@ solution
  found := 0;
  for column := 0 to n - 1 do //@ try
    if is_safe(row, column) then
    begin
      new(at); at^.column := column; at^.row := row; at^.before := placed; placed := at;
      cells[row + 1, column + 1] := 1; //@ place
      found := found + search(row + 1);
      cells[row + 1, column + 1] := 0; //@ remove
      at := placed; placed := at^.before; dispose(at);
    end;
  exit(found); // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
end;

function queens(size: longint): int64;
var row, column: longint;
begin
  n := size;
  for row := 0 to n + 1 do
    for column := 0 to n + 1 do // the border is row or column 0 or n + 1 / 第 0、n + 1 行和列为边框
      if (row mod (n + 1) = 0) or (column mod (n + 1) = 0) then cells[row, column] := 2 else cells[row, column] := 0;
  exit(search(0));
end;
