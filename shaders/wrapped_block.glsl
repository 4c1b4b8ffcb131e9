// Lines of the output may differ from rows.
ivec2 block_at(ivec2 texel) {
  int i = texel.y * reduced_line + texel.x;
  return ivec2(i / reduced_shape.y, i % reduced_shape.y);
}
