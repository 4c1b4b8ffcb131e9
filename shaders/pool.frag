// Strongest cell of each pixel, cached until the matrix or its box changes: follows cells.glsl,
// plain_cells.glsl or softmax_cells.glsl, and small_cells.glsl. Output line n is the n-th row of
// pixels from the top.
layout(location = 0) out float kept;

void main() {
  vec2 start = vec2(first_pixel) + floor(gl_FragCoord.xy) - rect.xy;
  kept = drawn(strongest_between(start, start + 1.0));
}
