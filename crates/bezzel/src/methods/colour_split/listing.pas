var
  n: longint;
  full: int64;
  table: array of int64; // o(R, C) of the odd squares / 奇格的布局数 o(R, C)
function complete(colour: longint; R, C: int64): int64;
begin
  if colour = 1 then
  begin
    table[(R shl n) or C] := table[(R shl n) or C] + 1;
    exit(0);
  end;
  exit(table[((full and not R) shl n) or (full and not C)]); //@ join solution
end;
function search(colour, step, owed: longint; R, C, D, A: int64): int64;
var row, column, left, owe: longint; found, cc, dd, aa: int64;
begin
  if step = n then exit(complete(colour, R, C));
  row := 2 * step; left := n - step; // even rows first / 先偶数行
  if row >= n then row := 2 * (step - (n + 1) div 2) + 1;
  if odd(row) and ((owed < 0) or (owed > left)) then exit(0); // too many or too few / 皇后过多或过少
  found := 0;
  if not odd(row) or (owed < left) then found := search(colour, step + 1, owed, R, C, D, A); // no queen / 不放
  if odd(row) and (owed = 0) then exit(found);
  for column := 0 to n - 1 do
  begin
    if (row + column) mod 2 <> colour then continue; // squares of one parity only / 只取同奇偶的格子
    cc := int64(1) shl column; dd := int64(1) shl (column - row + n); aa := int64(1) shl (column + row); //@ try
    if (C and cc or D and dd or A and aa) <> 0 then //@ test-masks
      continue; // attacked: prune / 受攻击：剪枝 //@ rejected
    if odd(row) then owe := owed - 1 else owe := owed + 1; //@ place
    found := found + search(colour, step + 1, owe, R or (int64(1) shl row), C or cc, D or dd, A or aa); //@ remove
  end;
  exit(found); // row exhausted: backtrack / 本行已试完：回溯 //@ exhausted
end;
function queens(size: longint): int64;
begin
  n := size; full := (int64(1) shl n) - 1;
  setlength(table, 0); setlength(table, 1 shl (2 * n));
  search(1, 0, 0, 0, 0, 0, 0); exit(search(0, 0, -(n mod 2), 0, 0, 0, 0)); // odd squares, then even ones / 先奇格，后偶格
end;
