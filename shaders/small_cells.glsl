// Cells smaller than a pixel along one axis or both: the strongest of those that belong to a pixel.
// Lengths are in framebuffer pixels, y downwards from the top left.
uniform bool diverging;
uniform vec4 rect;         // box of the matrix: x, y, width, height
uniform vec2 pitch;        // size of one of `cells`: x, y
uniform ivec2 subpixel;    // whether cells are smaller than a pixel: x, y
uniform ivec2 first_pixel;  // from the left and from the top

// First and last of `count` cells for the pixel that starts at `start`, along one axis. A cell
// smaller than a pixel belongs to the pixel that contains its centre, and to no other, so that each
// is shown exactly once; the outermost pixels include cells beyond their outer edge.
ivec2 cells_under(float start, float end, float size, float cell_size, bool small, int count) {
  if (!small) return ivec2(clamp(int(floor(0.5 * (start + end) / cell_size)), 0, count - 1));
  int first = start < 0.5 ? 0 : int(ceil(start / cell_size - 0.5));
  int last = end + 0.5 >= size ? count - 1 : int(ceil(end / cell_size - 0.5)) - 1;
  first = clamp(first, 0, count - 1);
  return ivec2(first, clamp(last, first, count - 1));
}

float strongest(ivec2 rows, ivec2 columns) {
  float best = drawn_cell(rows.x, columns.x);
  for (int row = rows.x; row <= rows.y; ++row) {
    for (int column = columns.x; column <= columns.y; ++column) {
      float value = drawn_cell(row, column);
      if (is_stronger(value, best, diverging)) best = value;
    }
  }
  return best;
}

// Strongest cell of the pixel from `start` to `end`, relative to the corner of `rect`.
float strongest_between(vec2 start, vec2 end) {
  return strongest(cells_under(start.y, end.y, rect.w, pitch.y, subpixel.y != 0, shape.x),
                   cells_under(start.x, end.x, rect.z, pitch.x, subpixel.x != 0, shape.y));
}
