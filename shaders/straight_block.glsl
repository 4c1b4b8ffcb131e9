// What is written has its rows as lines of the texture.
ivec2 block_at(ivec2 texel) { return texel.yx; }
