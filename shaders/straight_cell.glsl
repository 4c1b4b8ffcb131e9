// Number of a matrix with one row per line of its texture.
float cell(int row, int column) { return texelFetch(cells, ivec2(column, row), 0).r; }
