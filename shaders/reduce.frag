// One level of the pyramid of strongest cells from the level above it, follows cells.glsl.
uniform ivec2 reduced_shape;  // rows, columns of what is written
uniform int reduced_line;
uniform ivec2 factor;  // rows, columns of `cells` that become one: 1 or 2
uniform bool diverging;

layout(location = 0) out float strongest;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  int i = texel.y * reduced_line + texel.x;
  ivec2 first = ivec2(i / reduced_shape.y, i % reduced_shape.y) * factor;
  if (first.x >= shape.x) discard;  // the last line is not full
  ivec2 end = min(first + factor, shape);
  strongest = cell(first.x, first.y);
  for (int row = first.x; row < end.x; ++row) {
    for (int column = first.y; column < end.y; ++column) {
      float value = cell(row, column);
      if (is_stronger(value, strongest, diverging)) strongest = value;
    }
  }
}
