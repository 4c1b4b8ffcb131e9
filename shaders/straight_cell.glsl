// A number of a matrix whose rows are lines of its texture.
float cell(int row, int column) { return texelFetch(cells, ivec2(column, row), 0).r; }
