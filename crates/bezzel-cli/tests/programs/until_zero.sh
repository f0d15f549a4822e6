#!/bin/bash
# Asks for the next n until it is 0.
while true; do
  echo "n (0 to quit): "
  read -r n
  if [[ $n == 0 ]]; then break; fi
  if [[ -n $n ]]; then echo "$n queens: $(bash "${0%/*}/count.sh" "$n") solutions"; fi
done
