// The output has one row per line of the texture.
ivec2 block_at(ivec2 texel) { return texel.yx; }
