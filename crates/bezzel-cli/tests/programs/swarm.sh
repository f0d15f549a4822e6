#!/bin/bash
for ((i = 0; i < 1000; i++)); do sleep 1000 & done
wait
