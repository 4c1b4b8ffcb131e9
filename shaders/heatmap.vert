// Rectangle without vertex data: four corners, in the order of a triangle strip.
uniform vec4 corners;  // left, bottom, right, top in clip space

void main() {
  gl_Position = vec4(gl_VertexID % 2 == 0 ? corners.x : corners.z,
                     gl_VertexID / 2 == 0 ? corners.y : corners.w, 0.0, 1.0);
}
