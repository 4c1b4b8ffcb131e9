#!/bin/sh
# Rebuilds before-after.png: a head before and after, and what changed. The weights in before.attn.json and
# after.attn.json are made by hand.
cd "$(dirname "$0")" && exec "${ATTENTOSCOPE:-attentoscope}" export --panels weights@before.attn.json \
  weights@after.attn.json difference --columns 3 --letters --numbers off --for two-column \
  --out "${1:-before-after.png}" \
  --caption "A head (a) before and (b) after it learned to look one after an earlier equal letter, and (c) what changed. The weights are made by hand: no model gave them."
