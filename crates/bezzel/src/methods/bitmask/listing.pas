var
  full: int64; // one bit per column / 每列一位

function search(columns, anti, diagonals: int64): int64;
var free, queen, found: int64;
begin
  if columns = full then exit(1); //@ solution
  found := 0;
  free := full and not (columns or anti or diagonals); //@ test-masks
  while free <> 0 do // on return: the old masks / 返回后仍是原来的掩码 //@ remove
  begin
    queen := free and -free; // lowest set bit / 最低位的 1 //@ try
    free := free and (free - 1); // take it / 取走这一位 //@ place
    found := found + search(columns or queen, (anti or queen) shr 1, (diagonals or queen) shl 1); //@ masks
  end;
  exit(found); // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
end;

function queens(n: longint): int64;
begin
  full := (int64(1) shl n) - 1;
  exit(search(0, 0, 0));
end;
