var
  n: longint;
  cells: array[0..33, 0..33] of longint; // 0 empty, 1 queen, 2 border / 0 为空，1 为皇后，2 为边框

function is_safe(row, column: longint): boolean;
var sideways, r, c: longint;
begin
  for sideways := -1 to 1 do // up left, up, up right / 左上、正上、右上
  begin
    r := row; c := column + 1 + sideways;
    while cells[r, c] = 0 do begin r := r - 1; c := c + sideways; end; //@ test-cell
    if cells[r, c] = 1 then exit(false); //@ rejected
  end;
  exit(true);
end;

function search(row: longint): int64;
var column: longint; found: int64;
begin
  if row = n then exit(1); //@ solution
  found := 0;
  for column := 0 to n - 1 do //@ try
    if is_safe(row, column) then
    begin
      cells[row + 1, column + 1] := 1; //@ place
      found := found + search(row + 1);
      cells[row + 1, column + 1] := 0; //@ remove
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
