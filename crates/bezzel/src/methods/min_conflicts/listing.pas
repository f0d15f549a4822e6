var
  n: longint;
  seed: int64 = 1;
  columns, rows, best: array[0..64] of longint;

function draw(most: longint): longint; // a random number below most / 小于 most 的随机数
begin
  seed := (seed * 1103515245 + 12345) mod 2147483648;
  exit(seed div 65536 mod most);
end;

function conflicts(row, column: longint): longint; // queens that attack a square / 攻击一格的皇后数
var r, count: longint;
begin
  count := 0;
  for r := 0 to n - 1 do
    if (r <> row) and ((columns[r] = column) or (abs(columns[r] - column) = abs(r - row))) then
      count := count + 1;
  exit(count);
end;

function queens(size: longint): int64; // 1 if a solution was found / 找到一个解时返回 1
var row, column, attacked, count, fewest, ties: longint;
begin
  n := size;
  if (n = 2) or (n = 3) then exit(0); // no solution exists / 无解
  for row := 0 to n - 1 do columns[row] := draw(n); //@ place-start
  while true do
  begin
    attacked := 0; fewest := n; ties := 0;
    for row := 0 to n - 1 do
      if conflicts(row, columns[row]) > 0 then begin rows[attacked] := row; attacked := attacked + 1; end;
    if attacked = 0 then exit(1); //@ solution
    row := rows[draw(attacked)]; // an attacked queen / 一个受攻击的皇后 //@ pick
    for column := 0 to n - 1 do
    begin
      count := conflicts(row, column); //@ count
      if count < fewest then begin fewest := count; ties := 0; end;
      if count = fewest then begin best[ties] := column; ties := ties + 1; end;
    end;
    if draw(16) > 0 then column := best[draw(ties)] else column := draw(n); //@ try
    columns[row] := column; // move it / 移动它 //@ remove place
  end;
end;
