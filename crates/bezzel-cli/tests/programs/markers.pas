program Markers;
var
  n, total: integer;
  column, up, down: array[-40..80] of boolean;
  queen: array[1..40] of integer;

procedure Print;
var i: integer;
begin
  for i := 1 to n do write(queen[i], ' ');
  writeln;
end;

procedure Place(row: integer);
var c: integer;
begin
  if row > n then
  begin
    total := total + 1;
    Print;
    exit;
  end;
  for c := 1 to n do
    if not (column[c] or up[row + c] or down[row - c]) then
    begin
      queen[row] := c;
      column[c] := true; up[row + c] := true; down[row - c] := true;
      Place(row + 1);
      column[c] := false; up[row + c] := false; down[row - c] := false;
    end;
end;

begin
  readln(n);
  total := 0;
  Place(1);
  writeln(total);
end.
