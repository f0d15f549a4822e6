var // items: rows, columns, both diagonals / 约束：行、列、两个方向的对角线
  head, nodes: longint;
  up, down, item, left, right, size: array[0..1200] of longint;

procedure append(i: longint); // a node of an option / 一个选项的结点
begin
  item[nodes] := i; up[nodes] := up[i]; down[nodes] := i;
  down[up[i]] := nodes; up[i] := nodes;
  nodes := nodes + 1; size[i] := size[i] + 1;
end;

function other(node, k: longint): longint; // of the same option / 同一选项的其他结点
var first: longint;
begin
  first := node - (node - head) mod 4;
  exit(first + (node - first + k) mod 4);
end;

procedure cover(i: longint);
var node, k, o: longint;
begin
  left[right[i]] := left[i]; //@ cover
  right[left[i]] := right[i];
  node := down[i];
  while node <> i do
  begin
    for k := 1 to 3 do
    begin
      o := other(node, k);
      down[up[o]] := down[o]; up[down[o]] := up[o];
      size[item[o]] := size[item[o]] - 1;
    end;
    node := down[node];
  end;
end;

procedure uncover(i: longint);
var node, k, o: longint;
begin
  node := up[i];
  while node <> i do
  begin
    for k := 3 downto 1 do
    begin
      o := other(node, k);
      down[up[o]] := o; up[down[o]] := o;
      size[item[o]] := size[item[o]] + 1;
    end;
    node := up[node];
  end;
  left[right[i]] := i; //@ uncover
  right[left[i]] := i;
end;

function search: int64;
var best, i, node, k: longint; found: int64;
begin
  if right[head] = head then exit(1); //@ solution
  best := right[head];
  i := best;
  while i <> head do
  begin
    if size[i] < size[best] then best := i;
    i := right[i];
  end;
  cover(best); // the fewest options / 选项最少 //@ choose
  found := 0;
  node := down[best];
  while node <> best do
  begin //@ try
    for k := 1 to 3 do cover(item[other(node, k)]);
    found := found + search(); //@ place
    for k := 3 downto 1 do uncover(item[other(node, k)]); //@ remove
    node := down[node];
  end;
  uncover(best);
  exit(found); //@ exhausted
end;

function queens(n: longint): int64;
var i, r, c: longint;
begin
  head := 0;
  if n > 0 then head := 6 * n - 2;
  nodes := head;
  for i := 0 to head do
  begin
    up[i] := i; down[i] := i; item[i] := i; left[i] := i; right[i] := i; size[i] := 0;
  end;
  for i := 0 to 2 * n - 1 do
  begin
    left[i] := left[head]; right[i] := head;
    right[left[i]] := i; left[head] := i;
  end;
  for r := 0 to n - 1 do
    for c := 0 to n - 1 do
    begin
      append(r); append(n + c); append(3 * n - 1 + r - c); append(4 * n - 1 + r + c);
    end;
  exit(search());
end;
