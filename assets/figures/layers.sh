#!/bin/sh
# Rebuilds layers.png: all heads of 24 layers side by side, in a column of a paper. The weights in
# layers.npz are made by layers.py.
cd "$(dirname "$0")" && exec "${ATTENTOSCOPE:-attentoscope}" import layers.npz --by first --for column \
  --grid "${1:-layers.png}"
