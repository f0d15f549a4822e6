var
  full: int64; // one bit per column / 每列一位
  images: longint; // a solution and its reflection / 解与镜像

function search(columns, anti, diagonals: int64): int64;
var free, queen, found: int64;
begin
  if columns = full then exit(images); //@ solution image
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

function start(fixed: array of longint): int64; // columns of rows 0, 1 … / 第 0、1 … 行的列
var columns, diagonals, anti, queen: int64; row: longint;
begin
  columns := 0; diagonals := 0; anti := 0;
  for row := 0 to high(fixed) do
  begin
    queen := int64(1) shl fixed[row]; //@ place-start
    columns := columns or queen;
    diagonals := (diagonals or queen) shl 1; //@ masks-start
    anti := (anti or queen) shr 1;
  end;
  exit(search(columns, anti, diagonals)); //@ remove-start
end;

function queens(n: longint): int64;
var c: longint; total: int64;
begin
  full := (int64(1) shl n) - 1; images := 1; total := 0;
  if n < 2 then exit(search(0, 0, 0));
  images := 2;
  for c := 0 to n div 2 - 1 do total := total + start([c]); // left half of row 0 / 第 0 行左半边
  if n mod 2 = 1 then // middle of row 0, left half of row 1 / 第 0 行居中、第 1 行左半边
    for c := 0 to n div 2 - 2 do total := total + start([n div 2, c]);
  exit(total);
end;
