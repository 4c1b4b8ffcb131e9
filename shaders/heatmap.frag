// A matrix as coloured cells, follows cells.glsl. `cells` is the matrix or a level of its pyramid.
// Lengths are in framebuffer pixels, y downwards from the top left.
uniform sampler2D steps;  // the colour map: 256 x 1
uniform float low;
uniform float high;
uniform bool diverging;
uniform float framebuffer_height;
uniform vec4 rect;         // where the matrix lies: x, y, width, height
uniform vec2 pitch;        // size of one of `cells`: x, y
uniform ivec2 subpixel;    // whether cells are smaller than a pixel: x, y
uniform float gap;
uniform float radius;
uniform vec4 background;
uniform vec4 hatch;
uniform float hatch_spacing;
uniform float hatch_width;

layout(location = 0) out vec4 color;  // premultiplied

// First and last of `count` cells for the pixel that begins at `start`, along one axis. A cell that
// is smaller than a pixel belongs to the pixel that holds its centre, and to no other, so that none
// is lost and none shows twice; the outermost pixels take what lies beyond their outer edge.
ivec2 cells_under(float start, float end, float size, float cell_size, bool small, int count) {
  if (!small) return ivec2(clamp(int(floor(0.5 * (start + end) / cell_size)), 0, count - 1));
  int first = start < 0.5 ? 0 : int(ceil(start / cell_size - 0.5));
  int last = end + 0.5 >= size ? count - 1 : int(ceil(end / cell_size - 0.5)) - 1;
  first = clamp(first, 0, count - 1);
  return ivec2(first, clamp(last, first, count - 1));
}

float strongest(ivec2 rows, ivec2 columns) {
  float best = cell(rows.x, columns.x);
  for (int row = rows.x; row <= rows.y; ++row) {
    for (int column = columns.x; column <= columns.y; ++column) {
      float value = cell(row, column);
      if (is_stronger(value, best, diverging)) best = value;
    }
  }
  return best;
}

// How much of a pixel whose middle is at `inside` of a cell (from the cell's middle) is not gap.
// Along the straight edges that is exact on both sides of the gap, so that a gap thinner than a
// pixel is as faint wherever it falls.
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

float hatch_coverage(vec2 at) {
  float across = mod((at.x + at.y) * 0.70710678, hatch_spacing);
  return clamp(0.5 * hatch_width + 0.5 - abs(across - 0.5 * hatch_spacing), 0.0, 1.0);
}

vec4 premultiplied(vec4 straight) { return vec4(straight.rgb * straight.a, straight.a); }

void main() {
  vec2 pixel = vec2(floor(gl_FragCoord.x), framebuffer_height - 1.0 - floor(gl_FragCoord.y));
  vec2 start = pixel - rect.xy, end = pixel + 1.0 - rect.xy;
  ivec2 columns = cells_under(start.x, end.x, rect.z, pitch.x, subpixel.x != 0, shape.y);
  ivec2 rows = cells_under(start.y, end.y, rect.w, pitch.y, subpixel.y != 0, shape.x);
  float value = strongest(rows, columns);

  vec2 at = 0.5 * (start + end);
  float filled = coverage(at - (vec2(columns.x, rows.x) + 0.5) * pitch);
  vec4 paper = premultiplied(background);
  if (is_masked(value)) {
    // A faint tint under the lines keeps the cell's shape.
    float ink = max(hatch_coverage(at), 0.07);
    color = mix(paper, premultiplied(hatch), ink * filled);
  } else {
    vec4 cell_color = vec4(texelFetch(steps, ivec2(step_of(value, low, high), 0), 0).rgb, 1.0);
    color = mix(paper, cell_color, filled);
  }
}
