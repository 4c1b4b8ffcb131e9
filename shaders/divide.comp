// Divides each row of column-normalised weights by its sum; zero rows stay.
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Source { double source[]; };
layout(std430, binding = 2) writeonly buffer Weights { float weights[]; };

uniform ivec2 shape;  // M, L
uniform int first_head;

void main() {
  int row = group().x * 64 + int(gl_LocalInvocationID.x);
  if (row >= shape.x) return;
  int first = (group().z * shape.x + row) * shape.y;
  double sum = 0.0lf;
  for (int j = 0; j < shape.y; ++j) sum += source[first + j];
  for (int j = 0; j < shape.y; ++j) {
    double weight = sum == 0.0lf ? source[first + j] : source[first + j] / sum;
    weights[first + j] = watched(float(weight), first_head + group().z);
  }
}
