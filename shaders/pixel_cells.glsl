// Cells smaller than a pixel, for heatmap.frag: `cells` has a number for each pixel from
// `first_pixel` on, see pool.frag.
uniform ivec2 first_pixel;

float shown(ivec2 pixel, out float filled) {
  filled = 1.0;
  ivec2 place = pixel - first_pixel;
  return cell(place.y, place.x);
}
