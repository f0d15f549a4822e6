var
  n: longint;
  columns: array[0..31] of longint; // index = row, value = column / 下标为行，值为列

function is_solution: int64; // is called for full boards only / 摆满后才检查
var row, above, across: longint;
begin
  for row := 1 to n - 1 do
    for above := 0 to row - 1 do
    begin
      across := abs(columns[row] - columns[above]);
      if (across = 0) or (across = row - above) then //@ test-queen
        exit(0); // two queens attack each other / 两个皇后互相攻击 //@ rejected
    end;
  exit(1); //@ solution
end;

function search(row: longint): int64;
var column: longint; found: int64;
begin
  if row = n then exit(is_solution);
  found := 0;
  for column := 0 to n - 1 do //@ try
  begin
    columns[row] := column; //@ place
    found := found + search(row + 1); // on return: next column / 返回后试下一列 //@ remove
  end;
  exit(found); // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
end;

function queens(size: longint): int64;
begin
  n := size;
  exit(search(0));
end;
