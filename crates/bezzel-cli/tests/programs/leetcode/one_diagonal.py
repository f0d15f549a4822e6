def solveNQueens(n):
  r=[]
  def go(p):
    if len(p)==n:
      r.append(["."*c+"Q"+"."*(n-c-1) for c in p]); return
    for c in range(n):
      if all(c!=q and (c-q)!=len(p)-i for i,q in enumerate(p)): go(p+[c])
  go([])
  return r
