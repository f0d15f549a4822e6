def solveNQueens(n):
  rows=["."*c+"Q"+"."*(n-c-1) for c in range(n)]
  r=[]
  def go(p,columns,diagonals):
    if len(p)==n:
      r.append([rows[c] for c in p]); return
    for c in range(n):
      d=c-len(p)
      if c not in columns and d not in diagonals: go(p+[c],columns|{c},diagonals|{d})
  go([],set(),set())
  return r
