// Matrix as coloured cells: follows cells.glsl and plain_cells.glsl or softmax_cells.glsl, and is
// followed by large_cells.glsl or pixel_cells.glsl. Lengths are in framebuffer pixels, y downwards
// from the top left.
uniform sampler2D steps;  // colour map: 256 x 1
uniform float low;
uniform float high;
uniform vec2 ends;         // values of the first and the last step
uniform float framebuffer_height;
uniform vec4 rect;         // box of the matrix: x, y, width, height
uniform vec4 background;
uniform vec4 hatch;
uniform float hatch_spacing;
uniform float hatch_width;

layout(location = 0) out vec4 color;  // premultiplied

// Number shown in a pixel, and the share of the pixel that it covers.
float shown(ivec2 pixel, out float filled);

float hatch_coverage(vec2 at) {
  float across = mod((at.x + at.y) * 0.70710678, hatch_spacing);
  return clamp(0.5 * hatch_width + 0.5 - abs(across - 0.5 * hatch_spacing), 0.0, 1.0);
}

vec4 premultiplied(vec4 straight) { return vec4(straight.rgb * straight.a, straight.a); }

void main() {
  vec2 pixel = vec2(floor(gl_FragCoord.x), framebuffer_height - 1.0 - floor(gl_FragCoord.y));
  float filled;
  float value = shown(ivec2(pixel), filled);
  vec4 paper = premultiplied(background);
  if (is_masked(value)) {
    // A faint tint under the lines preserves the cell's shape.
    float ink = max(hatch_coverage(pixel + 0.5 - rect.xy), 0.07);
    color = mix(paper, premultiplied(hatch), ink * filled);
  } else {
    vec4 cell_color = vec4(texelFetch(steps, ivec2(step_of(value, low, high, ends), 0), 0).rgb, 1.0);
    color = mix(paper, cell_color, filled);
  }
}
