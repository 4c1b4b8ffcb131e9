// Matrix as a texture of its numbers, row by row; a matrix longer than a texture may be is wrapped
// into lines of `line` numbers: read by straight_cell.glsl or wrapped_cell.glsl. See
// app/gl/heatmap/cell_texture.h.
uniform sampler2D cells;
uniform ivec2 shape;  // rows, columns
uniform int line;

float cell(int row, int column);

// Tests bits: drivers may evaluate comparisons with NaN and infinity as false.
bool is_nan(float value) { return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u; }
bool is_masked(float value) { return floatBitsToUint(value) == 0xff800000u; }

// Returns whether `value` takes precedence over `other`. Numbers precede NaN, and anything precedes
// a masked cell.
bool is_stronger(float value, float other, bool diverging) {
  if (is_masked(value)) return false;
  if (is_masked(other)) return true;
  if (is_nan(value)) return false;
  if (is_nan(other)) return true;
  return diverging ? abs(value) > abs(other) : value > other;
}

// Step of the colour map for `value` in low … high; `ends` are the values of its first and last
// step: as color_of in engine/color/colormap.cpp.
int step_of(float value, float low, float high, vec2 ends) {
  if (!(high > low) || is_nan(value)) return 0;
  float within = value < low ? low : value > high ? high : value;
  float t = (0.5 * within - 0.5 * ends.x) / (0.5 * ends.y - 0.5 * ends.x);
  if (t >= 1.0) return 255;
  return t > 0.0 ? int(t * 255.0 + 0.5) : 0;
}
