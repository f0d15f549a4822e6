#!/bin/bash
# Asks whether it should go on, until the answer is n.
while true; do
  read -r -p "n: " n
  if [[ -n $n ]]; then bash "${0%/*}/count.sh" "$n"; fi
  echo "again (y/n)?"
  read -r answer
  if [[ $answer == n ]]; then break; fi
done
