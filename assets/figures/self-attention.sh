#!/bin/sh
# Rebuilds self-attention.png: what one word looks at, in two heads, as figures 4 and 5 of "Attention Is
# All You Need" show it. The weights in animal.attn.json are made by hand.
cd "$(dirname "$0")" && exec "${ATTENTOSCOPE:-attentoscope}" export animal.attn.json --view heads --head 0 \
  --query 7 --for two-column --out "${1:-self-attention.png}" \
  --caption "What “it” looks at, in head 0, and the weights of both heads. Made by hand: no model gave them."
