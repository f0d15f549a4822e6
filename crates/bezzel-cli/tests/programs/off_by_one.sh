#!/bin/bash
n=$1
count=1
declare -a queen
place() {
  local row=$1 column r ok
  if ((row == n)); then ((count++)); return; fi
  for ((column = 0; column < n; column++)); do
    ok=1
    for ((r = 0; r < row; r++)); do
      if ((queen[r] == column || queen[r] - column == row - r || column - queen[r] == row - r)); then ok=0; break; fi
    done
    if ((ok)); then queen[row]=$column; place $((row + 1)); fi
  done
}
place 0
echo $count
