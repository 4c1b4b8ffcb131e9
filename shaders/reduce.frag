// Level of the pyramid of strongest cells, from the previous level: follows cells.glsl and a
// definition of cell(), and is followed by straight_block.glsl or wrapped_block.glsl.
uniform ivec2 reduced_shape;  // rows, columns of the output
uniform int reduced_line;
uniform ivec2 factor;  // rows, columns of `cells` per block: 1 or 2
uniform bool diverging;

layout(location = 0) out float strongest;

// Row and column of the block at `texel` of the output.
ivec2 block_at(ivec2 texel);

void main() {
  ivec2 first = block_at(ivec2(gl_FragCoord.xy)) * factor;
  if (first.x >= shape.x) discard;  // the last line may be partly used
  ivec2 end = min(first + factor, shape);
  strongest = cell(first.x, first.y);
  for (int row = first.x; row < end.x; ++row) {
    for (int column = first.y; column < end.y; ++column) {
      float value = cell(row, column);
      if (is_stronger(value, strongest, diverging)) strongest = value;
    }
  }
}
