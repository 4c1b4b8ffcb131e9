// `cells` are scores, or the largest of several in a row; draws their softmax weights. Compares
// weights by logarithms, so that each pixel needs one power.
uniform sampler2D softmax_rows;  // 1024 rows per line: largest score, log2 of its weight
uniform float sharpness;         // log2(e) / temperature

// log2 of a weight; -infinity is a masked cell, so weights of 0 are clamped above it.
float drawn_cell(int row, int column) {
  float score = cell(row, column);
  if (is_masked(score)) return score;
  vec2 of_row = texelFetch(softmax_rows, ivec2(row & 1023, row >> 10), 0).rg;
  return max(sharpness * (score - of_row.r) + of_row.g, -1000.0);
}

float drawn(float value) { return is_masked(value) ? value : exp2(value); }
