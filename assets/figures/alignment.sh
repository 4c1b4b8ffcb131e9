#!/bin/sh
# Rebuilds alignment.png: an alignment of two sentences, as figure 3 of Bahdanau et al. 2015 shows it. The
# weights in alignment.attn.json are made by hand.
cd "$(dirname "$0")" && exec "${ATTENTOSCOPE:-attentoscope}" export alignment.attn.json --view weights \
  --colormap gray_r --numbers off --title "" --label-queries "French, as it is written →" \
  --label-keys "English, as it is read →" --for page --out "${1:-alignment.png}" \
  --caption "Which English word each French word reads, from 0 (black) to 1 (white). The weights are made by hand: no model gave them."
