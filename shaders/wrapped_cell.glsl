// A number of any matrix. Whole numbers are slow to divide, so not for every pixel of the others.
float cell(int row, int column) {
  int i = row * shape.y + column;
  return texelFetch(cells, ivec2(i % line, i / line), 0).r;
}
