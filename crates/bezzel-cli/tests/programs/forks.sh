#!/bin/bash
# Children that outlive the program, one of them in a session of its own.
sleep 1000 &
if command -v setsid >/dev/null; then setsid sleep 1000 & fi
case $1 in 1) echo 1 ;; 2 | 3) echo 0 ;; 4) echo 2 ;; 5) echo 10 ;; *) echo 4 ;; esac
