#!/bin/sh
# Rebuilds twelve-heads.png: the heads of a layer side by side. The weights in twelve-heads.attn.json are
# made by hand.
of=weights@twelve-heads.attn.json
cd "$(dirname "$0")" && exec "${ATTENTOSCOPE:-attentoscope}" export --panels \
  $of:head=0,title=previous $of:head=1,title=first $of:head=2,title=itself "$of:head=3,title='the same before'" \
  $of:head=4,title=induction $of:head=5,title=broad "$of:head=6,title='the last few'" $of:head=7,title=near \
  $of:head=8,title=nouns "$of:head=9,title='two before'" "$of:head=10,title='full stop'" $of:head=11,title=rest \
  --columns 4 --letters --numbers off --label-queries "" --label-keys "" --for two-column --out "${1:-twelve-heads.png}" \
  --caption "Habits of twelve heads. The weights are made by hand: no model gave them."
