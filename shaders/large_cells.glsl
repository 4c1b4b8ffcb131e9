// Cells of at least a pixel, for heatmap.frag: the one under the pixel's centre, with gaps and
// round corners.
uniform vec2 pitch;  // size of one of `cells`: x, y
uniform float gap;
uniform float radius;

// Covered share of a pixel whose centre is at `inside` relative to a cell's centre. Along straight
// edges it is exact on both sides of the gap, so that gaps thinner than a pixel have constant
// contrast.
float coverage(vec2 inside) {
  if (gap <= 0.0 && radius <= 0.0) return 1.0;
  vec2 from_edge = 0.5 * pitch - abs(inside);
  vec2 in_gap = min(from_edge + 0.5, 0.5 * gap) - max(from_edge - 0.5, -0.5 * gap);
  vec2 filled = 1.0 - clamp(in_gap, 0.0, 1.0);
  vec2 beyond = abs(inside) - (0.5 * (pitch - gap) - radius);  // of the corner's centre
  float corner =
      all(greaterThan(beyond, vec2(0.0))) ? clamp(0.5 - (length(beyond) - radius), 0.0, 1.0) : 1.0;
  return min(filled.x * filled.y, corner);
}

float shown(ivec2 pixel, out float filled) {
  vec2 at = vec2(pixel) + 0.5 - rect.xy;
  ivec2 place = clamp(ivec2(at / pitch), ivec2(0), shape.yx - 1);
  filled = coverage(at - (vec2(place) + 0.5) * pitch);
  return drawn(drawn_cell(place.y, place.x));
}
