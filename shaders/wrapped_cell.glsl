// Number of any matrix. Integer division is slow, so other matrices avoid it.
float cell(int row, int column) {
  int i = row * shape.y + column;
  return texelFetch(cells, ivec2(i % line, i / line), 0).r;
}
