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

// Step of the colour map for `value`: as color_of in engine/colour/colormap.cpp.
int step_of(float value, float low, float high) {
  if (!(high > low) || is_nan(value)) return 0;
  float t = (0.5 * value - 0.5 * low) / (0.5 * high - 0.5 * low);
  if (t >= 1.0) return 255;
  return t > 0.0 ? int(t * 255.0 + 0.5) : 0;
}
