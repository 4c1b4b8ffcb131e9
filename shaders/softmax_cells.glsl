// `cells` are scores, or the largest of some in a row; drawn are the weights that the softmax makes
// of them. Weights are compared by their logarithms, so that there is one power for each pixel.
uniform sampler2D softmax_rows;  // of each row, 1024 in a line: its largest score, log2 of its weight
uniform float sharpness;         // log2(e) / temperature

// log2 of a weight; -infinity stands for a masked cell, so a weight of nothing is not as low.
float drawn_cell(int row, int column) {
  float score = cell(row, column);
  if (is_masked(score)) return score;
  vec2 of_row = texelFetch(softmax_rows, ivec2(row & 1023, row >> 10), 0).rg;
  return max(sharpness * (score - of_row.r) + of_row.g, -1000.0);
}

float drawn(float value) { return is_masked(value) ? value : exp2(value); }
