var
  n: longint;
  columns: array[0..31] of longint; // index = row, value = column / 下标为行，值为列

function is_safe(row, column: longint): boolean;
var above, across: longint;
begin
  for above := 0 to row - 1 do
  begin
    across := abs(column - columns[above]);
    if (across = 0) or (across = row - above) then // same column or diagonal / 同列或同对角线 //@ test-queen
      exit(false); //@ rejected
  end;
  exit(true);
end;
//+
procedure show; //+
var row: longint; //+
begin //+
  write('['); //+
  for row := 0 to n - 1 do //+
  begin //+
    if row > 0 then write(', '); //+
    write(stringofchar('.', columns[row]), 'Q', stringofchar('.', n - 1 - columns[row])); //+
  end; //+
  writeln(']'); //+
end; //+

function search(row: longint): int64;
var column: longint; found: int64;
begin
  if row = n then show; //+
  if row = n then exit(1); //@ solution
  found := 0;
  for column := 0 to n - 1 do //@ try
    if is_safe(row, column) then // test before storing / 先检查，再存入
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
